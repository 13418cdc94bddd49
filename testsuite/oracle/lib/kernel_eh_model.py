# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What a kernel that unwinds user space by .eh_frame drops, and what it only
does not unwind.

Written from the rules in the manual's chapter 'Consumers', with the oracle's
reader of instructions; shares nothing with sfmerge."""

import struct

import ehframe
import elf

CIE_MAX, FDE_MAX = 128, 32768
POINTER, COUNT, TABLE = 0x1B, 3, 0x3B
# Registers: RA, FP, SP.
REGISTERS = {elf.EM_X86_64: (16, 6, 7), elf.EM_S390: (14, 11, 15)}
# rsp + 8, and 8 more from byte 11 of each 16 on, or from another one.
PLT = bytes((0x77, 8, 0x80, 0, 0x3F, 0x1A)), bytes((0x2A, 0x33, 0x24, 0x22))
# *(fp + n)
DEREF, BREG = 0x06, 0x70


class Dropped(Exception):
    """The section is no longer used."""


class Depth(ehframe.Machine):
    """Counts remembered states."""

    most = 0
    of_cie = True

    def restore(self, reg):
        """The same; a CIE has nothing to restore."""
        if self.of_cie:
            raise ehframe.Unknown("opcode")
        super().restore(reg)

    def plain(self, op, read):
        """The same, and how many there are."""
        done = super().plain(op, read)
        self.most = max(self.most, len(self.stack))
        return done


def table_of(file):
    """The (START, FDE) of the table of FILE, in its order."""
    heads = [s for s in file.segments if s.type == elf.PT_GNU_EH_FRAME]
    if not heads:
        raise Dropped("no PT_GNU_EH_FRAME")
    addr = heads[0].vaddr
    data = file.read(addr, heads[0].filesz)
    if data is None:
        raise Dropped("it is not loaded")
    if file.data[heads[0].offset:][:len(data)] != data:
        raise Dropped("its bytes in the file are others")
    if len(data) < 4 or tuple(data[:4]) != (1, POINTER, COUNT, TABLE):
        raise Dropped(f"the header is {data[:4].hex()}")
    if len(data) < 12:
        raise Dropped("no count")
    lead, count = struct.unpack_from(file.order + "iI", data, 4)
    frames = file.named(".eh_frame")
    if not frames or addr + 4 + lead != frames[0].addr:
        raise Dropped("it does not lead to .eh_frame")
    if [s.addr for s in file.named(".eh_frame_hdr")] not in ([], [addr]):
        raise Dropped("it is not in its section")
    if 12 + 8 * count > len(data):
        raise Dropped(f"no room for {count} entries")
    pairs = [struct.unpack_from(file.order + "ii", data, 12 + 8 * i)
             for i in range(count)]
    if [p[0] for p in pairs] != sorted(p[0] for p in pairs):
        raise Dropped("not sorted")
    return [(addr + start, addr + fde) for start, fde in pairs]


def records(file):
    """ADDR: (FDE, CIE, size of FDE, of CIE) of each FDE of .eh_frame."""
    section, = file.named(".eh_frame")
    frames = ehframe.Frames(file.bytes_of(section), section.addr,
                            file.machine, file.order, ehframe.bases(file))
    pos, found = 0, {}
    while pos + 4 <= len(frames.data):
        reader, wide = frames.entry(pos)
        at, pos = pos, reader.end
        if reader.end == reader.pos:
            continue
        where = frames.identity(reader, wide)
        if where is None:
            continue
        cie = frames.cie(where)
        if cie.problem:
            raise Dropped("a CIE that means nothing")
        found[section.addr + at] = (
            ehframe.EhFunction(cie, reader), cie, pos - at,
            frames.entry(where)[0].end - where)
    return found


def is_cfa(cfa, machine):
    """Whether the reader has a CFA."""
    fp = REGISTERS[machine][1]
    if cfa[0] == "v":
        return True
    code = cfa[1]
    if machine == elf.EM_X86_64 and len(code) == 11 and (
            code[:6], code[7:]) == PLT:
        return True
    return code[:1] == bytes((BREG + fp,)) and code[-1:] == bytes((DEREF,)) \
        and len(code) in (3, 4)


def is_kept(rule, reg):
    """Whether the reader has RULE of RA or FP; REG: the register."""
    if rule is None or rule[0] in ("same", "m"):
        return True
    if rule[0] == "v":
        return rule[1] != "cfa"
    # FP of a frame whose stack was aligned is where it points.
    return rule[0] == "expr" and rule[1] == bytes((BREG + reg, 0))


def supported(machine, row):
    """Whether the reader has the rules of ROW."""
    ra, fp, sp = (row[3].get(r) for r in REGISTERS[machine])
    if ra and ra[0] == "undef":
        return True
    if ra in (None, ("same",)) and machine == elf.EM_X86_64:
        return False
    return (is_cfa(row[2], machine) and is_kept(ra, REGISTERS[machine][0])
            and is_kept(fp, REGISTERS[machine][1])
            and (not sp or sp == ("v", "cfa", 0)
                 or machine == elf.EM_S390))


def judge(file, record):
    """Whether a frame of RECORD is unwound."""
    fde, cie, size, cie_size = record
    if cie_size > CIE_MAX or size > FDE_MAX:
        raise Dropped(f"a record of {max(size, cie_size)} bytes")
    machine = Depth(cie, file.machine, fde.addr)
    try:
        machine.run(cie.program())
        machine.initial, machine.of_cie = dict(machine.regs), False
        machine.run(fde.program())
        machine.move(max(fde.size, machine.loc))
    except ehframe.Unknown as error:
        if str(error) == "depth":
            return False
        raise Dropped(str(error)) from error
    rows = [r for r in machine.out if r[0] < fde.size]
    if any(r[2] is None for r in rows):
        raise Dropped("no CFA")
    if cie.ra != REGISTERS[file.machine][0]:
        return False
    return machine.most <= 1 and all(supported(file.machine, r)
                                     for r in rows)


def of_program(file):
    """Why the kernel drops the .eh_frame of FILE, or None; and the functions
    that it does not unwind."""
    try:
        found = records(file)
        table = table_of(file) if any(r[0].size for r in found.values()) \
            else []
        for start, fde in table:
            if fde not in found or found[fde][0].addr != start:
                raise Dropped(f"{start:#x} leads to {fde:#x}")
        lost = [r[0].addr for r in found.values() if not judge(file, r)]
    except (Dropped, ValueError) as why:
        return str(why), []
    listed = {fde for _, fde in table}
    lost += [r[0].addr for at, r in found.items() if at not in listed
             and r[0].size and file.in_code(r[0].addr, r[0].size)]
    ranges = sorted((r[0].addr, r[0].addr + r[0].size)
                    for r in found.values() if r[0].size)
    lost += [b[0] for a, b in zip(ranges, ranges[1:]) if b[0] < a[1]]
    return None, lost
