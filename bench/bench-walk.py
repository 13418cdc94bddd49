#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Time `sfmerge check -r -j2' of a system, beside the least of any search:

    bench-walk.py [--synth] [--runs R] FOLDER

The least reads the first 64 bytes of each file (bench-heads.c), in one
process.  --synth: the same again over a copy of FOLDER all of whose files have
gone through `sfmerge synth'; it takes as much room as FOLDER.  Commands take
turns, and the first turn, which fills the page cache, does not count.

SFMERGE is the program, BENCH_TIME and BENCH_HEADS those beside this one,
BENCH_FOLDER where the copy goes.
"""

import argparse
import importlib
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
    """The seconds of ARGS, which may find faults in what they read."""
    done = subprocess.run([BENCH_TIME, *args], check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode > 1:
        sys.exit(f"{args}: status {done.returncode}\n{done.stderr[:2000]}")
    return float(done.stdout.split()[0])


def measure(folder, runs, suffix):
    """Rows of the two commands on FOLDER."""
    commands = {"heads": [BENCH_HEADS, folder],
                "check": [SFMERGE, "check", "-r", "-j2", folder]}
    times = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, args in commands.items():
            took = seconds(args)
            if turn:
                times[name].append(took)
    return [[name + suffix, min(found), statistics.median(found)]
            for name, found in times.items()]


def synthesise(folder):
    """A copy of FOLDER, all of whose files have .sframe."""
    work = os.path.join(os.environ.get("BENCH_FOLDER", "bench/scratch"),
                        "walk")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    copy = os.path.join(work, "copy")
    subprocess.run(["cp", "-a", folder, copy], check=True)
    done = subprocess.run([SFMERGE, "synth", "-i", "-r", "-q", copy],
                          check=False, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL)
    if done.returncode > 1:
        sys.exit(f"bench-walk: synth ended with {done.returncode}")
    return work


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--synth", action="store_true")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("folder")
    args = parser.parse_args()
    rows = measure(args.folder, args.runs, "")
    if args.synth:
        work = synthesise(args.folder)
        rows += measure(work, args.runs, ", synthesised")
        shutil.rmtree(work)
    for name, least, middle in rows:
        print(f"{name:24} {least:8.3f} s (median {middle:.3f})")
    bench_results.record("walk", "what, least s, median s", rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
