# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Code that is too far from its stack traces for the starts of version 2, and
images that can have no segment at all."""

import os

import defects
import disk
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
# So much .bss that version 2 does not reach over it, nor a hole in the file.
BSS = "        .bss\n        .zero 0xc0000000\n"
RESERVE = "--section-start=.sframe_reserve=0x10000"


def build(run, source, *link):
    """Link a program of SOURCE, whose object has lost its .sframe; the options
    for sfmerge link, or None."""
    text, with_it, bare, reserve, image, script = (
        run.path(n) for n in ("far.s", "far.o", "bare.o", "reserve.o",
                              "far-image", "far.map"))
    disk.write(text, source)
    for command in (
            ["as", "--64", "--gsframe", "-o", with_it, text],
            ["objcopy", "-R", ".sframe", "-R", ".rela.sframe", with_it, bare],
            [run.tool, "reserve", "--size=256", "-o", reserve],
            ["ld", "-m", "elf_x86_64", "-Map=" + script, "-o", image, *link,
             bare] + [reserve] * (RESERVE in link)):
        if run.command(command)[0]:
            return None
    os.replace(with_it, bare)
    return ["--from-map=" + script, image, bare]


def attempt(run, link, options, wanted, words, absent="no such words"):
    """Problems with sfmerge link with OPTIONS, which has to exit with
    WANTED and say WORDS, and must not say ABSENT; the text; how many
    functions there are then, or None."""
    out = run.path("far-out")
    disk.remove(out)
    status, text = run.sfmerge("link", *options, "-o", out, *link)
    count = (len(defects.Detector(elf.Elf(out)).live)
             if os.path.exists(out) else None)
    problems = []
    if status != wanted or (status != 0) != (count is None):
        problems.append(f"{options}: exit status {status}")
    if words not in text:
        problems.append(f"{options}: it does not say '{words}'")
    if absent in text:
        problems.append(f"{options}: it says '{absent}'")
    return problems, text, count


def far_reserve(run):
    """The reserve is 4 GiB before the code."""
    name = "grow/far: code 4 GiB after the reserve"
    if not run.wanted(name):
        return
    link = build(run, SOURCE, f"-Ttext={CODE:#x}", RESERVE)
    if not link:
        run.unsupported(name, "no assembler that writes .sframe")
        return
    problems, said = [], ""
    for options, status, words, functions in (
            (["--to=v2-pcrel"], 1,
             "1 function is too far from .sframe at 0x10000", None),
            (["--to=v2-pcrel", "--partial"], 0, "too far", 0),
            (["--to=v3"], 0, "", 1)):
        more, text, count = attempt(run, link, options, status, words)
        problems += more
        said += text
        if count != functions:
            problems.append(f"{options}: {count} functions")
    run.result(name, problems, said)


def far_segment(run):
    """A new segment is 3 GiB after the code, and so would be a moved table
    of program headers, in a file with a hole as long.  Code follows the
    headers, so nothing else is possible."""
    name = "grow/far: 3 GiB of .bss, and no .sframe"
    if not run.wanted(name):
        return
    link = build(run, SOURCE + BSS, "-z", "noseparate-code")
    if not link:
        run.unsupported(name, "no assembler that writes .sframe")
        return
    problems, said = [], ""
    for options, words in ((["--grow=move-phdrs"], "would be at offset"),
                           (["--grow=slot"], "to write to"),
                           (["--grow=none"], "to write to")):
        more, text, _ = attempt(
            run, link, options, 1, words,
            "or use --grow=move-phdrs")
        problems += more
        said += text
    run.result(name, problems, said)


def all_cases(run):
    """All of them."""
    far_reserve(run)
    far_segment(run)
