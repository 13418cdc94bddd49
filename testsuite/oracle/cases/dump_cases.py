#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run `sfmerge dump` on generated sections and on a corpus.

The readelf that is given reads versions 2 and 3: functions and rows must be
those that it shows."""

import argparse
import glob
import json
import os
import re
import subprocess
import sys

import disk
import dump_names
import dump_reading
import dump_rows
import dump_write
import elf
import sframe
from runner import Runner


class Bench:
    """What the cases share."""

    def __init__(self, run, readelf, corpus):
        self.run, self.readelf, self.corpus = run, readelf, corpus

    def output(self, *command, timeout=60):
        """Exit status, standard output and standard error."""
        env = dict(os.environ, LC_ALL="C")
        done = subprocess.run(command, env=env, timeout=timeout, check=False,
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return (done.returncode, done.stdout.decode("utf-8", "replace"),
                done.stderr.decode("utf-8", "replace"))

    def dump(self, *args, timeout=60):
        """The same of sfmerge dump."""
        self.run.runs += 1
        return self.output(self.run.tool, "dump", *args, timeout=timeout)

    def write(self, name, data):
        """Make a file in the directory of this run."""
        path = self.run.path(name)
        disk.write(path, data)
        return path

    def read(self, path):
        """The bytes of PATH."""
        return disk.read(path)


FUNCTION = re.compile(r"func idx \[\d+\]: pc = 0x([0-9a-f]+), size = (\d+) ")
ROW = re.compile(r"([0-9a-f]{16})  (\S+)")


def shown_by_readelf(text):
    """[(size, [(start, cfa)])] of each function in readelf's TEXT."""
    out = []
    for block in re.split(r"(?=    func idx \[)", text)[1:]:
        start, size = FUNCTION.search(block).groups()
        base = 0 if "STARTPC[m]" in block else int(start, 16)
        out.append((int(size), [((int(row, 16) - base) % 2 ** 64, cfa)
                                for row, cfa in ROW.findall(block)]))
    return out


def shown_by_us(text):
    """The same, of the first piece of each section in our JSON."""
    out = []
    for file in json.loads(text)["files"]:
        for section in file["sections"]:
            rows = {}
            for func in section["pieces"][0]["fdes"]:
                number = func["number"]
                rows[number] = rows.get(func.get("fres_as_of_fde"), [
                    (row["start_address"], row.get("cfa", "RA"))
                    for row in func.get("fres", [])])
                out.append((func["func_size"], rows[number]))
    return out


def agree(one, two):
    """Whether functions ONE, readelf's, and TWO, ours, are the same.  Only
    plain CFAs are written alike."""
    plain = re.compile(r"(sp|fp)[+-]\d+$")
    return one[0] == two[0] and len(one[1]) == len(two[1]) and all(
        a[0] == b[0] and (a[1] == b[1] or not plain.match(a[1]))
        for a, b in zip(one[1], two[1]))


def compare(bench, paths, wanted=True):
    """Problems, and whether readelf can read PATHS; if WANTED it has to."""
    status, text, said = bench.output(bench.readelf, "--sframe", *paths)
    if status or said:
        problem = f"readelf: status {status}: {said.splitlines()[:1]}"
        return ([problem] if wanted else []), False
    status, ours, said = bench.dump("--json", *paths)
    if status:
        return [f"status {status}"], True
    theirs, ours = shown_by_readelf(text), shown_by_us(ours)
    problems = [f"function {n}: readelf {a}, sfmerge {b}"
                for n, (a, b) in enumerate(zip(theirs, ours))
                if not agree(a, b)]
    if len(theirs) != len(ours):
        problems.append(f"{len(ours)} functions, {len(theirs)} of readelf")
    return problems, True


def generated(bench):
    """What readelf shows of generated files, for each ABI and version."""
    for abi, version, flags in dump_write.FORMS:
        name = f"dump/readelf: ABI {abi}, version {version}, flags {flags}"
        if version == 1 or not bench.run.wanted(name):
            continue
        if not bench.readelf:
            bench.run.unsupported(name, "no readelf that reads it")
            continue
        problems, paths = [], []
        for seed in range(6):
            for make in (dump_write.random_image, dump_write.random_object):
                data, _ = make(seed, abi, version, flags)
                paths.append(bench.write(f"{make.__name__}-{seed}", data))
                more, _ = compare(bench, paths[-1:])
                problems += [f"{make.__name__} {seed}: {p}" for p in more]
        # Several files, and an archive of the objects, have names in front.
        library = bench.run.path("lib.a")
        objects = [p for p in paths if "relocatable" in p]
        bench.run.command(["ar", "rcS", library, *objects])
        problems += compare(bench, paths)[0] + compare(bench, [library])[0]
        os.remove(library)
        bench.run.result(name, problems)


def single(path):
    """The version of the only piece of the only section of PATH, or 0 if
    there are several, none, or damaged ones."""
    try:
        file = elf.Elf(path)
        found = file.named(".sframe")
        if len(found) != 1:
            return 0
        pieces = sframe.pieces_of(file.bytes_of(found[0]), file.big)
        return pieces[0].version if len(pieces) == 1 else 0
    except (sframe.Broken, ValueError):
        return 0


def corpus(bench):
    """What readelf shows of every file of the corpus that it can read."""
    name = "dump/readelf: every single piece of the corpus"
    if not bench.run.wanted(name):
        return
    if not bench.readelf or not bench.corpus:
        bench.run.unsupported(name, "no corpus or no readelf")
        return
    problems, equal = [], 0
    paths = [p for form in ("images/*/*", "arch/*/*.so", "arch/*/*.o",
                            "objects/*/*/*.o")
             for p in sorted(glob.glob(os.path.join(bench.corpus, form)))]
    for path in paths:
        if single(path) < 2:
            continue
        more, able = compare(bench, [path], False)
        equal += able
        problems += [f"{path[len(bench.corpus):]}: {p}" for p in more]
    # 229 in the corpus that this was written with.
    if equal < 100:
        problems.append(f"only {equal} of {len(paths)} were compared")
    bench.run.result(name, problems)


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sfmerge", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--readelf")
    parser.add_argument("--corpus")
    parser.add_argument("--only")
    args = parser.parse_args()
    run = Runner(args.sfmerge, args.folder, args.only)
    bench = Bench(run, args.readelf, args.corpus)
    for cases in (generated, corpus, dump_reading.readings,
                  dump_reading.mutations, dump_names.chosen, dump_names.packed,
                  dump_names.broken, dump_names.found, dump_names.unsorted,
                  dump_names.names, dump_names.without_proc,
                  dump_names.hostile, dump_rows.cases):
        cases(bench)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
