# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What the newest Linux refuses of an SFrame section, as it validates one: of
a program, of itself, of a module.

Written from the rules of its series of May 2026 (user space after version 14,
arm64 version 8), in the manual's chapter 'Consumers'; shares nothing with
sfmerge, nor with the oracle's own decoder.
"""

import struct

import elf

MAGIC, VERSION, SORTED, PCREL = 0xDEE2, 3, 1, 4
FIXED_RA = {1: 0, 2: 0, 3: -8, 4: 0}
ABI_OF = {(elf.EM_AARCH64, True): 1, (elf.EM_AARCH64, False): 2,
          (elf.EM_X86_64, False): 3, (elf.EM_S390, True): 4}


class Refused(Exception):
    """The section is dropped."""


class Section:
    """One section at ADDR; TEXT is (START, END), or None if starts are not
    known."""

    def __init__(self, data, addr, order, abi, text):
        self.data, self.addr, self.order = data, addr, order
        self.abi, self.text = abi, text
        self.flex = True
        self.must_be_sorted = True

    def take(self, form, offset, end):
        """Fields at OFFSET, which must lie before END."""
        size = struct.calcsize("<" + form)
        if offset < 0 or offset + size > end:
            raise Refused(f"bytes at {offset:#x} are outside")
        return struct.unpack_from(self.order + form, self.data, offset)

    def header(self):
        """Check the header; offsets of FDEs and rows, and their ends."""
        (magic, version, flags, abi, fixed_fp, fixed_ra, aux, fdes, fres,
         length, fdeoff, freoff) = self.take("HBBBbbBIIIII", 0,
                                             len(self.data))
        if magic != MAGIC or version != VERSION:
            raise Refused("magic number or version")
        wanted = PCREL | (SORTED if self.must_be_sorted else 0)
        if flags & wanted != wanted or flags & ~(SORTED | PCREL):
            raise Refused(f"flags {flags:#x}")
        if abi != self.abi or fixed_fp or fixed_ra != FIXED_RA[abi]:
            raise Refused("ABI or fixed offsets")
        if aux:
            raise Refused("an auxiliary header")
        if not fdes or not fres:
            raise Refused("no functions or no rows")
        self.fixed_ra = fixed_ra
        self.count = fdes
        self.fdes, self.fres = 28 + fdeoff, 28 + freoff
        self.fres_end = self.fres + length
        if (self.fdes + 16 * fdes > self.fres
                or self.fres_end > len(self.data)):
            raise Refused("rows before the end of the functions, or outside")

    def validate(self):
        """Check all of it."""
        self.header()
        last = None
        for idx in range(self.count):
            field = self.fdes + 16 * idx
            raw, size, offset = self.take("qII", field, self.fres)
            start = self.addr + field + raw
            if self.text:
                if not self.text[0] <= start < self.text[1]:
                    raise Refused(f"FDE {idx} starts at {start:#x}")
                if start + size > self.text[1]:
                    raise Refused(f"FDE {idx} ends at {start + size:#x}")
                if last is not None and start <= last:
                    raise Refused(f"FDE {idx} is not after the one before")
                last = start
            self.function(idx, size, self.fres + offset)

    def function(self, idx, size, offset):
        """Check the attributes and rows of FDE number IDX."""
        num, info, info2, rep = self.take("HBBB", offset, self.fres_end)
        kind, mask, flex = info & 15, info & 0x10, info2 & 31
        limit = rep if mask else size
        if kind > 2 or flex > 1 or (mask and not rep):
            raise Refused(f"FDE {idx}: types, or block size 0")
        if flex and not self.flex:
            raise Refused(f"FDE {idx}: type FLEX")
        if not num:
            raise Refused(f"FDE {idx}: no rows")
        if num > size:
            raise Refused(f"FDE {idx}: {num} rows in {size} bytes")
        at, last = offset + 5, -1
        for row in range(num):
            start, info = self.take("BHI"[kind] + "B", at, self.fres_end)
            at += (1 << kind) + 1
            if row == 0 and start:
                raise Refused(f"FDE {idx}: no row before {start:#x}")
            if start <= last or start >= limit:
                raise Refused(f"FDE {idx}: row {row} starts at {start:#x}")
            last = start
            at = self.words(idx, row, info, flex, at)

    def words(self, idx, row, info, flex, at):
        """Check the data words at AT; where they end."""
        count, code = info >> 1 & 15, info >> 5 & 3
        if code == 3:
            raise Refused(f"FDE {idx}: row {row} has size code 3")
        size = 1 << code
        words = self.take(f"{count}" + "BHI"[code], at, self.fres_end)
        at += count * size
        if count == 0:
            return at
        if flex:
            self.flex_words(idx, row, words)
        elif count > 1 + (self.fixed_ra == 0) + 1:
            raise Refused(f"FDE {idx}: row {row} has words left over")
        return at

    @staticmethod
    def flex_words(idx, row, words):
        """Check the words of a FLEX row."""
        if len(words) < 2:
            raise Refused(f"FDE {idx}: row {row} has one word")
        if not words[0] & 1 or words[0] & 4:
            raise Refused(f"FDE {idx}: row {row} has no register for the CFA")
        rest = list(words[2:])
        for _ in ("RA", "FP"):
            if not rest:
                return
            control = rest.pop(0)
            if control == 0:
                if not rest:
                    raise Refused(f"FDE {idx}: row {row} ends with padding")
                continue
            if control & 4 or not control & 3 or not rest:
                raise Refused(f"FDE {idx}: row {row}: control {control:#x}")
            rest.pop(0)
        if rest:
            raise Refused(f"FDE {idx}: row {row} has words left over")


def _section(file, data, addr, text):
    abi = ABI_OF.get((file.machine, file.big))
    return Section(data, addr, file.order, abi, text)


def of_program(file):
    """Why the kernel drops the section of the image FILE: [] if it does not.
    It takes the last PT_GNU_SFRAME, once for each executable segment."""
    headers = [s for s in file.segments if s.type == elf.PT_GNU_SFRAME]
    if not headers:
        return ["no PT_GNU_SFRAME"]
    head = headers[-1]
    data = file.read(head.vaddr, head.memsz)
    if data is None:
        return ["PT_GNU_SFRAME is in no segment"]
    try:
        for load in file.loads():
            if load.flags & elf.PF_X and load.memsz:
                _section(file, data, head.vaddr,
                         (load.vaddr, load.vaddr + load.memsz)).validate()
    except Refused as why:
        return [str(why)]
    return []


def _arm64(section):
    section.flex = False
    return section


def of_kernel(file):
    """The same for an arm64 kernel and its own table."""
    names = {s.name: s.value for s in file.symbols()}
    if "__start_sframe" not in names:
        return ["no symbol"]
    start = names["__start_sframe"]
    data = file.read(start, names["__end_sframe"] - start)
    try:
        if data is None:
            raise Refused("nothing there")
        # Its code is in several sections, of one range.
        _arm64(_section(file, data, start, (0, 1 << 64))).validate()
    except Refused as why:
        return [str(why)]
    return []


def of_module(file):
    """The same for a module, whose first .sframe is read.  Starts are known
    when it is loaded only."""
    sections = file.named(".sframe")
    if not sections:
        return ["no section"]
    try:
        section = _arm64(_section(file, file.bytes_of(sections[0]), 0, None))
        section.must_be_sorted = False
        section.validate()
        starts = [r[2:] for r in file.relocations(sections[0])]
        if len(starts) != len(set(starts)):
            raise Refused("equal starts")
    except Refused as why:
        return [str(why)]
    return []
