# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Read DWARF's encoded numbers and pointers, and evaluate the few kinds of
location expression that call frame information holds."""

import struct


class Reader:
    """A cursor over bytes that lie at address ADDR."""

    def __init__(self, data, pos, end, order, addr):
        self.data, self.pos, self.end = data, pos, end
        self.order, self.addr = order, addr

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

    def pointer(self, encoding):
        """A pointer of DW_EH_PE ENCODING, not indirected."""
        if encoding == 0xFF:
            return 0
        base = self.addr + self.pos
        form = {0: "Q", 2: "H", 3: "I", 4: "Q", 0xA: "h", 0xB: "i",
                0xC: "q"}[encoding & 15]
        value = self.take(form)
        if encoding & 0x70 == 0x10 and value:
            value += base
        return value % (1 << 64)


def evaluate(code, order, ra_reg, ip):
    """The DWARF expression CODE as ("v" or "m", REG, OFFSET), where register
    RA_REG is the known address IP, or ("other", CODE)."""
    read = Reader(code, 0, len(code), order, 0)
    stack = []

    def binary(function):
        b, a = stack.pop(), stack.pop()
        if a[0] != "c" or b[0] != "c":
            raise ValueError("an operation on a register")
        stack.append(("c", None, function(a[2], b[2])))

    simple = {0x1A: lambda a, b: a & b, 0x1C: lambda a, b: a - b,
              0x24: lambda a, b: a << b, 0x2A: lambda a, b: int(a >= b)}
    try:
        while read.pos < read.end:
            op = read.take("B")
            if 0x70 <= op <= 0x8F:
                offset = read.sleb()
                stack.append(("c", None, ip + offset) if op - 0x70 == ra_reg
                             else ("v", op - 0x70, offset))
            elif 0x30 <= op <= 0x4F:
                stack.append(("c", None, op - 0x30))
            elif op == 0x22:
                b, a = stack.pop(), stack.pop()
                if a[0] == "c":
                    a, b = b, a
                if b[0] != "c" or a[0] == "m":
                    raise ValueError("a sum of two registers")
                stack.append((a[0], a[1], a[2] + b[2]))
            elif op == 0x23:
                a = stack.pop()
                stack.append((a[0], a[1], a[2] + read.uleb()))
                if a[0] == "m":
                    raise ValueError("a sum behind a dereference")
            elif op == 6:
                a = stack.pop()
                if a[0] != "v":
                    raise ValueError("a second dereference")
                stack.append(("m", a[1], a[2]))
            elif op in simple:
                binary(simple[op])
            else:
                raise ValueError("an unknown operation")
        return stack[-1]
    except (ValueError, IndexError):
        return ("other", bytes(code))
