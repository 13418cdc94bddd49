#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The tables of the manual's chapter on build systems: each cell is a build.

    builds_cases.py --sfmerge TOOL --wrap DIR --plugin FILE --manual FILE
                    --sources DIR --folder DIR [--toolchains DIR]
                    [--only TEXT]

A cell that says that a way works is a build whose program and library are
merged; one that says it does not is a build in which at least one is not.
"""

import os
import re
import shutil
import sys

import builds_systems
import disk
import link_bench
import toolchain

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
        return builds_systems.Project(self.run, self.run.path("project"),
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
    outputs = builds_systems.SYSTEMS[system][1](project)
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
    missing = [p for p in (*builds_systems.SYSTEMS[system][0], compiler)
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
        ["no row " + name for name in builds_systems.SYSTEMS
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
    builds_systems.with_ninja(project, listing=True)
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
