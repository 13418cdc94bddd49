# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Two commands change one file at once: each is stopped at every one of its
system calls while the other one runs, whole or up to one of its own."""

import os
import select
import subprocess
import zlib

import disk
import fault_jobs
import fault_run
import runner

# In a sample, of each pair.
SAMPLE = 24
# Commands at once, with nobody who holds them.
CROWD = 12


class Held:
    """A command that stops at its call NUMBER until it is let go."""

    def __init__(self, tracer, bed, command, number, name, env, more=()):
        self.tracer = tracer
        self.ready, tell_ready = os.pipe()
        go, self.tell_go = os.pipe()
        self.begun = tracer.begin(bed, command, [
            "-k", str(number), "-w", f"{tell_ready},{go}", *more], env, name,
            (tell_ready, go))
        os.close(tell_ready)
        os.close(go)
        # Also readable when it has ended before.
        select.select([self.ready], [], [], runner.TIMEOUT)

    def finish(self):
        """Let it go; the Run."""
        os.close(self.tell_go)
        run = self.tracer.end(self.begun)
        os.close(self.ready)
        return run


class Pair:
    """Two commands that rewrite the file NAME, and what it may become."""

    def __init__(self, tracer, bed, name, commands, env):
        self.tracer, self.bed, self.name = tracer, bed, name
        self.commands, self.env = commands, env
        self.results = set()
        self.calls = []
        for first, second in (commands, commands[::-1]):
            bed.fresh()
            for command in (first, second):
                _, points = tracer.points(bed, command, env)
                if command is first:
                    self.calls.append(points)
                self.results.add(fault_run.contents(bed.folder)[name])

    def look(self, when):
        """Problems with the file as others see it, WHEN something is still to
        come."""
        data = disk.read(self.bed.path(self.name))
        if data in self.results or data == self.bed.files[self.name]:
            return []
        return [f"torn {when}: {len(data)} bytes"]

    def judge(self, runs, problems):
        """PROBLEMS and those after RUNS of both, and whether one refused."""
        now = fault_run.contents(self.bed.folder)
        status = [run.status if run else None for run in runs]
        for run in runs:
            if run is None:
                problems.append("it does not end")
            elif run.wrong:
                problems.append(run.wrong)
            else:
                problems += fault_run.crashes(run)
                if run.status != 0 \
                        and not fault_run.MESSAGE.search(run.err):
                    problems.append(f"{run.ended()} without a message")
        if 0 not in status:
            problems.append(f"both refuse: {status}")
        if now.pop(self.name, None) not in self.results:
            problems.append(f"torn: {self.name}; statuses {status}")
        now = [n for n in now if n not in self.bed.old()]
        if now or os.listdir(self.bed.temporary):
            problems.append(f"left behind: {' '.join(now)}")
        return problems, status != [0, 0]

    def once(self, one, two):
        """The first command stops at its call ONE, the second at its call TWO
        until the first has ended; TWO 0: it does not stop."""
        self.bed.fresh()
        first = Held(self.tracer, self.bed, self.commands[0], one, "first",
                     self.env)
        if two:
            second = Held(self.tracer, self.bed, self.commands[1], two,
                          "second", self.env)
            problems = self.look("while both wait")
            runs = [first.finish()]
            problems += self.look("while the second waits")
            runs.append(second.finish())
        else:
            begun = self.tracer.begin(self.bed, self.commands[1], [],
                                      self.env, "second")
            run = self.tracer.end(begun)
            problems = self.look("while the first waits")
            runs = [first.finish(), run]
        return self.judge(runs, problems)


def writing(points):
    """The numbers of the calls from about the creation of the temporary file
    to the replacement."""
    first = next(n for n, point in enumerate(points, 1)
                 if fault_run.LITTER.match(point.file))
    last = max(n for n, point in enumerate(points, 1)
               if point.call.startswith("rename"))
    return list(range(first - 3, last + 2))


def stops_of(pair, what, every):
    """(One, two) for Pair.once: all where the second does not stop and where
    both are writing, and a share of the rest, or a sample of each sort."""
    one, two = (range(1, len(points) + 1) for points in pair.calls)
    sorts = [[(n, 0) for n in one],
             [(n, m) for n in writing(pair.calls[0])
              for m in writing(pair.calls[1])],
             [(n, m) for n in one for m in two]]
    for stops in sorts:
        stops.sort(key=lambda s: zlib.crc32(f"{what} {s}".encode()))
    if every == 1:
        return sorts[0] + sorts[1] + sorts[2][::10]
    return sorts[0][:SAMPLE // 4] + sorts[1][:SAMPLE] + sorts[2][:SAMPLE // 4]


def stepped(run, pair, what, every, totals):
    """All pairs of stops, or a sample."""
    name = f"faults: together: {what}"
    if not run.wanted(name):
        return
    stops = stops_of(pair, what, every)
    problems, refusals = [], 0
    for one, two in stops:
        found, refused = pair.once(one, two)
        problems += [f"stops {one} and {two}: {p}" for p in found]
        refusals += refused
    totals["together"] += len(stops)
    print(f"note: {name}: {len(stops)} ways, one refused in {refusals}")
    if refusals in (0, len(stops)):
        problems.append(f"one refused in {refusals} of {len(stops)}")
    run.result(name, problems)


def crowded(run, bed, name, command):
    """Many at once, as the scheduler has it."""
    title = "faults: together: many at once"
    if not run.wanted(title):
        return
    bed.fresh()
    old = bed.old()[name]
    alone, _ = run.command(command, bed.folder)
    new = fault_run.contents(bed.folder)[name]
    bed.fresh()
    env = dict(os.environ, LC_ALL="C", TMPDIR=bed.temporary)
    crowd = [subprocess.Popen(command, cwd=bed.folder, env=env,
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE) for _ in range(CROWD)]
    problems, done = [], 0
    for one in crowd:
        text = one.communicate(timeout=runner.TIMEOUT)[1].decode()
        done += one.returncode == 0
        if one.returncode and not fault_run.MESSAGE.search(text):
            problems.append(f"exit status {one.returncode}: {text}")
    now = fault_run.contents(bed.folder)
    if alone or old == new or not done or now.pop(name) != new or now:
        problems.append(f"{done} did it; left: {' '.join(now)}")
    run.result(title, problems)


def all_cases(run, world, inputs, every, totals):
    """All of them, with an image and with an object."""
    for file, first, second in (
            ("image", ["repair", "-i"], ["repair", "-i"]),
            ("image", ["repair", "-i"], ["convert", "--to=v2", "-i"]),
            ("both.o", ["convert", "--to=v3", "-i"], ["repair", "-i"]),
            ("bare.a", ["synth", "-i"], ["synth", "--to=v2", "-i"])):
        what = f"{first[0]} and {' '.join(second[:-1])} of {file}"
        job = fault_jobs.Job(what, [], inputs.read(file))
        bed = job.bed(os.path.join(world.folder, "together"))
        pair = Pair(world.tracer(job), bed, file,
                    [[world.tool, *c, file] for c in (first, second)],
                    world.env(job))
        stepped(run, pair, what, every, totals)
        if what.startswith("repair and repair"):
            crowded(run, bed, file, pair.commands[0])
