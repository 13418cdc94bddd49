#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Make an x86-64 or AArch64 object's .sframe another version, as a newer
assembler would have written it, so that the tests have all versions where
only binutils 2.40 is there.

    transcode.py --to=v3 [--type=progbits] OBJECT OUT

The new contents are put at the end of the file; .rela.sframe keeps its place,
its entries get the new offsets and type.
"""

import argparse
import struct
import sys

import disk
import elf
import sframe

VERSIONS = {"v1": (1, 0), "v2": (2, 0), "v2-pcrel": (2, 4), "v3": (3, 4)}
# e_machine: the 32-bit and the 64-bit PC-relative relocation
PC_RELATIVE = {elf.EM_X86_64: (2, 24), elf.EM_AARCH64: (261, 260)}


def encode(piece, target):
    """The bytes of PIECE as TARGET, start fields zero, and the offsets of
    the fields."""
    version, flags = VERSIONS[target]
    stride = sframe.STRIDE[version]
    fdes, rows, fields = b"", b"", []
    for idx, func in enumerate(piece.functions):
        if func.mask or func.flex:
            raise sframe.Broken("only what an assembler wrote as V1 or V2")
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
    header = struct.pack("<HBBBbbBIIIII", sframe.MAGIC, version, flags,
                         piece.abi, 0, piece.fixed_ra, 0,
                         len(piece.functions), piece.num_fres, len(rows), 0,
                         len(fdes))
    return header + fdes + rows, fields


def transcode(path, out, target, kind=None):
    """Write the object PATH to OUT with its .sframe as TARGET; KIND is
    "progbits" or "gnu" for the section type, None for the usual one."""
    obj = elf.Elf(path)
    section = obj.named(".sframe")[0]
    piece, = sframe.pieces_of(obj.bytes_of(section), False)
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
