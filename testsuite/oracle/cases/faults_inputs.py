# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Inputs that change, grow, shrink, go away or are replaced while a command
works on them: at each of its system calls."""

import os
import zlib

import disk
import fault_run
import faults_together

# Of each job so many in a sample.
SAMPLE = 4


def append(path):
    """It grows."""
    with open(path, "r+b") as file:
        file.seek(0, os.SEEK_END)
        file.write(b"\0" * 64)


def cut(path):
    """It shrinks."""
    os.truncate(path, os.path.getsize(path) // 2)


def flip(path):
    """A byte changes in place."""
    with open(path, "r+b") as file:
        file.seek(os.path.getsize(path) // 3)
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 0x55]))


def replace(path):
    """Another file gets its name."""
    disk.write(path + ".new", b"another file")
    os.rename(path + ".new", path)


def remove(path):
    """It goes away."""
    os.remove(path)


CHANGES = (append, cut, flip, replace, remove)


def changed(bed, name, data, change):
    """What CHANGE makes of DATA."""
    path = os.path.join(bed.room, "changed")
    disk.write(path, data)
    change(path)
    if not os.path.exists(path):
        return None
    return disk.read(path)


class States:
    """What is right for each file if CHANGE happens to NAME meanwhile."""

    def __init__(self, world, job, tracer, bed, expected, name, change):
        bed.fresh()
        change(bed.path(name))
        after = tracer.run(bed, job.argv(world.tool, world.wrap), (),
                           world.env(job))
        late = fault_run.contents(bed.folder)
        old, new = expected.old, expected.new
        self.before = after  # the change came before everything
        self.late = {n: {late.get(n)} for n in {**old, **new, **late}}
        self.new = {n: {new.get(n), late.get(n)} for n in {**new, **late}}
        self.allowed = {n: {old.get(n), new.get(n), late.get(n)}
                        for n in {**old, **new, **late}}
        names = [n for n in expected.names() if n == name
                 or bed.links.get(n) == name or bed.links.get(name) == n]
        for one in names:
            # A further name stays with the old file if this one leaves it.
            if one == name or change not in (replace, remove):
                self.allowed[one] -= {old.get(one)}
            for data in {old.get(one), new.get(one)} - {None}:
                self.allowed[one].add(changed(bed, one, data, change))
            self.new.setdefault(one, set()).add(
                changed(bed, one, new[one], change))


# The calls between the look at a file that is to be replaced and its
# replacement: no call does both.
UNGUARDED = ("newfstatat", "rt_sigprocmask", "renameat", "renameat2")
# The first that writes after the look at a file that is overwritten.
OVERWRITES = "ftruncate"


def unguarded(points):
    """The numbers of these calls."""
    found = set()
    for last, point in enumerate(points, 1):
        if not point.call.startswith("rename"):
            continue
        first = last
        while points[first - 2].call in UNGUARDED:
            first -= 1
        found |= set(range(first, last + 1))
    return found


def lost(expected, states, bed, run, name):
    """Whether what was done to the input NAME is overwritten."""
    path = bed.path(name)
    if not expected.job.in_place() or run is None or run.status != 0 \
            or not os.path.exists(path):
        return False
    now = disk.read(path)
    return (now == expected.new[name] != expected.old[name]
            and now not in states.late[name])


def judge(expected, states, bed, run):
    """Problems with RUN."""
    if run is None:
        return ["it does not end"]
    if run.wrong:
        return [run.wrong]
    problems = fault_run.crashes(run)
    now = fault_run.contents(bed.folder)
    for name in {**now, **states.allowed}:
        if now.get(name) not in states.allowed.get(name, {None}):
            problems.append(f"neither old nor new nor as it was changed: "
                            f"{name}")
    if os.listdir(bed.temporary):
        problems.append("something is left in $TMPDIR")
    if run.signal is not None:
        problems.append(run.ended())
    if run.status == 0:
        problems += [f"status 0, but {n} is not new" for n in states.new
                     if n in now and now[n] not in states.new[n]
                     and n not in expected.old]
    elif not fault_run.MESSAGE.search(run.err):
        problems.append(f"{run.ended()} without a message")
    return problems


def while_held(world, job, tracer, bed, number, action):
    """Run JOB, with ACTION at its call NUMBER; the Run, and whether there was
    a file for ACTION: while one is overwritten, it has not its own name."""
    held = faults_together.Held(tracer, bed, job.argv(world.tool, world.wrap),
                                number, "run", world.env(job))
    try:
        action()
    except FileNotFoundError:
        return held.finish(), False
    return held.finish(), True


def families(world, job, tracer, bed, expected, points, every, family_class):
    """The Family of JOB, which makes the calls POINTS."""
    family = family_class(f"faults: {job.name}: inputs change")
    if job.wrapped:
        return []  # the linker reads them, too
    ways = [(zlib.crc32(f"{job.name} {name} {change.__name__} "
                        f"{number}".encode()), name, change, number)
            for name in job.files for change in CHANGES
            for number in range(1, len(points) + 1)]
    ways.sort(key=lambda way: way[0])
    # Where several tasks take turns, a call has no number: any of them may be
    # there.
    tasks = len({point.task for point in points})
    states, open_to = {}, unguarded(points)
    for _, name, change, number in ways if every == 1 else ways[:SAMPLE]:
        if (name, change) not in states:
            states[name, change] = States(world, job, tracer, bed, expected,
                                          name, change)
        bed.fresh()
        run, happened = while_held(world, job, tracer, bed, number,
                                   lambda: change(bed.path(name)))
        problems = judge(expected, states[name, change], bed, run)
        calls = set(run.last.values()) if run else set()
        late = not happened or (number in open_to if tasks == 1
                                else calls & set(UNGUARDED))
        if "--overwrite" in job.command and OVERWRITES in calls:
            late = True
            problems = [p for p in problems if not p.startswith("neither")]
        if not late and lost(expected, states[name, change], bed, run, name):
            problems.append("the change is overwritten")
        outcome = "hung" if run is None else (
            "done" if run.status == expected.status else "refused")
        family.add("(an input changes)",
                   fault_run.Verdict(outcome, problems),
                   f"{change.__name__} {name} at call {number}")
    return [family]
