#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The examples: stack walkers on programs that `sfmerge link` has finished,
compared with the C++ unwinder and with the symbols of the program; a linker,
whose output is compared with its inputs; and the code that the manual's chapter
on the library has.

    examples_cases.py --sfmerge TOOL --sources DIR --programs DIR --top DIR
                      --folder DIR [--toolchains DIR] [--library FILE]
                      [--only TEXT]
"""

import sys

import examples_linker
import examples_manual
import examples_walks
import link_bench
import toolchain


def main():
    """The command."""
    args = toolchain.parser("--programs", "--top").parse_args()
    bench = link_bench.Bench(args)
    if not bench.library:
        bench.run.unsupported("examples", "no libsfmerge without sanitizers")
        return bench.run.end()
    examples_manual.all_cases(bench, args.top)
    if not bench.objects.usable("crash.c"):
        bench.run.unsupported("examples", "no compiler that writes .sframe")
    else:
        examples_walks.all_cases(bench, args.programs)
        examples_linker.all_cases(bench, args.programs)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
