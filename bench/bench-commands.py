#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Time whole commands on generated objects, beside the links they follow:

    bench-commands.py --objects N --functions M [--shuffled S] [--runs R]
                      [--keep]

The commands take turns, so that a busy spell meets all of them.  A row has
the minimum and the median of the runs; the time as a share of the link's, of
the minima and as the median of all turns; as a multiple of the least that
could be done (bench-floor.c); and the most memory that the command had, with
the files that it mapped, and of its own.  What .sframe adds to a link follows.
--shuffled: ten objects of S functions, each in a section of its own, which
mold 3 puts in any order.

SFMERGE is the program, BENCH_TIME and BENCH_FLOOR those beside this one,
BENCH_FOLDER where files go, SFMERGE_TOOLCHAINS the directory of newer linkers,
if there are any.
"""

import argparse
import importlib
import os
import re
import shutil
import statistics
import subprocess
import sys

make_objects = importlib.import_module("bench-objects")
bench_links = importlib.import_module("bench-links")
bench_results = importlib.import_module("bench-results")


def run(command, timer, *options):
    """Run COMMAND once: the seconds and the KiB."""
    if command.out and os.path.exists(command.out):
        os.remove(command.out)
    done = subprocess.run([timer, *options] + command.args, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"{command.name}: status {done.returncode}\n"
                 + done.stderr.decode("utf-8", "replace")[:2000])
    seconds, memory = done.stdout.split()
    return float(seconds), int(memory)


def measure(found, timer, runs):
    """Run all, RUNS times, and once more for their own memory."""
    for _ in range(runs):
        for command in found:
            seconds, memory = run(command, timer)
            command.times.append(seconds)
            command.memory = max(command.memory, memory)
    for command in found:
        command.own = run(command, timer, "-p")[1]


def inputs(tool, folder, objects, functions, sections):
    """The objects in all forms."""
    made = [make_objects.make(os.path.join(folder, name), objects, functions,
                              name == "plain-o", sections)
            for name in ("frames-o", "plain-o")]
    return bench_links.Objects(folder, made[0],
                               bench_links.convert(tool, folder, made[0]),
                               made[1])


def table(found, functions):
    """Print what was measured, and keep it."""
    known = {c.name: c for c in found}
    rows = []
    print(f"{'':46} {'min s':>8} {'median':>8} {'of link':>8} {'median':>7} "
          f"{'of floor':>8} {'MiB':>6} {'own':>6} {'ns/FDE':>8}")
    for command in found:
        base = known.get(command.base or "ld", command)
        floor = known.get(command.floor)
        low = min(command.times)
        share = low / min(base.times)
        middle = statistics.median(
            mine / its for mine, its in zip(command.times, base.times))
        times = low / min(floor.times) if floor else 0
        print(f"{command.name:46} {low:8.3f} "
              f"{statistics.median(command.times):8.3f} {share:8.1%} "
              f"{middle:7.1%} {f'{times:.2f}' if floor else '':>8} "
              f"{command.memory / 1024:6.0f} {command.own / 1024:6.0f} "
              f"{low / functions * 1e9:8.0f}")
        rows.append([command.name, low, statistics.median(command.times),
                     share, middle, times, command.memory / 1024,
                     command.own / 1024])
    return rows


def marginal(found, functions, shuffled):
    """What .sframe adds to a link, in nanoseconds a function."""
    known = {c.name: c for c in found}
    rows = []
    for name in ("ld", "ld 2.47", "mold 3", "mold 3, shuffled"):
        plain = known.get(f"{name}, without .sframe")
        if not plain:
            continue
        count = shuffled if "shuffled" in name else functions
        with_it = known[name]
        low = (min(with_it.times) - min(plain.times)) / count * 1e9
        middle = statistics.median(
            a - b for a, b in zip(with_it.times, plain.times)) / count * 1e9
        memory = (with_it.memory - plain.memory) * 1024 / count
        print(f"what .sframe adds to {name}: {low:.0f} ns a function "
              f"(median {middle:.0f}), {memory:.0f} bytes")
        rows.append([name, low, middle, memory])
    return rows


def sizes(tool, objects):
    """The bytes of .sframe that ld 2.47 writes, and that sfmerge does."""
    if not objects.newer or not bench_links.newer("ld-2.47"):
        return []
    rows, start = [], [tool, "link", "-q", "-o", objects.path("out")]
    for name, more in (("ld 2.47", None), ("sfmerge", "never"),
                       ("sfmerge, rows shared", "always")):
        path = objects.path("ld-2.47")
        if more:
            subprocess.run(start + ["--share-rows=" + more, path,
                                    objects.response("newer")], check=True)
            path = objects.path("out")
        listed = subprocess.run(["readelf", "-SW", path], check=True,
                                stdout=subprocess.PIPE, text=True).stdout
        found = re.search(r" \.sframe +\S+ +\w+ \w+ (\w+) ", listed)
        rows.append([name, int(found.group(1), 16)])
        print(f".sframe of {name}: {rows[-1][1]} bytes")
    return rows


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--objects", type=int, required=True)
    parser.add_argument("--functions", type=int, required=True)
    parser.add_argument("--shuffled", type=int, default=0)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args()
    folder = os.path.join(os.environ.get("BENCH_FOLDER", "bench/scratch"),
                          "commands")
    tool = os.path.abspath(os.environ.get("SFMERGE", "./sfmerge"))
    timer = os.environ.get("BENCH_TIME", "bench/bench-time")
    os.environ["SFMERGE"] = tool
    shutil.rmtree(folder, ignore_errors=True)
    first = inputs(tool, folder, args.objects, args.functions, False)
    second = None
    if args.shuffled and first.newer:
        second = inputs(tool, os.path.join(folder, "shuffled"), 10,
                        args.shuffled, True)
    found = bench_links.commands(tool, first, second)
    measure(found, timer, args.runs)
    found += bench_links.builds(found)
    total = args.objects * args.functions
    print(f"{args.objects} objects of {args.functions} functions, "
          f"{args.runs} runs")
    rows = table(found, total)
    bench_results.record(
        "commands", "name, minimum s, median s, of its link, median of that, "
        "of the floor, MiB, MiB of its own", rows)
    bench_results.record("inputs", "objects, functions an object",
                         [[args.objects, args.functions]])
    bench_results.record("marginal", "linker, ns a function, median, bytes",
                         marginal(found, total, 10 * args.shuffled))
    bench_results.record("sizes", "what, bytes of .sframe",
                         sizes(tool, first))
    if not args.keep:
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
