#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Each system call of a command fails once, moves less than it was asked to,
or is where a deadly signal comes; inputs change at each, and two commands
change one file at once.

With SFM_FAULTS_ALL=1 in the environment everything happens at every call,
else at a sample, in which no call of any command is missing."""

import collections
import concurrent.futures
import errno
import os
import resource
import shutil
import sys
import threading
import zlib

import fault_jobs
import fault_run
import faults_effects
import faults_inputs
import faults_swapped
import faults_together
import runner

ALL = "SFM_FAULTS_ALL" in os.environ
# Of the sample.
EVERY = 1 if ALL else 60 * runner.EVERY
# Calls of jobs that are tried at every occurrence: defects were found there.
WHOLE = {
    "repair of an image -i": {"newfstatat", "unlinkat"},
    "synth -r -i -j2": {"getdents64"},
    "synth -r -i -j1 with a hard link": {"unlinkat"},
    "convert -i of a thin archive": {"unlinkat"},
    "wrap": {"newfstatat", "pread64", "read", "access", "openat", "rmdir",
             "unlink", "unlinkat"},
    "wrap over a file, strict": {"newfstatat", "read", "access"},
    "check": {"pread64"},
    "check --json -j2": {"write"},
    "dump": {"openat", "read"},
}
# And calls that change files or their names, of jobs where nothing may be lost
# by the usual signals at any of them.
CHANGING = {"close", "fchmod", "fchown", "fsync", "ftruncate", "linkat",
            "lseek", "openat", "renameat", "renameat2", "unlinkat", "write"}
INTERRUPTED = {"link -i", "repair of an image -i", "convert of an object -i",
               "convert of an archive -i", "repair -i of two files",
               "repair of an image -o"}
# A thread may do what another one did in the run before.
ATTEMPTS = 3


class Family:
    """The faults of one sort of one job, and what came of them."""

    def __init__(self, name):
        self.name, self.problems = name, []
        self.counts = collections.Counter()  # (call, outcome)

    def add(self, call, verdict, what):
        """One run."""
        self.counts[call, verdict.outcome] += 1
        self.problems += [f"{what}: {p}" for p in verdict.problems]


class World:
    """Programs, options and a directory, for jobs in processes of their
    own."""

    def __init__(self, args):
        self.tool = os.path.realpath(args.sfmerge)
        self.wrap = os.path.abspath(args.wrap)
        self.fault_at = os.path.abspath(args.fault_at)
        self.folder = os.path.abspath(args.folder)
        self.sanitized, self.only = args.sanitized, args.only

    def tracer(self, job):
        """One that counts calls of sfmerge, and of the wrapper."""
        return fault_run.Tracer(self.fault_at, [self.tool, self.wrap],
                                job.processors)

    def env(self, job):
        """What the environment of JOB has in addition."""
        # Nothing of the user's surroundings changes how many calls there are.
        linker = os.path.dirname(shutil.which("ld.gold"))
        env = dict(job.env, SFMERGE=self.tool, PATH=linker)
        if self.sanitized:
            # It cannot look for leaks in a process that is traced.
            env["ASAN_OPTIONS"] = "detect_leaks=0"
        return env


def chosen(name, points, kinds_of, whole, seen):
    """The (Point, Kind) pairs that are to be tried: one at least, one at
    least of each call that is not in SEEN, and all of those in WHOLE."""
    pairs = [(zlib.crc32(f"{name} {p.task} {p.call} {p.number} "
                         f"{k.name}".encode()), p, k)
             for p in points for k in kinds_of(p.call)]
    pairs.sort(key=lambda pair: pair[0])
    found = []
    for number, point, kind in pairs:
        if number % EVERY == 0 or point.call not in seen \
                or (point.call in whole and kind.usual):
            seen.add(point.call)
            found.append((point, kind))
    return found or [pair[1:] for pair in pairs[:1]]


def linker_states(world, job, tracer, bed, expected):
    """The wrapper leaves what the linker made if sfmerge cannot go on."""
    for more in ({"SFMERGE_OPTIONS": "--no-such-option"},
                 {"SFMERGE": "/nonexistent"}):
        bed.fresh()
        env = dict(world.env(job), **more)
        tracer.run(bed, job.argv(world.tool, world.wrap), (), env)
        expected.allow("prog", fault_run.contents(bed.folder).get("prog"))
    expected.allow("prog", None)


# Whether processes and threads wait for each other depends on which is faster.
TIMELY = {"futex", "recvfrom", "sendto"}


def disturb(world, job, tracer, bed, expected, family, point, kind):
    """One run with a fault."""
    command = job.argv(world.tool, world.wrap)
    for _ in range(ATTEMPTS):
        bed.fresh()
        run = tracer.run(bed, command, point.option() + kind.options,
                         world.env(job))
        verdict = fault_run.judge(expected, bed, run, kind, point)
        if run is None or run.wrong or run.hit:
            family.add(point.call, verdict, f"{kind.name} at {point}")
            return
    family.counts[point.call, "missed"] += 1


def run_job(world, job):
    """All faults of one job; a list of Family."""
    room = os.path.join(world.folder, f"job{threading.get_ident()}")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    tracer, bed = world.tracer(job), job.bed(room)
    command = job.argv(world.tool, world.wrap)
    bed.fresh()
    run, points = tracer.points(bed, command, world.env(job))
    calls = Family(f"faults: {job.name}: calls fail")
    signals = Family(f"faults: {job.name}: signals come")
    if run is None or run.wrong or run.status != 0:
        calls.problems.append(
            f"undisturbed: {run and (run.wrong or run.ended())} "
            f"{run and run.err[-300:]}")
        return [calls]
    expected = fault_run.Expected(job, bed, run)
    if job.wrapped:
        linker_states(world, job, tracer, bed, expected)

    def errors_of(call):
        if world.sanitized and call in fault_jobs.SANITIZERS:
            return []
        return fault_jobs.errors_of(call)

    names = {p.call for p in points}
    for family, kinds_of, whole, seen in (
            (calls, errors_of, WHOLE.get(job.name, ()), set()),
            (signals, lambda _: fault_jobs.signals(),
             CHANGING if job.name in INTERRUPTED else (), set(names))):
        for point, kind in chosen(family.name, points, kinds_of, whole, seen):
            disturb(world, job, tracer, bed, expected, family, point, kind)
    # So does which of two threads asks for memory first, and of whom.
    timely = TIMELY | (fault_jobs.SANITIZERS if job.processors > 1 else set())
    missing = {call for call in names - timely if errors_of(call)} - {
        call for call, outcome in calls.counts if outcome != "missed"}
    calls.problems += [f"no {call} was reached" for call in missing]
    if not signals.counts:
        signals.problems.append("no signal was sent")
    effects = Family(f"faults: {job.name}: effects")
    effects.problems = faults_effects.problems(job, bed, points)
    families = [calls, signals, effects]
    # A report says what it finds, so it has no expected bytes then.
    if not job.report:
        families += faults_inputs.families(world, job, tracer, bed, expected,
                                           points, EVERY, Family)
    return families


def can_trace(world):
    """Whether processes can be traced here."""
    bed = fault_run.Bed(os.path.join(world.folder, "probe"), {})
    bed.fresh()
    probe = fault_run.Tracer(world.fault_at, [world.tool])
    run = probe.run(bed, [world.tool, "--version"])
    return run is not None and not run.unable


def worker_calls(world, inputs, call):
    """The Run of a command whose first worker's first CALL fails, the Points
    of that worker, and the path of a file that it inherits."""
    image = inputs.read("merged")["merged"]
    job = fault_jobs.Job("check", ["check", "-j2", "one", "two"],
                         {"one": image, "two": image})
    bed, tracer = job.bed(os.path.join(world.folder, "worker")), \
        world.tracer(job)
    bed.fresh()
    calls = os.path.join(bed.room, "calls")
    with open(calls, "wb") as inherited:
        done = tracer.end(tracer.begin(
            bed, job.argv(world.tool, world.wrap),
            ["-l", calls, "-a", f"0.1:{call}:1", "-e", str(errno.EIO)],
            world.env(job), fds=(inherited.fileno(),)))
    with open(calls, encoding="utf-8", errors="replace") as file:
        points = [fault_run.Point(line) for line in file]
    return done, [p for p in points if p.task == "0.1"], os.path.realpath(
        calls)


def confined(run, world, inputs):
    """A worker that cannot read what it has, descriptors and memory, is
    confined all the same."""
    for what, call in (("descriptors", "getdents64"), ("memory", "read")):
        name = f"faults: a worker's {what} cannot be read"
        # No memory is limited where a sanitizer needs all of it.
        if not run.wanted(name) or (call == "read" and world.sanitized):
            continue
        done, points, inherited = worker_calls(world, inputs, call)
        closed = any(p.call == "close" and p.file == inherited
                     for p in points)
        # The limit is found by trying some.
        limits = sum(p.call == "prlimit64" for p in points)
        run.result(name, [] if done and done.hit and closed
                   and (call != "read" or limits > 20) else [
                       f"hit {done and done.hit}, closed {closed}, "
                       f"{limits} limits"])


def put_table(path, tables):
    """Write to PATH how many faults of each call of each command there were:
    done/refused/killed."""
    columns = list(tables)
    calls = sorted({call for t in tables.values() for call, _ in t})
    outcomes = ("done", "refused", "killed")
    rows = []
    for call in calls + ["all"]:
        row = [call]
        for column in columns:
            counts = [sum(n for (c, o), n in tables[column].items()
                          if o == outcome and call in (c, "all"))
                      for outcome in outcomes]
            row.append("/".join(map(str, counts)) if any(counts) else "-")
        rows.append(row)
    head = ["done/refused/killed", *columns]
    widths = [max(len(r[i]) for r in [head, *rows])
              for i in range(len(head))]
    with open(path, "w", encoding="utf-8") as file:
        for row in [head, *rows]:
            print("  ".join(cell.ljust(width) for cell, width
                            in zip(row, widths)).rstrip(), file=file)


def main():
    """The program."""
    options = runner.parser("--wrap", "--fault-at")
    options.add_argument("--cc", default="gcc")
    options.add_argument("--sanitized", action="store_true")
    options.add_argument("--table")
    options.add_argument("--jobs", type=int, default=2)
    args = options.parse_args()
    run = runner.Runner(os.path.abspath(args.sfmerge),
                        os.path.abspath(args.folder), args.only)
    # Where fault-at reads what it traces.
    if run.lacks_proc("faults"):
        return run.end()
    inputs = fault_jobs.Inputs(run, args.cc)
    if inputs.missing:
        run.unsupported("faults", inputs.missing)
        return run.end()
    world, tables = World(args), {}
    if not can_trace(world):
        run.unsupported("faults", "processes cannot be traced here")
        return run.end()
    jobs = [j for j in fault_jobs.all_jobs(inputs)
            if run.only is None or run.only in f"faults: {j.name}: "]
    totals = collections.Counter()
    # Each run takes long then, and a job's paths are others' too.
    if args.sanitized and not ALL:
        jobs = jobs[::-(-runner.EVERY // 4)]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        futures = [(job, pool.submit(run_job, world, job)) for job in jobs]
        for job, future in futures:
            for family in future.result():
                table = tables.setdefault(job.group(), collections.Counter())
                table.update(family.counts)
                for (_, outcome), count in family.counts.items():
                    totals[outcome] += count
                run.result(family.name, family.problems)
    confined(run, world, inputs)
    faults_together.all_cases(run, world, inputs, EVERY, totals)
    faults_swapped.all_cases(run, world, inputs, EVERY)
    print("note: " + ", ".join(f"{o} {n}" for o, n in sorted(
        totals.items())))
    if args.table:
        put_table(args.table, tables)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
