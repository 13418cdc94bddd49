# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The code of the manual's chapter on the library, and the engine embedded as
that chapter says."""

import glob
import os

import disk
import manual

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
    with open(os.path.join(chapter.top, "include", "sfmerge.h"),
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
    """Compile the engine as the chapter says; what goes wrong, or None."""
    merger = os.path.join(chapter.top, "merger")
    files = [file for pattern in ("*.c", "*/*.c")
             for file in glob.glob(os.path.join(merger, pattern))]
    chapter.write("config.h", "")
    paths = [word for room in ("", "build", "cfi", "find")
             for word in ("-I", os.path.join(merger, room))]
    said = chapter.compile("-std=c11", "-c", "-I", ".", *chapter.include,
                           *paths, *files)
    if said:
        return said
    objects = [os.path.basename(file)[:-2] + ".o" for file in files]
    for command in (["ld", "-r", "-o", "engine.o", *objects],
                    ["objcopy", "-w", "-G", "sfm_*", "engine.o"]):
        status, said = chapter.run.command(command, chapter.folder)
        if status:
            return said
    status, said = chapter.run.command(
        ["nm", "-g", "--defined-only", "-P", "engine.o"], chapter.folder)
    other = [line for line in said.split("\n")
             if line and not line.startswith("sfm_")]
    return f"other names: {other}" if other or status else None


def all_cases(bench, top):
    """The code of the manual of the sources TOP."""
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
    said = embed(chapter)
    problems = [said] if said else chapter.program("version.c", "engine.o",
                                                   want=want)
    bench.run.result("examples/manual: the engine can be embedded", problems)
