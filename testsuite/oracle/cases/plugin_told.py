# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What the plugin says when the linker or sfmerge cannot do it, and that a
plugin which is given twice works once."""

import os

GOLD = "sfmerge convert --split"


def twice(bench, link):
    """The plugin's options twice: one merge.  GNU ld says so itself."""
    if os.path.exists(link.build.image):
        os.remove(link.build.image)
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
        if os.path.exists(link.build.image):
            os.remove(link.build.image)
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
    """Nothing names the descriptors by which sfmerge gets its arguments."""
    hide = bench.run.without_proc()
    name = link.name + ", without /proc"
    if not hide:
        bench.run.unsupported(name, "nothing can be mounted here")
        return
    for option in ("verbose", "require"):
        if os.path.exists(link.build.image):
            os.remove(link.build.image)
        status, text = bench.run.command(
            [*hide, *link.command(*bench.plugged(option))])
        problems = [f"exit status {status}"] if (
            status != 0) != (option == "require") else []
        if os.path.exists(link.build.image) != (option == "verbose"):
            problems.append("there is an output, or none")
        lines = [li for li in text.splitlines() if "sfmerge: " in li]
        if len(lines) != 1 or "the plugin needs /proc" not in lines[0]:
            problems.append("it is not said in one line")
        bench.run.result(f"{name}, {option}", problems, text)


def refused_by_gold(bench, link, cxx):
    """C++ that gold refuses: it says what to do.  Not if a link fails for
    another reason."""
    for of, more, wanted in ((cxx, [], True),
                             (link, ["-Wl,--defsym=a=absent"], False)):
        status, text = bench.run.command(of.command(*more, *bench.plugged()))
        problems = [] if status else ["exit status 0"]
        if (GOLD in text) != wanted:
            problems.append("the wrapper is named, or not")
        bench.run.result(of.name + ", refused by gold", problems, text)


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
    if linker.family == "gold":
        refused_by_gold(bench, link, link_class(bench, linker, "cxx", own))
