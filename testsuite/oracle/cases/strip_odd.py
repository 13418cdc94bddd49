# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Files in which something refers to .sframe, or that are damaged, for
`sfmerge strip`."""

import os
import struct

import disk
import elf
import elf_made
import link_bench
import stripped


def cases(bench):
    """All of them."""
    for case in (named_object, named_image, appended, damaged_data,
                 no_headers, shared, groups, many, bad_group, numbers,
                 detached):
        name = f"strip/odd/{case.__name__}"
        if bench.run.wanted(name):
            problems = []
            case(bench, problems)
            bench.run.result(name, problems)


def refused(bench, path, wanted, problems):
    """`strip` of PATH fails with WANTED and writes nothing."""
    out = bench.run.path("refused")
    status, text = bench.run.sfmerge("strip", "-o", out, path)
    if status == 0 or wanted not in text or os.path.exists(out):
        problems.append(f"{os.path.basename(path)}: {status} {text}")


def assembled(bench, name, text):
    """An object of TEXT."""
    source, out = bench.run.path(name + ".s"), bench.run.path(name + ".o")
    disk.write(source, text.encode())
    status, said = bench.run.command(["as", "-o", out, source])
    if status:
        raise ValueError(said)
    return out


def named_object(bench, problems):
    """A symbol that others may use, and a relocation."""
    data = '.section .sframe, "a"\n{}\n.fill 64, 1, 1\n'
    refused(bench, assembled(bench, "global", ".globl here\n" + data.format(
        "here:")), "symbol 1 (here) refers", problems)
    refused(bench, assembled(bench, "used", data.format("here:")
                             + ".section .table, \"a\"\n.quad here\n"),
            "(.rela.table) refers", problems)
    # One that nobody uses is no reason.
    path = assembled(bench, "idle", data.format("here:") + ".text\nnop\n")
    out = bench.run.path("idle-bare.o")
    status, text = bench.run.sfmerge("strip", "-o", out, path)
    if status or text:
        problems.append(f"idle: {status} {text}")
    else:
        problems += stripped.compare(path, out)


def image(bench, kind="pie"):
    """An image with .sframe, and what it does."""
    for linker in bench.linkers:
        build = link_bench.Build(bench, linker, kind, "v3")
        if not build.link() and elf.Elf(build.image).named(".sframe"):
            return build
    return None


def named_image(bench, problems):
    """A program that reads the section by a symbol of a linker script."""
    run = bench.run
    main, script = run.path("reads.c"), run.path("reads.ld")
    disk.write(main, b"extern const char __start_sf[];\n"
               b"int main (void) { return __start_sf[0]; }\n")
    disk.write(script,
               "SECTIONS { .sframe : { __start_sf = .; *(.sframe) } }\n"
               "INSERT AFTER .eh_frame;\n")
    prog, out = run.path("reads"), run.path("reads-bare")
    status, text = run.command(
        [bench.objects.cc, "-fuse-ld=bfd", "-Wa,--gsframe", "-o", prog, main,
         "-T", script])
    if status or not elf.Elf(prog).named(".sframe"):
        problems.append(f"cannot be linked: {text}")
        return
    status, text = run.sfmerge("strip", "-v", "-o", out, prog)
    if status or "(__start_sf) refers to its .sframe" not in text:
        problems.append(f"status {status}: {text}")
        return
    problems += stripped.compare(prog, out, used=True)
    if run.command([prog])[0] == 0 or run.command([out])[0] != 0:
        problems.append("it reads something else")


def appended(bench, problems):
    """Data after the image, which is looked for after its headers."""
    build = image(bench)
    path, out = bench.run.path("appended"), bench.run.path("appended-bare")
    disk.write(path, disk.read(build.image) + b"payload")
    status, text = bench.run.sfmerge("strip", "-o", out, path)
    if status or text:
        problems.append(f"status {status}: {text}")
        return
    problems += stripped.compare(path, out)
    if not disk.read(out).endswith(b"payload"):
        problems.append("the payload moved")
    if bench.execute(build, out) != build.before:
        problems.append("it does not run as before")


def damaged_data(bench, problems):
    """What is in .sframe does not matter."""
    for path in (image(bench).image, bench.objects.program("v1", "pic")[1]):
        made = elf.Elf(path)
        data = bytearray(made.data)
        section, = made.named(".sframe")
        data[section.offset:section.offset + section.size] = (
            b"\xff" * section.size)
        bad = bench.run.path("bad")
        disk.write(bad, data)
        out = bench.run.path("bad-bare")
        status, text = bench.run.sfmerge("strip", "-o", out, bad)
        if status or text:
            problems.append(f"{path}: {status} {text}")
        else:
            problems += stripped.compare(bad, out)


def one_function():
    """A piece of version 2 with a function of one row."""
    header = struct.pack("<HBBBbbBIIIII", 0xdee2, 2, 0, 3, 0, -8, 0, 1, 1, 3,
                         0, 20)
    return header + struct.pack("<iIIIBBH", 0, 1, 0, 1, 0, 0, 0) + b"\0\3\10"


def no_headers(bench, problems):
    """An image without section headers: PT_GNU_SFRAME tells."""
    build = image(bench)
    data = bytearray(disk.read(build.image))
    struct.pack_into("<Q", data, 40, 0)
    struct.pack_into("<HH", data, 60, 0, 0)
    path = bench.run.path("headless")
    disk.write(path, data)
    segment = elf.Elf(path).segment_of(elf.PT_GNU_SFRAME)
    if not segment:
        return
    headless(bench, build, path, problems)
    # Pieces with other bytes between them, as GNU ld 2.44 leaves.
    pieces = one_function() + b"\xff\0\0\0\xff" + one_function()
    if segment.filesz < len(pieces):
        problems.append("the segment is too small for the case")
    data[segment.offset:segment.offset + segment.filesz] = pieces.ljust(
        segment.filesz, b"\0")
    disk.write(path, data)
    headless(bench, build, path, problems)


def headless(bench, build, path, problems):
    """The image of BUILD, which is at PATH without section headers."""
    out = bench.run.path("headless-bare")
    status, text = bench.run.sfmerge("strip", "-o", out, path)
    if status or text:
        problems.append(f"status {status}: {text}")
        return
    problems += stripped.compare(path, out)
    if bench.execute(build, out) != build.before:
        problems.append("it does not run as before")


def shared(bench, problems):
    """Bytes that another section has, too."""
    made = elf_made.Made()
    first = made.section(".sframe", elf.SHT_GNU_SFRAME, bytes(32), flags=2)
    made.section(".data", elf_made.SHT_PROGBITS, like=first)
    refused(bench, made.write(bench.run.path("shared.o")), "shares bytes",
            problems)


def grouped(bench, name, words):
    """An object with a group of WORDS: section 2 is .sframe, 3 code."""
    flags = 0x200 if 3 in words else 0
    made = elf_made.Made()
    symbols = bytes(24) + struct.pack("<IBBHQQ", 1, 0x10, 0, 3, 0, 0)
    made.section(".group", elf.SHT_GROUP,
                 struct.pack(f"<{len(words)}I", *words), link=4, info=1,
                 entsize=4, align=4)
    made.section(".sframe", elf.SHT_GNU_SFRAME, bytes(32), flags=0x202)
    made.section(".text", elf_made.SHT_PROGBITS, bytes(4),
                 flags=6 | flags)
    made.section(".symtab", elf.SHT_SYMTAB, symbols, link=5, info=1,
                 entsize=24)
    made.section(".strtab", elf_made.SHT_STRTAB, b"\0f\0", align=1)
    return made.write(bench.run.path(name))


def groups(bench, problems):
    """A group with other members stays, one without goes."""
    for name, words in (("with.o", (1, 2, 3)), ("alone.o", (1, 2))):
        path = grouped(bench, name, words)
        out = path + ".bare"
        status, text = bench.run.sfmerge("strip", "-o", out, path)
        if status or text:
            problems.append(f"{name}: {status} {text}")
            continue
        problems += stripped.compare(path, out)
        left = len([s for s in elf.Elf(out).sections
                    if s.type == elf.SHT_GROUP])
        if left != (name == "with.o"):
            problems.append(f"{name}: {left} groups")
        status, text = bench.run.command(["ld", "-r", "-o", out + ".r", out])
        if status:
            problems.append(f"{name}: {text}")


def many(bench, problems):
    """More sections than a symbol can number, on both sides of the limit."""
    for count in (0xFF00, 0xFF40):
        text = "".join(f'.section .t{i}, "ax"\nl{i}: nop\n'
                       for i in range(count - 8))
        path = assembled(bench, f"many{count}",
                         '.section .sframe, "a"\n.quad 0\n' + text)
        out = path + ".bare"
        status, said = bench.run.sfmerge("strip", "-o", out, path)
        if status or said:
            problems.append(f"{count}: {status} {said}")
            continue
        problems += stripped.compare(path, out)
        status, said = bench.run.command(["nm", out])
        if status or said != bench.run.command(["nm", path])[1]:
            problems.append(f"{count}: nm differs")


def bad_group(bench, problems):
    """Members that are no sections, and a size that is no number of them."""
    refused(bench, grouped(bench, "far.o", (1, 2, 77)),
            "the group has section 77 of 7", problems)
    path = grouped(bench, "odd.o", (1, 3))
    made = elf.Elf(path)
    data = bytearray(made.data)
    struct.pack_into("<Q", data, made.shoff + 64 + 32, 7)
    disk.write(path, data)
    refused(bench, path, "0x7 bytes, which is not a whole number of words", problems)


def numbers(bench, problems):
    """A table of section numbers that is called .sframe: symbols need it."""
    made = elf_made.Made()
    symbol = struct.pack("<IBBHQQ", 1, 0x10, 0, 0xFFFF, 0, 0)
    made.section(".text", elf_made.SHT_PROGBITS, bytes(4), flags=6)
    made.section(".symtab", elf.SHT_SYMTAB, bytes(24) + symbol, link=3, info=1,
                 entsize=24)
    made.section(".strtab", elf_made.SHT_STRTAB, b"\0f\0", align=1)
    made.section(".sframe", elf.SHT_SYMTAB_SHNDX, struct.pack("<II", 0, 1),
                 link=2, entsize=4, align=4)
    refused(bench, made.write(bench.run.path("numbers.o")),
            "section 2 (.symtab) refers to its .sframe", problems)


def detached(bench, problems):
    """A file that is nothing but SFrame."""
    run = bench.run
    path = run.path("detached")
    status, text = run.sfmerge("synth", "-q", f"--detached={path}",
                               image(bench).image)
    if status:
        problems.append(f"cannot be made: {text}")
        return
    refused(bench, path, "is a detached file", problems)
    status, text = run.sfmerge("strip", "-r", "-i", path)
    if status:
        problems.append(f"in a walk: {status} {text}")
