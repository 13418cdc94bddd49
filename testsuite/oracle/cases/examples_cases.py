#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The examples: stack walkers on programs that `sfmerge link` has finished,
compared with the C++ unwinder and with the symbols of the program; a linker,
whose output is compared with its inputs; and the code that the manual's
chapter on the library has."""

import os
import re
import sys

import disk
import elf
import examples_profile
import examples_walks
import link_bench
import manual
import sframe
import toolchain
from toolchain import VERSIONS

SOURCES = ("linked-one.cc", "linked-two.cc", "linked-three.c")
# Groups of linked-two.cc that linked-one.cc has too.
COPIES = 2


class Output:
    """What the example has printed."""

    def __init__(self, text):
        self.text = text
        self.sections = {}  # (path, name) to the address
        for addr, path, name in re.findall(
                r"^section 0x(\w+) 0x\w+ (\S+) (\S+)$", text, re.M):
            self.sections[path, name] = int(addr, 16)
        self.dropped = re.findall(r"^dropped (\S+) \S+$", text, re.M)
        self.functions = [
            (int(addr, 16), int(size), int(rows)) for addr, size, rows in
            re.findall(r"^function 0x(\w+) (\d+) (\d+)$", text, re.M)]
        self.sframe = [int(word, 0) for word in re.search(
            r"^sframe (\w+) (\d+) (\d+)$", text, re.M).groups()]


def expected(paths, output):
    """Address to size, traits and rules of each function of the objects, the
    first of the COMDAT groups of one name."""
    owner, found = {}, {}
    for path in paths:
        obj = elf.Elf(path)
        groups, symbols = obj.groups(), obj.symbols()
        for name in groups.values():
            owner.setdefault(name, path)
        for section in obj.named(".sframe"):
            relocs = {offset: (symbols[number], addend) for
                      offset, _, number, addend in obj.relocations(section)}
            for piece in sframe.pieces_of(obj.bytes_of(section), obj.big):
                for func in piece.functions:
                    symbol, addend = relocs[func.field]
                    if owner.get(groups.get(symbol.shndx), path) != path:
                        continue
                    place = path, obj.sections[symbol.shndx].name
                    addr = output.sections[place] + symbol.value + addend
                    found[addr] = (func.size, func.traits(),
                                   piece.ranges(func))
    return found


def decoded(image, output):
    """The same of IMAGE's section, and its functions as the example prints
    them."""
    section = image.named(".sframe")[0]
    piece, = sframe.pieces_of(image.bytes_of(section), image.big)
    sframe.resolve(piece, section.addr, True)
    found = {func.addr: (func.size, func.traits(), piece.ranges(func))
             for func in piece.functions}
    problems = []
    if output.functions != [(func.addr, func.size, len(func.rows))
                            for func in piece.functions]:
        problems.append("other functions are printed")
    if output.sframe != [section.addr, section.size, piece.end]:
        problems.append(f"the section is not at {output.sframe}")
    # No function is lost, so that the bound has no byte too many.
    if section.size != piece.end:
        problems.append(f"{section.size} bytes for {piece.end}")
    return found, problems


def code_differs(paths, image, output):
    """The sections whose code is not in IMAGE where it is said to be."""
    wrong = []
    for path in paths:
        obj = elf.Elf(path)
        for section in obj.sections:
            addr = output.sections.get((path, section.name))
            if addr is not None and section.size and image.read(
                    addr, section.size) != obj.bytes_of(section):
                wrong.append(f"the code of {section.name} of {path}")
    return wrong


def linked(bench, programs, name, paths):
    """One link of PATHS."""
    image = bench.run.path("linked-image")
    status, said = bench.run.command(
        [os.path.join(programs, "linker"), image, *paths])
    if status:
        bench.run.result(name, [f"status {status}"], said)
        return
    output = Output(said)
    made = elf.Elf(image)
    found, problems = decoded(made, output)
    if found != expected(paths, output):
        problems.append("functions or rules differ from those of the objects")
    problems += code_differs(paths, made, output)
    if output.dropped != [paths[1]] * COPIES:
        problems.append(f"dropped were groups of {output.dropped}")
    status, text = bench.run.sfmerge("dump", image)
    if (status or [int(start, 16) for start in
                   re.findall(r" start 0x(\w+) ", text)] != sorted(found)):
        problems.append(f"sfmerge dump: status {status}, other functions")
    status, text = bench.run.sfmerge("check", "--for=kernel", image)
    if status or "valid" not in text:
        problems.append(f"sfmerge check: status {status}, {text}")
    bench.run.result(name, problems, said)


def refused(bench, programs, name, args, reason):
    """A link of ARGS that must fail, for REASON."""
    image = bench.run.path("refused-image")
    status, said = bench.run.command(
        [os.path.join(programs, "linker"), image, *args])
    bench.run.result(name, [] if status == 1 and reason in said
                     and not os.path.exists(image) else
                     [f"status {status}, not 1 and {reason}"], said)


def refusals(bench, programs, objects):
    """What is no input."""
    text, cut, spoiled = (bench.run.path(name) for name in (
        "text", "cut.o", "spoiled.o"))
    disk.write(text, "no object\n")
    data = elf.Elf(objects[0]).data
    disk.write(cut, data[:len(data) // 2])
    section = elf.Elf(objects[0]).named(".sframe")[0]
    disk.write(spoiled, data[:section.offset] + b"\0\1\2\3"
                        + data[section.offset + 4:])
    none = "not an object file of this machine"
    for name, args, reason in (
            ("a text", [objects[0], text], none),
            ("half an object", [cut], none),
            ("a damaged table", [objects[2], spoiled], "magic"),
            ("a missing file", [bench.run.path("missing.o")], none),
            ("no object", [], "usage: linker OUTPUT OBJECT...")):
        refused(bench, programs, f"examples/linker: {name}", args, reason)


def linker_cases(bench, programs):
    """linker.c: what it merges is compared with the objects, as this suite
    decodes them and the image."""
    mixtures = [(version,) * 3 for version in VERSIONS]
    mixtures += [("v1", "v2", "v3"), ("v3", "v1", "v2-pcrel")]
    for versions in mixtures:
        for kind in ("pic", "gc"):
            name = f"examples/linker: {kind}, {' '.join(versions)}"
            if not bench.run.wanted(name):
                continue
            paths = [bench.objects.get(source, version, kind)
                     for source, version in zip(SOURCES, versions)]
            if None in paths:
                bench.run.result(name, ["an object is not made"])
                continue
            linked(bench, programs, name, paths)
    objects = [bench.objects.get(source, "v3", "pic") for source in SOURCES]
    if None not in objects:
        refusals(bench, programs, objects)


WARNINGS = ["-Wall", "-Wextra", "-Werror"]
OPTIONS = """#include <sfmerge.h>

struct sfm_options options = SFM_OPTIONS_INIT;
struct sfm_builder_options builder_options
    = SFM_BUILDER_OPTIONS_INIT (SFM_ABI_AMD64_ENDIAN_LITTLE);
"""


class Chapter:
    """The code of the chapter, in a directory of its own."""

    def __init__(self, bench, top):
        self.bench, self.run = bench, bench.run
        self.top = top
        self.folder = bench.run.path("manual")
        self.include = ["-I", os.path.join(top, "include")]
        os.makedirs(self.folder)
        self.code = manual.examples(
            os.path.join(top, "doc", "manual", "library.texi"), "code")
        for name, body in self.code.items():
            self.write(name, body)

    def write(self, name, text):
        """Write the file NAME."""
        disk.write(os.path.join(self.folder, name), text)

    def compile(self, *arguments, driver=None):
        """Run the compiler in the directory; what it says, or None."""
        status, said = self.run.command(
            [driver or self.bench.objects.cc, *arguments], self.folder)
        return said or "it fails" if status else None

    def program(self, *arguments, want):
        """Make a program of ARGUMENTS and run it; what is wrong."""
        said = self.compile("-o", "program", *self.include, *arguments)
        if said:
            return [said]
        got = self.run.command([os.path.join(self.folder, "program")],
                               self.folder)
        return [] if got == (0, want) else [f"{got}, not {want!r}"]


def version(chapter):
    """What the library's sfm_version returns."""
    numbers = {}
    with open(os.path.join(chapter.top, "include", "sfmerge", "base.h"),
              encoding="utf-8") as file:
        for line in file:
            if line.startswith("#define SFM_VERSION_"):
                _, name, value = line.split()
                numbers[name[12:]] = value
    return ".".join(numbers[n] for n in ("MAJOR", "MINOR", "PATCH"))


def compiled(chapter):
    """Each piece of code compiles alone, without a warning."""
    for name in chapter.code:
        if not name.endswith(".c"):
            continue
        said = chapter.compile("-std=c11", *WARNINGS, *chapter.include, "-c",
                               "-o", "alone.o", name)
        chapter.run.result(f"examples/manual: {name} compiles",
                           [said] if said else [])
    chapter.write("options.cc", OPTIONS)
    said = chapter.compile("-std=c++17", "-pedantic", *WARNINGS,
                           *chapter.include, "-c", "-o", "alone.o",
                           "options.cc", driver=chapter.bench.objects.cxx)
    chapter.run.result("examples/manual: the header compiles as C++17",
                       [said] if said else [])


def embed(chapter):
    """Compile the engine in one file; what goes wrong, or None."""
    script = os.path.join(chapter.top, "build-aux", "amalgamate")
    status, said = chapter.run.command(["python3", script, chapter.top, "one"],
                                       chapter.folder)
    said = said if status else chapter.compile(
        "-std=c11", "-pedantic", *WARNINGS, "-O2", "-c", "-o", "engine.o",
        "one/sfmerge.c")
    if said:
        return said
    status, said = chapter.run.command(
        ["nm", "-g", "--defined-only", "-P", "engine.o"], chapter.folder)
    other = [line for line in said.split("\n")
             if line and not line.startswith("sfm_")]
    return f"other names: {other}" if other or status else None


def embedded(chapter, want):
    """Programs in C and in C++ contain the engine."""
    said = embed(chapter)
    chapter.include = ["-I", "one"]
    chapter.run.result(
        "examples/manual: the engine in one file is part of a program in C",
        [said] if said else chapter.program("version.c", "engine.o",
                                            want=want))
    example = os.path.join(chapter.top, "examples", "embed.cc")
    said = said or chapter.compile(
        "-std=c++17", "-pedantic", *WARNINGS, *chapter.include, "-o", "embed",
        example, "engine.o", driver=chapter.bench.objects.cxx)
    status, told = (1, said) if said else chapter.run.command(
        [os.path.join(chapter.folder, "embed")], chapter.folder)
    good = status == 0 and told.endswith(": all rules are found\n")
    chapter.run.result(
        "examples/manual: the engine in one file is part of one in C++17",
        [] if good else [told])


def manual_cases(bench, top):
    """The code of the manual's chapter on the library, and the engine embedded
    as that chapter says."""
    chapter = Chapter(bench, top)
    source = os.path.abspath(
        os.path.join(top, "testsuite", "sfmerge.examples", "src"))
    library = os.path.abspath(bench.library)
    want = f"libsfmerge {version(chapter)}\n"

    compiled(chapter)
    bench.run.result("examples/manual: version.c runs",
                     chapter.program("version.c", library, want=want))
    bench.run.result(
        "examples/manual: what is described is found",
        chapter.program("-g", "-I", ".",
                        os.path.join(source, "manual-main.c"),
                        "table-begin.c", "table-end.c", library,
                        want="all is well\n"))
    embedded(chapter, want)


def main():
    """The command."""
    args = toolchain.parser("--programs", "--top").parse_args()
    bench = link_bench.Bench(args)
    if not bench.library:
        bench.run.unsupported("examples", "no libsfmerge without sanitizers")
        return bench.run.end()
    manual_cases(bench, args.top)
    if not bench.objects.usable("crash.c"):
        bench.run.unsupported("examples", "no compiler that writes .sframe")
    else:
        examples_walks.all_cases(bench, args.programs)
        examples_profile.cases(bench, args.programs)
        linker_cases(bench, args.programs)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
