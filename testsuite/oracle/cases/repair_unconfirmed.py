# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Two functions amid much code, of which neither symbols nor .eh_frame tell.
Version 2 without FDE_FUNC_START_PCREL would leave open where they are: that is
refused, as check and later runs could not use the output.  What confirms a
start changes that."""

import shutil

import disk
import outputs

NAME = "unconfirmed"
SOURCE = """
        .cfi_sections {sections}
        .text
        .globl _start
_start: .fill 4096, 1, 0x90
{body}
        .fill 4096, 1, 0x90
"""
FUNCTION = """
        .type {name}, @function
{name}: .cfi_startproc
        push %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset 6, -16
        pop %rbp
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size {name}, . - {name}
"""


def image(run, sections, strip):
    """The image, or None and what was said."""
    source, obj, path = (run.path(NAME + end) for end in (".s", ".o", ""))
    disk.write(source, SOURCE.format(sections=sections, body="".join(
                FUNCTION.format(name=name) for name in ("one", "two"))))
    said = ""
    for words in (["as", "--gsframe", source, "-o", obj],
                  ["ld.bfd", "-z", "noseparate-code", obj, "-o", path],
                  [run.tool, "link", "-i", path, obj],
                  *([["strip", "-s", path]] if strip else [])):
        status, text = run.command(words)
        said += text
        if status:
            return None, said
    return path, said


def converted(run, path, version):
    """The status of convert to VERSION, what was said, and what is wrong with
    the output."""
    out, again = run.path("made"), run.path("again")
    disk.remove(out)
    disk.remove(again)
    status, text = run.sfmerge("convert", "--to=" + version, "-o", out, path)
    problems = []
    if status:
        problems += outputs.refused(status, text, out, [2])
        if "v2-pcrel" not in text:
            problems.append("the message does not say what to do")
        return status, text, problems
    for words in (["check", out],
                  ["convert", "--to=" + version, "-o", again, out]):
        failed, said = run.sfmerge(*words)
        text += said
        if failed:
            problems.append(f"{words[0]}: exit status {failed}")
    if not problems and not disk.same_bytes(out, again):
        problems.append("a second run changes something")
    return status, text, problems


def all_cases(bench):
    """With and without what confirms a start, to each version."""
    run = bench.run
    if not run.wanted(NAME):
        return
    if not all(shutil.which(name) for name in ("as", "ld.bfd", "strip")):
        run.unsupported(NAME, "no such tools")
        return
    for what, sections, strip, refused in (
            ("nothing", ".sframe", True, ("v2",)),
            (".eh_frame", ".sframe, .eh_frame", True, ()),
            ("symbols", ".sframe", False, ())):
        path, said = image(run, sections, strip)
        for version in "v2", "v2-pcrel", "v3":
            name = f"{NAME}/{what}: to {version}"
            if path is None:
                run.result(name, ["no image"], said)
                continue
            status, text, problems = converted(run, path, version)
            if bool(status) != (version in refused):
                problems.append(f"exit status {status}")
            run.result(name, problems, text)
