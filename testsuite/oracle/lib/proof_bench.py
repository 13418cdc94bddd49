# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Small programs without a C library, of objects some of which were linked as
an assembler without --gsframe writes them; and whether what sfmerge made of
the image is right, or it said what it left out."""

import os
import re
import shutil

import disk
import ehframe
import elf
import expect
import outputs
import plt
import sframe
import verify

PROGRAM = ("-static",)
SHARED = ("-shared",)
# What is told of functions that are in the image and not described.
TOLD = re.compile(r"left out|not found|other code|differ|contradict|lack")
PLT_NAMES = (".plt", ".plt.got", ".plt.sec", ".iplt")


class Pair:
    """One source compiled twice: SFRAME has .sframe, PLAIN has not."""

    def __init__(self, sframe, plain):
        self.sframe, self.plain = sframe, plain


class ProofBench:
    """What the cases share."""

    def __init__(self, bench):
        self.bench, self.run = bench, bench.run
        self.known = {}
        self.folder = bench.run.path("proofs")
        os.makedirs(self.folder, exist_ok=True)

    def path(self, name):
        """A file of these cases."""
        return os.path.join(self.folder, name)

    def pair(self, source, part=None, *flags, version="v1", tag=""):
        """The Pair of SOURCE, with -DPART; each has a file name of its own,
        so that its symbols have."""
        key = (source, part, flags, version, tag)
        if key not in self.known:
            self.known[key] = self._make(*key)
        return self.known[key]

    def _make(self, source, part, flags, version, tag):
        stem, end = os.path.splitext(source)
        stem = self.path(f"{stem}{tag}-{part or 'main'}")
        shutil.copy(os.path.join(self.bench.sources, source), stem + end)
        whole, plain = stem + ".o", stem + "-plain.o"
        compiler = (self.bench.objects.cxx if end == ".cc"
                    else self.bench.objects.cc)
        for command in (
                [compiler, "-O2", *(flags or ("-fno-pic",)), "-Wa,--gsframe",
                 "-c", stem + end, "-o", whole]
                + ([f"-DPART={part}"] if part else []),
                ["objcopy", "-R", ".sframe", "-R", ".rela.sframe", whole,
                 plain]):
            status, text = self.run.command(command)
            if status:
                raise RuntimeError(f"{source}: {text}")
        if version != "v1" and elf.Elf(whole).named(".sframe"):
            first, whole = whole, f"{stem}-{version}.o"
            sframe.transcode(first, whole, version)
        return Pair(whole, plain)

    def link(self, linker, kind, objects, *flags):
        """The image of OBJECTS and the map, or None.  KIND: PROGRAM or
        SHARED."""
        image, the_map = self.path("image"), self.path("image.map")
        disk.remove(image)
        start = ([self.pair("proof-start.c").plain] if kind == PROGRAM
                 else [])
        # Not by the compiler, which would take longer than the linker.
        status, text = self.run.command(
            [program_of(linker), *kind, *flags, "-Map=" + the_map, "-o",
             image, *objects, *start])
        if status or not os.path.exists(image):
            print(f"note: {linker.name}: {text}")
            return None
        return image

    def finish(self, name, image, inputs, *options, names=None, must=False,
               form="link", runs=True, objects=None):
        """`sfmerge link` of IMAGE with the files INPUTS, judged by the
        symbols of the file NAMES.  MUST: all is described.  OBJECTS: those
        in INPUTS, if there are archives."""
        out = self.path("out")
        disk.remove(out)
        given = inputs if form == "link" else ()
        status, text = self.run.sfmerge(
            form, "--grow=move-phdrs", *options, "-o", out, image, *given)
        named = elf.Elf(names or image)
        if status == 0:
            problems = self.judge(named, elf.Elf(out), objects or inputs,
                                  text, must)
            if runs:
                problems += self.behaves(image, out)
            self.run.verified += 1
        else:
            problems = outputs.refused(status, text, out, ())
            if must:
                problems.append(f"exit status {status}")
        self.run.result(name, problems, text)
        return out if status == 0 else None

    def behaves(self, image, out):
        """Whether the program OUT does what IMAGE did."""
        results = []
        for path in (image, out):
            os.chmod(path, 0o755)
            results.append(self.run.command([path]))
        return [] if results[0] == results[1] and not results[0][0] else [
            f"the program gives {results[1]}, gave {results[0]}"]

    def judge(self, image, out, inputs, text, must):
        """Problems with OUT: rows that are not .eh_frame's, functions of
        INPUTS that IMAGE's symbols name and nothing describes or tells."""
        problems = verify.Problems()
        frames = verify.CallFrames(image)
        described, _ = expect.own(out)
        made = [s for s in image.sections if s.name in PLT_NAMES]
        for addr, entries in described.items():
            if any(s.addr <= addr < s.addr + s.size for s in made):
                continue
            for func, ranges in entries:
                if plt.is_stub(image, addr, func.size, ranges):
                    continue
                if not frames.starts_at(addr, func.size):
                    problems.say(f"{addr:#x}+{func.size} is no function of "
                                 ".eh_frame")
                frames.compare(addr, func.size, ranges, problems)
        lacking = {addr: name for addr, name in wanted(image, inputs).items()
                   if addr not in described}
        if lacking and (must or not TOLD.search(text)):
            problems.say("not described"
                         + ("" if must else ", nor told") + ": "
                         + ", ".join(sorted(lacking.values())))
        return problems


def program_of(linker):
    """The command that LINKER is; gcc has the option for it."""
    option = linker.flags[0]
    if option.startswith("-B"):
        return os.path.join(option[2:], "ld")
    name = option.replace("-fuse-ld=", "")
    return name if name == "mold" else "ld." + name


def wanted(image, inputs):
    """{address: name} of the functions of the objects INPUTS that are in
    IMAGE, by its symbols and .eh_frame."""
    known = {(f.addr, f.size) for f in ehframe.read(image)}
    there = {}
    for sym in image.symbols():
        if sym.is_code_name():
            there.setdefault(sym.name, []).append(sym)
    found = {}
    for obj in map(expect.Object, inputs):
        places = {(f.section, f.offset, f.size) for f in obj.functions}
        for sym in obj.symbols:
            if (not sym.is_code_name()
                    or (sym.shndx, sym.value, sym.size) not in places):
                continue
            for place in there.get(sym.name, ()):
                # A local name says nothing without its file's.
                if (sym.bind == elf.STB_LOCAL and obj.source and (
                        not place.file
                        or image.files[place.file - 1] != obj.source)):
                    continue
                if (place.value, sym.size) in known:
                    found[place.value] = sym.name
    return found
