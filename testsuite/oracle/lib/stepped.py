# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Copies of images with rows, which testsuite/stepper/prove-step judges."""

import os
import re

import disk

NONE, PLAIN, CODE = "none", "plain", "code"


def counted(text):
    """The counts of all that the stepper has seen, by their names."""
    found = re.search(
        r"^all: samples (?P<timer>\d+) by timer, (?P<row>\d+) by row: right "
        r"(?P<right>\d+), wrong (?P<wrong>\d+), given up (?P<lost>\d+); "
        r"functions (?P<functions>\d+); rows compared \d+, at "
        r"(?P<addresses>\d+) addresses$", text, re.M)
    return {name: int(n) for name, n in found.groupdict().items()
            } if found else None


class Stepped:
    """Copies of images in the directories NONE, without rows, PLAIN, with
    those of .eh_frame, and CODE, with those of instructions too."""

    def __init__(self, run, stepper, name):
        self.run, self.stepper = run, stepper
        self.folder = os.path.abspath(run.path("stepped-" + name))
        for which in (NONE, PLAIN, CODE):
            os.makedirs(self.path(which), exist_ok=True)
        self.said = ""

    def path(self, *names):
        """The file or directory of NAMES."""
        return os.path.join(self.folder, *names)

    def command(self, *args):
        """Run ARGS; whether they fail."""
        status, text = self.run.command(args)
        self.said += text
        return status != 0

    def synth(self, name, copies=(PLAIN, CODE)):
        """Make the other COPIES of the image NAME; whether that fails."""
        for which in copies:
            more = ("--fill=code",) * (which == CODE)
            disk.remove(self.path(which, name))
            if self.command(self.run.tool, "synth", "-q", "--grow=move-phdrs",
                            *more, "-o", self.path(which, name),
                            self.path(NONE, name)):
                return True
            os.chmod(self.path(which, name), 0o755)
        return False

    def step(self, other, *args):
        """Judge ARGS' rows that are not in OTHER.  Returns the status, the
        counts, and what was said."""
        status, text = self.run.command(
            [self.stepper, "-d", self.path(other), "-S", "1", *args])
        return status, counted(text), text
