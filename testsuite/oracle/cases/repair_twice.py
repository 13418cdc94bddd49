# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Damage of which one run made what the next changed, or what check refuses:
each is a file of the campaign of damaged files, made small."""

import elf
import sframe
from elf_made import Patch
from link_bench import linked, the_linker
from repair_check import Linked
from twice import Twice

PT_PHDR = 6
# DW_CFA_def_cfa rsp+8, DW_CFA_offset RA; the same for a register without
# meaning.
SAVED, UNSAVED = b"\x0c\x07\x08\x90\x01", b"\x0c\x07\x08\x92\x01"
NO_ROWS = "and nothing in it describes their code"
NO_CODE = "a symbol of a section that cannot hold code"


def long_segment(patch, made):
    """PT_GNU_SFRAME ends after the file."""
    del made
    patch.segment(patch.image.segment_of(elf.PT_GNU_SFRAME),
                  filesz=0xFF000000)


def far_table(patch, made):
    """PT_PHDR is after the file."""
    del made
    patch.segment(patch.image.segment_of(PT_PHDR), offset=1 << 32)


def without_rows(patch, made):
    """A second function of the code of the first one has no rows."""
    addr, func, piece, _ = max(made.detector.live, key=lambda at: at[1].size)
    other = next(f for f in piece.functions if f.addr != addr)
    place = next(p for p in made.detector.places if piece in p.pieces)
    patch.put("qI", place.offset + other.field,
              func.raw + func.field - other.field, func.size)
    patch.put("H", place.offset + piece.fres + other.fre_off, 0)


def nameless_plt(patch, made):
    """The section of the procedure linkage table has no name."""
    del made
    patch.header(patch.image.named(".plt")[0], name_off=0)


def contradicted(patch, made):
    """The return address is nowhere, says .eh_frame of all functions."""
    del made
    section, = patch.image.named(".eh_frame")
    at = patch.data.index(SAVED, section.offset)
    while 0 <= at < section.offset + section.size:
        patch.data[at:at + len(SAVED)] = UNSAVED
        at = patch.data.find(SAVED, at)


def void_relocation(patch, made):
    """A relocation of .sframe names what is after the program headers."""
    del made
    table, = patch.image.named(".rela.sframe")
    end = patch.image.phoff + 56 * len(patch.image.segments)
    patch.put("QQ", table.offset + 8, 2, end + 8)


def no_headers(patch, made):
    """No section headers, nor room after .sframe."""
    del made
    size = patch.image.named(".sframe")[0].size
    patch.segment(patch.image.segment_of(elf.PT_GNU_SFRAME), filesz=size,
                  memsz=size)
    patch.without_headers()


# (title, linkers, kind, version, more for the link, the damage, the command,
# what a refusal says).
IMAGES = (
    ("a segment ends after the file", ("mold-3",), "pie", "v3", (),
     long_segment, ("synth",), None),
    ("PT_PHDR is after the file", ("mold",), "shared", "v3", (), far_table,
     ("synth", "--share-rows=never"), None),
    ("a function without rows beside its like", ("gold", "mold"), "pie",
     "v3", (), without_rows, ("repair",), None),
    ("a table without a name", ("ld",), "pie", "v1", (), nameless_plt,
     ("convert", "--to=v3"), None),
    (".eh_frame contradicts all", ("gold", "mold"), "pie", "v3", (),
     contradicted, ("repair",), NO_ROWS),
    ("void relocations", ("mold", "lld-19"), "pie", "v3",
     ("-Wl,--emit-relocs",), void_relocation, ("repair",), None),
    ("no room for the first entry of a table", ("ld",), "pie", "v1", (),
     no_headers, ("convert", "--to=v3", "--grow=none"), None),
)


def settled(bench, name, command, files, refusal):
    """COMMAND on FILES: its output is final, or it says REFUSAL."""
    twice = Twice(bench.run)
    problems, text = twice.judge(command, files)
    if (refusal is None) == bool(twice.count["refused"]) or (
            refusal or "") not in text:
        problems.append("it is " + ("refused" if twice.count["refused"]
                                    else "not refused"))
    bench.run.result(name, problems, text)


def image(bench, row):
    """A ROW of IMAGES."""
    title, linkers, kind, version, more, damage, command, refusal = row
    name = f"twice: {title}"
    linker = the_linker(bench, *linkers)
    if not linker:
        bench.run.unsupported(name, "no linker of " + " ".join(linkers))
        return
    build = linked(bench, name, linker, kind, version, *more)
    if build:
        patch = Patch(build.image)
        damage(patch, Linked(bench, build))
        settled(bench, name, command,
                [patch.write(bench.run.path("twice"))], refusal)


def unreadable(bench):
    """An object whose relocations name a section that is none."""
    name = "twice: an object that no linker reads"
    if not bench.run.wanted(name):
        return
    path = bench.objects.program("v1", "pic")[0]
    patch = Patch(path)
    for section in patch.image.sections:
        if section.flags & elf.SHF_EXECINSTR:
            patch.header(section, type=0)
    settled(bench, name, ("convert", "--to=v3"),
            [patch.write(bench.run.path("twice.o"))], NO_CODE)


def late_rows(bench):
    """An input of a link has a function whose rows begin late."""
    name = "twice: an input with rows that begin late"
    build = linked(bench, name, the_linker(bench, "gold"), "pie", "v3")
    if not build:
        return
    bare = bench.run.path("bare")
    bench.run.command(["objcopy", "-R", ".sframe", build.image, bare])
    patch = Patch(build.inputs[0])
    section, = patch.image.named(".sframe")
    piece, = sframe.pieces_of(patch.image.bytes_of(section), patch.image.big)
    func = max(piece.functions, key=lambda f: f.size)
    # The start of its first row.
    at = section.offset + piece.fres + func.fre_off + 5
    patch.put("BHI"[func.kind], at, 1)
    late = patch.write(bench.run.path("late.o"))
    settled(bench, name, ("link",), [bare, late, *build.inputs[1:]], None)


def cases(bench):
    """All of them."""
    for row in IMAGES:
        image(bench, row)
    unreadable(bench)
    late_rows(bench)
