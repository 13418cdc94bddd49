# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Call frame information that is hidden first, and then judges rows that
follow from instructions."""

import disk
import elf
import row_images


def popped(mine, theirs):
    """Whether FP is MINE, where THEIRS, a table, says that it is in memory
    below SP: compilers say so after the pop, as the bytes are still there."""
    cfa, fp = theirs[0], theirs[2]
    return (mine[2] == ("same",) and cfa[0] == "v" and cfa[1] in (7, 31)
            and fp[0] == "m" and fp[2] < -cfa[2])


def twice(mine, theirs, which, fde):
    """Whether the register WHICH of MINE is in memory where THEIRS has it back
    already: it is in both, if that is the slot that the table FDE names."""
    return theirs[which] == ("same",) and any(
        mine[which] == other[which] for _, _, other in fde.ranges
        if other[0] != "problem")


class Tables(row_images.Truth):
    """The call frame information of an image, which may have the CFA relative
    to SP where the rows that it judges have it relative to FP."""

    def _against(self, addr, ranges, fde):
        wrong = []
        for start, end, mine in ranges:
            for low, high, theirs in fde.ranges:
                low = max(addr + start, fde.addr + low)
                high = min(addr + end, fde.addr + high)
                if (low < high and theirs[0] != "problem"
                        and theirs[1] != ("undef",)
                        and (((mine[1], mine[3]) != (theirs[1], theirs[3])
                              and not twice(mine, theirs, 1, fde))
                             or (mine[2] != theirs[2]
                                 and not popped(mine, theirs)
                                 and not twice(mine, theirs, 2, fde))
                             or (mine[0] != theirs[0]
                                 and mine[0][:2] == theirs[0][:2]))):
                    wrong.append((low, high, mine, theirs))
        return (row_images.WRONG if wrong else row_images.SAME), wrong


def hidden(image, path):
    """Write IMAGE without call frame information to PATH."""
    data = bytearray(disk.read(image))
    for section in elf.Elf(image).named(".eh_frame"):
        data[section.offset:section.offset + section.size] = bytes(
            section.size)
    disk.write(path, bytes(data))
