# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Write the link map that a linker would have left, from what the image's
symbols say, in the formats of GNU ld, lld and mold.

Only code sections are listed, and a few lines of other kinds that a reader
has to skip.
"""

import elf


def _sections(objects, placed):
    """(object, section, address or None for discarded), in link order; and
    whether every code section's fate is known."""
    rows, certain = [], True
    for obj in objects:
        known = {s.shndx for s in obj.symbols if s.is_code_name()}
        for section in obj.elf.sections:
            if not section.flags & elf.SHF_EXECINSTR or not section.size:
                continue
            addr = placed.get((obj, section.idx))
            if addr is None and section.idx not in known:
                certain = False
            rows.append((obj, section, addr))
    return rows, certain


def _gnu_line(name, addr, size, path):
    first = f" {name}"
    if len(first) < 16:
        first = f"{first:<16}"
    else:
        first += "\n" + " " * 16
    return f"{first}0x{addr:016x} {size:#10x} {path}"


def gnu(rows, objects):
    """GNU ld's map."""
    out = ["", "Discarded input sections", ""]
    out += [_gnu_line(s.name, 0, s.size, o.path)
            for o, s, a in rows if a is None]
    out += ["", "Memory Configuration", "",
            "Name             Origin             Length             "
            "Attributes",
            "*default*        0x0000000000000000 0xffffffffffffffff", "",
            "Linker script and memory map", ""]
    out += [f"LOAD {o.path}" for o in objects]
    live = sorted((r for r in rows if r[2] is not None), key=lambda r: r[2])
    low = live[0][2] if live else 0
    high = live[-1][2] + live[-1][1].size if live else 0
    out += ["", f".text           0x{low:016x} {high - low:#10x}",
            " *(.text.unlikely .text.*_unlikely .text.unlikely.*)"]
    at = low
    for obj, section, addr in live:
        if addr > at:
            out.append(f" *fill*         0x{at:016x} {addr - at:#10x} ")
        out.append(_gnu_line(section.name, addr, section.size, obj.path))
        at = addr + section.size
    out += ["OUTPUT(a.out elf64)", ""]
    return "\n".join(out) + "\n"


def lld(rows, objects):
    """lld's map."""
    del objects
    out = ["             VMA              LMA     Size Align Out     In"
           "      Symbol"]
    live = sorted((r for r in rows if r[2] is not None), key=lambda r: r[2])
    if live:
        low, high = live[0][2], live[-1][2] + live[-1][1].size
        out.append(f"{low:16x} {low:16x} {high - low:8x}    16 .text")
    for obj, section, addr in live:
        out.append(f"{addr:16x} {addr:16x} {section.size:8x} "
                   f"{max(section.align, 1):5}         "
                   f"{obj.path}:({section.name})")
    return "\n".join(out) + "\n"


def mold(rows, objects):
    """mold's map."""
    del objects
    out = ["               VMA       Size Align Out     In      Symbol",
           "                 0         64     8 EHDR"]
    live = sorted((r for r in rows if r[2] is not None), key=lambda r: r[2])
    if live:
        low, high = live[0][2], live[-1][2] + live[-1][1].size
        out.append(f"{low:#18x} {high - low:10}    16 .text")
    for obj, section, addr in live:
        out.append(f"{addr:#18x} {section.size:10} "
                   f"{max(section.align, 1):5}         "
                   f"{obj.path}:({section.name})")
        out.append(f"{addr:#18x}          0     0                 a_name")
    return "\n".join(out) + "\n"


KINDS = (gnu, lld, mold)


def fabricate(objects, placed, kind):
    """The text of the map of KIND of OBJECTS, with bases PLACED; None if the
    fate of some section is not known."""
    rows, certain = _sections(objects, placed)
    return kind(rows, objects) if certain else None
