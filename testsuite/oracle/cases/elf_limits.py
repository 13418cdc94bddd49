# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Files whose headers ask for more work than they have bytes: what each of many
headers is compared with must not be all the others."""

import functools
import struct

import dump_write
import elf
import growth
from elf_made import PAGE, SHT_PROGBITS, SHT_STRTAB, Made

EMPTY = dump_write.encode(3, 2, 0, [])
FUNCS = [dump_write.Func(dump_write.CODE + 64 * i, 64,
                         [dump_write.row(0, 1, 8)]) for i in range(4)]
# So many can there be without extended numbering.
SEGMENTS, SECTIONS = 65000, 60000
NAMES, GROUPS = 30000, 70000
# And so many are enough to see how the work grows.
FEW = 300
ET_DYN, PT_DYNAMIC, PT_NOTE, PT_PHDR, SHT_DYNAMIC = 3, 2, 4, 6, 6
DT_GNU_HASH, SHF_GROUP = 0x6FFFFEF5, 0x200


def answered(run, name, args_of, many, wanted, why=""):
    """sfmerge with ARGS_OF(MANY) ends with a status of WANTED, and says WHY."""
    status, text = run.sfmerge(*args_of(many))
    run.result(name, [] if status in wanted and why in text
               else [f"status {status}"], text)


def repaired(run, name, make, many, wanted, why=""):
    """sfmerge repairs the file that MAKE writes for MANY headers, or refuses,
    with a status of WANTED, and says WHY.  It has as much work for each header
    if there are more."""
    def args_of(count):
        return "repair", "-o", run.path("out"), make(count)
    if run.wanted(name):
        answered(run, name, args_of, many, wanted, why)
        growth.linear(run, name, FEW, args_of)


def with_tables(path, tables, many):
    """Relocations of MANY .sframe sections by turns for TABLES symbol
    tables."""
    made = Made()
    strings = made.section(".strtab", SHT_STRTAB, b"\0")
    made.section(".text", SHT_PROGBITS, bytes(16), flags=6)
    symbols = [made.section(".symtab", elf.SHT_SYMTAB, bytes(24),
                            link=strings, info=1, entsize=24)
               for _ in range(tables)]
    first = None
    for i in range(many):
        idx = made.section(".sframe", SHT_PROGBITS, flags=2, **(
            {"like": first} if first else {"data": EMPTY}))
        first = first or idx
        made.section(".rela.sframe", elf.SHT_RELA, info=idx, entsize=24,
                     link=symbols[i % tables])
    return made.write(path)


def symbol_tables(run):
    """Few symbol tables, and as many as sections."""
    path = run.path("tables.o")
    repaired(run, "limits/110000 sections and 2 symbol tables",
             lambda count: with_tables(path, 2, count), 110000, (0,))
    repaired(run, "limits/80000 sections and 80000 symbol tables",
             lambda count: with_tables(path, count, count), 80000, (0,))


def program():
    """A program with FUNCS, their symbols and a .sframe section, which lacks
    PT_GNU_SFRAME; and the numbers of the sections of code and .sframe."""
    made = Made(ET_DYN)
    text = made.section(".text", SHT_PROGBITS, bytes(PAGE), flags=6,
                        addr=dump_write.CODE, align=PAGE)
    sframe = made.section(".sframe", SHT_PROGBITS,
                          dump_write.encode(3, 2, 0, FUNCS), flags=2,
                          addr=dump_write.ADDR, align=PAGE)
    made.segment(elf.PT_LOAD, 5, text)
    made.segment(elf.PT_LOAD, 4, sframe)
    symbols, strings = dump_write.symbol_table(
        3, text, [(f"f{f.addr}", f.addr, f.size) for f in FUNCS], 0)
    made.section(".symtab", elf.SHT_SYMTAB, symbols, info=2, entsize=24,
                 link=made.section(".strtab", SHT_STRTAB, strings))
    return made, text, sframe


def segments(run):
    """Program headers that each could be the one to replace."""
    def make(kind, count):
        made, text, _ = program()
        for i in range(count):
            made.segment(kind, 4, text, addr=0x50000000 + PAGE * i, size=0)
        return made.write(run.path("segments"))
    for kind, name in ((PT_NOTE, "PT_NOTE"), (PT_PHDR, "PT_PHDR")):
        repaired(run, f"limits/{SEGMENTS} {name}",
                 functools.partial(make, kind), SEGMENTS, (0, 1))


def dynamic(run):
    """Many dynamic sections of the same bytes."""
    def make(count):
        made, _, _ = program()
        tags = made.section(".dynamic", SHT_DYNAMIC, struct.pack(
            "<QQ", DT_GNU_HASH, dump_write.CODE) * count, flags=3,
                            addr=0x50000000, align=PAGE, entsize=16)
        for _ in range(count):
            made.segment(PT_DYNAMIC, 6, tags)
        return made.write(run.path("dynamic"))
    repaired(run, f"limits/{SEGMENTS} PT_DYNAMIC", make, SEGMENTS, (1, 2),
             "the segments up to number")


def rivals(run):
    """Sections of SFrame data that are not loaded, and of relocations."""
    def make(kind, count):
        made, _, sframe = program()
        for _ in range(count):
            if kind == "sframe":
                made.section(".sframe", SHT_PROGBITS, EMPTY)
            else:
                made.section(".rela.sframe", elf.SHT_RELA, bytes(24),
                             info=sframe, entsize=24)
        return made.write(run.path("rivals"))
    for kind, name in (("sframe", "more .sframe sections"),
                       ("rela", "sections of relocations")):
        repaired(run, f"limits/{SECTIONS} {name}",
                 functools.partial(make, kind), SECTIONS, (1, 2),
                 "would have to be emptied")


def plain():
    """An object with a .sframe section, and the number of a symbol table."""
    made = Made()
    made.section(".text", SHT_PROGBITS, bytes(16), flags=6)
    made.section(".sframe", SHT_PROGBITS, EMPTY, flags=2)
    strings = made.section(".strtab", SHT_STRTAB, b"\0g\0")
    symbols = made.section(".symtab", elf.SHT_SYMTAB, bytes(24) + struct.pack(
        "<IBBHQQ", 1, elf.STB_GLOBAL << 4, 0, 1, 0, 0), link=strings, info=1,
                           entsize=24)
    return made, symbols


def one_string(made, symbols, count):
    """The names of sections are parts of one string."""
    del symbols
    at = len(made.names)
    made.names += b"a" * 16 * count + b"\0"
    for i in range(count):
        made.section(at + i, SHT_PROGBITS)


def grouped(made, symbols, count, step):
    """Groups of one member each, in order or, if STEP is -1, in the other."""
    members = len(made.headers) + count
    for i in range(count)[::step]:
        made.section(".group", elf.SHT_GROUP,
                     struct.pack("<II", 1, members + i), link=symbols, info=1,
                     entsize=4, align=4)
    for i in range(count):
        made.section(".data.g", SHT_PROGBITS, flags=SHF_GROUP | 2)


def groups(made, symbols, count):
    """Groups in the order of their members."""
    grouped(made, symbols, count, 1)


def groups_reversed(made, symbols, count):
    """... and in the other one."""
    grouped(made, symbols, count, -1)


def groups_early(made, symbols, count):
    """Relocations in front have members taken in no order."""
    first = len(made.headers) + 2 * count
    for i in range(count):
        made.section(".rela.data.g", elf.SHT_RELA, link=symbols, entsize=24,
                     info=first + i * 7919 % count)
    grouped(made, symbols, count, 1)


def one_group(made, symbols, count):
    """A group with many members."""
    first = len(made.headers) + 1
    made.section(".group", elf.SHT_GROUP, struct.pack(
        f"<{count + 1}I", 1, *range(first + count - 1, first - 1, -1)),
                 link=symbols, info=1, entsize=4, align=4)
    for _ in range(count):
        made.section(".data.g", SHT_PROGBITS, flags=SHF_GROUP | 2)


def same_group(made, symbols, count):
    """Groups that share their members."""
    fields = {"link": symbols, "info": 1, "entsize": 4}
    first = made.section(".group", elf.SHT_GROUP, struct.pack(
        "<II", 1, 1) + struct.pack("<I", 1) * count, **fields)
    for _ in range(count):
        made.section(".group", elf.SHT_GROUP, like=first, **fields)


def string_tables(made, symbols, count):
    """Tables of strings."""
    del symbols
    for _ in range(count):
        made.section(".strings", SHT_STRTAB)


def wide_numbers(made, symbols, count):
    """Tables of section numbers for symbols."""
    for _ in range(count):
        made.section(".wide", elf.SHT_SYMTAB_SHNDX, link=symbols)


def wrong_links(made, symbols, count):
    """Relocations whose symbols are nowhere."""
    del symbols
    for _ in range(count):
        made.section(".rela.text", elf.SHT_RELA, link=1, info=1, entsize=24)


def in_segments(made, symbols, count):
    """Program headers, in which sections may lie."""
    del symbols
    for _ in range(count):
        made.section(".data", SHT_PROGBITS, flags=2)
        made.segment(elf.PT_LOAD, 4, 1, addr=1 << 40, size=1)


def out_of_order(made, symbols, count):
    """Relocations in front have .sframe sections taken from last to first."""
    end = len(made.headers) + 2 * count
    for i in range(count):
        made.section(".rela.sframe", elf.SHT_RELA, link=symbols, entsize=24,
                     info=end - 1 - i)
    for i in range(count):
        made.section(".sframe", SHT_PROGBITS, EMPTY, flags=2)


# What an object has, how many, what sfmerge says of it to refuse it, and
# whether what rewrites objects, without libbfd, refuses it too.
STEPS, BYTES = "libbfd would take", "the sections up to number"
OBJECTS = (
    (one_string, NAMES, "the names of sections up to number", True),
    (groups, GROUPS, None, False), (groups_reversed, GROUPS, STEPS, False),
    (groups_early, GROUPS, STEPS, False), (one_group, SECTIONS, STEPS, False),
    (same_group, NAMES, BYTES, True), (string_tables, SECTIONS, STEPS, False),
    (wide_numbers, SECTIONS, STEPS, False),
    (wrong_links, SECTIONS, STEPS, False),
    (in_segments, SECTIONS, STEPS, False),
    (out_of_order, SECTIONS, None, False))


def objects(run):
    """Objects of OBJECTS, which libbfd does not see if it had too much to do
    for them."""
    def args_of(fill, command, count):
        made, symbols = plain()
        fill(made, symbols, count)
        return *command, made.write(run.path("object.o"))
    for fill, many, why, both in OBJECTS:
        name = f"limits/object: {fill.__name__.replace('_', ' ')}"
        if not run.wanted(name):
            continue
        for command in (("check",), ("repair", "-o", run.path("out"))):
            title = f"{name}, {command[0]}"
            args = functools.partial(args_of, fill, command)
            if why is None or (command[0] == "repair" and not both):
                answered(run, title, args, many, (0,))
                growth.linear(run, title, FEW, args)
            else:
                answered(run, title, args, many, (1, 2), why)


def cases(run):
    """All of them."""
    symbol_tables(run)
    segments(run)
    dynamic(run)
    rivals(run)
    objects(run)
