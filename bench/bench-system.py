# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The tables about whole systems, and what is aimed at, for bench-page.py."""

# Columns of the block "coverage".
(NAME, KIND, FILES, NOTHING, REFUSED, FDES, DESCRIBED, LEFT, LOST, BYTES,
 FRAMES, HEADER) = range(12)


def share(a, b, places=2):
    """A of B in per cent, never rounded up to all."""
    if not b:
        return ""
    scale = 100 * 10 ** places
    return f"{scale * a // b / 10 ** places:.{places}f} %"


def ratio(a, b):
    """A / B."""
    return f"{a / b:.3f}" if b else ""


def lines(n, block):
    """The rows of BLOCK, numbers as such."""
    return [[float(w) if w.replace(".", "", 1).isdigit() else w for w in row]
            for row in n.rows(block)]


def coverage_rows(n):
    """How much is described."""
    return [[f"{row[NAME]}, {row[KIND]}",
             *(f"{int(row[i]):,}" for i in (FILES, REFUSED, FDES, LEFT)),
             share(row[DESCRIBED], row[FDES], 3), f"{int(row[LOST]):,}"]
            for row in lines(n, "coverage")]


def size_rows(n):
    """How large that is."""
    return [[row[NAME], *(f"{row[i] / 1e6:,.2f}" for i in (BYTES, FRAMES)),
             ratio(row[BYTES], row[FRAMES]),
             ratio(row[BYTES], row[FRAMES] + row[HEADER])]
            for row in lines(n, "coverage") if row[FRAMES] and row[BYTES]]


def left_rows(n):
    """Reasons for functions that are left out."""
    return [[row[0], row[1], f"{int(row[2]):,}"]
            for row in lines(n, "coverage left out")]


def refused_rows(n):
    """Reasons for files that stay as they are."""
    return [[row[0], row[1], f"{int(row[2]):,}"]
            for row in lines(n, "coverage refused")]


def time_rows(n):
    """Seconds, and memory."""
    return [[row[0], f"{int(row[1])}", f"{row[2]:.2f}", f"{row[3]:.0f}"]
            for row in lines(n, "coverage times")]


def chroot_rows(n):
    """What became of a system."""
    rows = []
    for name, value in lines(n, "chroot"):
        if name.startswith("works: "):
            rows.append([name[7:], "works" if value else "fails"])
        else:
            rows.append([name, f"{value:,.0f}" if value >= 100
                         else f"{value:.3g}"])
    return rows


# name: heads, rows
TABLES = {
    "coverage": (("files", "with FDEs", "refused", "FDEs", "left out",
                  "described", "in refused files"), coverage_rows),
    "sizes": (("images", ".sframe, MB", ".eh_frame, MB", "ratio",
               "with .eh_frame_hdr"), size_rows),
    "left": (("files", "reason", "FDEs"), left_rows),
    "refused": (("files", "reason", "files"), refused_rows),
    "times": (("files", "at a time", "s", "MiB"), time_rows),
    "chroot": (("what", "result"), chroot_rows),
}
# number, set, column, column, per cent at most
GOALS = (("S1", "Debian 12, x86-64", LEFT, FDES, .01),
         ("S2", "AArch64", LEFT, FDES, .1),
         ("S2", "s390x", LEFT, FDES, .5),
         ("S3", "Debian 12, x86-64", BYTES, FRAMES, 92))


def goals(n):
    """What is aimed at, as bench-goals.py has it."""
    found = []
    for number, name, over, under, wanted in GOALS:
        row = next((r for r in lines(n, "coverage")
                    if r[NAME] == name and r[KIND] == "images"), None)
        what = ("size of .sframe, per cent of .eh_frame" if over == BYTES
                else "FDEs left out, per cent")
        found.append((number, f"{name}: {what}", "at most", wanted,
                      100 * row[over] / row[under] if row else None))
    return found
