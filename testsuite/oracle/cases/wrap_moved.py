# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Where sfmerge says that its wrapper, its plugin and its scripts are, in the
build tree and in an installation that was moved, and that a link through these
runs the sfmerge that they belong to."""

import os
import shutil

import disk

# In place of make's: what "make check" hands down is for its own rules.
MAKE = ["env", "-u", "MAKEFLAGS", "-u", "MFLAGS", "-u", "MAKELEVEL", "make"]
STUB = "#!/bin/sh\necho the sfmerge of PATH >&2\nexit 1\n"


class Place:
    """A program, and what it has to find below ROOT."""

    def __init__(self, bench, name, program, root):
        self.bench, self.name, self.program = bench, name, program
        self.root = os.path.realpath(root)
        self.linker = [li for li in bench.linkers if li.family == "gold"][0]
        self.objects = bench.objects.program("v1", "pic")

    def ask(self, option):
        """What the program prints for OPTION, and its exit status."""
        status, text = self.bench.run.command([self.program, option])
        return status, text.rstrip("\n")

    def part(self, option, file, problems):
        """The answer, which must lie below the root and have FILE."""
        status, text = self.ask(option)
        path = os.path.join(text, file) if file else text
        if status or not os.path.isfile(path):
            problems.append(f"{option}: status {status}: {text}")
        elif not os.path.realpath(path).startswith(self.root + "/"):
            problems.append(f"{option}: {text} is not below {self.root}")
        return text

    def links(self, flags, problems):
        """A link with FLAGS is merged, by nothing in PATH."""
        run = self.bench.run
        image = run.path("moved-image")
        disk.remove(image)
        folder = run.path("moved-path")
        os.makedirs(folder, exist_ok=True)
        stub = os.path.join(folder, "sfmerge")
        disk.write(stub, STUB)
        os.chmod(stub, 0o755)
        status, text = run.command(
            ["env", "-u", "SFMERGE", f"PATH={folder}:{os.environ['PATH']}",
             self.bench.objects.cc, *self.linker.flags, *flags, "-o", image,
             *self.objects])
        if status or text:
            problems.append(f"{flags}: exit status {status}: {text}")
        elif run.sfmerge("check", "--for=kernel", image)[0]:
            problems.append(f"{flags}: check is not content")

    def judge(self, has_plugin):
        """Ask for everything, and link by it."""
        problems = []
        wrap = self.part("--print-wrap", "ld.gold", problems)
        data = self.part("--print-data", "keep.ld", problems)
        if not os.path.exists(os.path.join(data, "discard.ld")):
            problems.append("no discard.ld")
        self.links(["-B" + wrap], problems)
        if has_plugin:
            plugin = self.part("--print-plugin", "", problems)
            if not self.bench.run.lacks_proc(self.name + ": the plugin"):
                self.links(["-Wl,-plugin," + plugin], problems)
        self.bench.run.result(self.name, problems)


def installed_program(root):
    """The path of sfmerge below ROOT, by any layout; None: there is none."""
    for folder, _, files in os.walk(root):
        path = os.path.join(folder, "sfmerge")
        if "sfmerge" in files and os.access(path, os.X_OK):
            return path
    return None


def gone(bench, program, has_plugin):
    """What is missing has no answer but its path."""
    problems = []
    for option, file in (("--print-wrap", "ld"), ("--print-data", "keep.ld"),
                         ("--print-plugin", "")):
        if option == "--print-plugin" and not has_plugin:
            continue
        _, text = bench.run.command([program, option])
        path = os.path.join(text.strip(), file) if file else text.strip()
        if not os.path.isfile(path):
            problems.append(f"{option}: {text}")
            continue
        os.rename(path, path + ".away")
        status, text = bench.run.command([program, option])
        if status != 1 or text != (f"sfmerge: {path}: {option} has no answer: "
                                   "No such file or directory\n"):
            problems.append(f"{option}: status {status}: {text}")
        os.rename(path + ".away", path)
    bench.run.result("wrap: parts that are missing are named", problems)


def all_cases(bench):
    """The build tree; an installation below DESTDIR, moved from there."""
    name = "wrap: an installation below DESTDIR that was moved"
    run = bench.run
    if not [li for li in bench.linkers if li.family == "gold"]:
        run.unsupported(name, "no gold")
        return
    top = os.path.dirname(os.path.abspath(run.tool))
    has_plugin = os.path.exists(
        os.path.join(top, "plugin", ".libs", "sfmerge-plugin.so"))
    in_build = "wrap: the parts of the build tree"
    if run.wanted(in_build):
        Place(bench, in_build, run.tool, top).judge(has_plugin)
    if not run.wanted(name):
        return
    first, then = run.path("staged"), run.path("somewhere/else")
    status, text = run.command(
        [*MAKE, "-C", top, "install", "DESTDIR=" + first])
    if status:
        run.result(name, [f"make install: exit status {status}"], text[-600:])
        return
    os.makedirs(os.path.dirname(then))
    shutil.move(first, then)
    program = installed_program(then)
    if not program:
        run.result(name, ["no sfmerge is installed"], text[-600:])
        return
    Place(bench, name, program, then).judge(has_plugin)
    gone(bench, program, has_plugin)
