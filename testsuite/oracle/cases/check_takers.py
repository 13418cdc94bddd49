# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Compare what `sfmerge check` says of an object for a linker or readelf with
what that program does with it."""

import os

import disk
import elf
import sframe

# Consumer, program, version of the objects that it is given.
TAKERS = (("ld-2.44", "ld-2.44", 2), ("ld-2.46", "ld-2.47", 3),
          ("mold-2.42", "mold-3", 3), ("libsframe-2.44", "readelf-2.44", 2),
          ("libsframe-2.46", "readelf-2.47", 2),
          ("libsframe-2.46", "readelf-2.47", 3))

# The functions of most objects.
TWO = """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_row  1, sp, 16, -16
        sf_fde  .text+7, 9
        sf_row  0, sp, 8
"""

# Each has one thing about it: options of sf_begin, then what follows.
OBJECTS = {
    "plain": ("", TWO),
    "the other section type": ("in=SF_OTHER", TWO),
    "said to be sorted": ("flags=SF_FLAGS+1", TWO),
    "the other PCREL flag": ("flags=4-SF_FLAGS", TWO),
    "auxiliary header": ("aux=8", TWO),
    "gap before the functions": ("fdegap=8", TWO),
    "gap before the rows": ("fregap=8", TWO),
    "no function": ("", ""),
    "not in order": ("", """
        sf_fde  .text+7, 9
        sf_row  0, sp, 8
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
"""),
    "shared rows": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_row  1, sp, 16, -16
        sf_row  4, fp, 16, -16
        sf_fde  .text+7, 9, rows=0
        sf_fde  .text+16, 9, rows=0
        sf_fde  .text+25, 9, rows=0
"""),
    "MASK": ("", """
        sf_fde  .text+0, 32, mask=1, rep=16
        sf_row  0, sp, 8
        sf_row  11, sp, 16
"""),
    "a block of size 0": ("", """
        sf_fde  .text+0, 32, mask=1
        sf_row  0, sp, 8
"""),
    "no rows": ("", """
        sf_fde  .text+0, 7
        sf_fde  .text+7, 9
        sf_row  0, sp, 8
"""),
    "a row at the end": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_row  7, sp, 16
"""),
    "a row past the end": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_row  9, sp, 16
"""),
    "rows with equal starts": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_row  0, sp, 16
"""),
    "rows out of order": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_row  4, sp, 16
        sf_row  2, sp, 24
"""),
    "an undefined return address": ("", """
        sf_fde  .text+0, 7
        sf_row  0, undef
"""),
    "two headers": ("", TWO + """
        sf_end
        sf_begin version=SF_VERSION, in=here
        sf_fde  .text+32, 7
        sf_row  0, sp, 8
"""),
    "a function without relocation": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_fde  .text+7, 9, start=0
        sf_row  0, sp, 8
"""),
    "another fixed offset": ("fp=-16", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
"""),
    "twice the same": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
"""),
    "FLEX": ("", """
        sf_fde  .text+0, 7, flex=1
        sf_row  0, flex, 0x39, 8
"""),
    "a signal frame": ("", """
        sf_fde  .text+0, 7, signal=1
        sf_row  0, sp, 8
"""),
}
NEW = ("FLEX", "a signal frame")  # version 3 only
# Functions of nothing, which need not be in the output.
DEAD = {"a function without relocation": 1}

# What else is linked: one function that each takes.
OTHER = ("", """
        sf_fde  .text+0, 5
        sf_row  0, sp, 8
""")


class Made:
    """Assembles the objects."""

    def __init__(self, run, assembler, inc):
        self.run, self.assembler, self.inc = run, assembler, inc
        self.serial = 0

    def make(self, what, version, symbol):
        """The path of an object, or None."""
        self.serial += 1
        stem = self.run.path(f"taken-{self.serial}")
        options, body = what
        kinds = ("gnu", "progbits") if version == 3 else ("progbits", "gnu")
        if "in=" in options:
            options = options.replace("SF_OTHER", kinds[1])
        else:
            options = ", ".join(["in=" + kinds[0]] + options.split(", "))
        disk.write(stem + ".s", f"""        .include "sframe.inc"
        .set    SF_VERSION, {version}
        .set    SF_FLAGS, {4 if version == 3 else 0}
        .text
        .globl  {symbol}
{symbol}:
        .skip   64, 0x90
        sf_begin version={version}, {options.rstrip(", ")}
{body}
        sf_end
""".replace("version=SF_VERSION", f"version={version}"))
        status, text = self.run.command(
            [self.assembler, "-I", self.inc, "--defsym", "SF_ABI=3",
             "-o", stem + ".o", stem + ".s"])
        if status or text:
            print(text)
            return None
        return stem + ".o"


def section(path):
    """The size, the functions and the headers of all .sframe of PATH."""
    file = elf.Elf(path)
    size, functions, heads = 0, 0, []
    for found in file.named(".sframe"):
        data = file.bytes_of(found)
        size += len(data)
        if not any(data):
            continue
        pieces = sframe.pieces_of(data, file.big)
        functions += sum(p.num_fdes for p in pieces)
        heads += [data[p.offset + 5:p.offset + 7] for p in pieces]
    return size, functions, heads


def linked(run, program, path, other, dead):
    """Whether PROGRAM takes PATH as it is, but for DEAD functions, into one
    section with OTHER."""
    out = path + ".out"
    disk.remove(out)
    status, text = run.command([program, "-m", "elf_x86_64", "-o", out, path,
                                other])
    if status or text.strip():
        return False, f"status {status}: {text.strip()[:200]}"
    size, functions, heads = section(out)
    sizes, counts, before = zip(section(path), section(other))
    if functions not in (sum(counts), sum(counts) - dead):
        return False, f"{functions} functions of {sum(counts)}"
    if size > sum(sizes):
        return False, f"{size} bytes in the room of {sum(sizes)}"
    if before[0] and heads and heads[0] != before[0][0]:
        return False, "other fixed offsets"
    return True, ""


def shown(run, program, path):
    """Whether PROGRAM shows all functions of PATH."""
    status, text = run.command([program, "--sframe", path])
    count = text.count("func idx [")
    if status or "rror" in text or "ssert" in text:
        return False, f"status {status}: {text.strip()[-200:]}"
    return count == section(path)[1], f"{count} functions"


def judge(verdict, taken, why):
    """Problems with VERDICT, if the consumer has TAKEN the object."""
    if verdict["verdict"] == "usable" and not taken:
        return [f"usable, but {why}"]
    if verdict["verdict"] == "unusable" and taken:
        return [f"unusable, but taken: {verdict['reasons']}"]
    if verdict["verdict"] == "not applicable":
        return ["not applicable"]
    return []


def cases(bench, assembler, inc, more):
    """All programs that are here."""
    run, made = bench.run, Made(bench.run, assembler, inc)
    for consumer, name, version in TAKERS:
        case = f"check/taken: version {version}, {name}"
        program = os.path.join(more, "bin", name) if more else ""
        if not run.wanted(case):
            continue
        if not os.path.exists(program):
            run.unsupported(case, f"no {name}")
            continue
        other = made.make(OTHER, version, "other")
        if not other:
            run.unsupported(case, "no assembler for x86-64")
            continue
        problems, grades = [], {}
        for what, parts in OBJECTS.items():
            if version < 3 and what in NEW:
                continue
            path = made.make(parts, version, "_start")
            verdict = path and bench.verdicts(path, consumer)
            if not verdict:
                problems.append(f"{what}: no verdict")
                continue
            if name.startswith("readelf"):
                taken, why = shown(run, program, path)
            else:
                taken, why = linked(run, program, path, other,
                                    DEAD.get(what, 0))
            grade = verdict[0]["verdict"]
            grades[grade] = grades.get(grade, 0) + 1
            print(f"note: {name}: {what}: {grade}; "
                  f"{'taken' if taken else why}")
            problems += [f"{what}: {p}"
                         for p in judge(verdict[0], taken, why)]
        if grades.get("usable", 0) < 5:
            problems.append(f"{grades}")
        run.result(case, problems)
