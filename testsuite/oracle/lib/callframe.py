# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run call frame instructions, one after the other, as the DWARF and LSB
specifications and AArch64's supplement describe them.

A register's rule is None where nothing is said, ("same",), ("undef",),
("m", "cfa", N) where it is saved, ("v", "cfa", N), ("v", REG, 0), or ("expr"
or "valexpr", CODE).  The CFA is None, ("v", REG, N) or ("expr", CODE).
"""
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
