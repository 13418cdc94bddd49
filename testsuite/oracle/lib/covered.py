# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Functions that end in a call, by objdump, and whether .sframe describes the
byte after them."""

import re

import ehframe
import expect

CALLS = {62: r"(notrack |bnd )*call", 183: r"blr?(aaz?|abz?)?$",
         22: r"(bras|brasl|basr|bas|jas|jasl)$"}
PADDING = {62: r"((data16|cs|rex\S*) )*(nop[wl]?|xchg +%ax,%ax|int3)\b",
           183: r"(nop|udf\s+#0|brk\s+#0x3e8)\b",
           22: r"(nop|nopr|jgnop|jnop|bcr\s+0,|bc\s+0,|\.long\s+0x0+$)"}
OBJDUMP = {62: "objdump", 183: "aarch64-linux-gnu-objdump",
           22: "s390x-linux-gnu-objdump"}


class Tails:
    """The functions of the image ELF that .eh_frame and .sframe have: SIZES by
    address in .eh_frame, DESCRIBED ones in .sframe; and those that end in a
    CALL, of which some can be FIXED."""

    def __init__(self, run, image):
        self.image = image
        self.sizes = {}
        for func in ehframe.read(image):
            self.sizes[func.addr] = max(func.size,
                                        self.sizes.get(func.addr, 0))
        self.described = {
            addr: pairs[0][0].size for addr, pairs in
            expect.own(image)[0].items()
            if not (pairs[0][0].mask or self._section(addr, ".plt"))}
        status, text = run.command([OBJDUMP[image.machine], "-d", "-w", "-z",
                                    "--no-show-raw-insn", image.path])
        self.readable = status == 0
        self.text = {}
        for line in text.splitlines():
            found = re.match(r"\s*([0-9a-f]+):\s+(\S.*)", line)
            if found:
                self.text[int(found[1], 16)] = found[2].strip()
        self.order = sorted(self.text)
        self.starts = sorted(set(self.sizes) | {
            s.value for s in image.symbols()
            if s.is_code_name() and not s.name.startswith((".L", "$"))
            and image.sections[s.shndx].flags & 4})
        self.call = {a for a in self.described if self._ends_in_call(a)}
        self.fixed = {a for a in self.call if self._padded(a)}

    def _section(self, addr, name=""):
        """The section of code that has ADDR, if its name begins with NAME."""
        return next((s for s in self.image.sections if s.flags & 4
                     and s.addr <= addr < s.addr + s.size
                     and s.name.startswith(name)), None)

    def _within(self, low, high):
        """The instructions from LOW up to HIGH."""
        return [self.text[a] for a in self.order if low <= a < high]

    def _ends_in_call(self, addr):
        inside = self._within(addr, addr + self.sizes.get(addr, 0))
        return bool(inside) and bool(re.match(
            CALLS[self.image.machine], inside[-1].split()[0]
            if self.image.machine != 62 else inside[-1]))

    def _padded(self, addr):
        end = addr + self.sizes[addr]
        section = self._section(addr)
        if section is None:
            return False
        upto = min([s for s in self.starts if s >= end]
                   + [section.addr + section.size])
        if upto <= end or end not in self.text:
            return False
        for at in (a for a in self.order if end <= a < upto):
            if not any(self.image.read(at, upto - at)):
                break
            if not re.match(PADDING[self.image.machine], self.text[at]):
                return False
        return True

    def problems(self, wanted):
        """What is wrong if a byte more is WANTED, or not, where it can be."""
        found = [] if self.readable and self.call else ["nothing to see"]
        for addr, size in self.described.items():
            if addr not in self.sizes:
                continue
            more = size - self.sizes[addr]
            right = int(wanted and addr in self.fixed)
            if more != right:
                found.append(f"the function at {addr:#x} has {more} bytes "
                             f"more than its FDE, not {right}")
        return found


def take_back(image, piece):
    """Make the functions of PIECE in IMAGE one byte shorter that are one byte
    longer than their FDE, if nothing else is there."""
    sizes, others = {}, set()
    for func in ehframe.read(image):
        sizes.setdefault(func.addr, set()).add(func.size)
        others.add(func.addr)
    others |= {s.value for s in image.symbols() if s.is_code_name()}
    for func in piece.functions:
        end = func.addr + func.size - 1
        if (not func.mask and func.size not in sizes.get(func.addr, ())
                and func.size - 1 in sizes.get(func.addr, ())
                and end not in others):
            func.size -= 1
