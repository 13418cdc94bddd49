# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What assemblers write beside what synth makes, of compiled sources and
random ones, and synth of what has .sframe already."""

import os
import random
import shutil
import struct

import disk
import elf
import objframes
from synth_bench import counted


def same(one, two):
    """Whether the files ONE and TWO have the same bytes."""
    return disk.read(one) == disk.read(two)


def twice(bench, version, options):
    """A second run changes nothing."""
    problems = []
    for source in SOURCES:
        text = compiled(bench, source, "gcc",
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
    for source in SOURCES:
        text = compiled(bench, source, "gcc", ["-O2"])
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


def again_cases(bench):
    """Synth of what has .sframe already: its own output, an assembler's, right
    and wrong."""
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


# Compiler, flags: for C and C++.
COMPILERS = (("gcc", ["-O2"]), ("gcc", ["-O0"]),
             ("gcc", ["-Os", "-mstackrealign", "-ffunction-sections"]),
             ("gcc", ["-O2", "-fno-omit-frame-pointer", "-pg", "-fno-pic"]),
             ("gcc", ["-O1", "-fcf-protection=full", "-fstack-clash-"
                      "protection", "-mno-red-zone"]),
             ("clang", ["-O2", "-fno-addrsig"]),
             ("clang", ["-O1", "-fno-addrsig", "-mstackrealign",
                        "-fno-omit-frame-pointer"]))
SOURCES = ("synth-main.c", "synth-two.cc", "synth-calls.c")
OTHERS = {"aarch64": (["-O2", "-mbranch-protection=standard"], ["-O0"]),
          "s390x": (["-O2"], ["-O1", "-mbackchain",
                              "-fno-omit-frame-pointer"])}
# Registers: SP, FP, RA, another to save, another for the CFA; the CFA at the
# start, and the step of its offset.
ROLES = {"x86_64": (7, 6, 16, 3, 10, 8, 8),
         "aarch64": (31, 29, 30, 19, 9, 0, 16),
         "s390x": (15, 11, 14, 6, 9, 160, 8)}
FUNCTIONS = 150  # of a random source


def compiled(bench, source, compiler, flags):
    """SOURCE as assembly, or None."""
    program = compiler
    if source.endswith(".cc"):
        program = compiler.replace("clang", "clang++").replace("gcc", "g++")
    if not shutil.which(program):
        return None
    out = bench.fresh(".s")
    status, _ = bench.run.command(
        [program, *flags, "-w", "-S", "-o", out,
         os.path.join(bench.args.sources, source)])
    return None if status else out


def sources(bench):
    """All sources by all compilers."""
    for number, (compiler, flags) in enumerate(COMPILERS):
        # Each in one version, but for the one with most functions; all by
        # hand.
        versions, more = ("v3", "v2"), ()
        if "-O0" in flags:
            more = ("synth-one.cc",)
        elif not os.environ.get("SFM_SYNTH_ALL"):
            versions = versions[number % 2:number % 2 + 1]
        for version in versions:
            name = f"synth/gas: {compiler} {' '.join(flags)}, {version}"
            if bench.run.wanted(name):
                one(bench, name, "x86_64", version,
                    [compiled(bench, s, compiler, flags)
                     for s in SOURCES + more])
    for machine, kinds in OTHERS.items():
        for flags in kinds:
            compiler = machine + "-linux-gnu-gcc"
            name = f"synth/gas: {compiler} {' '.join(flags)}"
            if bench.run.wanted(name):
                one(bench, name, machine, "v3",
                    [compiled(bench, s, compiler, flags) for s in SOURCES
                     if s.endswith(".c")])


def one(bench, name, machine, version, paths):
    """Judge the assembly PATHS."""
    found, count = objframes.Findings(), 0
    for path in paths:
        if path and bench.beside_gas(machine, path, version, found):
            count += 1
    if count == 0:
        bench.run.unsupported(name, "no compiler or assembler")
    else:
        bench.tell(name, found, 5)


class Writer:
    """Writes one random function for MACHINE by the random numbers RNG."""

    def __init__(self, machine, rng):
        (self.sp, self.fp, self.ra, self.saved, self.other, self.start,
         self.step) = ROLES[machine]
        self.machine, self.rng = machine, rng
        self.depth = 0
        self.lines = []

    def offset(self):
        """Of a CFA."""
        wide = self.rng.choice((4, 40, 5000, 100000))
        return self.start + self.step * self.rng.randrange(wide)

    def slot(self):
        """Where a register is saved."""
        return -self.step * self.rng.randrange(
            2, self.rng.choice((6, 40, 9000)))

    def directive(self):
        """A random one."""
        rng = self.rng
        kind = rng.randrange(16)
        if kind < 4:
            return f".cfi_def_cfa_offset {self.offset()}"
        if kind < 6:
            return f".cfi_offset {self.fp}, {self.slot()}"
        if kind == 6:
            return f".cfi_offset {self.saved}, {self.slot()}"
        if kind == 7:
            return f".cfi_restore {rng.choice((self.fp, self.saved))}"
        if kind == 8:
            return f".cfi_def_cfa {self.fp}, {self.offset()}"
        if kind == 9:
            return f".cfi_def_cfa {self.sp}, {self.offset()}"
        if kind == 10:
            return f".cfi_def_cfa_register {rng.choice((self.sp, self.fp))}"
        if kind == 11 and self.machine != "x86_64":
            return f".cfi_offset {self.ra}, {self.slot()}"
        if kind == 12 and self.depth == 0:
            self.depth = 1
            return ".cfi_remember_state"
        if kind == 13 and self.depth:
            self.depth = 0
            return ".cfi_restore_state"
        if kind == 14 and rng.randrange(8) == 0:
            return f".cfi_def_cfa {self.other}, {self.offset()}"
        if kind == 15 and self.machine == "aarch64":
            return ".cfi_negate_ra_state"
        return f".cfi_adjust_cfa_offset {self.step}"

    def function(self, number):
        """Its text.  No two directives at one address: GNU as 2.44 mixes
        them up, which the directive tests show."""
        rng = self.rng
        lines = [f"f{number}:\t.cfi_startproc"]
        if self.machine == "aarch64" and rng.randrange(2):
            lines += ["\tnop", f"\t.cfi_offset {self.ra}, -8"]
        for _ in range(rng.choice((0, 1, 2, 5, 30))):
            lines += [f"\t.skip {4 * rng.choice((1, 1, 1, 2, 9, 80, 20000))}",
                      "\t" + self.directive()]
        return lines + ["\tnop", "\tnop", "\t.cfi_endproc"]


def randoms(bench):
    """Random sources for all machines."""
    count = 10 if os.environ.get("SFM_SYNTH_ALL") else 1
    for machine in ROLES:
        for version in ("v3", "v2"):
            name = f"synth/gas: random, {machine}, {version}"
            if not bench.run.wanted(name):
                continue
            paths = []
            for seed in range(count):
                rng = random.Random(f"{machine} {seed}")
                lines = ["\t.text"]
                for number in range(FUNCTIONS):
                    lines += Writer(machine, rng).function(number)
                paths.append(bench.source("\n".join(lines) + "\n"))
            one(bench, name, machine, version, paths)


def gas_cases(bench):
    """Compiled sources, and random ones, that the assemblers describe and
    synth too: function by function, row by row, judged by .eh_frame."""
    sources(bench)
    randoms(bench)
