# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Outputs and inputs of the wrapper that are no usual ones, where it is, and
that it does not run itself."""

import os
import shutil
import sys

import disk

# In place of make's: what "make check" hands down is for its own rules.
MAKE = ["env", "-u", "MAKEFLAGS", "-u", "MFLAGS", "-u", "MAKELEVEL", "make"]
STUB = "#!/bin/sh\necho the sfmerge of PATH >&2\nexit 1\n"


class Place:
    """A program, and what it has to find below ROOT."""

    def __init__(self, bench, name, program, root):
        self.bench, self.name, self.program = bench, name, program
        self.root = os.path.realpath(root)
        self.linker = [li for li in bench.linkers if li.family == "gold"][0]
        self.objects = bench.objects.program("v1", "pic")

    def ask(self, option):
        """What the program prints for OPTION, and its exit status."""
        status, text = self.bench.run.command([self.program, option])
        return status, text.rstrip("\n")

    def part(self, option, file, problems):
        """The answer, which must lie below the root and have FILE."""
        status, text = self.ask(option)
        path = os.path.join(text, file) if file else text
        if status or not os.path.isfile(path):
            problems.append(f"{option}: status {status}: {text}")
        elif not os.path.realpath(path).startswith(self.root + "/"):
            problems.append(f"{option}: {text} is not below {self.root}")
        return text

    def links(self, flags, problems):
        """A link with FLAGS is merged, by nothing in PATH."""
        run = self.bench.run
        image = run.absent("moved-image")
        folder = run.path("moved-path")
        os.makedirs(folder, exist_ok=True)
        stub = os.path.join(folder, "sfmerge")
        disk.script(stub, STUB)
        status, text = run.command(
            ["env", "-u", "SFMERGE", f"PATH={folder}:{os.environ['PATH']}",
             self.bench.objects.cc, *self.linker.flags, *flags, "-o", image,
             *self.objects])
        if status or text:
            problems.append(f"{flags}: exit status {status}: {text}")
        elif run.sfmerge("check", "--for=kernel", image)[0]:
            problems.append(f"{flags}: check is not content")

    def judge(self, has_plugin):
        """Ask for everything, and link by it."""
        problems = []
        wrap = self.part("--print-wrap", "ld.gold", problems)
        data = self.part("--print-data", "keep.ld", problems)
        if not os.path.exists(os.path.join(data, "discard.ld")):
            problems.append("no discard.ld")
        self.links(["-B" + wrap], problems)
        if has_plugin:
            plugin = self.part("--print-plugin", "", problems)
            if not self.bench.run.lacks_proc(self.name + ": the plugin"):
                self.links(["-Wl,-plugin," + plugin], problems)
        self.bench.run.result(self.name, problems)


def installed_program(root):
    """The path of sfmerge below ROOT, by any layout; None: there is none."""
    for folder, _, files in os.walk(root):
        path = os.path.join(folder, "sfmerge")
        if "sfmerge" in files and os.access(path, os.X_OK):
            return path
    return None


def gone(bench, program, has_plugin):
    """What is missing has no answer but its path."""
    problems = []
    for option, file in (("--print-wrap", "ld"), ("--print-data", "keep.ld"),
                         ("--print-plugin", "")):
        if option == "--print-plugin" and not has_plugin:
            continue
        _, text = bench.run.command([program, option])
        path = os.path.join(text.strip(), file) if file else text.strip()
        if not os.path.isfile(path):
            problems.append(f"{option}: {text}")
            continue
        os.rename(path, path + ".away")
        status, text = bench.run.command([program, option])
        if status != 1 or text != (f"sfmerge: {path}: {option} has no answer: "
                                   "No such file or directory\n"):
            problems.append(f"{option}: status {status}: {text}")
        os.rename(path + ".away", path)
    bench.run.result("wrap: parts that are missing are named", problems)


def moved_cases(bench):
    """Where sfmerge says that its wrapper, its plugin and its scripts are, in
    the build tree and in an installation that was moved, and that a link
    through these runs the sfmerge that they belong to."""
    name = "wrap: an installation below DESTDIR that was moved"
    run = bench.run
    if not [li for li in bench.linkers if li.family == "gold"]:
        run.unsupported(name, "no gold")
        return
    top = os.path.dirname(os.path.abspath(run.tool))
    has_plugin = os.path.exists(
        os.path.join(top, "plugin", ".libs", "sfmerge-plugin.so"))
    in_build = "wrap: the parts of the build tree"
    if run.wanted(in_build):
        Place(bench, in_build, run.tool, top).judge(has_plugin)
    if not run.wanted(name):
        return
    first, then = run.path("staged"), run.path("somewhere/else")
    status, text = run.command(
        [*MAKE, "-C", top, "install", "DESTDIR=" + first])
    if status:
        run.result(name, [f"make install: exit status {status}"], text[-600:])
        return
    os.makedirs(os.path.dirname(then))
    shutil.move(first, then)
    program = installed_program(then)
    if not program:
        run.result(name, ["no sfmerge is installed"], text[-600:])
        return
    Place(bench, name, program, then).judge(has_plugin)
    gone(bench, program, has_plugin)


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


def outputs_cases(c):
    """What the wrapper does with outputs and inputs that are no usual ones,
    and when sfmerge fails or is missing."""
    removed_through_link(c)
    options_are_words(c)
    no_sigchld(c)
    missing(c)
    confusing_options(c)
    thin_archives(c)


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
    hide = own.run.without_proc(what)
    if not hide:
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
    hide = own.run.without_proc(what)
    if not hide:
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
    disk.script(script, f'#!/bin/sh\nPATH={own.bench.wrap}:$PATH\n'
                        f'exec {NAME} "$@"\n')
    own.refused("wrap: it runs a script that runs it",
                own.link(env=["SFMERGE_LD=" + script]),
                "for one link")
    # Not a circle: the script leaves the wrapper for a linker.
    disk.write(script, f'#!/bin/sh\nunset SFMERGE_LD\n'
                       f'exec {own.bench.wrap}/{NAME} "$@"\n')
    own.merged("wrap: it runs a script that runs it once",
               *own.link(env=["SFMERGE_LD=" + script]))


def self_cases(bench):
    """The wrapper knows its own file, and does not run it as the linker:
    without /proc, by other names, and when what it runs is a script that runs
    it."""
    if not bench.run.wanted("wrap: its own file"):
        return
    own = Self(bench)
    without_proc(own)
    by_descriptor(own)
    by_another_name(own)
    in_a_circle(own)
