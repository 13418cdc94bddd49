# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Options that contradict each other are refused, by every command that has
both; all other pairs are not."""

import itertools
import os
import re

import commands

EXCLUDE = [frozenset("--" + name for name in pair.split()) for pair in (
    "quiet verbose", "brief quiet", "brief json", "json style", "at headers",
    "output in-place", "output detached", "detached in-place",
    "split detached", "split images", "strip synth", "strip to", "strip for",
    "strip partial")]
WANT = {"--images": "--recursive", "--exclude": "--recursive",
        "--follow-thin": "--in-place",
        "--from-map": "--against", "--reserve": "--wait"}
ONE_FILE = ("--output", "--detached", "--html", "--reserve", "--symbols")
VALUES = {"--to": "v3", "--for": "kernel", "--jobs": "1", "--size": "64",
          "--min-coverage": "1", "--style": "sfmerge", "--at": "f",
          "--grow": "none", "--plt": "auto", "--cc": "false",
          "--html": "no/such"}
OPERANDS = {"run": ["true"], "diff": ["absent", "absent2"],
            "crt": ["--cc=false"]}
END = ("--list-consumers", "--help", "--version", "--color")


def given(command, option):
    """The arguments that give OPTION."""
    value = VALUES.get(option.name, "x")
    if option.name == "--fail-on":
        value = "any" if command == "diff" else "note"
    return option.given(value)


def complaint(tool, folder, command, args):
    """What COMMAND says of the options ARGS that do not go together: how
    messages call them, or None."""
    status, _, said = commands.run(
        tool, command, *args, *OPERANDS.get(command, ["absent", "absent2"]),
        cwd=folder)
    found = re.search(r"^sfmerge: [a-z]+: (-\S+) (?:and (-\S+) cannot be "
                      r"used together|needs (-\S+))$", said, re.MULTILINE)
    if found is None or status != 2:
        return None
    return {name for name in found.groups() if name}


def pairs(tool, folder, command):
    """All pairs of the options of COMMAND."""
    options = {option.name: option for option in commands.options(
        tool, command) if option.name not in END}
    problems = []
    for one, two in itertools.combinations(options, 2):
        names = {one, two}
        names |= {WANT[name] for name in names
                  if WANT.get(name) in options}
        wanted = [{options[name].short() for name in pair}
                  for pair in EXCLUDE if pair <= names]
        args = [arg for name in sorted(names)
                for arg in given(command, options[name])]
        said = complaint(tool, folder, command, args)
        if said not in (wanted or [None]):
            problems.append(f"{args}: wanted {wanted}: {said}")
    for name, other in WANT.items():
        if name not in options or other not in options:
            continue
        said = complaint(tool, folder, command, given(command, options[name]))
        if said != {options[name].short(), options[other].short()}:
            problems.append(f"{name} without {other}: {said}")
    return problems + twice(tool, folder, command, options)


def twice(tool, folder, command, options):
    """The options of COMMAND given twice: another file is refused, another
    value replaces the first."""
    problems = []
    for option in options.values():
        if option.argument is None or command == "run":
            continue
        alone = WANT.get(option.name)
        more = given(command, options[alone]) if alone in options else []
        for second, refused in ((given(command, option), False),
                                (option.given("other"),
                                 option.name in ONE_FILE)):
            status, _, said = commands.run(
                tool, command, *given(command, option), *second, *more,
                *OPERANDS.get(command, ["absent", "absent2"]), cwd=folder)
            wanted = f"{option.short()} names two files, '"
            if (wanted in said) != refused or refused and status != 2:
                problems.append(f"{second}: {status}: {said}")
    return problems


def cases(run):
    """Run all."""
    for command in commands.names(run.tool):
        name = f"cli/together: {command}"
        if not run.wanted(name):
            continue
        folder = os.path.join(run.folder, "together." + command)
        os.makedirs(folder, exist_ok=True)
        problems = pairs(run.tool, folder, command)
        left = set(os.listdir(folder)) - {"x", "other"} \
            if command == "crt" else os.listdir(folder)
        if left:
            problems.append(f"it left {left}")
        run.result(name, problems)
