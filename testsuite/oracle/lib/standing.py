# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What the .sframe of an image says as it stands, and the code that it could
describe.

Pieces after the section's end count for nothing.  Each other one is read by
the rule that its functions' starts confirm (defects.py), or moved as a whole
to where all of them begin and end with one.
"""

import bisect

import defects
import elf
import sframe


class Standing:
    """FUNCTIONS: (address, function, piece) of what is described; READABLE:
    those of the first piece, if its flags tell the truth.  NAMED: an image
    with the same code and section headers, if IMAGE has none."""

    def __init__(self, image, named=None):
        self.image, self.functions, self.readable = image, [], []
        self.evidence = defects.Evidence(named or image)
        self.frames = sorted({(f.addr, f.size)
                              for f in self.evidence.frames})
        self.frame_set = set(self.frames)
        self.code = self._code()
        self.places = defects.places(image)
        segment = image.segment_of(elf.PT_GNU_SFRAME)
        named = [p for p in self.places
                 if not segment or p.addr == segment.vaddr]
        for place in self.places:
            for piece in place.pieces:
                self._piece(place, piece,
                            place in named[:1] and piece.offset == 0,
                            len(place.pieces) + len(place.buried) == 1)

    def _piece(self, place, piece, first, alone):
        both = {rule: defects.addresses(piece, place.addr, rule)
                for rule in (False, True)}
        flagged = bool(piece.flags & sframe.PCREL)
        field = flagged
        if not flagged and piece.version < 3:
            # As linkers leave them, where nothing confirms either reading.
            field = (not piece.flags & sframe.SORTED
                     or (not alone and piece.offset != 0))
            hits = {rule: sum(map(self.evidence.starts, addrs))
                    for rule, addrs in both.items()}
            if hits[not field] > hits[field]:
                if hits[not field] < len(piece.functions):
                    return
                field = not field
        addrs = both[field]
        if piece.functions and not any(map(self.evidence.starts, addrs)):
            return
        for func, addr in zip(piece.functions, addrs):
            if self._stands(place, func, addr):
                self.functions.append((addr, func, piece))
                if first and field == flagged:
                    self.readable.append((addr, func, piece))

    def _stands(self, place, func, addr):
        """Whether FUNC at ADDR is code that .eh_frame does not contradict."""
        if not func.size or not self.is_code(addr, func.size):
            return False
        if (defects.is_dead(place, func, addr)
                and not self.evidence.starts(addr)):
            return False
        return self.evidence.in_plt(addr) or not self._contradicted(
            addr, func.size)

    def _contradicted(self, addr, size):
        """Whether an FDE of .eh_frame has bytes of the function, and none is
        of it."""
        if (addr, size) in self.frame_set:
            return False
        at = bisect.bisect_left(self.frames, (addr, 0))
        before = at and sum(self.frames[at - 1]) > addr
        return bool(before) or (at < len(self.frames)
                                and self.frames[at][0] < addr + size)

    def _code(self):
        """(name, address, size) of each executable section, or segment where
        there are no sections."""
        image = self.image
        if not image.sections:
            return sorted((None, s.vaddr, s.filesz) for s in image.loads()
                          if s.flags & elf.PF_X)
        wanted = elf.SHF_ALLOC | elf.SHF_EXECINSTR
        return sorted(((s.name, s.addr, s.size) for s in image.sections
                       if s.flags & wanted == wanted and s.size
                       and s.type != elf.SHT_NOBITS
                       and image.in_code(s.addr, s.size)),
                      key=lambda s: s[1])

    def is_code(self, addr, size):
        """Whether all of [ADDR, ADDR + SIZE) is in one of these."""
        return any(start <= addr and addr + size <= start + length
                   for _, start, length in self.code)

    def could(self):
        """The functions that could be described: {address: size}, and where
        they are from."""
        found = {}
        for addr, size in self.frames:
            if size and self.is_code(addr, size):
                found[addr] = max(size, found.get(addr, 0))
        if found:
            return found, "eh_frame"
        for sym in self.image.symbols():
            if (sym.is_code_name() and sym.size
                    and self.is_code(sym.value, sym.size)):
                found[sym.value] = max(sym.size, found.get(sym.value, 0))
        return found, "symbols" if found else None

    def at(self):
        """The described functions by their addresses."""
        found = {}
        for addr, func, piece in self.functions:
            found.setdefault(addr, []).append((func, piece))
        return found
