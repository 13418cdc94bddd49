# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A linked image of the corpus, what is wrong with it, and how it behaves."""

import os
import shutil

import corpus_image
import defects
import elf


class Case(corpus_image.Case):
    """One image; what is wrong with it, and what becomes of it."""

    def __init__(self, corpus, line, number):
        super().__init__(corpus, line, number)
        self.name = self.name.replace("corpus/", "images/")
        self.listed = defects.listed(line)
        self.pieces = line["pieces"]
        self.behind = line.get("buried_functions")
        self.live = (line.get("with_inputs") or {}).get("live")
        # Files without section headers have their sibling's names.
        self.detector = defects.Detector(
            self.image, None if self.image.sections else self.sibling)
        if self.state is None:
            self.state = ("REGEN" if "N-EMPTY" in self.listed else "REPAIR")

    def native(self):
        """Whether it is a program of this machine."""
        return (self.image.machine == elf.EM_X86_64
                and os.uname().machine == "x86_64")

    def behaviour(self, run, path):
        """What the program or library at PATH does."""
        if not self.native():
            return None
        if self.file.endswith(".so"):
            return run.command(["env", "LD_PRELOAD=" + path, "/bin/true"])
        if os.access(path, os.X_OK):
            return run.command([path])
        # The corpus may belong to somebody else.
        copy = run.path("executable")
        shutil.copyfile(path, copy)
        os.chmod(copy, 0o755)
        return run.command([copy])
