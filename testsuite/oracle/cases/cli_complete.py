# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The completions of shells."""

import os
import pty
import shutil
import subprocess
import threading

import commands
import disk
import terminal

FOLDER = os.path.abspath(os.path.join(
    os.path.dirname(__file__), "../../../tool/completions"))
BASH = """
source %s
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_sfmerge
printf '%%s\\n' "${COMPREPLY[@]}"
"""
ZSH = """
PS1= PS2= RPS1=; unsetopt zle_bracketed_paste; unset zle_bracketed_paste
fpath=(%s $fpath); autoload -Uz compinit; compinit -D -u
tell () { print -r -- $BUFFER >%s; BUFFER= }
zle -N tell; bindkey '^X^T' tell; bindkey '^I' complete-word
print ready >%s
"""


def table(tool, *command):
    """The lines of the table of COMMAND, in fields."""
    return [line.split("\t") for line in
            commands.run(tool, "help", "--complete", *command)[1].splitlines()]


def agrees(tool, command):
    """The table of COMMAND has the options of its help, and for each the words
    that its parser takes."""
    rows = table(tool, command)
    problems = [f"a field is empty: {row}" for row in rows
                if len(row) != 4 or not all(row)]
    named = {row[0]: row for row in rows}
    for option in commands.options(tool, command):
        row = named.pop(option.name, None)
        argument = (option.argument or "-").replace("=", "", 1)
        if option.letter and option.letter not in ("-h", "-V"):
            letter = named.pop(option.letter, None)
            if row and letter and letter[1:] != row[1:]:
                problems.append(f"{letter} is not {row}")
            elif not letter:
                problems.append(f"there is no {option.letter}")
        if row is None or row[1] != argument:
            problems.append(f"{option.name}: {row}, not {argument}")
            continue
        takes = commands.words(tool, command, option.name)
        if option.name == "--for":
            # Nothing is written for one without a version.
            known = [line.split() for line in commands.run(
                tool, "--list-consumers")[1].splitlines()]
            takes = [name for name, version, *_ in known
                     if command == "check" or version != "-"]
            takes += ["all"] if command == "check" else []
        if takes and sorted(row[2].split(" ")) != sorted(takes):
            problems.append(f"{option.name}: {row[2]}, but it takes {takes}")
        if not takes and row[2] != "-" and not row[2].startswith("@"):
            problems.append(f"{option.name}: words that no message has: {row}")
    named.pop("*", None)
    return problems + [f"no option of the help: {name}" for name in named]


def bash(tool, words):
    """What bash offers for the last of WORDS, which it has split at "="."""
    done = subprocess.run(
        ["bash", "--norc", "-c", BASH % os.path.join(FOLDER, "sfmerge"),
         "bash", tool, *words], check=False, capture_output=True)
    if done.stderr:
        return ["stderr: " + done.stderr.decode(errors="replace")]
    return done.stdout.decode().split()


def judge_bash(tool, folder):
    """Problems with bash: all words, and those that begin with something."""
    names = [row[0] for row in table(tool)]
    longs = [row[0] + ("=" if row[1][0] not in "-[" else "")
             for row in table(tool, "link") if row[0].startswith("--")]
    tries = [
        ([""], names), (["re"], ["repair", "reserve"]),
        (["help", "s"], ["synth", "strip"]), (["link", "--"], longs),
        (["check", "--no"], ["--no-rows"]), (["link", "--from"],
                                             ["--from-map="]),
        (["convert", "--to", "=", "v2"], ["v2", "v2-pcrel"]),
        (["convert", "--to", "="], ["v2", "v2-pcrel", "v3"]),
        (["convert", "--to=v3"], ["--to=v3"]),
        (["convert", "--to", "v3"], ["v3"]),
        (["link", "--grow", "=", "l"], ["large-pages"]),
        (["check", "--for", "=", "kernel,ld-2.46,mo"],
         ["kernel,ld-2.46,mold-2.42"]),
        (["check", "--html", "=", f"{folder}/su"], [f"{folder}/sub"]),
        (["check", f"{folder}/o"], [f"{folder}/one.o"]),
        (["link", "-o", f"{folder}/o"], [f"{folder}/one.o"]),
        (["run", "--fill", "--to", "=", "v3", "--", "x", f"{folder}/o"],
         [f"{folder}/one.o"]),
        (["no-such-command", "--"], []),
    ]
    return [f"{words}: {found}, not {wanted}" for words, wanted in tries
            if sorted(found := bash(tool, words)) != sorted(wanted)]


def fish(tool, line):
    """What fish offers at the end of LINE."""
    done = subprocess.run(
        ["fish", "--no-config", "-c",
         f"source {FOLDER}/sfmerge.fish; complete -C '{line}'"],
        check=False, capture_output=True,
        env=dict(os.environ, PATH=os.path.dirname(tool) + ":"
                 + os.environ["PATH"]))
    if done.stderr:
        return ["stderr: " + done.stderr.decode(errors="replace")]
    return [row.split("\t")[0] for row in done.stdout.decode().splitlines()]


def judge_fish(tool, folder):
    """The same with fish."""
    longs = [row[0] + ("=" if row[1][0] not in "-[" else "")
             for row in table(tool, "link") if row[0].startswith("--")]
    tries = [
        ("re", ["repair", "reserve"]), ("help sy", ["synth"]),
        ("link --", longs), ("convert --to=v2", ["--to=v2", "--to=v2-pcrel"]),
        ("convert --to v3", ["v3"]), ("link --grow=l", ["--grow=large-pages"]),
        ("check --for=kernel,mo", ["--for=kernel,mold-2.42"]),
        (f"check {folder}/on", [f"{folder}/one.o"]),
        (f"link -o {folder}/on", [f"{folder}/one.o"]),
        (f"check --html={folder}/su", [f"--html={folder}/sub/"]),
    ]
    return [f"{line}: {found}, not {wanted}" for line, wanted in tries
            if sorted(found := fish(tool, "sfmerge " + line))
            != sorted(wanted)]


class Zsh:
    """An interactive zsh, which writes its line to a pipe when it is asked
    to."""

    def __init__(self, tool, folder):
        self.pipe = os.path.join(folder, "zsh-line")
        os.mkfifo(self.pipe)
        start = os.path.join(folder, "zsh-start")
        disk.write(start, ZSH % (FOLDER, self.pipe, self.pipe))
        self.master, slave = pty.openpty()
        environment = dict(os.environ, TERM="dumb", PATH=os.path.dirname(tool)
                           + ":" + os.environ["PATH"])
        self.process = subprocess.Popen(
            ["zsh", "-f", "-i"], stdin=slave, stdout=slave, stderr=slave,
            env=environment, start_new_session=True)
        os.close(slave)
        # Lest zsh wait until what it shows is read.
        threading.Thread(target=terminal.drain, args=(self.master,),
                         daemon=True).start()
        self.send(f"source {start}\n")
        self.line()

    def send(self, text):
        """Type TEXT."""
        os.write(self.master, text.encode())

    def line(self):
        """What zsh says next."""
        return disk.text(self.pipe).strip("\n")

    def complete(self, text):
        """The line after TEXT and a tab."""
        self.send(text + "\t\x18\x14")
        return self.line()

    def end(self):
        """End it."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)


def judge_zsh(tool, folder):
    """The same with zsh, which changes the line if one word can be meant."""
    zsh = Zsh(tool, folder)
    tries = [
        ("rep", "repair "), ("help sy", "help synth "),
        ("check --no-", "check --no-rows "), ("link --from", "link --from-map="),
        ("convert --to=v2-", "convert --to=v2-pcrel "),
        ("convert --to v2-", "convert --to v2-pcrel "),
        ("link --grow=la", "link --grow=large-pages "),
        ("check --for=kernel,mo", "check --for=kernel,mold-2.42"),
        (f"check {folder}/on", f"check {folder}/one.o "),
        (f"link -o {folder}/on", f"link -o {folder}/one.o "),
        (f"check --html={folder}/su", f"check --html={folder}/sub/"),
    ]
    problems = []
    for typed, wanted in tries:
        found = zsh.complete("sfmerge " + typed)
        if found.rstrip(" ") != "sfmerge " + wanted.rstrip(" "):
            problems.append(f"{typed}: {found}, not {wanted}")
    zsh.end()
    return problems


def program(tool):
    """The table of the program has all that its help lists."""
    rows = table(tool)
    names = [row[0] for row in rows if not row[0].startswith("-")]
    longs = [row[0] for row in rows if row[0].startswith("-")]
    helped = [option.name for option in commands.options(tool)]
    problems = [] if names == [*commands.names(tool), "help"] else [str(names)]
    if sorted(longs) != sorted(helped):
        problems.append(f"{longs}, but the help has {helped}")
    for args, wanted in ((("link", "x"), "help: extra argument 'x'"),
                         (("lnk",), "unknown command 'lnk'")):
        status, out, said = commands.run(tool, "help", "--complete", *args)
        if status != 2 or out or wanted not in said:
            problems.append(f"{args}: {status}: {said}")
    return problems


def complete_cases(run):
    """What the program tells the completions of shells agrees with its
    parsers, and bash, zsh and fish complete by it."""
    for command in commands.names(run.tool):
        name = f"cli/complete: the table of {command}"
        if run.wanted(name):
            run.result(name, agrees(run.tool, command))
    name = "cli/complete: the table of the program"
    if run.wanted(name):
        run.result(name, program(run.tool))
    for shell, judge in (("bash", judge_bash), ("fish", judge_fish),
                         ("zsh", judge_zsh)):
        name = f"cli/complete: {shell}"
        if not run.wanted(name):
            continue
        if not shutil.which(shell):
            run.unsupported(name, f"no {shell}")
            continue
        folder = run.path(f"complete-{shell}")
        os.makedirs(os.path.join(folder, "sub"))
        with open(os.path.join(folder, "one.o"), "wb"):
            pass
        run.result(name, judge(run.tool, folder))
