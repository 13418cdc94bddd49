# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Read ELF64 files of either byte order: the oracle's own eyes.

Written from the generic ABI; shares nothing with sfmerge.  Meant for files
that toolchains wrote: a damaged one raises an exception, which is a failed
test.
"""

import struct

import disk

SHT_SYMTAB, SHT_RELA, SHT_NOBITS, SHT_DYNSYM = 2, 4, 8, 11
SHT_GROUP, SHT_SYMTAB_SHNDX = 17, 18
SHT_GNU_SFRAME = 0x6FFFFFF4
SHF_WRITE, SHF_ALLOC, SHF_EXECINSTR, SHF_TLS = 1, 2, 4, 0x400
PT_LOAD = 1
PT_GNU_EH_FRAME = 0x6474E550
PT_GNU_SFRAME = 0x6474E554
PF_X, PF_W = 1, 2
STT_NOTYPE, STT_FUNC, STT_SECTION, STT_FILE, STT_IFUNC = 0, 2, 3, 4, 10
STB_LOCAL, STB_GLOBAL, STB_WEAK = 0, 1, 2
EM_S390, EM_X86_64, EM_AARCH64 = 22, 62, 183
ET_REL = 1
MACHINES = (EM_S390, EM_X86_64, EM_AARCH64)


def is_image(path):
    """Whether the file at PATH is an image of one of MACHINES."""
    try:
        with open(path, "rb") as file:
            head = file.read(20)
    except OSError:
        return False
    if len(head) < 20 or head[:5] != b"\x7fELF\x02":
        return False
    kind, machine = struct.unpack_from("<HH" if head[5] == 1 else ">HH",
                                       head, 16)
    return kind in (2, 3) and machine in MACHINES


class Section:
    """One section header, with its number and name."""

    __slots__ = ("idx", "name", "name_off", "type", "flags", "addr",
                 "offset", "size", "link", "info", "align", "entsize")


class Segment:
    """One program header, with its number."""

    __slots__ = ("idx", "type", "flags", "offset", "vaddr", "paddr",
                 "filesz", "memsz", "align")


class Symbol:
    """One symbol; FILE is the number of its STT_FILE group, 0 for none."""

    __slots__ = ("name", "value", "size", "bind", "type", "shndx", "file",
                 "dynamic")

    def is_code_name(self):
        """Whether a function can be known by it."""
        return (self.type in (STT_NOTYPE, STT_FUNC, STT_IFUNC)
                and self.shndx != 0 and self.shndx < 0xFF00 and self.name)


class Elf:
    """An ELF64 file in memory."""

    def __init__(self, path=None, data=None):
        self.path = path
        if data is None:
            data = disk.read(path)
        self.data = bytes(data)
        if self.data[:5] != b"\x7fELF\x02":
            raise ValueError(f"{path}: not ELF64")
        self.big = self.data[5] == 2
        self.order = ">" if self.big else "<"
        (self.type, self.machine, _, self.entry, self.phoff, self.shoff, _,
         _, self.phentsize, phnum, self.shentsize, shnum,
         shstrndx) = self.unpack("HHIQQQIHHHHHH", 16)
        self.sections = []
        if self.shoff:
            first = self._header(0)
            shnum = shnum or first.size
            if shstrndx == 0xFFFF:
                shstrndx = first.link
            self.sections = [self._header(i) for i in range(shnum)]
            for section in self.sections:
                section.name = self.string(shstrndx, section.name_off)
        self.shstrndx = shstrndx
        self.segments = [self._segment(i) for i in range(phnum)]
        self._symbols = None
        self.files = []

    def unpack(self, form, offset):
        """struct.unpack_from in the byte order of the file."""
        return struct.unpack_from(self.order + form, self.data, offset)

    def _header(self, idx):
        section = Section()
        section.idx = idx
        section.name = ""
        (section.name_off, section.type, section.flags, section.addr,
         section.offset, section.size, section.link, section.info,
         section.align, section.entsize) = self.unpack(
             "IIQQQQIIQQ", self.shoff + idx * self.shentsize)
        return section

    def _segment(self, idx):
        segment = Segment()
        segment.idx = idx
        (segment.type, segment.flags, segment.offset, segment.vaddr,
         segment.paddr, segment.filesz, segment.memsz,
         segment.align) = self.unpack("IIQQQQQQ",
                                      self.phoff + idx * self.phentsize)
        return segment

    def string(self, table, offset):
        """The string at OFFSET of string table section number TABLE."""
        start = self.sections[table].offset + offset
        return self.data[start:self.data.index(b"\0", start)].decode(
            "utf-8", "surrogateescape")

    def bytes_of(self, section):
        """The bytes of SECTION in the file."""
        if section.type == SHT_NOBITS:
            return b""
        return self.data[section.offset:section.offset + section.size]

    def named(self, name):
        """All sections called NAME."""
        return [s for s in self.sections if s.name == name]

    def loads(self):
        """The PT_LOAD segments."""
        return [s for s in self.segments if s.type == PT_LOAD]

    def segment_of(self, kind):
        """The first segment of KIND, or None."""
        return next((s for s in self.segments if s.type == kind), None)

    def in_code(self, addr, size):
        """Whether [ADDR, ADDR+SIZE) lies in one executable PT_LOAD."""
        return any(s.flags & PF_X and s.vaddr <= addr
                   and addr + size <= s.vaddr + s.filesz
                   for s in self.loads())

    def read(self, addr, size):
        """SIZE bytes at address ADDR, or None."""
        for seg in self.loads():
            if seg.vaddr <= addr and addr + size <= seg.vaddr + seg.filesz:
                start = seg.offset + addr - seg.vaddr
                return self.data[start:start + size]
        return None

    def symbols(self):
        """.symtab, else .dynsym; sets self.files to the group names."""
        if self._symbols is None:
            self._symbols = []
            tables = ([s for s in self.sections if s.type == SHT_SYMTAB]
                      or [s for s in self.sections if s.type == SHT_DYNSYM])
            for table in tables:
                self._read_symbols(table)
        return self._symbols

    def _read_symbols(self, table):
        wide = next((s for s in self.sections
                     if s.type == SHT_SYMTAB_SHNDX and s.link == table.idx),
                    None)
        group = 0
        strings = self.sections[table.link].offset
        for idx in range(table.size // 24):
            name, info, _, shndx, value, size = self.unpack(
                "IBBHQQ", table.offset + 24 * idx)
            sym = Symbol()
            end = self.data.index(b"\0", strings + name)
            sym.name = self.data[strings + name:end].decode(
                "utf-8", "surrogateescape")
            sym.bind, sym.type = info >> 4, info & 15
            sym.value, sym.size = value, size
            if shndx == 0xFFFF and wide:
                shndx = self.unpack("I", wide.offset + 4 * idx)[0]
                # Above SHN_LORESERVE a number is a real section here.
                if shndx >= 0xFF00:
                    shndx += 0x10000000
            sym.shndx = shndx
            sym.dynamic = table.type == SHT_DYNSYM
            if sym.type == STT_FILE:
                self.files.append(sym.name)
                group = len(self.files)
            sym.file = group if sym.bind == STB_LOCAL else 0
            self._symbols.append(sym)

    def relocations(self, section):
        """RELA entries that apply to SECTION: (offset, type, symbol number,
        addend) in file order."""
        found = []
        for rela in self.sections:
            if rela.type != SHT_RELA or rela.info != section.idx:
                continue
            for idx in range(rela.size // 24):
                offset, info, addend = self.unpack("QQq",
                                                   rela.offset + 24 * idx)
                found.append((offset, info & 0xFFFFFFFF, info >> 32, addend))
        return found

    def groups(self):
        """Section number -> signature of its COMDAT group."""
        member = {}
        for group in self.sections:
            if group.type != SHT_GROUP:
                continue
            symtab = self.sections[group.link]
            name, info, _, shndx = self.unpack(
                "IBBH", symtab.offset + 24 * group.info)
            text = (self.sections[shndx].name if info & 15 == STT_SECTION
                    else self.string(symtab.link, name))
            for idx in range(1, group.size // 4):
                member[self.unpack("I", group.offset + 4 * idx)[0]] = text
        return member
