# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Objects with both code and LTO's intermediate language, beside an image of
what LTO made of them, and beside one of their own code."""

import glob
import os

import elf
import expect
from symbol_bench import SymbolBuild, Wanted, anything

UNDECIDED = ["not found"]


class Nothing:
    """The truth about OBJECTS of whose code nothing, or what looks just like
    it, is in the image."""

    def __init__(self, objects):
        self.objects, self.found, self.gone = objects, {}, []
        self.placed = 0
        self.unsure = [f for obj in objects for f in obj.functions]

    def functions(self):
        """As expect.functions gives them."""
        return self.found, self.unsure

    def doubts(self, image):
        """None."""
        del self, image
        return []


def fat(bench, version):
    """The objects of the C program, with code and with more."""
    found = []
    for source, part in (("link-main.c", 0), ("link-part.c", 1),
                         ("link-part.c", 2), ("link-part.c", 3)):
        path = bench.compile(
            os.path.join(bench.sources, source), f"fat-{part}", "-O2",
            "-fPIC", "-flto", "-ffat-lto-objects", f"-DPART={part}",
            stem=source[:-2])
        if not path:
            return None
        found.append(bench.in_version(path, version))
    return found


def own_code(bench, linker, objects):
    """The linker takes the code, not the intermediate language."""
    build = SymbolBuild(bench, linker, "LTO objects, their own code", objects,
                        ["-pie", "-fno-lto"])
    if linker.family == "mold":
        # Told nothing, it would hand them to GCC's plug-in.
        build.flags.append("-fno-use-linker-plugin")
    image = bench.lose(build)
    if image:
        bench.place(build, "", image)


def with_lto(bench, linker, objects):
    """The image is what LTO made."""
    build = SymbolBuild(bench, linker, "LTO objects, LTO's image", objects,
                        ["-pie", "-O2", "-flto=1", "-Wa,--gsframe",
                         "-save-temps"])
    if not bench.run.wanted(build.name) or linker.name not in (
            "ld", "gold", "mold"):
        return
    # mold runs itself again, by its name in /proc.
    if linker.family == "mold" and bench.run.lacks_proc(build.name):
        return
    for file in glob.glob(build.image + ".*.o"):
        os.remove(file)
    # What LTO made is described, where the linker keeps that.
    image = bench.lose(build)
    if not image:
        return
    made = sorted(p for p in glob.glob(build.image + ".*.ltrans.o")
                  if elf.Elf(p).named(".sframe"))
    truth = Nothing(build.objects())
    bench.place(build, "", image, truth=truth,
                wanted=Wanted(refusal=UNDECIDED, counts=False))
    bench.place(build, ", partial", image, truth=truth,
                wanted=Wanted(anything, partial=True, counts=False))
    if not made:
        bench.run.result(build.name, ["LTO's own object is not kept"])
        return
    build.inputs = made
    build.parts = [(p, [p]) for p in made]
    if not bench.place(build, ", LTO's object", image):
        return
    # Both kinds: LTO's code has the rows of LTO's object.
    truth = build.truth()
    others = [expect.Object(p, len(made) + i) for i, p in enumerate(objects)]
    truth.unsure += [f for obj in others for f in obj.functions]
    for what, inputs in ((", LTO's object first", made + objects),
                         (", LTO's object last", objects + made)):
        build.inputs = inputs
        bench.place(build, what, image, truth=truth,
                    wanted=Wanted(partial=True, counts=False))


def all_cases(bench):
    """Both by every linker that does it."""
    for linker in bench.linkers:
        if not bench.run.wanted(f"symbols/{linker.name}/LTO objects"):
            continue
        objects = fat(bench, linker.merges() or "v1")
        if not objects:
            bench.run.unsupported(f"symbols/{linker.name}/LTO objects",
                                  "no LTO")
            return
        own_code(bench, linker, objects)
        with_lto(bench, linker, objects)
