# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The example for Meson, packaging/meson, with an installation that was moved
to a directory with a space in its name; and which ways lead to the wrapper in a
project that is not changed."""

import os
import re
import shutil

import disk
import packages_install

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


def all_cases(run, top, sanitizers):
    """The example, what it demands, and a project of somebody else."""
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
