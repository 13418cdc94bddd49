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
        for section in self.elf.named(".sframe"):
            self._read(section)

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


def _file_groups(image, objects):
    """Object -> number of its STT_FILE group in the image, where the names
    leave no doubt."""
    groups, users, out = {}, {}, {}
    for number, name in enumerate(image.files, 1):
        groups.setdefault(name, []).append(number)
    for obj in objects:
        users.setdefault(obj.source, []).append(obj)
    for name, objs in users.items():
        if name is not None and len(groups.get(name, ())) == len(objs):
            out.update(zip(objs, groups[name]))
    return out


def bases(image, objects):
    """{(object, section number): address}, for what is in the image and
    certain, and the set of (object, section number) of which no symbol is in
    the image."""
    by_name = {}
    for sym in image.symbols():
        if sym.is_code_name():
            by_name.setdefault(sym.name, []).append(sym)
    owner, group_of = _owners(objects), _file_groups(image, objects)
    votes, absent = {}, {}
    for obj in objects:
        for sym in obj.symbols:
            if not sym.is_code_name():
                continue
            key = (obj, sym.shndx)
            found = by_name.get(sym.name, [])
            if sym.bind == elf.STB_LOCAL:
                group = group_of.get(obj)
                found = [s for s in found if s.file == group and group]
                twins = [s for s in obj.symbols if s.name == sym.name]
                if group is None or len(twins) > 1:
                    found, doubt = [], True
                else:
                    doubt = False
            else:
                doubt = owner[sym.name] is not obj
                if doubt:
                    continue
                strong = [s for s in found if s.bind != elf.STB_LOCAL]
                found = strong or found
            places = {s.value for s in found if s.size == sym.size}
            if len(places) == 1:
                votes.setdefault(key, set()).add(places.pop() - sym.value)
            elif places or doubt:
                votes.setdefault(key, set()).update(("?",))
            else:
                absent.setdefault(key, []).append(sym.name)
    placed = {k: next(iter(v)) for k, v in votes.items()
              if len(v) == 1 and "?" not in v}
    gone = {k for k in absent if k not in votes}
    return placed, gone


def functions(image, objects):
    """The expected functions by address: {address: [Expected, ...]} (several
    where folding or COMDAT left equal ones), and the number of functions
    whose place is not certain."""
    placed, gone = bases(image, objects)
    group_owner = {}
    for obj in objects:
        for signature in obj.groups.values():
            group_owner.setdefault(signature, obj)
    found, unsure = {}, 0
    for obj in objects:
        for func in obj.functions:
            key = (obj, func.section)
            if key in placed:
                func.addr = placed[key] + func.offset
                found.setdefault(func.addr, []).append(func)
            elif key not in gone:
                signature = obj.groups.get(func.section)
                unsure += group_owner.get(signature, obj) is obj
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
        behind = sframe.buried_pieces(data, image.big, size)
        if not image.sections:
            behind = sframe.pieces_of(data, image.big)
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
