#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Make objects with .sframe for AMD64, the same for the same numbers:

    bench-objects.py --objects N --functions M --folder DIR [--plain]
                     [--sections]

DIR gets o0.o to oN-1.o, and start.o with _start.  The functions are leaves,
take stack space, push registers or have a frame pointer, in the shares of
bench-functions.c; every third is static.  --plain: without .sframe;
--sections: each in a section of its own.
"""

import argparse
import concurrent.futures
import os
import random
import subprocess
import sys

PUSHED = ("rbp", "rbx", "r12", "r13", "r14", "r15")


def body(rng, lines):
    """Instructions that leave the frame alone, unlike those of others."""
    for _ in range(rng.randrange(1, 12)):
        lines.append(f"\tadd\t${rng.randrange(1 << 31)}, %eax")


def leaf(rng, lines):
    """A function without a frame."""
    body(rng, lines)
    lines.append("\tret")


def space(rng, lines):
    """One that takes stack space."""
    size = 8 + 16 * rng.randrange(12)
    lines += [f"\tsub\t${size}, %rsp", f"\t.cfi_def_cfa_offset {size + 8}"]
    body(rng, lines)
    lines += [f"\tadd\t${size}, %rsp", "\t.cfi_def_cfa_offset 8", "\tret"]


def pushes(rng, lines):
    """One that saves registers."""
    saved = PUSHED[:rng.randrange(1, len(PUSHED) + 1)]
    for number, name in enumerate(saved):
        offset = 16 + 8 * number
        lines += [f"\tpush\t%{name}", f"\t.cfi_def_cfa_offset {offset}",
                  f"\t.cfi_offset {name}, {-offset}"]
    body(rng, lines)
    early = rng.randrange(5) == 0
    if early:
        lines.append("\t.cfi_remember_state")
    for _ in range(1 + early):
        for number in reversed(range(len(saved))):
            lines += [f"\tpop\t%{saved[number]}",
                      f"\t.cfi_def_cfa_offset {8 + 8 * number}"]
        lines.append("\tret")
        if early:
            lines.append("\t.cfi_restore_state")
            body(rng, lines)
            early = False


def framed(rng, lines):
    """One with a frame pointer."""
    lines += ["\tpush\t%rbp", "\t.cfi_def_cfa_offset 16",
              "\t.cfi_offset rbp, -16", "\tmov\t%rsp, %rbp",
              "\t.cfi_def_cfa_register rbp"]
    body(rng, lines)
    lines += ["\tleave", "\t.cfi_def_cfa rsp, 8", "\tret"]


def source(number, functions, sections=False):
    """The text of object NUMBER."""
    rng = random.Random(number)
    lines = [f'\t.file\t"o{number}.c"', "\t.text"]
    for i in range(functions):
        name = f"f{number}_{i}"
        if sections:
            lines.append(f'\t.section .text.{name},"ax",@progbits')
        if i % 3:
            lines.append(f"\t.globl\t{name}")
        lines += ["\t.p2align 4", f"\t.type\t{name}, @function",
                  f"{name}:", "\t.cfi_startproc"]
        rng.choices((leaf, space, pushes, framed), (3, 4, 8, 5))[0](rng, lines)
        lines += ["\t.cfi_endproc", f"\t.size\t{name}, .-{name}"]
    return "\n".join(lines) + "\n"


START = """\t.globl\t_start
\t.type\t_start, @function
_start:
\tmov\t$60, %eax
\txor\t%edi, %edi
\tsyscall
\t.size\t_start, .-_start
"""


def assemble(path, text, plain):
    """Make the object PATH of TEXT."""
    command = ["as", "--64"] + ([] if plain else ["--gsframe"])
    subprocess.run(command + ["-o", path], input=text.encode(), check=True)


def make(folder, objects, functions, plain=False, sections=False):
    """Make all; returns their paths."""
    os.makedirs(folder, exist_ok=True)
    jobs = [(os.path.join(folder, "start.o"), START)]
    paths = [os.path.join(folder, f"o{i}.o") for i in range(objects)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        waits = [pool.submit(assemble, *job, plain) for job in jobs]
        waits += [pool.submit(
            lambda i: assemble(paths[i], source(i, functions, sections),
                               plain), i)
            for i in range(objects)]
        for wait in waits:
            wait.result()
    return [jobs[0][0]] + paths


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--objects", type=int, required=True)
    parser.add_argument("--functions", type=int, required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--sections", action="store_true")
    args = parser.parse_args()
    make(args.folder, args.objects, args.functions, args.plain, args.sections)
    return 0


if __name__ == "__main__":
    sys.exit(main())
