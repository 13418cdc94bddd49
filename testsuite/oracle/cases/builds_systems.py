# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The same project, a program and its shared library, in several build
systems."""

import os
import shutil

import disk

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
