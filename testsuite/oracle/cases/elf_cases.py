#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run sfmerge on ELF files with headers that no tool makes."""

import functools
import struct
import sys

import dump_write
import elf
import growth
import runner
from elf_made import Made, PAGE, Patch, SHT_PROGBITS, SHT_STRTAB

EMPTY = dump_write.encode(3, 2, 0, [])
FUNCS = [dump_write.Func(dump_write.CODE + 64 * i, 64,
                         [dump_write.row(0, 1, 8)]) for i in range(4)]
# So many can there be without extended numbering.
SEGMENTS, SECTIONS = 65000, 60000
NAMES, GROUPS = 30000, 70000
GROWING = 1000
ET_DYN, PT_DYNAMIC, PT_NOTE, PT_PHDR, SHT_DYNAMIC = 3, 2, 4, 6, 6
DT_GNU_HASH, SHF_GROUP = 0x6FFFFEF5, 0x200
SHT_GNU_HASH = 0x6FFFFFF6


def ended(run, name, wanted, *args):
    """sfmerge with ARGS ends with a status of WANTED."""
    status, text = run.sfmerge(*args)
    run.result(name, [] if status in wanted else [f"status {status}"], text)


def refused(run, name, why, *args):
    """sfmerge with ARGS says that it does not, and WHY."""
    status, text = run.sfmerge(*args)
    run.result(name, [] if status in (1, 2) and why in text
               else [f"status {status}"], text)


def grows(growth, name, make, wanted=(0,), command="repair"):
    """The work for what MAKE makes of a number grows with it."""
    run = growth.run
    options = {"repair": ("-o", run.path("out")),
               "convert": ("--to=v2", "-o", run.path("out"))}.get(command, ())
    growth.test(f"limits/growth: {name}", GROWING, lambda many: [
        run.tool, command, *options, make(many).write(run.path("growing"))],
                wanted)


def tables_and_sections(tables, many):
    """An object with relocations of MANY .sframe sections by turns for so many
    symbol TABLES."""
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
    return made


def symbol_tables(run, growth):
    """Few and many symbol tables."""
    for tables, many in ((2, 110000), (80000, 80000)):
        name = f"limits/{many} sections and {tables} symbol tables"
        if run.wanted(name):
            ended(run, name, (0,), "repair", "-o", run.path("out"),
                  tables_and_sections(tables, many).write(
                      run.path("tables.o")))
    grows(growth, "sections and two symbol tables",
          lambda many: tables_and_sections(2, many))
    grows(growth, "sections and symbol tables",
          lambda many: tables_and_sections(many, many))
    grows(growth, "symbol tables of one table of strings", unterminated,
          command="convert")


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


def unterminated(many):
    """A program with MANY symbol tables, whose strings, as many, have no
    end."""
    made, _, _ = program()
    strings = made.section(".strtab", SHT_STRTAB, b"A" * 64 * many)
    for _ in range(many):
        made.section(".symtab", elf.SHT_SYMTAB, bytes(24), link=strings,
                     info=1, entsize=24)
    return made


def with_segments(kind, many):
    """A program with MANY headers of KIND."""
    made, text, _ = program()
    for i in range(many):
        made.segment(kind, 4, text, addr=0x50000000 + PAGE * i, size=0)
    return made


def segments(run, growth):
    """Program headers that each could be the one to replace, or the segment to
    grow."""
    for kind, what in ((PT_NOTE, "PT_NOTE"), (PT_PHDR, "PT_PHDR"),
                       (elf.PT_LOAD, "PT_LOAD")):
        name = f"limits/{SEGMENTS} {what}"
        if run.wanted(name):
            ended(run, name, (0, 1), "repair", "-o", run.path("out"),
                  with_segments(kind, SEGMENTS).write(run.path("segments")))
        grows(growth, what, functools.partial(with_segments, kind), (0, 1))


def dynamic(run, growth):
    """Many dynamic sections of the same bytes; many tags."""
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
    grows(growth, "dynamic tags and hash tables", tags_and_tables)


def tags_and_tables(many):
    """A program with MANY dynamic tags, and as many hash tables, to which they
    do not lead."""
    made, text, _ = program()
    made.segment(0, 4, text, size=0)
    tags = made.section(".dynamic", SHT_DYNAMIC,
                        struct.pack("<QQ", DT_GNU_HASH, 0) * many, flags=3,
                        addr=0x50000000, align=PAGE, entsize=16)
    made.segment(PT_DYNAMIC, 6, tags)
    for _ in range(many):
        made.section(".gnu.hash", SHT_GNU_HASH, bytes(8))
    return made


def with_rivals(kind, many):
    """A program with MANY more sections of KIND."""
    made, _, sframe = program()
    for _ in range(many):
        if kind == "sframe":
            made.section(".sframe", SHT_PROGBITS, EMPTY)
        else:
            made.section(".rela.sframe", elf.SHT_RELA, bytes(24),
                         info=sframe, entsize=24)
    return made


def rivals(run, growth):
    """Sections of SFrame data that are not loaded, and of relocations."""
    for kind, what in (("sframe", "more .sframe sections"),
                       ("rela", "sections of relocations")):
        name = f"limits/{SECTIONS} {what}"
        if run.wanted(name):
            refused(run, name, "would have to be emptied", "repair", "-o",
                    run.path("out"),
                    with_rivals(kind, SECTIONS).write(run.path("rivals")))
        grows(growth, what, functools.partial(with_rivals, kind), (1, 2))


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


def one_string(made, symbols, many):
    """The names of sections are parts of one string."""
    del symbols
    at = len(made.names)
    made.names += b"a" * 16 * many + b"\0"
    for i in range(many):
        made.section(at + i, SHT_PROGBITS)


def grouped(made, symbols, many, step):
    """Groups of one member each, in order or, if STEP is -1, in the other."""
    members = len(made.headers) + many
    for i in range(many)[::step]:
        made.section(".group", elf.SHT_GROUP,
                     struct.pack("<II", 1, members + i), link=symbols, info=1,
                     entsize=4, align=4)
    for i in range(many):
        made.section(".data.g", SHT_PROGBITS, flags=SHF_GROUP | 2)


def groups(made, symbols, many):
    """Groups in the order of their members."""
    grouped(made, symbols, many, 1)


def groups_reversed(made, symbols, many):
    """... and in the other one."""
    grouped(made, symbols, many, -1)


def groups_early(made, symbols, many):
    """Relocations in front have members taken in no order."""
    first = len(made.headers) + 2 * many
    for i in range(many):
        made.section(".rela.data.g", elf.SHT_RELA, link=symbols, entsize=24,
                     info=first + i * 7919 % many)
    grouped(made, symbols, many, 1)


def one_group(made, symbols, many):
    """A group with many members."""
    count = len(made.headers)
    made.section(".group", elf.SHT_GROUP, struct.pack(
        f"<{many + 1}I", 1, *range(count + many, count, -1)),
                 link=symbols, info=1, entsize=4, align=4)
    for _ in range(many):
        made.section(".data.g", SHT_PROGBITS, flags=SHF_GROUP | 2)


def same_group(made, symbols, many):
    """Groups that share their members."""
    fields = {"link": symbols, "info": 1, "entsize": 4}
    first = made.section(".group", elf.SHT_GROUP, struct.pack(
        "<II", 1, 1) + struct.pack("<I", 1) * many, **fields)
    for _ in range(many):
        made.section(".group", elf.SHT_GROUP, like=first, **fields)


def string_tables(made, symbols, many):
    """Tables of strings."""
    del symbols
    for _ in range(many):
        made.section(".strings", SHT_STRTAB)


def wide_numbers(made, symbols, many):
    """Tables of section numbers for symbols."""
    for _ in range(many):
        made.section(".wide", elf.SHT_SYMTAB_SHNDX, link=symbols)


def wrong_links(made, symbols, many):
    """Relocations whose symbols are nowhere."""
    del symbols
    for _ in range(many):
        made.section(".rela.text", elf.SHT_RELA, link=1, info=1, entsize=24)


def in_segments(made, symbols, many):
    """Program headers, in which sections may lie."""
    del symbols
    for _ in range(many):
        made.section(".data", SHT_PROGBITS, flags=2)
        made.segment(elf.PT_LOAD, 4, 1, addr=1 << 40, size=1)


def out_of_order(made, symbols, many):
    """Relocations in front have .sframe sections taken from last to first."""
    end = len(made.headers) + 2 * many
    for i in range(many):
        made.section(".rela.sframe", elf.SHT_RELA, link=symbols, entsize=24,
                     info=end - 1 - i)
    for i in range(many):
        made.section(".sframe", SHT_PROGBITS, EMPTY, flags=2)


# What an object has how often, and what sfmerge says of it to refuse it.
OBJECTS = (
    (one_string, NAMES, "the names of sections up to number"),
    (groups, GROUPS, None), (groups_reversed, GROUPS, None),
    (groups_early, GROUPS, None), (one_group, SECTIONS, None),
    (same_group, NAMES, "the sections up to number"),
    (string_tables, SECTIONS, None), (wide_numbers, SECTIONS, None),
    (wrong_links, SECTIONS, None), (in_segments, SECTIONS, None),
    (out_of_order, SECTIONS, None))


def filled(fill, many):
    """An object with MANY of what FILL makes."""
    made, symbols = plain()
    fill(made, symbols, many)
    return made


def mixed(many):
    """An object with MANY of what all of OBJECTS make, but for what has its
    own test or is refused."""
    made, symbols = plain()
    for fill, _, why in OBJECTS:
        if why is None and fill is not out_of_order:
            fill(made, symbols, many)
    return made


def objects(run, growth):
    """Objects of OBJECTS: the work for them is linear."""
    for fill, many, why in OBJECTS:
        name = f"limits/object: {fill.__name__}"
        if not run.wanted(name):
            continue
        path = filled(fill, many).write(run.path("object.o"))
        for command in (("check",), ("repair", "-o", run.path("out"))):
            title = f"{name}, {command[0]}"
            if why is None:
                ended(run, title, (0,), *command, path)
            else:
                refused(run, title, why, *command, path)
    for command in ("check", "repair"):
        grows(growth, "object: out of order, " + command,
              functools.partial(filled, out_of_order), command=command)
        grows(growth, "object: all others, " + command, mixed,
              command=command)


def limits_cases(run, growth):
    """Files whose headers ask for more work than they have bytes: what each of
    many headers is compared with must not be all the others."""
    symbol_tables(run, growth)
    segments(run, growth)
    dynamic(run, growth)
    rivals(run, growth)
    objects(run, growth)


# Far after any file.
FAR, SIZE = 0x7000000000, 0x1000
SHT_NULL = 0
ERRORS = ("AddressSanitizer", "runtime error")
NONE = "no .sframe section"


def without_bytes(path, section, kind, out):
    """A copy OUT of PATH in which the header of SECTION has the type KIND and
    a place that is not in the file."""
    patch = Patch(path)
    patch.header(section, type=kind, offset=FAR, size=SIZE)
    patch.write(out)


def commands(path, out, image, other):
    """What is done with PATH, which is an IMAGE or an object, beside OTHER,
    which is the other, and is right."""
    yield "check", path
    yield "dump", path
    yield "convert", "--partial", "--to=v3", "-o", out, path
    if not image:
        yield "repair", "-o", out, path
        yield "reserve", "-o", out, path
        yield "link", "--partial", "-o", out, other, path
        yield "check", "--against=" + path, other
        return
    yield "repair", "--partial", "-o", out, path
    yield ("repair", "--partial", "--grow=move-phdrs", "-o", out, path)
    yield "link", "--partial", "-o", out, path, other
    yield "check", "--against=" + other, path
    yield "check", "--symbols=" + path, path
    yield "repair", "--partial", "--symbols=" + path, "-o", out, path


def types_cases(run):
    """Sections of types that have no bytes in the file: what their headers say
    of a place there means nothing."""
    right = program()[0].write(run.path("right"))
    linked = plain()[0].write(run.path("right.o"))
    for path, other in ((right, linked), (linked, right)):
        image = path is right
        for section in elf.Elf(path).sections[1:]:
            for kind in (SHT_NULL, elf.SHT_NOBITS):
                name = (f"types/{'image' if image else 'object'}: "
                        f"{section.name} of type {kind}")
                if run.wanted(name):
                    one(run, name, path, section, kind, image, other)


def one(run, name, path, section, kind, image, other):
    """No command reads where SECTION says that it is."""
    bad = run.path("bad" if image else "bad.o")
    without_bytes(path, section, kind, bad)
    problems = []
    for command in commands(bad, run.path("out"), image, other):
        status, text = run.sfmerge(*command)
        if status not in (0, 1, 2) or any(e in text for e in ERRORS):
            problems.append(f"{' '.join(command)}: status {status}: "
                            + text[-200:])
        if (section.name == ".sframe" and kind == SHT_NULL
                and command == ("check", bad)
                and NONE not in text):
            problems.append(f"check: {text}")
    run.result(name, problems)


def main():
    """The command."""
    args = runner.parser().parse_args()
    run = runner.Runner(args.sfmerge, args.folder, args.only)
    types_cases(run)
    limits_cases(run, growth.Growth(run, args.uncounted))
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
