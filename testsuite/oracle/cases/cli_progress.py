# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The line on a terminal that says how far long work is: none with -q, none
elsewhere, and none that stays."""

import os
import shutil
import subprocess

import cli_standard
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
    cli_standard.made(folder, run.tool)
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


def cases(run):
    """Run all."""
    name = "cli/progress: of long work"
    if not run.wanted(name) or terminal.lacks(run, name):
        return
    if not shutil.which("as") or os.uname().machine != "x86_64":
        run.unsupported(name, "no x86-64 binutils")
        return
    folder = os.path.join(run.folder, "progress")
    os.makedirs(folder)
    run.result(name, lines(run, folder))
