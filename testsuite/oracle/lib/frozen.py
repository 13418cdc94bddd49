# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Outside what a merge may change, an image and its output are the same.

May change: the bytes of the section (old and new extent, old pieces after
it), its header, PT_GNU_SFRAME, the sizes of the PT_LOAD around it, the NUL
that shortens its name, and .rela.sframe, whose entries become R_*_NONE; and
what grown.py says of making room.
"""

import elf
from grown import Grown, shifted, undone

NAMES = (".sframe", ".sframe_raw", ".sframe_reserve")
SIZES = 16
PT_SIZES_AT = 32


def allowed(image, out, growth, problems):
    """Byte ranges of the file that may differ; GROWTH: how room was made."""
    ranges = grown_ranges(image, out, growth, problems)
    segment = image.segment_of(elf.PT_GNU_SFRAME)
    new = out.segment_of(elf.PT_GNU_SFRAME)
    if segment:
        ranges.append((segment.offset, segment.offset + segment.filesz))
        for seg in (segment, new):
            if seg:
                at = image.phoff + seg.idx * image.phentsize
                ranges.append((at, at + image.phentsize))
    for section in image.sections:
        if section.name not in NAMES:
            continue
        now = out.sections[section.idx]
        at = image.shoff + section.idx * image.shentsize
        ranges.append((at, at + image.shentsize))
        ranges.append((section.offset, section.offset + section.size))
        if in_new_load(growth, now) or growth.tail:
            ranges.append((now.offset, now.offset + now.size))
        elif now.size > section.size:
            room(image, section, now, problems)
            ranges.append((now.offset, now.offset + now.size))
        name = image.sections[image.shstrndx].offset + section.name_off
        ranges.append((name + len(".sframe"), name + len(".sframe") + 1))
        for rela in image.sections:
            if rela.type == elf.SHT_RELA and rela.info == section.idx:
                ranges.append((rela.offset, rela.offset + rela.size))
    return ranges


def in_new_load(growth, section):
    """Whether SECTION is in the new segment."""
    load = growth.new_load
    return load and load.offset <= section.offset and (
        section.offset + section.size <= load.offset + load.filesz)


def room(image, section, now, problems):
    """What the section grew over was free: zero, or inside the old
    PT_GNU_SFRAME; in no other section, no other program header."""
    if (now.offset, now.addr) != (section.offset, section.addr):
        problems.say("the section moved")
    start, end = section.offset + section.size, now.offset + now.size
    segment = image.segment_of(elf.PT_GNU_SFRAME)
    free = start
    if segment and segment.offset == section.offset:
        free = max(start, segment.offset + segment.filesz)
    # Other sections of its kind are emptied.
    before = without(image, image.data)
    if any(before[free:end]):
        problems.say(f"the section grew over bytes at {free:#x}-{end:#x}")
    for other in image.sections:
        if other.name in NAMES:
            continue
        if (other.idx != section.idx and other.type not in (0, 8)
                and other.size and other.offset < end
                and start < other.offset + other.size):
            problems.say(f"the section grew over {other.name}")
        if (other.idx != section.idx and other.flags & elf.SHF_ALLOC
                and not other.flags & elf.SHF_TLS and other.size
                and other.addr < now.addr + now.size
                and section.addr + section.size <= other.addr):
            problems.say(f"the section grew into the addresses of "
                         f"{other.name}")
    tables = [(image.shoff, len(image.sections) * image.shentsize),
              (image.phoff, len(image.segments) * image.phentsize)]
    if any(a < end and start < a + size for a, size in tables):
        problems.say("the section grew over a header table")


def without(image, data, but=None):
    """DATA with zeros for all SFrame sections of IMAGE, BUT for number
    BUT."""
    data = bytearray(data)
    for section in image.sections:
        if (section.name in NAMES and section.type != elf.SHT_NOBITS
                and section.idx != but):
            end = section.offset + section.size
            data[section.offset:end] = bytes(section.size)
    return data


def grown_ranges(image, out, growth, problems):
    """The sizes of the PT_LOADs that hold the section, or what moved away from
    after the program headers."""
    ranges = []
    held = [s.addr for s in out.sections if s.name in NAMES and s.size]
    held += [s.vaddr for s in out.segments if s.type == elf.PT_GNU_SFRAME]
    if growth.block:
        held.append(growth.block[0] + growth.delta[0])
    for old, seg in zip(image.segments, out.segments):
        if old.type != elf.PT_LOAD or (old.filesz == seg.filesz
                                       and old.memsz == seg.memsz):
            continue
        at = image.phoff + old.idx * image.phentsize + PT_SIZES_AT
        ranges.append((at, at + SIZES))
        if seg.filesz < old.filesz or seg.memsz < old.memsz:
            problems.say(f"PT_LOAD {old.idx} became smaller")
        if seg.filesz != seg.memsz or old.filesz != old.memsz:
            problems.say(f"PT_LOAD {old.idx} with a zero tail changed")
        if not any(old.vaddr <= a < seg.vaddr + seg.memsz for a in held):
            problems.say(f"PT_LOAD {old.idx} without the section changed")
        for other in image.loads():
            page = other.vaddr & ~(max(other.align, 4096) - 1)
            if (other.idx != old.idx and other.vaddr > old.vaddr
                    and seg.vaddr + seg.memsz > page):
                problems.say(f"PT_LOAD {old.idx} grew into {other.idx}")
    return ranges


def compare(image, out, problems):
    """Say every run of bytes that differs and may not."""
    if image.data == out.data:
        return
    growth = Grown(image, out, problems)
    image = shifted(image, out, problems)
    out = undone(image, out)
    if len(image.data) != len(out.data) and not (growth.new_load
                                                 or growth.added):
        problems.say(f"the file has {len(out.data)} bytes, had "
                     f"{len(image.data)}")
        return
    one = bytearray(image.data).ljust(len(out.data), b"\0")
    two = bytearray(out.data)
    for start, end in growth.ranges + allowed(image, out, growth, problems):
        one[start:end] = two[start:end] = bytes(end - start)
    if one != two:
        spots = [i for i, (a, b) in enumerate(zip(one, two)) if a != b]
        problems.say(f"{len(spots)} bytes changed that may not, the first "
                     f"at {spots[0]:#x}")
    for section in image.sections:
        if section.name not in NAMES:
            continue
        for rela in out.sections:
            if (rela.type == elf.SHT_RELA and rela.info == section.idx
                    and any(r[1] for r in
                            out.relocations(out.sections[section.idx]))):
                problems.say(".rela.sframe still has live entries")
    retired(image, out, growth.ranges, problems)


def retired(image, out, others, problems):
    """Other sections of the name, and the rest of what PT_GNU_SFRAME had, are
    zero bytes; sections have size 0.  OTHERS: what else was put there."""
    data = bytearray(out.data)
    for start, end in others:
        data[start:end] = bytes(end - start)
    for section in image.sections:
        if section.name in NAMES:
            now = out.sections[section.idx]
            size = now.size if now.offset == section.offset else 0
            rest = without(out, data, section.idx)
            if any(rest[section.offset + size:
                        section.offset + section.size]):
                problems.say(f"old bytes are left behind at "
                             f"{section.offset + size:#x}")
    segment = image.segment_of(elf.PT_GNU_SFRAME)
    if segment and image.sections:
        new = out.segment_of(elf.PT_GNU_SFRAME) or segment
        start, end = segment.offset, segment.offset + segment.filesz
        # The result may lie in the same place, or in a reserve on either side.
        if (any(data[start:min(end, max(start, new.offset))])
                or any(data[max(start, min(end, new.offset
                                           + new.filesz)):end])):
            problems.say("old bytes are left behind in PT_GNU_SFRAME")
