# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Read DWARF's encoded numbers and pointers, and evaluate the few kinds of
location expression that call frame information holds."""

import struct

WIDE = 1 << 64
# DW_EH_PE: the low four bits.
FORMS = {0: "Q", 2: "H", 3: "I", 4: "Q", 8: "q", 0xA: "h", 0xB: "i",
         0xC: "q"}


def wrapped(value):
    """VALUE as a signed number of 64 bits."""
    return (value + WIDE // 2) % WIDE - WIDE // 2


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
