#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Count the work of unit programs at two sizes."""

import os
import sys

import growth
import runner


def main():
    """The command."""
    options = runner.parser()
    options.add_argument("--case", nargs=3, action="append", default=[])
    args = options.parse_args()
    run = runner.Runner(args.sfmerge, args.folder, args.only)
    counted = growth.Growth(run, args.uncounted)
    for program, size, name in args.case:
        counted.test(f"unit/{os.path.basename(program)}: {name}", int(size),
                     lambda many, of=(program, "growth", name):
                     [*of, str(many)])
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
