#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Time commands on a system:

    bench-walk.py [--synth] [--runs R] FOLDER

`sfmerge check -r -j2', beside the least of any search, which reads the first 64
bytes of each file (bench-heads.c) in one process; and `sfmerge synth -n -r' with
one process and with two, beside the number of its FDEs.  --synth: `cp -a' of
FOLDER, `sfmerge synth -i -r -j2' of the copy, which takes as much room, and the
first two again over that.  Commands take turns, and the first turn, which fills
the page cache, does not count.

SFMERGE is the program, BENCH_TIME and BENCH_HEADS those beside this one,
BENCH_FOLDER where the copy goes.
"""

import argparse
import importlib
import json
import os
import shutil
import statistics
import subprocess
import sys

bench_results = importlib.import_module("bench-results")

SFMERGE = os.path.abspath(os.environ.get("SFMERGE", "./sfmerge"))
BENCH_TIME = os.environ.get("BENCH_TIME", "bench/bench-time")
BENCH_HEADS = os.environ.get("BENCH_HEADS", "bench/bench-heads")


def seconds(args):
    """The seconds of ARGS, which may find faults in what they read: Go's tests
    have damaged archives."""
    done = subprocess.run([BENCH_TIME, *args], check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode > 1 and ": damaged " not in done.stderr:
        sys.exit(f"{args}: status {done.returncode}\n{done.stderr[:2000]}")
    return float(done.stdout.split()[0])


def measure(commands, runs, suffix=""):
    """Rows of COMMANDS, by name."""
    times = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, args in commands.items():
            took = seconds(args)
            if turn:
                times[name].append(took)
    return [[name + suffix, min(found), statistics.median(found)]
            for name, found in times.items()]


def checks(folder):
    """The commands that only look at FOLDER."""
    return {"heads": [BENCH_HEADS, folder],
            "check": [SFMERGE, "check", "-r", "-j2", folder]}


def synths(folder):
    """The dry runs, which say how many FDEs FOLDER has."""
    args = [SFMERGE, "synth", "-n", "-r", "-q", folder]
    return {"synth -n": args + ["-j1"], "synth -n, two": args + ["-j2"]}


def frames(folder):
    """A row with the number of FDEs of FOLDER."""
    done = subprocess.run(
        [SFMERGE, "synth", "-n", "-r", "-q", "--json", folder], check=False,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    count = json.loads(done.stdout)["summary"]["synth"]["frames"]
    return ["FDEs", count, count]


def written(folder, runs):
    """Rows of a copy of FOLDER and of synth of that; the path of the last."""
    work = os.path.join(os.environ.get("BENCH_FOLDER", "bench/scratch"),
                        "walk")
    times = {"cp -a": [], "synth -i": []}
    for _ in range(runs):
        shutil.rmtree(work, ignore_errors=True)
        os.makedirs(work)
        copy = os.path.join(work, "copy")
        times["cp -a"].append(seconds(["cp", "-a", folder, copy]))
        times["synth -i"].append(seconds(
            [SFMERGE, "synth", "-i", "-r", "-q", "-j2", copy]))
    return [[name, min(found), statistics.median(found)]
            for name, found in times.items()], work


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--synth", action="store_true")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("folder")
    args = parser.parse_args()
    rows = measure(checks(args.folder), args.runs)
    rows += measure(synths(args.folder), args.runs) + [frames(args.folder)]
    if args.synth:
        found, work = written(args.folder, args.runs)
        rows += found + measure(checks(work), args.runs, ", synthesised")
        shutil.rmtree(work)
    for name, least, middle in rows:
        print(f"{name:24} {least:12,.3f} (median {middle:,.3f})")
    bench_results.record("walk", "what, least s, median s", rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
