#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What holds for the command line of every command."""

import itertools
import os
import re
import struct
import sys

import cli_failures
import cli_files
import cli_backup
import cli_complete
import cli_terminal
import commands
import disk
from runner import Runner, parser

# By the generic ABI's registry and the machines' own supplements.
NAMES = {3: "i386 (EM_386)", 8: "MIPS (EM_MIPS)", 21: "PowerPC64 (EM_PPC64)",
         40: "Arm (EM_ARM)", 43: "SPARC64 (EM_SPARCV9)",
         50: "IA-64 (EM_IA_64)", 243: "RISC-V (EM_RISCV)",
         247: "BPF (EM_BPF)", 258: "LoongArch (EM_LOONGARCH)",
         5000: "machine 5000", 0: "machine 0"}


def header(machine, big):
    """The header of a shared object without anything else."""
    order = ">" if big else "<"
    return (b"\x7fELF" + bytes([2, 2 if big else 1, 1]) + bytes(9)
            + struct.pack(order + "HHIQQQIHHHHHH", 3, machine, 1, 0, 0, 0, 0,
                          64, 56, 0, 64, 0, 0))


def named(tool, path):
    """Machines that SFrame has no ABI for, in both byte orders."""
    problems = []
    cases = [(machine, big) for machine in NAMES for big in (False, True)]
    known = {**NAMES, 62: "x86-64 (EM_X86_64)", 22: "s390x (EM_S390)"}
    for machine, big in [*cases, (62, True), (22, False)]:
        disk.write(path, header(machine, big))
        _, _, said = commands.run(tool, "dump", path)
        wanted = (f"SFrame has no ABI for {known[machine]}, "
                  f"{'big' if big else 'little'}-endian\n")
        if not said.endswith(": " + wanted):
            problems.append(f"{machine}: {said}, wanted {wanted}")
    os.unlink(path)
    return problems


def machines_cases(run):
    """Machines are named in messages, not numbered."""
    return [("cli/machines: names in messages", named,
             (run.path("machine"),))]


EXCLUDE = [frozenset("--" + name for name in pair.split()) for pair in (
    "quiet verbose", "brief quiet", "brief json", "at headers",
    "output in-place", "output detached", "detached in-place",
    "split detached", "split images", "strip synth", "strip to", "strip for",
    "strip partial", "backup overwrite")]
WANT = {"--images": "--recursive", "--exclude": "--recursive",
        "--from-map": "--against", "--backup": "--in-place",
        "--overwrite": "--in-place"}
ONE_FILE = ("--output", "--detached", "--html", "--symbols")
VALUES = {"--to": "v3", "--for": "kernel", "--jobs": "1", "--size": "64",
          "--min-coverage": "1", "--at": "f",
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


def together_cases(run):
    """Options that contradict each other are refused, by every command that
    has both; all other pairs are not."""
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


CONSUMERS = "--list-consumers"
# Options that list their words when one is wrong.
LISTED = ("--to", "--grow", "--plt", "--fill", "--share-rows", "--fail-on",
          "--cover-noreturn")


def mistyped(word):
    """WORD with one error of each kind, from its second letter on."""
    at = 1 + len(word) // 3
    yield word[:at] + word[at + 1:]
    yield word[:at] + "_" + word[at:]
    yield word[:at] + "_" + word[at + 1:]
    if word[at - 1] != word[at]:
        yield word[:at - 1] + word[at] + word[at - 1] + word[at + 1:]


def distance(one, two):
    """Letters inserted, left out, replaced, or exchanged with the next: the
    table that every book has."""
    table = {}
    for i in range(len(one) + 1):
        for j in range(len(two) + 1):
            if not i or not j:
                table[i, j] = i + j
                continue
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1,
                              table[i - 1, j - 1] + (one[i - 1] != two[j - 1]))
            if i > 1 and j > 1 and one[i - 2:i] == two[j - 2:j][::-1]:
                table[i, j] = min(table[i, j], table[i - 2, j - 2] + 1)
    return table[len(one), len(two)]


def near(word, known):
    """What may be suggested for WORD: those of KNOWN at the least distance,
    if that is small for its length."""
    most = len(word) // 3
    far = {name: distance(word, name) for name in known}
    for name in known:
        if far[name] > most > 0 and name.startswith(word):
            far[name] = most
    least = min(far.values())
    return [name for name in known if far[name] == least <= most]


def suggested(said):
    """What the message SAID suggests, or None."""
    found = re.search(r"; did you mean '([^']*)'\?\n", said)
    return found.group(1) if found else None


def judge(tool, args, word, known, lead=""):
    """Run TOOL with ARGS, in which WORD is none of KNOWN."""
    status, out, said = commands.run(tool, *args)
    wanted = [lead + name for name in near(word, known)]
    if (status == 2 and not out and f"'{lead}{word}" in said
            and (suggested(said) in wanted if wanted
                 else suggested(said) is None)):
        return []
    return [f"{args}: status {status}, wanted {wanted}: {out}{said}"]


def of_options(tool, *command):
    """Every long option of a command, mistyped."""
    known = [o.name[2:] for o in commands.options(tool, *command)]
    problems = [] if known else ["no options found"]
    for name in known:
        for wrong in mistyped(name):
            begun = [k for k in known if k.startswith(wrong)]
            if not begun:
                problems += judge(tool, [*command, "--" + wrong], wrong, known,
                                  "--")
    return problems


def of_words(tool, command):
    """Every word that an option of COMMAND takes, mistyped."""
    problems = []
    consumers = [line.split()[0] for line in
                 commands.run(tool, CONSUMERS)[1].splitlines()]
    for option in commands.options(tool, command):
        if option.argument is None:
            continue
        known = commands.words(tool, command, option.name)
        if option.name == "--for":
            known = consumers
        if not known and option.name in (*LISTED, "--for"):
            problems.append(f"{option.name} lists no words")
        for word in known:
            for wrong in mistyped(word):
                if wrong not in known and "--" + wrong != option.name:
                    problems += judge(
                        tool, [command, f"{option.name}={wrong}"], wrong,
                        known)
    return problems


def of_commands(tool):
    """Every command, mistyped, also after help."""
    problems = []
    known = [*commands.names(tool), "help"]
    for word in known + ["melt", "x", "a" * 40, "conv", "linking"]:
        for wrong in [*mistyped(word), word] if len(word) > 1 else [word]:
            if wrong in known:
                continue
            for args in ([wrong], ["help", wrong]):
                problems += judge(tool, args, wrong, known)
    return problems


def versions(tool):
    """What --to takes for the versions that it names."""
    problems = []
    for version, wanted in (("v3", None), ("3", None), ("2", None),
                            ("2-pcrel", None), ("1", "version 1 is only read"),
                            ("v1", "version 1 is only read"),
                            ("4", "--to takes v2, v2-pcrel or v3, not '4'"),
                            ("", "--to takes v2, v2-pcrel or v3, not ''"),
                            ("v", "--to takes v2, v2-pcrel or v3, not 'v'")):
        _, _, said = commands.run(tool, "convert", "-n", "--to=" + version,
                                  "/dev/null")
        wanted = wanted or "/dev/null: is not a regular file"
        if wanted not in said:
            problems.append(f"--to={version}: {said}")
    return problems


def typing_cases(command):
    """Mistyped commands, options and words: what was meant is said, and
    nothing where nothing is near."""
    return [(f"cli/typing: options of {command}", of_options, (command,)),
            (f"cli/typing: words of {command}", of_words, (command,))]


def program_cases():
    """The cases of the program itself."""
    return [("cli/typing: options of the program", of_options, ()),
            ("cli/typing: commands", of_commands, ()),
            ("cli/typing: versions", versions, ())]


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
                  *typing_cases(command)]
    cases += program_cases() + machines_cases(run)
    for name, case, more in cases:
        if run.wanted(name):
            run.result(name, case(run.tool, *more))
    cli_files.advice_cases(run)
    cli_terminal.color_cases(run)
    cli_complete.complete_cases(run)
    cli_backup.backup_cases(run)
    cli_failures.cases(run)
    cli_files.names_cases(run)
    cli_terminal.progress_cases(run)
    cli_files.standard_cases(run)
    together_cases(run)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
