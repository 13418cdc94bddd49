# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Somebody else puts a symbolic link in the place of a directory, or a file of
theirs under a name, while a command waits at one of its system calls; and what
is on the disk when a name changes."""

import os
import re
import zlib

import disk
import fault_jobs
import fault_run
import faults_together

# Calls before which a name may lead elsewhere.
LOOKING = {"openat", "openat2", "newfstatat", "statx", "getdents64", "linkat",
           "renameat", "renameat2", "unlinkat"}
# Of each command so many stops in a sample.
TRIALS = 8  # of one stop
# A temporary file, before or after it has a name.
TEMPORARY = re.compile(fault_run.LITTER.pattern
                       + r"|.*/#\d+( \(deleted\))?$")
SAMPLE = 24
EVIL = b"another file"
LINKED = "a symbolic link that was not there before"
EXCHANGED = "in the place of the file written for it"


class Stops:
    """A command, and those of its calls at which it stops."""

    def __init__(self, world, name, job):
        self.name, self.job = name, job
        self.tracer, self.env = world.tracer(job), world.env(job)
        self.bed = job.bed(os.path.join(world.folder, "swapped"))
        self.command = job.argv(world.tool, world.wrap)
        self.bed.fresh()
        self.run, self.points = self.tracer.points(self.bed, self.command,
                                                   self.env)
        self.new = fault_run.contents(self.bed.folder)

    def looking(self, every):
        """The numbers of the calls that look up a name, or a sample."""
        found = [n for n, point in enumerate(self.points, 1)
                 if point.call in LOOKING]
        found.sort(key=lambda n: zlib.crc32(f"{self.name} {n}".encode()))
        return found if every == 1 else found[:SAMPLE]

    def swap(self, number, change):
        """Call CHANGE with the directory at the call NUMBER; the Run, and the
        calls of all of it.  A worker closes what it was given by whoever holds
        it, and two processes take turns; so if it was another call, it is
        tried again."""
        def key(point):
            return point.task, point.call, point.number

        wanted, stop = key(self.points[number - 1]), number
        for _ in range(TRIALS):
            run, points = self.swap_once(stop, change)
            keys = [key(point) for point in points]
            if keys[stop - 1:stop] == [wanted] or wanted not in keys:
                break
            stop = keys.index(wanted) + 1
        return run, points

    def swap_once(self, number, change):
        """The same, wherever the call is."""
        self.bed.fresh()
        path = os.path.join(self.bed.room, "swapped.calls")
        held = faults_together.Held(self.tracer, self.bed, self.command,
                                    number, "swapped", self.env, ["-l", path])
        change(self.bed.folder)
        run = held.finish()
        with open(path, encoding="utf-8", errors="replace") as file:
            return run, [fault_run.Point(line) for line in file]


def ended(run):
    """Problems with how RUN ended."""
    if run is None:
        return ["it does not end"]
    return fault_run.crashes(run) + ([run.wrong] if run.wrong else [])


def put_link(folder):
    """A link in the place of the directory d/e."""
    os.rename(os.path.join(folder, "d", "e"), os.path.join(folder, "moved"))
    os.symlink("../outside", os.path.join(folder, "d", "e"))


def led_out(stops, every):
    """Problems where a directory becomes a link that leads out of the tree,
    where the same names are."""
    problems, noticed = [], 0
    outside = [n for n in stops.bed.files if n.startswith("outside/")]
    for number in stops.looking(every):
        run, points = stops.swap(number, put_link)
        found = ended(run)
        touched = sorted({p.file for p in points if "/outside" in p.file})
        if touched:
            found.append(f"it uses {touched}")
        after = fault_run.stamps(stops.bed.folder, outside)
        found += [f"it has changed {n}" for n in outside
                  if after[n] != stops.bed.before[n]]
        problems += [f"stop {number}: {f}" for f in found]
        noticed += run is not None and LINKED in run.err
    if not noticed:
        problems.append("no link is ever noticed")
    return problems


def put_evil(folder, inodes):
    """Another file under each temporary name in the directory d/home, whose
    inodes are added."""
    home = os.path.join(folder, "d", "home")
    for name in os.listdir(home):
        if fault_run.LITTER.match(name):
            path = os.path.join(home, name)
            os.rename(path, os.path.join(home, "aside"))
            replace(path, inodes)


def replace(path, inodes):
    """Another file gets the name PATH."""
    disk.write(path + ".evil", EVIL)
    inodes.append(os.stat(path + ".evil").st_ino)
    os.rename(path + ".evil", path)


def installed(stops, every):
    """Problems where somebody has one of two directories that a file has names
    in."""
    problems, noticed, inodes = [], 0, []
    allowed = {stops.bed.files["d/home/bare"], stops.new["d/usr/bare"]}
    for number in stops.looking(every):
        run, _ = stops.swap(number, lambda folder: put_evil(folder, inodes))
        found = ended(run)
        usr = fault_run.contents(stops.bed.folder)["d/usr/bare"]
        if usr not in allowed:
            found.append("it is installed elsewhere, too")
        if run is not None and run.status == 0 \
                and usr != stops.new["d/usr/bare"]:
            found.append("status 0, but the other name is old")
        problems += [f"stop {number}: {f}" for f in found]
        noticed += run is not None and EXCHANGED in run.err
    if not noticed:
        problems.append("no other file is ever noticed")
    return problems


def take_name(folder, inodes):
    """Another file gets the name of the output itself."""
    replace(os.path.join(folder, "d", "home", "bare"), inodes)


def renamed(stops, _):
    """Problems where another file gets the temporary name before the rename,
    or right at it, or the name after it."""
    last = max(n for n, p in enumerate(stops.points, 1)
               if p.call.startswith("rename"))
    looks = [n for n, p in enumerate(stops.points, 1)
             if p.call == "newfstatat"]
    before = max(n for n in looks if n < last)
    after = min((n for n in looks if n > last), default=None)
    if after is None:
        return ["nobody looks at the name after the rename"]
    problems = []
    for number, change in ((before, put_evil), (last, put_evil),
                           (after, take_name)):
        inodes = []
        run, _ = stops.swap(number, lambda folder, what=change, seen=inodes:
                            what(folder, seen))
        found = ended(run)
        if run is not None and (run.status != 1 or f"inode {inodes[-1]} "
                                + EXCHANGED not in run.err):
            found.append(f"{run.ended()}: {run.err[-300:]}")
        now = fault_run.contents(stops.bed.folder)["d/home/bare"]
        if number == before and now != stops.bed.files["d/home/bare"]:
            found.append("what was wrong before is renamed")
        problems += [f"stop {number}: {f}" for f in found]
    return problems


def synced(stops, _):
    """Problems with the order of what goes to the disk: each file before its
    name changes, and each directory after all names.  What a worker prints
    goes to files elsewhere."""
    wanted = {os.path.realpath(os.path.join(stops.bed.folder, os.path.dirname(
        name))) for name in stops.bed.old()}
    calls = [(p.call, p.file) for p in stops.points]
    renames = [n for n, (call, _) in enumerate(calls)
               if call.startswith("rename")]
    files = [n for n, (call, file) in enumerate(calls)
             if call == "fsync" and TEMPORARY.match(file)]
    folders = {file for n, (call, file) in enumerate(calls)
               if call == "fsync" and renames and n > renames[-1]}
    writes = [n for n, (call, file) in enumerate(calls)
              if call in ("write", "ftruncate", "fchmod")
              and TEMPORARY.match(file) and os.path.dirname(file) in wanted]
    problems = []
    if not renames or not writes:
        problems.append("nothing is written and renamed")
    elif not files or not writes[-1] < files[-1] < renames[0]:
        problems.append(f"the file is synced at {files}, written at {writes}, "
                        f"renamed at {renames}")
    if folders != wanted:
        problems.append(f"synced after the rename: {folders}")
    return problems


def led_jobs(inputs):
    """Commands with -r, and a directory that they must stay out of."""
    bare = inputs.read("bare", "bare-one.o", "bare.a")
    made = inputs.read("merged", "one.o", "lib.a")

    def tree(files, *folders):
        return {f"{folder}/{name}": data for folder in folders
                for name, data in files.items()}

    for name, command, files in (
            ("synth -i", ["synth", "-i", "-j1", "d"], bare),
            ("synth --detached", ["synth", "--detached=to", "-j1", "d"], bare),
            ("repair -i", ["repair", "-i", "-j1", "d"], made),
            ("convert -i", ["convert", "--to=v2-pcrel", "-i", "-j1", "d"],
             made),
            ("strip -i", ["strip", "-i", "-j1", "d"], made),
            ("check", ["check", "-j1", "d"], made),
            ("diff", ["diff", "-j1", "d", "then"], made)):
        found = tree(files, "d/e", "d/e/f", "outside", "outside/f")
        if name == "diff":
            found.update(tree(files, "then/e", "then/e/f"))
        if name == "synth --detached":
            found["to/a"] = b""
        yield fault_jobs.Job(name, [command[0], "-r", *command[1:]], found)


def all_cases(run, world, inputs, every):
    """All of them."""
    bare = inputs.read("bare")["bare"]
    home, usr = {"d/home/bare": bare}, {"d/usr/bare": "d/home/bare"}
    cases = [(f"a folder becomes a link: {job.name}", job, led_out)
             for job in led_jobs(inputs)]
    both = fault_jobs.Job("synth", ["synth", "-r", "-i", "-j1", "d"], home,
                          usr)
    one = fault_jobs.Job("synth", ["synth", "-i", "d/home/bare"], home)
    cases += [("another file of two names", both, installed),
              ("another file when it is renamed", one, renamed),
              ("one name is on the disk", one, synced),
              ("two names are on the disk", both, synced)]
    for what, job, judge in cases:
        name = f"faults: swapped: {what}"
        if not run.wanted(name):
            continue
        stops = Stops(world, what, job)
        problems = ended(stops.run)
        run.result(name, problems or judge(stops, every))
