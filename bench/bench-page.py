#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Put what was measured into the manual:

    bench-page.py [--check] RESULTS PAGE [PLOTS]

The tables of PAGE, each between "@c begin NAME" and "@c end NAME", are made
anew of RESULTS, which is a file of bench-results.py; which tables PAGE has to
have depends on its name.  Then gnuplot makes the pictures that its script
PLOTS draws, beside PAGE.  --check: only say whether
the tables are those of RESULTS.
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

LICENCE = """<!-- SPDX-License-Identifier: GPL-3.0-or-later
     Copyright (C) 2026 the sfmerge authors -->
"""


def short(value):
    """VALUE with three digits."""
    if value is None:
        return "@dots{}"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


# The commands of a picture.
BARS = (("ld 2.47, without .sframe", "link by ld 2.47, without .sframe"),
        ("ld 2.47", "link by ld 2.47, which merges"),
        ("mold 3", "link by mold 3, which merges, one thread"),
        ("floor of ld-2.47", "the floor"),
        ("link of ld-2.47, by its own pieces", "sfmerge link, by pieces"),
        ("link of ld-2.47, by the map", "sfmerge link, by the map"),
        ("link of ld-2.47, by symbols", "sfmerge link, by symbols"),
        ("readelf 2.47", "readelf 2.47 --sframe"),
        ("dump of ld 2.47's image", "sfmerge dump"),
        ("check of ld 2.47's image", "sfmerge check"))
OURS, OTHERS = 0x0072b2, 0x999999


def bars(n):
    """Lines of seconds, colour, label."""
    found = []
    for name, label in BARS:
        least = n.get("commands", name)
        if least is not None:
            colour = OURS if label.startswith("sfmerge") else OTHERS
            found.append(f'{least} {colour} "{label}"\n')
    return found


def duration(seconds):
    """SECONDS with a unit."""
    for unit, name in ((1, "s"), (1e-3, "ms")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds * 1e6:.3g} us"


def text(words):
    """WORDS as Texinfo has them."""
    return re.sub(r"([@{}])", r"@\1", words)


def multitable(widths, head, rows):
    """A table of ROWS under HEAD."""
    lines = ["@multitable @columnfractions " + " ".join(widths),
             "@headitem " + " @tab ".join(head)]
    lines += [("@item " + " @tab ".join(row)).rstrip() for row in rows]
    return lines + ["@end multitable"]


def goal_table(n, goals=bench_goals.goals):
    """What is aimed at, and what is reached."""
    rows = []
    for name, what, way, wanted, reached in goals(n):
        good = (reached is not None
                and (reached <= wanted if way == "at most"
                     else reached >= wanted))
        mark = "" if reached is None else (
            "yes" if good else "no")
        rows.append((name, what, f"{way} {short(wanted)}", short(reached),
                     mark))
    return multitable((".06", ".52", ".18", ".12", ".12"),
                      ("", "what", "goal", "reached", "met"), rows)


def machine_table(n):
    """The machine and the inputs, in a sentence."""
    lines = []
    for model, count, memory in n.rows("machine"):
        lines.append(f"{text(model)}; {count} processors, {memory} GiB of "
                     "memory.")
    for objects, functions in n.rows("inputs"):
        lines.append(f"Commands had {int(objects):,} objects of "
                     f"{int(functions):,} functions.")
    return lines


def engine_table(n):
    """The passes of the engine."""
    rows = []
    for block, of in (("engine", ""), ("engine two threads", ", two threads"),
                      ("engine real", " of real code")):
        for row in n.rows(block):
            if row[0] == "memory" or len(row) < 6:
                continue
            rows.append((f"{row[0]}{of}", row[1], row[2], short(n.get(
                "where", row[0] + of)), row[4], row[3], row[5]))
    return multitable((".27", ".12", ".12", ".13", ".1", ".12", ".12"),
                      ("pass", "ns", "median", "instr.", "rows", "bytes in",
                       "bytes out"), rows)


def command_table(n):
    """Whole commands."""
    rows = []
    for row in n.rows("commands"):
        least, middle, share, _, floor, memory, own = map(float, row[1:])
        rows.append((text(row[0]), f"{least:.3f}", f"{middle:.3f}",
                     f"{share:.0%}", f"{floor:.2f}" if floor else "",
                     f"{memory:.0f}", f"{own:.0f}"))
    return multitable((".37", ".1", ".1", ".12", ".11", ".1", ".1"),
                      ("command", "s", "median", "of link", "of floor", "MiB",
                       "own"), rows)


def build_table(n):
    """Links with the plugin and through the wrapper."""
    return multitable((".35", ".13", ".13", ".13", ".13", ".13"),
                      ("link", "s", "median", "ratio", "MiB", "goal, s"),
                      [(text(row[0]), *row[1:4], *row[5:])
                       for row in n.rows("build") if "/" in row[0]])


def marginal_table(n):
    """What .sframe costs in a link."""
    return multitable((".4", ".2", ".2", ".2"),
                      ("linker", "ns", "median", "bytes"),
                      [(text(row[0]), *(short(float(v)) for v in row[1:]))
                       for row in n.rows("marginal")])


def synth_table(n):
    """Readers of call frame information."""
    rows = []
    for name, *values in n.rows("synth"):
        numbers = [float(value) for value in values]
        rows.append((text(name), f"{numbers[0]:.3f}", short(numbers[1]),
                     short(numbers[2] if numbers[2:] else None))
                    if numbers else (text(name), "not measured"))
    return multitable((".4", ".2", ".2", ".2"),
                      ("what", "s", "ns", "instr."), rows)


def growth_table(n):
    """Every series: its ends, and the power."""
    rows = []
    for name, what, _, power in n.rows("exponents"):
        points = [(float(a), float(b)) for a, b in n.rows("growth: " + name)]
        if len(points) < 2:
            continue
        middle = points[len(points) // 2]
        rows.append((text(name), what,
                     *(f"{s:,.0f}: {duration(t)}"
                       for s, t in (middle, points[-1])),
                     f"{float(power):.2f}"))
    for name, what, largest, power in n.rows("counted exponents"):
        rows.append((text(name) + ", instructions", what, "",
                     f"to {int(largest):,}", f"{float(power):.2f}"))
    return multitable((".3", ".13", ".22", ".25", ".1"),
                      ("what", "by", "size: time", "size: time", "power"),
                      rows)


def where_table(n):
    """Where instructions go."""
    rows = []
    for row in n.rows("where"):
        parts = ", ".join(
            f"{part} {float(share):.0f} %"
            for part, share in zip(row[2::2], row[3::2]) if float(share) >= 2)
        rows.append((text(row[0]), short(float(row[1])), text(parts)))
    return multitable((".25", ".12", ".63"), ("what", "instr.", "where"),
                      rows)


def program_table(n):
    """The sizes of .sframe in real programs."""
    return multitable((".25", ".09", ".12", ".1", ".11", ".11", ".11", ".11"),
                      ("program", "FDEs", "@code{.eh_frame}", "and _hdr", "V2",
                       "shared", "V3", "shared"),
                      [(text(row[0]), *(f"{int(size):,}" for size in row[1:]))
                       for row in n.rows("programs")])


def own_table(n):
    """The sizes of what linkers merge, and sfmerge."""
    return multitable((".2", ".2", ".2", ".2", ".2"),
                      ("linker", "@code{.eh_frame}", "linker", "sfmerge",
                       "rows shared"),
                      [(text(row[0]), *(f"{int(size):,}" for size in row[1:]))
                       for row in n.rows("own linked")])


TABLES = {"machine": machine_table, "goals": goal_table,
          "engine": engine_table, "commands": command_table,
          "build": build_table, "marginal": marginal_table,
          "synth": synth_table, "programs": program_table, "own": own_table,
          "growth": growth_table, "where": where_table}


def system_table(widths, head, rows):
    """A table of ROWS of N under HEAD."""
    return lambda n: multitable(widths, head, [
        [text(cell) for cell in row] for row in rows(n)])


# The tables of a page, and what is aimed at.
PAGES = {
    "performance.texi": (TABLES, bench_goals.goals),
    "system.texi": (
        {"machine": machine_table,
         "goals": lambda n: goal_table(n, bench_system.goals),
         **{name: system_table(*what) for name, what
            in bench_system.TABLES.items()}}, bench_system.goals)}


def fill(page, n, tables):
    """PAGE with the TABLES of N."""
    for name, make in tables.items():
        begin, end = f"@c begin {name}\n", f"@c end {name}\n"
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
        with open(os.path.join(work, "bars"), "w", encoding="utf-8") as file:
            file.writelines(bars(n))
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
    tables, goals = PAGES[os.path.basename(args.page)]
    made = fill(page, n, tables)
    if args.check:
        if made != page:
            print(f"{args.page}:1: its tables are not those of "
                  f"{args.results}; run make bench-page")
        return made != page
    with open(args.page, "w", encoding="utf-8") as file:
        file.write(made)
    if args.plots:
        plot(n, args.plots, os.path.dirname(args.page) or ".")
    for name, what, way, wanted, reached in goals(n):
        what = re.sub(r"@\w+{(.*?)}", r"\1", what)
        print(f"{name:4} {what}: {way} {short(wanted)}, "
              f"{'not measured' if reached is None else short(reached)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
