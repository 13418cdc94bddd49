# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What is wrong with the .sframe of an image, seen in the file alone.

Named as the classes of known damage are; a class's count is of functions,
pieces or bytes.  Written from the descriptions of the classes; shares nothing
with sfmerge.

Where a function starts is known from .eh_frame and from symbols.  A piece
without the PC-relative flag is read both ways; the one whose functions are
such starts is meant.
"""

import bisect
from collections import Counter

import ehframe
import elf
import plt
import sframe

PLT_NAMES = (".plt", ".iplt")
SECTION_NAME = ".sframe"
BURIED, CLOBBER = "BURIED", "F-CLOBBER"


class Evidence:
    """Where functions start in an image, by .eh_frame and symbols, and where
    linker-generated code is."""

    def __init__(self, image):
        self.frames = ehframe.read(image)
        self.sizes = {}
        for func in self.frames:
            self.sizes.setdefault(func.addr, set()).add(func.size)
        self.first = [f.addr for f in self.frames]
        for sym in image.symbols():
            if sym.is_code_name() and sym.type in (elf.STT_FUNC,
                                                   elf.STT_IFUNC):
                self.sizes.setdefault(sym.value, set()).add(sym.size)
        self.plt = [(s.addr, s.addr + s.size) for s in image.sections
                    if s.name.startswith(PLT_NAMES) and s.size
                    and s.flags & elf.SHF_EXECINSTR]
        # What the manifest lists of linker-generated code has none of these.
        self.stubs = [(s.value, s.value + max(s.size, 1))
                      for s in image.symbols() if plt.STUB.fullmatch(s.name)]

    def starts(self, addr):
        """Whether code that has a name starts at ADDR, or a PLT does."""
        return addr in self.sizes or self.in_plt(addr)

    def agrees(self, addr, size):
        """Whether a function of SIZE starts at ADDR."""
        return size in self.sizes.get(addr, ()) or self.in_plt(addr)

    def in_plt(self, addr):
        """Whether ADDR is linker-generated code."""
        return any(a <= addr < b for a, b in self.plt + self.stubs)

    def plt_rules(self, addr):
        """What .eh_frame says holds at ADDR, or None."""
        i = bisect.bisect_right(self.first, addr) - 1
        if i < 0:
            return None
        func = self.frames[i]
        for start, end, rules in func.ranges:
            if start <= addr - func.addr < end:
                return rules
        return None


class Place:
    """Bytes that are searched for pieces: a section, or what PT_GNU_SFRAME
    names where there is none."""

    def __init__(self, image, addr, offset, size, end):
        self.addr, self.offset, self.size = addr, offset, size
        self.data = image.data[offset:end]
        self.pieces, self.buried, self.broken = [], [], None
        own = self.data[:size]
        try:
            self.pieces = sframe.pieces_of(own, image.big)
        except sframe.Broken as broken:
            self.broken = str(broken)
        if self.broken and not image.sections:
            self.behind_first(image.big)
        if not self.broken:
            self.buried += sframe.buried_pieces(self.data, image.big, size)

    def behind_first(self, big):
        """No section header tells where the section ended: after its first
        piece, if anything but pieces follows."""
        try:
            first = sframe.Piece(self.data, 0, big)
        except sframe.Broken:
            return
        self.pieces, self.broken = [first], None
        self.buried = sframe.buried_pieces(self.data, big, first.end)


def places(image):
    """All Places of IMAGE."""
    segment = image.segment_of(elf.PT_GNU_SFRAME)
    found = []
    for section in image.sections:
        if section.name != SECTION_NAME or section.type == elf.SHT_NOBITS:
            continue
        end = section.offset + section.size
        if segment and segment.offset == section.offset:
            end = max(end, segment.offset + segment.filesz)
        found.append(Place(image, section.addr, section.offset,
                           section.size, end))
    if not image.sections and segment:
        end = segment.offset + segment.filesz
        found.append(Place(image, segment.vaddr, segment.offset,
                           segment.filesz, end))
    return found


def addresses(piece, addr, field):
    """The addresses of PIECE's functions in a section at ADDR."""
    return [(addr + (f.field if field else 0) + f.raw) % (1 << 64)
            for f in piece.functions]


def is_dead(place, func, addr):
    """Whether FUNC, at ADDR, has the mark of a discarded function: it names
    its own field, or nothing, which is address 0 plus an addend."""
    field = place.addr + func.field
    return addr == field or func.raw == 0 or addr < 0x1000


def listed(line):
    """The classes that LINE of the corpus's manifest has.  In a section that
    was moved all functions are where its starts lead from there."""
    found = dict(line["defects"])
    if "A-SHIFT" in found:
        found["F-OUTSIDE"] = found.pop("A-SHIFT")
    return found


class Detector:
    """COUNT: defects by class.  NAMED: an image with the same code and more
    names, if the file has none.  LIVE: (address, function, piece) of what can
    be read."""

    def __init__(self, image, named=None):
        self.image, self.count = image, Counter()
        self.evidence = Evidence(named or image)
        self.live = []
        self.places = places(image)
        self.headers()
        for place in self.places:
            self.layout(place)
            for piece in place.pieces + place.buried:
                self.piece(place, piece, piece in place.buried)
        self.mixed()
        self.starts()
        if self.live or any(p.pieces for p in self.places):
            self.plt()
        self.relocations()
        self.count = Counter({k: v for k, v in self.count.items() if v})

    def headers(self):
        """Section and program header."""
        image = self.image
        sections = [s for s in image.named(SECTION_NAME)
                    if s.type != elf.SHT_NOBITS]
        segment = image.segment_of(elf.PT_GNU_SFRAME)
        whole = [s for s in sections if s.size]
        self.count["T-PROGBITS"] = sum(s.type != elf.SHT_GNU_SFRAME
                                       for s in whole)
        self.count["C-MULTISEC"] = len(whole) if len(whole) > 1 else 0
        self.count["N-EMPTY"] = len(sections) if not whole else 0
        if sections and not segment:
            self.count["P-NONE"] = 1
        for section in whole if segment else ():
            if section.offset == segment.offset:
                self.count["P-LONG"] += segment.filesz - section.size

    def layout(self, place):
        """How the pieces of PLACE lie."""
        end = 0
        for piece in place.pieces:
            if piece.offset > end:
                self.count["C-PAD"] += 1
            end = piece.end
        if place.broken:
            self.count[CLOBBER] += 1
        elif 0 < place.size - end < 8 and self.image.sections:
            self.count["C-PAD"] += 1
        elif place.pieces:
            self.count["C-TAIL"] += place.size - end
        versions = {p.version for p in place.pieces}
        if len(versions) > 1:
            self.count["C-MIXVER"] += len(place.pieces)

    def mixed(self):
        """What the pieces have in common, in all sections of the name."""
        pieces = [p for place in self.places for p in place.pieces]
        if len(pieces) > 1:
            self.count["C-CONCAT"] = len(pieces)
        for version in sframe.STRIDE:
            mine = [p for p in pieces if p.version == version]
            flags = {p.flags for p in mine}
            if len(flags) > 1:
                self.count["C-MIXFLAGS"] += len(mine)
        self.count["S-NOFLAG"] = sum(not p.flags & sframe.SORTED
                                     for p in pieces)

    def piece(self, place, piece, buried):
        """One piece: its address rule, and the functions."""
        if buried:
            self.count[BURIED] += piece.num_fdes
        starts = self.evidence.starts
        by_field = addresses(piece, place.addr, True)
        by_section = addresses(piece, place.addr, False)
        hits = [sum(map(starts, a)) for a in (by_field, by_section)]
        # Without any evidence the flags are all there is.
        field = bool(piece.flags & sframe.PCREL) or (
            hits[0] > hits[1] or hits[0] == hits[1]
            and not piece.flags & sframe.SORTED)
        addrs = by_field if field else by_section
        if not buried and piece.flags & sframe.SORTED and addrs != sorted(
                addrs):
            self.count["S-FALSE"] += 1
        for func, addr, other in zip(piece.functions, addrs, by_section):
            if is_dead(place, func, addr) and not starts(addr):
                if not buried:
                    self.count["G-DEAD"] += 1
                continue
            if (field and not buried and not piece.flags & sframe.PCREL
                    and other not in self.evidence.sizes):
                self.count["A-FIELDREL"] += 1
            self.live.append((addr, func, piece, buried))

    def starts(self):
        """Functions that start where another does, that overlap, that are
        not code."""
        seen = {}
        for addr, func, _, buried in sorted(self.live,
                                            key=lambda f: (f[3], f[0])):
            if not buried:
                if addr in seen:
                    self.count["U-DUP"] += 1
                seen.setdefault(addr, func)
        for addr, func, piece, buried in self.live:
            if buried:
                continue
            if not self.image.in_code(addr, func.size):
                self.count["F-OUTSIDE"] += 1
            elif not self.evidence.agrees(addr, func.size):
                self.count["F-FDE"] += 1
            rows(self.count, func, piece)

    def plt(self):
        """Linker-made code: bytes without a function, functions with other
        rules than the code has."""
        mine = [(addr, func, piece) for addr, func, piece, buried in self.live
                if not buried and self.evidence.in_plt(addr)]
        covered = set()
        for addr, func, _ in mine:
            covered.update(range(addr, addr + func.size))
        for start, end in self.evidence.plt:
            self.count["M-PLT"] += sum(a not in covered
                                       for a in range(start, end))
        for addr, func, piece in mine:
            if not self.plt_agrees(addr, func, piece):
                self.count["F-ROWS"] += 1

    def plt_agrees(self, addr, func, piece):
        """Whether the rows of FUNC are .eh_frame's at every address of it."""
        for start, end, rules in piece.ranges(func, 16):
            for at in range(addr + start, addr + end):
                truth = self.evidence.plt_rules(at)
                if truth is not None and truth[0] != rules[0]:
                    return False
        return True

    def relocations(self):
        """.rela.sframe of a linked image."""
        symbols = self.image.symbols()
        for place, section in zip(self.places,
                                  [s for s in self.image.named(SECTION_NAME)
                                   if s.type != elf.SHT_NOBITS]):
            relocs = [r for r in self.image.relocations(section) if r[1]]
            if not relocs:
                continue
            self.count["R-LIVE"] += len(relocs)
            places = {place.addr + f.field: a for a, f, _, buried in self.live
                      if not buried}
            hit = {r[0]: symbols[r[2]].value + r[3] for r in relocs
                   if r[0] in places}
            self.count["R-STRAY"] += len(relocs) - len(hit)
            self.count["R-NORELOC"] += len(places) - len(hit)
            self.count["R-MISMATCH"] += sum(places[at] != to
                                            for at, to in hit.items())


def rows(count, func, piece):
    """Count what is wrong with the rows of FUNC themselves."""
    limit = func.rep if func.mask else func.size
    starts = [row[0] for row in func.rows]
    if not func.size:
        count["F-EMPTY"] += 1
    elif starts and limit and (starts[0] or starts != sorted(set(starts))
                               or starts[-1] >= limit):
        count["F-STARTS"] += 1
    if piece.fdeoff or piece.aux:
        count["C-LAYOUT"] += 1
