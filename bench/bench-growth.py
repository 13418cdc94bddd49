#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Time passes and commands as their inputs grow:

    bench-growth.py [--most FRACTION] [--runs R] [SERIES]...

Each series prints its sizes and times, and the exponent of the power law that
fits the larger half of the sizes: 1 is linear, 2 quadratic.  What a process
takes to start is measured and taken off commands.  Caches end somewhere, so
that times of a linear pass show 1.3 where a size fits and the next does not;
the instructions of engine and link, as callgrind counts them, do not.
Instructions above 1.05 are a failure, times never.

--most 0.01 leaves out what is larger than a hundredth of the largest size.
The environment is that of bench-commands.py, and BENCH_ENGINE.
"""

import argparse
import importlib
import math
import os
import shutil
import subprocess
import sys
import tempfile

files = importlib.import_module("bench-files")
bench_results = importlib.import_module("bench-results")

MOST_COUNTED = 1.05
COUNTER = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "../build-aux/count-instructions")


def engine(passes, *args):
    """Nanoseconds a function of each of PASSES."""
    done = subprocess.run(
        [os.environ.get("BENCH_ENGINE", "bench/bench-engine"),
         *[str(a) for a in args], *passes],
        check=True, stdout=subprocess.PIPE, text=True)
    found = [bench_results.numbers(line) for line in
             done.stdout.splitlines()]
    return {row[0]: float(row[1]) for row in found}


def uncounted():
    """Why no instructions can be counted, or nothing."""
    return subprocess.run(["sh", COUNTER], check=False, text=True,
                          stdout=subprocess.PIPE).stdout.strip()


def instructions(*command):
    """How many callgrind counts."""
    with tempfile.TemporaryDirectory() as folder:
        count = os.path.join(folder, "count")
        subprocess.run(["sh", COUNTER, count,
                        *[str(word) for word in command]], check=True,
                       stdout=subprocess.DEVNULL)
        with open(count, encoding="ascii") as file:
            return int(file.read())


def counted(name, *args):
    """The instructions of pass NAME."""
    return instructions("--toggle-collect=bench_measured",
                        os.environ.get("BENCH_ENGINE", "bench/bench-engine"),
                        *args, name)


class Growth:
    """All series."""

    def __init__(self, args, folder):
        self.args, self.folder, self.failed = args, folder, False
        self.tool = os.path.abspath(os.environ.get("SFMERGE", "./sfmerge"))
        self.timer = os.environ.get("BENCH_TIME", "bench/bench-time")
        self.idle = self.seconds([[self.tool, "--version"]])[0]

    def sizes(self, *sizes):
        """Those of SIZES that are wanted."""
        return [s for s in sizes
                if s <= max(sizes[-1] * self.args.most, sizes[2])]

    def seconds(self, commands):
        """The least seconds of each of COMMANDS, which take turns."""
        best = [math.inf] * len(commands)
        turn = 0
        # Short ones more often, for they are mostly the start of a process.
        while turn < self.args.runs or (turn < 25 and sum(best) < 0.1):
            turn += 1
            for i, command in enumerate(commands):
                done = subprocess.run([self.timer, *command], check=False,
                                      stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, text=True)
                if done.returncode:
                    sys.exit(f"{command}: {done.stderr[:2000]}")
                best[i] = min(best[i], float(done.stdout.split()[0]))
        return best

    def show(self, name, what, points):
        """Print and keep the series NAME: (size of WHAT, seconds)."""
        print(f"{name}, by {what}")
        for size, seconds in points:
            print(f"  {size:>10} {seconds:12.6f} s "
                  f"{seconds / size * 1e9:12.1f} ns each")
        self.fit("exponents", name, what, points)
        bench_results.record(f"growth: {name}", f"{what}, s", points)

    def fit(self, block, name, what, points, most=None):
        """Print the exponent of POINTS, and keep it in BLOCK; above MOST is a
        failure."""
        power = exponent(points)
        if power is None:
            return
        print(f"  grows with the power {power:.3f}")
        if most and power > most:
            print(f"  that is more than {most}")
            self.failed = True
        rows = [row for row in bench_results.load(
            os.environ.get("BENCH_RESULTS", "")).get(block, ("", []))[1]
                if row[0] != name]
        bench_results.record(block, "series, size, largest, power",
                             rows + [[name, what, points[-1][0], power]])

    def counts(self):
        """The instructions of the engine, by functions."""
        if uncounted():
            print(f"{uncounted()}, no instructions are counted")
            return
        for name in ("merge", "merge-shuffled", "compact-shuffled", "verify",
                     "check"):
            points = [(size, counted(name, "-n", size, "-r", 1))
                      for size in (1000, 10000, 100000)]
            self.say_counts(name, "functions", points)
        for name in ("merge", "compact", "verify", "check"):
            points = [(size, counted(name, "-n", 5, "-p", 5, "-R", size, "-r",
                                     1)) for size in (600, 6000, 60000)]
            self.say_counts(name + " of one function", "rows", points)

    def link_counts(self):
        """The instructions of link, by members of an archive."""
        if uncounted():
            print(f"{uncounted()}, no instructions are counted")
            return
        points = {"pieces": [], "symbols": []}
        out = os.path.join(self.folder, "out")
        for size in (100, 1000, 10000):
            *linked, inputs = files.archive(self.folder, size)
            for way, image in zip(points, linked):
                points[way].append((size, instructions(
                    self.tool, "link", "-q", "--grow=move-phdrs", "-o", out,
                    image, *inputs)))
        for way, counts in points.items():
            self.say_counts(f"link by {way} of an archive", "members", counts)

    def say_counts(self, name, what, points):
        """Print and keep POINTS."""
        print(f"{name}, instructions by {what}")
        for size, count in points:
            print(f"  {size:>10} {count:12} {count / size:12.1f} each")
        self.fit("counted exponents", name, what, points, MOST_COUNTED)

    def functions(self):
        """The engine, by functions in pieces of 100."""
        passes = ("merge", "merge-shuffled", "compact-shuffled", "check")
        points = {p: [] for p in passes}
        for size in self.sizes(100, 1000, 10000, 100000, 1000000, 10000000):
            runs = max(2, min(50, 3000000 // size))
            for name, cost in engine(passes, "-n", size, "-r", runs).items():
                points[name].append((size, cost * size / 1e9))
        for name in passes:
            self.show(name, "functions", points[name])

    def pieces(self):
        """The engine, by functions in one piece."""
        points = []
        for size in self.sizes(100, 1000, 10000, 100000, 1000000):
            cost = engine(["merge"], "-n", size, "-p", size, "-r",
                          max(5, min(50, 3000000 // size)))["merge"]
            points.append((size, cost * size / 1e9))
        self.show("merge of one piece", "functions", points)
        if points[-1][0] >= 100000:
            one, many = (engine(["merge"], "-n", 100000, "-p", p, "-r", 50)[
                "merge"] for p in (100000, 1000))
            print(f"  100,000 functions in one piece take {one / many:.2f} "
                  "times what 100 pieces take")
            bench_results.record("one piece", "of 100 pieces",
                                 [[one / many]])

    def rows(self):
        """The engine, by rows a function, as many rows in all each time."""
        passes = ("merge", "compact", "check")
        points = {p: [] for p in passes}
        for size in self.sizes(6, 60, 600, 6000, 60000):
            count = max(1200000 // size, 20)
            for name, cost in engine(passes, "-n", count, "-p",
                                     min(count, 20), "-R", size, "-r",
                                     5).items():
                points[name].append((size, cost / 1e9))
        for name in passes:
            self.show(f"{name} of one function", "rows", points[name])

    def dump_rows(self):
        """Commands, by rows a function, of 20 functions."""
        names = ("dump", "check")
        points = {n: [] for n in names}
        for size in self.sizes(60, 600, 6000, 60000):
            path = files.long_functions(self.folder, 20, size)
            spent = self.seconds([[self.tool, n, path] for n in names])
            for name, seconds in zip(names, spent):
                points[name].append((size, max(seconds - self.idle, 1e-6)))
        for name in names:
            self.show(f"{name} of 20 functions", "rows", points[name])

    def linked(self, kind, what, sizes, make):
        """Commands whose inputs MAKE makes: the image, and link's
        arguments."""
        names = ("pieces", "symbols")
        points = {n: [] for n in names}
        for size in self.sizes(*sizes):
            merged, plain, inputs = make(self.folder, size)
            out = os.path.join(self.folder, "out")
            start = [self.tool, "link", "-q", "--grow=move-phdrs", "-o", out]
            spent = self.seconds([start + [merged, *inputs],
                                  start + [plain, *inputs]])
            for name, seconds in zip(names, spent):
                points[name].append((size, max(seconds - self.idle, 1e-6)))
        for name in names:
            self.show(f"link by {name} of {kind}", what, points[name])

    def archives(self):
        """link and check of one archive, by members of 5 functions."""
        sizes = (100, 1000, 10000, 100000)
        self.linked("an archive", "members", sizes, files.archive)
        points = []
        for size in self.sizes(*sizes):
            path = files.archive_file(self.folder, size)
            spent = self.seconds([[self.tool, "check", path]])[0]
            points.append((size, max(spent - self.idle, 1e-6)))
        self.show("check of an archive", "members", points)

    def objects(self):
        """link, by objects of 20 functions."""
        self.linked("objects", "objects", (100, 300, 1000, 3000, 10000),
                    files.objects)


def exponent(points):
    """The power of the size that the seconds grow with, over the larger half
    of POINTS; None if there are too few."""
    upper = points[len(points) // 2:] if len(points) > 3 else points
    if len(upper) < 2:
        return None
    xs = [math.log(size) for size, _ in upper]
    ys = [math.log(seconds) for _, seconds in upper]
    x_mid, y_mid = sum(xs) / len(xs), sum(ys) / len(ys)
    return (sum((x - x_mid) * (y - y_mid) for x, y in zip(xs, ys))
            / sum((x - x_mid) ** 2 for x in xs))


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=float, default=1)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("series", nargs="*")
    args = parser.parse_args()
    folder = os.path.join(os.environ.get("BENCH_FOLDER", "bench/scratch"),
                          "growth")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    growth = Growth(args, folder)
    every = ("counts", "link_counts", "functions", "pieces", "rows",
             "dump_rows", "objects", "archives")
    for name in args.series or every:
        if name not in every:
            sys.exit(f"bench-growth: no series {name}: {', '.join(every)}")
        getattr(growth, name)()
    shutil.rmtree(folder)
    if growth.failed:
        print("bench-growth: something grows faster than its input")
    return growth.failed


if __name__ == "__main__":
    sys.exit(main())
