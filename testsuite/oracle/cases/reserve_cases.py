#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Check the object that `sfmerge reserve` makes and how linkers treat it."""

import os
import sys

import disk
import elf
import expect
import toolchain
from link_bench import Bench, Build
from outputs import numbers

NAME = ".sframe_reserve"
SHF_GNU_RETAIN = 0x200000
PT_GNU_STACK = 0x6474E551
ELFOSABI_GNU = 3

# One function, as any assembler of binutils 2.40 takes it.
FOREIGN = """    .cfi_sections .sframe
    .text
    .globl f
    .type f, %function
f:  .cfi_startproc
    nop
    .cfi_endproc
    .size f, . - f
"""


def shape(path, machine, big, problems):
    """What every reserve object has; returns the bytes reserved."""
    obj = elf.Elf(path)
    if obj.type != elf.ET_REL or (obj.machine, obj.big) != (machine, big):
        problems.append(f"type {obj.type}, machine {obj.machine}, big-endian "
                        f"{obj.big}")
    if obj.data[7] != ELFOSABI_GNU:
        problems.append(f"EI_OSABI {obj.data[7]}: SHF_GNU_RETAIN means "
                        "nothing without ELFOSABI_GNU")
    found = obj.named(NAME)
    if len(found) != 1:
        problems.append(f"{len(found)} sections {NAME}")
        return 0
    section = found[0]
    if section.flags != elf.SHF_ALLOC | SHF_GNU_RETAIN or section.type != 1:
        problems.append(f"flags {section.flags:#x}, type {section.type}")
    if section.align != 8:
        problems.append(f"alignment {section.align}")
    if any(obj.bytes_of(section)):
        problems.append("the bytes are not zero")
    note = obj.named(".note.GNU-stack")
    if not note or note[0].flags & elf.SHF_EXECINSTR or note[0].size:
        problems.append("no .note.GNU-stack: linkers would make the stack "
                        "executable")
    return section.size


def make(run, *args):
    """Run sfmerge reserve; status, text, path."""
    out = run.absent("reserve.o")
    status, text = run.sfmerge("reserve", "-o", out, *args)
    return status, text, out


def sizes(run, objects):
    """The default fits the functions of the inputs; --size is obeyed."""
    for version in ("v1", "v2", "v2-pcrel", "v3"):
        inputs = objects.program(version, "pic")
        status, text, out = make(run, *inputs)
        problems = [] if status == 0 else [f"exit status {status}"]
        if not problems:
            size = shape(out, 62, False, problems)
            need = 28 + sum(21 + f.row_size for path in inputs
                            for f in expect.Object(path).functions)
            if size < need or size % 8:
                problems.append(f"{size} bytes reserved, {need} needed")
            if size > 2 * need + 4096:
                problems.append(f"{size} bytes reserved for {need}")
        run.result(f"reserve/default size from {version} inputs", problems,
                   text)
    for size in (8, 4096, 100000):
        status, text, out = make(run, f"--size={size}",
                                 objects.program("v1", "pic")[0])
        problems = [] if status == 0 else [f"exit status {status}"]
        if not problems and shape(out, 62, False, problems) != size:
            problems.append("another size")
        run.result(f"reserve/--size={size}", problems, text)


# The same for s390x, whose .sframe binutils 2.40 cannot write: version 2 with
# PCREL, one function of two bytes, one row of one byte-sized word.
FOREIGN_S390X = """    .text
    .globl f
f:  nopr %r7
    .section .sframe,"a"
    .balign 8
    .short 0xdee2
    .byte 2, 4, 4, 0, 0, 0
    .long 1, 1, 3, 0, 20
    .long f - ., 2, 0, 1, 0
    .byte 0, 3, 0
"""


def foreign(run, machine, big, program, flags, text=FOREIGN):
    """A reserve for objects of another machine."""
    name = f"reserve/machine {machine} {'big' if big else 'little'}-endian"
    if not program:
        run.unsupported(name, "no assembler")
        return
    source, obj = run.path("foreign.s"), run.path("foreign.o")
    disk.write(source, text)
    status, text = run.command([program, *flags, source, "-o", obj])
    if status:
        run.unsupported(name, "the assembler refuses")
        return
    status, text, out = make(run, "--size=64", obj)
    problems = [] if status == 0 else [f"exit status {status}"]
    if not problems and shape(out, machine, big, problems) != 64:
        problems.append("another size")
    run.result(name, problems, text)


def linked(bench, linker):
    """LINKER takes the object without a word, keeps it under --gc-sections,
    8-aligned and read-only, and the stack stays what it was."""
    run = bench.run
    for kind in ("pie", "no-pie", "static", "gc", "shared"):
        build = Build(bench, linker, kind, linker.merges() or "v1")
        name = f"reserve/{linker.name}/{kind}: linked"
        status, text, out = make(run, *build.inputs)
        if status:
            run.result(name, [f"exit status {status}"], text)
            continue
        if build.link():
            continue
        before, said = elf.Elf(build.image), build.before
        problems = []
        refusal = build.link(out)
        if refusal:
            run.result(name, ["the link failed"], refusal)
            continue
        image = elf.Elf(build.image)
        found = image.named(NAME)
        if len(found) != 1 or found[0].addr % 8 or (
                found[0].flags & (elf.SHF_WRITE | elf.SHF_ALLOC)
                != elf.SHF_ALLOC):
            problems.append("the reserve is not in the image as it should")
        if build.before != said:
            problems.append(f"the program gives {build.before}")
        old, new = (i.segment_of(PT_GNU_STACK) for i in (before, image))
        if (old and old.flags) != (new and new.flags):
            problems.append("the stack's protection changed")
        run.result(name, problems)


def small(bench, linker):
    """A reserve that is too small: both numbers, and nothing written."""
    run = bench.run
    name = f"reserve/{linker.name}: too small"
    build = Build(bench, linker, "gc", "v1")
    status, text, out = make(run, "--size=64", *build.inputs)
    if status or build.link(out):
        run.result(name, ["no image"], text)
        return
    image = elf.Elf(build.image)
    if any(s.size for s in image.named(".sframe")):
        return
    merged = run.path("merged")
    status, text = run.sfmerge("link", "--fill=none", "--plt=none",
                               "--share-rows=never", "--grow=none",
                               "-o", merged,
                               "--from-map=" + build.map, build.image,
                               *build.inputs)
    if status == 0:
        # The linker left free bytes after it.
        problems = ([] if elf.Elf(merged).named(".sframe")
                    else ["no .sframe in the output"])
    else:
        problems = [] if status == 1 else [f"exit status {status}"]
        if build.need() not in numbers(text):
            problems.append(f"the message does not say {build.need()}")
        if os.path.exists(merged):
            problems.append("a file was written all the same")
    run.result(name, problems, text)
    disk.remove(merged)


def main():
    """The command."""
    options = toolchain.parser()
    options.add_argument("--aarch64-as")
    options.add_argument("--s390x-as")
    args = options.parse_args()
    bench = Bench(args)
    run = bench.run
    if not bench.objects.usable():
        run.unsupported("reserve", "no compiler that writes .sframe")
        return run.end()
    sizes(run, bench.objects)
    foreign(run, elf.EM_AARCH64, False, args.aarch64_as, [])
    foreign(run, elf.EM_AARCH64, True, args.aarch64_as, ["-EB"])
    foreign(run, elf.EM_S390, True, args.s390x_as, [],
            FOREIGN_S390X)
    for linker in bench.linkers:
        linked(bench, linker)
        small(bench, linker)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
