# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What the wrapper does with outputs and inputs that are no usual ones, and
when sfmerge fails or is missing."""

import shutil


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


def thin_archives(c):
    """With absolute names of members, and with other archives in them; those
    lld and mold do not read."""
    inputs = c.cxx if c.linker.family == "gold" else [c.main, c.one, c.two]
    parts = []
    for number, path in enumerate(inputs[1:]):
        parts.append(f"part{number}.o")
        shutil.copy(path, c.path(parts[-1]))
    absolute = c.archive("absolute.a", *map(c.path, parts), thin=True)
    nested = c.archive("nested.a", c.archive("plain.a", *parts), thin=True)
    want = (["_Z4makei"] if c.linker.family == "gold"
            else ["part1_public", "part2_public"])
    for what, archive in (("absolute names", absolute),
                          ("an archive in it", nested)):
        if archive == nested and c.linker.family in ("lld", "mold"):
            continue
        status, text = c.link(inputs[0], archive)
        problems = [f"exit status {status}"] if status else []
        dump = c.run.sfmerge("dump", c.path("prog"))[1]
        problems += [f"{name} is not described" for name in want
                     if f"<{name}>" not in dump]
        c.result(f"a thin archive, {what}", problems, text)


def all_cases(c):
    """With the linker of the commands C."""
    confusing_options(c)
    thin_archives(c)
