# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What the wrapper does with outputs and inputs that are no usual ones, and
when sfmerge fails or is missing."""


def confusing_options(c):
    """One dash and a word that begins with a letter that has an argument."""
    for option in ("-build-id", "-build-id=sha1"):
        c.merged(option, "-Wl," + option, c.main, c.one, c.two)
    if c.linker.family != "gold":
        return
    # What is behind it has to be copied, or gold refuses it.
    status, text = c.link("-shared", c.cxx[0], "-Wl,-G", c.cxx[1])
    c.result("-G without an argument", [f"exit status {status}"]
             * (status != 0), text)


def all_cases(c):
    """With the linker of the commands C."""
    confusing_options(c)
