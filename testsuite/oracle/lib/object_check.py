# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Compare an object that `sfmerge repair` or `convert` wrote with what it was,
knowing nothing of sfmerge."""

import elf
import expect
import sframe

# e_machine: the 32-bit and the 64-bit PC-relative relocation
PC_RELATIVE = {elf.EM_X86_64: (2, 24), elf.EM_AARCH64: (261, 260),
               elf.EM_S390: (5, 23)}
FORM = {"v2": (2, 0, 1), "v2-pcrel": (2, 4, elf.SHT_GNU_SFRAME),
        "v3": (3, 4, elf.SHT_GNU_SFRAME)}


def is_sframe(section):
    """Whether SECTION holds stack-trace data."""
    return (section.name == ".sframe" or section.name.startswith(".sframe.")
            or section.type == elf.SHT_GNU_SFRAME)


class Described:
    """One function of an object."""

    def __init__(self, piece, func, place, reloc):
        self.piece, self.func, self.place = piece, func, place
        self.reloc = reloc
        self.ranges = piece.ranges(func, 16) if func.size else []

    def key(self):
        """What must be the same in any version."""
        return (self.place, self.func.size, self.func.traits()[0],
                self.func.traits()[2], self.ranges)

    def rows(self):
        """The rows as they are encoded."""
        return [(r[0], r[1], r[2]) for r in self.func.rows]


class Section:
    """One .sframe section: its pieces, and its live functions in order."""

    def __init__(self, obj, section):
        self.section = section
        self.relocs = [r for r in obj.relocations(section) if r[1] != 0]
        self.nones = len(obj.relocations(section)) - len(self.relocs)
        self.pieces = sframe.pieces_of(obj.bytes_of(section), obj.big)
        both = [(p, f) for p in self.pieces for f in p.functions]
        fields = [f.field for _, f in both]
        offsets = [r[0] for r in self.relocs]
        self.by_order = not (set(offsets) <= set(fields)
                             and len(set(offsets)) == len(offsets))
        if self.by_order:
            if len(offsets) != len(fields):
                raise sframe.Broken("relocations do not pair")
            offsets = fields
        by_offset = dict(zip(offsets, self.relocs))
        self.functions, self.dead = [], 0
        for piece, func in both:
            reloc = by_offset.get(func.field)
            place = self._place(obj, reloc)
            if place is None:
                self.dead += 1
            else:
                self.functions.append(Described(piece, func, place, reloc))

    @staticmethod
    def _place(obj, reloc):
        sym = obj.symbols()[reloc[2]] if reloc else None
        if sym is None or sym.shndx == 0 or 0xFF00 <= sym.shndx < 0x10000:
            return None
        return sym.shndx, sym.value + reloc[3]

    def distinct(self):
        """The functions without later ones that repeat them."""
        seen, out = set(), []
        for one in self.functions:
            key = repr(one.key())
            if one.func.size == 0 or key not in seen:
                out.append(one)
            seen.add(key)
        return out


def sections(obj):
    """The .sframe sections of the Elf OBJ that have bytes."""
    return [Section(obj, s) for s in obj.sections
            if is_sframe(s) and s.size]


def default_target(found):
    """What `repair` writes for the sections FOUND."""
    pieces = [p for s in found for p in s.pieces]
    version = max(p.version for p in pieces)
    if version == 3:
        return "v3"
    if min(p.version for p in pieces) == 1 or any(
            p.flags & sframe.PCREL for p in pieces):
        return "v2-pcrel"
    return "v2"


def one_section(obj, old, new, target, may_lose, problems):
    """Compare the sections OLD and NEW."""
    version, flags, kind = FORM[target]
    if len(new.pieces) != 1 or new.pieces[0].offset or new.nones:
        problems.append(f"{len(new.pieces)} pieces, {new.nones} void "
                        "relocations")
        return
    piece = new.pieces[0]
    if (piece.version, piece.flags, new.section.type) != (version, flags,
                                                          kind):
        problems.append(f"version {piece.version}, flags {piece.flags:#x}, "
                        f"type {new.section.type:#x}")
    if piece.end + 7 < new.section.size or new.section.align != 8:
        problems.append("padding or alignment")
    if new.dead or new.by_order or [r[0] for r in new.relocs] != [
            f.field for f in piece.functions]:
        problems.append("relocations are not at the start fields in order")
    width = PC_RELATIVE[obj.machine][version == 3]
    if any(r[1] != width for r in new.relocs):
        problems.append(f"a relocation is not of type {width}")
    if any(f.raw for f in piece.functions):
        problems.append("a start field is not zero")
    at = 0
    for func in piece.functions:
        if func.fre_off != at:
            problems.append(f"rows of function {func.idx} at "
                            f"{func.fre_off:#x}, not {at:#x}")
        at += func.row_size + (5 if version == 3 else 0)
    expected = [d for d in old.distinct() if not may_lose(d)]
    if len(expected) != len(new.functions):
        problems.append(f"{len(new.functions)} functions, not "
                        f"{len(expected)}")
    for one, two in zip(expected, new.functions):
        if one.key() != two.key() or (
                version == 3 and one.func.signal != two.func.signal):
            problems.append(f"function at {one.place} differs")
        elif one.func.flex == two.func.flex and one.rows() != two.rows():
            problems.append(f"rows of the function at {one.place} are not "
                            "as they were")
        elif one.reloc[2:] != two.reloc[2:]:
            problems.append("symbol or addend changed")


def rest(old, new, problems):
    """Everything but the .sframe sections of the Elfs OLD and NEW."""
    touched = {s.idx for s in old.sections if is_sframe(s)}
    touched |= {s.idx for s in old.sections
                if s.type == elf.SHT_RELA and s.info in touched}
    if old.data[:64] != new.data[:64]:
        problems.append("the ELF header changed")
    if len(old.sections) != len(new.sections):
        problems.append("the number of sections changed")
        return
    for one, two in zip(old.sections, new.sections):
        same = ("name", "flags", "addr", "link", "info", "entsize")
        if one.idx not in touched:
            same += ("type", "offset", "size", "align")
            if old.bytes_of(one) != new.bytes_of(two):
                problems.append(f"section {one.idx} changed")
        if any(getattr(one, n) != getattr(two, n) for n in same):
            problems.append(f"header {one.idx} changed")


def compare(old_path, new_path, target=None, may_lose=lambda d: False):
    """Problems of NEW_PATH, made of OLD_PATH for TARGET (None: repaired).
    MAY_LOSE says of a function whether it has to be left out."""
    problems = []
    old, new = elf.Elf(old_path), elf.Elf(new_path)
    rest(old, new, problems)
    before = sections(old)
    try:
        after = sections(new)
    except sframe.Broken as broken:
        return problems + [f"unreadable: {broken}"]
    if len(before) != len(after):
        return problems + [f"{len(after)} sections, not {len(before)}"]
    if before:
        target = target or default_target(before)
    for one, two in zip(before, after):
        one_section(old, one, two, target, may_lose, problems)
    return problems


def linked(image_path, originals):
    """Problems of an image of objects that describe what ORIGINALS, paths,
    did: a function lost or other than it was; and how many are right."""
    image = elf.Elf(image_path)
    objects = [expect.Object(path, idx)
               for idx, path in enumerate(originals)]
    found, unsure = expect.functions(image, objects)
    own, _ = expect.own(image)
    problems = []
    for addr, wanted in sorted(found.items()):
        have = own.get(addr, [])
        if not have:
            problems.append(f"nothing describes {addr:#x}")
        elif not any((f.size, r, f.traits()) == (w.size, w.ranges, w.traits)
                     for f, r in have for w in wanted):
            problems.append(f"{addr:#x} is described otherwise")
    if not found:
        problems.append("no function was looked for")
    if len(unsure) > len(found):
        problems.append(f"{len(unsure)} functions of uncertain place")
    return problems, len(found)


SHF_LINK_ORDER, SHF_GROUP = 0x80, 0x200


class Slice:
    """The functions of a section that are in the section of code TARGET."""

    def __init__(self, section, target):
        self.functions = [f for f in section.functions
                          if f.place[0] == target]

    def distinct(self):
        """As object_check.Section's."""
        return Section.distinct(self)


def groups(obj):
    """{number of the group: its flags and members}."""
    return {s.idx: list(obj.unpack(f"{s.size // 4}I", s.offset))
            for s in obj.sections if s.type == elf.SHT_GROUP}


def group_of(obj):
    """{section: the group that it is in}."""
    return {member: idx for idx, words in groups(obj).items()
            for member in words[1:]}


def rela_of(obj, section):
    """The section with the relocations of SECTION, or None."""
    return next((s for s in obj.sections
                 if s.type == elf.SHT_RELA and s.info == section.idx), None)


def headers(old, new, touched, problems):
    """What both files have: TOUCHED are the sections that may change."""
    grown = groups(old)
    if new.data[:40] != old.data[:40] or new.data[48:60] != old.data[48:60]:
        problems.append("the ELF header changed")
    for one, two in zip(old.sections[1:], new.sections[1:]):
        same = ["name", "addr", "info", "entsize"]
        if one.idx not in touched:
            same += ["type", "flags", "link", "align"]
        if one.idx not in touched and one.idx not in grown:
            same += ["offset", "size"]
            if old.bytes_of(one) != new.bytes_of(two):
                problems.append(f"section {one.idx} changed")
        if any(getattr(one, n) != getattr(two, n) for n in same):
            problems.append(f"header {one.idx} changed")
    for idx, words in groups(new).items():
        if words[:len(grown.get(idx, ()))] != grown.get(idx):
            problems.append(f"group {idx} lost members")
        if any(m <= idx for m in words[len(grown.get(idx, ())):]):
            problems.append(f"group {idx} comes after a new member")


def one_part(obj, part, problems):
    """How the section PART of OBJ is tied to its code; which that is."""
    targets = {f.place[0] for f in part.functions}
    idx, inside = part.section.idx, group_of(obj)
    if len(targets) != 1:
        problems.append(f"section {idx} has functions of {sorted(targets)}")
        return None
    target = targets.pop()
    rela = rela_of(obj, part.section)
    group = inside.get(target)
    if not part.section.flags & SHF_LINK_ORDER or (
            part.section.link != target):
        problems.append(f"section {idx} does not name {target}")
    for member in (part.section, rela):
        if inside.get(member.idx) != group or (
                bool(member.flags & SHF_GROUP) != (group is not None)):
            problems.append(f"section {member.idx} is in group "
                            f"{inside.get(member.idx)}, the code in {group}")
    if (rela.link, rela.entsize) != (obj.sections.index(next(
            s for s in obj.sections if s.type == elf.SHT_SYMTAB)), 24):
        problems.append(f"section {rela.idx}: link or entry size")
    return target


def split_compare(old_path, new_path, target, may_lose=lambda d: False):
    """Problems of NEW_PATH, made of OLD_PATH in the version TARGET, and how
    many sections it has."""
    problems = []
    old, new = elf.Elf(old_path), elf.Elf(new_path)
    before, after = (sections(o) for o in (old, new))
    touched = {s.section.idx for s in before}
    touched |= {rela_of(old, s.section).idx for s in before
                if rela_of(old, s.section)}
    headers(old, new, touched, problems)
    added = new.sections[len(old.sections):]
    parts = {s.section.idx: s for s in after}
    for section in added[::2]:
        if section.idx not in parts:
            problems.append(f"section {section.idx} is new, but no .sframe")
    if [s.info for s in added[1::2]] != [s.idx for s in added[::2]]:
        problems.append("new relocations do not follow their sections")
    homes = [s.section.idx for s in before]
    seen = set()
    for part in after:
        if not part.functions and part.section.idx in homes:
            continue  # what none of its functions could stay in
        where = one_part(new, part, problems)
        whole = next((s for s in before if len(before) == 1
                      or any(f.place == part.functions[0].place
                             for f in s.functions)), None)
        if where is None or whole is None:
            continue
        if (where, whole.section.idx) in seen:
            problems.append(f"section {where} has two")
        seen.add((where, whole.section.idx))
        one_section(new, Slice(whole, where), part, target,
                    may_lose, problems)
    wanted = {(f.place[0], s.section.idx) for s in before
              for f in s.distinct() if not may_lose(f)}
    if not wanted <= seen:
        problems.append(f"no section for the code {sorted(wanted - seen)}")
    return problems, len(after)
