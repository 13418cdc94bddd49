# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What `sfmerge strip` may change in an object or an image, and what must be
as it was: sections, symbols, groups, segments and every loaded byte."""

import elf

SHT_REL, SHN_ABS = 9, 0xFFF1


def is_sframe(made, section):
    """Whether SECTION is to go."""
    if section.type == elf.SHT_GNU_SFRAME:
        return section.name != ".SUNW_dof"
    own = (".sframe_raw", ".sframe_reserve")
    return (section.name == ".sframe" or section.name.startswith(".sframe.")
            or (made.type != elf.ET_REL and section.name in own))


def going(made):
    """The numbers of the sections that are to go."""
    gone = {s.idx for s in made.sections if is_sframe(made, s)}
    gone |= {s.idx for s in made.sections
             if s.type in (elf.SHT_RELA, SHT_REL) and s.info in gone
             and not s.flags & elf.SHF_ALLOC}
    return gone | {s.idx for s in made.sections if s.type == elf.SHT_GROUP
                   and s.size > 4 and not set(words(made, s)[1:]) - gone}


def words(made, section):
    """The words of SECTION."""
    return made.unpack(f"{section.size // 4}I", section.offset)


class Pair:
    """An old file and the one that was made of it."""

    def __init__(self, old, new):
        self.old, self.new = old, new
        self.gone = going(old)
        kept = [s.idx for s in old.sections if s.idx not in self.gone]
        self.number = {idx: new_idx for new_idx, idx in enumerate(kept)}

    def moved(self, idx):
        """The number that section IDX should have now."""
        return self.number[idx] if idx < len(self.old.sections) else idx

    def headers(self, one, two):
        """Compare two section headers."""
        info = (self.moved(one.info)
                if one.type in (elf.SHT_RELA, SHT_REL) or one.flags & 0x40
                else one.info)
        size = one.size
        if one.type == elf.SHT_GROUP:
            size = 4 + 4 * len([w for w in words(self.old, one)[1:]
                                if w not in self.gone])
        return ((one.name, one.type, one.flags, one.addr, size, one.align,
                 one.entsize, self.moved(one.link), info)
                == (two.name, two.type, two.flags, two.addr, two.size,
                    two.align, two.entsize, two.link, two.info)
                and (two.align < 2 or two.offset % two.align
                     == one.offset % two.align
                     or one.type == elf.SHT_NOBITS))

    def symbols(self, one, two):
        """Compare two tables of symbols; what is wrong, or None."""
        wide = [next((s for s in made.sections
                      if s.type == elf.SHT_SYMTAB_SHNDX
                      and s.link == table.idx), None)
                for made, table in ((self.old, one), (self.new, two))]
        for idx in range(one.size // 24):
            at, to = one.offset + 24 * idx, two.offset + 24 * idx
            old, new = self.old.data[at:at + 24], self.new.data[to:to + 24]
            was = self.old.unpack("H", at + 6)[0]
            now = self.new.unpack("H", to + 6)[0]
            if was == 0xFFFF:
                was, now = (m.unpack("I", w.offset + 4 * idx)[0] for m, w in
                            zip((self.old, self.new), wide))
            elif was >= 0xFF00:
                was = now = None if old == new else -1
            if was in self.gone:
                right = new[:6] + new[8:] == bytes(22) and (
                    self.new.unpack("H", to + 6)[0] == SHN_ABS)
            else:
                right = (old[:6] + old[8:] == new[:6] + new[8:]
                         and (was is None or now == self.number.get(was)))
            if not right:
                return f"symbol {idx} of {one.name}"
        return None

    def contents(self, one, two):
        """Compare the contents of two sections; what is wrong, or None."""
        if one.type in (elf.SHT_SYMTAB, elf.SHT_DYNSYM):
            return self.symbols(one, two)
        if one.type == elf.SHT_SYMTAB_SHNDX:
            return None
        if one.type == elf.SHT_GROUP:
            wanted = [words(self.old, one)[0]] + [
                self.number[w] for w in words(self.old, one)[1:]
                if w not in self.gone]
            return (None if wanted == list(words(self.new, two))
                    else f"members of group {one.idx}")
        return (None if self.old.bytes_of(one) == self.new.bytes_of(two)
                else f"contents of {one.name}")

    def sections(self):
        """Problems with the sections."""
        kept = [s for s in self.old.sections if s.idx not in self.gone]
        if len(kept) != len(self.new.sections):
            return [f"{len(self.new.sections)} sections, not {len(kept)}"]
        problems = []
        for one, two in zip(kept[1:], self.new.sections[1:]):
            if not self.headers(one, two):
                problems.append(f"header of {one.name}")
            problems += filter(None, [self.contents(one, two)])
        if self.old.sections and (self.new.shstrndx
                                  != self.moved(self.old.shstrndx)):
            problems.append("e_shstrndx")
        return problems

    def segments(self):
        """Problems with the segments and with loaded bytes."""
        old, new = self.old, self.new
        problems = []
        for one, two in zip(old.segments, new.segments):
            if one.type == elf.PT_GNU_SFRAME:
                at = new.phoff + 56 * two.idx
                if any(new.data[at:at + 56]):
                    problems.append("PT_GNU_SFRAME is not all zero")
            elif (old.data[old.phoff + 56 * one.idx:][:56]
                  != new.data[new.phoff + 56 * two.idx:][:56]):
                problems.append(f"program header {one.idx}")
        if len(old.segments) != len(new.segments):
            problems.append("number of program headers")
        end = max([s.offset + s.filesz for s in old.loads()], default=0)
        wanted = bytearray(old.data[:end])
        now = bytearray(new.data[:end])
        spans = [(0, 64), (old.phoff, old.phoff + 56 * len(old.segments))]
        spans += [(s.offset, s.offset + s.size) for s in old.sections
                  if s.type == elf.SHT_DYNSYM]
        cleared = [(s.offset, s.offset + s.size) for s in old.sections
                   if is_sframe(old, s) and s.type != elf.SHT_NOBITS]
        cleared += [(s.offset, s.offset + s.filesz) for s in old.segments
                    if s.type == elf.PT_GNU_SFRAME]
        for start, stop in cleared:
            if any(now[start:min(stop, end)]):
                problems.append("bytes of SFrame are left")
        for start, stop in spans + cleared:
            stop = min(stop, end)
            if start < stop:
                wanted[start:stop] = now[start:stop] = bytes(stop - start)
        if wanted != now:
            problems.append("loaded bytes changed")
        return problems


def has_sframe(path):
    """Whether there is something to remove from PATH."""
    made = elf.Elf(path)
    return bool(going(made) or made.segment_of(elf.PT_GNU_SFRAME))


def compare(old_path, new_path):
    """Problems with NEW_PATH, made of OLD_PATH."""
    old, new = elf.Elf(old_path), elf.Elf(new_path)
    problems = []
    if any(is_sframe(new, s) for s in new.sections):
        problems.append("a section of SFrame is left")
    if new.segment_of(elf.PT_GNU_SFRAME):
        problems.append("PT_GNU_SFRAME is left")
    if (old.type, old.machine, old.entry, old.phoff) != (
            new.type, new.machine, new.entry, new.phoff):
        problems.append("ELF header")
    pair = Pair(old, new)
    if not pair.gone and not old.segment_of(elf.PT_GNU_SFRAME):
        problems.append("nothing was there to remove")
    if old.type == elf.ET_REL and len(new.data) >= len(old.data):
        problems.append("the object is not shorter")
    return problems + pair.sections() + pair.segments()
