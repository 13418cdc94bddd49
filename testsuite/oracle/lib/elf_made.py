# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Write little-endian ELF64 files with headers that no tool makes: as many of
them as wanted, also of the same bytes."""

import struct

import disk
import elf

SHT_PROGBITS, SHT_STRTAB = 1, 3
EHDR, SHDR, PHDR = 64, 64, 56
PAGE = 4096
# From here on a number of sections is in section header 0.
SHN_LORESERVE, SHN_XINDEX, PN_XNUM = 0xFF00, 0xFFFF, 0xFFFF


class Made:
    """A file of KIND (e_type) for MACHINE: its bytes come as sections are
    added, the headers after them."""

    def __init__(self, kind=elf.ET_REL, machine=elf.EM_X86_64):
        self.kind, self.machine = kind, machine
        self.data = bytearray(EHDR)
        self.names = bytearray(1)
        self.known = {"": 0}
        self.headers = [(0,) * 10]
        self.segments = []

    def name(self, text):
        """Where TEXT is among the names of sections."""
        if text not in self.known:
            self.known[text] = len(self.names)
            self.names += text.encode() + b"\0"
        return self.known[text]

    def section(self, name, kind, data=b"", **fields):
        """Add a section; its number.  LIKE in FIELDS: it has the bytes of that
        section.  NAME is text, or where it is among the names."""
        align = fields.get("align", 8)
        if "like" in fields:
            offset, size = self.place(fields["like"])
        else:
            self.data += bytes(-len(self.data) % align)
            offset, size = len(self.data), len(data)
            self.data += data
        self.headers.append(
            (name if isinstance(name, int) else self.name(name), kind,
             fields.get("flags", 0), fields.get("addr", 0),
             fields.get("offset", offset), fields.get("size", size),
             fields.get("link", 0), fields.get("info", 0), align,
             fields.get("entsize", 0)))
        return len(self.headers) - 1

    def place(self, section):
        """Offset and size of SECTION."""
        return self.headers[section][4:6]

    def segment(self, kind, flags, section, **fields):
        """Add a segment of SECTION."""
        offset, size = self.place(section)
        addr = fields.get("addr", self.headers[section][3])
        self.segments.append((kind, flags, offset, addr, addr,
                              fields.get("size", size),
                              fields.get("size", size),
                              PAGE if kind == elf.PT_LOAD else 8))

    def write(self, path):
        """Save it as PATH; returns PATH."""
        strings = self.section(".shstrtab", SHT_STRTAB)
        data = bytearray(self.data)
        self.headers[strings] = (self.headers[strings][:4]
                                 + (len(data), len(self.names))
                                 + self.headers[strings][6:])
        data += self.names + bytes(-len(self.names) % 8)
        data += bytes(-len(data) % 8)
        phoff = len(data)
        for segment in self.segments:
            data += struct.pack("<IIQQQQQQ", *segment)
        shoff, count = len(data), len(self.headers)
        segments = len(self.segments)
        self.headers[0] = (0, 0, 0, 0, 0,
                           count if count >= SHN_LORESERVE else 0,
                           strings if strings >= SHN_LORESERVE else 0,
                           segments if segments >= PN_XNUM else 0, 0, 0)
        for header in self.headers:
            data += struct.pack("<IIQQQQIIQQ", *header)
        struct.pack_into(
            "<16sHHIQQQIHHHHHH", data, 0, b"\x7fELF\x02\x01\x01", self.kind,
            self.machine, 1, 0, phoff if segments else 0, shoff, 0, EHDR,
            PHDR, min(segments, PN_XNUM), SHDR,
            count if count < SHN_LORESERVE else 0,
            strings if strings < SHN_LORESERVE else SHN_XINDEX)
        disk.write(path, data)
        return path
