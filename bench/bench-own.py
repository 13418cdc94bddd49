#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Real code to measure with: sfmerge's own sources, compiled with .sframe:

    bench-own.py SOURCES FOLDER

SOURCES is the directory of the project; FOLDER gets the objects, of version 3,
and `list', their names for bench-engine -f.  Run in the build directory, for
config.h.  CC and SFMERGE are the programs.
"""

import concurrent.futures
import glob
import os
import shutil
import subprocess
import sys

PARTS = ("merger", "bfdglue", "tool", "wrap")


def main():
    """The command."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sources, folder = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    start = os.environ.get("CC", "gcc").split() + [
        "-std=c11", "-D_GNU_SOURCE", "-O2", "-Wa,--gsframe", "-c",
        "-iquote", ".", "-iquote", os.path.join(sources, "include")]
    folders = [folder for part in PARTS
               for folder, _, _ in sorted(os.walk(os.path.join(sources,
                                                               part)))]
    for name in folders:
        start += ["-iquote", name]

    def build(path):
        out = os.path.join(folder, os.path.basename(path)[:-1] + "o")
        done = subprocess.run(start + [path, "-o", out], check=False,
                              stderr=subprocess.DEVNULL)
        return out if done.returncode == 0 else None

    # What this build leaves out does not compile.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = [out for out in pool.map(build, sorted(
            path for name in folders
            for path in glob.glob(os.path.join(name, "*.c")))) if out]
    if not made:
        sys.exit("bench-own: no source could be compiled with .sframe")
    subprocess.run([os.environ.get("SFMERGE", "./sfmerge"), "convert", "-i",
                    "-q", "--to=v3", *made], check=True)
    with open(os.path.join(folder, "list"), "w", encoding="utf-8") as file:
        file.writelines(path + "\n" for path in made)
    print(f"{len(made)} objects")
    return 0


if __name__ == "__main__":
    sys.exit(main())
