# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A linked image of the corpus and its inputs."""

import os

import elf
import expect
import sframe
import verify

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
