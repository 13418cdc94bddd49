#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Where instructions go, as callgrind counts them:

    bench-where.py [--list LIST]

For passes of the engine, on generated functions and on the objects of LIST
(bench-own.py), and for `sfmerge link': the instructions a function, and the
parts that most of them are in, a source file of sfmerge or a library.  The
environment is that of bench-growth.py.
"""

import argparse
import collections
import importlib
import json
import os
import re
import shutil
import subprocess
import sys

files = importlib.import_module("bench-files")
bench_results = importlib.import_module("bench-results")

PASSES = ("merge", "merge-shuffled", "merge-to-v2", "compact",
          "compact-shuffled", "verify", "check")
SHOWN = 6


def count(folder, command, measured):
    """The instructions of COMMAND by part."""
    out = os.path.join(folder, "counts")
    toggle = ["--toggle-collect=bench_measured"] if measured else []
    subprocess.run(["valgrind", "--tool=callgrind", *toggle,
                    "--callgrind-out-file=" + out, *command], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    listed = subprocess.run(
        ["callgrind_annotate", "--threshold=100", "--show-percs=no", out],
        check=True, stdout=subprocess.PIPE, text=True).stdout
    found, total = collections.Counter(), 0
    lines, home = [], {}
    for line in listed.splitlines():
        parts = re.match(r"\s*([\d,]+)\s+(\S+?):(\S+)(?:\s+\[(.*)\])?$",
                         line)
        if parts:
            lines.append(parts.groups())
            if parts.group(4):
                home[parts.group(3)] = part_of(parts.group(2), parts.group(4))
        elif "PROGRAM TOTALS" in line:
            total = int(line.split()[0].replace(",", ""))
    for cost, source, function, _ in lines:
        # What is inlined counts for the function that it is in.
        found[home.get(function, os.path.basename(source))] += int(
            cost.replace(",", ""))
    if sum(found.values()) < total * 0.99:
        sys.exit(f"bench-where: {sum(found.values())} instructions of {total} "
                 "were understood")
    return found


def part_of(source, program):
    """The name under which a function of SOURCE in PROGRAM counts."""
    library = re.match(r"(lib[a-z+]+|ld)[-.\d\w]*\.so",
                       os.path.basename(program))
    if library:
        return library.group(1)
    name = os.path.basename(source)
    return name if name.endswith((".c", ".h")) else "others"


def show(name, found, functions, rows):
    """Print a line, and keep it."""
    total = sum(found.values())
    parts = [(part, cost * 100 / total)
             for part, cost in found.most_common(SHOWN)
             if cost * 100 >= total]
    print(f"{name:24} {total / functions:7.0f} instructions a function: "
          + ", ".join(f"{p} {share:.0f} %" for p, share in parts))
    rows.append([name, total / functions]
                + [word for part, share in parts for word in (part, share)])


def functions_of(listed):
    """How many functions the objects in the file LISTED have."""
    with open(listed, encoding="utf-8") as file:
        paths = file.read().splitlines()
    text = subprocess.run([os.environ.get("SFMERGE", "./sfmerge"), "check",
                           "--json", *paths], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    return sum(piece["num_fdes"] for found in json.loads(text)["files"]
               for piece in found.get("pieces", []))


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--list")
    args = parser.parse_args()
    folder = os.path.join(os.environ.get("BENCH_FOLDER", "bench/scratch"),
                          "where")
    engine = os.environ.get("BENCH_ENGINE", "bench/bench-engine")
    if not shutil.which("valgrind"):
        print("bench-where: no valgrind, nothing is measured")
        return 77
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    rows = []
    for name in PASSES:
        show(name, count(folder, [engine, "-n", "20000", "-r", "1", name],
                         True), 20000, rows)
    if args.list:
        functions = functions_of(args.list)
        for name in ("merge", "compact", "verify", "check"):
            show(f"{name} of real code", count(
                folder, [engine, "-f", args.list, "-r", "1", name], True),
                functions, rows)
    merged, plain, inputs = files.objects(folder, 500)
    for name, image in (("pieces", merged), ("symbols", plain)):
        show(f"link by {name}", count(
            folder, [os.environ.get("SFMERGE", "./sfmerge"), "link", "-q",
                     "--grow=move-phdrs", "-o", os.path.join(folder, "out"),
                     image, *inputs], False), 10000, rows)
    bench_results.record("where", "what, instructions a function, "
                         "parts with their per cent", rows)
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
