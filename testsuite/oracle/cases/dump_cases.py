#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run `sfmerge dump` in all styles on generated sections and on a corpus.

PROGRAM is a readelf that reads versions 2 and 3: what it prints has to be
what --style=readelf prints, byte for byte."""

import argparse
import glob
import os
import subprocess
import sys

import disk
import dump_names
import dump_reading
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


def differ(one, two):
    """Where the texts ONE and TWO differ first, or None."""
    if one == two:
        return None
    first, second = one.splitlines(), two.splitlines()
    for number, (a, b) in enumerate(zip(first, second), 1):
        if a != b:
            return f"line {number}: readelf {a!r}, sfmerge {b!r}"
    return f"readelf has {len(first)} lines, sfmerge {len(second)}"


def compare(bench, paths, wanted=True):
    """Problems, and whether readelf can read PATHS; if WANTED it has to."""
    status, text, said = bench.output(bench.readelf, "--sframe", *paths)
    if status or said:
        problem = f"readelf: status {status}: {said.splitlines()[:1]}"
        return ([problem] if wanted else []), False
    status, ours, said = bench.dump("--style=readelf", *paths)
    problems = [f"status {status}"] if status else []
    problems += [p for p in (differ(text, ours),) if p]
    return problems, True


def generated(bench):
    """readelf's text of generated files, for each ABI and version."""
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
    """readelf's text of every file of the corpus that it can read."""
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
                  dump_reading.mutations, dump_names.chosen,
                  dump_names.broken, dump_names.found, dump_names.crowded,
                  dump_names.unsorted, dump_names.names,
                  dump_names.without_proc, dump_names.hostile):
        cases(bench)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
