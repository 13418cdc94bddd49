# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Where the functions of the inputs are, by the map of the link: the truth
for links that sfmerge has to finish without it.

A map of GNU ld, gold, lld or mold names every input section that is in the
image, and its address; of sections that were folded only the one that was
kept.  So what the map does not list is not there under its own name, and what
it lists has the rules of just that object.
"""

import re

import elf
import expect

# NAME ADDR SIZE FILE; a long name stands on a line of its own.
GNU = re.compile(r" (?:(\S+)\s+|\s{15})0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S.*)$")
GNU_NAME = re.compile(r" ([^\s*]\S*)$")
LLD = re.compile(r"\s*([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+ {9}"
                 r"(\S.*):\((\S+)\)$")
MOLD = re.compile(r"\s*0x([0-9a-f]+)\s+(\d+)\s+\d+\s+(\S.*):\((\S+)\)$")
UNSAID = 0xFFFFFFFFFFFFFFFF


def _gnu(lines):
    """Of the map of GNU ld or gold: file, section, address, size."""
    name, live = None, False
    for line in lines:
        if line.startswith(("Memory map", "Linker script and memory map")):
            live = True
        found = GNU.match(line)
        if found:
            section = found[1] or name
            if live and section:
                yield (found[4], section, int(found[2], 16),
                       int(found[3], 16))
            name = None
            continue
        alone = GNU_NAME.match(line)
        name = alone[1] if alone else None


def _columns(lines, form, base):
    """Of the map of lld or mold: file, section, address, size."""
    for line in lines:
        found = form.match(line)
        if found:
            yield (found[3], found[4], int(found[1], 16),
                   int(found[2], base))


class Map:
    """The sections of a map: {(file, section, size): [address, ...]}."""

    def __init__(self, path):
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
        first = lines[0]
        if "VMA" not in first:
            rows = _gnu(lines)
        elif "LMA" in first:
            rows = _columns(lines, LLD, 16)
        else:
            rows = _columns(lines, MOLD, 10)
        self.places = {}
        for file, section, addr, size in rows:
            self.places.setdefault((file, section, size), []).append(addr)
        self.files = {key[0] for key in self.places}

    def of(self, names, section, size):
        """The addresses of the sections called SECTION with SIZE of the file
        that has one of NAMES."""
        found = []
        for name in names:
            found += self.places.get((name, section, size), [])
        return found


class Truth:
    """What became of the functions of OBJECTS, whose names in the map MAP are
    OBJECT.names, or its path.

    FOUND is {address: [Expected, ...]}, GONE lists the functions that are not
    in the image, UNSURE those of which the map does not decide."""

    def __init__(self, path, objects, image):
        table = Map(path)
        self.objects = objects
        self.by_symbols, _ = expect.bases(image, objects)
        self.found, self.gone, self.unsure = {}, [], []
        self.placed = 0
        self.bases = {}
        for obj in objects:
            self._object(table, obj)

    def _object(self, table, obj):
        names = getattr(obj, "names", None) or [obj.path]
        alike = {}
        for section in obj.elf.sections:
            if section.flags & elf.SHF_EXECINSTR and section.size:
                alike.setdefault((section.name, section.size), []).append(
                    section.idx)
        state = {}
        for (name, size), numbers in alike.items():
            places = table.of(names, name, size)
            for number, place in zip(numbers, places):
                # gold has no address for what may get stubs.
                state[number] = (place if place != UNSAID else
                                 self.by_symbols.get((obj, number), "unsure"))
            if len(places) != len(numbers):
                # Of several of a name and size, some: which is not said.
                state.update(dict.fromkeys(
                    numbers, "unsure" if places else "gone"))
        for func in obj.functions:
            place = state.get(func.section, "gone")
            if place == "gone":
                self.gone.append(func)
            elif place == "unsure":
                self.unsure.append(func)
            else:
                func.addr = place + func.offset
                self.bases[obj, func.section] = place
                self.found.setdefault(func.addr, []).append(func)
                self.placed += 1

    def functions(self):
        """As expect.functions gives them."""
        return self.found, self.unsure

    def doubts(self, image):
        """What the symbols of IMAGE say against this, as text: a map that was
        misread would make any result look wrong, or none."""
        problems = []
        for key, addr in self.by_symbols.items():
            obj, section = key
            mine = self.bases.get(key)
            if mine is not None and mine != addr:
                problems.append(f"{obj.path} section {section}: the map says "
                                f"{mine:#x}, the symbols {addr:#x}")
        for addr, funcs in self.found.items():
            if not image.in_code(addr, funcs[0].size):
                problems.append(f"the map has a function at {addr:#x}")
        return problems
