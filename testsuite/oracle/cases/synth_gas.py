# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Compiled sources, and random ones, that the assemblers describe and synth
too: function by function, row by row, judged by .eh_frame.

Random ones have directives that compilers never write in an order that they
never have.  gas_judge.py lists what may differ.
"""

import os
import random
import shutil

import objframes

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


def cases(bench):
    """All of them."""
    sources(bench)
    randoms(bench)
