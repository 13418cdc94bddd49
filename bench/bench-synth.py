#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What synth costs an FDE, beside other readers of call frame information:

    bench-synth.py --objects N --functions M [--runs R]

The image is a link of generated objects without .sframe.  A row has the least
seconds, the nanoseconds and the instructions an FDE: of the engine that builds
and that proves a section, of whole commands, of readelf, which prints
all instructions and all rows, and of libdw, which gives every row to
bench-libdw.c and prints none.  Instructions are counted with a twentieth of
the objects, without the dynamic linker where the program has symbols.

SFMERGE is the program, BENCH_TIME and BENCH_ENGINE those beside this one,
BENCH_FOLDER where files go, CC the compiler for libdw, which may be missing.
"""

import argparse
import importlib
import os
import shutil
import subprocess
import sys

bench_commands = importlib.import_module("bench-commands")
bench_growth = importlib.import_module("bench-growth")
bench_links = importlib.import_module("bench-links")
bench_objects = importlib.import_module("bench-objects")
bench_results = importlib.import_module("bench-results")

PASSES = ("build", "prove")


def image(folder, name, objects, functions):
    """The image NAME of OBJECTS objects."""
    paths = bench_objects.make(os.path.join(folder, name + "-o"), objects,
                               functions, True)
    found = bench_links.Objects(folder, None, None, paths)
    path = os.path.join(folder, name)
    subprocess.run(["ld", "--eh-frame-hdr", "-o", path,
                    found.response("plain")], check=True)
    return path


def libdw(folder):
    """bench-libdw, or None where libdw's headers are missing."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                          "bench-libdw.c")
    path = os.path.join(folder, "bench-libdw")
    done = subprocess.run(
        [*os.environ.get("CC", "gcc").split(), "-std=c11", "-D_GNU_SOURCE",
         "-O2", source, "-o", path, "-ldw", "-lelf"], check=False,
        stderr=subprocess.DEVNULL)
    return path if done.returncode == 0 else None


def commands(folder, path):
    """Whole commands that read the image PATH."""
    tool = os.path.abspath(os.environ.get("SFMERGE", "./sfmerge"))
    out, other = os.path.join(folder, "out"), libdw(folder)
    one = bench_links.one_processor() or []
    start = [tool, "synth", "-q", "--grow=move-phdrs", "-o", out]
    found = [("sfmerge synth", start + [path]),
             ("sfmerge synth, one thread", one + start + [path]),
             ("sfmerge synth, not verified", start + ["--no-verify", path]),
             ("readelf, instructions", ["readelf", "--debug-dump=frames",
                                        path]),
             ("readelf, rows", ["readelf", "--debug-dump=frames-interp",
                                path])]
    if other:
        found.append(("libdw, rows", [other, path]))
    return [bench_links.Command(name, args, out if args[0] == tool else None)
            for name, args in found]


def counts(folder, objects, functions):
    """The instructions an FDE of each command and pass, by name."""
    if bench_growth.uncounted():
        return {}
    path = image(folder, "small", objects, functions)
    found = {name: bench_growth.counted(name, "-n", "20000", "-r", "1") / 20000
             for name in PASSES}
    for command in commands(folder, path):
        if command.args[0] != "taskset":
            part = (["--toggle-collect=main"]
                    if command.args[0] != "readelf" else [])
            found[command.name] = bench_growth.instructions(
                *part, *command.args) / (objects * functions)
    return found


def measure(args, folder):
    """A row for each pass and command."""
    total = args.objects * args.functions
    counted = counts(folder, max(args.objects // 20, 1), args.functions)
    rows = [[f"engine, {name}", each * total / 1e9, each,
             *([counted[name]] if counted else [])]
            for name, each in bench_growth.engine(
                PASSES, "-n", total, "-r", args.runs).items()]
    found = commands(folder, image(folder, "image", args.objects,
                                   args.functions))
    for _ in range(args.runs):
        for command in found:
            command.times.append(bench_commands.run(
                command, os.environ.get("BENCH_TIME", "bench/bench-time"))[0])
    rows += [[c.name, min(c.times), min(c.times) * 1e9 / total,
              *([counted[c.name]] if c.name in counted else [])]
             for c in found]
    if len(found) < 6:
        rows.append(["libdw, rows"])
    return rows


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--objects", type=int, required=True)
    parser.add_argument("--functions", type=int, required=True)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    folder = os.path.join(os.environ.get("BENCH_FOLDER", "bench/scratch"),
                          "synth")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    rows = measure(args, folder)
    print(f"{args.objects} objects of {args.functions} functions\n"
          f"{'':30} {'s':>8} {'ns/FDE':>8} {'instr.':>8}")
    for name, *numbers in rows:
        print(f"{name:30} " + (" ".join(
            f"{number:8.{places}f}" for number, places
            in zip(numbers, (3, 0, 0))) or "not measured"))
    bench_results.record("synth", "what, least s, ns an FDE, "
                         "instructions an FDE", rows)
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
