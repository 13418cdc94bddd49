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
    """An old file and the one that was made of it.  USED: an image in which
    somebody refers to the section."""

    def __init__(self, old, new, used):
        self.old, self.new, self.used = old, new, used
        self.object = old.type == elf.ET_REL
        self.gone = going(old)

    def headers(self, one, two):
        """Compare the headers of two sections that stay."""
        size = one.size
        if one.type == elf.SHT_GROUP:
            size = 4 + 4 * len([w for w in words(self.old, one)[1:]
                                if w not in self.gone])
        return ((one.name, one.type, one.flags, one.addr, size, one.align,
                 one.entsize, one.link, one.info)
                == (two.name, two.type, two.flags, two.addr, two.size,
                    two.align, two.entsize, two.link, two.info)
                and (two.align < 2 or two.offset % two.align
                     == one.offset % two.align
                     or one.type == elf.SHT_NOBITS))

    def retired(self, one, two):
        """Whether ONE, which was to go, is no section now; in an image an
        empty one, or one of zeros."""
        if self.object:
            return not any(self.new.data[self.new.shoff + 64 * two.idx:][:64])
        if not is_sframe(self.old, one):
            return (one.name, one.type, 0) == (two.name, two.type, two.size)
        dot = one.name.startswith(".sframe")
        wanted = one.type if one.type == elf.SHT_NOBITS else 1
        return ((one.name[dot:], wanted, one.flags, one.addr,
                 one.size if self.used else 0)
                == (two.name, two.type, two.flags, two.addr, two.size)
                and not any(self.new.bytes_of(two)))

    def symbols(self, one, two):
        """Compare two tables of symbols; what is wrong, or None."""
        wide = next((s for s in self.old.sections
                     if s.type == elf.SHT_SYMTAB_SHNDX
                     and s.link == one.idx), None)
        for idx in range(one.size // 24):
            at, to = one.offset + 24 * idx, two.offset + 24 * idx
            old, new = self.old.data[at:at + 24], self.new.data[to:to + 24]
            was = self.old.unpack("H", at + 6)[0]
            if was == 0xFFFF:
                was = self.old.unpack("I", wide.offset + 4 * idx)[0]
            elif was >= 0xFF00:
                was = None
            if was in self.gone and self.object:
                right = new[:6] + new[8:] == bytes(22) and (
                    self.new.unpack("H", to + 6)[0] == SHN_ABS)
            else:
                right = old == new
            if not right:
                return f"symbol {idx} of {one.name}"
        return None

    def contents(self, one, two):
        """Compare the contents of two sections; what is wrong, or None."""
        if one.type in (elf.SHT_SYMTAB, elf.SHT_DYNSYM):
            return self.symbols(one, two)
        if one.type == elf.SHT_GROUP:
            wanted = [words(self.old, one)[0]] + [
                w for w in words(self.old, one)[1:] if w not in self.gone]
            return (None if wanted == list(words(self.new, two))
                    else f"members of group {one.idx}")
        return (None if self.old.bytes_of(one) == self.new.bytes_of(two)
                else f"contents of {one.name}")

    def sections(self):
        """Problems with the sections."""
        old, new = self.old, self.new
        if (len(old.sections), old.shstrndx) != (len(new.sections),
                                                 new.shstrndx):
            return [f"{len(new.sections)} sections, not {len(old.sections)}"]
        problems = []
        for one, two in zip(old.sections[1:], new.sections[1:]):
            if one.idx in self.gone:
                if not self.retired(one, two):
                    problems.append(f"{one.name} is left")
                continue
            if not self.headers(one, two):
                problems.append(f"header of {one.name}")
            problems += filter(None, [self.contents(one, two)])
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


def compare(old_path, new_path, used=False):
    """Problems with NEW_PATH, made of OLD_PATH, an image in which somebody
    refers to its section if it is USED."""
    old, new = elf.Elf(old_path), elf.Elf(new_path)
    problems = []
    if any(is_sframe(new, s) for s in new.sections):
        problems.append("a section of SFrame is left")
    if new.segment_of(elf.PT_GNU_SFRAME):
        problems.append("PT_GNU_SFRAME is left")
    if (old.type, old.machine, old.entry, old.phoff) != (
            new.type, new.machine, new.entry, new.phoff):
        problems.append("ELF header")
    pair = Pair(old, new, used)
    if not pair.gone and not old.segment_of(elf.PT_GNU_SFRAME):
        problems.append("nothing was there to remove")
    if (len(new.data) >= len(old.data) if old.type == elf.ET_REL
            else len(new.data) != len(old.data)):
        problems.append("an object is not shorter, or an image is")
    return problems + pair.sections() + pair.segments()
