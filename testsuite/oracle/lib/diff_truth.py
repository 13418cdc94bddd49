# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What `sfmerge diff` has to say of two files: the oracle reads both, matches
their functions by what the manual says, and compares the rules at every
byte."""

import collections

import elf
import expect
import standing

CLASSES = ("lost", "changed", "gained", "gone", "new")


class Described:
    """A function that is described: the best of its SYMBOLS, SOURCE or None,
    PLACE (section and offset), ADDR in an image, and MEANING, which is equal
    for equal rules."""

    def __init__(self, symbols, source, place, func):
        size, ranges, traits = func
        best = min(symbols, key=lambda s: rank(s, size), default=None)
        self.name = best.name if best else None
        # Aliases that are as good.
        self.names = {s.name for s in symbols
                      if rank(s, size) == rank(best, size)} or {None}
        self.source, self.place = source(best) if best else None, place
        self.addr, self.meaning = None, (size, tuple(ranges), traits)


def rank(sym, size):
    """The order in which symbols at one address give the name."""
    fits = 0 if sym.size == size else 1 if sym.size else 2
    kind = {elf.STB_GLOBAL: 0, elf.STB_WEAK: 1}.get(sym.bind, 2)
    return fits, kind


class Image:
    """The functions of the image PATH, and what else it has."""

    def __init__(self, path):
        self.elf = elf.Elf(path)
        self.found = standing.Standing(self.elf)
        self.by_addr = collections.defaultdict(list)
        self.starts = {f.addr for f in self.found.evidence.frames}
        self.names = set()
        for sym in self.elf.symbols():
            if sym.is_code_name() and self.found.is_code(sym.value, 1):
                self.by_addr[sym.value].append(sym)
                self.names.add(sym.name)
        self.functions = [self.function(addr, *funcs[0])
                          for addr, funcs in sorted(self.found.at().items())]

    def place(self, addr):
        """(section, offset) of ADDR."""
        for name, start, size in self.found.code:
            if start <= addr < start + size:
                return name, addr - start
        return None, addr

    def function(self, addr, func, piece):
        """FUNC of PIECE at ADDR.  Version 1 does not say how large the blocks
        of the PLT are."""
        traits = (func.mask and (func.rep or 16), *func.traits()[1:])
        made = Described(self.by_addr.get(addr, ()),
                         lambda sym: sym.file and self.elf.files[sym.file - 1],
                         self.place(addr),
                         (func.size, piece.ranges(func, 16), traits))
        made.addr = addr
        return made

    def has(self, described):
        """Whether the code of DESCRIBED is here."""
        if described.name is not None:
            return described.name in self.names
        section, offset = described.place
        for name, start, size in self.found.code:
            if name == section:
                return offset < size and (
                    name.startswith((".plt", ".iplt"))
                    or start + offset in self.starts)
        return False

    def code(self):
        """All code with its addresses."""
        return [(addr, size, self.elf.read(addr, size))
                for _, addr, size in self.found.code]


class Object:
    """The same of the object PATH."""

    def __init__(self, path):
        read = expect.Object(path)
        self.names = {s.name for s in read.symbols if s.is_code_name()}
        self.bare = not any(len(read.elf.bytes_of(s))
                            for s in read.elf.named(".sframe"))
        self.functions = []
        for func in read.functions:
            symbols = [s for s in read.symbols if s.is_code_name()
                       and s.shndx == func.section
                       and s.value == func.offset]
            self.functions.append(Described(
                symbols, lambda sym: None,
                (read.elf.sections[func.section].name, func.offset),
                (func.size, func.ranges, func.traits)))

    def has(self, described):
        """Whether the code of DESCRIBED is here, or may be."""
        return (self.bare or described.name is None
                or described.name in self.names)

    def code(self):
        """Nothing: objects have no addresses."""
        return id(self)


def take_equal(old, now, key):
    """Match in OLD and NOW, lists that lose what is matched, functions with
    the same KEY in their order; returns the pairs."""
    waiting = collections.defaultdict(collections.deque)
    for func in now:
        if key(func) is not None:
            waiting[key(func)].append(func)
    pairs = [(func, waiting[key(func)].popleft()) for func in list(old)
             if key(func) is not None and waiting.get(key(func))]
    for mine, its in pairs:
        old.remove(mine)
        now.remove(its)
    return pairs


class Truth:
    """The difference between OLD and NOW: names and places by class."""

    def __init__(self, old, now):
        self.by_address = old.code() == now.code()
        left, right = list(old.functions), list(now.functions)
        pairs = []
        if self.by_address:
            pairs = take_equal(left, right, lambda f: f.addr)
        else:
            for key in (lambda f: f.name and (f.name, f.source, f.meaning),
                        lambda f: f.name and (f.name, f.source),
                        lambda f: f.name):
                pairs += take_equal(left, right, key)
            pairs += self._by_place(left, right)
        self.same = sum(a.meaning == b.meaning for a, b in pairs)
        self.classes = {
            "changed": [a for a, b in pairs if a.meaning != b.meaning],
            "lost": [f for f in left if self.by_address or now.has(f)],
            "gone": [f for f in left
                     if not self.by_address and not now.has(f)],
            "gained": [f for f in right if self.by_address or old.has(f)],
            "new": [f for f in right
                    if not self.by_address and not old.has(f)]}

    @staticmethod
    def _by_place(left, right):
        """Pairs at one place, of which one at least has no name."""
        places = {f.place: f for f in right}
        pairs = [(f, places[f.place]) for f in list(left)
                 if f.place in places
                 and (f.name is None or places[f.place].name is None)]
        for mine, its in pairs:
            left.remove(mine)
            right.remove(its)
        return pairs

    def problems(self, unit):
        """What UNIT of the JSON says otherwise."""
        found = []
        if unit["same"] != self.same:
            found.append(f"{unit['same']} the same, not {self.same}")
        if (unit["matched"] == "address") != self.by_address:
            found.append(f"matched by {unit['matched']}")
        for kind in CLASSES:
            want = {f.place: f.names for f in self.classes[kind]}
            given = {(f["section"], int(f["offset"], 16)): f["name"]
                     for f in unit[kind]}
            if (want.keys() != given.keys()
                    or len(given) != len(unit[kind])):
                found.append(f"{kind}: {list(given)[:4]}..., not "
                             f"{list(want)[:4]}... ({len(given)}, "
                             f"{len(want)})")
            found += [f"{kind}: {name} is none of {want[place]}"
                      for place, name in given.items()
                      if name not in want.get(place, {name})]
        return found
