# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""check --prove: functions written by hand, each to be decided rightly or
refused, linked by all linkers here."""

import json
import os

import disk
import elf

ATTACKS = os.path.join("..", "..", "sfmerge.check", "prove-attacks.s")
# What is made wrong in the call frame information, and of which function.
WRONG = (("ok_push", "offset 8\n        call    ok_leaf\n        pop     %rbx",
          "offset 16\n        call    ok_leaf\n        pop     %rbx"),
         ("ok_frame", "%rbp, -16\n        mov     %rsp, %rbp\n"
          "        .cfi_def_cfa_register %rbp\n        sub     $32",
          "%rbp, -24\n        mov     %rsp, %rbp\n"
          "        .cfi_def_cfa_register %rbp\n        sub     $32"),
         ("ok_alloca", "sub     %rdi, %rsp\n",
          "sub     %rdi, %rsp\n        .cfi_def_cfa %rbp, 24\n"))


def linked(bench, linker, source):
    """A shared library of SOURCE by LINKER, or None, and what was said."""
    image = bench.run.path("proven.so")
    status, text = bench.run.command(
        [bench.objects.cc, "-shared", "-nostdlib", *linker.flags, "-o", image,
         source])
    return (None if status else image), text


def findings(bench, image):
    """The names of the functions of IMAGE that each finding is about."""
    status, text = bench.run.sfmerge("check", "--prove", "-v", "--json", image)
    found = {}
    for finding in json.loads(text)["files"][0]["findings"]:
        found.setdefault(finding["name"], []).append(finding.get("symbol"))
    return status, found


def judged(bench, image, wrong):
    """What is wrong with the verdicts on IMAGE's functions."""
    status, found = findings(bench, image)
    names = {s.name for s in elf.Elf(image).symbols()
             if s.name[:3] in ("ok_", "no_")}
    open_ones = set(found.get("function-undecided", ()))
    problems = [f"exit status {status}"] if status else []
    problems += [f"{name}: not decided"
                 for name in sorted(open_ones) if name[:3] == "ok_"]
    problems += [f"{name}: decided" for name in sorted(names - open_ones)
                 if name[:3] == "no_"]
    refuted = set(found.get("eh-frame-refuted", ()))
    if refuted != set(wrong):
        problems.append(f"refuted: {sorted(refuted)}, not {sorted(wrong)}")
    if len(names) < 50:
        problems.append(f"{len(names)} functions")
    return problems


def refuted_rows(bench, image, wrong):
    """What is wrong with the verdicts on rows that synth makes of IMAGE's
    tables."""
    made = bench.run.path("proven-made.so")
    status, text = bench.run.sfmerge("synth", "-o", made, image)
    if status:
        return [text]
    status, found = findings(bench, made)
    refuted = set(found.get("rows-refuted", ()))
    problems = [] if refuted == set(wrong) else [
        f"rows refuted: {sorted(refuted)}, not {sorted(wrong)}"]
    if status != bool(wrong):
        problems.append(f"with rows: exit status {status}")
    return problems


def proven_cases(bench):
    """Each linker, with right and with wrong call frame information."""
    source = os.path.join(os.path.dirname(__file__), ATTACKS)
    if not bench.run.wanted("check/proven"):
        return
    status, text = bench.run.sfmerge("check", "--prove", bench.run.tool)
    if status == 2 or bench.run.command(["uname", "-m"])[1] != "x86_64\n":
        bench.run.unsupported("check/proven", text)
        return
    wrong = bench.run.path("proven-wrong.s")
    right = disk.text(source)
    changed = right
    for _, old, new in WRONG:
        assert changed.count(old) == 1, old
        changed = changed.replace(old, new)
    disk.write(wrong, changed)
    for linker in bench.linkers:
        for what, file, refuted in (
                ("right", source, ()),
                ("wrong", wrong, [name for name, _, _ in WRONG])):
            image, said = linked(bench, linker, file)
            bench.run.result(
                f"check/proven: {linker.name}: {what} tables",
                judged(bench, image, refuted)
                + refuted_rows(bench, image, refuted) if image else [said])
