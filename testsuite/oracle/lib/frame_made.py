# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Make images for x86-64 of .eh_frame that no compiler writes."""

import struct

import elf
import elf_made

TEXT, FRAMES = 0x10000, 0x40000000
# DW_CFA_def_cfa rsp+8, DW_CFA_offset RA at CFA-8.
USUAL = bytes((0x0C, 7, 8, 0x90, 1))
NOP = b"\x90"
PCREL4 = 0x1B
PT_GNU_EH_FRAME = 0x6474E550


def uleb(value):
    """VALUE in LEB128."""
    out = bytearray()
    while True:
        out.append(value & 127 | (128 if value > 127 else 0))
        value >>= 7
        if not value:
            return bytes(out)


class Frames:
    """The bytes of a section .eh_frame at ADDR, as records are added."""

    def __init__(self, addr=FRAMES):
        self.addr, self.data = addr, bytearray()
        self.starts = []

    def record(self, body, wide=False, align=4):
        """Add a record of BODY, with its id; where it is."""
        at = len(self.data)
        body += bytes(-(len(body) + (12 if wide else 4)) % align)
        self.data += (struct.pack("<IQ", 0xFFFFFFFF, len(body)) if wide
                      else struct.pack("<I", len(body))) + body
        return at

    def cie(self, program=USUAL, text="zR", data=bytes((PCREL4,)), code=1,
            factor=0x78, ra=16, version=1, wide=False):
        """Add a CIE; FACTOR is its data alignment's byte, -8, or bytes."""
        factor = bytes((factor,)) if isinstance(factor, int) else factor
        body = struct.pack("<IB", 0, version) + text.encode() + b"\0"
        body += uleb(code) + factor + bytes((ra,))
        if text.startswith("z"):
            body += uleb(len(data)) + data
        return self.record(body + program, wide)

    def fde(self, cie, start, size, program=b"", wide=False):
        """Add an FDE of CIE, which has no augmentation data of its own."""
        at = len(self.data)
        id_at = at + (12 if wide else 4)
        body = struct.pack("<Iii", id_at - cie,
                           start - self.addr - id_at - 4, size)
        self.starts.append((start, at))
        return self.record(body + b"\0" + program, wide)

    def end(self):
        """Add a terminator."""
        self.data += bytes(4)


class Loaded(elf_made.Made):
    """An image whose program headers are loaded, as linkers make them."""

    def __init__(self, kind, most):
        super().__init__(kind)
        self.room = elf_made.PHDR * most
        self.data += bytes(self.room)
        size = elf_made.EHDR + self.room
        self.segments.append((elf.PT_LOAD, 4, 0, 0, 0, size, size,
                              elf_made.PAGE))

    def write(self, path):
        """Save it as PATH, the program headers after the ELF header."""
        super().write(path)
        with open(path, "r+b") as file:
            file.seek(32)
            file.write(struct.pack("<Q", elf_made.EHDR))
            file.seek(elf_made.EHDR)
            for segment in self.segments:
                file.write(struct.pack("<IIQQQQQQ", *segment))
        return path


def header(made, part):
    """Add a .eh_frame_hdr without a table for PART to MADE."""
    addr = part.addr + 0x10000000
    idx = made.section(".eh_frame_hdr", elf_made.SHT_PROGBITS,
                       struct.pack("<4BiI", 1, PCREL4, 3, 0xFF,
                                   part.addr - addr - 4, len(part.starts)),
                       addr=addr, flags=2, align=elf_made.PAGE)
    made.segment(elf.PT_LOAD, 4, idx)
    made.segment(PT_GNU_EH_FRAME, 4, idx)


def image(frames, code=0x1000, kind=3, **fields):
    """An image of CODE bytes of code, and of FRAMES, one or a list.  FIELDS
    are those of the section of code."""
    made = Loaded(kind, 8)
    text = made.section(fields.pop("name", ".text"), elf_made.SHT_PROGBITS,
                        NOP * code, align=elf_made.PAGE,
                        **{"addr": TEXT, "flags": 6, **fields})
    made.segment(elf.PT_LOAD, 5, text)
    for part in frames if isinstance(frames, list) else [frames]:
        idx = made.section(".eh_frame", elf_made.SHT_PROGBITS,
                           bytes(part.data), addr=part.addr, flags=2,
                           align=elf_made.PAGE)
        made.segment(elf.PT_LOAD, 4, idx)
    return made
