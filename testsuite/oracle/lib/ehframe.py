# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Interpret .eh_frame and .debug_frame: CFA, RA and FP rules at every address,
in the terms of sframe.py.

Written from the DWARF and LSB specifications, one byte and one address after
the other; shares nothing with sfmerge."""

import functools

from cfiterms import Bases, REGISTERS, Reader, Speaker, facts_of

EM_AARCH64 = 183
# AArch64's column for whether RA is signed: negate_ra_state changes it, and
# nobody writes another rule for it.
RA_SIGN_STATE = 34
# Remembered states that sfmerge keeps.
DEPTH = 8
# Advances, and the form of their operands.
ADVANCES = {2: "B", 3: "H", 4: "I"}


class Unknown(Exception):
    """The rest of the instructions means nothing; why, as a name."""


class Machine:
    """Runs the instructions for one FDE.  OUT: (start, end, CFA, registers,
    whether RA is signed), addresses relative to the function's start."""

    def __init__(self, cie, number, addr):
        self.cie, self.number, self.addr = cie, number, addr
        self.cfa = None
        self.regs = {}
        self.mangled = self.initial_mangled = False
        self.initial, self.stack = {}, []
        self.loc = 0
        self.out = []
        self.ops = set()

    def move(self, loc):
        """The state holds up to LOC."""
        if loc < self.loc:
            raise Unknown("opcode")
        if loc != self.loc:
            self.out.append((self.loc, loc, self.cfa, dict(self.regs),
                             self.mangled))
        self.loc = loc

    def run(self, read):
        """Run what READ, a Reader, holds."""
        try:
            while read.pos < read.end:
                op = read.take("B")
                self.ops.add(op & 0xC0 or op)
                self.instruction(op, read)
        except (ValueError, IndexError) as error:
            raise Unknown("opcode") from error

    def instruction(self, op, read):
        """Instruction OP, its operands in READ."""
        high, low = op & 0xC0, op & 0x3F
        if high == 0x40:
            self.move(self.loc + low * self.cie.code_align)
        elif high == 0x80:
            self.saved(low, read.uleb())
        elif high == 0xC0:
            self.restore(low)
        elif op in ADVANCES:
            self.move(self.loc
                      + read.take(ADVANCES[op]) * self.cie.code_align)
        elif not (self.plain(op, read) or self.of_register(op, read)
                  or self.of_cfa(op, read)):
            raise Unknown("opcode")

    def saved(self, reg, factored):
        """REG is saved FACTORED units from the CFA."""
        self.regs[reg] = ("m", "cfa", factored * self.cie.data_align)

    def restore(self, reg):
        """REG is again as the CIE says."""
        self.regs.pop(reg, None)
        if reg in self.initial:
            self.regs[reg] = self.initial[reg]

    def plain(self, op, read):
        """Instructions that say nothing of one register."""
        if op == 0:
            pass
        elif op == 1:
            loc = read.pointer(self.cie.encoding, self.addr)
            self.move(loc - self.addr)
        elif op == 0x0A:
            if len(self.stack) == DEPTH:
                raise Unknown("depth")
            self.stack.append((self.cfa, dict(self.regs), self.mangled))
        elif op == 0x0B:
            if not self.stack:
                raise Unknown("opcode")
            self.cfa, self.regs, self.mangled = self.stack.pop()
        elif op == 0x2D and self.number == EM_AARCH64:
            self.mangled = not self.mangled
        elif op == 0x2E:
            read.uleb()
        else:
            return False
        return True

    def of_register(self, op, read):
        """Instructions whose first operand is the register they describe."""
        if op not in (5, 6, 7, 8, 9, 0x10, 0x11, 0x14, 0x15, 0x16, 0x2F):
            return False
        align, reg = self.cie.data_align, read.uleb()
        if reg == RA_SIGN_STATE and self.number == EM_AARCH64:
            if op != 6:
                raise Unknown("opcode")
            self.mangled = self.initial_mangled
            return True
        if op == 5:
            self.saved(reg, read.uleb())
        elif op == 6:
            self.restore(reg)
        elif op == 7:
            self.regs[reg] = ("undef",)
        elif op == 8:
            self.regs[reg] = ("same",)
        elif op == 9:
            self.regs[reg] = ("v", base(read), 0)
        elif op in (0x10, 0x16):
            self.regs[reg] = ("expr" if op == 0x10 else "valexpr",
                              read.block(read.uleb()))
        elif op == 0x11:
            self.saved(reg, read.sleb())
        elif op == 0x2F:
            self.saved(reg, -read.uleb())
        else:
            self.regs[reg] = ("v", "cfa", read.uleb(op == 0x15) * align)
        return True

    def of_cfa(self, op, read):
        """Instructions that describe the CFA."""
        align = self.cie.data_align
        if op in (0x0D, 0x0E, 0x13) and (not self.cfa
                                         or self.cfa[0] != "v"):
            raise Unknown("opcode")
        if op == 0x0C:
            self.cfa = ("v", base(read), read.uleb())
        elif op == 0x0D:
            self.cfa = ("v", base(read), self.cfa[2])
        elif op == 0x0E:
            self.cfa = ("v", self.cfa[1], read.uleb())
        elif op == 0x0F:
            self.cfa = ("expr", read.block(read.uleb()))
        elif op == 0x12:
            self.cfa = ("v", base(read), read.sleb() * align)
        elif op == 0x13:
            self.cfa = ("v", self.cfa[1], read.sleb() * align)
        else:
            return False
        return True


def base(read):
    """The number of a register that a rule is about; of 32 bits, as DWARF's
    numbers are by far, and not all of them set."""
    reg = read.uleb()
    if reg >= (1 << 32) - 1:
        raise Unknown("opcode")
    return reg


def rows(cie, number, fde):
    """What the instructions of CIE and FDE say: rows as Machine has them, the
    set of instructions, and None or (offset, name) of where they fail."""
    machine = Machine(cie, number, fde.addr)
    problem = None
    try:
        if cie.problem:
            raise Unknown(cie.problem)
        machine.run(cie.program())
        if machine.loc:
            raise Unknown("opcode")
        machine.initial = dict(machine.regs)
        machine.initial_mangled = machine.mangled
        machine.run(fde.program())
        machine.move(max(fde.size, machine.loc))
    except Unknown as unknown:
        problem = machine.loc, str(unknown)
    return machine.out, machine.ops, problem


__all__ = ["REGISTERS", "EhFunction", "each", "read"]


class Cie:
    """What the FDEs of one CIE have in common.  PROBLEM: why its
    instructions mean nothing."""

    def __init__(self, reader, debug):
        self.reader = reader
        version = reader.take("B")
        text = reader.text()
        self.problem = None if version in (1, 3, 4) else "version"
        if debug and version >= 4:
            reader.block(2)
        if text == "eh":
            reader.take("Q")
        self.code_align = reader.uleb()
        self.data_align = reader.sleb()
        self.ra = reader.take("B") if version == 1 else reader.uleb()
        self.encoding = 0
        self.augmented = text.startswith("z")
        self.signal = self.augmented and "S" in text
        self.key_b = self.augmented and "B" in text
        if self.augmented:
            stop = reader.uleb()
            stop += reader.pos
            self._augmentation(text[1:], reader)
            reader.pos = stop
        elif text not in ("", "eh"):
            self.problem = "augmentation"
        self.first = reader.pos

    def _augmentation(self, text, reader):
        for char in text:
            if char == "R":
                self.encoding = reader.take("B")
            elif char == "P":
                form = reader.take("B")
                # Where it leads does not matter.
                reader.pointer(form & 15 if form != 0xFF else form)
            elif char == "L":
                reader.take("B")
            elif char not in "SBG":
                self.problem = "augmentation"
                break

    def program(self):
        """Its instructions."""
        self.reader.pos = self.first
        return self.reader


class EhFunction:
    """One FDE: ADDR, SIZE, traits, and the RANGES of its rules; OPS are the
    call frame instructions in it and its CIE."""

    def __init__(self, cie, reader):
        self.reader = reader
        self.addr = reader.pointer(cie.encoding)
        self.size = reader.pointer(cie.encoding & 15)
        self.signal, self.key_b = cie.signal, cie.key_b
        if cie.augmented:
            reader.block(reader.uleb())
        self.first = reader.pos
        self.ranges, self.ops = [], set()

    def program(self):
        """Its instructions."""
        self.reader.pos = self.first
        return self.reader

    def interpret(self, cie, number, order):
        """Set ranges and ops."""
        found, self.ops, problem = rows(cie, number, self)
        speaker = Speaker(number, order)
        for start, end, cfa, regs, mangled in found:
            facts = facts_of(number, cie.ra, cfa, regs, mangled)
            end = min(end, self.size)
            at = start
            while at < end:
                rules = speaker.rules(facts, self.addr + at)
                upto = at + 1 if speaker.uses_ip else end
                self._add(at, upto, rules)
                at = upto
        if problem and problem[0] < self.size:
            self._add(problem[0], self.size, ("problem", problem[1]))

    def _add(self, start, end, rules):
        if self.ranges and self.ranges[-1][2] == rules:
            self.ranges[-1] = (self.ranges[-1][0], end, rules)
        else:
            self.ranges.append((start, end, rules))


class Frames:
    """One section: DATA at ADDR, of machine NUMBER.  DEBUG: .debug_frame."""

    def __init__(self, data, addr, number, order, bases=Bases(), debug=False):
        self.data, self.addr, self.bases = data, addr, bases
        self.number, self.order, self.debug = number, order, debug
        self.cies = {}

    def entry(self, pos):
        """A Reader after the length of the entry at POS, and whether it has
        the 64-bit form; None for a terminator."""
        reader = Reader(self.data, pos, len(self.data), self.order, self.addr,
                        self.bases)
        size, wide = reader.take("I"), False
        if size == 0xFFFFFFFF:
            size, wide = reader.take("Q"), True
        reader.end = reader.pos + size
        if reader.end > len(self.data):
            raise ValueError("call frame data ends too early")
        return reader, wide

    def identity(self, reader, wide):
        """Where the CIE of the entry is; None: it is one.  In .eh_frame the
        field has four bytes in both forms (LSB 5, 10.6.1)."""
        at = reader.pos
        value = reader.take("Q" if wide and self.debug else "I")
        if self.debug:
            own = (1 << 64 if wide else 1 << 32) - 1
            return None if value == own else value
        return at - value if value else None

    def cie(self, pos):
        """The CIE at POS."""
        if pos not in self.cies:
            reader, wide = self.entry(pos)
            if self.identity(reader, wide) is not None:
                raise ValueError("what an FDE calls its CIE is none")
            self.cies[pos] = Cie(reader, self.debug)
        return self.cies[pos]

    def each(self, wanted=None):
        """Its FDEs, in order; WANTED (ADDR, SIZE) says which."""
        pos = 0
        while pos + 4 <= len(self.data):
            reader, wide = self.entry(pos)
            pos = reader.end
            if not self.debug and reader.end == reader.pos:
                continue
            where = self.identity(reader, wide)
            if where is None:
                continue
            cie = self.cie(where)
            function = EhFunction(cie, reader)
            if wanted is None or wanted(function.addr, function.size):
                function.interpret(cie, self.number, self.order)
                yield function


def bases(image):
    """Of the pointers in the image ELF."""
    def first(name):
        return next((s.addr for s in image.named(name)), None)

    def word(addr):
        data = image.read(addr, 8)
        return data and int.from_bytes(data, "big" if image.big else "little")

    got = first(".got.plt")
    return Bases(first(".text"), first(".got") if got is None else got, word)


def each(image, debug=False, wanted=None):
    """The FDEs of the ELF file IMAGE, as they come: of .eh_frame, or with
    DEBUG of .debug_frame."""
    for section in image.named(".debug_frame" if debug else ".eh_frame"):
        yield from Frames(image.bytes_of(section), section.addr,
                          image.machine, image.order, bases(image),
                          debug).each(wanted)


@functools.lru_cache(maxsize=8)
def _read(kind, addr, data):
    """The FDEs of the section DATA at ADDR; KIND: machine and byte order.  An
    image and what became of it have the same one, which is why it is kept."""
    return list(Frames(data, addr, *kind).each())


def read(elf):
    """All FDEs of the .eh_frame of the image ELF, by address."""
    found = []
    for section in elf.named(".eh_frame"):
        found += _read((elf.machine, elf.order), section.addr,
                       elf.bytes_of(section))
    return sorted(found, key=lambda f: (f.addr, f.size))
