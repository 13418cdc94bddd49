# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Section headers that were put in order of address when something moved.

The numbers follow from the names and places of the sections.  The output with
its old numbers, made here, then stands for the output in all other
comparisons.
"""

import struct

import elf

SHF_INFO_LINK = 0x40
SHT_REL = 9


def numbers(image, out):
    """The old number of each section of OUT."""
    free = list(range(1, len(out.sections)))
    old = {0: 0}
    for strict in (True, False):
        for section in image.sections[1:]:
            if section.idx in old.values():
                continue
            twins = [i for i in free if same(section, out.sections[i], strict)]
            if twins:
                old[twins[0]] = section.idx
                free.remove(twins[0])
    rest = [s.idx for s in image.sections if s.idx not in old.values()]
    rest += range(len(image.sections), len(out.sections))
    old.update(zip(free, rest))
    return old


def same(one, two, strict):
    """Whether section ONE became TWO; STRICT: without moving."""
    if one.name != two.name or one.type != two.type:
        return (strict and "sframe" in one.name and "sframe" in two.name
                and one.addr == two.addr)
    return not strict or (one.addr, one.offset, one.size) == (
        two.addr, two.offset, two.size)


def in_order(image):
    """Whether the loaded sections are in order of address, before others."""
    # .tbss has no memory where its address is.
    keys = [s.addr if s.flags & elf.SHF_ALLOC else 1 << 64
            for s in image.sections[1:]
            if not (s.type == elf.SHT_NOBITS and s.flags & elf.SHF_TLS)]
    return keys == sorted(keys)


def undone(image, out):
    """OUT with the numbers that the sections of IMAGE have."""
    if not image.sections or all(same(a, b, False) or "sframe" in a.name
                                 for a, b in zip(image.sections[1:],
                                                 out.sections[1:])):
        return out
    old = numbers(image, out)
    data, order = bytearray(out.data), out.order
    for new in out.sections[1:]:
        header = list(out.unpack("IIQQQQIIQQ", out.shoff + 64 * new.idx))
        header[6] = old.get(header[6], header[6])
        if new.type in (elf.SHT_RELA, SHT_REL) or new.flags & SHF_INFO_LINK:
            header[7] = old.get(header[7], header[7])
        struct.pack_into(order + "IIQQQQIIQQ", data,
                         out.shoff + 64 * old[new.idx], *header)
        if new.type in (elf.SHT_SYMTAB, elf.SHT_DYNSYM):
            for at in range(new.offset, new.offset + new.size, 24):
                number, = out.unpack("H", at + 6)
                struct.pack_into(order + "H", data, at + 6,
                                 old.get(number, number))
    struct.pack_into(order + "H", data, 62, old[out.shstrndx])
    return elf.Elf(out.path, data)
