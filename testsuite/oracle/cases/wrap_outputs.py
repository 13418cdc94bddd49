# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What the wrapper does with outputs and inputs that are no usual ones, and
when sfmerge fails or is missing."""

import os
import shutil


def variables(**values):
    """Set these in the environment; None removes one."""
    for name, value in values.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def program(c):
    """The wrapper of the linker, as the driver would run it."""
    flag = c.linker.flags[0]
    if flag.startswith("-B"):
        os.environ["COMPILER_PATH"] = flag[2:]
        return os.path.join(c.bench.wrap, "ld")
    return os.path.join(c.bench.wrap, "ld." + flag.split("=")[1])


def directly(c, *args, prefix=()):
    """Run the wrapper itself: a driver removes files, too."""
    ended = c.run.command([*prefix, program(c), *args], c.folder)
    variables(COMPILER_PATH=None)
    return ended


def removed_through_link(c):
    """sfmerge fails after the linker: what that made is removed, by the name
    of a symbolic link, too."""
    os.symlink("real", c.path("link"))
    variables(SFMERGE_OPTIONS="--for=nobody --fatal-warnings")
    status, text = directly(c, "-shared", c.one, c.two, "-o", "link")
    variables(SFMERGE_OPTIONS=None)
    c.result("sfmerge fails, fatally, the output is a link",
             ["exit status 0"] * (status == 0)
             + ["there is an output"] * os.path.exists(c.path("link")), text)
    if os.path.lexists(c.path("link")):
        os.remove(c.path("link"))


def options_are_words(c):
    """An option counts where it is one: in a response file, and not inside
    another."""
    c.write("options", "'--for=nobody'\n--require\n")
    for what, options, fatal in (
            ("in a response file", "@options", True),
            ("inside another", "--symbols=/nowhere/--require", False)):
        variables(SFMERGE_OPTIONS=options)
        status, text = c.link(c.main, c.one, c.two)
        variables(SFMERGE_OPTIONS=None)
        there = os.path.exists(c.path("prog"))
        problems = [f"exit status {status}"] * ((status != 0) != fatal)
        problems += [f"an output: {there}"] * (there == fatal)
        c.result("--require " + what, problems, text)


def no_sigchld(c):
    """Started with SIGCHLD ignored, which a driver would fix."""
    status, text = directly(c, "-shared", "-o", "prog", c.one, c.two,
                            prefix=("env", "--ignore-signal=CHLD"))
    problems = [f"exit status {status}"] if status else []
    status, said = c.run.sfmerge("dump", c.path("prog"))
    if "version 3" not in said:
        problems.append("it is not merged")
    c.result("SIGCHLD ignored", problems, text + said)


def missing(c):
    """Without sfmerge the output is the linker's, and that is told."""
    variables(SFMERGE="/nowhere/sfmerge")
    status, text = c.link("-shared", "-nostdlib", c.one, c.two)
    variables(SFMERGE=c.run.tool)
    problems = [f"exit status {status}"] if status else []
    if "/nowhere/sfmerge" not in text:
        problems.append("it is not said")
    c.result("no sfmerge, what is said", problems, text)


def confusing_options(c):
    """One dash and a word that begins with a letter that has an argument."""
    for option in ("-build-id", "-build-id=sha1"):
        c.merged(option, "-Wl," + option, c.main, c.one, c.two)
    if c.linker.family != "gold":
        return
    # What is after it has to be copied, or gold refuses it.
    status, text = c.link("-shared", c.cxx[0], "-Wl,-G", c.cxx[1])
    c.result("-G without an argument", [f"exit status {status}"]
             * (status != 0), text)


def thin_archives(c):
    """With absolute names of members, and with other archives in them; those
    lld and mold do not read."""
    inputs = [c.main, c.one, c.two]
    parts = []
    for number, path in enumerate(inputs[1:]):
        parts.append(f"part{number}.o")
        shutil.copy(path, c.path(parts[-1]))
    absolute = c.archive("absolute.a", *map(c.path, parts), thin=True)
    nested = c.archive("nested.a", c.archive("plain.a", *parts), thin=True)
    want = ["part1_public", "part2_public"]
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
    removed_through_link(c)
    options_are_words(c)
    no_sigchld(c)
    missing(c)
    confusing_options(c)
    thin_archives(c)
