# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""check --prove and --fill=code: functions written by hand, each to be decided
rightly or refused, linked by all linkers here; and real code whose call frame
information is hidden first, and judges afterwards."""

import json
import os
import shutil

import disk
import elf
import expect
import proven_tables
import row_images

SOURCES = os.path.join("..", "..", "sfmerge.check")
# What is made wrong in the call frame information, and of which function.
WRONG = (("ok_push", "offset 8\n        call    ok_leaf\n        pop     %rbx",
          "offset 16\n        call    ok_leaf\n        pop     %rbx"),
         ("ok_frame", "%rbp, -16\n        mov     %rsp, %rbp\n"
          "        .cfi_def_cfa_register %rbp\n        sub     $32",
          "%rbp, -24\n        mov     %rsp, %rbp\n"
          "        .cfi_def_cfa_register %rbp\n        sub     $32"),
         ("ok_alloca", "sub     %rdi, %rsp\n",
          "sub     %rdi, %rsp\n        .cfi_def_cfa %rbp, 24\n"))
# LR in another slot; or never said to be saved, though there is a call; FP in
# another slot; a CFA too high; and no signature.
WRONG_AARCH64 = (
    ("ok_save_link", ".cfi_offset 30, -32", ".cfi_offset 30, -24"),
    ("ok_large", "        .cfi_offset 30, -0x12340\n", ""),
    ("ok_inner_pair", ".cfi_offset 29, -48\n        .cfi_offset 30, -40\n"
     "        add ", ".cfi_offset 29, -56\n        .cfi_offset 30, -40\n"
     "        add "),
    ("ok_alloca", "cbz     x0, 1f\n",
     ".cfi_def_cfa 29, 32\n        cbz     x0, 1f\n"),
    ("ok_signed", "paciasp\n        .cfi_negate_ra_state\n        open\n"
     "        mov", "paciasp\n        open\n        mov"))
PREFIX = "aarch64-linux-gnu-"
LINKERS_AARCH64 = (PREFIX + "ld", PREFIX + "ld.gold",
                   "ld.lld -m aarch64linux", "mold -m aarch64linux")

# Nothing in them returns, so that only a table shows that they are functions.
UNENDING = ("ok_never", "ok_stops")


def linked(bench, linker, source):
    """A shared library of SOURCE by LINKER, or None, and what was said."""
    image = bench.run.path("proven.so")
    status, text = bench.run.command(
        [bench.objects.cc, "-shared", "-nostdlib", *linker.flags, "-o", image,
         source])
    return (None if status else image), text


def linked_aarch64(bench, linker, source):
    """The same of AArch64, by the words of LINKER."""
    image, made = bench.run.path("proven.so"), bench.run.path("proven.o")
    status, text = bench.run.command([PREFIX + "as", "-o", made, source])
    if not status:
        status, text = bench.run.command(
            [*linker.split(), "-shared", "-o", image, made])
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


def filled(bench, image):
    """What --fill=code makes of IMAGE if its call frame information is hidden:
    {address: (size, how .eh_frame disagrees)} outside of PLT code, and what
    was said."""
    bare, made = bench.run.path("proven-bare"), bench.run.path("proven-filled")
    proven_tables.hidden(image, bare)
    disk.remove(made)
    status, text = bench.run.sfmerge("synth", "--fill=code", "-v", "-o", made,
                                     bare)
    if status:
        return {}, text
    plt = [s for s in elf.Elf(image).sections if s.name.startswith(".plt")]
    truth = proven_tables.Tables(elf.Elf(image))
    return {addr: (func.size,
                   truth.differences(addr, func, ranges))
            for addr, has in expect.own(elf.Elf(made))[0].items()
            for func, ranges in has
            if not any(s.addr <= addr < s.addr + s.size for s in plt)}, text


def refuted_by_tables(rows):
    """The functions of ROWS, as filled has them, with other rows than the
    table."""
    return [f"{addr:#x}: other rows at {where}"
            for addr, (_, (bad, where)) in rows.items()
            if bad == row_images.WRONG]


def filled_attacks(bench, image):
    """What is wrong with the rows that the code of IMAGE gives: ok_* must have
    what their tables say, no_* nothing."""
    rows, text = filled(bench, image)
    problems = refuted_by_tables(rows)
    for symbol in elf.Elf(image).symbols():
        has = any(addr <= symbol.value < addr + size
                  for addr, (size, _) in rows.items())
        wanted = symbol.name[:3] == "ok_" and symbol.name not in UNENDING
        if (symbol.name[:3] in ("ok_", "no_") and "$" not in symbol.name
                and has != wanted):
            problems.append(f"{symbol.name}: " + ("" if has else "not ")
                            + "described")
    # Branches of a linker's own are described as such.
    count = len(rows.keys() - {s.value for s in elf.Elf(image).symbols()
                               if "$" in s.name[1:]})
    if f"proven by code: {count} functions" not in text:
        problems.append(f"not {count} functions, as is said: {text}")
    return problems


def filled_program(bench, image, least):
    """What is wrong with what --fill=code makes of IMAGE: at most a function of
    a thousand may differ from its table, and LEAST of the bytes that the table
    has must be described."""
    rows, text = filled(bench, image)
    wrong = refuted_by_tables(rows)
    truth = row_images.Truth(elf.Elf(image))
    whole = sum(f.size for group in truth.groups.values() for f in group)
    part = sum(size for size, _ in rows.values())
    problems = wrong if len(wrong) * 1000 > len(rows) else []
    if part < least * whole:
        problems.append(f"{part} of {whole} bytes are described\n{text}")
    return problems


def other_machine(bench):
    """An image whose instructions nobody decodes."""
    tools = [shutil.which("s390x-linux-gnu-" + tool) for tool in ("as", "ld")]
    if None in tools:
        bench.run.unsupported("check/proven: s390x", "no s390x binutils")
        return
    source, image = bench.run.path("other.s"), bench.run.path("other.so")
    disk.write(source, ".globl f\nf: .cfi_startproc\n br %r14\n"
                       ".cfi_endproc\n")
    bench.run.command([tools[0], "-o", source + ".o", source])
    bench.run.command([tools[1], "-shared", "-o", image, source + ".o"])
    status, text = bench.run.sfmerge("synth", "--fill=code", "-n", image)
    wanted = ("no rows are made of instructions: those of this machine are "
              "not decoded")
    bench.run.result("check/proven: s390x",
                     [] if status == 0 and wanted in text
                     else [f"exit status {status}"], text)


def sources(bench, name, wrong):
    """The path of the source NAME, and of one with all of WRONG changed."""
    source = os.path.join(os.path.dirname(__file__), SOURCES, name)
    changed = disk.text(source)
    for _, old, new in wrong:
        assert changed.count(old) == 1, old
        changed = changed.replace(old, new)
    path = bench.run.path("proven-wrong.s")
    disk.write(path, changed)
    return source, path


def linked_cases(bench, what, files, wrong, link):
    """Judge the right and the wrong one of FILES, which LINK links."""
    for kind, file, refuted in (
            ("right", files[0], ()),
            ("wrong", files[1], [name for name, _, _ in wrong])):
        image, said = link(file)
        bench.run.result(
            f"check/proven: {what}: {kind} tables",
            judged(bench, image, refuted)
            + refuted_rows(bench, image, refuted) if image else [said])
        if image and not refuted:
            bench.run.result(
                f"check/proven: {what}: rows of the code alone",
                filled_attacks(bench, image))


def aarch64_cases(bench):
    """Each linker of AArch64."""
    if not shutil.which(PREFIX + "as"):
        bench.run.unsupported("check/proven: AArch64", f"no {PREFIX}as")
        return
    files = sources(bench, "prove-attacks-aarch64.s", WRONG_AARCH64)
    for linker in LINKERS_AARCH64:
        if shutil.which(linker.split()[0]):
            linked_cases(bench, f"AArch64, {linker.split()[0]}", files,
                         WRONG_AARCH64,
                         lambda file, linker=linker: linked_aarch64(
                             bench, linker, file))


def proven_cases(bench):
    """Each linker, with right and with wrong call frame information."""
    if not bench.run.wanted("check/proven"):
        return
    other_machine(bench)
    aarch64_cases(bench)
    if bench.run.lacks_decoder("check/proven"):
        return
    files = sources(bench, "prove-attacks.s", WRONG)
    for linker in bench.linkers:
        linked_cases(bench, linker.name, files, WRONG,
                     lambda file, linker=linker: linked(bench, linker, file))
    for program, least in ((bench.run.tool, 0.5),
                           (shutil.which("bash"), 0.5)):
        if program:
            bench.run.result(
                f"check/proven: {os.path.basename(program)}: rows of the code "
                "alone", filled_program(bench, program, least))
