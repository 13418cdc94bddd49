#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Decode SFrame sections of all versions into rules at every address.

Written from the specification; shares nothing with sfmerge.

A rule is a tuple: ("same",), ("undef",), ("v", BASE, OFFSET) for a value,
("m", BASE, OFFSET) for the word in memory; BASE is a DWARF register number or
"cfa". What an address has is (CFA, RA, FP, MANGLED), or None where nothing is
known."""

import argparse
import struct
import sys

import disk
import elf

MAGIC = 0xDEE2
SORTED, FRAME_POINTER, PCREL = 1, 2, 4
STRIDE = {1: 17, 2: 20, 3: 16}
FLAGS = {1: 3, 2: 7, 3: 5}
# ABI: (big-endian, SP, FP, RA)
ABIS = {1: (True, 31, 29, 30), 2: (False, 31, 29, 30), 3: (False, 7, 6, 16),
        4: (True, 15, 11, 14)}
SAME = ("same",)
UNDEFINED = (("undef",), ("undef",), SAME, False)


class Broken(Exception):
    """The bytes are not what the specification allows."""


class Function:
    """One function description entry and its rows."""

    __slots__ = ("idx", "field", "raw", "size", "fre_off", "num", "info",
                 "info2", "rep", "kind", "mask", "signal", "key_b", "flex",
                 "rows", "row_size", "addr")

    def traits(self):
        """What must be equal besides size and rules."""
        return (self.mask and self.rep, self.signal, self.key_b)


class Piece:
    """One header and all that it describes, at OFFSET of BYTES."""

    def __init__(self, data, offset, big):
        if offset + 28 > len(data):
            raise Broken(f"header at {offset:#x} is cut short")
        order = ">" if big else "<"
        (magic, self.version, self.flags, self.abi, self.fixed_fp,
         self.fixed_ra, self.aux, self.num_fdes, self.num_fres, self.fre_len,
         self.fdeoff, self.freoff) = struct.unpack_from(
             order + "HBBBbbBIIIII", data, offset)
        if magic != MAGIC or self.version not in STRIDE:
            raise Broken(f"no header at {offset:#x}")
        if self.flags & ~FLAGS[self.version] or self.abi not in ABIS:
            raise Broken(f"flags or ABI of the header at {offset:#x}")
        if ABIS[self.abi][0] != big:
            raise Broken(f"byte order of the header at {offset:#x}")
        self.data, self.offset, self.order = data, offset, order
        start = offset + 28 + self.aux
        self.fdes = start + self.fdeoff
        self.fres = start + self.freoff
        self.fres_end = self.fres + self.fre_len
        self.end = max(self.fdes + self.num_fdes * STRIDE[self.version],
                       self.fres_end)
        if self.end > len(data):
            raise Broken(f"the piece at {offset:#x} ends at {self.end:#x}, "
                         f"past {len(data):#x}")
        self.functions = [self._function(i) for i in range(self.num_fdes)]

    def _unpack(self, form, offset, end):
        if offset < self.offset or offset + struct.calcsize(
                self.order + form) > end:
            raise Broken(f"a field at {offset:#x} is outside")
        return struct.unpack_from(self.order + form, self.data, offset)

    def _function(self, idx):
        func = Function()
        func.idx = idx
        func.field = self.fdes + idx * STRIDE[self.version]
        func.addr = None
        func.info2 = func.rep = 0
        if self.version == 3:
            func.raw, func.size, func.fre_off = self._unpack(
                "qII", func.field, self.end)
            first = self.fres + func.fre_off
            func.num, func.info, func.info2, func.rep = self._unpack(
                "HBBB", first, self.fres_end)
            first += 5
        else:
            form = "iIIIB" if self.version == 1 else "iIIIBB"
            values = self._unpack(form, func.field, self.end)
            func.raw, func.size, func.fre_off, func.num, func.info = values[:5]
            if self.version == 2:
                func.rep = values[5]
            first = self.fres + func.fre_off
        func.kind = func.info & 15
        func.mask = bool(func.info & 0x10)
        func.key_b = bool(func.info & 0x20)
        func.signal = self.version == 3 and bool(func.info & 0x80)
        func.flex = self.version == 3 and func.info2 & 31 == 1
        if func.kind > 2 or (self.version == 3 and func.info2 > 1):
            raise Broken(f"info bytes of function {idx}")
        self._rows(func, first)
        return func

    def _rows(self, func, offset):
        form = "BHI"[func.kind]
        begin = offset
        rows = []
        for _ in range(func.num):
            start, info = self._unpack(form + "B", offset, self.fres_end)
            offset += struct.calcsize(self.order + form) + 1
            count, code = info >> 1 & 15, info >> 5 & 3
            if code == 3:
                raise Broken(f"word size of a row at {offset:#x}")
            words = self._unpack(f"{count}" + "bhi"[code], offset,
                                 self.fres_end)
            offset += count << code
            rows.append((start, info, words, 1 << code))
        func.rows = rows
        func.row_size = offset - begin

    def rules(self, func, row):
        """The rules of ROW of FUNC."""
        _, info, words, width = row
        _, sp, fp, ra = ABIS[self.abi]
        mangled = bool(info & 0x80)
        if not words:
            return UNDEFINED
        if func.flex:
            return self._flex(words, width)
        base = sp if info & 1 else fp
        first = words[0] * 8 + 160 if self.abi == 4 else words[0]
        rest = list(words[1:])
        out_ra, out_fp = SAME, SAME
        if self.fixed_ra:
            out_ra = ("m", "cfa", self.fixed_ra)
        elif rest:
            out_ra = self._saved(rest.pop(0), True)
        if self.fixed_fp:
            out_fp = ("m", "cfa", self.fixed_fp)
        elif rest:
            out_fp = self._saved(rest.pop(0), False)
        if rest:
            raise Broken(f"{len(words)} words in a row")
        return ("v", base, first), out_ra, out_fp, mangled

    def _saved(self, word, is_ra):
        if self.abi == 4:
            if word == 0 and is_ra:
                return SAME
            if word & 1 and self.version < 3:
                return ("v", word >> 1, 0)
        return ("m", "cfa", word)

    def _flex(self, words, width):
        def unsigned(i):
            return words[i] & ((1 << 8 * width) - 1)

        def rule(i):
            control = unsigned(i)
            return ("m" if control & 2 else "v",
                    control >> 3 if control & 1 else "cfa", words[i + 1])

        if len(words) < 2 or not unsigned(0) & 1:
            raise Broken("CFA of a FLEX row")
        cfa = rule(0)
        if self.abi == 4:
            cfa = (cfa[0], cfa[1], words[1] * 8 + 160)
        out_ra = ("m", "cfa", self.fixed_ra) if self.fixed_ra else SAME
        out_fp, k = SAME, 2
        if len(words) > 2:
            if unsigned(2) == 0:
                k = 3
            else:
                out_ra, k = rule(2), 4
        if len(words) > k and unsigned(k):
            out_fp, k = rule(k), k + 2
        return cfa, out_ra, out_fp, False

    def ranges(self, func, rep=0):
        """[(START, END, RULES)] relative to FUNC, in order, without equal
        neighbours: rows that cover nothing are gone, blocks unrolled.  REP
        is the block size of a V1 MASK function."""
        limit = func.size
        if func.mask:
            limit = func.rep or rep
            if limit == 0 or func.size % limit:
                raise Broken(f"block size of function {func.idx}")
        last = {}
        for row in func.rows:
            last[row[0]] = self.rules(func, row)
        starts = sorted(s for s in last if s < limit)
        block = []
        for i, start in enumerate(starts):
            end = starts[i + 1] if i + 1 < len(starts) else limit
            block.append((start, end, last[start]))
        out = []
        for base in range(0, func.size, limit) if limit else ():
            for start, end, rules in block:
                if out and out[-1][2] == rules and out[-1][1] == base + start:
                    out[-1] = (out[-1][0], base + end, rules)
                else:
                    out.append((base + start, base + end, rules))
        return out


def compact_len(piece):
    """Bytes of PIECE's FRE sub-section if no row repeats another, types are
    as small as can be, and functions share equal rows."""
    head = 5 if piece.version == 3 else 0
    blocks = {}
    for func in piece.functions:
        limit = func.rep if func.mask else func.size
        kind = min(func.kind, (limit > 0x100) + (limit > 0x10000))
        rows, last = [], None
        for row in func.rows:
            rules = piece.rules(func, row)
            if rules != last:
                rows.append(row)
            last = rules
        size = sum((1 << kind) + 1 + len(words) * width
                   for _, _, words, width in rows)
        attr = (func.info & 0xF0, func.info2, func.rep) if head else ()
        blocks[kind, attr, tuple(rows)] = head + size
    return sum(blocks.values())


def resolve(piece, section_addr, field_relative):
    """Set the addresses of PIECE's functions in a section at SECTION_ADDR."""
    for func in piece.functions:
        anchor = func.field if field_relative else 0
        func.addr = (section_addr + anchor + func.raw) % (1 << 64)


def pieces_of(data, big):
    """All pieces of a section, one after the other, 8-aligned."""
    found, offset = [], 0
    while offset < len(data):
        if not any(data[offset:offset + 8]):
            offset += 8
            continue
        piece = Piece(data, offset, big)
        found.append(piece)
        offset = (piece.end + 7) & ~7
    return found


def buried_pieces(data, big, start):
    """Pieces among unrelated bytes, at multiples of 8 from START."""
    found, offset = [], (start + 7) & ~7
    magic = MAGIC.to_bytes(2, "big" if big else "little")
    while offset + 28 <= len(data):
        if data[offset:offset + 2] == magic:
            try:
                piece = Piece(data, offset, big)
                if piece.num_fdes:
                    found.append(piece)
                    offset = (piece.end + 7) & ~7
                    continue
            except Broken:
                pass
        offset += 8
    return found


VERSIONS = {"v1": (1, 0), "v2": (2, 0), "v2-pcrel": (2, 4), "v3": (3, 4)}
# e_machine: the 32-bit and the 64-bit PC-relative relocation
PC_RELATIVE = {elf.EM_X86_64: (2, 24), elf.EM_AARCH64: (261, 260)}


def encode(piece, target):
    """The bytes of PIECE as TARGET, start fields zero, and the offsets of
    the fields."""
    version, flags = VERSIONS[target]
    stride = STRIDE[version]
    fdes, rows, fields = b"", b"", []
    for idx, func in enumerate(piece.functions):
        if func.mask or func.flex:
            raise Broken("only what an assembler wrote as V1 or V2")
        first = piece.fres + func.fre_off + (5 if piece.version == 3 else 0)
        own = piece.data[first:first + func.row_size]
        fields.append(28 + idx * stride)
        if version == 3:
            fdes += struct.pack("<qII", 0, func.size, len(rows))
            rows += struct.pack("<HBBB", func.num, func.info, 0, 0)
        else:
            fdes += struct.pack("<iIIIB", 0, func.size, len(rows), func.num,
                                func.info & 0x3F)
            fdes += bytes(3) if version == 2 else b""
        rows += own
    header = struct.pack("<HBBBbbBIIIII", MAGIC, version, flags,
                         piece.abi, 0, piece.fixed_ra, 0,
                         len(piece.functions), piece.num_fres, len(rows), 0,
                         len(fdes))
    return header + fdes + rows, fields


def transcode(path, out, target, kind=None):
    """Write the object PATH to OUT with its .sframe as TARGET; KIND is
    "progbits" or "gnu" for the section type, None for the usual one."""
    obj = elf.Elf(path)
    section = obj.named(".sframe")[0]
    piece, = pieces_of(obj.bytes_of(section), False)
    content, fields = encode(piece, target)
    if kind is None:
        kind = "progbits" if target in ("v1", "v2") else "gnu"
    data = bytearray(obj.data)
    data += bytes(-len(data) % 8)
    at = obj.shoff + section.idx * obj.shentsize
    struct.pack_into("<I", data, at + 4,
                     1 if kind == "progbits" else elf.SHT_GNU_SFRAME)
    struct.pack_into("<QQ", data, at + 24, len(data), len(content))
    data += content
    old = [f.field for f in piece.functions]
    wide = PC_RELATIVE[obj.machine][target == "v3"]
    for rela in obj.sections:
        if rela.type != elf.SHT_RELA or rela.info != section.idx:
            continue
        for idx in range(rela.size // 24):
            where = rela.offset + 24 * idx
            offset, info = struct.unpack_from("<QQ", data, where)
            struct.pack_into("<QQ", data, where, fields[old.index(offset)],
                             info >> 32 << 32 | wide)
    disk.write(out, data)


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--to", required=True, choices=sorted(VERSIONS))
    parser.add_argument("--type", choices=("progbits", "gnu"))
    parser.add_argument("object")
    parser.add_argument("out")
    args = parser.parse_args()
    transcode(args.object, args.out, args.to, args.type)
    return 0


if __name__ == "__main__":
    sys.exit(main())
