# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Code that is too far from its stack traces for the starts of version 2."""

import os

import defects
import elf

SOURCE = """
        .section .note.GNU-stack,"",@progbits
        .text
        .globl  _start
        .type   _start, @function
_start: .cfi_startproc
        push    %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset 6, -16
        pop     %rbp
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size   _start, .-_start
"""
CODE = 0x100001000


def build(run):
    """Link a program whose reserve is 4 GiB before its code, of an object
    that lost its .sframe; the options for sfmerge link, or None."""
    source, with_it, bare, reserve, image, script = (
        run.path(n) for n in ("far.s", "far.o", "bare.o", "reserve.o",
                              "far-image", "far.map"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(SOURCE)
    for command in (
            ["as", "--64", "--gsframe", "-o", with_it, source],
            ["objcopy", "-R", ".sframe", "-R", ".rela.sframe", with_it, bare],
            [run.tool, "reserve", "--size=256", "-o", reserve],
            ["ld", "-m", "elf_x86_64", f"-Ttext={CODE:#x}",
             "--section-start=.sframe_reserve=0x10000", "-Map=" + script,
             "-o", image, bare, reserve]):
        if run.command(command)[0]:
            return None
    os.replace(with_it, bare)
    return ["--from-map=" + script, image, bare]


def all_cases(run):
    """All of them."""
    name = "grow/far: code 4 GiB behind the reserve"
    if not run.wanted(name):
        return
    link = build(run)
    if not link:
        run.unsupported(name, "no assembler that writes .sframe")
        return
    problems, said = [], ""
    for options, wanted, count in ((["--to=v2-pcrel"], 1, None),
                                   (["--to=v2-pcrel", "--partial"], 0, 0),
                                   (["--to=v3"], 0, 1)):
        out = run.path("far-out")
        if os.path.exists(out):
            os.remove(out)
        status, text = run.sfmerge("link", *options, "-o", out, *link)
        said += text
        found = (len(defects.Detector(elf.Elf(out)).live)
                 if os.path.exists(out) else None)
        if status != wanted or found != count:
            problems.append(f"{options}: exit status {status}, {found} "
                            "functions")
        if wanted and "1 function is too far from .sframe at 0x10000" not in (
                text):
            problems.append(f"{options}: it does not say why")
    run.result(name, problems, said)
