# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Links of so much that threads take part: the output and the messages are
those of one processor, also where inputs fail."""

import os
import shutil

import disk


OBJECTS = 100
FUNCTIONS = 400


def source(number):
    """Functions with frames of other sizes, every third static."""
    lines = []
    for i in range(FUNCTIONS):
        name, size = f"many{number}_{i}", 8 + 16 * ((number + i) % 9)
        if i % 3:
            lines.append(f"\t.globl\t{name}")
        lines += [f"\t.type\t{name}, @function", f"{name}:", "\t.cfi_startproc",
                  f"\tsub\t${size}, %rsp", f"\t.cfi_def_cfa_offset {size + 8}",
                  f"\tadd\t${number * FUNCTIONS + i}, %eax",
                  f"\tadd\t${size}, %rsp", "\t.cfi_def_cfa_offset 8", "\tret",
                  "\t.cfi_endproc", f"\t.size\t{name}, .-{name}"]
    return "\n".join(["\t.text", *lines, ""])


def objects(run):
    """The objects, or None."""
    made = []
    for number in range(OBJECTS):
        path = run.path(f"many{number}.s")
        disk.write(path, source(number))
        made.append(run.path(f"many{number}.o"))
        status, _ = run.command(["as", "--gsframe", "-o", made[-1], path])
        os.remove(path)
        if status:
            return None
    return made


def outcome(run, processors, *args):
    """Status, text and output of a link on PROCESSORS."""
    out, all_of_them = run.path("many-out"), os.sched_getaffinity(0)
    disk.remove(out)
    os.sched_setaffinity(0, processors)
    status, text = run.sfmerge("link", "-v", "--grow=move-phdrs", "-o", out,
                               *args)
    os.sched_setaffinity(0, all_of_them)
    if not os.path.exists(out):
        return status, text, None
    return status, text, disk.read(out)


def same(run, name, fails, *args):
    """Whether several processors make no difference."""
    several = os.sched_getaffinity(0)
    threads = outcome(run, several, *args)
    problems = []
    if (threads[0] != 0) != fails or (threads[2] is None) != fails:
        problems.append(f"exit status {threads[0]}")
    alone = outcome(run, {min(several)}, *args)
    problems += [f"another {what} on one processor" for what, a, b
                 in zip(("exit status", "text", "output"), threads, alone)
                 if a != b]
    run.result("many: " + name, problems, threads[1])


def broken(run, inputs):
    """Inputs of which one is cut short, and one after it is not there."""
    cut = run.path("many-cut.o")
    with open(inputs[80], "rb") as file:
        start = file.read(2000)
    disk.write(cut, start)
    return inputs[:80] + [cut] + inputs[81:90] + [run.path("none.o")]


def all_cases(bench):
    """With each linker of the machine that takes part."""
    run = bench.run
    if not run.wanted("many"):
        return
    inputs = (objects(run) if len(os.sched_getaffinity(0)) > 1
              and os.uname().machine == "x86_64" else None)
    if not inputs:
        run.unsupported("many", "one processor, or no assembler for it")
        return
    for linker in ("ld.bfd", "ld.gold"):
        image, plain = run.path("many-image"), run.path("many-plain")
        if not shutil.which(linker):
            continue
        status, _ = run.command([linker, "-e", "many0_1", "-Map=" + image
                                 + ".map", "-o", image, *inputs])
        if status:
            run.unsupported("many: " + linker, "the link failed")
            continue
        run.command(["objcopy", "-R", ".sframe", image, plain])
        same(run, f"{linker}, its own pieces", False, image, *inputs)
        same(run, f"{linker}, a map", False, f"--from-map={image}.map", plain,
             *inputs)
        same(run, f"{linker}, symbols", False, plain, *inputs)
        same(run, f"{linker}, broken inputs", True, image,
             *broken(run, inputs))
    for path in inputs:
        os.remove(path)
