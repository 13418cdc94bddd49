# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Synth of what has .sframe already: its own output, an assembler's, right and
wrong."""

import os
import struct

import disk
import elf
import objframes
import synth_gas


def same(one, two):
    """Whether the files ONE and TWO have the same bytes."""
    return disk.read(one) == disk.read(two)


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
    # A stack pointer that is restored from elsewhere has no row.
    counted(counts, problems, frames=4, described=1,
            added=1 if keep else 2, replaced=0 if keep else 2,
            kept=2 if keep else 0, refused=0 if keep else 1)
    found = objframes.Findings()
    objframes.judge(elf.Elf(out), "v3", found)
    said = [line for line in found.wrong if "sp-rule" not in line]
    if len(said) != (1 if keep else 0):
        problems += said or ["the wrong function is not kept"]
    return problems


FRAMES = """
 .text
code: .zero 64, 0x90
 .section .eh_frame, "a", @progbits
cie: .long 2f - 1f
1: .long 0
 .byte 1, 0x7a, 0x52, 0, 1, 0x78, 16, 1, 0x1b, 12, 7, 8, 0x90, 1
 .balign 4
2:
"""
FRAME = """
 .long 2f - 1f
1: .long 1b - cie
 .long code + {} - .
 .long 16
 .byte 0
 .balign 4
2:
"""


def framed(bench, *offsets):
    """An object with FDEs of 16 bytes at OFFSETS of its code."""
    out = bench.fresh()
    status, said = bench.run.command(
        [bench.old("x86_64", "as"), "-o", out, bench.source(
            FRAMES + "".join(FRAME.format(offset) for offset in offsets))])
    return None if status else out


def meeting(bench, distance):
    """Two FDEs, and a function and an FDE, of 16 bytes each, DISTANCE apart:
    they claim the same code unless that is 16."""
    problems, apart = [], distance == 16
    two, one = framed(bench, 0, distance), framed(bench, 0)
    if not two or not one:
        return ["nothing is assembled"]
    _, counts = bench.made(two, "v3", problems)
    counted(counts, problems, frames=2, added=2 if apart else 0,
            overlapping=0 if apart else 2)
    made, counts = bench.made(one, "v3", problems)
    if made is None:
        return problems
    # The FDE moves.
    data, relas = bytearray(disk.read(made)), elf.Elf(made).named(
        ".rela.eh_frame")[0]
    addend = struct.unpack_from("<q", data, relas.offset + 16)[0]
    struct.pack_into("<q", data, relas.offset + 16, addend + distance)
    disk.write(made, data)
    _, counts = bench.made(made, "v3", problems)
    counted(counts, problems, frames=1, added=1,
            replaced=0 if apart else 1)
    return problems


def cases(bench):
    """All of them."""
    for distance in (15, 16):
        name = f"synth/again: 16 bytes, {distance} apart"
        if bench.run.wanted(name):
            bench.run.result(name, meeting(bench, distance))
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
