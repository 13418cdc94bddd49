# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What is aimed at, and what was reached by the numbers kept in a file of
bench-results.py: G of the engine and of sizes, W of whole commands."""

import importlib

bench_numbers = importlib.import_module("bench-numbers")
quotient, less, scaled = (bench_numbers.quotient, bench_numbers.less,
                          bench_numbers.scaled)
LEAST, SHARE, FLOOR, OWN = (bench_numbers.LEAST, bench_numbers.SHARE,
                            bench_numbers.FLOOR, bench_numbers.OWN)


def size_goals(n):
    """G5 to G7."""
    real, out = n.get("engine real", "merge", 5), n.get("sizes", "sfmerge")
    return [
        ("G5", "memory of the engine, without inputs and output, bytes a "
         "function", "at most", 64, n.get("engine", "memory")),
        ("G6", "merge by one thread, as a multiple of that by two",
         "at least", 1.3, quotient(
             n.get("engine", "merge"),
             n.get("engine two threads", "merge"))),
        ("G7", "size with shared rows, as a share of that without, "
         "own sources (C)", "at most", 1,
         quotient(n.get("engine real", "compact", 5), real)),
        ("G7", "size without shared rows, as a share of ld 2.47's",
         "at most", 1, quotient(out, n.get("sizes", "ld 2.47"))),
    ]


# The ways of link: the command's name, and what its text says.
WAYS = (("its own pieces", "by pieces"), ("the map", "by the map"),
        ("symbols", "by symbols"))


def link_goals(n):
    """W1."""
    found = [("W1", f"`link` {way}, as a multiple of the floor",
              "at most", wanted,
              n.command("link of {}, by " + name, FLOOR))
             for (name, way), wanted in zip(WAYS, (1.7, 2.8, 2.8))]
    pieces = "link of {}, by its own pieces"
    return found + [
        ("W1", "`link` by pieces, as a share of the link by ld 2.47",
         "at most", 0.22, n.get("commands", pieces.format("ld-2.47"), SHARE)),
        ("W1", "`link` by pieces, one thread, as a multiple of its "
         "time with two", "at least", 1.3,
         quotient(n.command(pieces + ", one thread", LEAST),
                  n.command(pieces, LEAST)))]


def wrapper_goals(n):
    """W2."""
    return [("W2", f"link by {name} through the wrapper, as a multiple of the "
             "plain link", "at most", wanted,
             n.get("build", linker + "/wrapper", 3))
            for name, linker, wanted in (("ld 2.47", "ld-2.47", 1.2),
                                         ("gold", "ld.gold", 1.5),
                                         ("lld 21", "lld-21", 1.5),
                                         ("mold 3", "mold-3", 2))]


def repair_goals(n):
    """W3."""
    steps = [n.get("commands", name) for name
             in ("copy of gold's image", "check of gold's image, repaired")]
    return [("W3", "`repair` of gold's image, as a multiple of a copy "
             "of it and a check", "at most", 1.3,
             quotient(n.get("commands", "repair of gold's image"),
                      sum(steps) if None not in steps else None)),
            ("W3", "`repair -i` of a right image, as a multiple of a "
             "copy of it", "at most", 2,
             quotient(n.get("commands", "repair of a right image"),
                      steps[0]))]


def count_goals(n):
    """W8."""
    return [("W8", "`link` by pieces, objects of 20 functions, "
             "instructions a function", "at most", 4000,
             n.get("where", "link by pieces"))]


def synth_goals(n):
    """G11."""
    found = []
    for column, what, wanted in ((2, "ns", 350), (3, "instructions", 1500)):
        build, prove = (n.get("synth", "engine, " + name, column)
                        for name in ("build", "prove"))
        found += [("G11", f"section built of call frame information, {what} an "
                   "FDE", "at most", wanted, build),
                  ("G11", "the proof of it, as a multiple of that", "at most",
                   1, quotient(prove, build))]
    return found


def walk_goals(n):
    """W4 to W6."""
    dry, two, copy, done = (n.get("walk", name) for name in (
        "synth -n", "synth -n, two", "cp -a", "synth -i"))
    return [("W4", "`synth -n -r` of `/usr`, ns an FDE",
             "at most", 900,
             scaled(quotient(dry, n.get("walk", "FDEs")), 1e9)),
            ("W4", "the same by one process, as a multiple of that by two",
             "at least", 1.8, quotient(dry, two)),
            ("W5", "`synth -i -r -j2` of a copy of `/usr`, as a "
             "multiple of `cp -a` and W4", "at most", 1.2,
             quotient(done, copy + two
                      if copy is not None and two is not None else None)),
            ("W6", "`check -r -j2` of `/usr`, as a multiple of "
             "reading 64 bytes of each file", "at most", 1.5,
             quotient(n.get("walk", "check"), n.get("walk", "heads"))),
            ("W6", "the same command where all files have `.sframe`, s",
             "at most", 30, n.get("walk", "check, synthesised"))]


def compact_goals(n):
    """G3."""
    return [("G3", f"cost of sharing rows, {what} a function", "at most",
             wanted, less(n.get(block, "compact-shuffled"),
                          n.get(block, "merge-shuffled")))
            for block, what, wanted in (("engine", "ns", 80),
                                        ("where", "instructions", 190))]


def memory_goals(n):
    """W7."""
    found = [("W7", f"own memory of `link` {way}, bytes a function",
              "at most", wanted,
              quotient(scaled(n.command("link of {}, by " + name, OWN),
                              1048576), n.functions()))
             for (name, way), wanted in zip(WAYS, (130, 220, 220))]
    rows = n.rows("large")
    for kind in ("sparse", "dense"):
        own = [float(row[3]) for row in rows if row[0] == kind]
        found.append(("W7", "own memory of `repair` of a large image, "
                      f"{kind}, as a multiple of that of a quarter of it",
                      "at most", 1.1, quotient(own[1], own[0])
                      if own else None))
    return found


def program_goals(n):
    """G8."""
    rows = [[float(size) for size in row[1:]] for row in n.rows("programs")]
    own = [[float(size) for size in row[1:]] for row in n.rows("own linked")]
    return [
        *(("G8", f"size in {max(len(rows) - 1, 0)} programs, version "
           f"{version}, as a share of a linker's, the largest", "at most", 1,
           max((row[at + 1] / row[at] for row in rows), default=None))
          for version, at in ((2, 3), (3, 5))),
        ("G8", "size of own objects merged, rows not shared, as a share of "
         "what ld 2.44 or 2.47 writes, the larger", "at most", 1,
         max((row[2] / row[1] for row in own), default=None)),
        ("G8", "size in all programs, version 3, rows shared, as a share of "
         "`.eh_frame`", "at most", 0.92,
         rows[-1][6] / rows[-1][1] if rows else None),
    ]


def goals(n):
    """(number, what, "at most" or "at least", wanted, reached) of all."""
    shuffled = n.get("engine", "merge-shuffled")
    # Medians: the difference of two minima may be anything.
    middle = n.get("engine", "merge-shuffled", 2)
    reader = n.each("readelf 2.47")
    return [
        ("G1", "merge, one thread, functions in order, ns a function",
         "at most", 70, n.get("engine", "merge")),
        ("G1", "the same, functions in any order", "at most", 90, shuffled),
        ("G1", "what `.sframe` adds to ld 2.47, as a multiple of that",
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
        ("G4", "growth: the largest power in which instructions of engine and "
         "link grow", "at most", 1.05, n.largest("counted exponents", 3)),
        ("G4", "growth: the largest power in which times grow", "at most",
         1.15, n.largest("exponents", 3)),
        ("G4", "an object of 100,000 functions, as a multiple of 100 of 1,000",
         "at most", 1.2, float(n.rows("one piece")[0][0])
         if n.rows("one piece") else None),
        *size_goals(n),
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
        *(goal for goals_of in (link_goals, wrapper_goals, repair_goals,
                                synth_goals, walk_goals, compact_goals,
                                memory_goals, count_goals, program_goals)
          for goal in goals_of(n)),
    ]
