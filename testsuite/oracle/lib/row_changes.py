# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Changes of the rows of a function in place: each of one kind, of as many
bytes as there were.  Whether one makes the rows wrong is for others to say.
"""

import struct

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
