# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`sfmerge check` on objects: nothing is wrong with an assembler's, and one
thing wrong is found."""

import os

import check_classes
import disk
import elf
import sframe
from check_classes import Checked
from image_patch import Patch

SIZE_OFF = {1: 4, 2: 4, 3: 8}


class Broken:
    """A copy of an object that is right, to be broken."""

    def __init__(self, path):
        self.patch = Patch(path)
        self.image = self.patch.image
        self.section, = self.image.named(".sframe")
        self.rela, = [s for s in self.image.sections
                      if s.type == elf.SHT_RELA
                      and s.info == self.section.idx]
        self.piece, = sframe.pieces_of(self.image.bytes_of(self.section),
                                       self.image.big)

    def reloc(self, idx, **fields):
        """Change FIELDS of relocation number IDX."""
        at = self.rela.offset + 24 * idx
        for name, value in fields.items():
            form, offset = {"offset": ("Q", 0), "info": ("Q", 8),
                            "addend": ("q", 16)}[name]
            self.patch.put(form, at + offset, value)

    def entry(self, idx):
        """Offset, type, symbol and addend of relocation number IDX."""
        return self.image.relocations(self.section)[idx]

    def size(self, idx, value):
        """Let function number IDX have the size VALUE."""
        self.patch.put("I", self.section.offset
                       + self.piece.functions[idx].field
                       + SIZE_OFF[self.piece.version], value)


def strayed(it):
    """A relocation is at no start."""
    it.reloc(1, offset=it.entry(1)[0] + 1)


def twice(it):
    """Two relocations are at one start."""
    it.reloc(1, offset=it.entry(0)[0])


def void(it):
    """A relocation says nothing."""
    it.reloc(1, info=0)


def no_code(it):
    """A relocation names data."""
    symbols = it.image.symbols()
    other = next(i for i, s in enumerate(symbols)
                 if 0 < s.shndx < 0xFF00 and not it.image.sections[
                     s.shndx].flags & elf.SHF_EXECINSTR)
    it.reloc(1, info=other << 32 | it.entry(1)[1], addend=0)


def nowhere(it):
    """A relocation names nothing."""
    it.reloc(1, info=it.entry(1)[1])


def outside(it):
    """A function reaches out of its section."""
    it.reloc(1, addend=1 << 40)


def too_far(it):
    """A function reaches into the next one."""
    symbols = it.image.symbols()
    first = min((s.value, s.size, s.shndx) for s in symbols
                if s.type == elf.STT_FUNC and s.shndx and s.size)
    follows = min(s.value for s in symbols
                  if s.type == elf.STT_FUNC and s.shndx == first[2]
                  and s.value > first[0])
    for idx, (_, _, sym, addend) in enumerate(
            it.image.relocations(it.section)):
        if (symbols[sym].shndx == first[2]
                and symbols[sym].value + addend == first[0]):
            it.size(idx, follows + 1 - first[0])


def same_place(it):
    """Two functions are at one place."""
    _, kind, sym, addend = it.entry(0)
    it.reloc(1, info=sym << 32 | kind, addend=addend)


def plain_type(it):
    """The section is SHT_PROGBITS."""
    it.patch.header(it.section, type=1)


BREAKS = (
    (strayed, {"relocation-offset": 1, "relocation-missing": 1}),
    (twice, {"relocation-offset": 1, "relocation-missing": 1}),
    (void, {"relocation-none": 1}),
    (no_code, {"relocation-target": 1}),
    (nowhere, {"relocation-target": 1}),
    (outside, {"relocation-target": 1}),
    (too_far, {"relocation-target": 1}),
    (same_place, {"relocation-target": 1}),
    (plain_type, {"section-type": 1}),
)


def broken(bench, version, path):
    """Each of BREAKS done to the object PATH."""
    run = bench.run
    before = Checked(run, path)
    run.result(f"check/object/{version}: nothing is wrong before",
               before.problems + sorted(before.names("warning", "error")))
    for function, wanted in BREAKS:
        name = (f"check/object/{version}: "
                + function.__doc__.splitlines()[0].rstrip("."))
        if not run.wanted(name):
            continue
        if function is plain_type and version in ("v1", "v2"):
            # By their assemblers, too.
            wanted = {}
        it = Broken(path)
        function(it)
        checked = Checked(run, it.patch.write(run.path("broken.o")))
        seen = dict(checked.count - before.count)
        run.result(name, checked.problems + (
            [f"{seen}, not {wanted}"] if seen != wanted else []),
            "" if seen == wanted else checked.text)


def relinked(bench, version):
    """What linkers make with -r."""
    run = bench.run
    for linker in bench.linkers:
        name = f"check/object/{version}: {linker.name} -r"
        inputs = bench.objects.program(version, "pic")
        if not run.wanted(name) or None in inputs:
            continue
        out = run.path("relinked.o")
        disk.remove(out)
        status, _ = run.command([bench.objects.cc, *linker.flags, "-r",
                                 "-nostdlib", "-o", out, *inputs])
        if status or not os.path.exists(out):
            continue
        checked = Checked(run, out)
        run.result(name, checked.problems or check_classes.differ(
            checked.classes(), classes_of(elf.Elf(out))))


def classes_of(image):
    """The classes of damage in the object IMAGE, counted as check does."""
    count = dict.fromkeys(("C-CONCAT", "C-PAD", "C-TAIL", "R-STRAY",
                           "R-NORELOC", "N-EMPTY", "C-MULTISEC"), 0)
    sections = image.named(".sframe")
    if sections and not any(s.size for s in sections):
        count["N-EMPTY"] = len(sections)
    for section in sections:
        if not section.size:
            continue
        pieces = sframe.pieces_of(image.bytes_of(section), image.big)
        end = 0
        for piece in pieces:
            count["C-PAD"] += piece.offset > end
            end = piece.end
        left = section.size - end
        if len(pieces) > 1:
            count["C-CONCAT"] += len(pieces)
        if len(pieces) > 1 and 0 < left < 8:
            count["C-PAD"] += 1
        else:
            count["C-TAIL"] += left
        fields = {f.field for p in pieces for f in p.functions}
        relocs = [r[0] for r in image.relocations(section) if r[1]]
        count["R-STRAY"] += sum(r not in fields for r in relocs)
        count["R-NORELOC"] += len(fields - set(relocs))
    return {k: v for k, v in count.items() if v}


def cases(bench):
    """All of them."""
    for version in ("v1", "v2", "v2-pcrel", "v3"):
        path = bench.objects.get("link-main.c", version, "pic")
        if path:
            broken(bench, version, path)
            relinked(bench, version)
