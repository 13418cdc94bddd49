# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The functions that the .eh_frame of a relocatable object describes, by the
section that they are in, and whether SFrame can say them.

A place is ((NAME, NUMBER), OFFSET): NUMBER counts the sections of code of one
NAME, so that places of objects that two assemblers made of one source compare.
"""

import bisect

import cfiterms
import ehframe
import elf
import object_check
import row_images
import sframe

# e_machine: {type: (width, whether relative to the field)}
POINTERS = {elf.EM_X86_64: {1: (8, False), 2: (4, True), 10: (4, False),
                            24: (8, True)},
            elf.EM_AARCH64: {257: (8, False), 258: (4, False),
                             260: (8, True), 261: (4, True)},
            elf.EM_S390: {4: (4, False), 5: (4, True), 22: (8, False),
                          23: (8, True)}}
# Where the first section is thought to be: no pointer that has no relocation
# leads there by itself.
FIRST = 0x100000
# The largest offset that a data word holds.
MOST = 0x7FFFFFFF


# What elf.py adds to the numbers of sections that SHN_ values look like.
RESERVED = 0x10000000


def number_of(shndx):
    """The number of the section SHNDX of a symbol."""
    return shndx - RESERVED if shndx >= RESERVED else shndx


class Frame:
    """One function: PLACE, SIZE, traits and RANGES as ehframe has them, and
    the instructions OPS."""

    def __init__(self, place, function):
        self.place, self.size = place, function.size
        self.signal, self.key_b = function.signal, function.key_b
        self.ranges, self.ops = function.ranges, function.ops
        reader = function.reader
        # An object does not know the address that its rules depend on.
        self.plt = bool(cfiterms.PLT.search(
            reader.data[function.first:reader.end]))


def keys(obj):
    """{section number: (NAME, NUMBER)} of the code of OBJ."""
    found, seen = {}, {}
    for section in obj.sections:
        if section.flags & elf.SHF_ALLOC and section.name != ".eh_frame" and (
                not object_check.is_sframe(section)):
            number = seen.get(section.name, 0)
            seen[section.name] = number + 1
            found[section.idx] = section.name, number
    return found


class Layout:
    """Addresses for the sections of OBJ, none of which meet."""

    def __init__(self, obj):
        self.obj, at = obj, FIRST
        self.base = {}
        for section in obj.sections:
            if section.flags & elf.SHF_ALLOC:
                at = (at + 63) & ~63
                self.base[section.idx] = at
                at += section.size + 64
        self.starts = sorted((a, idx) for idx, a in self.base.items())

    def relocated(self, section):
        """The bytes of SECTION with what pointers in it lead to."""
        data = bytearray(self.obj.bytes_of(section))
        kinds = POINTERS[self.obj.machine]
        symbols = self.obj.symbols()
        for offset, kind, number, addend in self.obj.relocations(section):
            sym = symbols[number]
            target = number_of(sym.shndx)
            if kind not in kinds or target not in self.base:
                continue
            width, relative = kinds[kind]
            value = self.base[target] + sym.value + addend
            if relative:
                value -= self.base[section.idx] + offset
            data[offset:offset + width] = (value % (1 << 8 * width)).to_bytes(
                width, "big" if self.obj.big else "little")
        return bytes(data)

    def place(self, addr):
        """(section number, offset) of ADDR, or None."""
        i = bisect.bisect_right(self.starts, (addr, 1 << 62)) - 1
        if i < 0:
            return None
        base, idx = self.starts[i]
        section = self.obj.sections[idx]
        return (idx, addr - base) if addr - base < section.size else None


def read(obj):
    """All Frames of the Elf OBJ with a size, and the number of dead ones."""
    layout, names = Layout(obj), keys(obj)
    found, dead = [], 0
    for section in obj.named(".eh_frame"):
        if not section.size:
            continue
        data = layout.relocated(section)
        frames = ehframe.Frames(data, layout.base[section.idx], obj.machine,
                                obj.order)
        for function in frames.each():
            place = layout.place(function.addr)
            if place is None or place[0] not in names:
                dead += 1
            elif function.size:
                found.append(Frame((names[place[0]], place[1]), function))
    return found, dead


def described(obj):
    """{place: [object_check.Described]} of the .sframe of the Elf OBJ."""
    names, found = keys(obj), {}
    for section in object_check.sections(obj):
        for one in section.functions:
            if one.func.size:
                place = names[number_of(one.place[0])], one.place[1]
                found.setdefault(place, []).append(one)
    return found


def _flex_of(rules, number, version):
    """Whether RULES need a FLEX row on machine NUMBER; None: no row has a
    form for them."""
    sp, fp, own_ra = cfiterms.REGISTERS[number]
    cfa = rules[0]
    ra, fp_rule = (_own(_beside(rule, cfa), own) for rule, own
                   in ((rules[1], own_ra), (rules[2], fp)))
    flex = cfa[0] != "v" or cfa[1] not in (sp, fp)
    if number == elf.EM_X86_64:
        # It would be a control word of 0.
        if ("v", "cfa", 0) in (ra, fp_rule):
            return None
        flex |= ra != ("m", "cfa", -8)
        # Readers of a plain row take a word of 0 for none.
        return flex or (fp_rule != sframe.SAME and (
            fp_rule[:2] != ("m", "cfa") or fp_rule[2] == 0))
    for rule in (ra, fp_rule):
        flex |= rule != sframe.SAME and (rule[:2] != ("m", "cfa")
                                         or rule[2] == 0)
        if rule == ("v", "cfa", 0):
            return None
    if number == elf.EM_AARCH64:
        if flex or (fp_rule != sframe.SAME and ra == sframe.SAME):
            return None
        return False
    if (cfa[2] - 160) % 8:
        return None
    return flex and not (version == "v2" and _odd(rules, number))


def _beside(rule, cfa):
    """RULE relative to CFA, if both have the same base."""
    if len(rule) == 3 and cfa[0] == "v" and rule[:2] == ("m", cfa[1]):
        return "m", "cfa", rule[2] - cfa[2]
    return rule


def _own(rule, own):
    """RULE; a register that is in itself is unchanged."""
    return sframe.SAME if rule == ("v", own, 0) else rule


def _odd(rules, number):
    """Whether s390x's version 2 says RULES, with registers in odd words."""
    cfa, ra, fp_rule, _ = rules
    sp, fp, _ = cfiterms.REGISTERS[number]
    return (cfa[0] == "v" and cfa[1] in (sp, fp)
            and all(r == sframe.SAME or (r[:2] == ("m", "cfa") and r[2])
                    or (r[0] == "v" and r[1] != "cfa" and not r[2])
                    for r in (ra, fp_rule)))


def cannot(frame, number, version):
    """Why a table of VERSION ("v2" or "v3") cannot say FRAME of machine
    NUMBER; None: it can."""
    if version == "v2" and frame.signal:
        return "signal"
    if frame.plt:
        return "plt"
    for _, _, rules in frame.ranges:
        if rules[0] == "problem":
            return rules[1]
        if rules == sframe.UNDEFINED:
            if version == "v2":
                return "undefined RA"
            continue
        flex = _flex_of(rules, number, version)
        if flex is None:
            return "machine"
        if flex and version == "v2":
            return "flex"
        if any(len(r) == 3 and not -MOST - 1 <= r[2] <= MOST
               for r in rules[:3]):
            return "offset"
        if any(len(r) == 3 and r[1] != "cfa" and r[1] > 31
               for r in rules[:3]):
            return "register"
    return None


class Findings:
    """What a comparison found: wrong lines, and counts by class."""

    def __init__(self):
        self.wrong, self.count = [], {}

    def add(self, name, number=1):
        """Count NAME."""
        self.count[name] = self.count.get(name, 0) + number

    def say(self, problem):
        """Note PROBLEM."""
        self.add("WRONG")
        if len(self.wrong) < 40:
            self.wrong.append(problem)

    def join(self, other):
        """Take over what OTHER has."""
        self.wrong += other.wrong[:40 - len(self.wrong)]
        for name, number in other.count.items():
            self.add(name, number)


def first_difference(mine, theirs, own):
    """The first offset at which the ranges MINE and THEIRS do not mean the
    same, with both rules; None: there is none."""
    points = sorted({r[0] for r in mine} | {r[0] for r in theirs}
                    | {r[1] for r in mine} | {r[1] for r in theirs})
    for at in points[:-1]:
        one, two = rules_at(mine, at), rules_at(theirs, at)
        if one is None or two is None or (
                _means(one, own) != _means(two, own)):
            return at, one, two
    if points and mine and theirs and mine[-1][1] != theirs[-1][1]:
        return points[-1], None, None
    return None


def _means(rules, own):
    return rules if rules[0] == "problem" else row_images.canonical(rules, own)


def rules_at(ranges, at):
    """The rules of RANGES at AT, or None."""
    i = bisect.bisect_right(ranges, at, key=lambda r: r[0]) - 1
    return ranges[i][2] if i >= 0 and at < ranges[i][1] else None


def judge(obj, version, found=None):
    """Compare the .sframe of the Elf OBJ, of VERSION, with its .eh_frame."""
    found = found or Findings()
    own = cfiterms.REGISTERS[obj.machine][1:]
    frames, dead = read(obj)
    has = described(obj)
    by_place = {}
    for frame in frames:
        by_place.setdefault(frame.place, []).append(frame)
    found.add("dead", dead)
    for place, group in by_place.items():
        frame = group[0]
        found.add("functions")
        mine = has.pop(place, [])
        why = cannot(frame, obj.machine, version)
        if len(mine) > 1 or len(group) > 1:
            found.say(f"{place}: {len(mine)} functions, {len(group)} FDEs")
        elif not mine and why is None:
            found.say(f"{place}: nothing describes it")
        elif not mine:
            found.add("left out: " + why)
        elif why is not None:
            found.say(f"{place}: is described in spite of {why}")
        else:
            same_function(place, mine[0], frame, own, version, found)
    for place in has:
        found.say(f"{place}: is described, and has no FDE")
    return found


def same_function(place, mine, frame, own, version, found):
    """Compare the function MINE with FRAME."""
    func = mine.func
    found.add("described")
    found.add("rows", len(func.rows))
    if func.flex:
        found.add("flex functions")
    if func.size != frame.size:
        found.say(f"{place}: size {func.size:#x}, not {frame.size:#x}")
        return
    traits = (func.signal if version == "v3" else frame.signal, func.key_b)
    if traits != (frame.signal, frame.key_b):
        found.say(f"{place}: marks {traits}")
    wrong = first_difference(mine.ranges, frame.ranges, own)
    if wrong:
        found.say(f"{place}+{wrong[0]:#x}: {wrong[1]}, not {wrong[2]}")
