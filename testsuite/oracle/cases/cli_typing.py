# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Mistyped commands, options and words: what was meant is said, and nothing
where nothing is near."""

import re

import commands

CONSUMERS = "--list-consumers"
# Options that list their words when one is wrong.
LISTED = ("--to", "--grow", "--plt", "--fill", "--share-rows", "--fail-on",
          "--cover-noreturn", "--style")


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
        wanted = wanted or "/dev/null: not a regular file"
        if wanted not in said:
            problems.append(f"--to={version}: {said}")
    return problems


def cases(command):
    """The cases of COMMAND."""
    return [(f"cli/typing: options of {command}", of_options, (command,)),
            (f"cli/typing: words of {command}", of_words, (command,))]


def program_cases():
    """The cases of the program itself."""
    return [("cli/typing: options of the program", of_options, ()),
            ("cli/typing: commands", of_commands, ()),
            ("cli/typing: versions", versions, ())]
