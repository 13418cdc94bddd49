# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What is for people at a terminal: progress, what was done, colors."""

import os
import re
import shutil
import subprocess

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


def done(run, folder):
    """What commands that write say on a terminal, and nowhere else."""
    cli_files.made(folder, run.tool)
    many(folder)
    size = r", [\d,.]+ (bytes|KB)\r\n"
    problems = []
    for args, wanted in (
            (["synth", "-o", "out.o", "many.o"],
             f"out.o: 5,000 functions described [(]100 %[)]{size}"),
            (["convert", "--to=v2", "-i", "out.o"],
             f"out.o: 5,000 functions described{size}"),
            (["repair", "-i", "out.o"],
             f"out.o: correct already, 5,000 functions described{size}"),
            (["strip", "-i", "out.o"], r"out.o: [\d,.]+ KB of .sframe removed"
             "\r\n"),
            (["link", "-o", "out", "im.age", "in.o"],
             rf"(.*\033\[K)?out: \d+ functions? described.*{size}"),
            (["synth", "-i", "many.o", "-n"], "|.* would be .*"),
            (["synth", "-i", "--json", "many.o"], "")):
        text, status = told([run.tool, *args], folder)
        if not re.fullmatch(wanted, text, re.DOTALL):
            problems.append(f"{args}: {status}: {text!r}")
        text = told([run.tool, *args, "-q"], folder)[0]
        done_ = subprocess.run([run.tool, *args], cwd=folder, check=False,
                               stdin=subprocess.DEVNULL, capture_output=True,
                               timeout=60)
        if text or b"described" in done_.stderr or b"removed" in done_.stderr:
            problems.append(f"{args}: -q: {text!r}, or {done_.stderr}")
    return problems


def progress_cases(run):
    """The line on a terminal that says how far long work is: none with -q,
    none elsewhere, and none that stays; and what was done."""
    name = "cli/done: what was written"
    if run.wanted(name) and not terminal.lacks(run, name):
        if shutil.which("as") and os.uname().machine == "x86_64":
            folder = os.path.join(run.folder, "done")
            os.makedirs(folder)
            run.result(name, done(run, folder))
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
