# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Each --print option of an installation that was moved to a directory with a
space in its name: the place that it prints is the new one, and what is there
works, with no help from PATH."""

import os
import re
import shutil

import disk
import packages_install

FILES = {
    "main.c": "int part (int);\n"
              "int main (void) { return part (3) != 4; }\n",
    "part.c": "int part (int x) { return x + 1; }\n",
}
OBJECTS = ("main.o", "part.o")


class Place:
    """The installed PROGRAM below ROOT, and links by what it prints."""

    def __init__(self, run, root):
        self.run, self.root = run, os.path.realpath(root)
        self.program = packages_install.find(root, "bin/sfmerge")
        self.folder = run.path("places")
        self.problems, self.said = [], ""
        shutil.rmtree(self.folder, ignore_errors=True)
        packages_install.write_files(self.folder, dict(
            FILES,
            sfmerge="#!/bin/sh\necho the sfmerge of PATH >&2\nexit 1\n"))
        os.chmod(os.path.join(self.folder, "sfmerge"), 0o755)
        self.env = ["env", "-u", "SFMERGE", "-u", "SFMERGE_LD",
                    "-u", "SFMERGE_OPTIONS", "-u", "COMPILER_PATH",
                    f"PATH={self.folder}:{os.environ['PATH']}"]

    def do(self, *command):
        """Run COMMAND, which succeeds; what it said."""
        status, text = self.run.command([*self.env, *command], self.folder)
        self.said += text
        if status:
            self.problems.append(f"{command}: status {status}: {text}")
        return text

    def link(self, *flags, objects=OBJECTS, before=()):
        """Link a fresh program with FLAGS."""
        image = os.path.join(self.folder, "prog")
        disk.remove(image)
        self.do(*before, "gcc", *flags, "-o", "prog", *objects)

    def judge(self, what):
        """The program is merged, and runs."""
        image = os.path.join(self.folder, "prog")
        status, text = self.run.sfmerge("check", "--require", "--for=kernel",
                                        image)
        _, shown = self.run.sfmerge("dump", image)
        if status or "<main>" not in shown or "<part>" not in shown:
            self.problems.append(f"{what}: status {status}: {text}")
        self.do("./prog")

    def wrapper(self, folder):
        """-B, COMPILER_PATH, and run, which knows the place itself."""
        self.link("-B" + folder)
        self.judge("-B")
        self.link(before=["env", "COMPILER_PATH=" + folder])
        self.judge("COMPILER_PATH")
        self.link(before=[self.program, "run", "--"])
        self.judge("run")

    def plugin(self, path):
        """The compiler hands it to GNU ld."""
        self.link("-Wl,-plugin," + path)
        self.judge("plugin")

    def data(self, folder):
        """Both linker scripts, as the manual says."""
        self.link(f"-Wl,-T,{folder}/keep.ld")
        self.do(self.program, "convert", "--to=v3", "-i", "prog")
        self.judge("keep.ld")
        self.do(self.program, "reserve", "-o", "reserve.o", *OBJECTS)
        self.link(f"-Wl,-T,{folder}/discard.ld",
                  objects=[*OBJECTS, "reserve.o"])
        self.do(self.program, "link", "-i", "prog", *OBJECTS)
        self.judge("discard.ld")


USES = {"--print-data": Place.data, "--print-plugin": Place.plugin,
        "--print-wrap": Place.wrapper}


def all_cases(run):
    """Each option of --help that prints a place."""
    name = "packages/places: "
    root = packages_install.prepared(run, name + "all", ["gcc"])
    if root is None:
        return
    place = Place(run, root)
    place.do("gcc", "-O2", "-Wa,--gsframe", "-c", *FILES)
    if place.problems:
        run.unsupported(name + "all", "no compiler that writes .sframe")
        return
    options = re.findall(r"^ +(--print-\S+)", place.do(place.program,
                                                       "--help"), re.M)
    run.result(name + "the options", [] if set(options) == set(USES)
               else [f"{options}, but tests of {list(USES)}"])
    for option in sorted(set(options) & set(USES)):
        place.problems, place.said = [], ""
        if option == "--print-plugin" and not packages_install.find(
                root, "sfmerge/sfmerge-plugin.so"):
            run.unsupported(name + option, "no plugin was built")
            continue
        if option == "--print-plugin" and run.lacks_proc(name + option):
            continue
        path = place.do(place.program, option).rstrip("\n")
        if not os.path.realpath(path).startswith(place.root + "/"):
            place.problems.append(f"{path} is not below {place.root}")
        else:
            USES[option](place, path)
        run.result(name + option, place.problems, place.said)
