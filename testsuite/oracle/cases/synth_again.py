# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Synth of what has .sframe already: its own output, an assembler's, right and
wrong."""

import os

import ar_members
import elf
import objframes
import synth_gas


def same(one, two):
    """Whether the files ONE and TWO have the same bytes."""
    return ar_members.read(one) == ar_members.read(two)


def counted(counts, problems, **wanted):
    """Note what COUNTS have else than WANTED."""
    for name, number in wanted.items():
        if counts.get(name) != number:
            problems.append(f"{name} is {counts.get(name)}, not {number}")


def twice(bench, version, options):
    """A second run changes nothing."""
    problems = []
    for source in synth_gas.SOURCES:
        text = synth_gas.compiled(bench, source, "gcc",
                                  ["-O2", "-ffunction-sections"])
        pair = bench.pair("x86_64", text, version) if text else None
        if pair is None:
            continue
        first, _ = bench.made(pair[1], version, problems, *options)
        if not first:
            continue
        for more in (["--to=" + version], []):
            second = bench.fresh()
            status, said = bench.run.sfmerge("synth", "-q", *more, *options, "-o",
                                             second, first)
            if status or said:
                problems.append(f"{more}: status {status}: {said[:200]}")
            elif not same(first, second):
                problems.append(f"{source} {more}: it changed")
    return problems


def assembled(bench, version):
    """What an assembler wrote, and is right, stays."""
    problems, count = [], 0
    for source in synth_gas.SOURCES:
        text = synth_gas.compiled(bench, source, "gcc", ["-O2"])
        pair = bench.pair("x86_64", text, version) if text else None
        if pair is None:
            continue
        before = objframes.described(elf.Elf(pair[0]))
        out, counts = bench.made(pair[0], version, problems)
        if out is None:
            continue
        after = objframes.described(elf.Elf(out))
        kept = [p for p in before if p in after
                and before[p][0].rows() == after[p][0].rows()
                and before[p][0].func.signal == after[p][0].func.signal]
        counted(counts, problems, described=len(before), replaced=0, kept=0)
        if len(kept) != len(before):
            problems.append(f"{len(before) - len(kept)} functions changed")
        if counts["added"] == 0 and not same(pair[0], out):
            problems.append(f"{source}: nothing is added, but it changed")
        count += len(kept)
    return problems or ([] if count else ["nothing was compared"])


def wrong(bench, keep):
    """Where the assembler is wrong or silent."""
    source = os.path.join(bench.args.sources, "synth-wrong.s")
    pair, problems = bench.pair("x86_64", source, "v3"), []
    out, counts = bench.made(pair[0], "v3", problems,
                             *(["--keep"] if keep else []))
    if out is None:
        return problems
    # The one without a rule that SFrame has nobody can judge.
    counted(counts, problems, frames=4, described=2,
            added=1 if keep else 2, replaced=0 if keep else 1,
            kept=1 if keep else 0, refused=0)
    found = objframes.Findings()
    objframes.judge(elf.Elf(out), "v3", found)
    said = [line for line in found.wrong if "sp-rule" not in line]
    if len(said) != (1 if keep else 0):
        problems += said or ["the wrong function is not kept"]
    return problems


def cases(bench):
    """All of them."""
    for version in ("v2", "v3"):
        if not bench.newer("x86_64", "as", version):
            bench.run.unsupported(f"synth/again, {version}", "no assembler")
            continue
        for options in ([], ["--split"]):
            if options and version == "v2":
                continue
            name = f"synth/again: {' '.join([version] + options)}"
            if bench.run.wanted(name):
                bench.run.result(name, twice(bench, version, options))
        name = f"synth/again: an assembler's {version}"
        if bench.run.wanted(name):
            bench.run.result(name, assembled(bench, version))
    for keep in (False, True):
        name = "synth/again: an assembler's wrong one" + (
            ", --keep" if keep else "")
        if bench.newer("x86_64", "as", "v3") and bench.run.wanted(name):
            bench.run.result(name, wrong(bench, keep))
