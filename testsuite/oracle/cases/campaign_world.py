# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A world of a campaign: some units, each compiled once, and once more with a
change; several links are made of one world."""

import os
import random
import re
import shutil

import disk
import expect
import markers
from campaign_special import AsmUnit, CxxUnit
from campaign_units import STATICS, CUnit

# gcc -S with a section a function, as clang -fno-unique-section-names does.
OWN_SECTION = re.compile(r'^\t\.section\t(\.text\.(?!unlikely)[^,\n]+)'
                         r'(,"ax",@progbits)?$', re.M)
PIC = {"shared": "-fPIC", "pie": "-fPIE", "exe": "-fno-pic"}
LEVELS = ("-O2", "-O2", "-O2", "-O1", "-Os")


class CompileError(Exception):
    """A unit does not compile."""


def one_name(text):
    """The assembly TEXT with all functions in sections called .text."""
    numbers = {}

    def name(found):
        if not found[2] and found[1] not in numbers:
            return found[0]
        number = numbers.setdefault(found[1], len(numbers) + 1)
        return f'\t.section\t.text,"ax",@progbits,unique,{number}'

    return OWN_SECTION.sub(name, text)


class Unit:
    """The objects of one unit: FILES[STALE, TWIN, SFRAME] are paths."""

    def __init__(self, world, number, source):
        self.world, self.number, self.source = world, number, source
        self.rng = random.Random(f"{world.seed}/flags/{number}")
        self.kind = type(source).__name__[:-4].lower()
        self.flags = self._flags()
        self.unique = self.rng.random() < world.unique
        self.files = {}
        self.places = {}
        self._objects = {}

    def object(self, stale):
        """The object that sfmerge may be given, as the oracle reads it."""
        if stale not in self._objects:
            self._objects[stale] = expect.Object(
                self.files[stale, False, True])
        return self._objects[stale]

    def _flags(self):
        rng, world = self.rng, self.world
        flags = [rng.choice(LEVELS), PIC[world.pic]]
        if rng.random() < .2 and world.pic == "pie":
            flags[1] = "-fPIC"
        for flag, chance in (("-ffunction-sections", world.sections),
                             ("-fno-plt", .25), ("-fomit-frame-pointer", .2),
                             ("-fno-omit-frame-pointer", .2),
                             ("-fcf-protection", .25), ("-fno-ipa-icf", .3),
                             ("-fvisibility=hidden", .15),
                             ("-fpatchable-function-entry=4,2", .04)):
            if rng.random() < chance:
                flags.append(flag)
        if self.kind == "cxx" and rng.random() < .5:
            flags.append("-fno-exceptions")
        return flags

    def _other_flags(self):
        flags = list(self.flags)
        roll = self.rng.random()
        if roll < .4:
            flags[0] = self.rng.choice([f for f in ("-O1", "-O2", "-Os")
                                        if f != flags[0]])
        elif roll < .6:
            flags.append("-mno-red-zone")
        elif roll < .8:
            flags.append("-fno-omit-frame-pointer")
        else:
            flags.append("-fstack-protector-all")
        return flags

    def _assembly(self, text, flags, stem):
        """TEXT compiled with FLAGS."""
        if self.kind == "asm":
            return text
        suffix = ".c" if self.kind == "c" else ".cc"
        disk.write(stem + suffix, text)
        bench = self.world.bench
        status, said = bench.run.command(
            [bench.cc if self.kind == "c" else bench.cxx, *flags, "-w", "-S",
             "-o", stem + ".s", stem + suffix])
        if status:
            raise CompileError(f"{stem}{suffix}: {said}")
        text = disk.text(stem + ".s")
        return one_name(text) if self.unique else text

    def _assemble(self, text, key, stem):
        bench = self.world.bench
        stale, twin, sframe = key
        name = f"{stem}-{'twin' if twin else 'real'}"
        if sframe:
            name += "-sframe"
        disk.write(name + ".s", text)
        status, said = bench.run.command(
            [bench.assembler, *(["--gsframe"] if sframe else []), "-o",
             name + ".o", name + ".s"])
        if status:
            raise CompileError(f"{name}.s: {said}")
        self.files[stale, twin, sframe] = name + ".o"

    def build(self):
        """Make all objects."""
        folder = self.world.folder
        text = self._assembly(self.source.text(), self.flags,
                              os.path.join(folder, f"u{self.number}"))
        twin = markers.marked(text, self.number)
        for sframe in (False, True):
            self._assemble(text, (False, False, sframe),
                           os.path.join(folder, f"u{self.number}"))
            self._assemble(twin, (False, True, sframe),
                           os.path.join(folder, f"u{self.number}"))
        self.places = markers.places_of(self.files[False, True, True])
        # Other flags, other numbers, or both.
        roll = self.rng.random()
        flags, source = self.flags, self.source.text()
        if roll > .7 and self.kind != "asm":
            flags = self._other_flags()
        if roll < .85 or self.kind == "asm":
            source = self.source.other(self.rng)
        stem = os.path.join(folder, f"u{self.number}-stale")
        self._assemble(self._assembly(source, flags, stem),
                       (True, False, True), stem)


class World:
    """The units of world number NUMBER."""

    def __init__(self, bench, number):
        self.bench, self.number = bench, number
        self.seed = f"world/{number}"
        self.rng = rng = random.Random(self.seed)
        self.folder = bench.run.path(f"world{number}")
        os.makedirs(self.folder, exist_ok=True)
        self.pic = rng.choice(("shared", "shared", "pie", "exe"))
        self.sections = rng.choice((1, 1, .3, 0))
        self.unique = rng.choice((0, 0, 0, .7))
        self.odd_sections = rng.choice((0, 0, 0, .15))
        self.shared_names = rng.sample(STATICS, rng.randint(1, 3))
        self.constants = rng.sample(range(1, 110), 2)
        count = rng.randint(2, 6)
        # What nothing refers to stays in its archive.
        self.spare = count - 1 if count > 3 and rng.random() < .4 else None
        self.edges = self._edges(count)
        self.units = [Unit(self, i, self._source(i)) for i in range(count)]
        for unit in self.units:
            unit.build()

    def _edges(self, count):
        """Which units each unit calls: each is reached from the first."""
        edges = [set() for _ in range(count)]
        for number in range(1, count):
            if number != self.spare:
                edges[self.rng.randrange(number)].add(number)
        for _ in range(count // 2):
            one, two = self.rng.randrange(count), self.rng.randrange(count)
            if two not in (one, self.spare, 0) and one != self.spare:
                edges[one].add(two)
        return [sorted(e) for e in edges]

    def _source(self, number):
        roll = self.rng.random()
        if number == 0 or roll < .62:
            return CUnit(self, number)
        return (CxxUnit if roll < .82 else AsmUnit)(self, number)

    def features(self):
        """Whether a static name is in two units, and whether there is a cold
        part."""
        # Of init.constprop.0 and the like, the name in the source.
        names = [place.name.split(".")[0] for unit in self.units
                 for place in unit.places.values()
                 if place.local and ".cold" not in place.name]
        twice = any(names.count(name) > 1 for name in names if name)
        cold = any(".cold" in place.name for unit in self.units
                   for place in unit.places.values())
        return twice, cold

    def remove(self):
        """Take the files away."""
        shutil.rmtree(self.folder, ignore_errors=True)
