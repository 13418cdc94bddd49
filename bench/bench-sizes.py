#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The bytes of .sframe in real programs, beside .eh_frame:

    bench-sizes.py [--list LIST] [PROGRAM]...

Each PROGRAM, or the first LIMIT of PROGRAMS that are installed, is given
.sframe by `sfmerge synth', in versions 2 and 3, with shared rows and without.
Without, the section has one block of rows a function, as a linker writes it.
LIST names objects that really were assembled with .sframe (bench-own.py): what
a linker merges of them stands beside what `sfmerge link' does.

SFMERGE is the program, BENCH_FOLDER where files go, SFMERGE_TOOLCHAINS the
directory of newer linkers.
"""

import argparse
import glob
import importlib
import json
import os
import shutil
import subprocess
import sys

bench_coverage = importlib.import_module("bench-coverage")
bench_links = importlib.import_module("bench-links")
bench_results = importlib.import_module("bench-results")

LIMIT = 20
# Programs of fewer functions say nothing of ratios: Debian builds python3
# without call frame information.
LEAST = 100
# Programs as the shell finds them, programs and libraries as gcc does.
PROGRAMS = (("path", "bash python3 perl git gdb gpg make tar ssh curl gawk "
             "m4"),
            ("prog", "cc1 cc1plus ld.bfd as"),
            ("file", "libstdc++.so.6 libc.so.6 libm.so.6 libcrypto.so.3 "
             "libbfd-*-system.so libpython3*.so.1.0 libsqlite3.so.0 "
             "libxml2.so.2 libgnutls.so.30 libz.so.1"))
# Version 2 is written with start fields that all its consumers read.
VERSIONS = ("v2-pcrel", "v3")
SHARED = ("never", "always")
# The linkers that merge a version.
MERGERS = (("v2", "ld-2.44"), ("v3", "ld-2.47"))


def find(kind, name):
    """The file of the program or library NAME, or None."""
    if kind == "path":
        path = shutil.which(name)
    else:
        base = "libc.so.6" if kind == "file" else name
        path = subprocess.run(["gcc", f"-print-{kind}-name={base}"],
                              check=True, stdout=subprocess.PIPE,
                              text=True).stdout.strip()
        if kind == "file":
            found = glob.glob(os.path.join(os.path.dirname(path), name))
            path = found[0] if found else None
        elif path == name:
            path = shutil.which(name)
    return os.path.realpath(path) if path and os.path.exists(path) else None


def installed():
    """The first LIMIT of PROGRAMS that are here, each file once."""
    found = {}
    for kind, names in PROGRAMS:
        for name in names.split():
            path = find(kind, name)
            if path and bench_coverage.Image(path).functions >= LEAST:
                found.setdefault(path, None)
    return list(found)[:LIMIT]


def synthesised(tool, path, version, shared, out):
    """The bytes of the .sframe that synth makes for PATH."""
    done = subprocess.run(
        [tool, "synth", "-q", "--json", "--grow=move-phdrs", "--to=" + version,
         "--share-rows=" + shared, "-o", out, path],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(done.stdout)["files"][0]["section"]["bytes"]


def programs(tool, folder, paths):
    """A row of sizes for each of PATHS, and their sum."""
    rows, out = [], os.path.join(folder, "out")
    for path in paths:
        image = bench_coverage.Image(path)
        rows.append([os.path.basename(path), image.functions, image.frames,
                     image.header]
                    + [synthesised(tool, path, version, shared, out)
                       for version in VERSIONS for shared in SHARED])
    rows.append(["all"] + [sum(column) for column in list(zip(*rows))[1:]])
    return rows


def section(path):
    """The bytes of .sframe in PATH."""
    with open(path, "rb") as file:
        return {name: size for name, _, size in bench_coverage.sections(
            file.read())}.get(".sframe")


def merged(tool, folder, listed):
    """A row for each version: what a linker makes of the objects in LISTED,
    and what sfmerge does."""
    rows, image, out = [], *(os.path.join(folder, n) for n in ("image", "out"))
    with open(listed, encoding="utf-8") as file:
        paths = file.read().splitlines()
    for version, name in MERGERS:
        linker = bench_links.newer(name)
        if not linker:
            continue
        copies = os.path.join(folder, version)
        os.makedirs(copies)
        objects = [shutil.copy(path, copies) for path in paths]
        subprocess.run([tool, "convert", "-i", "-q", "--to=" + version,
                        *objects], check=True)
        # There are several main, and no library.
        subprocess.run([linker, "-z", "muldefs", "-z", "noexecstack", "-e",
                        "main", "--unresolved-symbols=ignore-all", "-o", image,
                        *objects], check=True)
        sizes = []
        for shared in SHARED:
            subprocess.run([tool, "link", "-q", "--grow=move-phdrs",
                            "--to=" + version, "--share-rows=" + shared,
                            "-o", out, image, *objects], check=True)
            sizes.append(section(out))
        rows.append([name, bench_coverage.Image(image).frames, section(image),
                     *sizes])
    return rows


def show(head, rows):
    """Print ROWS below HEAD."""
    print(" ".join([f"{head[0]:24}"] + [f"{word:>12}" for word in head[1:]]))
    for row in rows:
        print(" ".join([f"{row[0]:24}"] + [f"{size:12}" for size in row[1:]]))


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--list")
    parser.add_argument("programs", nargs="*")
    args = parser.parse_args()
    folder = os.path.join(os.environ.get("BENCH_FOLDER", "bench/scratch"),
                          "sizes")
    tool = os.path.abspath(os.environ.get("SFMERGE", "./sfmerge"))
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    rows = programs(tool, folder, args.programs or installed())
    show(("program", "FDEs", ".eh_frame", "and _hdr", "V2", "V2 shared", "V3",
          "V3 shared"), rows)
    bench_results.record(
        "programs", "program, FDEs, bytes of .eh_frame, of .eh_frame_hdr, of "
        ".sframe version 2, with shared rows, version 3, with shared rows",
        rows)
    rows = merged(tool, folder, args.list) if args.list else []
    if rows:
        show(("own objects by", ".eh_frame", "linker", "sfmerge",
              "shared"), rows)
        bench_results.record(
            "own linked", "linker, bytes of .eh_frame, of its .sframe, of "
            "sfmerge's, with shared rows", rows)
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
