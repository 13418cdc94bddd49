# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The numbers kept in a file of bench-results.py, for goals and tables."""

import importlib

bench_results = importlib.import_module("bench-results")

# Columns of the block "commands".
LEAST, SHARE, FLOOR, OWN = 1, 3, 5, 7


class Numbers:
    """What was measured; None for what was not."""

    def __init__(self, path):
        self.blocks = bench_results.load(path)

    def rows(self, block):
        """The rows of BLOCK."""
        return self.blocks.get(block, ("", []))[1]

    def get(self, block, name, column=1):
        """A number of the row NAME."""
        for row in self.rows(block):
            if row[0] == name and column < len(row):
                return float(row[column])
        return None

    def functions(self):
        """How many functions the commands had."""
        rows = self.rows("inputs")
        return float(rows[0][0]) * float(rows[0][1]) if rows else None

    def command(self, name, column):
        """A number of the command NAME that GNU ld's newest link leads to, or
        else that of the machine's."""
        found = self.get("commands", name.format("ld-2.47"), column)
        return found if found is not None else self.get(
            "commands", name.format("ld"), column)

    def each(self, name, scale=1e9):
        """The least time of the command NAME, a function."""
        least, count = self.command(name, LEAST), self.functions()
        return least * scale / count if least and count else None

    def largest(self, block, column):
        """The largest of a column."""
        return max((float(r[column]) for r in self.rows(block)), default=None)


def quotient(a, b):
    """A / B, if both are known."""
    return a / b if a is not None and b else None


def less(a, b):
    """A - B, if both are known."""
    return a - b if a is not None and b is not None else None


def scaled(value, factor):
    """VALUE * FACTOR, if it is known."""
    return value * factor if value is not None else None
