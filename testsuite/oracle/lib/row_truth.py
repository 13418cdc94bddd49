# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Where the rows of a function mean something else than .eh_frame does.

Rules that say the same in other words are equal: [r+x], r being the register
that the CFA is relative to, and [CFA+y].
"""

import bisect

import cfiterms
import ehframe
import sframe

# How bad a difference is: none, where .eh_frame ends the stack, else.
SAME, OUTERMOST, WRONG = range(3)
MAX_REGISTER, APX = 31, range(130, 146)
REG_P, FLEX_UNUSED = 1, 4


def canonical(rules, own):
    """RULES in one form of those that mean the same; OWN: the numbers of FP
    and RA."""
    cfa, ra, fp, mangled = rules
    return (cfa, _one(cfa, ra, own[1]), _one(cfa, fp, own[0]), mangled)


def _one(cfa, rule, own):
    """RULE of register OWN, relative to what the CFA is relative to."""
    if len(rule) == 1:
        return rule
    kind, base, offset = rule
    if base == "cfa" and cfa[0] == "v":
        base, offset = cfa[1], cfa[2] + offset
    return (sframe.SAME if (kind, base, offset) == ("v", own, 0)
            else (kind, base, offset))


def between(one, two):
    """How bad it is that rows have the rules ONE where .eh_frame has TWO,
    both canonical."""
    if two[0] == "problem" or one == two:
        return SAME
    return OUTERMOST if two[1] == ("undef",) else WRONG


class Truth:
    """The call frame information of IMAGE, which judges rows.  FDEs that
    overlap others with another start judge nothing; of several with one start
    one that agrees is enough."""

    def __init__(self, image):
        self.own = cfiterms.REGISTERS[image.machine][1:]
        self.groups = {}
        for func in ehframe.read(image):
            if func.size:
                self.groups.setdefault(func.addr, []).append(func)
        self.known = bool(self.groups)
        self.starts = sorted(self.groups)
        top = 0
        for start, after in zip(self.starts, self.starts[1:] + [1 << 64]):
            group = self.groups[start]
            self.groups[start] = [f for f in group if top <= start
                                  and start + f.size <= after]
            top = max([top] + [start + f.size for f in group])

    def differences(self, addr, func, ranges):
        """(HOW BAD, [(START, END)]): where RANGES of FUNC at ADDR say
        something else, as bad as that, by address."""
        worst, where = SAME, []
        last = bisect.bisect_left(self.starts, addr + func.size)
        first = max(0, bisect.bisect_right(self.starts, addr) - 1)
        for start in self.starts[first:last]:
            bad, spans = min((self._against(addr, ranges, fde)
                              for fde in self.groups[start]),
                             key=lambda found: found[0], default=(SAME, []))
            if bad > worst:
                worst, where = bad, spans
        return worst, where

    def _against(self, addr, ranges, fde):
        """The same against one FDE."""
        found = {SAME: [], OUTERMOST: [], WRONG: []}
        for start, end, rules in ranges:
            mine = canonical(rules, self.own)
            for low, high, theirs in fde.ranges:
                low = max(addr + start, fde.addr + low)
                high = min(addr + end, fde.addr + high)
                if low >= high:
                    continue
                if theirs[0] != "problem":
                    theirs = canonical(theirs, self.own)
                found[between(mine, theirs)].append((low, high))
        worst = max(bad for bad in found if found[bad] or bad == SAME)
        return worst, found[worst]


def _sound_flex(piece, words, width):
    """Whether WORDS of a FLEX row are what the format allows."""
    unsigned = [w & ((1 << 8 * width) - 1) for w in words]
    if not 2 <= len(words) <= 6:
        return False
    at = 2
    if len(words) > 2:
        if (unsigned[2] == 0) != (len(words) % 2 == 1):
            return False
        at += unsigned[2] == 0
    for control in [unsigned[0]] + unsigned[at::2]:
        reg = control >> 3
        if (control & FLEX_UNUSED or (reg and not control & REG_P)
                or (reg > MAX_REGISTER
                    and (piece.abi != 3 or reg not in APX))):
            return False
    return bool(unsigned[0] & REG_P)


def _sound_words(piece, words):
    """The same of another row: s390x has slots, before version 3 registers
    too."""
    if len(words) > 3 - bool(piece.fixed_ra):
        return False
    return piece.abi != 4 or all(
        word % 2 == 0 or (piece.version < 3 and 0 < word
                          and word >> 1 <= MAX_REGISTER)
        for word in words[1:])


def sound(piece, func):
    """Whether the rows of FUNC are in order and their words allowed, so that
    no other finding is about them."""
    starts = [row[0] for row in func.rows]
    if starts != sorted(set(starts)):
        return False
    for _, info, words, width in func.rows:
        if info & 0x80 and piece.abi not in (1, 2):
            return False
        if not words:
            continue
        if not (_sound_flex(piece, words, width) if func.flex
                else _sound_words(piece, words)):
            return False
    return True
