# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""An image whose rows are made wrong one at a time, and which findings of
`sfmerge check` that must give."""

import bisect
import collections
import json
import re
import struct

import cfiterms
import disk
import ehframe
import sframe
import standing

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


FORMS = "bhi"
# Kinds in the order in which a sample takes them.
KINDS = ("cfa-base", "cfa-offset", "ra", "fp", "slot", "start", "mangled",
         "flex", "reworded", "swap", "fewer", "wider", "undefined", "key-b")


class Row:
    """One row of FUNC at AT of PIECE's bytes: its start, info and words."""

    def __init__(self, piece, func, at, row):
        self.order = piece.order
        self.start, self.info, self.words, self.width = row
        self.at, self.form = at, "BHI"[func.kind]
        self.info_at = at + struct.calcsize(self.form)
        self.end = self.info_at + 1 + self.width * len(self.words)

    def word(self, idx, value):
        """The change that gives word number IDX the VALUE, or none."""
        limit = 1 << 8 * self.width - 1
        if not -limit <= value < limit or value == self.words[idx]:
            return []
        return [(self.info_at + 1 + idx * self.width, struct.pack(
            self.order + FORMS[self.width.bit_length() - 1], value))]

    def control(self, idx, mask):
        """The change of the bits MASK of control word IDX."""
        value = (self.words[idx] ^ mask) & ((1 << 8 * self.width) - 1)
        if value >> 8 * self.width - 1:
            value -= 1 << 8 * self.width
        return self.word(idx, value)

    def reworded(self, idx):
        """The change that counts the rule of control word IDX from the CFA's
        register and not the CFA, or the reverse; none if neither is so."""
        base, offset = self.words[:2]
        control, own = self.words[idx:idx + 2]
        if base & 2:
            return []
        if control & ~2 == 0:
            return (self.word(idx, base | control)
                    + self.word(idx + 1, own + offset))
        if control & ~2 == base:
            return (self.word(idx, control & 2)
                    + self.word(idx + 1, own - offset))
        return []

    def flags(self, info):
        """The change that makes the info byte INFO."""
        return [(self.info_at, bytes([info]))]

    def moved(self, start):
        """The change that makes the row begin at START."""
        return [(self.at, struct.pack(self.order + self.form, start))]


def rows_of(piece, func):
    """The rows of FUNC, as they lie."""
    at = piece.fres + func.fre_off + (5 if piece.version == 3 else 0)
    found = []
    for row in func.rows:
        found.append(Row(piece, func, at, row))
        at = found[-1].end
    return found


def _flex(row):
    """(KIND, CHANGE) of the words of a FLEX row."""
    controls = [0]
    if len(row.words) > 2:
        rest = 2 if row.words[2] else 3
        controls += list(range(rest, len(row.words), 2))
    for idx in controls:
        # Another register, memory or not, the CFA or a register.
        for mask in (8, 16, 2, 1):
            yield "flex", row.control(idx, mask)
        for step in (8, -8):
            yield "flex", row.word(idx + 1, row.words[idx + 1] + step)
        if idx:
            yield "reworded", row.reworded(idx)


def _plain(piece, row):
    """The same of another row."""
    yield "cfa-base", row.flags(row.info ^ 1)
    for step in (8, -8, 1):
        yield "cfa-offset", row.word(0, row.words[0] + step)
    saved = range(1, len(row.words))
    for idx in saved:
        kind = "fp" if piece.fixed_ra or idx == 2 else "ra"
        # 0 is the CFA's own slot, or no slot; 1 a register and not a slot.
        for value in (row.words[idx] + 8, row.words[idx] - 8, 0,
                      row.words[idx] ^ 1):
            yield kind, row.word(idx, value)
    if len(saved) == 2:
        one, two = row.words[1:]
        yield "slot", row.word(1, two)
        yield "slot", row.word(2, one)
        yield "slot", row.word(1, two) + row.word(2, one)
    elif saved and piece.fixed_ra:
        yield "slot", row.word(1, piece.fixed_ra)


def _info(piece, row, last):
    """The same of the info byte, where the words stay as many bytes, or
    nothing follows."""
    count, code = len(row.words), row.width.bit_length() - 1
    kept = row.info & 0x81
    if piece.abi in (1, 2):
        yield "mangled", row.flags(row.info ^ 0x80)
    if last and count > 1:
        yield "fewer", row.flags(kept | code << 5 | count - 1 << 1)
    if last and count:
        yield "undefined", row.flags(0)
    if count % 2 == 0 and count and code < 2:
        yield "wider", row.flags(kept | code + 1 << 5 | count // 2 << 1)


def _start(func, before, row, after):
    """The same of the start of ROW, between its neighbours."""
    low = before.start if before else -1
    high = after.start if after else func.size
    for start in (row.start - 1, row.start + 1):
        if low < start < high:
            yield "start", row.moved(start)


def _swap(piece, one, two):
    """The same of ROWS that exchange all but their starts, of whatever
    sizes."""
    data = piece.data
    start = data[two.at:two.info_at]
    new = data[two.info_at:two.end] + start + data[one.info_at:one.end]
    if new != data[one.info_at:two.end]:
        yield "swap", [(one.info_at, new)]


def changes(piece, func):
    """(KIND, NUMBER of the row, CHANGE): each change a list of (OFFSET in the
    bytes that PIECE is of, BYTES)."""
    rows = rows_of(piece, func)
    for i, row in enumerate(rows):
        before = rows[i - 1] if i else None
        after = rows[i + 1] if i + 1 < len(rows) else None
        found = list(_start(func, before, row, after))
        found += _info(piece, row, after is None)
        if row.words:
            found += _flex(row) if func.flex else _plain(piece, row)
        if after:
            found += _swap(piece, row, after)
        for kind, change in found:
            if change:
                yield kind, i, change
    if piece.abi in (1, 2):
        # No rule has the key.
        at = func.field + {1: 16, 2: 16}.get(piece.version, 0)
        if piece.version == 3:
            at = piece.fres + func.fre_off + 2
        yield "key-b", 0, [(at, bytes([func.info ^ 0x20]))]


def applied(data, change):
    """DATA with CHANGE."""
    made = bytearray(data)
    for at, new in change:
        made[at:at + len(new)] = new
    return bytes(made)


CONTRADICT, NOT_OUTERMOST = "rows-contradict", "rows-not-outermost"
NAMES = {WRONG: CONTRADICT, OUTERMOST: NOT_OUTERMOST}
TEXT = re.compile(r"the function at 0x([0-9a-f]+)(?: \(.*\))? has .* at "
                  r"0x([0-9a-f]+), \.eh_frame has ")

# A change, what it must give, and why that is nothing: EQUAL rules, or BROKEN
# rows, of which another finding tells; None if it must give something.
Spoiled = collections.namedtuple("Spoiled",
                                 "kind where place change wanted why")
EQUAL, BROKEN = "equal", "broken"


def _differs(one, two):
    """Whether the functions have not the same rows."""
    return (one.rows, one.info) != (two.rows, two.info)


class Image:
    """IMAGE, whose .eh_frame judges its rows; NAMED has its section headers if
    it has none."""

    def __init__(self, image, named=None):
        self.image, self.named = image, named
        self.truth = Truth(named or image)
        self.found = standing.Standing(image, named)
        in_plt = self.found.evidence.in_plt
        self.functions = [
            (addr, func, piece) for addr, func, piece in self.found.functions
            if func.num and not func.mask and not in_plt(addr)]
        self.places = {id(piece): place for place in self.found.places
                       for piece in place.pieces}
        self.before = self.wanted(self.functions)

    def wanted(self, functions):
        """{address: (finding, its first address)} that FUNCTIONS, (address,
        function, piece), must give."""
        found = {}
        for addr, func, piece in functions:
            bad, where = self.truth.differences(addr, func,
                                                piece.ranges(func))
            if bad:
                found[addr] = NAMES[bad], sorted(where)
        return found

    def spoiled(self, functions=None):
        """All that can be spoiled, or that of FUNCTIONS, as Spoiled."""
        for addr, func, piece in functions or self.functions:
            for kind, row, change in changes(piece, func):
                yield self._judged(kind, f"{addr:#x} row {row}", piece,
                                   change)

    def _judged(self, kind, where, piece, change):
        place = self.places[id(piece)]
        done = Spoiled(kind, where, place, change, {}, BROKEN)
        try:
            new = sframe.Piece(applied(piece.data, change),
                               piece.offset, self.image.big)
            changed = [(addr, new.functions[func.idx], new)
                       for addr, func, of in self.functions if of is piece
                       and _differs(func, new.functions[func.idx])]
            if not all(sound(new, func) for _, func, _ in changed):
                return done
            given = self.wanted(changed)
        except sframe.Broken:
            return done
        others = {addr: found for addr, found in self.before.items()
                  if not any(addr == other for other, _, _ in changed)}
        return done._replace(wanted={**others, **given}, why=(
            None if given else EQUAL))

    def write(self, one, path):
        """Write the image with ONE to PATH."""
        offset = one.place.offset
        disk.script(path, applied(
                    self.image.data, [(offset + at, new)
                                      for at, new in one.change]))


def findings(file):
    """{address: (finding, address)} of FILE of the JSON, and problems."""
    found, problems = {}, []
    for finding in file["findings"]:
        if finding["name"] not in NAMES.values():
            continue
        said = TEXT.match(finding["text"])
        if not said or finding["count"] != 1:
            problems.append(f"{finding['count']}: {finding['text']}")
            continue
        found[int(said[1], 16)] = finding["name"], int(said[2], 16)
    wrong = any(name == CONTRADICT for name, _ in found.values())
    if wrong and not file["errors"]:
        problems.append("no error is counted")
    return found, problems


def checked(run, paths, *options):
    """[(findings, problems)] of the files PATHS, checked in one go."""
    status, text = run.sfmerge("check", "--json", *options, *paths)
    try:
        said = json.JSONDecoder().raw_decode(text[text.index('{"'):])[0]
        files = said["files"]
        if [f["file"] for f in files] != list(paths):
            raise ValueError("other files")
    except (ValueError, KeyError) as error:
        return [({}, [f"status {status}: {error!r}: {text[:200]}"])
                for _ in paths]
    if status != any(f["errors"] for f in files):
        return [({}, [f"exit status {status}"]) for _ in paths]
    return [findings(file) for file in files]


def differ(found, wanted):
    """Problems where what is FOUND is not what is WANTED: the name and the
    first of the addresses."""
    problems = []
    for addr in sorted(set(found) | set(wanted)):
        name, at = found.get(addr, (None, 0))
        want, spans = wanted.get(addr, (None, ()))
        if name != want:
            problems.append(f"{addr:#x}: {name} is found, {want} is there")
        elif at != spans[0][0]:
            problems.append(f"{addr:#x}: {name} at {at:#x}, the rules differ "
                            f"at {', '.join(hex(s) for s, _ in spans)}")
    return problems
