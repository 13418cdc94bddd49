# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""ELF files that no tool makes: made of headers and contents, with call frame
information of any form, or patched."""

import struct

import cfiterms
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


TEXT, FRAMES = 0x10000, 0x40000000
# DW_CFA_def_cfa rsp+8, DW_CFA_offset RA at CFA-8.
USUAL = bytes((0x0C, 7, 8, 0x90, 1))
NOP = b"\x90"
PCREL4 = 0x1B
PT_GNU_EH_FRAME = 0x6474E550


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
        body += cfiterms.uleb(code) + factor + bytes((ra,))
        if text.startswith("z"):
            body += cfiterms.uleb(len(data)) + data
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


class Loaded(Made):
    """An image whose program headers are loaded, as linkers make them."""

    def __init__(self, kind, most):
        super().__init__(kind)
        self.room = PHDR * most
        self.data += bytes(self.room)
        size = EHDR + self.room
        self.segments.append((elf.PT_LOAD, 4, 0, 0, 0, size, size,
                              PAGE))

    def write(self, path):
        """Save it as PATH, the program headers after the ELF header."""
        super().write(path)
        with open(path, "r+b") as file:
            file.seek(32)
            file.write(struct.pack("<Q", EHDR))
            file.seek(EHDR)
            for segment in self.segments:
                file.write(struct.pack("<IIQQQQQQ", *segment))
        return path


def header(made, part):
    """Add a .eh_frame_hdr without a table for PART to MADE."""
    addr = part.addr + 0x10000000
    idx = made.section(".eh_frame_hdr", SHT_PROGBITS,
                       struct.pack("<4BiI", 1, PCREL4, 3, 0xFF,
                                   part.addr - addr - 4, len(part.starts)),
                       addr=addr, flags=2, align=PAGE)
    made.segment(elf.PT_LOAD, 4, idx)
    made.segment(PT_GNU_EH_FRAME, 4, idx)


def image(frames, code=0x1000, kind=3, **fields):
    """An image of CODE bytes of code, and of FRAMES, one or a list.  FIELDS
    are those of the section of code."""
    made = Loaded(kind, 8)
    text = made.section(fields.pop("name", ".text"), SHT_PROGBITS,
                        NOP * code, align=PAGE,
                        **{"addr": TEXT, "flags": 6, **fields})
    made.segment(elf.PT_LOAD, 5, text)
    for part in frames if isinstance(frames, list) else [frames]:
        idx = made.section(".eh_frame", SHT_PROGBITS,
                           bytes(part.data), addr=part.addr, flags=2,
                           align=PAGE)
        made.segment(elf.PT_LOAD, 4, idx)
    return made


class Patch:
    """The bytes of an image, to be changed."""

    def __init__(self, path):
        self.image = elf.Elf(path)
        self.data = bytearray(self.image.data)

    def put(self, form, offset, *values):
        """Write VALUES at OFFSET."""
        struct.pack_into(self.image.order + form, self.data, offset, *values)

    def header(self, section, **fields):
        """Change FIELDS of the header of SECTION."""
        at = self.image.shoff + section.idx * self.image.shentsize
        for name, value in fields.items():
            form, offset = {"name_off": ("I", 0), "type": ("I", 4),
                            "flags": ("Q", 8), "addr": ("Q", 16),
                            "offset": ("Q", 24), "size": ("Q", 32)}[name]
            self.put(form, at + offset, value)

    def segment(self, segment, **fields):
        """Change FIELDS of the program header SEGMENT."""
        at = self.image.phoff + segment.idx * self.image.phentsize
        for name, value in fields.items():
            form, offset = {"type": ("I", 0), "offset": ("Q", 8),
                            "vaddr": ("Q", 16), "paddr": ("Q", 24),
                            "filesz": ("Q", 32), "memsz": ("Q", 40)}[name]
            self.put(form, at + offset, value)

    def fields(self, places, change):
        """Replace each start field of PLACES by CHANGE of it."""
        for place in places:
            for piece in place.pieces + place.buried:
                for func in piece.functions:
                    form = "q" if piece.version == 3 else "i"
                    self.put(form, place.offset + func.field,
                             change(func.raw))

    def without_headers(self):
        """Forget the section headers."""
        self.put("Q", 40, 0)
        self.put("HH", 60, 0, 0)

    def write(self, path):
        """Save it as a program."""
        disk.script(path, self.data)
        return path
