# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A truth about links that depends on no name that the program under test
can see: the same link made of twins.

The twin of an object is assembled of the same text, with a local symbol of
its own at each .cfi_startproc.  Such symbols are in no relocation and export
nothing, so the linker makes the same code of both; expect.same_code shows
that.  What the twin's image has of them is where each function went.
"""

import re

import elf
import expect

START = re.compile(r"^\s*\.cfi_startproc\b", re.M)
NAME = re.compile(r"marker\.(\d+)\.(\d+)")


def marked(text, unit):
    """The assembly TEXT of unit number UNIT with a symbol a function."""
    count = 0

    def label(found):
        nonlocal count
        count += 1
        return f"marker.{unit}.{count}:\n{found[0]}"

    return START.sub(label, text)


class Place:
    """A function of a unit: where its object has it, and what it is."""

    def __init__(self, obj, symbol):
        unit, number = map(int, NAME.fullmatch(symbol.name).groups())
        self.key = (unit, number)
        self.unit = unit
        self.section, self.offset = symbol.shndx, symbol.value
        self.section_name = obj.elf.sections[symbol.shndx].name
        self.comdat = symbol.shndx in obj.groups
        names = [s for s in obj.symbols
                 if s.shndx == symbol.shndx and s.value == symbol.value
                 and s.is_code_name() and not NAME.fullmatch(s.name)]
        self.name = names[0].name if names else ""
        self.local = all(s.bind == elf.STB_LOCAL for s in names)


def places_of(path):
    """The functions of the twin object PATH by (section number, offset)."""
    obj = expect.Object(path)
    return {(s.shndx, s.value): Place(obj, s) for s in obj.symbols
            if NAME.fullmatch(s.name)}


def addresses(twin):
    """{(unit, number): address} of the functions in the image TWIN."""
    found = {}
    for symbol in twin.symbols():
        name = NAME.fullmatch(symbol.name)
        if name and 0 < symbol.shndx < 0xFF00:
            found[int(name[1]), int(name[2])] = symbol.value
    return found
