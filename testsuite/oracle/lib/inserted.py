# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Zeros that were inserted into the file of an image.

Whether there are any follows from the offsets of the PT_LOADs alone.  The
image with the same zeros, made here from the headers, then stands for the
image in all other comparisons.
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


def shifted(image, out, problems):
    """IMAGE with the zeros that OUT has; IMAGE itself if there are none."""
    at, size = pages(image, out, problems)
    if not size:
        return image
    data = bytearray(image.data[:at] + bytes(size) + image.data[at:])
    order = image.order
    shoff = image.shoff + (size if image.shoff >= at else 0)
    struct.pack_into(order + "Q", data, E_SHOFF, shoff)
    for old, new in zip(image.segments, out.segments):
        follows = old.offset >= at
        # An empty one may be counted to either side.
        if old.offset == at and not old.filesz:
            follows = new.offset == at + size
        struct.pack_into(order + "Q", data, image.phoff + 56 * old.idx
                         + P_OFFSET, old.offset + (size if follows else 0))
    for old, new in zip(image.sections[1:], out.sections[1:]):
        bare = old.type in (0, elf.SHT_NOBITS) or not old.size
        follows = old.offset >= at and old.type != 0
        if old.offset == at and bare:
            follows = new.offset >= at + size
        struct.pack_into(order + "Q", data, shoff + 64 * old.idx
                         + SH_OFFSET, old.offset + (size if follows else 0))
    return elf.Elf(image.path, data)
