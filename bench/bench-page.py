#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Put what was measured into the pages of bench/:

    bench-page.py [--check] RESULTS PAGE [PLOTS]

The tables of PAGE, each between "<!-- begin NAME -->" and "<!-- end NAME -->",
are made anew of RESULTS, which is a file of bench-results.py; which tables PAGE
has to have depends on the names of both.  Then gnuplot makes the pictures that
its script PLOTS draws, beside RESULTS.  --check: only say whether the tables
are those of RESULTS.
"""

import argparse
import importlib
import os
import re
import subprocess
import sys
import tempfile

bench_goals = importlib.import_module("bench-goals")
bench_numbers = importlib.import_module("bench-numbers")
bench_system = importlib.import_module("bench-system")
bench_tables = importlib.import_module("bench-tables")

LICENCE = """<!-- SPDX-License-Identifier: GPL-3.0-or-later
     Copyright (C) 2026 the sfmerge authors -->
"""


OURS, OTHERS = 0x0072b2, 0x999999
# What links take, s: name, label.
LINKS = (("ld 2.47, without .sframe", "ld 2.47, without .sframe"),
         ("ld 2.47", "ld 2.47, which merges"),
         ("mold 3", "mold 3, which merges, one thread"),
         ("floor of ld-2.47", "the floor of a merge"),
         ("link of ld-2.47, by its own pieces", "sfmerge link, by pieces"),
         ("link of ld-2.47, by the map", "sfmerge link, by the map"),
         ("link of ld-2.47, by symbols", "sfmerge link, by symbols"))
# What readers take, ns a function: of .sframe, of .eh_frame.
READERS = (("readelf 2.47", "readelf 2.47 --sframe"),
           ("dump of ld 2.47's image", "sfmerge dump"),
           ("check of ld 2.47's image", "sfmerge check"))
FRAME_READERS = (("readelf, rows", "readelf --debug-dump=frames-interp"),
                 ("libdw, rows", "libdw, the rows of .eh_frame"),
                 ("sfmerge synth", "sfmerge synth, which writes a table"))


def bars(found):
    """The lines of a picture of FOUND: (number, label)."""
    # To gnuplot, "_" says that an index follows.
    return [f'{number} {OURS if label.startswith("sfmerge") else OTHERS} "'
            + label.replace("_", r"\\_") + '"\n'
            for number, label in found if number is not None]


def pictures(n):
    """The lines of each picture with bars, by name."""
    return {
        "bars-links": bars((n.get("commands", name), label)
                           for name, label in LINKS),
        "bars-readers": bars(
            [(n.each(name), label) for name, label in READERS]
            + [(n.get("synth", name, 2), label)
               for name, label in FRAME_READERS])}


def system_table(head, rows):
    """A table of ROWS of N under HEAD."""
    return lambda n: bench_tables.table(head, rows(n))


# The tables of a page that are made of the results in a file.
PAGES = {
    ("performance.txt", "measured.md"): bench_tables.TABLES,
    ("performance.txt", "goals.md"): {
        "goals": lambda n: bench_tables.goal_table(n, bench_goals.goals)},
    ("system.txt", "measured.md"): {
        "system machine": bench_tables.machine_table,
        **{name: system_table(*what) for name, what
           in bench_system.TABLES.items()}},
    ("system.txt", "goals.md"): {
        "system": lambda n: bench_tables.goal_table(n, bench_system.goals)}}


def fill(page, n, tables):
    """PAGE with the TABLES of N, each between its two comments."""
    for name, make in tables.items():
        begin, end = (f"<!-- {what} {name} -->\n" for what in ("begin", "end"))
        if begin not in page or end not in page:
            sys.exit(f"bench-page: there is no place for the table {name}")
        before, rest = page.split(begin)
        page = (before + begin + "\n".join(make(n)) + "\n" + end
                + rest.split(end)[1])
    return page


def plot(n, script, folder):
    """Draw the pictures that SCRIPT names, into FOLDER."""
    script = os.path.abspath(script)
    with tempfile.TemporaryDirectory() as work:
        for name, (_, rows) in n.blocks.items():
            with open(os.path.join(work, re.sub(r"[^\w-]+", "-", name)), "w",
                      encoding="utf-8") as file:
                file.writelines(" ".join(
                    f'"{v}"' if " " in v else v for v in row) + "\n"
                    for row in rows)
        for name, lines in pictures(n).items():
            with open(os.path.join(work, name), "w",
                      encoding="utf-8") as file:
                file.writelines(lines)
        subprocess.run(["gnuplot", script], check=True, cwd=work)
        for name in sorted(os.listdir(work)):
            if not name.endswith(".svg"):
                continue
            with open(os.path.join(work, name), encoding="utf-8") as file:
                lines = [line.rstrip().replace("\t", "  ")
                         for line in file.read().split("\n")]
            head = lines.index(next(s for s in lines if s.startswith("<svg")))
            with open(os.path.join(folder, name), "w",
                      encoding="utf-8") as file:
                # gnuplot's document type names a web page; SVG needs none.
                file.write(lines[0] + "\n" + LICENCE
                           + "\n".join(s for s in lines[head:] if s) + "\n")


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("results")
    parser.add_argument("page")
    parser.add_argument("plots", nargs="?")
    args = parser.parse_args()
    n = bench_numbers.Numbers(args.results)
    with open(args.page, encoding="utf-8") as file:
        page = file.read()
    name = os.path.basename(args.page)
    made = fill(page, n, PAGES[os.path.basename(args.results), name])
    if args.check:
        if made != page:
            print(f"{args.page}:1: its tables are not those of "
                  f"{args.results}; run make bench-page")
        return made != page
    with open(args.page, "w", encoding="utf-8") as file:
        file.write(made)
    if args.plots:
        plot(n, args.plots, os.path.dirname(args.results) or ".")
    return 0


if __name__ == "__main__":
    sys.exit(main())
