# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Many functions of many objects, generated: every fifth object has the name
of others, and half of the functions are local and called the same."""

import os

import disk
from symbol_bench import SymbolBuild

OBJECTS, FUNCTIONS = 600, 20


def function(unit, idx, sections):
    """Assembly of one function; all numbers differ from those of others of
    the size."""
    local = idx % 2 == 1
    name = f"local_{idx}" if local else f"unit_{unit}_{idx}"
    frame = 8 + 16 * ((unit + 7 * idx) % 120)
    wide = f"\tmovl\t$0x{unit * FUNCTIONS + idx:x}, %eax\n"
    out = f"\t.section .text.{name},\"ax\",@progbits\n" if sections else ""
    out += "" if local else f"\t.globl\t{name}\n"
    return (out + "\t.p2align 4\n"
            f"\t.type\t{name}, @function\n{name}:\n\t.cfi_startproc\n"
            f"\tsubq\t${frame}, %rsp\n\t.cfi_def_cfa_offset {frame + 8}\n"
            # Functions that every unit has alike are told by their place.
            + (wide if idx % 10 else "")
            + f"\taddq\t${frame}, %rsp\n\t.cfi_def_cfa_offset 8\n\tret\n"
            f"\t.cfi_endproc\n\t.size\t{name}, .-{name}\n")


def objects(bench, sections):
    """The objects, in directories of their own."""
    found = []
    for unit in range(OBJECTS):
        folder = bench.run.path(f"many-{int(sections)}/{unit}")
        os.makedirs(folder, exist_ok=True)
        name = "util" if unit % 5 == 0 else f"unit{unit}"
        source = os.path.join(folder, name + ".s")
        disk.write(source, f"\t.file\t\"{name}.c\"\n\t.text\n" + "".join(
                    function(unit, i, sections) for i in range(FUNCTIONS)))
        out = os.path.join(folder, name + ".o")
        status, text = bench.run.command(["as", "--gsframe", "-o", out,
                                          source])
        if status:
            print(text)
            return None
        found.append(out)
    return found


def all_cases(bench):
    """Plain sections by one linker, a section a function by another."""
    linkers = {linker.name: linker for linker in bench.linkers}
    for name, sections in (("ld", False), ("lld", True), ("mold", True),
                           ("gold", True)):
        what = "many functions" + (", sections" if sections else "")
        if name not in linkers or not bench.run.wanted(
                f"symbols/{name}/{what}"):
            continue
        key = ("many", sections)
        if key not in bench.made:
            bench.made[key] = objects(bench, sections)
        inputs = bench.made[key]
        if not inputs:
            continue
        build = SymbolBuild(bench, linkers[name], what, inputs,
                            ["-shared", "-nostdlib"], kind="many")
        image = bench.lose(build)
        if not image:
            continue
        spent = bench.run.spent
        bench.place(build, "", image, run=False)
        print(f"note: {build.name}: {bench.run.spent - spent:.2f} s for "
              f"{OBJECTS * FUNCTIONS} functions of {OBJECTS} objects")
