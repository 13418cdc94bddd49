# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Color: on terminals unless somebody is against it, and elsewhere only where
it is asked for; without it, the same text."""

import os
import re
import subprocess

import commands
import disk
import dump_generate
import dump_write
import terminal

ESCAPE = re.compile(r"\033\[[0-9;]*m")


def piped(args, env):
    """What ARGS print into a pipe, with ENV."""
    return subprocess.run(args, check=False, timeout=60, env=env, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT).stdout


def subjects(run):
    """A file that is valid, and one that is not."""
    funcs = dump_generate.functions(1, 3, 3, 4)
    content = dump_write.encode(3, 3, 5, funcs)
    out = []
    for name, data in (("good", content), ("bad", b"\x07" + content[1:])):
        out.append(run.path(name))
        disk.write(out[-1],
                   dump_write.image(3, data, dump_generate.named(funcs)))
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
        args = [run.tool, "check", "-j2", *options, "--for=kernel", good, bad,
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
    funcs = dump_generate.functions(1, 3, 3, 4)
    disk.write(less, dump_write.image(
               3, dump_write.encode(3, 3, 5, funcs[:3]),
               dump_generate.named(funcs)))
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


def of_command(run, command):
    """COMMAND knows the option, and its words."""
    status, out, said = commands.run(run.tool, command, "--color=alwais")
    problems = []
    if status != 2 or out or "did you mean 'always'?" not in said:
        problems.append(f"{status} {out} {said}")
    if "--color" not in [o.name for o in commands.options(run.tool, command)]:
        problems.append("--color is not in the help")
    return problems


def cases(run):
    """All of this module."""
    if terminal.lacks(run, "cli/color"):
        return
    named = [("cli/color: terminals, variables and the option", ways, ()),
             ("cli/color: diff, dump and run", of_others, ())]
    named += [(f"cli/color: the option of {command}", of_command, (command,))
              for command in commands.names(run.tool)]
    for name, case, more in named:
        if run.wanted(name):
            run.result(name, case(run, *more))
