# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""One link of a campaign: what is drawn for it, and the image, its twin and
the inputs for sfmerge that come of it."""

import os
import random
import re
import shutil

import disk
import elf
import expect
import markers
from campaign_units import AsmUnit, CUnit, CxxUnit, STATICS

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


LINKERS = ("ld", "gold", "lld", "mold", "ld-2.44", "ld-2.47", "lld-21",
           "mold-2.37", "mold-3")
ICF = ("gold", "lld", "mold")
# What sfmerge is given of a unit: the object that was linked, but with
# .sframe; one that was compiled anew since; one without .sframe; nothing.
SAME, STALE, BARE, ABSENT = "same", "stale", "bare", "absent"
MORE = {
    "gnu": ("-Wl,-O2", "-Wl,--relax", "-Wl,-z,noseparate-code",
            "-Wl,--sort-section=name", "-Wl,--sort-section=alignment",
            "-Wl,-z,now"),
    "gold": ("-Wl,-O2", "-Wl,--relax", "-Wl,-z,now"),
    "lld": ("-Wl,-O2", "-Wl,-z,separate-code", "-Wl,-z,now",
            "-Wl,--shuffle-sections=*=7", "-Wl,--no-relax"),
    "mold": ("-Wl,-O2", "-Wl,--shuffle-sections=7", "-Wl,-z,now",
             "-Wl,-z,separate-code", "-Wl,--no-relax"),
}


class Plan:
    """What is drawn for the link number SEED of WORLD."""

    def __init__(self, world, seed):
        self.rng = rng = random.Random(f"link/{seed}")
        self.linker = rng.choice(LINKERS)
        self.family = {"ld": "gnu"}.get(self.linker.split("-")[0],
                                        self.linker.split("-")[0])
        self.kind = rng.choice({"shared": ("-shared", "-pie", "-no-pie"),
                                "pie": ("-pie", "-pie", "-no-pie"),
                                "exe": ("-no-pie",)}[world.pic])
        self.gc = rng.random() < .5
        self.icf = (rng.choice(("safe", "all"))
                    if self.family in ICF and rng.random() < .4 else None)
        self.discard = rng.random() < .15
        self.relocs = rng.random() < .1
        self.map = rng.random() < .35
        self.more = rng.sample(MORE[self.family], rng.choice((0, 0, 1, 2)))
        self.strip = rng.choice((None,) * 4 + ("-x", "-s", "--strip-symbol",
                                               "--redefine-sym"))
        self._inputs(world)

    def _inputs(self, world):
        rng, count = self.rng, len(world.units)
        mode = rng.choice(("bare", "bare", "sframe", "mixed", "mixed"))
        self.sframe = [mode == "sframe" or mode == "mixed"
                       and rng.random() < .5 for _ in range(count)]
        mode = rng.choice((SAME, "some", STALE, STALE))
        states = {SAME: (SAME,), "some": (SAME, SAME, BARE, ABSENT),
                  STALE: (SAME, SAME, SAME, STALE, STALE, STALE, STALE, BARE,
                          ABSENT)}[mode]
        self.states = [rng.choice(states) for _ in range(count)]
        if mode == STALE:
            self.states[rng.randrange(count)] = STALE
        elif mode == "some" and SAME not in self.states:
            self.states[rng.randrange(count)] = SAME
        # 0: no archive.
        self.archive = [0] * count
        if rng.random() < .4:
            self.archive[1:] = [rng.choice((0, 1, 1, 2))
                                for _ in self.archive[1:]]
        self.whole = rng.random() < .15
        self.alike = rng.random() < .5
        # One that was not linked at all.
        self.foreign = rng.random() < .05
        self.order = list(range(count))
        if rng.random() < .5:
            self.order[1:] = rng.sample(self.order[1:], count - 1)
        self.shuffle = rng.random() < .3

    def flags(self):
        """For the compiler driver, but --discard-all."""
        found = [self.kind, *self.more]
        if self.gc:
            found.append("-Wl,--gc-sections")
        if self.icf:
            found.append("-Wl,--icf=" + self.icf)
        if self.relocs:
            found.append("-Wl,--emit-relocs")
        return found

    def features(self):
        """Words for the strata."""
        found = [self.kind[1:]]
        found += [word for word, has in (
            ("gc", self.gc), (f"icf={self.icf}", self.icf),
            ("discard-all", self.discard), ("emit-relocs", self.relocs),
            ("archive", any(self.archive)), ("stale", STALE in self.states),
            ("some", BARE in self.states or ABSENT in self.states),
            ("foreign", self.foreign)) if has]
        sort = set(self.sframe)
        found.append("linked-mixed" if len(sort) > 1 else
                     "linked-sframe" if True in sort else "linked-bare")
        return found


class Link:
    """The link PLAN of WORLD in a directory of its own."""

    def __init__(self, bench, world, plan):
        self.bench, self.world, self.plan = bench, world, plan
        self.folder = bench.run.path("link")
        self.twin_folder = bench.run.path("twin")
        self.image = os.path.join(self.folder, "image")
        self.why = None
        self.files = []
        self.truth = {}
        # The unit of which another object, that was not linked, is given.
        self.foreign = None

    def member(self, number):
        """The path of a unit's object, relative to the directory."""
        name = f"u{number}.o"
        if self.plan.archive[number] and self.plan.alike:
            name = "util.o"
        return os.path.join(f"m{number}", name)

    def tokens(self):
        """What the command lines name, in order: files."""
        plan, found = self.plan, []
        for number in plan.order:
            which = plan.archive[number]
            name = f"lib{which}.a" if which else self.member(number)
            if name not in found:
                found.append(name)
        return sorted(found, key=lambda name: name.endswith(".a"))

    def _archives(self, folder, present):
        for which in sorted(set(self.plan.archive) - {0}):
            lib = f"lib{which}.a"
            members = [self.member(n) for n in self.plan.order
                       if self.plan.archive[n] == which and n in present]
            disk.remove(os.path.join(folder, lib))
            if members:
                self.bench.run.command(["ar", "qcs", lib, *members],
                                       cwd=folder)

    def _put(self, folder, number, key):
        path = os.path.join(folder, self.member(number))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copy(self.world.units[number].files[key], path)

    def _run(self, folder, twin):
        plan, bench = self.plan, self.bench
        disk.fresh(folder)
        for unit in self.world.units:
            self._put(folder, unit.number,
                      (False, twin, plan.sframe[unit.number]))
        self._archives(folder, range(len(self.world.units)))
        names = ["-Wl,--start-group", *self.tokens(), "-Wl,--end-group"]
        if plan.whole:
            names = ["-Wl,--whole-archive", *names, "-Wl,--no-whole-archive"]
        flags = plan.flags()
        if plan.discard and not twin:
            flags.append("-Wl,-x")
        if plan.map:
            flags.append("-Wl,-Map,image.map")
        status, text = bench.run.command(
            [bench.cxx, *bench.flags_of(plan), *flags, "-o", "image",
             *names], cwd=folder)
        if status or not os.path.exists(os.path.join(folder, "image")):
            return text or "no image"
        return None

    def link(self):
        """Both links; whether there is an image with a truth."""
        self.why = self._run(self.folder, False)
        if self.why and any(self.plan.sframe):
            # lld and gold refuse COMDAT copies that .sframe refers to.
            self.plan.sframe = [False] * len(self.world.units)
            self.why = self._run(self.folder, False)
        if self.why:
            return False
        self.why = self._run(self.twin_folder, True)
        if self.why:
            return False
        twin = elf.Elf(os.path.join(self.twin_folder, "image"))
        if not expect.same_code(elf.Elf(self.image), twin):
            self.why = "the twin has other code"
            return False
        self.truth = markers.addresses(twin)
        self._give()
        return True

    def _give(self):
        """Replace what was linked by what sfmerge is given."""
        plan, present = self.plan, []
        for unit in self.world.units:
            state = plan.states[unit.number]
            if state != ABSENT:
                present.append(unit.number)
                self._put(self.folder, unit.number,
                          (state == STALE, False, state != BARE))
        self._archives(self.folder, present)
        self.files = [name for name in self.tokens()
                      if os.path.exists(os.path.join(self.folder, name))]
        absent = {self.member(n) for n in plan.order if n not in present}
        self.files = [name for name in self.files if name not in absent]
        if plan.foreign:
            self.foreign = plan.rng.choice(self.world.units)
            shutil.copy(self.foreign.files[True, False, True],
                        os.path.join(self.folder, "foreign.o"))
            self.files.append("foreign.o")
        if plan.shuffle:
            plan.rng.shuffle(self.files)

    def reduced(self):
        """The image without some or all of its symbols, or None."""
        plan = self.plan
        if not plan.strip or plan.strip == "-x" and plan.discard:
            return None
        out = os.path.join(self.folder, "reduced")
        if plan.strip in ("-x", "-s"):
            command = ["strip", plan.strip, "-o", out, self.image]
        else:
            names = sorted({place.name for unit in self.world.units
                            for place in unit.places.values() if place.name})
            command = ["objcopy"]
            for name in plan.rng.sample(names, min(len(names), 4)):
                command += [plan.strip, name if plan.strip[2] == "s"
                            else f"{name}=renamed_{name}"]
            command += [self.image, out]
        status, text = self.bench.run.command(command)
        if status or not os.path.exists(out):
            self.why = text
            return None
        if not expect.same_code(elf.Elf(out), elf.Elf(self.image)):
            return None
        return out
