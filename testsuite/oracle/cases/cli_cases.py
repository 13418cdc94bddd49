#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What holds for the command line of every command.

    cli_cases.py --sfmerge TOOL --folder DIR [--only TEXT]
"""

import sys

import cli_advice
import cli_color
import cli_complete
import cli_failures
import cli_machines
import cli_names
import cli_progress
import cli_standard
import cli_together
import cli_typing
import commands
from runner import Runner, parser

WIDTH = 79


def help_of(tool, command):
    """Help and version of COMMAND, by every name."""
    problems = []
    helps = [commands.run(tool, *args) for args in (
        (command, "--help"), (command, "-h"), ("help", command))]
    versions = [commands.run(tool, *args) for args in (
        (command, "--version"), (command, "-V"), ("--version",), ("-V",))]
    for form in (helps, versions):
        if len(set(form)) != 1 or form[0][0] != 0 or form[0][2]:
            problems.append(f"they differ or fail: {form}")
    if not helps[0][1].startswith(f"Usage: sfmerge {command} "):
        problems.append(helps[0][1][:80])
    for letter, name in (("-h", "--help"), ("-V", "--version")):
        if not any(option.letter == letter and option.name == name
                   for option in commands.options(tool, command)):
            problems.append(f"{name} is not in the help")
    return problems + wide(helps[0][1])


def wide(text):
    """The lines of TEXT that are too long, or end with a space."""
    return [f"a line of {len(line)} columns: {line}"
            for line in text.split("\n")
            if len(line) > WIDTH or line != line.rstrip()]


def program(tool):
    """Help of the program itself."""
    helps = [commands.run(tool, *args) for args in (
        ("--help",), ("-h",), ("help",), ("help", "help"),
        ("help", "--help"), ("help", "-h"))]
    problems = [] if len(set(helps)) == 1 else [f"they differ: {helps}"]
    return problems + wide(helps[0][1])


def hint(tool, command):
    """Where a message sends its reader."""
    problems = []
    wanted = f"Try 'sfmerge help {command}' for more information.\n"
    for args in (("--no-such-option",), ("-%",), ("--help=x",), ()):
        status, out, said = commands.run(tool, command, *args)
        if status != 2 or out or not said.endswith("\n" + wanted):
            problems.append(f"{args}: {status}: {out}{said}")
        if not said.startswith(f"sfmerge: {command}: "):
            problems.append(f"{args}: does not name the command: {said}")
        problems += wide(said.rstrip("\n"))
    return problems


def main():
    """The command."""
    args = parser().parse_args()
    run = Runner(args.sfmerge, args.folder, args.only)
    cases = [("cli/help: of the program", program, ())]
    for command in commands.names(run.tool):
        cases += [(f"cli/help: every name of it, {command}", help_of,
                   (command,)),
                  (f"cli/hint: {command}", hint, (command,)),
                  *cli_typing.cases(command)]
    cases += cli_typing.program_cases() + cli_machines.cases(run)
    for name, case, more in cases:
        if run.wanted(name):
            run.result(name, case(run.tool, *more))
    cli_advice.cases(run)
    cli_color.cases(run)
    cli_complete.cases(run)
    cli_failures.cases(run)
    cli_names.cases(run)
    cli_progress.cases(run)
    cli_standard.cases(run)
    cli_together.cases(run)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
