# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Machines are named in messages, not numbered."""

import os
import struct

import commands
import disk

# By the generic ABI's registry and the machines' own supplements.
NAMES = {3: "i386 (EM_386)", 8: "MIPS (EM_MIPS)", 21: "PowerPC64 (EM_PPC64)",
         40: "Arm (EM_ARM)", 43: "SPARC64 (EM_SPARCV9)",
         50: "IA-64 (EM_IA_64)", 243: "RISC-V (EM_RISCV)",
         247: "BPF (EM_BPF)", 258: "LoongArch (EM_LOONGARCH)",
         5000: "machine 5000", 0: "machine 0"}


def header(machine, big):
    """The header of a shared object without anything else."""
    order = ">" if big else "<"
    return (b"\x7fELF" + bytes([2, 2 if big else 1, 1]) + bytes(9)
            + struct.pack(order + "HHIQQQIHHHHHH", 3, machine, 1, 0, 0, 0, 0,
                          64, 56, 0, 64, 0, 0))


def named(tool, path):
    """Machines that SFrame has no ABI for, in both byte orders."""
    problems = []
    cases = [(machine, big) for machine in NAMES for big in (False, True)]
    known = {**NAMES, 62: "x86-64 (EM_X86_64)", 22: "s390x (EM_S390)"}
    for machine, big in [*cases, (62, True), (22, False)]:
        disk.write(path, header(machine, big))
        _, _, said = commands.run(tool, "dump", path)
        wanted = (f"SFrame has no ABI for {known[machine]}, "
                  f"{'big' if big else 'little'}-endian\n")
        if not said.endswith(": " + wanted):
            problems.append(f"{machine}: {said}, wanted {wanted}")
    os.unlink(path)
    return problems


def cases(run):
    """The case."""
    return [("cli/machines: names in messages", named,
             (run.path("machine"),))]
