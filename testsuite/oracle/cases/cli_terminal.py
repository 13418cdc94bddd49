# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What is for people at a terminal: progress, colors, completions."""

import os
import pty
import re
import shutil
import subprocess
import threading

import cli_files
import commands
import disk
import dump_write
import terminal

MANY = 5000  # functions, more than between two looks at the clock


def told(args, folder):
    """What ARGS write to a terminal for messages, and their status."""
    return terminal.watch(args, ("stderr",), cwd=folder,
                          env={**os.environ, "NO_COLOR": "1"})


def many(folder):
    """An object with many functions."""
    with open(os.path.join(folder, "many.s"), "w", encoding="ascii") as file:
        for i in range(MANY):
            file.write(f"f{i}:\n\t.cfi_startproc\n\tret\n\t.cfi_endproc\n")
    subprocess.run(["as", "--64", "-o", "many.o", "many.s"], cwd=folder,
                   check=True, timeout=60)


def lines(run, folder):
    """Each command that may take long."""
    cli_files.made(folder, run.tool)
    many(folder)
    cc = shutil.which("cc")
    commands = [
        (["link", "-o", "out", "im.age", "in.o"], "placed 1 objects: in.o"),
        (["reserve", "-o", "out", "in.o"], "measured 1 objects: in.o"),
        (["dump", "many.full.o"], "dumped 4096 functions: many.full.o")]
    if cc is not None:
        commands.append((["crt", "-o", "crt", "--strip", "--cc=" + cc],
                         "made 1 of "))
    subprocess.run([run.tool, "synth", "-q", "-o", "many.full.o", "many.o"],
                   cwd=folder, check=True, timeout=60)
    problems = []
    for args, line in commands:
        text, status = told([run.tool, *args], folder)
        if status or "\rsfmerge: " + line not in text:
            problems.append(f"{args}: {status}: {text[:300]}")
        if text.rfind("\r\x1b[K") < text.rfind("\rsfmerge: "):
            problems.append(f"{args}: the line stays: {text[-300:]}")
        shutil.rmtree(os.path.join(folder, "crt"), ignore_errors=True)
        text, status = told([run.tool, *args, "-q"], folder)
        if status or text:
            problems.append(f"{args} -q: {status}: {text[:300]}")
        shutil.rmtree(os.path.join(folder, "crt"), ignore_errors=True)
        done = subprocess.run([run.tool, *args], cwd=folder, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=60)
        if b"\r" in done.stderr:
            problems.append(f"{args}: without a terminal: {done.stderr}")
    # A message begins a line of its own.
    text, status = told([run.tool, "reserve", "-o", "out", "in.o", "absent"],
                        folder)
    if status != 2 or "in.o\x1b[K\r\x1b[Ksfmerge: absent: " not in text:
        problems.append(f"a message: {status}: {text}")
    return problems


def progress_cases(run):
    """The line on a terminal that says how far long work is: none with -q,
    none elsewhere, and none that stays."""
    name = "cli/progress: of long work"
    if not run.wanted(name) or terminal.lacks(run, name):
        return
    if not shutil.which("as") or os.uname().machine != "x86_64":
        run.unsupported(name, "no x86-64 binutils")
        return
    folder = os.path.join(run.folder, "progress")
    os.makedirs(folder)
    run.result(name, lines(run, folder))


INC = os.path.abspath(os.path.join(
    os.path.dirname(__file__), "../../inc"))
ESCAPE = re.compile(r"\033\[[0-9;]*m")


def piped(args, env):
    """What ARGS print into a pipe, with ENV."""
    return subprocess.run(args, check=False, timeout=60, env=env, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT).stdout


def subjects(run):
    """A file that is valid, and one that is not."""
    funcs = dump_write.functions(1, 3, 3, 4)
    content = dump_write.encode(3, 3, 5, funcs)
    out = []
    for name, data in (("good", content), ("bad", b"\x07" + content[1:])):
        out.append(run.path(name))
        disk.write(out[-1],
                   dump_write.image(3, data, dump_write.named(funcs)))
    return out


# (options, a terminal, more of the environment, whether there is color)
WAYS = [
    ((), False, {}, False),
    ((), True, {}, True),
    ((), True, {"NO_COLOR": "1"}, False),
    ((), True, {"NO_COLOR": ""}, True),
    ((), True, {"TERM": "dumb"}, False),
    ((), True, {"TERM": None}, False),
    (("--color=auto",), False, {}, False),
    (("--color=auto",), True, {"NO_COLOR": "1"}, False),
    (("--color=never",), True, {}, False),
    (("--color=always",), False, {"NO_COLOR": "1", "TERM": "dumb"}, True),
    (("--color",), False, {}, True),
    (("--color", "--color=never"), True, {}, False),
]


def shown(args, env):
    """What ARGS print on a terminal, with ENV."""
    return terminal.watch(args, env=env)[0].replace("\r\n", "\n")


def ways(run):
    """The option, the variables and the terminal."""
    good, bad = subjects(run)
    problems = []
    for options, seen, more, colored in WAYS:
        env = dict(os.environ, LC_ALL="C", TERM="xterm")
        env.pop("NO_COLOR", None)
        env.update({k: v for k, v in more.items() if v is not None})
        for name in (k for k, v in more.items() if v is None):
            env.pop(name)
        args = [run.tool, "check", "-v", "-j2", *options, "--for=kernel", good, bad,
                run.path("missing")]
        text = (shown if seen else piped)(args, env)
        plain = piped([a for a in args if not a.startswith("--color")], env)
        what = f"{options} {seen} {more}"
        if bool(ESCAPE.search(text)) != colored:
            problems.append(f"{what}: {text[:200]!r}")
        if ESCAPE.sub("", text) != plain or ESCAPE.search(plain):
            problems.append(f"{what}: other text: {text[:300]!r}")
        if colored and not all(code in text for code in (
                "\033[32mvalid\033[m", "\033[01;31mnot valid\033[m",
                "\033[01;31merror\033[m: ", "[\033[32m#",
                f"\033[01;31msfmerge: {run.path('missing')}: \033[m")):
            problems.append(f"{what}: {text!r}")
        # Messages may be colored, JSON is not.
        args.insert(2, "--json")
        if ESCAPE.search(subprocess.run(args, check=False, env=env, text=True,
                                        capture_output=True).stdout):
            problems.append(f"{what}: JSON has color")
    return problems


def colored(run, problems, wanted, *args):
    """ARGS print in color what WANTED has, and else what they print without;
    add to PROBLEMS."""
    text, plain = (piped([run.tool, args[0], option, *args[1:]], os.environ)
                   for option in ("--color", "--color=never"))
    if ESCAPE.sub("", text) != plain:
        problems.append(f"{args}: other text: {text!r}")
    problems += [f"{args}: no {code!r}: {text!r}" for code in wanted
                 if code not in text]


def of_others(run):
    """The verdict of diff, and the words for what is worse or better."""
    whole, bad = subjects(run)
    less = run.path("less")
    funcs = dump_write.functions(1, 3, 3, 4)
    disk.write(less, dump_write.image(
               3, dump_write.encode(3, 3, 5, funcs[:3]),
               dump_write.named(funcs)))
    problems = []
    colored(run, problems, ["\033[01;31mworse\033[m", "\033[01;31mlost\033[m"],
            "diff", whole, less)
    colored(run, problems, ["\033[01;35mdiffers\033[m"],
            "diff", "--fail-on=none", whole, less)
    colored(run, problems, ["\033[32mno loss\033[m", "\033[32mgained\033[m"],
            "diff", less, whole)
    colored(run, problems, ["\033[32mthe same\033[m"], "diff", "-v", whole,
            whole)
    colored(run, problems, ["    \033[01;31merror\033[m at 0x"], "dump", bad)
    colored(run, problems, ["\033[01;31msfmerge: no-such-program: \033[m"],
            "run", "no-such-program")
    colored(run, problems, ["\033[01;31msfmerge: \033[mdiff: no NEW given"],
            "diff", whole)
    return problems


def sources(run):
    """Names are as in the source on terminals, and as in the file elsewhere;
    in JSON they are both only with -C."""
    path = run.path("mangled")
    made = subprocess.run(
        ["as", "--64", "--defsym", "SF_ABI=3", "-I", INC, "-o", path,
         f"{INC}/bad-rows.s"],
        check=False, timeout=60)
    if made.returncode:
        return ["it cannot be assembled"]
    problems = []
    for args in (["check"], ["dump"], ["check", "--json"]):
        args = [run.tool, *args, path]
        plain = "--json" in args
        for text, seen in ((shown(args, os.environ), not plain),
                           (piped(args, os.environ), False)):
            if ("tree::walk(int)" in text, "_ZN4tree" in text) != (
                    seen, not seen):
                problems.append(f"{args}: {seen}: {text[:300]}")
    return problems


def of_command(run, command):
    """COMMAND knows the option, and its words."""
    status, out, said = commands.run(run.tool, command, "--color=alwais")
    problems = []
    if status != 2 or out or "did you mean 'always'?" not in said:
        problems.append(f"{status} {out} {said}")
    if "--color" not in [o.name for o in commands.options(run.tool, command)]:
        problems.append("--color is not in the help")
    return problems


def color_cases(run):
    """Color: on terminals unless somebody is against it, and elsewhere only
    where it is asked for; without it, the same text."""
    if terminal.lacks(run, "cli/color"):
        return
    named = [("cli/color: terminals, variables and the option", ways, ()),
             ("cli/color: diff, dump and run", of_others, ())]
    named += [(f"cli/color: the option of {command}", of_command, (command,))
              for command in commands.names(run.tool)]
    if "without libbfd" not in piped([run.tool, "dump", "-C"], os.environ):
        named += [("cli/color: names on terminals", sources, ())]
    for name, case, more in named:
        if run.wanted(name):
            run.result(name, case(run, *more))


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
