#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Every command of README, as it is printed there, with the installed program
and files of the names that README uses; the case pages of the manual; and what
quickstart does where it cannot go on.

    readme_cases.py --sfmerge TOOL --top DIR --folder DIR [--only TEXT]
"""

import os
import re
import sys

import disk
import readme_files
import readme_pages
import readme_quickstart
import runner

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
    readme_pages.all_cases(run, args.top, run.path("root"))
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
