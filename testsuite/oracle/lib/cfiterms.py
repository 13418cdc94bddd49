# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What call frame information says, in the terms of sframe.py, and as lines of
text: those that the program cfi-rules prints.

A row that cannot be said in these terms is ("problem", NAME)."""

import collections
import re
import struct

import sframe

WIDE = 1 << 64
# DW_EH_PE: the low four bits.
FORMS = {0: "Q", 2: "H", 3: "I", 4: "Q", 8: "q", 0xA: "h", 0xB: "i",
         0xC: "q"}


def wrapped(value):
    """VALUE as a signed number of 64 bits."""
    return (value + WIDE // 2) % WIDE - WIDE // 2


def uleb(value):
    """VALUE in unsigned LEB128."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def sleb(value):
    """VALUE in signed LEB128."""
    out = bytearray()
    while not -0x40 <= value < 0x40:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value & 0x7F])


class Bases:
    """What pointers are relative to, and the memory for indirect ones."""

    def __init__(self, text=None, data=None, word=None):
        self.text, self.data, self.word = text, data, word


class Reader:
    """A cursor over bytes that lie at address ADDR."""

    def __init__(self, data, pos, end, order, addr, bases=Bases()):
        self.data, self.pos, self.end = data, pos, end
        self.order, self.addr, self.bases = order, addr, bases

    def take(self, form):
        """One value of struct format FORM."""
        size = struct.calcsize(self.order + form)
        if self.pos + size > self.end:
            raise ValueError("call frame data ends too early")
        value, = struct.unpack_from(self.order + form, self.data, self.pos)
        self.pos += size
        return value

    def uleb(self, signed=False):
        """An unsigned LEB128."""
        value = shift = 0
        while True:
            byte = self.take("B")
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                negative = signed and byte & 0x40
                return value - (1 << shift) if negative else value

    def sleb(self):
        """A signed LEB128."""
        return self.uleb(True)

    def block(self, size):
        """SIZE bytes."""
        if self.pos + size > self.end:
            raise ValueError("call frame data ends too early")
        self.pos += size
        return self.data[self.pos - size:self.pos]

    def text(self):
        """Characters up to a zero."""
        end = self.data.find(b"\0", self.pos, self.end)
        if end < 0:
            raise ValueError("a string without an end")
        return self.block(end + 1 - self.pos)[:-1].decode("latin-1")

    def pointer(self, encoding, start=None):
        """A pointer of DW_EH_PE ENCODING; START: of the function.  Zero is
        zero whatever it is relative to."""
        if encoding == 0xFF:
            return 0
        relative = encoding & 0x70
        if relative == 0x50:
            at = (self.addr + self.pos + 7) // 8 * 8
            self.pos = at - self.addr
            return self.take("Q")
        base = {0: 0, 0x10: self.addr + self.pos, 0x20: self.bases.text,
                0x30: self.bases.data, 0x40: start}.get(relative)
        low = encoding & 15
        if low in (1, 9):
            value = self.uleb(low == 9)
        elif low in FORMS:
            value = self.take(FORMS[low])
        else:
            raise ValueError(f"pointer encoding {encoding:#x}")
        if not value:
            return 0
        if base is None:
            raise ValueError(f"pointer encoding {encoding:#x}")
        value = (value + base) % WIDE
        if encoding & 0x80:
            value = self.bases.word(value) if self.bases.word else None
            if value is None:
                raise ValueError("an indirect pointer to nowhere")
        return value


CONSTANTS = {8: "B", 9: "b", 0xA: "H", 0xB: "h", 0xC: "I", 0xD: "i",
             0xE: "Q", 0xF: "q"}
SIMPLE = {0x1A: lambda a, b: a & b, 0x21: lambda a, b: a | b,
          0x24: lambda a, b: a << (b & 63), 0x2A: lambda a, b: int(a >= b)}


class Expression:
    """Runs CODE on a stack of values: ("c", None, NUMBER), and ("v" or "m",
    REG, OFFSET) as rules are.  Register IP_REG is the known address IP."""

    def __init__(self, code, order, ip_reg, ip, first=()):
        self.read = Reader(code, 0, len(code), order, 0)
        self.stack = list(first)
        self.ip_reg, self.ip = ip_reg, ip
        self.uses_ip = False

    def result(self):
        """What is on top in the end.  ValueError: it cannot be said."""
        try:
            while self.read.pos < self.read.end:
                self.step(self.read.take("B"))
            kind, reg, offset = self.stack[-1]
        except IndexError as error:
            raise ValueError("an empty stack") from error
        if kind == "c":
            raise ValueError("a constant")
        return kind, reg, wrapped(offset)

    def push(self, value, kind="c", reg=None):
        """One more."""
        self.stack.append((kind, reg, value))

    def add(self, kind, reg, offset, more):
        """Push the sum of a value and the constant MORE."""
        if kind == "m":
            raise ValueError("a sum after a dereference")
        self.push(offset + more, kind, reg)

    def register(self, reg, offset):
        """Push REG plus OFFSET."""
        if reg == self.ip_reg:
            self.uses_ip = True
            self.push(self.ip + offset)
        else:
            self.push(offset, "v", reg)

    def step(self, op):
        """One operation."""
        read, stack = self.read, self.stack
        if 0x70 <= op <= 0x8F:
            self.register(op - 0x70, read.sleb())
        elif op == 0x92:
            reg = read.uleb()
            self.register(reg, read.sleb())
        elif 0x30 <= op <= 0x4F:
            self.push(op - 0x30)
        elif op in CONSTANTS:
            self.push(read.take(CONSTANTS[op]))
        elif op in (0x10, 0x11):
            self.push(read.uleb(op == 0x11))
        elif op == 0x23:
            self.add(*stack.pop(), read.uleb())
        elif op == 6:
            kind, reg, offset = stack.pop()
            if kind != "v":
                raise ValueError("a second dereference")
            self.push(offset, "m", reg)
        elif op != 0x96:
            self.binary(op, stack.pop(), stack.pop())

    def binary(self, op, b, a):
        """An operation on A and B."""
        if op == 0x22 and a[0] == "c":
            a, b = b, a
        if b[0] == "c" and op in (0x1C, 0x22):
            self.add(*a, b[2] if op == 0x22 else -b[2])
        elif a[0] == b[0] == "c" and op in SIMPLE:
            self.push(SIMPLE[op](a[2], b[2]))
        else:
            raise ValueError("an operation that rules do not have")


# e_machine: (SP, FP, RA)
REGISTERS = {62: (7, 6, 16), 183: (31, 29, 30), 22: (15, 11, 14)}
# e_machine: SP minus CFA, in the caller.
SP_OFFSET = {62: 0, 183: 0, 22: -160}
EM_X86_64, EM_S390 = 62, 22
# AMD64's return address column is the address itself in an expression.
IP_REG = {EM_X86_64: 16}

# The one expression with an address that is known: breg7, the address's last
# four bits, ge, shl, plus.
PLT = re.compile(rb"\x77.\x80\x00\x3f\x1a[\x30-\x4f]\x2a[\x30-\x4f]"
                 rb"\x24\x22", re.DOTALL)

# What the rules for one address are made of, each as cfiterms.py has it.
# COLUMN is the CIE's return address register.
Facts = collections.namedtuple("Facts", "cfa sp fp ra column mangled")


class Problem(Exception):
    """The rules cannot be said."""


def facts_of(number, column, cfa, regs, mangled):
    """Of the state of callframe.Machine."""
    sp, fp, ra = REGISTERS[number]
    return Facts(cfa, regs.get(sp), regs.get(fp), regs.get(ra), column,
                 mangled)


class Speaker:
    """Says facts of one machine, in byte order ORDER."""

    def __init__(self, number, order):
        self.number, self.order = number, order
        # Whether the last answer depends on the address.
        self.uses_ip = False

    def _evaluate(self, code, ip, first=()):
        run = Expression(code, self.order, IP_REG.get(self.number), ip, first)
        try:
            result = run.result()
            if run.uses_ip and not PLT.fullmatch(code):
                raise Problem("expression")
            return result
        except ValueError as error:
            raise Problem("expression") from error
        finally:
            self.uses_ip = self.uses_ip or run.uses_ip

    def _value(self, rule, ip):
        """The RULE of a register, without expressions."""
        if rule is None:
            return sframe.SAME
        if rule[0] not in ("expr", "valexpr"):
            return rule
        # It finds the CFA on its stack.
        value = self._evaluate(rule[1], ip, [("v", "cfa", 0)])
        if rule[0] == "expr":
            if value[0] != "v":
                raise Problem("expression")
            return ("m",) + value[1:]
        return value

    def _sp(self, rule, cfa, ip):
        """SP is what SFrame implies of it."""
        if rule is None:
            return
        sp, offset = REGISTERS[self.number][0], SP_OFFSET[self.number]
        try:
            value = self._value(rule, ip)
        except Problem as problem:
            raise Problem("sp-rule") from problem
        if value == sframe.SAME:
            value = ("v", sp, 0)
        implied = {("v", "cfa", offset)}
        if cfa[0] == "v":
            implied.add(("v", cfa[1], cfa[2] + offset))
        elif not offset:
            implied.add(cfa)
        if value not in implied and not self._keeps(rule):
            raise Problem("sp-rule")

    def _keeps(self, rule):
        """Whether RULE says where s390x keeps SP, whose value its ABI knows
        all the same: a slot or another register."""
        if self.number != EM_S390:
            return False
        return rule[:2] == ("m", "cfa") or (
            rule[0] == "v" and rule[1] != "cfa" and not rule[2])

    def _rules(self, facts, ip):
        if facts.column != REGISTERS[self.number][2]:
            # glibc's _mcount on s390x returns to r0, and restores r14.
            raise Problem("ra-column")
        if facts.ra == ("undef",):
            return sframe.UNDEFINED
        if facts.cfa is None:
            raise Problem("no-cfa")
        if facts.cfa[0] == "expr":
            cfa = self._evaluate(facts.cfa[1], ip)
        else:
            cfa = facts.cfa
        self._sp(facts.sp, cfa, ip)
        ra, fp = self._value(facts.ra, ip), self._value(facts.fp, ip)
        if fp == ("undef",):
            raise Problem("fp-undefined")
        if self.number == EM_X86_64 and ra == sframe.SAME:
            raise Problem("ra-rule")
        return cfa, ra, fp, facts.mangled

    def rules(self, facts, ip):
        """The rules at address IP."""
        self.uses_ip = False
        try:
            return self._rules(facts, ip)
        except Problem as problem:
            return "problem", str(problem)


def _text(rule):
    if len(rule) == 1:
        return rule[0]
    kind, base, offset = rule
    base = "c" if base == "cfa" else f"r{base}"
    return f"[{base}{offset:+d}]" if kind == "m" else f"{base}{offset:+d}"


def text(rules):
    """RULES as a line of cfi-rules has them after the address."""
    if rules[0] == "problem":
        return " ".join(rules)
    if rules == sframe.UNDEFINED:
        return "cfa=undef ra=undef fp=undef"
    cfa, ra, fp, mangled = rules
    return (f"cfa={_text(cfa)} ra={_text(ra)} fp={_text(fp)}"
            + (" mangled" if mangled else ""))
