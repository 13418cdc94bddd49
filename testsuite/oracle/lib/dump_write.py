# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Write small ELF files with a .sframe section of any content.

Written from the specifications; shares nothing with sfmerge."""

import random
import struct

import elf
import sframe

# ABI: (e_machine, 32-bit and 64-bit PC-relative relocation)
MACHINES = {1: (elf.EM_AARCH64, 261, 260), 2: (elf.EM_AARCH64, 261, 260),
            3: (elf.EM_X86_64, 2, 24), 4: (elf.EM_S390, 5, 23)}
ADDR = 0x402000
CODE = 0x401000


class Func:
    """A function with ROWS = [(START, INFO, WORDS, WIDTH)]."""

    def __init__(self, addr, size, rows, kind=0, info=0, info2=0, rep=0):
        self.addr, self.size, self.rows = addr, size, rows
        self.kind, self.rep, self.info2 = kind, rep, info2
        self.info = info | kind


def row(start, base, *words, width=1, mangled=False):
    """A row; BASE is 0 for FP, 1 for SP."""
    code = {1: 0, 2: 1, 4: 2}[width]
    return (start, mangled << 7 | code << 5 | len(words) << 1 | base, words,
            width)


def encode(abi, version, flags, funcs, fixed=None, gap=0, aux=b""):
    """The bytes of a section at ADDR; values are relative to what FLAGS
    say."""
    big = sframe.ABIS[abi][0]
    order = ">" if big else "<"
    stride = sframe.STRIDE[version]
    fixed_fp, fixed_ra = fixed or (0, -8 if abi == 3 else 0)
    head = 28 + len(aux) + gap
    fdes, rows, count = bytearray(), bytearray(), 0
    for idx, func in enumerate(funcs):
        anchor = head + idx * stride if flags & sframe.PCREL else 0
        value = func.addr - ADDR - anchor
        if version == 3:
            fdes += struct.pack(order + "qII", value, func.size, len(rows))
            rows += struct.pack(order + "HBBB", len(func.rows), func.info,
                                func.info2, func.rep)
        else:
            fdes += struct.pack(order + "iIIIB", value, func.size, len(rows),
                                len(func.rows), func.info)
            if version == 2:
                fdes += struct.pack(order + "BH", func.rep, 0)
        for start, info, words, width in func.rows:
            rows += struct.pack(order + "BHI"[func.kind] + "B", start, info)
            for word in words:
                rows += (word % (1 << 8 * width)).to_bytes(
                    width, "big" if big else "little")
            count += 1
    header = struct.pack(order + "HBBBbbBIIIII", sframe.MAGIC, version, flags,
                         abi, fixed_fp, fixed_ra, len(aux), len(funcs), count,
                         len(rows), gap, gap + len(fdes))
    return bytes(header + aux + bytes(gap) + fdes + rows)


def build(abi, kind, parts):
    """The file of e_type KIND with PARTS, its sections: (name, type, flags,
    address, content, link, info, alignment, entry size).  The last one's
    content is made here.  Those with an address are in one PT_LOAD."""
    order = ">" if sframe.ABIS[abi][0] else "<"
    texts = b"\0" + b"".join(p[0] + b"\0" for p in parts)
    body, headers = bytes(64 + 56), bytes(64)
    loaded = [0, 0]
    for name, form, flags, addr, data, link, info, align, each in parts:
        body += bytes(-len(body) % (4096 if addr else align))
        if addr:
            loaded = [loaded[0] or len(body), len(body) + len(data)]
        data = texts if name == b".shstrtab" else data
        headers += struct.pack(
            order + "IIQQQQIIQQ", texts.index(name + b"\0"), form, flags, addr,
            len(body), len(data), link, info, align, each)
        body += data
    body += bytes(-len(body) % 8)
    start = struct.pack(
        order + "16sHHIQQQIHHHHHH",
        b"\x7fELF\x02" + (b"\2" if order == ">" else b"\1") + b"\1", kind,
        MACHINES[abi][0], 1, 0, 64 if loaded[0] else 0, len(body), 0, 64,
        56 if loaded[0] else 0, bool(loaded[0]), 64, len(parts) + 1,
        len(parts))
    size = loaded[1] - loaded[0]
    load = struct.pack(order + "IIQQQQQQ", 1, 5, loaded[0], CODE, CODE, size,
                       size, 4096)
    return start + load + body[64 + 56:] + headers


def symbol_table(abi, section, names, value):
    """.symtab with a symbol of SECTION itself and one for each of NAMES =
    [(NAME, ADDRESS, SIZE)], whose values are relative to VALUE, and its
    strings.  A fourth element is st_info; that of a global function if
    missing."""
    order = ">" if sframe.ABIS[abi][0] else "<"
    strings, symbols = bytearray(1), bytearray(24)
    symbols += struct.pack(order + "IBBHQQ", 0, elf.STT_SECTION, 0, section, 0,
                           0)
    for name, addr, length, *info in names:
        symbols += struct.pack(order + "IBBHQQ", len(strings),
                               (info or [elf.STB_GLOBAL << 4
                                         | elf.STT_FUNC])[0],
                               0, section, (addr - value) % (1 << 64), length)
        strings += name.encode() + b"\0"
    return bytes(symbols), bytes(strings)


def image(abi, content, names=(), packed=None):
    """An executable with CONTENT as its .sframe at ADDR, code at CODE, and
    symbols for NAMES; or stripped, with PACKED as its .gnu_debugdata."""
    symbols, strings = symbol_table(abi, 1, names, 0)
    named = [
        (b".symtab", elf.SHT_SYMTAB, 0, 0, symbols, 4, 2, 8, 24),
        (b".strtab", 3, 0, 0, strings, 0, 0, 1, 0)]
    return build(abi, 2, [
        (b".text", 1, 6, CODE, bytes(ADDR - CODE), 0, 0, 16, 0),
        (b".sframe", elf.SHT_GNU_SFRAME, 2, ADDR, content, 0, 0, 8, 0),
        *(named if packed is None else [
            (b".gnu_debugdata", 1, 0, 0, packed, 0, 0, 1, 0)]),
        (b".shstrtab", 3, 0, 0, b"", 0, 0, 1, 0)])


def relocatable(abi, version, flags, funcs, names=()):
    """An object that describes FUNCS, with relocations and symbols."""
    order = ">" if sframe.ABIS[abi][0] else "<"
    content = bytearray(encode(abi, version, flags, funcs))
    width = 8 if version == 3 else 4
    _, narrow, wide = MACHINES[abi]
    relas = b""
    for idx, func in enumerate(funcs):
        field = 28 + idx * sframe.STRIDE[version]
        content[field:field + width] = bytes(width)
        relas += struct.pack(order + "QQq", field,
                             1 << 32 | (wide if version == 3 else narrow),
                             func.addr - CODE)
    symbols, strings = symbol_table(abi, 1, names, CODE)
    return build(abi, elf.ET_REL, [
        (b".text", 1, 6, 0, bytes(ADDR - CODE), 0, 0, 16, 0),
        (b".sframe", elf.SHT_GNU_SFRAME, 2, 0, bytes(content), 0, 0, 8, 0),
        (b".rela.sframe", elf.SHT_RELA, 0x40, 0, relas, 4, 2, 8, 24),
        (b".symtab", elf.SHT_SYMTAB, 0, 0, symbols, 5, 2, 8, 24),
        (b".strtab", 3, 0, 0, strings, 0, 0, 1, 0),
        (b".shstrtab", 3, 0, 0, b"", 0, 0, 1, 0)])


SECTION = ADDR

# (ABI, version, flags)
FORMS = [(abi, version, flags)
         for abi in (1, 2, 3, 4)
         for version, flags in ((1, 1), (2, 1), (2, 5), (3, 5))
         if abi != 4 or (version, flags) not in ((1, 1), (2, 1))]

REGISTERS = {1: (31, 29), 2: (31, 29), 3: (7, 6), 4: (15, 11)}


def width_of(rng, words):
    """A word size that holds WORDS."""
    least = max((1 if -128 <= w < 128 else 2 if -32768 <= w < 32768 else 4)
                for w in words)
    return max(least, rng.choice((1, 1, 1, 2, 4)))


def offset(rng, far):
    """An offset that is a multiple of 8."""
    return 8 * rng.choice((rng.randrange(-16, 16), rng.randrange(-16, 16),
                           rng.randrange(-4000, 4000),
                           rng.randrange(-100000, 100000) if far else 1))


def default_row(rng, abi, version, start):
    """A DEFAULT row at START."""
    if version > 1 and rng.randrange(12) == 0:
        return (start, 0, (), 1)
    words = [offset(rng, True)]
    if abi == 4:
        words[0] = words[0] // 8
    for _ in range(rng.randrange(2 if abi == 3 else 3)):
        words.append(offset(rng, False) or -16)
    if abi == 4 and len(words) == 3 and rng.randrange(3) == 0:
        words[1] = 0
    if abi == 4 and version == 2 and rng.randrange(3) == 0:
        words[1:] = [rng.randrange(32) << 1 | 1 for _ in words[1:]]
    return row(start, rng.randrange(2), *words, width=width_of(rng, words),
               mangled=abi < 3 and rng.randrange(3) == 0)


def flex_row(rng, abi, start):
    """A FLEX row at START."""
    if rng.randrange(12) == 0:
        return (start, 0, (), 1)
    registers = REGISTERS[abi] + (10, 3, 0)
    words = [rng.choice(registers) << 3 | rng.choice((1, 1, 3)),
             offset(rng, False)]
    if abi == 4:
        words[1] //= 8
    saved = [(2, offset(rng, False)), (rng.choice(registers) << 3 | 3,
                                       offset(rng, False)),
             (rng.choice(registers + (16, 17)) << 3 | 1, 0)]
    form = rng.randrange(4)
    if form & 1:
        words += rng.choice(saved)
    elif form:
        words.append(0)
    if form > 1:
        words += rng.choice(saved)
    # Control words are unsigned: in one byte up to 255.
    least = max([1 if w < 256 else 2 for w in words[::2]]
                + [1 if -128 <= w < 128 else 2 if -32768 <= w < 32768 else 4
                   for w in words])
    return row(start, 0, *words, width=least)


def function(rng, abi, version, addr):
    """A function at ADDR."""
    size = rng.choice((rng.randrange(1, 40), rng.randrange(40, 255),
                       rng.randrange(256, 1000)))
    kind = max(rng.randrange(3), 0 if size < 256 else 1)
    rep, info, flex = 0, 0, 0
    limit = size
    if rng.randrange(6) == 0:
        limit = rng.choice((8, 16, 32))
        size = limit * rng.randrange(1, 6)
        kind, info = max(kind, size > 255), 0x10
        rep = limit if version > 1 else 0
    if version == 3:
        info |= 0x80 * (rng.randrange(5) == 0)
        flex = abi > 2 and rng.randrange(3) == 0
    if abi < 3:
        info |= 0x20 * rng.randrange(2)
    count = min(limit, rng.randrange(1, 8))
    if version == 3 and rng.randrange(10) == 0:
        count = 0
    starts = sorted(rng.sample(range(1, limit), count - 1)) if count else []
    rows = [(flex_row(rng, abi, s) if flex
             else default_row(rng, abi, version, s))
            for s in ([0] + starts if count else [])]
    return Func(addr, size, rows, kind, info, int(flex), rep)


def functions(seed, abi, version, count=30):
    """COUNT functions one after the other."""
    rng = random.Random(f"{seed} {abi} {version}")
    addr, out = CODE, []
    for _ in range(count):
        func = function(rng, abi, version, addr)
        out.append(func)
        addr += (func.size + 15) & ~15
    return out


def named(funcs):
    """Symbols for two of three FUNCS."""
    return [(f"f{i}", f.addr, f.size) for i, f in enumerate(funcs) if i % 3]


def random_image(seed, abi, version, flags):
    """An image, and its functions."""
    funcs = functions(seed, abi, version)
    content = encode(abi, version, flags, funcs)
    return image(abi, content, named(funcs)), funcs


def random_object(seed, abi, version, flags):
    """An object, and its functions."""
    funcs = functions(seed, abi, version)
    return relocatable(abi, version, flags, funcs,
                             named(funcs)), funcs


def wrap(abi, content):
    """An image with CONTENT as its section."""
    return image(abi, content)
