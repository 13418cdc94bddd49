#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Every command of README, as it is printed there, with the installed program
and files of the names that README uses; the case pages of the manual; and what
quickstart does where it cannot go on."""

import glob
import os
import re
import shutil
import sys

import disk
import readme_files
import readme_quickstart
import runner

TEXT = re.compile(r"@example.*?\n(.*?)^@end example", re.M | re.S)
# One shell for the page, as for a reader: variables and directories stay.
SCRIPT_HEAD = "set -e\n"
FAILS = "if (\n%s\n)\nthen echo 'this should have failed'; exit 9\nfi\n"
# What stands between the outputs of two examples.
MARK = "--- the next example"


def included(path, top):
    """The text of the page PATH with what it includes; paths are below
    TOP/doc."""
    text = disk.text(path)
    return re.sub(
        r"^@include (\S+)\n",
        lambda found: included(os.path.join(top, "doc", found[1]), top),
        text, flags=re.M)


def plain(text):
    """TEXT without what Texinfo wants escaped."""
    return re.sub(r"@([@{}])", r"\1", text)


def is_printed(shown, said):
    """Whether SAID has the lines SHOWN, one after the other: "@dots{}" stands
    for anything, and for any number of lines if it is one."""
    parts = [r"(?:.*\n)*?" if line == "@dots{}" else
             ".*".join(re.escape(plain(part))
                       for part in line.split("@dots{}")) + r"\n"
             for line in shown.splitlines()]
    return re.search("^" + "".join(parts), said + "\n", re.M) is not None


class Page:
    """A page: what it needs, its commands, and what they make."""

    def __init__(self, path, top):
        text = included(path, top)
        self.name = os.path.basename(path)[len("case-"):-len(".texi")]
        self.needs = self.words(text, "needs")
        self.results = self.words(text, "result")
        self.blocks = []  # (whether it fails, the script, what is shown)
        for part in re.split(r"^@c run", text, flags=re.M)[1:]:
            script, *shown = re.split(r"^@c prints\n", part, flags=re.M)
            self.blocks.append((script.startswith(": 1\n"),
                                plain(TEXT.search(script)[1]),
                                "".join(TEXT.search(s)[1] for s in shown)))

    def words(self, text, mark):
        """The words after "@c MARK:", which each page has."""
        found = re.search(rf"^@c {mark}:(.*)$", text, re.M)
        if not found:
            raise ValueError(f"{self.name}: there is no '@c {mark}:'")
        return found[1].split()

    def missing(self):
        """The first program that is not here, or ""."""
        for program in self.needs:
            if not shutil.which(program):
                return f"no {program}"
        return ""

    def script(self):
        """All its commands."""
        return SCRIPT_HEAD + f"echo '{MARK}'\n".join(
            FAILS % body if fails else body for fails, body, _ in self.blocks)


def follow(run, page):
    """Follow PAGE; what is wrong."""
    folder = run.path("page")
    disk.fresh(folder)
    status, said = run.command(["sh", "-c", page.script()], folder)
    if status:
        return [f"exit status {status}: {said[-400:]}"]
    problems = [f"does not print:\n{plain(shown)}but:\n{text}"
                for (_, _, shown), text
                in zip(page.blocks, said.split(MARK + "\n"))
                if not is_printed(shown, text)]
    for name in page.results:
        functions = ("part",) if "libpart" in name else ("main", "part")
        path = os.path.realpath(os.path.join(folder, name))
        # A stripped program has no names.
        _, text = run.command(["nm", path])
        if "part" not in text:
            functions = ()
        problems += readme_files.described(run, folder, name, functions)
        if "libpart" not in name:
            problems += readme_files.runs(run, folder, name)
    return problems


def pages_cases(run, top, root):
    """The case pages of the manual: each is followed from its beginning to its
    end, in an empty directory, by running exactly what it prints."""
    pages = sorted(glob.glob(os.path.join(top, "doc", "manual",
                                          "case-*.texi")))
    run.result("pages: there are some",
               [] if len(pages) >= 8 else [f"only {len(pages)}"])
    libraries = [folder for folder, _, files in os.walk(root)
                 if "sfmerge.pc" in files]
    if libraries:
        os.environ["PKG_CONFIG_PATH"] = libraries[0]
        os.environ["PKG_CONFIG_SYSROOT_DIR"] = root
        os.environ["LD_LIBRARY_PATH"] = os.path.dirname(libraries[0])
    for path in pages:
        page = Page(path, top)
        name = f"pages: {page.name}"
        if not run.wanted(name):
            continue
        absent = page.missing()
        if absent:
            run.unsupported(name, absent)
        elif not page.blocks:
            run.result(name, ["it has no commands"])
        else:
            run.result(name, follow(run, page))


# In place of make's: what "make check" hands down is for its own rules.
MAKE = ["env", "-u", "MAKEFLAGS", "-u", "MFLAGS", "-u", "MAKELEVEL", "make"]
# What is not run here: it builds everything, which all of this suite needs.
NOT_RUN = ("./quickstart", "autoreconf -fi", "make check", "make install")


def commands(path):
    """The commands of the file PATH: scripts in blocks of sh, and the last
    column of tables, if it is code."""
    text = disk.text(path)
    found = re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)
    return found + re.findall(r"^\|.*\| `(.*)` \|$", text, re.M)


def install(run):
    """Install the build of the program that RUN tests; returns the directory
    of its programs and what went wrong."""
    top = os.path.dirname(os.path.abspath(run.tool))
    root = run.path("root")
    status, text = run.command([*MAKE, "-C", top, "install",
                                "DESTDIR=" + root])
    if status:
        return None, [f"make install: exit status {status}: {text[-300:]}"]
    found = [folder for folder, _, files in os.walk(root)
             if "sfmerge" in files
             and os.access(os.path.join(folder, "sfmerge"), os.X_OK)]
    return (found[0], []) if found else (None, ["no sfmerge is installed"])


def do_command(run, case, command):
    """Run COMMAND, of the CASE, among its files; what is wrong."""
    folder = run.path("case")
    case.said = ""
    problems = case.prepare(run, folder)
    if problems:
        return problems
    if case.judge(run, folder) == []:
        problems.append("there is nothing to do before")
    status, case.said = run.command(["sh", "-e", "-c", command], folder)
    if status:
        problems.append(f"exit status {status}: {case.said[-300:]}")
    return problems + case.judge(run, folder)


def main():
    """The command."""
    args = runner.parser("--top").parse_args()
    run = runner.Runner(os.path.abspath(args.sfmerge),
                        os.path.abspath(args.folder), args.only)
    readme_quickstart.all_cases(run, args.top)
    missing = readme_files.missing(run)
    if missing:
        run.unsupported("readme", missing)
        return run.end()
    programs, problems = install(run)
    run.result("readme: make install", problems)
    if problems:
        return run.end()
    os.environ["PATH"] = programs + ":" + os.environ["PATH"]
    for name in ("SFMERGE", "SFMERGE_OPTIONS", "SFMERGE_LD", "COMPILER_PATH",
                 "MAKEFLAGS", "MFLAGS", "MAKELEVEL"):
        os.environ.pop(name, None)
    pages_cases(run, args.top, run.path("root"))
    unused = set(readme_files.CASES)
    for command in commands(os.path.join(args.top, "README.md")):
        if command.startswith(NOT_RUN):
            continue
        name = "readme: " + command.replace("\n", "; ").rstrip("; ")
        known = [start for start in readme_files.CASES if start in command]
        unused.difference_update(known)
        if not run.wanted(name):
            continue
        if not known:
            run.result(name, ["there is no case for it"])
            continue
        case = readme_files.CASES[max(known, key=len)]
        absent = case.missing()
        if absent:
            run.unsupported(name, absent)
        else:
            run.result(name, do_command(run, case, command))
    run.result("readme: every case is of a command there",
               [f"none has {start!r}" for start in sorted(unused)])
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
