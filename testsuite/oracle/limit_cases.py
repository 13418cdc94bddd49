#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run sfmerge on files whose headers ask for more work than they have bytes:
what each of many headers is compared with must not be all the others.

    limit_cases.py --sfmerge TOOL --folder DIR [--only TEXT]
"""

import sys

import dump_write
import elf
import runner
from elf_made import SHT_PROGBITS, SHT_STRTAB, Made

# Seconds of processor time: a tenth is enough, a sanitized build takes half,
# and what grows with the square of the headers more than twice as many.
SECONDS = 6
EMPTY = dump_write.encode(3, 2, 0, [])


def limited(run, name, wanted, *args):
    """sfmerge with ARGS ends in time, with a status of WANTED."""
    status, text = run.limited(SECONDS, *args)
    run.result(name, [] if status in wanted else [f"status {status}"], text)


def symbol_tables(run):
    """Relocations of .sframe sections by turns for many symbol tables."""
    for tables, many in ((2, 110000), (80000, 80000)):
        name = f"limits/{many} sections and {tables} symbol tables"
        if not run.wanted(name):
            continue
        made = Made()
        strings = made.section(".strtab", SHT_STRTAB, b"\0")
        made.section(".text", SHT_PROGBITS, bytes(16), flags=6)
        symbols = [made.section(".symtab", elf.SHT_SYMTAB, bytes(24),
                                link=strings, info=1, entsize=24)
                   for _ in range(tables)]
        first = None
        for i in range(many):
            idx = made.section(".sframe", SHT_PROGBITS, flags=2, **(
                {"like": first} if first else {"data": EMPTY}))
            first = first or idx
            made.section(".rela.sframe", elf.SHT_RELA, info=idx, entsize=24,
                         link=symbols[i % tables])
        limited(run, name, (0,), "repair", "-o", run.path("out"),
                made.write(run.path("tables.o")))


def main():
    """The command."""
    args = runner.parser().parse_args()
    run = runner.Runner(args.sfmerge, args.folder, args.only)
    symbol_tables(run)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
