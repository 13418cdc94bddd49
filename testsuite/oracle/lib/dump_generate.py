# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Functions with all that a version can say, from a seed, as images."""

import random

import dump_write
from dump_write import CODE, Func, encode, row

SECTION = dump_write.ADDR

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


def image(seed, abi, version, flags):
    """An image, and its functions."""
    funcs = functions(seed, abi, version)
    content = encode(abi, version, flags, funcs)
    return dump_write.image(abi, content, named(funcs)), funcs


def relocatable(seed, abi, version, flags):
    """An object, and its functions."""
    funcs = functions(seed, abi, version)
    return dump_write.relocatable(abi, version, flags, funcs,
                                  named(funcs)), funcs


def wrap(abi, content):
    """An image with CONTENT as its section."""
    return dump_write.image(abi, content)
