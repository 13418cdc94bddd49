# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The commands of sfmerge and their options, as its help lists them, so that
what holds for all of them is tested with those that come later, too."""

import re
import subprocess


class Option:
    """A row of a table of options."""

    def __init__(self, letter, name, argument):
        self.letter, self.name, self.argument = letter, name, argument

    def short(self):
        """How messages call it."""
        return self.letter or self.name

    def given(self, value="x"):
        """The arguments that give it, with VALUE if it must have one."""
        if self.argument is None or self.argument.startswith("["):
            return [self.name]
        return [self.name + "=" + value]


def run(tool, *args, **more):
    """Run TOOL; returns the status, stdout and stderr."""
    done = subprocess.run([tool, *args], check=False, timeout=60,
                          stdin=subprocess.DEVNULL, capture_output=True,
                          **more)
    return (done.returncode, done.stdout.decode("utf-8", "replace"),
            done.stderr.decode("utf-8", "replace"))


def names(tool):
    """The names of all commands but help."""
    listed = re.search(r"^Commands:\n((?: .*\n)+)", run(tool, "--help")[1],
                       re.MULTILINE).group(1)
    found = re.findall(r"^  ([a-z-]+) ", listed, re.MULTILINE)
    found.remove("help")
    return found


def options(tool, *command):
    """The options of a COMMAND, or of the program."""
    return [Option(*(part or None for part in row)) for row in re.findall(
        r"^  (?:(-\w), |    )(--[a-z-]+)(\[?=\S+)?",
        run(tool, *command, "--help")[1].replace("[=", "=["), re.MULTILINE)]


def words(tool, command, option):
    """The words that a message of COMMAND lists for OPTION, or none."""
    said = run(tool, command, option + "=-")[2]
    found = re.search(option + r" takes (.*?), not '-'", said)
    return re.split(", | or ", found.group(1)) if found else []
