# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The wrapper knows its own file, and does not run it as the linker: without
/proc, by other names, and when what it runs is a script that runs it."""

import os
import shutil
import sys

import disk

NAME = "ld.bfd"
# Runs the file ARGV[1] by its descriptor, under the name and with the arguments
# that follow.
BY_DESCRIPTOR = ("import os, sys; os.execve(os.open(sys.argv[1], os.O_RDONLY),"
                 " sys.argv[2:], os.environ)")


class Self:
    """Objects of a program, and directories for linkers of odd kinds."""

    def __init__(self, bench):
        self.bench, self.run = bench, bench.run
        self.folder = bench.run.path("self")
        os.makedirs(self.folder)
        self.inputs = bench.objects.program("v1", "pic")
        self.wrapper = os.path.join(bench.wrap, "ld")

    def linker(self, folder):
        """Where a linker for FOLDER may be put."""
        os.makedirs(os.path.join(self.folder, folder))
        return os.path.join(self.folder, folder, NAME)

    def link(self, *before, env=()):
        """Link by the wrapper, with variables for its process alone; the
        status and what was said, also of the output."""
        status, text = self.run.command(
            [*before, "env", "SFMERGE_OPTIONS=-v", *env, self.bench.objects.cc,
             "-B" + self.bench.wrap, "-fuse-ld=bfd", "-o", "prog",
             *self.inputs], self.folder)
        return status, text

    def direct(self, *env):
        """Run the wrapper itself."""
        return self.run.command(
            ["env", *env, os.path.join(self.bench.wrap, NAME), "--version"],
            self.folder)

    def merged(self, what, status, text):
        """It was merged once, and is right."""
        problems = [f"exit status {status}"] if status else []
        if text.count(" merged: ") != 1:
            problems.append("it is not merged once")
        status, said = self.run.sfmerge(
            "check", "--for=kernel", os.path.join(self.folder, "prog"))
        if status:
            problems.append("check is not content")
        self.run.result(what, problems + self.bench.left(), text + said)

    def refused(self, what, ended, words):
        """One line with WORDS, and a failure."""
        status, text = ended
        problems = ["exit status 0"] if status == 0 else []
        lines = [line for line in text.splitlines() if "sfmerge:" in line]
        if len(lines) != 1 or words not in lines[0]:
            problems.append(f"not one line that says: {words}")
        self.run.result(what, problems + self.bench.left(), text)


def without_proc(own):
    """As in a build root without /proc."""
    what = "wrap: without /proc"
    hide = own.run.without_proc()
    if not hide:
        own.run.unsupported(what, "nothing can be mounted here")
        return
    own.merged(what, *own.link(*hide))
    # A wrapper by another name, which PATH has before the linker.
    other = own.linker("linked")
    os.symlink(own.wrapper, other)
    own.merged(what + ", by a link in PATH", *own.run.command(
        [*hide, "env", "SFMERGE_OPTIONS=-v",
         "PATH=" + os.path.dirname(other) + ":" + os.environ["PATH"], NAME,
         "--hash-style=gnu", "-shared", "-o", "prog", *own.inputs[1:]],
        own.folder))
    own.merged(what + ", sfmerge run", *own.run.command(
        [*hide, own.run.tool, "run", "-v", own.bench.objects.cc,
         "-fuse-ld=bfd", "-o", "prog", *own.inputs], own.folder))


def by_descriptor(own):
    """Without /proc, only the caller says what it is called."""
    what = "wrap: without /proc, run by a descriptor"
    hide = own.run.without_proc()
    if not hide:
        own.run.unsupported(what, "nothing can be mounted here")
        return
    path = "PATH=" + own.bench.wrap + ":" + os.environ["PATH"]
    start = [*hide, "env", "SFMERGE_OPTIONS=-v", path, sys.executable, "-c",
             BY_DESCRIPTOR, own.wrapper]
    link = ["--hash-style=gnu", "-shared", "-o", "prog", *own.inputs[1:]]
    for how, name in (("a path", os.path.join(own.bench.wrap, NAME)),
                      ("a name in PATH", NAME)):
        own.merged(f"{what}, as {how}",
                   *own.run.command([*start, name, *link], own.folder))
    own.refused(f"{what}, as what it is not",
                own.run.command([*start, "/nowhere/" + NAME, *link],
                                own.folder), "program's own file")


def by_another_name(own):
    """A hard link is the same file; a copy is another wrapper, which finds
    the linker."""
    hard = own.linker("hard")
    try:
        os.link(own.wrapper, hard)
    except OSError:
        own.run.unsupported("wrap: it is the linker by a hard link",
                            "no hard links between these directories")
    else:
        own.refused("wrap: it is the linker by a hard link",
                    own.direct("SFMERGE_LD=" + hard), "SFMERGE_LD names no")
        own.refused("wrap: no linker but a hard link to it",
                    own.direct("PATH=" + os.path.dirname(hard)),
                    "there is no " + NAME)
    own.refused("wrap: it is the linker itself",
                own.direct("SFMERGE_LD=" + own.wrapper), "SFMERGE_LD names no")
    copy = own.linker("copied")
    shutil.copy(own.wrapper, copy)
    own.merged("wrap: the linker is a copy of it",
               *own.link(env=["PATH=" + os.path.dirname(copy) + ":"
                              + os.environ["PATH"]]))
    own.refused("wrap: no linker but a copy of it",
                own.direct("PATH=" + os.path.dirname(copy)),
                "there is no " + NAME)


def in_a_circle(own):
    """A script that runs the first linker in PATH: a wrapper, which finds the
    script again."""
    script = own.linker("script")
    disk.write(script, f'#!/bin/sh\nPATH={own.bench.wrap}:$PATH\n'
                       f'exec {NAME} "$@"\n')
    os.chmod(script, 0o755)
    own.refused("wrap: it runs a script that runs it",
                own.link(env=["SFMERGE_LD=" + script]),
                "for one link")
    # Not a circle: the script leaves the wrapper for a linker.
    disk.write(script, f'#!/bin/sh\nunset SFMERGE_LD\n'
                       f'exec {own.bench.wrap}/{NAME} "$@"\n')
    own.merged("wrap: it runs a script that runs it once",
               *own.link(env=["SFMERGE_LD=" + script]))


def all_cases(bench):
    """With GNU ld, which alone is always there."""
    if not bench.run.wanted("wrap: its own file"):
        return
    own = Self(bench)
    without_proc(own)
    by_descriptor(own)
    by_another_name(own)
    in_a_circle(own)
