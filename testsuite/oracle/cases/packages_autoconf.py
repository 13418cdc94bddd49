# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The macro for Autoconf, as it is installed, in a package with libtool:
--with-sframe merges what is built and what is installed, and fails where
something is missing; without it the build is plain."""

import os
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
FILES = {
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


def all_cases(run):
    """Both builds, and what is refused."""
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
    for file, text in FILES.items():
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
