# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Build systems that are not ours: the macro for Autoconf, the package for
CMake, and the example for Meson, with an installation that was moved to a
directory with a space in its name."""

import os
import re
import shutil

import disk
import packages_install

CONFIGURE = """\
AC_INIT([orchard], [1])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AC_PROG_CXX
SFMERGE_WITH_SFRAME
AM_PROG_AR
LT_INIT([disable-static])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
"""
# Libtool links the second library with the first, and again to install it.
AUTOMAKE = """\
bin_PROGRAMS = orchard
orchard_SOURCES = main.c
orchard_LDADD = libtree.la
lib_LTLIBRARIES = libapple.la libtree.la
libapple_la_SOURCES = apple.c
libtree_la_SOURCES = tree.cc
libtree_la_LIBADD = libapple.la
if SFRAME
check-local: $(PROGRAMS)
\t$(SFMERGE) check --require --for=kernel .libs/orchard
endif
"""
AUTOCONF_FILES = {
    "configure.ac": CONFIGURE, "Makefile.am": AUTOMAKE,
    "main.c": "int tree (int);\n"
              "int main (void) { return tree (3) != 4; }\n",
    "tree.cc": "extern \"C\" int apple (int);\n"
               "extern \"C\" int tree (int x) { return apple (x); }\n",
    "apple.c": "int apple (int x) { return x + 1; }\n",
}
IMAGES = ("bin/orchard", "lib/libapple.so", "lib/libtree.so")
# Stand-ins for what may be wrong with a machine.
STUBS = {
    "silent": "echo no wrapper >&2\nexit 1\n",
    "refuses": "case $* in *-B*) exit 1 ;; esac\nexec gcc \"$@\"\n",
    "ignores": "for word\ndo\n  shift\n  case $word in\n  -B*) ;;\n"
               "  *) set -- \"$@\" \"$word\" ;;\n  esac\n"
               "done\nexec gcc \"$@\"\n",
}
MISPLACED = {
    "before LT_INIT": CONFIGURE.replace("SFMERGE_WITH_SFRAME\n", "").replace(
        "AC_CONFIG_FILES", "SFMERGE_WITH_SFRAME\nAC_CONFIG_FILES"),
    "after AC_PROG_CXX": CONFIGURE.replace("AC_PROG_CXX\n", "").replace(
        "LT_INIT", "AC_PROG_CXX\nLT_INIT"),
}


class Package:
    """The source package, and builds of it."""

    def __init__(self, run, root):
        self.run, self.folder = run, run.path("autoconf")
        macro = packages_install.find(root, "aclocal/sfmerge.m4")
        self.program = packages_install.find(root, "bin/sfmerge")
        self.env = ["env", "-u", "COMPILER_PATH", "-u", "SFMERGE",
                    "ACLOCAL_PATH=" + os.path.dirname(macro)]
        self.problems, self.said = [], ""

    def do(self, folder, *command, fails=False):
        """Run COMMAND in FOLDER, which fails if that is said; what was
        said."""
        os.makedirs(folder, exist_ok=True)
        status, text = self.run.command([*self.env, *command], folder)
        self.said += text
        if (status != 0) != fails:
            self.problems.append(f"{command}: exit status {status}: "
                                 + text[-600:])
        return text

    def write(self, name, text):
        """A file of it."""
        os.makedirs(self.folder, exist_ok=True)
        disk.write(os.path.join(self.folder, name), text)

    def build(self, name, *options):
        """Configure with OPTIONS, build, check and install; the directory of
        what was installed."""
        folder = self.run.path("autoconf-" + name)
        destination = os.path.join(folder, "root")
        self.do(folder, "../autoconf/configure", "--prefix=/opt", *options)
        for words in (["all"], ["check"],
                      ["install", "DESTDIR=" + destination]):
            self.do(folder, *packages_install.MAKE, *words)
        return os.path.join(destination, "opt")

    def judge(self, root, merged):
        """Problems with what is installed in ROOT."""
        for name in IMAGES:
            status, text = self.run.sfmerge(
                "check", "--require", "--for=kernel",
                os.path.join(root, name))
            if (status == 0) != merged:
                self.problems.append(f"{name}: status {status}: {text}")
        self.do(root, "env", "LD_LIBRARY_PATH=" + os.path.join(root, "lib"),
                "bin/orchard")

    def end(self, name):
        """The result."""
        self.run.result("packages/autoconf: " + name, self.problems,
                        "\n".join(self.said.splitlines()[-12:]))
        self.problems, self.said = [], ""


def refusals(package, moved):
    """configure stops, for each thing that is missing; MOVED has a blank in
    its name."""
    run, program = package.run, packages_install.find(moved, "bin/sfmerge")
    for name, text in STUBS.items():
        package.write(name, "#!/bin/sh\n" + text)
        os.chmod(os.path.join(package.folder, name), 0o755)
    silent, refuses, ignores = (os.path.join(package.folder, name)
                                for name in STUBS)
    mine = "SFMERGE=" + package.program
    for options, reason in (
            (["SFMERGE=" + silent], f'"{silent} --print-wrap" fails'),
            (["SFMERGE=" + program], "cannot name a directory with a blank"),
            (["--with-sframe=/usr/bin/sfmerge", mine],
             "takes no value but yes and no"),
            ([mine, "CC=" + refuses], "no, it fails; see config.log"),
            ([mine, "CC=" + ignores], "no, it has no SFrame; see config.log")):
        said = package.do(run.path("autoconf-refused"),
                          "../autoconf/configure", "--with-sframe", *options,
                          fails=True)
        if reason not in said:
            package.problems.append(f"{options}: no word of {reason!r}")
    if not shutil.which("sfmerge"):
        said = package.do(run.path("autoconf-refused"),
                          "../autoconf/configure", "--with-sframe", fails=True)
        if "needs sfmerge, which is not in PATH" not in said:
            package.problems.append("no word of PATH")
    package.end("configure stops if something is missing")


def misplaced(package):
    """autoconf refuses the macro in the wrong place."""
    for place, text in MISPLACED.items():
        package.write("configure.ac", text)
        if f"must come {place}" not in package.do(
                package.folder, "autoconf", "--force", fails=True):
            package.problems.append(f"no word of {place}")
    package.end("the macro in the wrong place is refused")


def autoconf_cases(run):
    """The macro for Autoconf, as it is installed, in a package with libtool:
    --with-sframe merges what is built and what is installed, and fails where
    something is missing; without it the build is plain."""
    name = "packages/autoconf"
    moved = packages_install.prepared(
        run, name, ("autoreconf", "automake", "libtoolize", "make", "gcc",
                    "g++"))
    if moved is None:
        return
    root = run.path("autoconf-tools")
    if packages_install.install(run, root)[0]:
        run.result(name, ["make install fails"])
        return
    package = Package(run, root)
    for file, text in AUTOCONF_FILES.items():
        package.write(file, text)
    package.do(package.folder, "autoreconf", "-fi")
    merged = package.build("merged", "--with-sframe",
                           "SFMERGE=" + package.program)
    package.judge(merged, True)
    package.end("--with-sframe")
    package.judge(package.build("plain"), False)
    package.end("without it")
    refusals(package, moved)
    misplaced(package)


PROJECT = """\
cmake_minimum_required (VERSION 3.13)
project (orchard C CXX)
find_package (Sfmerge 0.1 REQUIRED)
add_library (tree SHARED tree.cc)
sfmerge_target (tree)
add_executable (orchard main.c)
target_link_libraries (orchard tree)
sfmerge_target (orchard FOR kernel OPTIONS --require)
add_executable (plain main.c)
target_link_libraries (plain tree)
if (TARGET Sfmerge::libsfmerge)
  add_executable (reader reader.c)
  target_link_libraries (reader Sfmerge::libsfmerge)
  target_link_options (reader PRIVATE ${SANITIZERS})
endif ()
"""
CMAKE_FILES = {
    "CMakeLists.txt": PROJECT,
    "main.c": "int tree (int);\n"
              "int main (void) { return tree (3) != 4; }\n",
    "tree.cc": "extern \"C\" int tree (int x) { return x + 1; }\n",
    "reader.c": "#include <sfmerge.h>\n#include <stdio.h>\n"
                "int main (void) { puts (sfm_version ()); return 0; }\n",
}
GENERATORS = {"Unix Makefiles": "make", "Ninja": "ninja"}


def write_project(folder):
    """The sources, in the fresh directory FOLDER."""
    shutil.rmtree(folder, ignore_errors=True)
    packages_install.write_files(folder, CMAKE_FILES)


def build(run, generator, root, sanitizers):
    """The directory of a build by GENERATOR, and problems.  A library that was
    built with SANITIZERS needs their run-time libraries in its user."""
    folder = run.path("cmake project")
    write_project(folder)
    config = packages_install.find(root, "Sfmerge/SfmergeConfig.cmake")
    made = os.path.join(folder, "made")
    for command in (
            ["cmake", "-G", generator, "-S", folder, "-B", made,
             "-DCMAKE_BUILD_TYPE=Release",
             "-DSANITIZERS=" + ";".join(sanitizers),
             "-DSfmerge_DIR=" + os.path.dirname(config)],
            [*packages_install.MAKE[:-1], "cmake", "--build", made]):
        status, text = run.command(command)
        if status:
            return made, [f"{command[0]}: exit status {status}: {text}"]
    return made, []


def judge(run, made):
    """Problems with what is in MADE."""
    problems = []
    for name, merged in (("orchard", True), ("libtree.so", True),
                         ("plain", False)):
        status, text = run.sfmerge("check", "--require", "--for=kernel",
                                   os.path.join(made, name))
        if (status == 0) != merged:
            problems.append(f"{name}: status {status}: {text}")
    for name in ("orchard", "reader"):
        path = os.path.join(made, name)
        status, text = (run.command([path]) if os.path.exists(path)
                        else (0, ""))
        if status:
            problems.append(f"{name} does not run: {status}, {text}")
    return problems


def cmake_cases(run, sanitizers):
    """find_package (Sfmerge) in a project of CMake, with an installation that
    was moved to a directory with a space in its name."""
    root = packages_install.prepared(run, "packages/cmake", ["cmake"])
    if root is None:
        return
    for generator, program in GENERATORS.items():
        name = "packages/cmake: " + generator
        if not shutil.which(program):
            run.unsupported(name, "no " + program)
            continue
        made, problems = build(run, generator, root, sanitizers)
        run.result(name, problems or judge(run, made))


UNCHANGED = """\
project('orchard', 'c', 'cpp')
tree = shared_library('tree', 'orchard-tree.cc')
executable('orchard', 'orchard-main.c', link_with: tree)
"""
ARGS = [f"-D{language}_args=-O2 -Wa,--gsframe" for language in ("c", "cpp")]


class Project:
    """The example in a fresh directory, and commands for it; CHANGES are the
    texts of files that are not the example's."""

    def __init__(self, run, top, root, changes):
        self.run, self.folder = run, run.path("meson project")
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(os.path.join(top, "packaging/meson"), self.folder)
        # The sources of make distcheck cannot be written.
        for folder, _, names in os.walk(self.folder):
            for name in (".", *names):
                path = os.path.join(folder, name)
                os.chmod(path, os.stat(path).st_mode | 0o200)
        packages_install.write_files(self.folder, changes)
        self.program = packages_install.find(root, "bin/sfmerge")
        config = packages_install.find(root, "pkgconfig/sfmerge.pc")
        self.env = ["env", "-u", "COMPILER_PATH",
                    f"PATH={os.path.dirname(self.program)}:"
                    + os.environ["PATH"],
                    "PKG_CONFIG=pkg-config --define-prefix",
                    "PKG_CONFIG_PATH=" + os.path.dirname(config)]
        self.problems = []

    def do(self, *command, fails=False):
        """Run COMMAND, which fails if that is said; what was said."""
        status, text = self.run.command([*self.env, *command], self.folder)
        if (status != 0) != fails:
            self.problems.append(f"{command}: exit status {status}: {text}")
        return text

    def judge(self, merged):
        """Problems with the program and the library."""
        for name in ("orchard", "libtree.so"):
            status, text = self.run.sfmerge(
                "check", "--require", "--for=kernel",
                os.path.join(self.folder, "out", name))
            if (status == 0) != merged:
                self.problems.append(f"{name}: status {status}: {text}")
        # The loader asks /proc for $ORIGIN, or else this.
        self.do("env", "LD_ORIGIN_PATH=" + os.path.join(self.folder, "out"),
                "out/orchard")

    def end(self, name):
        """The result."""
        self.run.result("packages/meson: " + name, self.problems)


def example(run, top, root, sanitizers):
    """As it is; the reader, the only one that a C compiler links, gets the
    flags of the library's SANITIZERS."""
    project = Project(run, top, root, {})
    project.do("meson", "setup", "out",
               "-Dc_link_args=" + " ".join(sanitizers))
    project.do("ninja", "-C", "out")
    project.judge(True)
    said = project.do("out/reader")
    if not re.fullmatch(r"\d+\.\d+\.\d+\n", said):
        project.problems.append(f"the reader says {said!r}")
    if "no work to do" not in project.do("ninja", "-C", "out"):
        project.problems.append("the second build does something")
    project.do("meson", "test", "-C", "out")
    project.end("the example")


def demands(run, top, root, sanitizers):
    """Linked without the wrapper, the build fails each time, and says what
    check says; without sfmerge nothing is set up."""
    text = disk.text(os.path.join(top, "packaging/meson/sframe/meson.build"))
    project = Project(run, top, root, {
        "sframe/meson.build": text + "sframe_link_args = []\n"})
    project.do("meson", "setup", "out",
               "-Dc_link_args=" + " ".join(sanitizers))
    for _ in range(2):
        said = project.do("ninja", "-C", "out", fails=True)
        if "no .sframe section" not in said:
            project.problems.append(f"no reason: {said}")
    disk.write(os.path.join(project.folder, "none.ini"),
               "[binaries]\nsfmerge = '/nonexistent/sfmerge'\n")
    said = project.do("meson", "setup", "--native-file", "none.ini", "other",
                      fails=True)
    if not re.search("sframe/meson.build:.*ERROR: .*sfmerge", said):
        project.problems.append(f"another reason: {said}")
    project.end("a build that lacks something fails")


def unchanged(run, top, root):
    """run and COMPILER_PATH are for what links, not for what sets up."""
    project = Project(run, top, root, {"meson.build": UNCHANGED})
    wrap = project.do(project.program, "--print-wrap").rstrip("\n")
    project.do("env", "COMPILER_PATH=" + wrap, "meson", "setup", "out", *ARGS)
    project.do("ninja", "-C", "out")
    project.judge(False)
    project.do("ninja", "-C", "out", "-t", "clean")
    project.do(project.program, "run", "--", "meson", "compile", "-C", "out")
    project.judge(True)
    project.do("ninja", "-C", "out", "-t", "clean")
    project.do("env", "COMPILER_PATH=" + wrap, "ninja", "-C", "out")
    project.judge(True)
    project.end("a project that is not changed")


def meson_cases(run, top, sanitizers):
    """The example for Meson, packaging/meson, with an installation that was
    moved to a directory with a space in its name; and which ways lead to the
    wrapper in a project that is not changed."""
    root = packages_install.prepared(
        run, "packages/meson", ("meson", "ninja", "gcc", "g++", "pkg-config"))
    if root is None:
        return
    if not packages_install.find(root, "lib/pkgconfig/sfmerge.pc"):
        run.unsupported("packages/meson",
                        "pkg-config moves only PREFIX/lib/pkgconfig")
        return
    example(run, top, root, sanitizers)
    demands(run, top, root, sanitizers)
    unchanged(run, top, root)
