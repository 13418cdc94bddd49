# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Files whose headers ask for more work than they have bytes: what each of many
headers is compared with must not be all the others."""

import struct

import dump_write
import elf
from elf_made import PAGE, SHT_PROGBITS, SHT_STRTAB, Made

# Seconds of processor time: a tenth is enough, a sanitized build takes half,
# and what grows with the square of the headers more than twice as many.
SECONDS = 6
EMPTY = dump_write.encode(3, 2, 0, [])
FUNCS = [dump_write.Func(dump_write.CODE + 64 * i, 64,
                         [dump_write.row(0, 1, 8)]) for i in range(4)]
# So many can there be without extended numbering.
SEGMENTS, SECTIONS = 65000, 60000
NAMES, GROUPS = 30000, 70000
ET_DYN, PT_DYNAMIC, PT_NOTE, PT_PHDR, SHT_DYNAMIC = 3, 2, 4, 6, 6
DT_GNU_HASH, SHF_GROUP = 0x6FFFFEF5, 0x200


def limited(run, name, wanted, *args):
    """sfmerge with ARGS ends in time, with a status of WANTED."""
    status, text = run.limited(SECONDS, *args)
    run.result(name, [] if status in wanted else [f"status {status}"], text)


def refused(run, name, why, *args):
    """sfmerge with ARGS says in time that it does not, and WHY."""
    status, text = run.limited(SECONDS, *args)
    run.result(name, [] if status in (1, 2) and why in text
               else [f"status {status}"], text)


def symbol_tables(run):
    """Relocations of .sframe sections by turns for many symbol tables."""
    for tables, many in ((2, 110000), (80000, 80000)):
        name = f"limits/{many} sections and {tables} symbol tables"
        if not run.wanted(name):
            continue
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
        limited(run, name, (0,), "repair", "-o", run.path("out"),
                made.write(run.path("tables.o")))


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
    for kind, name in ((PT_NOTE, "PT_NOTE"), (PT_PHDR, "PT_PHDR")):
        name = f"limits/{SEGMENTS} {name}"
        if not run.wanted(name):
            continue
        made, text, _ = program()
        for i in range(SEGMENTS):
            made.segment(kind, 4, text, addr=0x50000000 + PAGE * i, size=0)
        limited(run, name, (0, 1), "repair", "-o", run.path("out"),
                made.write(run.path("segments")))


def dynamic(run):
    """Many dynamic sections of the same bytes."""
    name = f"limits/{SEGMENTS} PT_DYNAMIC"
    if not run.wanted(name):
        return
    made, _, _ = program()
    tags = made.section(".dynamic", SHT_DYNAMIC, struct.pack(
        "<QQ", DT_GNU_HASH, dump_write.CODE) * SEGMENTS, flags=3,
                        addr=0x50000000, align=PAGE, entsize=16)
    for _ in range(SEGMENTS):
        made.segment(PT_DYNAMIC, 6, tags)
    refused(run, name, "the segments up to number", "repair", "-o",
            run.path("out"), made.write(run.path("dynamic")))


def rivals(run):
    """Sections of SFrame data that are not loaded, and of relocations."""
    for many, kind, name in ((SECTIONS, "sframe", "more .sframe sections"),
                             (SECTIONS, "rela", "sections of relocations")):
        name = f"limits/{many} {name}"
        if not run.wanted(name):
            continue
        made, _, sframe = program()
        for _ in range(many):
            if kind == "sframe":
                made.section(".sframe", SHT_PROGBITS, EMPTY)
            else:
                made.section(".rela.sframe", elf.SHT_RELA, bytes(24),
                             info=sframe, entsize=24)
        refused(run, name, "would have to be emptied", "repair", "-o",
                run.path("out"), made.write(run.path("rivals")))


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


def one_string(made, symbols):
    """The names of sections are parts of one string."""
    del symbols
    at = len(made.names)
    made.names += b"a" * 16 * NAMES + b"\0"
    for i in range(NAMES):
        made.section(at + i, SHT_PROGBITS)


def grouped(made, symbols, step):
    """Groups of one member each, in order or, if STEP is -1, in the other."""
    members = len(made.headers) + GROUPS
    for i in range(GROUPS)[::step]:
        made.section(".group", elf.SHT_GROUP,
                     struct.pack("<II", 1, members + i), link=symbols, info=1,
                     entsize=4, align=4)
    for i in range(GROUPS):
        made.section(".data.g", SHT_PROGBITS, flags=SHF_GROUP | 2)


def groups(made, symbols):
    """Groups in the order of their members."""
    grouped(made, symbols, 1)


def groups_reversed(made, symbols):
    """... and in the other one."""
    grouped(made, symbols, -1)


def groups_early(made, symbols):
    """Relocations in front have members taken in no order."""
    first = len(made.headers) + 2 * GROUPS
    for i in range(GROUPS):
        made.section(".rela.data.g", elf.SHT_RELA, link=symbols, entsize=24,
                     info=first + i * 7919 % GROUPS)
    grouped(made, symbols, 1)


def one_group(made, symbols):
    """A group with many members."""
    count = len(made.headers)
    made.section(".group", elf.SHT_GROUP, struct.pack(
        f"<{SECTIONS + 1}I", 1, *range(count + SECTIONS, count, -1)),
                 link=symbols, info=1, entsize=4, align=4)
    for _ in range(SECTIONS):
        made.section(".data.g", SHT_PROGBITS, flags=SHF_GROUP | 2)


def same_group(made, symbols):
    """Groups that share their members."""
    fields = {"link": symbols, "info": 1, "entsize": 4}
    first = made.section(".group", elf.SHT_GROUP, struct.pack(
        "<II", 1, 1) + struct.pack("<I", 1) * NAMES, **fields)
    for _ in range(NAMES):
        made.section(".group", elf.SHT_GROUP, like=first, **fields)


def string_tables(made, symbols):
    """Tables of strings."""
    del symbols
    for _ in range(SECTIONS):
        made.section(".strings", SHT_STRTAB)


def wide_numbers(made, symbols):
    """Tables of section numbers for symbols."""
    for _ in range(SECTIONS):
        made.section(".wide", elf.SHT_SYMTAB_SHNDX, link=symbols)


def wrong_links(made, symbols):
    """Relocations whose symbols are nowhere."""
    del symbols
    for _ in range(SECTIONS):
        made.section(".rela.text", elf.SHT_RELA, link=1, info=1, entsize=24)


def in_segments(made, symbols):
    """Program headers, in which sections may lie."""
    del symbols
    for _ in range(SECTIONS):
        made.section(".data", SHT_PROGBITS, flags=2)
        made.segment(elf.PT_LOAD, 4, 1, addr=1 << 40, size=1)


def out_of_order(made, symbols):
    """Relocations in front have .sframe sections taken from last to first."""
    end = len(made.headers) + 2 * SECTIONS
    for i in range(SECTIONS):
        made.section(".rela.sframe", elf.SHT_RELA, link=symbols, entsize=24,
                     info=end - 1 - i)
    for i in range(SECTIONS):
        made.section(".sframe", SHT_PROGBITS, EMPTY, flags=2)


# What an object has, what sfmerge says of it to refuse it, and whether what
# rewrites objects, without libbfd, refuses it too.
STEPS, BYTES = "libbfd would take", "the sections up to number"
OBJECTS = (
    (one_string, "the names of sections up to number", True),
    (groups, None, False), (groups_reversed, STEPS, False),
    (groups_early, STEPS, False), (one_group, STEPS, False),
    (same_group, BYTES, True), (string_tables, STEPS, False),
    (wide_numbers, STEPS, False), (wrong_links, STEPS, False),
    (in_segments, STEPS, False), (out_of_order, None, False))


def objects(run):
    """Objects of OBJECTS, which libbfd does not see if it had too much to do
    for them."""
    for fill, why, both in OBJECTS:
        name = f"limits/object: {fill.__name__.replace('_', ' ')}"
        if not run.wanted(name):
            continue
        made, symbols = plain()
        fill(made, symbols)
        path = made.write(run.path("object.o"))
        for command in (("check",), ("repair", "-o", run.path("out"))):
            title = f"{name}, {command[0]}"
            if why is None or (command[0] == "repair" and not both):
                limited(run, title, (0,), *command, path)
            else:
                refused(run, title, why, *command, path)


def cases(run):
    """All of them."""
    symbol_tables(run)
    segments(run)
    dynamic(run)
    rivals(run)
    objects(run)
