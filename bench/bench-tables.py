# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The tables of what was measured, for bench-page.py: functions that make lines
of Markdown of the numbers of bench-numbers.py."""


def short(value):
    """VALUE with three digits."""
    if value is None:
        return "..."
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def duration(seconds):
    """SECONDS with a unit."""
    for unit, name in ((1, "s"), (1e-3, "ms")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds * 1e6:.3g} us"


def table(head, rows):
    """A table of ROWS under HEAD."""
    return ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"] + [
        "| " + " | ".join(row) + " |" for row in rows]


def goal_table(n, goals):
    """What is aimed at, and what is reached, as Markdown."""
    lines = ["| | what | goal | reached | met |", "|---|---|---|---|---|"]
    for name, what, way, wanted, reached in goals(n):
        good = (reached is not None
                and (reached <= wanted if way == "at most"
                     else reached >= wanted))
        mark = "" if reached is None else "yes" if good else "no"
        shown = "" if reached is None else short(reached)
        lines.append(
            f"| {name} | {what} | {way} {short(wanted)} | {shown} | {mark} |")
    return lines


def machine_table(n):
    """The machine and the inputs, in a sentence."""
    lines = []
    for model, count, memory in n.rows("machine"):
        lines.append(f"{model}; {count} processors, {memory} GiB of "
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
    return table(("pass", "ns", "median", "instr.", "rows", "bytes in",
                  "bytes out"), rows)


def command_table(n):
    """Whole commands."""
    rows = []
    for row in n.rows("commands"):
        least, middle, share, _, floor, memory, own = map(float, row[1:])
        rows.append((row[0], f"{least:.3f}", f"{middle:.3f}",
                     f"{share:.0%}", f"{floor:.2f}" if floor else "",
                     f"{memory:.0f}", f"{own:.0f}"))
    return table(("command", "s", "median", "of link", "of floor", "MiB",
                  "own"), rows)


def build_table(n):
    """Links with the plugin and through the wrapper."""
    return table(("link", "s", "median", "ratio", "MiB", "goal, s"),
                 [(row[0], *row[1:4], *row[5:])
                  for row in n.rows("build") if "/" in row[0]])


def marginal_table(n):
    """What .sframe costs in a link."""
    return table(("linker", "ns", "median", "bytes"),
                 [(row[0], *(short(float(v)) for v in row[1:]))
                  for row in n.rows("marginal")])


def synth_table(n):
    """Readers of call frame information."""
    rows = []
    for name, *values in n.rows("synth"):
        numbers = [float(value) for value in values]
        rows.append((name, f"{numbers[0]:.3f}", short(numbers[1]),
                     short(numbers[2] if numbers[2:] else None))
                    if numbers else (name, "not measured"))
    return table(("what", "s", "ns", "instr."), rows)


def walk_table(n):
    """Whole systems."""
    return table(("what", "s", "median"),
                 [(name, *(f"{float(value):.2f}"
                                 for value in values))
                  for name, *values in n.rows("walk")])


def large_table(n):
    """Large images."""
    return table(("ballast", "MiB", "s", "own", "mapped, too"),
                 [(name, *(short(float(value)) for value in values))
                  for name, *values in n.rows("large")])


def growth_table(n):
    """Every series: its ends, and the power."""
    rows = []
    for name, what, _, power in n.rows("exponents"):
        points = [(float(a), float(b)) for a, b in n.rows("growth: " + name)]
        if len(points) < 2:
            continue
        middle = points[len(points) // 2]
        rows.append((name, what,
                     *(f"{s:,.0f}: {duration(t)}"
                       for s, t in (middle, points[-1])),
                     f"{float(power):.2f}"))
    for name, what, largest, power in n.rows("counted exponents"):
        rows.append((name + ", instructions", what, "",
                     f"to {int(largest):,}", f"{float(power):.2f}"))
    return table(("what", "by", "size: time", "size: time", "power"),
                 rows)


def where_table(n):
    """Where instructions go."""
    rows = []
    for row in n.rows("where"):
        parts = ", ".join(
            f"{part} {float(share):.0f} %"
            for part, share in zip(row[2::2], row[3::2]) if float(share) >= 2)
        rows.append((row[0], short(float(row[1])), parts))
    return table(("what", "instr.", "where"),
                 rows)


def program_table(n):
    """The sizes of .sframe in real programs."""
    return table(("program", "FDEs", "`.eh_frame`", "and _hdr", "V2",
                  "shared", "V3", "shared"),
                 [(row[0], *(f"{int(size):,}" for size in row[1:]))
                  for row in n.rows("programs")])


def own_table(n):
    """The sizes of what linkers merge, and sfmerge."""
    return table(("linker", "`.eh_frame`", "linker", "sfmerge",
                  "rows shared"),
                 [(row[0], *(f"{int(size):,}" for size in row[1:]))
                  for row in n.rows("own linked")])


TABLES = {"machine": machine_table,
          "engine": engine_table, "commands": command_table,
          "build": build_table, "marginal": marginal_table,
          "synth": synth_table, "walk": walk_table,
          "large": large_table,
          "programs": program_table, "own": own_table,
          "growth": growth_table, "where": where_table}
