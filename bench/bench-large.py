#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Measure the memory of `sfmerge repair' of large images:

    bench-large.py [--size MIB]

The image is gold's, with .sframe to fix and one section of ballast that fills
it up to the size, as debugging information would, and to a quarter of it.
The ballast is a hole in the file, or dense, if the disk has room for image and
output.  A row has the kind of ballast, the MiB of the file, the seconds, the
MiB of memory that is sfmerge's own, and those of all that it maps.

SFMERGE is the program, BENCH_TIME the one that measures, BENCH_FOLDER where
files go.
"""

import argparse
import importlib
import os
import shutil
import struct
import subprocess
import sys

bench_commands = importlib.import_module("bench-commands")
bench_links = importlib.import_module("bench-links")
bench_objects = importlib.import_module("bench-objects")
bench_results = importlib.import_module("bench-results")

MIB = 1 << 20
BALLAST = '\t.section .ballast,"",@progbits\n\t.ascii "BALLAST!"\n'


def small_image(folder):
    """An image with a section of 8 bytes to be made larger."""
    paths = bench_objects.make(os.path.join(folder, "o"), 200, 50)
    paths.append(os.path.join(folder, "ballast.o"))
    bench_objects.assemble(paths[-1], BALLAST, True)
    path = os.path.join(folder, "small")
    subprocess.run(["ld.gold", "-o", path, *paths], check=True)
    return path


def enlarge(path, size, dense):
    """Let the ballast of the image PATH fill it up to SIZE bytes."""
    with open(path, "r+b") as file:
        data = file.read()
        start = (len(data) + 4095) & -4096
        heads, count = struct.unpack_from("<Q", data, 0x28)[0], \
            struct.unpack_from("<H", data, 0x3c)[0]
        at = next(heads + 64 * i for i in range(count)
                  if data[slice(*bounds(data, heads + 64 * i))] == b"BALLAST!")
        file.seek(at + 0x18)
        file.write(struct.pack("<QQ", start, size - start))
        file.truncate(size)
        if dense:
            file.seek(start)
            block = os.urandom(MIB)
            while file.tell() < size:
                file.write(block[:size - file.tell()])


def bounds(data, head):
    """Where the section whose header is at HEAD begins and ends in DATA."""
    start, size = struct.unpack_from("<QQ", data, head + 0x18)
    return start, start + size


def measure(folder, small, kind, mib):
    """A row for the image SMALL with MIB of ballast."""
    tool = os.path.abspath(os.environ.get("SFMERGE", "./sfmerge"))
    timer = os.environ.get("BENCH_TIME", "bench/bench-time")
    path, out = (os.path.join(folder, name) for name in ("image", "out"))
    shutil.copy(small, path)
    enlarge(path, mib * MIB, kind == "dense")
    command = bench_links.Command(
        f"repair of {mib} MiB, {kind}",
        [tool, "repair", "-q", "-o", out, path], out)
    seconds, whole = bench_commands.run(command, timer)
    own = bench_commands.run(command, timer, "-p")[1]
    os.remove(path)
    os.remove(out)
    return [kind, mib, seconds, own / 1024, whole / 1024]


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=2048, metavar="MIB")
    args = parser.parse_args()
    if not shutil.which("ld.gold"):
        print("bench-large: no gold, nothing is measured")
        return 77
    folder = os.path.join(os.environ.get("BENCH_FOLDER", "bench/scratch"),
                          "large")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    small, kinds = small_image(folder), ["sparse"]
    if shutil.disk_usage(folder).free > 4 * args.size * MIB:
        kinds.append("dense")
    rows = [measure(folder, small, kind, mib) for kind in kinds
            for mib in (args.size // 4, args.size)]
    print(f"{'':8} {'MiB':>8} {'s':>8} {'own MiB':>8} {'MiB':>8}")
    for kind, mib, seconds, own, whole in rows:
        print(f"{kind:8} {mib:8} {seconds:8.3f} {own:8.1f} {whole:8.1f}")
    bench_results.record("large", "ballast, MiB of the image, s, MiB of its "
                         "own, MiB", rows)
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
