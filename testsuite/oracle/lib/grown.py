# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What making room may change in an image, read from the image and the output
alone.

Zeros are inserted into the file. An entry of the program headers
that nobody needs becomes PT_GNU_SFRAME or a PT_LOAD above all others; the
table grows over .interp, notes, hash tables and .dynsym, which move as one
block and take their headers, dynamic tags, section symbols and __abi_tag
along; or the table moves into the new segment. The section goes into that, or
into the free end of an old one. The section headers move for a new one."""

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


MOST = 2 << 20
E_SHOFF, P_OFFSET, SH_OFFSET = 40, 8, 24


def pages(image, out, problems):
    """(where, how many) zeros OUT has that IMAGE lacks; (0, 0): none."""
    moved = [(old, new.offset - old.offset)
             for old, new in zip(image.segments, out.segments)
             if old.type == new.type == elf.PT_LOAD
             and old.offset != new.offset]
    if not moved:
        return 0, 0
    first, size = moved[0]
    loads = image.loads()
    if any(s != size for _, s in moved) or [o for o, _ in moved] != [
            s for s in loads if s.offset >= first.offset]:
        problems.say("PT_LOADs moved by different distances")
    # The segment before them, by its bytes in the file.
    before = max((s for s in loads if s.offset < first.offset),
                 key=lambda s: s.offset + s.filesz)
    at = before.offset + before.filesz
    if before.flags & elf.PF_W or before.filesz != before.memsz:
        problems.say("zeros were inserted after a segment that cannot grow")
    if size <= 0 or any(size % max(s.align, 4096) for s, _ in moved):
        problems.say(f"{size} bytes were inserted, no whole pages")
    if size > MOST:
        problems.say(f"{size} bytes were inserted")
    return at, size


def new_load(image, out):
    """The PT_LOAD that OUT has more than IMAGE, or None."""
    for seg in out.loads():
        if (seg.idx >= len(image.segments)
                or image.segments[seg.idx].type != elf.PT_LOAD):
            return seg
    return None


def unloaded(image, out):
    """The distances by which bytes that are not loaded moved."""
    moved = set()
    for old in image.sections:
        twins = [s for s in out.sections
                 if (s.name, s.type, s.size) == (old.name, old.type, old.size)]
        if (old.size and old.type not in (0, elf.SHT_NOBITS)
                and not old.flags & elf.SHF_ALLOC and len(twins) == 1):
            moved.add(twins[0].offset - old.offset)
    return moved or {len(out.data) - len(image.data)}


def segment(image, out, problems):
    """The same as pages for a new segment in front of what is not loaded."""
    new = new_load(image, out)
    if not new or new.offset >= len(image.data):
        return 0, 0
    at = max(s.offset + s.filesz for s in image.loads())
    moved = unloaded(image, out)
    size = max(moved)
    if len(moved) != 1 or size % 64 or (
            not at <= new.offset <= new.offset + new.filesz <= at + size):
        problems.say(f"a segment was inserted at {new.offset:#x}, and other "
                     f"bytes moved by {sorted(moved)}")
    return at, size


def shifted(image, out, problems):
    """IMAGE with the zeros that OUT has; IMAGE itself if there are none."""
    for where in (pages, segment):
        at, size = where(image, out, problems)
        if size:
            image = with_zeros(image, out, at, size)
    return image


def with_zeros(image, out, at, size):
    """IMAGE with SIZE zeros at offset AT."""
    data = bytearray(image.data[:at] + bytes(size) + image.data[at:])
    order = image.order
    shoff = image.shoff + (size if image.shoff >= at else 0)
    struct.pack_into(order + "Q", data, E_SHOFF, shoff)
    for old, new in zip(image.segments, out.segments):
        follows = old.offset >= at
        # An empty one may be counted to either side.
        if old.offset >= at and not old.filesz:
            follows = new.offset == old.offset + size
        struct.pack_into(order + "Q", data, image.phoff + 56 * old.idx
                         + P_OFFSET, old.offset + (size if follows else 0))
    for old in image.sections[1:]:
        bare = old.type in (0, elf.SHT_NOBITS) or not old.size
        follows = old.offset >= at and old.type != 0
        if old.offset >= at and bare:
            follows = any(s.offset == old.offset + size
                          for s in out.named(old.name))
        struct.pack_into(order + "Q", data, shoff + 64 * old.idx
                         + SH_OFFSET, old.offset + (size if follows else 0))
    return elf.Elf(image.path, data)


TAGS = (4, 6, 0x6FFFFEF5)  # DT_HASH, DT_SYMTAB, DT_GNU_HASH
PT_DYNAMIC = 2
PT_NULL, PT_INTERP, PT_NOTE, PT_PHDR = 0, 3, 4, 6
PT_GNU_PROPERTY = 0x6474E553
MOVES = (PT_INTERP, PT_NOTE, PT_GNU_PROPERTY)
FIELDS = ("type", "flags", "size", "link", "info", "align", "entsize")
PAGE = 4096


class Grown:
    """The differences of two images' headers: RANGES of bytes that may
    differ."""

    def __init__(self, image, out, problems):
        self.pages = pages(image, out, problems)[1]
        image = shifted(image, out, problems)
        ordered, out = out, undone(image, out)
        self.image, self.out, self.problems = image, out, problems
        self.ranges = []
        self.delta = None  # of addresses of the moved block, of offsets
        self.block = None  # (start, end) as addresses
        self.new_load = None
        self.table()
        for old in image.segments:
            self.segment(old, out.segments[old.idx])
        for new in out.segments[len(image.segments):]:
            self.replaced(None, new)
        self.added = len(out.sections) > len(image.sections)
        self.tail = self.in_tail()
        self.sections()
        if in_order(image) and not in_order(ordered):
            problems.say("the section headers are out of order")
        if self.block:
            self.symbols(*self.block, self.delta[0])
            self.tags(*self.block, self.delta[0])
        for old in image.sections:
            now = out.sections[old.idx]
            if old.name.startswith(".sframe"):
                self.symbols(old.addr, old.addr + 1, now.addr - old.addr)

    def method(self):
        """A word for it."""
        if self.out.phoff != self.image.phoff:
            return "moved-phdrs"
        if self.new_load:
            return "segment"
        if self.tail:
            return "tail"
        had = self.image.segment_of(elf.PT_GNU_SFRAME)
        return "slot" if not had and self.out.segment_of(
            elf.PT_GNU_SFRAME) else "none"

    def table(self):
        """The ELF header's words on the program headers, and the table."""
        image, out = self.image, self.out
        size = len(out.segments) * 56
        if out.phoff != image.phoff:
            self.ranges += [(32, 40), (out.phoff, out.phoff + size)]
            first = image.loads()[0]
            if out.phoff != [s for s in out.loads()][-1].offset:
                self.problems.say("the table is not in the new segment")
            if (out.loads()[-1].vaddr - out.phoff
                    != first.vaddr - first.offset):
                self.problems.say("old kernels would not find the table")
        if len(out.segments) != len(image.segments):
            self.ranges += [(56, 58),
                            (image.phoff + len(image.segments) * 56,
                             image.phoff + size)]
        phdr = out.segment_of(PT_PHDR)
        if phdr and (phdr.offset, phdr.filesz, phdr.memsz) != (
                out.phoff, size, size):
            self.problems.say("PT_PHDR is not the table")
        if phdr and out.read(phdr.vaddr, size) != out.data[
                out.phoff:out.phoff + size]:
            self.problems.say("PT_PHDR's address is not the table's")

    def entry(self, idx):
        """Where entry IDX of the table in its old place is."""
        return self.image.phoff + idx * 56

    def segment(self, old, new):
        """Entry OLD became NEW."""
        at = self.entry(old.idx)
        if old.type != new.type:
            self.ranges.append((at, at + 56))
            self.replaced(old, new)
            return
        if old.type == PT_PHDR:
            self.ranges.append((at, at + 48))
        same = ((old.offset, old.vaddr, old.filesz, old.memsz)
                == (new.offset, new.vaddr, new.filesz, new.memsz))
        if same or old.type in (elf.PT_LOAD, elf.PT_GNU_SFRAME, PT_PHDR):
            return
        if old.type not in MOVES or (old.filesz, old.memsz) != (new.filesz,
                                                                new.memsz):
            self.problems.say(f"entry {old.idx} of type {old.type:#x} changed")
            return
        self.ranges.append((at + 8, at + 32))
        self.moved(old.offset, old.vaddr, new.offset, new.vaddr, old.filesz)
        if new.paddr - old.paddr != new.vaddr - old.vaddr:
            self.problems.say("p_paddr and p_vaddr went different ways")

    def moved(self, offset, addr, new_offset, new_addr, size):
        """SIZE bytes moved."""
        delta = (new_addr - addr, new_offset - offset)
        if self.delta and self.delta != delta:
            self.problems.say("two blocks moved")
        self.delta = delta
        start, end = self.block or (addr, addr + size)
        self.block = (min(start, addr), max(end, addr + size))
        one = self.image.data[offset:offset + size]
        if (self.out.data[new_offset:new_offset + size] != one
                or self.out.read(new_addr, size) != one):
            self.problems.say(f"what was at {offset:#x} is not at "
                              f"{new_offset:#x}")
        self.ranges += [(offset, offset + size),
                        (new_offset, new_offset + size)]

    def spare(self, old):
        """Whether entry OLD is not needed."""
        image = self.image
        prop = image.segment_of(PT_GNU_PROPERTY)
        if old.type == PT_NOTE:
            return prop and (prop.offset, prop.vaddr, prop.filesz) == (
                old.offset, old.vaddr, old.filesz)
        if old.type == PT_PHDR:
            return image.type == 3 and not image.segment_of(PT_INTERP)
        return old.type in (PT_NULL, elf.PT_GNU_SFRAME)

    def replaced(self, old, new):
        """Entry OLD (or None: it is new) is NEW now."""
        if old and not self.spare(old):
            self.problems.say(f"entry {old.idx} of type {old.type:#x} was "
                              "needed")
        if new.type == elf.PT_LOAD:
            self.load(new)
        elif new.type != elf.PT_GNU_SFRAME:
            self.problems.say(f"entry {new.idx} is of type {new.type:#x}")

    def new_bytes(self, new):
        """Whether the image has nothing where the PT_LOAD NEW has bytes."""
        end = new.offset + new.filesz
        return not any(self.image.data[new.offset:end]) and not any(
            s.size and s.type not in (0, elf.SHT_NOBITS) and s.offset < end
            and new.offset < s.offset + s.size for s in self.image.sections)

    def load(self, new):
        """The new PT_LOAD."""
        if self.new_load:
            self.problems.say("two new segments")
        self.new_load = new
        top = max(s.vaddr + s.memsz for s in self.image.loads())
        align = max(s.align for s in self.image.loads() + [new])
        loads = [s.vaddr for s in self.out.loads()]
        if loads != sorted(loads):
            self.problems.say("the PT_LOADs are out of order")
        if (new.flags != 4 or new.filesz != new.memsz or new.align < PAGE
                or (new.vaddr - new.offset) % align
                or new.vaddr // align * align < top
                or not self.new_bytes(new)
                or new.offset + new.filesz > len(self.out.data)):
            self.problems.say("the new PT_LOAD is unsound")
        if self.out.phoff == self.image.phoff and self.misplaced(new):
            self.problems.say("loaded bytes come after others, which dwz "
                              "refuses")
        self.ranges.append((new.offset, new.offset + new.filesz))

    def misplaced(self, new):
        """Whether what is not loaded came after all that is, and the PT_LOAD
        NEW is after some of it."""
        rest = [s.offset for s in self.image.sections
                if s.size and s.type not in (0, elf.SHT_NOBITS)
                and not s.flags & elf.SHF_ALLOC]
        end = max(s.offset + s.filesz for s in self.image.loads())
        return rest and min(rest) >= end and min(rest) < new.offset

    def in_tail(self):
        """Whether the section went to the free end of an old segment."""
        seg = self.out.segment_of(elf.PT_GNU_SFRAME)
        if not seg or (self.new_load
                       and seg.vaddr >= self.new_load.vaddr):
            return False
        was = self.image.segment_of(elf.PT_GNU_SFRAME)
        places = [(s.addr, s.size) for s in self.image.sections
                  if s.name.startswith(".sframe")]
        if was:
            places.append((was.vaddr, was.filesz))
        if any(a <= seg.vaddr < a + max(z, 1) for a, z in places):
            return False
        self.free(seg.offset, seg.offset + seg.filesz, seg.vaddr)
        self.ranges.append((seg.offset, seg.offset + seg.filesz))
        return True

    def free(self, start, end, addr):
        """Offsets [START, END) at ADDR are free in the image."""
        image = self.image
        if any(image.data[start:end]):
            self.problems.say(f"the section lies over bytes at {start:#x}")
        if any(s.type not in (0, elf.SHT_NOBITS) and s.size
               and s.offset < end and start < s.offset + s.size
               for s in image.sections):
            self.problems.say(f"the section lies over another at {start:#x}")
        for old in image.loads():
            if old.offset < start <= old.offset + old.filesz + PAGE * 16 and (
                    old.vaddr < addr and old.vaddr - old.offset
                    == addr - start and not old.flags & elf.PF_W):
                return
        self.problems.say(f"the section at {addr:#x} continues no segment")

    def sections(self):
        """The section headers."""
        image, out = self.image, self.out
        more = len(out.sections) - len(image.sections)
        if out.shoff != image.shoff:
            if (more != 1 or not (self.new_load or self.tail)
                    or out.sections[-1].name != ".sframe"):
                self.problems.say("the section headers moved")
            self.ranges += [(40, 48), (60, 62), (len(image.data),
                                                 len(out.data))]
        elif more:
            self.problems.say(f"{more} more sections")
        for old in image.sections[1:]:
            new = out.sections[old.idx]
            if old.name.startswith(".sframe"):
                continue
            names = old.idx == image.shstrndx and more
            fields = [f for f in FIELDS if not (names and f == "size")]
            if any(getattr(old, f) != getattr(new, f) for f in fields):
                self.problems.say(f"the header of {old.name} changed")
            if old.name != new.name and "sframe" not in old.name:
                self.problems.say(f"{old.name} became {new.name}")
            if names:
                if not out.bytes_of(new).startswith(image.bytes_of(old)):
                    self.problems.say("section names are lost")
            elif (old.offset, old.addr) != (new.offset, new.addr):
                self.moved(old.offset, old.addr, new.offset, new.addr,
                           old.size)
                at = image.shoff + old.idx * 64
                self.ranges.append((at + 16, at + 32))

    def tags(self, start, end, delta):
        """The tags of tables in [START, END), which moved by DELTA."""
        dynamic = self.image.segment_of(PT_DYNAMIC)
        if not dynamic:
            return
        for at in range(dynamic.offset, dynamic.offset + dynamic.filesz, 16):
            tag, value = self.image.unpack("QQ", at)
            if tag in TAGS and start <= value < end:
                self.ranges.append((at + 8, at + 16))
                if self.out.unpack("Q", at + 8)[0] != value + delta:
                    self.problems.say(f"tag {tag:#x} did not follow")

    def symbols(self, start, end, delta):
        """The symbols of [START, END), which moved by DELTA."""
        if not delta:
            return
        for table in self.image.sections:
            if table.type not in (elf.SHT_SYMTAB, elf.SHT_DYNSYM):
                continue
            for at in range(table.offset, table.offset + table.size, 24):
                name, info, _, shndx, value = self.image.unpack("IBBHQ", at)
                if not (shndx and start <= value < end):
                    continue
                if shndx >= 0xFF00:
                    continue
                there = (self.out.sections[table.idx].offset
                         - table.offset)
                now = self.out.unpack("Q", at + there + 8)[0]
                text = self.image.string(table.link, name)
                if now != value + delta:
                    self.problems.say(f"symbol {text} did not follow")
                if info & 15 != elf.STT_SECTION and text not in (
                        "__abi_tag", "$d"):
                    self.problems.say(f"{text} names what moved")
                self.ranges.append((at + there + 8, at + there + 16))
