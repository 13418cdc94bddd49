# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What is aimed at, and what was reached by the numbers kept in a file of
bench-results.py."""

import importlib

bench_numbers = importlib.import_module("bench-numbers")
quotient, less, scaled = (bench_numbers.quotient, bench_numbers.less,
                          bench_numbers.scaled)
LEAST, SHARE, FLOOR, OWN = (bench_numbers.LEAST, bench_numbers.SHARE,
                            bench_numbers.FLOOR, bench_numbers.OWN)


def size_goals(n):
    """G5 to G8."""
    own = n.command("link of {}, by its own pieces", OWN)
    count, real = n.functions(), n.get("engine real", "merge", 5)
    merged = n.get("engine", "merge", 5)
    out = n.get("sizes", "sfmerge")
    return [
        ("G5", "memory of the engine, beside inputs and output, bytes a "
         "function", "at most", 64, n.get("engine", "memory")),
        ("G5", "own memory of @command{link} by pieces, beside the output, "
         "bytes a function", "at most", 64,
         less(quotient(scaled(own, 1048576), count), merged)),
        ("G6", "merge by one thread, as a multiple of that by two",
         "at least", 1.3, quotient(
             n.get("engine", "merge"),
             n.get("engine two threads", "merge"))),
        ("G7", "size with shared rows, as a share of that without, "
         "own sources (C)", "at most", 1,
         quotient(n.get("engine real", "compact", 5), real)),
        ("G7", "size without shared rows, as a share of ld 2.47's",
         "at most", 1, quotient(out, n.get("sizes", "ld 2.47"))),
        ("G8", "cost of sharing rows, ns a function", "at most", 80,
         less(n.get("engine", "compact-shuffled"),
              n.get("engine", "merge-shuffled"))),
        ("G8", "the same in instructions", "at most", 190,
         less(n.get("where", "compact-shuffled"),
              n.get("where", "merge-shuffled"))),
    ]


def wrapper_goals(n):
    """W2."""
    through = "link by {} through the wrapper, as a multiple of "
    return [("W2", through.format(name) + "the plain link", "at most", wanted,
             n.get("build", linker + "/wrapper", 3))
            for name, linker, wanted in (("ld", "ld.bfd", 1.12),
                                         ("gold", "ld.gold", 1.45))] + [
        ("W2", through.format(name) + "the plain link and 0.6 of "
         "@command{link} alone", "at most", 1,
         quotient(n.get("build", linker + "/wrapper"),
                  n.get("build", linker + "/wrapper", 6)))
        for name, linker in (("lld", "ld.lld"), ("mold 3", "mold-3"))]


def synth_goals(n):
    """W4."""
    found = []
    for column, what, wanted in ((2, "ns", 350), (3, "instructions", 1500)):
        build, prove = (n.get("synth", "engine, " + name, column)
                        for name in ("build", "prove"))
        found += [("W4", f"section built of call frame information, {what} an "
                   "FDE", "at most", wanted, build),
                  ("W4", "the proof of it, as a multiple of that", "at most",
                   1, quotient(prove, build))]
    return found


def program_goals(n):
    """W8."""
    rows = [[float(size) for size in row[1:]] for row in n.rows("programs")]
    own = [[float(size) for size in row[1:]] for row in n.rows("own linked")]
    return [
        *(("W8", f"size in {max(len(rows) - 1, 0)} programs, version "
           f"{version}, as a share of a linker's, the largest", "at most", 1,
           max((row[at + 1] / row[at] for row in rows), default=None))
          for version, at in ((2, 3), (3, 5))),
        ("W8", "size of own objects merged, rows not shared, as a share of "
         "what ld 2.44 or 2.47 writes, the larger", "at most", 1,
         max((row[2] / row[1] for row in own), default=None)),
        ("W8", "size in all programs, version 3, rows shared, as a share of "
         "@code{.eh_frame}", "at most", 0.92,
         rows[-1][6] / rows[-1][1] if rows else None),
    ]


def goals(n):
    """(number, what, "at most" or "at least", wanted, reached) of all."""
    shuffled = n.get("engine", "merge-shuffled")
    # Medians: the difference of two minima may be anything.
    middle = n.get("engine", "merge-shuffled", 2)
    floor = "link of {}, by "
    reader = n.each("readelf 2.47")
    return [
        ("G1", "merge, one thread, functions in order, ns a function",
         "at most", 70, n.get("engine", "merge")),
        ("G1", "the same, functions in any order", "at most", 90, shuffled),
        ("G1", "what @code{.sframe} adds to ld 2.47, as a multiple of that",
         "at least", 10, quotient(n.get("marginal", "ld 2.47", 2), middle)),
        ("G1", "what it adds to mold 3, functions in any order, likewise",
         "at least", 4, quotient(n.get("marginal", "mold 3, shuffled", 2),
                                 middle)),
        ("G2", "merge, functions in order, instructions a function",
         "at most", 300, n.get("where", "merge")),
        ("G2", "the same, in any order", "at most", 420,
         n.get("where", "merge-shuffled")),
        ("G2", "the same, own sources", "at most", 600,
         n.get("where", "merge of real code")),
        ("G3", "@command{link} by pieces, as a multiple of the floor",
         "at most", 1.6, n.command(floor + "its own pieces", FLOOR)),
        ("G3", "@command{link} by the map, likewise", "at most", 1.6,
         n.command(floor + "the map", FLOOR)),
        ("G3", "@command{link} by symbols, likewise", "at most", 2.5,
         n.command(floor + "symbols", FLOOR)),
        ("G3", "@command{link} by pieces, as a share of the link by ld 2.47",
         "at most", 0.10, n.get("commands",
                                "link of ld-2.47, by its own pieces", SHARE)),
        ("G3", "@command{link} by pieces, one thread, as a multiple of its "
         "time with two", "at least", 1,
         quotient(n.command(floor + "its own pieces, one thread", LEAST),
                  n.command(floor + "its own pieces", LEAST))),
        *wrapper_goals(n),
        ("G4", "growth: the largest power in which instructions of engine and "
         "link grow", "at most", 1.05, n.largest("counted exponents", 3)),
        ("G4", "growth: the largest power in which times grow", "at most",
         1.15, n.largest("exponents", 3)),
        ("G4", "an object of 100,000 functions, as a multiple of 100 of 1,000",
         "at most", 1.2, float(n.rows("one piece")[0][0])
         if n.rows("one piece") else None),
        *synth_goals(n),
        *size_goals(n),
        *program_goals(n),
        ("G9", "check, ns a function", "at most", 40,
         n.get("engine", "check")),
        ("G9", "time of readelf 2.47, as a multiple of that", "at least", 50,
         quotient(reader, n.get("engine", "check"))),
        ("G10", "dump of 1,000,000 functions, s", "at most", 0.7,
         n.each("dump of ld 2.47's image", 1e6)),
        ("G10", "time of readelf 2.47, as a multiple of that", "at least", 3,
         quotient(reader, n.each("dump of ld 2.47's image"))),
        ("G10", "dump's own memory, MiB", "at most", 10,
         n.get("commands", "dump of ld 2.47's image", OWN)),
    ]
