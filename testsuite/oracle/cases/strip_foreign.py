# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""ELF files of machines that SFrame has no ABI for, of both classes and byte
orders, with SFrame of a later version: strip removes it, and check and dump
show its header.  The files are written and read here, by the generic ABI."""

import json
import os
import struct
import subprocess

import disk

# Name: (e_machine, 64 bits, big-endian, relocations without addend)
MACHINES = {
    "i386": (3, False, False, True), "x32": (62, False, False, False),
    "Arm": (40, False, False, True), "RISC-V 32": (243, False, False, False),
    "RISC-V 64": (243, True, False, False), "PowerPC": (20, False, True,
                                                         False),
    "PowerPC64": (21, True, True, False),
    "PowerPC64 LE": (21, True, False, False), "MIPS": (8, False, True, True),
    "MIPS64 LE": (8, True, False, False), "SPARC64": (43, True, True, False),
    "LoongArch": (258, True, False, False), "machine 5000": (5000, True, True,
                                                             False),
    "AArch64 ILP32": (183, False, False, False),
}
REL, DYN, EXEC = 1, 3, 2
NULL, PROGBITS, SYMTAB, STRTAB, RELA, REL_TYPE = 0, 1, 2, 3, 4, 9
SFRAME = 0x6FFFFFF4
PT_LOAD, PT_GNU_SFRAME = 1, 0x6474E554
# The section is known by its name or by its type.
FORMS = ((".sframe", PROGBITS), (".sframe", SFRAME), (".other", SFRAME))


class Class:
    """The structures of a class and byte order."""

    def __init__(self, wide, big):
        self.wide, self.big = wide, big
        self.order = ">" if big else "<"
        self.word = "Q" if wide else "I"

    def pack(self, form, *values):
        """VALUES by FORM, in which W is an address."""
        return struct.pack(self.order + form.replace("W", self.word), *values)

    def unpack(self, form, data, at=0):
        """The values by FORM at AT of DATA."""
        return struct.unpack_from(
            self.order + form.replace("W", self.word), data, at)

    def size(self, form):
        """The bytes of FORM."""
        return struct.calcsize(self.order + form.replace("W", self.word))

    EHDR, SHDR = "HHIWWWIHHHHHH", "IIWWWWIIWW"

    def symbol(self, name, value, info, section):
        """A symbol."""
        if self.wide:
            return self.pack("IBBHQQ", name, info, 0, section, value, 4)
        return self.pack("IIIBBH", name, value, 4, info, 0, section)

    def read_symbol(self, data, at):
        """(name, value, info, section) at AT."""
        if self.wide:
            name, info, _, section, value, _ = self.unpack("IBBHQQ", data, at)
        else:
            name, value, _, info, _, section = self.unpack("IIIBBH", data, at)
        return name, value, info, section

    def segment(self, kind, offset, addr, size):
        """A program header."""
        if self.wide:
            return self.pack("IIQQQQQQ", kind, 4, offset, addr, addr, size,
                             size, 8)
        return self.pack("IIIIIIII", kind, offset, addr, addr, size, size, 4,
                         8)

    def reloc(self, machine, offset, symbol, rel):
        """A relocation."""
        if self.wide and machine == 8:
            info = (struct.pack(self.order + "I", symbol)
                    + bytes([0, 0, 0, 2]))
            return self.pack("Q", offset) + info + (
                b"" if rel else self.pack("q", 0))
        info = symbol << (32 if self.wide else 8) | 2
        return self.pack("WW", offset, info) + (
            b"" if rel else self.pack("W", 0))


def table(layout, version):
    """A header of VERSION and what may follow."""
    return layout.pack("HBBBbbBIIIII", 0xDEE2, version, 4, 9, 0, 0, 0, 1, 1,
                       4, 0, 16) + bytes(range(1, 31))


def made(machine, kind, form, version=4):
    """The bytes of a file of KIND."""
    number, wide, big, rel = MACHINES[machine]
    layout = Class(wide, big)
    name, sframe_type = form
    names, sections = bytearray(1), [("", NULL, 0, b"", 0, 0, 0, 1)]
    strings = b"\0code\0data\0"
    symbols = b"".join((
        layout.symbol(0, 0, 0, 0), layout.symbol(0, 0, 3, 2),
        layout.symbol(1, 0, 0x12, 1), layout.symbol(6, 0, 0x11, 4)))
    reloc = REL_TYPE if rel else RELA
    entry = len(layout.reloc(number, 0, 1, rel))
    loaded = kind != REL
    # Number 2 is SFrame, number 3 its relocations.
    for part in (
            (".text", PROGBITS, 6, b"\1" * 32, 0, 0, 0, 16),
            (name, sframe_type, 2, table(layout, version), 0, 0, 0, 8),
            (".rel" + name, reloc, 0x40, layout.reloc(number, 28, 2, rel), 6,
             2, entry, 8),
            (".data", PROGBITS, 3, b"\2" * 16, 0, 0, 0, 8),
            (".rel.data", reloc, 0x40, layout.reloc(number, 4, 3, rel), 6, 4,
             entry, 8),
            (".symtab", SYMTAB, 0, symbols, 7, 2, len(symbols) // 4, 8),
            (".strtab", STRTAB, 0, strings, 0, 0, 0, 1)):
        sections.append(part)
    data = bytearray(layout.size(Class.EHDR) + 16)
    headers = []
    phoff = len(data)
    if loaded:
        data += bytes(2 * len(layout.segment(1, 0, 0, 0)))
    for part in sections + [(".shstrtab", STRTAB, 0, None, 0, 0, 0, 1)]:
        at = len(names) if part[0] else 0
        names += part[0].encode() + b"\0" if part[0] else b""
        content = bytes(names) if part[3] is None else part[3]
        data += bytes(-len(data) % part[7])
        addr = 0x10000 + len(data) if loaded and part[2] & 2 else 0
        headers.append(layout.pack(
            Class.SHDR, at, part[1], part[2], addr,
            len(data) if part[1] else 0, len(content), part[4], part[5],
            part[7], part[6]))
        data += content
    if loaded:
        end = layout.unpack(Class.SHDR, headers[4])[4] + 16
        own = layout.unpack(Class.SHDR, headers[2])
        both = (layout.segment(PT_LOAD, 0, 0x10000, end)
                + layout.segment(PT_GNU_SFRAME, own[4], own[3], own[5]))
        data[phoff:phoff + len(both)] = both
    data += bytes(-len(data) % 8)
    shoff = len(data)
    data += b"".join(headers)
    ident = b"\x7fELF" + bytes([2 if wide else 1, 2 if big else 1, 1]) \
        + bytes(9)
    data[:phoff] = ident + layout.pack(
        Class.EHDR, kind, number, 1, 0, phoff if loaded else 0, shoff, 0,
        phoff, len(layout.segment(1, 0, 0, 0)) if loaded else 0,
        2 if loaded else 0, layout.size(Class.SHDR), len(headers),
        len(headers) - 1)
    return bytes(data)


class File:
    """What is in the bytes DATA of a file for MACHINE."""

    def __init__(self, data, machine):
        number, wide, big, rel = MACHINES[machine]
        layout = Class(wide, big)
        head = layout.unpack(Class.EHDR, data, 16)
        step = layout.size(Class.SHDR)
        raw = [layout.unpack(Class.SHDR, data, head[5] + i * step)
               for i in range(head[11])]
        names = data[raw[head[12]][4]:]
        self.sections = {}
        by_number = []
        for header in raw:
            name = names[header[0]:names.index(b"\0", header[0])].decode()
            by_number.append(name)
            self.sections[name] = header
        self.content = {n: data[h[4]:h[4] + h[5]]
                        for n, h in self.sections.items() if h[1]}
        self.links = {n: (by_number[h[6]], by_number[h[7]] if h[1] in (
            RELA, REL_TYPE) else h[7]) for n, h in self.sections.items()}
        table_at, entry = self.content[".symtab"], raw[0] and len(
            layout.symbol(0, 0, 0, 0))
        self.symbols = []
        for at in range(0, len(table_at), entry):
            name, value, info, section = layout.read_symbol(table_at, at)
            where = by_number[section] if section < 0xFF00 else "absolute"
            self.symbols.append((name, value, info, where))
        phsize = len(layout.segment(1, 0, 0, 0))
        self.segments = [layout.unpack("I", data, head[4] + i * phsize)[0]
                         for i in range(head[9])]
        self.number, self.rel = number, rel


def compared(old, new, name, kind):
    """What differs between the Files OLD and NEW of KIND beside SFrame, which
    had NAME."""
    problems = []
    gone = {name, ".rel" + name}
    # An image keeps empty sections, without the dot of .sframe.
    left = name[1:] if name == ".sframe" else name
    empty = set() if kind == REL else {left, ".rel" + name}
    if set(new.sections) != set(old.sections) - gone | empty:
        problems.append(f"sections {sorted(new.sections)}")
    if any(new.content[one] for one in empty):
        problems.append("they are not empty")
    stay = set(old.content) - gone
    for one in stay - {".symtab"}:
        if new.content[one] != old.content[one]:
            problems.append(f"{one} has other contents")
    for one in stay:
        if new.links[one] != old.links[one]:
            problems.append(f"{one} has other links: {new.links[one]}")
    wanted = [s if s[3] != name else (0, 0, 0, "absolute") if kind == REL
              else (*s[:3], left) for s in old.symbols]
    if new.symbols != wanted:
        problems.append(f"symbols {new.symbols}, not {wanted}")
    if PT_GNU_SFRAME in new.segments or len(new.segments) != len(
            old.segments):
        problems.append(f"segments {new.segments}")
    return problems


def stripped(bench, machine, kind, form, path, problems):
    """Strip the file PATH."""
    out = bench.run.path("foreign-bare")
    what = f"{form}, {'object' if kind == REL else 'image'}"
    status, text = bench.run.sfmerge("strip", "-o", out, path)
    if status or text:
        problems.append(f"{what}: status {status}: {text}")
        return
    old, new = (File(disk.read(p), machine) for p in (path, out))
    problems += [f"{what}: {p}" for p in compared(old, new, form[0], kind)]
    status, text = bench.run.sfmerge("strip", "-o", out + "2", out)
    if status or disk.read(out + "2") != disk.read(out):
        problems.append(f"{what}: again: {status}: {text}")


def shown(bench, form, path, version, problems):
    """What check and dump say of the file PATH."""
    run = bench.run
    unknown = (f"version {version}: not known to this program" if version > 3
               else "ABI is 9")
    status, text = run.sfmerge("check", "--for=v3-reader", path)
    if status != 1 or unknown not in text or "not valid" in text or (
            "unusable: version" not in text):
        problems.append(f"check {form}: {status}: {text}")
    for options in (["--headers"], []):
        status, text = run.sfmerge("dump", *options, path)
        if f"version {version}, flags 0x4" not in text or (
                f"section {form[0]} at" not in text
                or " 58 bytes" not in text):
            problems.append(f"dump {options} {form}: {status}: {text}")


def walked(bench, folder):
    """The sums of check -r."""
    done = subprocess.run([bench.run.tool, "check", "-r", "--json", folder],
                          check=False, timeout=60, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL)
    return json.loads(done.stdout)["summary"]


def in_archive(bench, machine, problems):
    """An archive of two machines, and a directory."""
    folder = bench.run.path("foreign-folder")
    os.makedirs(folder, exist_ok=True)
    names = []
    for number, form in enumerate(FORMS):
        names.append(os.path.join(folder, f"m{number}.o"))
        disk.write(names[-1], made(machine, REL, form))
    lib = os.path.join(folder, "lib.a")
    disk.remove(lib)
    bench.run.command(["ar", "rcS", lib, *names])
    summary = walked(bench, folder)
    if summary["not_known"] != len(names) + 1 or summary["foreign"]:
        problems.append(f"check -r: {summary}")
    status, text = bench.run.sfmerge("strip", "-i", "-r", folder)
    data = b"".join(disk.read(p) for p in (*names, lib))
    if status or b"\xe2\xde\x04" in data or b"\xde\xe2\x04" in data:
        problems.append(f"strip -r: {status}: {text}")
    if walked(bench, folder)["not_known"]:
        problems.append(f"check -r, afterwards: {walked(bench, folder)}")


def cases(bench):
    """A case for each machine."""
    for machine in MACHINES:
        name, problems = f"strip/foreign: {machine}", []
        if not bench.run.wanted(name):
            continue
        path = bench.run.path("foreign")
        for form in FORMS:
            for kind in (REL, DYN, EXEC):
                for version in (4, 3):
                    disk.write(path, made(machine, kind, form, version))
                    stripped(bench, machine, kind, form, path, problems)
                    shown(bench, form, path, version, problems)
        in_archive(bench, machine, problems)
        bench.run.result(name, problems)
