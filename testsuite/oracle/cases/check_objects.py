# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`sfmerge check` on objects, and on functions whose rows begin late."""

import os

import check_classes
import disk
import elf
import objframes
import sframe
import synth_bench
from check_broken import Broken, COMPILERS, KINDS, SOURCE, VERSIONS, program
from check_classes import Checked
from elf_made import Patch

ATTRIBUTE = 5


def some(it, least):
    """A function of LEAST rows or more, and where they begin."""
    func = next(f for f, _ in it.ordinary() if len(f.rows) >= least)
    return func, it.piece.fres + func.fre_off + (
        ATTRIBUTE if it.piece.version == 3 else 0)


def late(it):
    """The first byte has no row."""
    func, at = some(it, 2)
    it.header("BHI"[func.kind], at, 1)
    return func


def rows_out(it):
    """All rows begin at the end."""
    func, at = some(it, 1)
    for start, _, words, width in func.rows:
        it.header("BHI"[func.kind], at, func.size)
        at += (1 << func.kind) + 1 + len(words) * width
    return func


def rowless(it):
    """There are no rows."""
    func, at = some(it, 1)
    it.header("H", at - ATTRIBUTE, 0)
    it.header("I", 12, it.piece.num_fres - func.num)
    return func


def same(one, two):
    """Whether two files have the same bytes."""
    return disk.read(one) == disk.read(two)


class Spoiled:
    """An image with a hole, and what the commands make of it."""

    def __init__(self, run, right, version, function):
        self.run, self.right, self.version = run, right, version
        it = Broken(right)
        self.func = function(it)
        self.missing = 1 if function is late else self.func.size
        self.path = it.patch.write(run.path("holed"))
        self.problems = []

    def made(self, name, *command):
        """What COMMAND makes of the image, and what it says."""
        out = self.run.absent(name)
        status, text = self.run.sfmerge(*command, "--json", "-o", out,
                                        self.path)
        if status:
            self.problems.append(f"{command}: status {status}: {text[:300]}")
        return out, text if not status else ""

    def lacks(self, path, size):
        """PATH has no rows for SIZE bytes of .eh_frame."""
        coverage = Checked(self.run, path).file["coverage"]
        uncovered = coverage["function_bytes"] - coverage[
            "function_bytes_covered"]
        if uncovered != size:
            self.problems.append(
                f"check: {uncovered} bytes of functions, not {size}, have no "
                f"rows")

    def measured(self):
        """The hole counts as one."""
        self.lacks(self.path, self.missing)
        for command in (("check", "--min-coverage=100", self.path),
                        ("diff", self.right, self.path)):
            status, text = self.run.sfmerge(command[0], "-q", *command[1:])
            if status != 1:
                self.problems.append(f"{command[0]}: status {status}: {text}")

    def filled(self, *command):
        """COMMAND puts what .eh_frame says in its place."""
        out, text = self.made("filled", *command, "--to=" + self.version)
        counts = synth_bench.counts_of(text) if text else {}
        if counts.get("completed") != 1 or counts.get("added") != 1:
            self.problems.append(f"{command}: {counts}")
        status, text = self.run.sfmerge("diff", self.right, out)
        if status:
            self.problems.append(f"{command}: {text[:300]}")

    def kept(self, *command):
        """COMMAND leaves the function as it is."""
        out, _ = self.made("kept", *command, "--to=" + self.version)
        self.lacks(out, self.missing)

    def again(self):
        """A second run for a strict reader changes nothing."""
        out, _ = self.made("once", "synth", "--for=kernel")
        second = self.run.path("second")
        status, text = self.run.sfmerge("synth", "-q", "--for=kernel", "-o",
                                        second, out)
        if status or not same(out, second):
            self.problems.append(f"a second run: status {status}: {text}")
        self.lacks(out, 0)


def case(run, name, right, version, function):
    """One hole."""
    spoiled = Spoiled(run, right, version, function)
    spoiled.measured()
    spoiled.filled("synth")
    spoiled.filled("repair")
    # No version has rows out of their function, so that there is nothing to
    # keep.
    if function is not rows_out:
        spoiled.kept("synth", "--keep")
    spoiled.kept("repair", "--fill=none")
    if version == "v3":
        spoiled.again()
    run.result(name, spoiled.problems)


class Object:
    """The same as Broken for an object."""

    def __init__(self, path):
        self.patch = Patch(path)
        self.section, = self.patch.image.named(".sframe")
        self.piece = sframe.Piece(self.patch.image.bytes_of(self.section), 0,
                                  False)

    def header(self, form, offset, *values):
        """Write VALUES at OFFSET of the piece."""
        self.patch.put(form, self.section.offset + offset, *values)

    def ordinary(self):
        """Functions, as Broken has them."""
        return [(f, 0) for f in self.piece.functions]


def synth(run, name, version, path):
    """What synth makes of PATH, its functions and counts; or what it says."""
    out = run.absent(name)
    status, text = run.sfmerge("synth", "--json", "--share-rows=never",
                               "--to=" + version, "-o", out, path)
    if status:
        return None, text
    return (out, {place: found[0].rows() for place, found in
                  objframes.described(elf.Elf(out)).items()}
            ), synth_bench.counts_of(text)


def replaced(run, version, function):
    """Problems with an object that has a hole."""
    source, bare = run.path("holes.c"), run.path("bare.o")
    disk.write(source, SOURCE)
    status, text = run.command(["gcc", "-O1", "-c", "-o", bare, source])
    if status:
        return [text]
    right, text = synth(run, "right.o", version, bare)
    if right is None:
        return [text]
    it = Object(right[0])
    function(it)
    out, counts = synth(run, "out.o", version,
                        it.patch.write(run.path("holed.o")))
    if out is None:
        return [counts]
    problems = [] if out[1] == right[1] else ["other rows than without it"]
    if counts.get("completed") != 1 or counts.get("added") != 1:
        problems.append(str(counts))
    return problems


def holes_cases(bench):
    """Functions of .sframe whose rows begin late, or nowhere: their bytes
    without a row count as not described, and what .eh_frame says takes their
    place."""
    run = bench.run
    for version in ("v2", "v3"):
        for function in (late, rows_out):
            told = function.__doc__.rstrip(".")
            name = f"check/holes: an object, {version}: {told}"
            if run.wanted(name):
                run.result(name, replaced(run, version, function))
    for compiler in COMPILERS:
        image = program(run, compiler, KINDS[0])
        for version in VERSIONS:
            right = run.path("whole")
            if image is None:
                run.unsupported(f"check/holes: {version}", f"no {compiler}")
                continue
            disk.remove(right)
            status, text = run.sfmerge("synth", "-q", "--share-rows=never",
                                       "--to=" + version, "-o", right, image)
            if status:
                run.result(f"check/holes: {version}", [text])
                continue
            for function in (late, rows_out) + (
                    (rowless,) if version == "v3" else ()):
                told = function.__doc__.rstrip(".")
                name = f"check/holes: {compiler} {version}: {told}"
                if run.wanted(name):
                    case(run, name, right, version, function)


SIZE_OFF = {1: 4, 2: 4, 3: 8}


class ObjectsBroken:
    """A copy of an object that is right, to be broken."""

    def __init__(self, path):
        self.patch = Patch(path)
        self.image = self.patch.image
        self.section, = self.image.named(".sframe")
        self.rela, = [s for s in self.image.sections
                      if s.type == elf.SHT_RELA
                      and s.info == self.section.idx]
        self.piece, = sframe.pieces_of(self.image.bytes_of(self.section),
                                       self.image.big)

    def reloc(self, idx, **fields):
        """Change FIELDS of relocation number IDX."""
        at = self.rela.offset + 24 * idx
        for name, value in fields.items():
            form, offset = {"offset": ("Q", 0), "info": ("Q", 8),
                            "addend": ("q", 16)}[name]
            self.patch.put(form, at + offset, value)

    def entry(self, idx):
        """Offset, type, symbol and addend of relocation number IDX."""
        return self.image.relocations(self.section)[idx]

    def size(self, idx, value):
        """Let function number IDX have the size VALUE."""
        self.patch.put("I", self.section.offset
                       + self.piece.functions[idx].field
                       + SIZE_OFF[self.piece.version], value)


def strayed(it):
    """A relocation is at no start."""
    it.reloc(1, offset=it.entry(1)[0] + 1)


def twice(it):
    """Two relocations are at one start."""
    it.reloc(1, offset=it.entry(0)[0])


def void(it):
    """A relocation says nothing."""
    it.reloc(1, info=0)


def no_code(it):
    """A relocation names data."""
    symbols = it.image.symbols()
    other = next(i for i, s in enumerate(symbols)
                 if 0 < s.shndx < 0xFF00 and not it.image.sections[
                     s.shndx].flags & elf.SHF_EXECINSTR)
    it.reloc(1, info=other << 32 | it.entry(1)[1], addend=0)


def nowhere(it):
    """A relocation names nothing."""
    it.reloc(1, info=it.entry(1)[1])


def outside(it):
    """A function reaches out of its section."""
    it.reloc(1, addend=1 << 40)


def too_far(it):
    """A function reaches into the next one."""
    symbols = it.image.symbols()
    first = min((s.value, s.size, s.shndx) for s in symbols
                if s.type == elf.STT_FUNC and s.shndx and s.size)
    follows = min(s.value for s in symbols
                  if s.type == elf.STT_FUNC and s.shndx == first[2]
                  and s.value > first[0])
    for idx, (_, _, sym, addend) in enumerate(
            it.image.relocations(it.section)):
        if (symbols[sym].shndx == first[2]
                and symbols[sym].value + addend == first[0]):
            it.size(idx, follows + 1 - first[0])


def same_place(it):
    """Two functions are at one place."""
    _, kind, sym, addend = it.entry(0)
    it.reloc(1, info=sym << 32 | kind, addend=addend)


def plain_type(it):
    """The section is SHT_PROGBITS."""
    it.patch.header(it.section, type=1)


BREAKS = (
    (strayed, {"relocation-offset": 1, "relocation-missing": 1}),
    (twice, {"relocation-offset": 1, "relocation-missing": 1}),
    (void, {"relocation-none": 1}),
    (no_code, {"relocation-target": 1}),
    (nowhere, {"relocation-target": 1}),
    (outside, {"relocation-target": 1}),
    (too_far, {"relocation-target": 1}),
    (same_place, {"relocation-target": 1}),
    (plain_type, {"section-type": 1}),
)


def broken(bench, version, path):
    """Each of BREAKS done to the object PATH."""
    run = bench.run
    before = Checked(run, path)
    run.result(f"check/object/{version}: nothing is wrong before",
               before.problems + sorted(before.names("warning", "error")))
    for function, wanted in BREAKS:
        name = (f"check/object/{version}: "
                + function.__doc__.splitlines()[0].rstrip("."))
        if not run.wanted(name):
            continue
        if function is plain_type and version in ("v1", "v2"):
            # By their assemblers, too.
            wanted = {}
        it = ObjectsBroken(path)
        function(it)
        checked = Checked(run, it.patch.write(run.path("broken.o")))
        seen = dict(checked.count - before.count)
        run.result(name, checked.problems + (
            [f"{seen}, not {wanted}"] if seen != wanted else []),
            "" if seen == wanted else checked.text)


def relinked(bench, version):
    """What linkers make with -r."""
    run = bench.run
    for linker in bench.linkers:
        name = f"check/object/{version}: {linker.name} -r"
        inputs = bench.objects.program(version, "pic")
        if not run.wanted(name) or None in inputs:
            continue
        out = run.absent("relinked.o")
        status, _ = run.command([bench.objects.cc, *linker.flags, "-r",
                                 "-nostdlib", "-o", out, *inputs])
        if status or not os.path.exists(out):
            continue
        checked = Checked(run, out)
        run.result(name, checked.problems or check_classes.differ(
            checked.classes(), classes_of(elf.Elf(out))))


def classes_of(image):
    """The classes of damage in the object IMAGE, counted as check does."""
    count = dict.fromkeys(("C-CONCAT", "C-PAD", "C-TAIL", "R-STRAY",
                           "R-NORELOC", "N-EMPTY", "C-MULTISEC"), 0)
    sections = image.named(".sframe")
    if sections and not any(s.size for s in sections):
        count["N-EMPTY"] = len(sections)
    for section in sections:
        if not section.size:
            continue
        pieces = sframe.pieces_of(image.bytes_of(section), image.big)
        end = 0
        for piece in pieces:
            count["C-PAD"] += piece.offset > end
            end = piece.end
        left = section.size - end
        if len(pieces) > 1:
            count["C-CONCAT"] += len(pieces)
        if len(pieces) > 1 and 0 < left < 8:
            count["C-PAD"] += 1
        else:
            count["C-TAIL"] += left
        fields = {f.field for p in pieces for f in p.functions}
        relocs = [r[0] for r in image.relocations(section) if r[1]]
        count["R-STRAY"] += sum(r not in fields for r in relocs)
        count["R-NORELOC"] += len(fields - set(relocs))
    return {k: v for k, v in count.items() if v}


def objects_cases(bench):
    """`sfmerge check` on objects: nothing is wrong with an assembler's, and
    one thing wrong is found."""
    for version in ("v1", "v2", "v2-pcrel", "v3"):
        path = bench.objects.get("link-main.c", version, "pic")
        if path:
            broken(bench, version, path)
            relinked(bench, version)
