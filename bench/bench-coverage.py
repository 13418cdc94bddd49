#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What `sfmerge synth` would describe of the files that there are:

    bench-coverage.py [--jobs N[,N]...] [--synth OPTION]... SET=PATH[,PATH]...

Each SET is all files below the PATHs.  `sfmerge synth -n -r`, with the
OPTIONs, makes and verifies a section for each of them, and writes nothing.
The sums replace those of the same sets in the file BENCH_RESULTS.
"""

import argparse
import collections
import importlib
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

bench_results = importlib.import_module("bench-results")

SFMERGE = os.environ.get("SFMERGE", "./sfmerge")
BENCH_TIME = os.environ.get("BENCH_TIME", "bench/bench-time")
# Counters of synth's JSON: a function in the end, and none.
DESCRIBED = ("described", "added", "replaced")
VOID = ("dead", "empty", "twice")
LEFT_OUT = ("outside", "overlapping", "unread", "refused")
WRITTEN = ("rewritten", "unchanged")


def sections(data):
    """(name, offset, size) of the sections of DATA, a 64-bit ELF file."""
    order = "<" if data[5] == 1 else ">"
    start = struct.unpack_from(order + "Q", data, 0x28)[0]
    size, count, names = struct.unpack_from(order + "HHH", data, 0x3a)
    if start == 0 or count == 0:
        return []
    heads = [struct.unpack_from(order + "IIQQQQ", data, start + i * size)
             for i in range(count)]
    found = []
    for head in heads:
        at = heads[names][4] + head[0]
        found.append((data[at:data.index(b"\0", at)].decode("latin-1"),
                      head[4], head[5] if head[1] != 8 else 0))
    return found


def count_fdes(data, order):
    """How many FDEs the .eh_frame DATA has."""
    at, count = 0, 0
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(order + "II", data, at)
        head = 4
        if length == 0xffffffff:
            length, kind = struct.unpack_from(order + "QI", data, at + 4)
            head = 12
        count += length != 0 and kind != 0
        at += head + length
    return count


class Image:
    """The sizes of an image's .eh_frame and .eh_frame_hdr, and its FDEs."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        order = "<" if data[5] == 1 else ">"
        self.frames = self.header = self.functions = 0
        for name, offset, size in sections(data):
            if name == ".eh_frame":
                self.frames += size
                self.functions += count_fdes(data[offset:offset + size],
                                             order)
            elif name == ".eh_frame_hdr":
                self.header += size


def run(jobs, options, paths, output):
    """Seconds and MiB of a dry run over PATHS; its JSON goes to OUTPUT."""
    script = 'out=$1; shift; exec "$@" >"$out" 2>/dev/null'
    done = subprocess.run(
        [BENCH_TIME, "sh", "-c", script, "sh", output, SFMERGE, "synth", "-n",
         "-r", "--json", f"-j{jobs}", *options, *paths],
        stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode > 1:
        sys.exit(f"bench-coverage: sfmerge ended with {done.returncode}")
    seconds, kib = done.stdout.split()
    return float(seconds), float(kib) / 1024


def reason(text):
    """The failure TEXT without what differs from file to file."""
    return re.sub(r"\b(0x[0-9a-f]+|\d+)\b", "N", text.split(";")[0])


class Sums:
    """What a set of files comes to."""

    def __init__(self):
        self.images, self.others = (collections.Counter() for _ in range(2))
        self.left, self.failed, self.lost = (
            collections.Counter() for _ in range(3))

    def add(self, entry):
        """Add ENTRY, a file of the JSON."""
        image = entry["kind"] == "image"
        to, synth = self.images if image else self.others, entry["synth"]
        written = entry["state"] in WRITTEN
        if written and synth["frames"] == 0:
            to["nothing"] += 1
            return
        to["files"] += 1
        sizes = Image(entry["file"]) if image else None
        if not written:
            to["files refused"] += 1
            to["frames of refused"] += sizes.functions if sizes else 0
            return
        for name, value in synth.items():
            if name != "left_out":
                to[name] += value
        for left in synth["left_out"]:
            self.left[left["text"]] += left["functions"]
        for name in ("outside", "overlapping", "unread"):
            self.left[name] += synth[name]
        if image and "section" in entry:
            to["bytes"] += entry["section"]["bytes"]
            to["eh_frame"] += sizes.frames
            to["eh_frame_hdr"] += sizes.header

    def row(self, name, kind):
        """A line of the results for the files of KIND."""
        of = self.images if kind == "images" else self.others
        return [name, kind, of["files"], of["nothing"], of["files refused"],
                of["frames"] - sum(of[v] for v in VOID),
                sum(of[v] for v in DESCRIBED),
                sum(of[v] for v in LEFT_OUT),
                of["frames of refused"], of["bytes"], of["eh_frame"],
                of["eh_frame_hdr"]]


def measure(name, paths, args, results):
    """The set NAME, whose lines are added to RESULTS."""
    jobs, sums = args.jobs.split(","), Sums()
    with tempfile.NamedTemporaryFile("r", encoding="utf-8",
                                     errors="surrogateescape") as output:
        # The first run only reads the files into the page cache.
        run(jobs[-1], args.synth, paths, output.name)
        for count in jobs:
            seconds, mib = run(count, args.synth, paths,
                               output.name)
            results["coverage times"].append([name, count, seconds, mib])
        found = json.load(output)
    for entry in found["files"]:
        sums.add(entry)
    for failure in found["summary"]["failures"]:
        sums.failed[reason(failure["text"])] += failure["files"]
    for kind, of in (("images", sums.images), ("objects", sums.others)):
        if of["files"]:
            results["coverage"].append(sums.row(name, kind))
    for block, of in (("coverage left out", sums.left),
                      ("coverage refused", sums.failed)):
        results[block] += [[name, text, count] for text, count
                           in of.most_common() if count]


COLUMNS = {
    "coverage": "set, kind, files with functions, files without, files "
    "refused, FDEs, described, left out, FDEs of refused files, bytes of "
    ".sframe, of .eh_frame, of .eh_frame_hdr",
    "coverage left out": "set, reason, FDEs",
    "coverage refused": "set, reason, files",
    "coverage times": "set, processes at a time, seconds, MiB of the largest"}


def keep(results):
    """Keep RESULTS beside those of other sets."""
    path = os.environ.get("BENCH_RESULTS")
    kept = bench_results.load(path) if path else {}
    mine = {row[0] for row in results["coverage times"]}
    bench_results.record("machine", "processor, how many, GiB",
                         [bench_results.machine()])
    for block, rows in results.items():
        rows = rows + [row for row in kept.get(block, ("", []))[1]
                       if row[0] not in mine]
        # A set that was measured again stays where it was.
        names = [row[0] for row in kept.get("coverage times", ("", []))[1]]
        rows.sort(key=lambda row: names.index(row[0])
                  if row[0] in names else len(names))
        bench_results.record(block, COLUMNS[block], rows)


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", default="1,2")
    parser.add_argument("--synth", action="append", default=[])
    parser.add_argument("sets", nargs="+", metavar="SET=PATH[,PATH]...")
    args = parser.parse_args()
    results = {block: [] for block in COLUMNS}
    for one in args.sets:
        name, paths = one.split("=", 1)
        measure(name, paths.split(","), args, results)
        for block, rows in results.items():
            for row in rows:
                if row[0] == name:
                    print(block + ":", *row, flush=True)
    keep(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
