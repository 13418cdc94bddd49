# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Which functions of the input objects an image holds, and where.

By the symbols of the image (or of an unstripped sibling with the same code):
the base of each (object, section) is what all symbols of that section agree
on.  Names that several objects may own count only where the owner is
certain; what is not certain is left out, never guessed.
"""

import elf
import sframe


class Expected:
    """A function of an input: where its object has it, and its rules."""

    def __init__(self, obj, section, offset, func, piece, ranges):
        self.obj, self.section, self.offset = obj, section, offset
        self.size, self.flex = func.size, func.flex
        self.traits, self.ranges = func.traits(), ranges
        self.row_size, self.num = func.row_size, func.num
        self.version = piece.version
        self.signal = func.signal
        # Where its start field is in the section.
        self.field = func.field
        self.addr = None

    def same(self, other):
        """Whether both describe a function alike."""
        return (self.size == other.size and self.ranges == other.ranges
                and self.traits == other.traits)


class Object:
    """An input object and the functions of its .sframe."""

    def __init__(self, path, idx=0, data=None):
        self.path, self.idx = path, idx
        self.elf = elf.Elf(path, data)
        self.symbols = self.elf.symbols()
        self.source = self.elf.files[0] if self.elf.files else None
        self.groups = self.elf.groups()
        self.functions, self.dead = [], 0
        self._relocs = {}
        for section in self.elf.named(".sframe"):
            self._read(section)

    def code_relocations(self, section):
        """Relocations of SECTION, read once."""
        if section.idx not in self._relocs:
            self._relocs[section.idx] = self.elf.relocations(section)
        return self._relocs[section.idx]

    def _read(self, section):
        relocs = [r for r in self.elf.relocations(section) if r[1] != 0]
        by_offset = {r[0]: r for r in relocs}
        pieces = sframe.pieces_of(self.elf.bytes_of(section), self.elf.big)
        fields = [f.field for p in pieces for f in p.functions]
        if not all(o in fields for o in by_offset):
            if len(relocs) != len(fields):
                raise sframe.Broken(f"{self.path}: relocations do not pair")
            by_offset = dict(zip(fields, relocs))
        for piece in pieces:
            for func in piece.functions:
                reloc = by_offset.get(func.field)
                sym = self.symbols[reloc[2]] if reloc else None
                if sym is None or not 0 < sym.shndx < 0xFF00:
                    self.dead += 1
                    continue
                if func.size == 0:
                    continue
                self.functions.append(Expected(
                    self, sym.shndx, sym.value + reloc[3], func, piece,
                    piece.ranges(func, 16)))


def _owners(objects):
    """Name of a global -> the object that the linker takes it from."""
    owner = {}
    for weak in (False, True):
        for obj in objects:
            for sym in obj.symbols:
                if (sym.bind != elf.STB_LOCAL and sym.shndx != 0
                        and (sym.bind == elf.STB_WEAK) == weak):
                    owner.setdefault(sym.name, obj)
    return owner


def _masked(obj, sym):
    """The bytes of the function SYM of OBJ and the positions in them that a
    linker may change: relocated fields and what relaxation rewrites in front
    of them."""
    section = obj.elf.sections[sym.shndx]
    start = section.offset + sym.value
    code = obj.elf.data[start:start + sym.size]
    loose = set()
    for offset, *_ in obj.code_relocations(section):
        at = offset - sym.value
        loose.update(range(max(at - 3, 0), min(at + 8, sym.size)))
    return code, loose


def _is_copy(image, place, obj, sym):
    """Whether the function PLACE of IMAGE can be SYM of OBJ."""
    if place.size != sym.size:
        return False
    code, loose = _masked(obj, sym)
    there = image.read(place.value, sym.size)
    return there is not None and all(
        a == b or i in loose for i, (a, b) in enumerate(zip(code, there)))


def _file_groups(image, objects):
    """Object -> number of its STT_FILE group in the image, where it is the
    only object that can have left the group, and the group the only one.

    The order of the groups tells nothing: GNU ld writes them in the order in
    which the output sections first name the objects, and those of wholly
    discarded objects last.  Nor is every name below a file's its own: mold's
    NAME$plt and the locals of files without STT_FILE follow the last."""
    members, fits = {}, {}
    for sym in image.symbols():
        if sym.file and sym.is_code_name() and sym.size:
            members.setdefault(sym.file, []).append(sym)
    for obj in objects:
        mine = {}
        for sym in obj.symbols:
            if sym.is_code_name():
                mine.setdefault(sym.name, []).append(sym)
        for number, syms in members.items():
            if image.files[number - 1] != obj.source:
                continue
            shared = [s for s in syms if s.name in mine]
            if shared and all(any(_is_copy(image, s, obj, m)
                                  for m in mine[s.name]) for s in shared):
                fits.setdefault(obj, []).append(number)
    users = {}
    for obj, numbers in fits.items():
        for number in numbers:
            users.setdefault(number, []).append(obj)
    return {obj: numbers[0] for obj, numbers in fits.items()
            if len(numbers) == 1 and users[numbers[0]] == [obj]}


def bases(image, objects):
    """{(object, section number): address}, for what is in the image and
    certain, and the set of (object, section number) of which no symbol is in
    the image."""
    by_name = {}
    for sym in image.symbols():
        if sym.is_code_name():
            by_name.setdefault(sym.name, []).append(sym)
    owner, group_of = _owners(objects), _file_groups(image, objects)
    votes, absent, open_ = {}, set(), set()
    for obj in objects:
        group = group_of.get(obj)
        for sym in obj.symbols:
            # The name of an indirect function can stand for a PLT entry.
            if not sym.is_code_name() or sym.type == elf.STT_IFUNC:
                continue
            key = (obj, sym.shndx)
            found = by_name.get(sym.name, [])
            if sym.bind == elf.STB_LOCAL:
                if group is None:
                    open_.add(key)
                    continue
                found = [s for s in found if s.file == group]
            elif owner[sym.name] is not obj:
                continue
            else:
                found = [s for s in found if s.bind != elf.STB_LOCAL] or found
            places = {s.value for s in found if s.size == sym.size}
            if len(places) == 1:
                votes.setdefault(key, set()).add(places.pop() - sym.value)
            elif places:
                open_.add(key)
            else:
                absent.add(key)
    placed = {k: next(iter(v)) for k, v in votes.items() if len(v) == 1}
    return placed, absent - set(votes) - open_


def functions(image, objects):
    """The expected functions by address: {address: [Expected, ...]} (several
    where folding or COMDAT left equal ones), and the functions whose place
    is not certain."""
    placed, gone = bases(image, objects)
    group_owner = {}
    for obj in objects:
        for signature in obj.groups.values():
            group_owner.setdefault(signature, obj)
    found, unsure = {}, []
    for obj in objects:
        for func in obj.functions:
            key = (obj, func.section)
            if key in placed:
                func.addr = placed[key] + func.offset
                found.setdefault(func.addr, []).append(func)
            elif key not in gone:
                signature = obj.groups.get(func.section)
                if group_owner.get(signature, obj) is obj:
                    unsure.append(func)
    return found, unsure


def same_code(image, sibling):
    """Whether IMAGE has the executable sections of SIBLING at the same
    addresses with the same bytes, so that SIBLING's symbols hold for it."""
    return all(image.read(s.addr, s.size) == sibling.bytes_of(s)
               for s in sibling.sections
               if s.flags & elf.SHF_EXECINSTR and s.size)


def own(image):
    """Functions that the image's own pieces describe and that can be meant:
    {address: (Function, ranges)}; also the byte ranges of the file that
    sections and pieces take now."""
    found, taken = {}, []
    segment = image.segment_of(elf.PT_GNU_SFRAME)
    where = [(s.addr, s.offset, s.size) for s in image.sections
             if s.name in (".sframe", ".sframe_raw")
             and s.type != elf.SHT_NOBITS]
    if not image.sections and segment:
        where = [(segment.vaddr, segment.offset, 0)]
    for addr, offset, size in where:
        end = offset + size
        if segment and segment.offset == offset:
            end = max(end, offset + segment.filesz)
        taken.append((offset, end))
        data = image.data[offset:end]
        try:
            pieces = sframe.pieces_of(data[:size], image.big) if size else []
        except sframe.Broken:
            continue
        # Without section headers nothing says where the section ended: then
        # this finds all pieces, if it was not cleared.
        behind = sframe.buried_pieces(data, image.big, size)
        several = len(pieces) + len(behind) > 1
        for piece in pieces + behind:
            field = bool(piece.flags & sframe.PCREL) or not (
                piece.flags & sframe.SORTED
                and (not several or piece.offset == 0))
            sframe.resolve(piece, addr, field)
            _collect(image, piece, found)
    return found, taken


def _collect(image, piece, found):
    for func in piece.functions:
        live = (func.size and image.in_code(func.addr, func.size)
                and not (func.raw == 0))
        if live:
            found.setdefault(func.addr, []).append(
                (func, piece.ranges(func, 16)))
