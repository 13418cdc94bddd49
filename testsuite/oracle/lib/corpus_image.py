# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A linked image of the corpus and its inputs."""

import os

import elf
import expect
import sframe
import verify


def _sections(objects, placed):
    """(object, section, address or None for discarded), in link order; and
    whether every code section's fate is known."""
    rows, certain = [], True
    for obj in objects:
        known = {s.shndx for s in obj.symbols if s.is_code_name()}
        for section in obj.elf.sections:
            if not section.flags & elf.SHF_EXECINSTR or not section.size:
                continue
            addr = placed.get((obj, section.idx))
            if addr is None and section.idx not in known:
                certain = False
            rows.append((obj, section, addr))
    return rows, certain


def _gnu_line(name, addr, size, path):
    first = f" {name}"
    if len(first) < 16:
        first = f"{first:<16}"
    else:
        first += "\n" + " " * 16
    return f"{first}0x{addr:016x} {size:#10x} {path}"


def gnu(rows, objects):
    """GNU ld's map."""
    out = ["", "Discarded input sections", ""]
    out += [_gnu_line(s.name, 0, s.size, o.path)
            for o, s, a in rows if a is None]
    out += ["", "Memory Configuration", "",
            "Name             Origin             Length             "
            "Attributes",
            "*default*        0x0000000000000000 0xffffffffffffffff", "",
            "Linker script and memory map", ""]
    out += [f"LOAD {o.path}" for o in objects]
    live = sorted((r for r in rows if r[2] is not None), key=lambda r: r[2])
    low = live[0][2] if live else 0
    high = live[-1][2] + live[-1][1].size if live else 0
    out += ["", f".text           0x{low:016x} {high - low:#10x}",
            " *(.text.unlikely .text.*_unlikely .text.unlikely.*)"]
    at = low
    for obj, section, addr in live:
        if addr > at:
            out.append(f" *fill*         0x{at:016x} {addr - at:#10x} ")
        out.append(_gnu_line(section.name, addr, section.size, obj.path))
        at = addr + section.size
    out += ["OUTPUT(a.out elf64)", ""]
    return "\n".join(out) + "\n"


def lld(rows, objects):
    """lld's map."""
    del objects
    out = ["             VMA              LMA     Size Align Out     In"
           "      Symbol"]
    live = sorted((r for r in rows if r[2] is not None), key=lambda r: r[2])
    if live:
        low, high = live[0][2], live[-1][2] + live[-1][1].size
        out.append(f"{low:16x} {low:16x} {high - low:8x}    16 .text")
    for obj, section, addr in live:
        out.append(f"{addr:16x} {addr:16x} {section.size:8x} "
                   f"{max(section.align, 1):5}         "
                   f"{obj.path}:({section.name})")
    return "\n".join(out) + "\n"


def mold(rows, objects):
    """mold's map."""
    del objects
    out = ["               VMA       Size Align Out     In      Symbol",
           "                 0         64     8 EHDR"]
    live = sorted((r for r in rows if r[2] is not None), key=lambda r: r[2])
    if live:
        low, high = live[0][2], live[-1][2] + live[-1][1].size
        out.append(f"{low:#18x} {high - low:10}    16 .text")
    for obj, section, addr in live:
        out.append(f"{addr:#18x} {section.size:10} "
                   f"{max(section.align, 1):5}         "
                   f"{obj.path}:({section.name})")
        out.append(f"{addr:#18x}          0     0                 a_name")
    return "\n".join(out) + "\n"


KINDS = (gnu, lld, mold)


def fabricate(objects, placed, kind):
    """The text of the map of KIND of OBJECTS, with bases PLACED; None if the
    fate of some section is not known."""
    rows, certain = _sections(objects, placed)
    return kind(rows, objects) if certain else None


# Images whose inputs the manifest does not name.
OTHER_INPUTS = (
    ("v1-lld23-xr_bfd240_pie", "objects/v1/pie", "main a b c"),
    ("v2-gold244-xr_bfd244_pie", "objects/v2/pie", "main a b c"),
    ("v2-mold237-xr_bfd244_pie", "objects/v2/pie", "main a b c"),
    ("v2e1-lld23-pie-patchelf", "objects/v2e1/pie", "main a b c"),
    ("v3-lld23-pie-patchelf", "objects/v3/pie", "main a b c"),
    ("aarch64-v244-all", "arch/aarch64-v244-all", "f1 f2"),
    ("s390x-v247-all", "arch/s390x-v247-all", "f1 f2"),
)


class Case:
    """One image, its inputs, and what the oracle expects of it."""

    def __init__(self, corpus, line, number):
        self.corpus, self.number = corpus, number
        self.file = line["file"]
        self.name = "corpus/" + self.file.replace("images/", "")
        self.path = os.path.join(corpus, self.file)
        with_inputs = line.get("with_inputs") or {}
        self.state = with_inputs.get("state")
        names = with_inputs.get("inputs") or []
        for key, folder, stems in OTHER_INPUTS:
            if f"/{key}/" in self.file:
                names = [f"{folder}/{stem}.o" for stem in stems.split()]
        self.inputs = [os.path.join(corpus, n) for n in names]
        need = line.get("need") or {}
        self.need, self.room = need.get("need_v3", 0), need.get("room", 0)
        self.need_v2 = need.get("need_v2", 0)
        self.image = elf.Elf(self.path)
        self.objects = [expect.Object(p, i)
                        for i, p in enumerate(self.inputs)]
        self.sibling = None
        for variant in ("-strip/", "-noshdr/"):
            if variant in self.file:
                self.sibling = elf.Elf(self.path.replace(variant, "-pie/"))
        self.named = self.sibling or self.image
        self.expected, self.unsure = expect.functions(self.named,
                                                      self.objects)
        self.mine, self.taken = expect.own(self.image)
        self.method = None
        self.missing = [a for a in self.expected if a not in self.mine]

    def note(self, method):
        """How the first link got its PT_GNU_SFRAME."""
        self.method = self.method or method

    def needs(self):
        """Bytes of a V3 and of a V2 section with all that is known."""
        if not self.missing:
            return self.need, self.need_v2
        # The manifest counts what it found in the section, damaged or not.
        frames = verify.CallFrames(self.named)
        own = [found[0][0] for addr, found in self.mine.items()
               if addr not in self.expected
               and (frames.in_plt(addr)
                    or frames.starts_at(addr, found[0][0].size))]
        all_of = own + [funcs[0] for funcs in self.expected.values()]
        return (28 + sum(21 + f.row_size for f in all_of),
                28 + sum(20 + f.row_size for f in all_of if not f.flex))

    def options(self, **more):
        """verify's options for this image."""
        return verify.Options(symbols=self.sibling, **more)

    def check(self, out, **more):
        """Problems of the file OUT."""
        try:
            return verify.verify(self.image, elf.Elf(out), self.objects,
                                 self.options(**more))
        except (sframe.Broken, ValueError, OSError) as error:
            return [str(error)], 0
