#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The tables of the manual's chapter on build systems: each cell is a build.

A cell that says that a way works is a build whose program and library are
merged; one that says it does not is a build in which at least one is not."""

import os
import re
import shutil
import sys

import disk
import link_bench
import toolchain

MAIN = """#include <stdio.h>
int part (int n);
int main (void) { printf ("%d\\n", part (20)); return 0; }
"""
PART = """int part (int n)
{
  return n < 2 ? n : part (n - 1) + part (n - 2);
}
"""
MAKEFILE = """.RECIPEPREFIX = >
prog: main.o libpart.so
> $(LINK) $(LDFLAGS) -o $@ $^ -Wl,-rpath,$(CURDIR)
libpart.so: part.o
> $(LINK) -shared $(LDFLAGS) -o $@ $^
"""
# The library is linked by ld itself.
MAKEFILE_LD = """.RECIPEPREFIX = >
prog: main.o libpart.so
> $(CC) -o $@ $^ -Wl,-rpath,$(CURDIR)
libpart.so: part.o
> $(LD) -shared -o $@ $^
"""
CONFIGURE = """AC_INIT([prog], [1])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AM_PROG_AR
LT_INIT([disable-static])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
"""
AUTOMAKE = """bin_PROGRAMS = prog
prog_SOURCES = main.c
prog_LDADD = libpart.la
lib_LTLIBRARIES = libpart.la
libpart_la_SOURCES = part.c
"""
CMAKE = """cmake_minimum_required (VERSION 3.18)
project (prog C)
add_library (part SHARED part.c)
add_executable (prog main.c)
target_link_libraries (prog part)
"""
MESON = """project('prog', 'c', default_options: ['buildtype=release'])
part = shared_library('part', 'part.c')
executable('prog', 'main.c', link_with: part)
"""
NINJA = """rule compile
  command = $cc $cflags -c -o $out $in
rule link
  command = $cc $ldflags -o $out $in $more -Wl,-Map=$out.map $listing
  depfile = $depends
build main.o: compile main.c
build part.o: compile part.c
build libpart.so: link part.o
  more = -shared
  listing = $list
  depends = $libdepends
build prog: link main.o libpart.so
  more = -Wl,-rpath,.
"""
CFLAGS = "-O2 -fPIC -Wa,--gsframe"


class Project:
    """One build: FLAGS for the linker, and PREFIX before each command."""

    def __init__(self, run, folder, compiler, flags, prefix):
        self.run, self.folder, self.compiler = run, folder, compiler
        self.flags, self.prefix = " ".join(flags), prefix
        self.said = ""
        disk.fresh(folder)
        self.write("main.c", MAIN)
        self.write("part.c", PART)

    def write(self, name, text):
        """A file of the project."""
        disk.write(os.path.join(self.folder, name), text)

    def do(self, *args):
        """Run ARGS there; true if that fails."""
        status, text = self.run.command([*self.prefix, *args], self.folder)
        self.said += text
        return status != 0


def with_make(p):
    """A makefile.  Clang before 22 makes no .sframe, but links it."""
    p.write("Makefile", MAKEFILE)
    p.do("make", "CC=gcc", "LINK=" + p.compiler, "CFLAGS=" + CFLAGS,
         "LDFLAGS=" + p.flags)
    return "prog", "libpart.so", ["main.o"], ["part.o"]


def with_ld(p):
    """A makefile that calls ld."""
    p.write("Makefile", MAKEFILE_LD)
    p.do("make", "CC=" + p.compiler, "CFLAGS=" + CFLAGS)
    return "prog", "libpart.so", ["main.o"], ["part.o"]


def with_libtool(p):
    """Autoconf, Automake and libtool."""
    p.write("configure.ac", CONFIGURE)
    p.write("Makefile.am", AUTOMAKE)
    # What it makes is the same for all.
    ready = p.run.path("libtool-ready")
    if not os.path.exists(ready):
        if p.do("autoreconf", "-fi"):
            return None
        shutil.copytree(p.folder, ready)
    shutil.copytree(ready, p.folder, dirs_exist_ok=True)
    if not p.do("./configure", "CC=" + p.compiler, "CFLAGS=" + CFLAGS,
                "LDFLAGS=" + p.flags):
        p.do("make")
    return (".libs/prog", ".libs/libpart.so", ["main.o"], [".libs/part.o"])


def cmake(p, generator):
    """CMake, which builds by GENERATOR."""
    p.write("CMakeLists.txt", CMAKE)
    if not p.do("cmake", "-S", ".", "-B", "out", "-G", generator,
                "-DCMAKE_C_COMPILER=" + p.compiler,
                "-DCMAKE_C_FLAGS=" + CFLAGS,
                "-DCMAKE_EXE_LINKER_FLAGS=" + p.flags,
                "-DCMAKE_SHARED_LINKER_FLAGS=" + p.flags):
        p.do("cmake", "--build", "out")
    return ("out/prog", "out/libpart.so",
            ["out/CMakeFiles/prog.dir/main.c.o"],
            ["out/CMakeFiles/part.dir/part.c.o"])


def with_meson(p):
    """Meson, which asks the linker for its name and builds by Ninja."""
    p.write("meson.build", MESON)
    if not p.do("env", "CC=" + p.compiler, "meson", "setup", "out",
                "-Dc_args=" + CFLAGS, "-Dc_link_args=" + p.flags):
        p.do("ninja", "-v", "-C", "out")
    return ("out/prog", "out/libpart.so", ["out/prog.p/main.c.o"],
            ["out/libpart.so.p/part.c.o"])


def with_ninja(p, listing=False):
    """Ninja; the library's link writes a list of dependencies if LISTING."""
    p.write("build.ninja",
            f"cc = {p.compiler}\ncflags = {CFLAGS}\nldflags = {p.flags}\n"
            + ("list = -Wl,--dependency-file=libpart.so.d\n"
               "libdepends = libpart.so.d\n" if listing else "")
            + NINJA)
    p.do("ninja", "-v")
    return "prog", "libpart.so", ["main.o"], ["part.o"]


# As the manual's table calls them: the programs they want, and how to build.
SYSTEMS = {
    "Make": (("make",), with_make),
    "Make, @command{ld} by name": (("make",), with_ld),
    "Automake and libtool": (("make", "autoreconf", "automake",
                              "libtoolize"), with_libtool),
    "CMake and Make": (("cmake", "make"),
                       lambda p: cmake(p, "Unix Makefiles")),
    "CMake and Ninja": (("cmake", "ninja"), lambda p: cmake(p, "Ninja")),
    "Meson": (("meson", "ninja"), with_meson),
    "Ninja": (("ninja",), with_ninja),
}


# Ways in which the linker gets the objects as they are.
ALONE = ("plugin", "@command{link}")
FAMILIES = {"gnu": "GNU ld", "gold": "gold", "lld": "lld", "mold": "mold"}


def table(path, name):
    """The table after "@c table: NAME" in the manual: rows of cells by the
    heads of their columns."""
    text = disk.text(path).split(f"@c table: {name}\n")[1]
    text = text[:text.index("@end multitable")]
    rows = [re.split(r"\s*@tab\s*", row.strip()) for row in re.split(
        r"@(?:head)?item ", text)[1:]]
    return {row[0]: dict(zip(rows[0][1:], row[1:])) for row in rows[1:]}


class Bench(link_bench.Bench):
    """With the wrapper and the plugin."""

    def __init__(self, args):
        super().__init__(args)
        self.wrap, self.plugin = args.wrap, args.plugin
        self.tool = os.path.abspath(args.sfmerge)
        for name in ("SFMERGE_OPTIONS", "SFMERGE_LD", "SFMERGE",
                     "COMPILER_PATH"):
            os.environ.pop(name, None)

    def project(self, way, linker, compiler):
        """A project that is built in this WAY, and its environment."""
        # A directory of a linker: -B would win over the wrapper's.
        own = [f for f in linker.flags if not f.startswith("-B")]
        paths = [f[2:] for f in linker.flags if f.startswith("-B")]
        prefix = []
        if way == "@command{run}":
            prefix = [self.tool, "run", "--"]
        elif way == "@env{COMPILER_PATH}":
            paths.insert(0, self.wrap)
        elif way == "@option{-B}":
            own.insert(0, "-B" + self.wrap)
        elif way == "plugin":
            own.append("-Wl,-plugin," + self.plugin)
        if paths:
            os.environ["COMPILER_PATH"] = ":".join(paths)
        return Project(self.run, self.run.path("project"),
                       compiler, own, prefix)

    def merged(self, project, image, function):
        """Whether IMAGE has one table, with FUNCTION, for the kernel."""
        path = os.path.join(project.folder, image)
        status, said = self.run.sfmerge("check", "--for=kernel", path)
        project.said += said
        _, shown = self.run.sfmerge("dump", path)
        return (status == 0 and f"<{function}>" in shown
                and shown.count("  piece ") == 1
                and "  piece 0 at 0x0: version 3, flags 0x5 " in shown)


def build(bench, system, way, linker, compiler):
    """Build; returns the problems, whether both are merged, and what was
    said."""
    project = bench.project(way, linker, compiler)
    outputs = SYSTEMS[system][1](project)
    os.environ.pop("COMPILER_PATH", None)
    if not outputs:
        return ["it cannot be prepared"], False, project.said
    images = dict(zip(outputs[:2], (("main", outputs[2]),
                                    ("part", outputs[3]))))
    if way == "@command{link}":
        for image, (_, objects) in images.items():
            project.do(bench.tool, "link", "-i", image, *objects)
    good = all([bench.merged(project, image, function)
                for image, (function, _) in images.items()])
    status, text = bench.run.command(
        ["env", "LD_LIBRARY_PATH="
         + os.path.dirname(os.path.join(project.folder, outputs[1])),
         os.path.join(project.folder, outputs[0])])
    problems = [] if (status, text) == (0, "6765\n") else [
        f"the program gives {status}, {text!r}"]
    return problems, good, project.said


def cell(bench, title, wanted, system, way, linker, compiler="gcc"):
    """One cell, which says WANTED."""
    if not bench.run.wanted(title):
        return
    missing = [p for p in (*SYSTEMS[system][0], compiler)
               if not shutil.which(p)]
    if way == "plugin" and not bench.plugin:
        missing.append("plugin")
    if missing:
        bench.run.unsupported(title, "no " + ", ".join(missing))
        return
    if way == "plugin" and bench.run.lacks_proc(title):
        return
    problems, merged, text = build(bench, system, way, linker, compiler)
    if not wanted.startswith("no"):
        problems += [] if merged else ["it is not merged"]
    elif merged:
        problems = ["it is merged, so the manual is wrong"]
    else:
        problems = []
    bench.run.result(title, problems, text)


def all_cells(bench, manual):
    """Both tables: systems with one linker each, linkers with Make and
    Meson."""
    systems, linkers = table(manual, "systems"), table(manual, "linkers")
    bench.run.result(
        "builds: the manual's tables",
        ["no row " + name for name in SYSTEMS
         if name not in systems]
        + ["no row " + name for name in FAMILIES.values()
           if name not in linkers])
    gnu = [li for li in bench.linkers if li.family == "gnu"][:1]
    for system, row in systems.items():
        for way, wanted in row.items():
            for linker in gnu:
                cell(bench, f"builds/{system}/{way}", wanted, system, way,
                     linker)
    for linker in bench.linkers:
        for way, wanted in linkers[FAMILIES[linker.family]].items():
            # The assembler here writes version 1, which that one refuses.
            if linker.name == "ld-2.44" and way in ALONE:
                wanted = "no"
            for compiler in ("gcc", "clang"):
                cell(bench, f"builds/{linker.name}/{way}/{compiler}", wanted,
                     "Make", way, linker, compiler)
            # It asks the linker for its name, and reads the answer.
            cell(bench, f"builds/{linker.name}/{way}/Meson", wanted, "Meson",
                 way, linker)


def again(bench, way, linker):
    """Ninja has nothing to do the second time, by the linker's own list of
    dependencies."""
    title = f"builds/{linker.name}/{way}/Ninja again"
    if not bench.run.wanted(title):
        return
    if not shutil.which("ninja") or (way == "plugin" and not bench.plugin):
        bench.run.unsupported(title, "no ninja, or no plugin")
        return
    if way == "plugin" and bench.run.lacks_proc(title):
        return
    project = bench.project(way, linker, "gcc")
    if way == "plugin":
        project.flags += " -Wl,-plugin-opt,reserve=always"
    with_ninja(project, listing=True)
    listed = os.path.join(project.folder, "libpart.so")
    if "--dependency-file" in project.said and not os.path.exists(listed):
        os.environ.pop("COMPILER_PATH", None)
        bench.run.unsupported(title, "the linker writes no such list")
        return
    first, project.said = project.said, ""
    project.do("ninja", "-d", "explain")
    os.environ.pop("COMPILER_PATH", None)
    problems = [] if "no work to do" in project.said else ["it links again"]
    if not bench.merged(project, "libpart.so", "part"):
        problems.append("the library is not merged")
    for name in ("libpart.so.map", "prog.map"):
        with open(os.path.join(project.folder, name), encoding="utf-8",
                  errors="replace") as file:
            text = file.read()
            if "/proc/self/" in text or bench.run.names_temporary(text):
                problems.append(f"a temporary name is in {name}")
    bench.run.result(title, problems, first + project.said)


def main():
    """The command."""
    args = toolchain.parser("--wrap", "--plugin", "--manual").parse_args()
    bench = Bench(args)
    if not bench.objects.usable():
        bench.run.unsupported("builds", "no compiler that writes .sframe")
        return bench.run.end()
    all_cells(bench, args.manual)
    for linker in bench.linkers:
        again(bench, "@command{run}", linker)
        if linker.family in ("gnu", "gold"):
            again(bench, "plugin", linker)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
