# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What pkg-config tells of an installation that was moved to a directory with a
space in its name: flags that compile, link and run a program, with the shared
library and with the static one, and where the program's parts are."""

import os
import re
import shlex

import disk
import packages_install

READER = """#include <sfmerge.h>
#include <stdio.h>
int main (void) { puts (sfm_version ()); return 0; }
"""
# The variable, and what sfmerge says of the same place.
PARTS = {"wrapdir": "--print-wrap", "scriptdir": "--print-data",
         "plugin": "--print-plugin"}


class Installed:
    """pkg-config, asked about the installation below ROOT."""

    def __init__(self, run, root):
        self.run = run
        self.file = packages_install.find(root, "pkgconfig/sfmerge.pc")
        self.program = packages_install.find(root, "bin/sfmerge")
        self.problems = []

    def ask(self, *args):
        """The words of its answer to ARGS."""
        status, text = self.run.command(
            ["env", "PKG_CONFIG_PATH=" + os.path.dirname(self.file),
             "pkg-config", "--define-prefix", *args, "sfmerge"])
        if status:
            self.problems.append(f"{args}: status {status}: {text}")
        return shlex.split(text)

    def reader(self, name, flags, more):
        """Compile and run a program with FLAGS, in an environment with
        MORE."""
        source = self.run.path("pkg-config.c")
        disk.write(source, READER)
        program = self.run.path("pkg-config-" + name)
        status, text = self.run.command(["gcc", "-o", program, source, *flags])
        if not status:
            status, text = self.run.command(["env", *more, program])
        if status or not re.fullmatch(r"\d+\.\d+\.\d+\n", text):
            self.problems.append(f"{name}: status {status}: {text}")

    def judge_parts(self):
        """Each variable names the place that the program itself names."""
        told = self.ask("--variable=sfmerge")
        if not told or not os.path.samefile(told[0], self.program):
            self.problems.append(f"the program is {told}")
        for variable, option in PARTS.items():
            told = self.ask("--variable=" + variable)
            status, said = self.run.command([self.program, option])
            # A plugin that is not built has no variable.
            if status and told:
                self.problems.append(f"{variable}: {told}, but: {said}")
            elif not status and (not told or not os.path.samefile(
                    told[0], said.rstrip("\n"))):
                self.problems.append(f"{variable}: {told}, not {said}")


def all_cases(run, sanitizers):
    """Both libraries, then the parts.  A library that was built with
    SANITIZERS needs their run-time libraries in its user."""
    name = "packages/pkg-config: "
    root = packages_install.prepared(run, name + "all", ("pkg-config", "gcc"))
    if root is None:
        return
    places = Installed(run, root)
    # What the prefix was, pkg-config takes from this.
    if not places.file.endswith("/lib/pkgconfig/sfmerge.pc"):
        run.unsupported(name + "all", "it moves only PREFIX/lib/pkgconfig")
        return
    if packages_install.find(root, "lib/libsfmerge.so"):
        folder = "".join(places.ask("--variable=libdir"))
        places.reader("shared", [*places.ask("--cflags", "--libs"),
                                 *sanitizers], ["LD_LIBRARY_PATH=" + folder])
        run.result(name + "a program with the shared library",
                   places.problems)
    places.problems = []
    static = name + "a program with the static library"
    if sanitizers or not packages_install.find(root, "lib/libsfmerge.a"):
        run.unsupported(static, "none that can be linked by -static")
    else:
        flags = places.ask("--static", "--cflags", "--libs")
        places.reader("static", ["-static", *flags], [])
        run.result(static, places.problems)
    places.problems = []
    places.judge_parts()
    run.result(name + "the program and its parts", places.problems)
