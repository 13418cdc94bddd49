# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Functions of .sframe whose rows begin late, or nowhere: their bytes without a
row count as not described, and what .eh_frame says takes their place."""

import disk
import elf
import objframes
import sframe
import synth_bench
from check_broken import Broken, COMPILERS, KINDS, SOURCE, VERSIONS, program
from check_classes import Checked
from image_patch import Patch

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
        out = self.run.path(name)
        disk.remove(out)
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
    out = run.path(name)
    disk.remove(out)
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


def cases(bench):
    """All of them."""
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
