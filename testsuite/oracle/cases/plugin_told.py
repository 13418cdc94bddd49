# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What the plugin says when the linker or sfmerge cannot do it, and that a
plugin which is given twice works once."""

import os

import disk


def twice(bench, link):
    """The plugin's options twice: one merge.  GNU ld says so itself."""
    disk.remove(link.build.image)
    status, text = bench.run.command(link.command(
        *bench.plugged("verbose", "fatal"), *bench.plugged("verbose")))
    problems = [f"exit status {status}"] if status else []
    if text.count(" merged: ") != 1:
        problems.append("it is not merged once")
    problems += bench.checked(link.build.image, "kernel", [])
    bench.run.result(link.name + ", twice", problems, text)


def no_sfmerge(bench, link):
    """No program to run: a warning, or an error where that is wanted."""
    for options, fails in (((), False), (("require",), True),
                           (("fatal-warnings",), True), (("fatal",), True)):
        disk.remove(link.build.image)
        status, text = bench.run.command(link.command(
            *bench.plugged(*options, tool="/nowhere/sfmerge")))
        problems = []
        if (status != 0) != fails:
            problems.append(f"exit status {status}")
        if os.path.exists(link.build.image) == fails:
            problems.append("there is an output, or none")
        if "cannot run /nowhere/sfmerge" not in text:
            problems.append("it is not said")
        bench.run.result(
            f"{link.name}, no sfmerge, {''.join(options) or 'no option'}",
            problems, text)


def without_proc(bench, link):
    """As in build roots."""
    hide = bench.run.without_proc()
    name = link.name + ", without /proc"
    if not hide:
        bench.run.unsupported(name, "nothing can be mounted here")
        return
    disk.remove(link.build.image)
    status, text = bench.run.command(
        [*hide, *link.command(*bench.plugged("fatal"))])
    problems = [f"exit status {status}"] if status else []
    problems += bench.checked(link.build.image, "kernel", [])
    bench.run.result(name, problems, text)


def all_cases(bench, linker, link_class):
    """With LINKER."""
    own = linker.merges() or "v2"
    link = link_class(bench, linker, "pie", own)
    link.name += "/told"
    if not bench.run.wanted(link.name):
        return
    twice(bench, link)
    no_sfmerge(bench, link)
    without_proc(bench, link)
