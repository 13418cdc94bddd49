# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A static program of which nothing was assembled with .sframe: synth makes
it for the program, the walker, the C library and the start files; a linker
merges it; and the program walks its own stack up to _start.  It compares its
frames with those of the C++ unwinder."""

import os
import re
import shutil

import elf
import image_frames
import objframes
import synth_links
import walks
from walks import FRAMES, OUTERMOST
from synth_bench import MACHINES

# Machine: gcc, emulator.
TOOLS = {"x86_64": (None, None),
         "aarch64": ("aarch64-linux-gnu-gcc", "qemu-aarch64"),
         "s390x": ("s390x-linux-gnu-gcc", "qemu-s390x")}
# Frames above main: two of the C library, and _start.
ABOVE = 2


class Walk:
    """The program for one machine."""

    def __init__(self, bench, machine):
        self.bench, self.run, self.machine = bench, bench.run, machine
        compiler, self.emulator = TOOLS[machine]
        self.compiler = compiler or bench.args.cc
        self.libraries = synth_links.Libraries(bench, self.compiler)

    def missing(self):
        """What is not here."""
        return [tool for tool in (self.compiler, self.emulator)
                if tool and not shutil.which(tool)]

    def linkers(self):
        """(name, directory for gcc's -B) of the linkers."""
        for name in ("ld-2.47", "mold-3"):
            tool = name
            if name.startswith("ld"):
                tool = MACHINES[self.machine][0] + name
            path = os.path.join(self.bench.more, "bin", tool)
            if os.path.exists(path):
                folder = self.run.path(f"{self.machine}-{name}")
                os.makedirs(folder, exist_ok=True)
                link = os.path.join(folder, "ld")
                if not os.path.exists(link):
                    os.symlink(os.path.abspath(path), link)
                yield name, folder

    def objects(self, problems):
        """Those of the program and of what it needs of the engine."""
        top = os.path.join(self.bench.args.sources, "..", "..", "..")
        flags, engine = walks.engine(top, self.run.folder)
        found = []
        for source in engine + [os.path.join(
                top, "testsuite", "sfmerge.examples", "src",
                "walk-compare.c")]:
            plain = self.bench.fresh()
            status, text = self.run.command(
                [self.compiler, "-O2", "-c", *flags, "-o", plain, source])
            if status:
                problems.append(text[:300])
                continue
            out, _ = self.bench.made(plain, "v3", problems)
            found.append(out or plain)
        return found

    def one(self, name, folder, objects, found):
        """Link by the linker in FOLDER, judge, run."""
        libraries, problems = self.libraries.folder("v3")
        for problem in problems:
            found.say(problem)
        image = os.path.abspath(self.bench.fresh(""))
        status, text = self.run.command(
            [self.compiler, "-B" + libraries, "-L" + libraries, "-B" + folder,
             "-static", "-o", image, *objects])
        if status:
            found.say(f"{name}: {text[:500]}")
            return
        program = image_frames.Image(
            elf.Elf(image), synth_links.sample(synth_links.MANY))
        program.judge("v3", found, synth_links.MADE)
        command = [self.emulator] if self.emulator else []
        status, text = self.run.command([*command, image])
        match = re.match(r"(\d+) frames, (\d+) by the unwinder, the same: (.*)",
                         text)
        if status or not match or (int(match[1]), match[3]) != (
                FRAMES + ABOVE, OUTERMOST):
            found.say(f"it runs with status {status}: {text[:300]}")


def cases(bench):
    """All machines, all linkers."""
    for machine in TOOLS:
        walk, objects = Walk(bench, machine), None
        if walk.missing():
            bench.run.unsupported(f"synth/walk: {machine}",
                                  f"no {walk.missing()[0]}")
            continue
        for linker, folder in walk.linkers():
            name = f"synth/walk: {machine}, {linker}"
            if not bench.run.wanted(name):
                continue
            found, problems = objframes.Findings(), []
            objects = objects or walk.objects(problems)
            for problem in problems:
                found.say(problem)
            walk.one(name, folder, objects, found)
            bench.tell(name, found, 10)
