# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Interpret .eh_frame: CFA, RA and FP rules at every address, in the terms
of sframe.py.

Written from the DWARF and LSB specifications.  A rule that SFrame has no
word for becomes ("other", ...), which equals nothing of sframe.py.
"""

import functools
import struct

import sframe
from dwarf import Reader, evaluate

# e_machine: (SP, FP, RA)
REGISTERS = {62: (7, 6, 16), 183: (31, 29, 30), 22: (15, 11, 14)}


class Cie:
    """What the FDEs of one CIE have in common."""

    def __init__(self, reader):
        version = reader.take("B")
        start = reader.pos
        end = reader.data.index(b"\0", start)
        text = reader.data[start:end].decode()
        reader.pos = end + 1
        self.code_align = reader.uleb()
        self.data_align = reader.sleb()
        self.ra = reader.take("B") if version == 1 else reader.uleb()
        self.encoding = 0
        self.signal = "S" in text
        self.key_b = "B" in text
        self.augmented = text.startswith("z")
        if self.augmented:
            stop = reader.uleb()
            stop += reader.pos
            for char in text[1:]:
                if char == "R":
                    self.encoding = reader.take("B")
                elif char == "P":
                    reader.pointer(reader.take("B"))
                elif char == "L":
                    reader.take("B")
            reader.pos = stop
        self.program = reader.block(reader.end - reader.pos)


class Machine:
    """Runs call frame instructions; emits (ADDR, STATE) at each advance."""

    def __init__(self, cie, order, sp):
        self.cie, self.order = cie, order
        self.cfa = ("v", sp, 0)
        self.regs, self.mangled = {}, False
        self.initial, self.stack = {}, []
        self.loc = 0
        self.out = []

    def emit(self, loc):
        """Note the state that holds up to LOC."""
        if loc != self.loc:
            self.out.append((self.loc, loc, self.cfa, dict(self.regs),
                             self.mangled))
        self.loc = loc

    def run(self, program, addr):
        """Run PROGRAM, whose bytes matter only for DW_CFA_set_loc (absolute
        encodings)."""
        read = Reader(program, 0, len(program), self.order, 0)
        del addr
        while read.pos < read.end:
            op = read.take("B")
            high, low = op & 0xC0, op & 0x3F
            if high == 0x40:
                self.emit(self.loc + low * self.cie.code_align)
            elif high == 0x80:
                self.offset(low, read.uleb() * self.cie.data_align)
            elif high == 0xC0:
                self.restore(low)
            elif not self.step(op, read):
                raise ValueError(f"call frame instruction {op:#x}")

    def offset(self, reg, value):
        """REG is saved at CFA + VALUE."""
        self.regs[reg] = ("m", "cfa", value)

    def restore(self, reg):
        """REG is again as the CIE says."""
        self.regs.pop(reg, None)
        if reg in self.initial:
            self.regs[reg] = self.initial[reg]

    def step(self, op, read):
        """Instruction OP without an operand in its byte."""
        align = self.cie.data_align
        if op == 0:
            pass
        elif op in (2, 3, 4):
            self.emit(self.loc
                      + read.take({2: "B", 3: "H", 4: "I"}[op])
                      * self.cie.code_align)
        elif op == 5:
            self.offset(read.uleb(), read.uleb() * align)
        elif op == 6:
            self.restore(read.uleb())
        elif op == 7:
            self.regs[read.uleb()] = ("undef",)
        elif op == 8:
            self.regs[read.uleb()] = sframe.SAME
        elif op == 9:
            reg = read.uleb()
            self.regs[reg] = ("v", read.uleb(), 0)
        elif op == 10:
            self.stack.append((self.cfa, dict(self.regs), self.mangled))
        elif op == 11:
            self.cfa, self.regs, self.mangled = self.stack.pop()
        elif op == 0x2D:
            self.mangled = not self.mangled
        elif op == 0x2E:
            read.uleb()
        else:
            return self.step_cfa(op, read)
        return True

    def step_cfa(self, op, read):
        """CFA instructions and expressions."""
        align = self.cie.data_align
        if op == 0xC:
            self.cfa = ("v", read.uleb(), read.uleb())
        elif op == 0xD:
            self.cfa = ("v", read.uleb(), self.cfa[2])
        elif op == 0xE:
            self.cfa = ("v", self.cfa[1], read.uleb())
        elif op == 0xF:
            self.cfa = ("expr", read.block(read.uleb()))
        elif op in (0x10, 0x16):
            reg = read.uleb()
            self.regs[reg] = ("expr" if op == 0x10 else "valexpr",
                              read.block(read.uleb()))
        elif op == 0x11:
            self.offset(read.uleb(), read.sleb() * align)
        elif op == 0x12:
            self.cfa = ("v", read.uleb(), read.sleb() * align)
        elif op == 0x13:
            self.cfa = ("v", self.cfa[1], read.sleb() * align)
        elif op in (0x14, 0x15):
            reg = read.uleb()
            value = read.uleb() if op == 0x14 else read.sleb()
            self.regs[reg] = ("v", "cfa", value * align)
        else:
            return False
        return True


class EhFunction:
    """One FDE: ADDR, SIZE and the ranges of its rules."""

    def __init__(self, addr, size, signal, ranges):
        self.addr, self.size, self.signal = addr, size, signal
        self.ranges = ranges


def _ranges(kind, cie, addr, size, program):
    number, order = kind
    sp, fp, ra = REGISTERS[number]
    machine = Machine(cie, order, sp)
    machine.run(cie.program, 0)
    machine.initial = dict(machine.regs)
    machine.run(program, addr)
    machine.emit(size)
    out = []

    def rule(value, ip):
        if value is None:
            return sframe.SAME
        if value[0] == "expr":
            inner = evaluate(value[1], order, ra, ip)
            return ("m",) + inner[1:] if inner[0] == "v" else (
                "other", value[1])
        if value[0] == "valexpr":
            return evaluate(value[1], order, ra, ip)
        return value

    def add(start, end, rules):
        if out and out[-1][2] == rules and out[-1][1] == start:
            out[-1] = (out[-1][0], end, rules)
        else:
            out.append((start, end, rules))

    for start, end, cfa, regs, mangled in machine.out:
        end = min(end, size)
        step = 1 if cfa[0] == "expr" else max(end - start, 1)
        for at in range(start, end, step):
            where = (evaluate(cfa[1], order, ra, addr + at)
                     if cfa[0] == "expr" else cfa)
            rules = (where, rule(regs.get(ra), addr + at),
                     rule(regs.get(fp), addr + at), mangled)
            if rules[1] == ("undef",):
                rules = sframe.UNDEFINED
            add(at, at + step, rules)
    return out


@functools.lru_cache(maxsize=8)
def _read(kind, addr, data):
    """The FDEs of the section DATA at ADDR; KIND: machine and byte order.  An
    image and what became of it have the same one, which is why it is kept."""
    found, pos, cies = [], 0, {}
    order = kind[1]
    while pos + 4 <= len(data):
        size, = struct.unpack_from(order + "I", data, pos)
        if size == 0:
            pos += 4
            continue
        end = pos + 4 + size
        reader = Reader(data, pos + 4, end, order, addr)
        back = reader.take("I")
        if back == 0:
            cies[pos] = Cie(reader)
        else:
            cie = cies[pos + 4 - back]
            start = reader.pointer(cie.encoding)
            length = reader.pointer(cie.encoding & 15)
            if cie.augmented:
                reader.block(reader.uleb())
            program = reader.block(reader.end - reader.pos)
            found.append(EhFunction(start, length, cie.signal, _ranges(
                kind, cie, start, length, program)))
        pos = end
    return found


def read(elf):
    """All FDEs of the .eh_frame of the image ELF, by address."""
    found = []
    for section in elf.named(".eh_frame"):
        found += _read((elf.machine, elf.order), section.addr,
                       elf.bytes_of(section))
    return sorted(found, key=lambda f: (f.addr, f.size))
