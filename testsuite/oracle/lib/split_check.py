# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Compare an object that `sfmerge convert --split` wrote with what it was,
knowing nothing of sfmerge.
"""

import elf
import object_check

SHF_LINK_ORDER, SHF_GROUP = 0x80, 0x200


class Slice:
    """The functions of a section that are in the section of code TARGET."""

    def __init__(self, section, target):
        self.functions = [f for f in section.functions
                          if f.place[0] == target]

    def distinct(self):
        """As object_check.Section's."""
        return object_check.Section.distinct(self)


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


def compare(old_path, new_path, target, may_lose=lambda d: False):
    """Problems of NEW_PATH, made of OLD_PATH in the version TARGET, and how
    many sections it has."""
    problems = []
    old, new = elf.Elf(old_path), elf.Elf(new_path)
    before, after = (object_check.sections(o) for o in (old, new))
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
        object_check.one_section(new, Slice(whole, where), part, target,
                                 may_lose, problems)
    wanted = {(f.place[0], s.section.idx) for s in before
              for f in s.distinct() if not may_lose(f)}
    if not wanted <= seen:
        problems.append(f"no section for the code {sorted(wanted - seen)}")
    return problems, len(after)
