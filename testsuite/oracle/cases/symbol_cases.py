#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Link programs with every linker here so that the image describes nothing,
and let `sfmerge link` place the functions by the image's symbols and code.

    symbol_cases.py --sfmerge TOOL --sources DIR --own-sources DIR
                    --folder DIR [--toolchains DIR] [--only TEXT]
                    [--from-map]

What is right says the map of the link, which sfmerge is not given, and
.eh_frame.  With --from-map it is given: a trial of these cases themselves.
"""

import sys

import symbol_archives
import symbol_changed
import symbol_cxx
import symbol_doubles
import symbol_forms
import symbol_kinds
import symbol_lto
import symbol_machines
import symbol_many
import symbol_names
import symbol_stripped
import toolchain
from symbol_bench import SymbolBench

PARTS = (symbol_kinds, symbol_cxx, symbol_archives, symbol_doubles,
         symbol_forms, symbol_lto, symbol_stripped, symbol_changed,
         symbol_machines, symbol_many, symbol_names)


def main():
    """The command."""
    options = toolchain.parser("--own-sources")
    options.add_argument("--from-map", dest="with_map", action="store_true")
    args = options.parse_args()
    bench = SymbolBench(args)
    if not bench.objects.usable():
        bench.run.unsupported("symbols", "no compiler that writes .sframe")
        return bench.run.end()
    for part in PARTS:
        part.all_cases(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
