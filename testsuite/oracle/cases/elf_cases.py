#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run sfmerge on ELF files with headers that no tool makes.

    elf_cases.py --sfmerge TOOL --folder DIR [--only TEXT] [--uncounted WHY]
"""

import sys

import elf_limits
import elf_types
import growth
import runner


def main():
    """The command."""
    args = runner.parser().parse_args()
    run = runner.Runner(args.sfmerge, args.folder, args.only)
    elf_types.cases(run)
    elf_limits.cases(run, growth.Growth(run, args.uncounted))
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
