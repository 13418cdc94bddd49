# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Zeros that were inserted into the file of an image.

Whether there are any follows from the offsets of the PT_LOADs, or of what is
not loaded.  The image with the same zeros, made here from the headers, then
stands for the image in all other comparisons.
"""

import struct

import elf

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
