# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What the .sframe of an image says as it stands, and the code that it could
describe.

Pieces after the section's end count for nothing. Each other one is read by the
rule that its functions' starts confirm (defects.py), or moved as a whole to
where all of them begin and end with one."""

import bisect
import collections

import defects
import elf
import expect
import sframe


class Standing:
    """FUNCTIONS: (address, function, piece) of what is described; READABLE:
    those of the first piece, if its flags tell the truth.  NAMED: an image
    with the same code and section headers, if IMAGE has none."""

    def __init__(self, image, named=None):
        self.image, self.functions, self.readable = image, [], []
        self.evidence = defects.Evidence(named or image)
        self.frames = sorted({(f.addr, f.size)
                              for f in self.evidence.frames})
        self.frame_set = set(self.frames)
        self.code = self._code()
        self.places = defects.places(image)
        segment = image.segment_of(elf.PT_GNU_SFRAME)
        named = [p for p in self.places
                 if not segment or p.addr == segment.vaddr]
        for place in self.places:
            for piece in place.pieces:
                self._piece(place, piece,
                            place in named[:1] and piece.offset == 0,
                            len(place.pieces) + len(place.buried) == 1)

    def _piece(self, place, piece, first, alone):
        both = {rule: defects.addresses(piece, place.addr, rule)
                for rule in (False, True)}
        flagged = bool(piece.flags & sframe.PCREL)
        field = flagged
        if not flagged and piece.version < 3:
            # As linkers leave them, where nothing confirms either reading.
            field = (not piece.flags & sframe.SORTED
                     or (not alone and piece.offset != 0))
            hits = {rule: sum(map(self.evidence.starts, addrs))
                    for rule, addrs in both.items()}
            if hits[not field] > hits[field]:
                if hits[not field] < len(piece.functions):
                    return
                field = not field
        addrs = both[field]
        if piece.functions and not any(map(self.evidence.starts, addrs)):
            return
        for func, addr in zip(piece.functions, addrs):
            if self._stands(place, func, addr):
                self.functions.append((addr, func, piece))
                if first and field == flagged:
                    self.readable.append((addr, func, piece))

    def _stands(self, place, func, addr):
        """Whether FUNC at ADDR is code that .eh_frame does not contradict."""
        if not func.size or not self.is_code(addr, func.size):
            return False
        if (defects.is_dead(place, func, addr)
                and not self.evidence.starts(addr)):
            return False
        return self.evidence.in_plt(addr) or not self._contradicted(
            addr, func.size)

    def _contradicted(self, addr, size):
        """Whether an FDE of .eh_frame has bytes of the function, and none is
        of it."""
        if (addr, size) in self.frame_set:
            return False
        at = bisect.bisect_left(self.frames, (addr, 0))
        before = at and sum(self.frames[at - 1]) > addr
        return bool(before) or (at < len(self.frames)
                                and self.frames[at][0] < addr + size)

    def _code(self):
        """(name, address, size) of each executable section, or segment where
        there are no sections."""
        image = self.image
        if not image.sections:
            return sorted((None, s.vaddr, s.filesz) for s in image.loads()
                          if s.flags & elf.PF_X)
        wanted = elf.SHF_ALLOC | elf.SHF_EXECINSTR
        return sorted(((s.name, s.addr, s.size) for s in image.sections
                       if s.flags & wanted == wanted and s.size
                       and s.type != elf.SHT_NOBITS
                       and image.in_code(s.addr, s.size)),
                      key=lambda s: s[1])

    def is_code(self, addr, size):
        """Whether all of [ADDR, ADDR + SIZE) is in one of these."""
        return any(start <= addr and addr + size <= start + length
                   for _, start, length in self.code)

    def could(self):
        """The functions that could be described: {address: size}, and where
        they are from."""
        found = {}
        for addr, size in self.frames:
            if size and self.is_code(addr, size):
                found[addr] = max(size, found.get(addr, 0))
        if found:
            return found, "eh_frame"
        for sym in self.image.symbols():
            if (sym.is_code_name() and sym.size
                    and self.is_code(sym.value, sym.size)):
                found[sym.value] = max(sym.size, found.get(sym.value, 0))
        return found, "symbols" if found else None

    def at(self):
        """The described functions by their addresses."""
        found = {}
        for addr, func, piece in self.functions:
            found.setdefault(addr, []).append((func, piece))
        return found


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
        self.found = Standing(self.elf)
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
