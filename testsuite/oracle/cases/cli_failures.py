# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""JSON of commands that fail: one object in any case, with each error that the
messages have, and with the exit status."""

import json
import os
import re
import tempfile

import commands
import disk

FILES = {"text": b"no ELF file\n", "cut.o": b"\x7fELF\2\1\1",
         "odd\n\"\\\xff.o": b"x", "cut.a": b"!<arch>\n/  "}
# The arguments of a command that make it fail; FILE is replaced by the name
# of an input.
WRITE = ("link", "repair", "convert", "synth", "strip")
OUTSIDE = "cli/json: many errors that are of no file"
WRONG = (("--no-such-option",), ("-%",), ("--json=x",), (), ("@absent",))


def arguments(command, names):
    """Command lines of COMMAND for the input files NAMES."""
    if command == "diff":
        return [names[:1] + names[-1:]]
    if command == "reserve":
        return [["-o", "out", *names]]
    if command == "link":
        return [["-o", "out", *names, "text"], ["-i", "text", *names]]
    if command not in WRITE:
        return [names]
    more = ["--to=v3"] if command == "convert" else []
    return [["-n", *more, *names], ["-o", "no/out", *more, names[-1]]]


def lines(command):
    """Command lines of COMMAND that fail."""
    made = [list(wrong) for wrong in WRONG]
    for names in (["absent"], ["text"], ["cut.o"], ["cut.a"], ["."],
                  ["absent", "text", "cut.o", os.fsdecode(b'odd\n"\\\xff.o')]):
        made += arguments(command, names)
    if command in ("check", "repair", "synth", "strip"):
        made.append(["-r", "-j2"] + arguments(command, ["cut.a", "absent"])[0])
    return made


def failures(value):
    """All errors in a document or a part of it, as messages have them."""
    if isinstance(value, list):
        return [error for part in value for error in failures(part)]
    if not isinstance(value, dict):
        return []
    found = []
    for key, part in value.items():
        if key == "failures" and isinstance(part, list):
            found += [": ".join(filter(None, (
                (entry["file"] or "") + (entry["place"] or ""),
                entry["text"]))) for entry in part if "text" in entry]
        if key != "summary":
            found += failures(part)
    return found


def judge(tool, folder, command, args):
    """Run COMMAND with --json and ARGS, which fails."""
    where = {"cwd": folder}
    status, out, said = commands.run(tool, command, "--json", *args, **where)
    plain = commands.run(tool, command, *args, **where)
    try:
        document = json.loads(out)
    except ValueError:
        return [f"{args}: no JSON: {out}{said}"]
    wanted = sorted(line for line in re.findall(
        r"^sfmerge: (.*)$", said, re.MULTILINE)
        if not re.search(r"(^|: )(note|warning): ", line))
    problems = []
    if sorted(failures(document)) != wanted:
        problems.append(f"{args}: {failures(document)}, but it says {wanted}")
    if status == 0 or not wanted or status != plain[0]:
        problems.append(f"{args}: status {status} and {plain[0]}: {said}")
    if document.get("exit_status") != status or document.get("schema") != 1:
        problems.append(f"{args}: status {status}: {out}")
    if "--json" in plain[1] or plain[1].startswith("{"):
        problems.append(f"{args}: JSON that is not asked for: {plain[1]}")
    return problems


def failing(run, command):
    """All command lines of COMMAND that fail."""
    folder = os.path.join(run.folder, "failures." + command)
    os.makedirs(folder, exist_ok=True)
    for name, data in FILES.items():
        disk.write(os.path.join(os.fsencode(folder), name.encode("latin-1")),
                   data)
    return [problem for args in lines(command)
            for problem in judge(run.tool, folder, command, args)]


def many(run):
    """More errors than are kept: the rest is counted."""
    names = [f"absent{i}" for i in range(3000)]
    status, out, said = commands.run(run.tool, "reserve", "--json", "-o", "x",
                                     "--no-such", *names)
    document = json.loads(out)
    problems = []
    if status != 2 or len(document["failures"]) != 1 or len(said) > 400:
        problems.append(f"status {status}: {out[:300]}")
    status, out, said = commands.run(run.tool, "dump", "--json", *names)
    found = failures(json.loads(out))
    if status != 2 or len(found) != 3000 or len(said.splitlines()) != 3000:
        problems.append(f"status {status}: {len(found)} errors")
    return problems


def outside(run):
    """More errors than are kept, of no file: the rest is counted.  Only
    directories that may not be read give so many, so root becomes nobody."""
    count = 1100
    nobody = {"user": 65534, "group": 65534,
              "extra_groups": []} if os.geteuid() == 0 else {}
    with tempfile.TemporaryDirectory() as top:
        os.chmod(top, 0o755)
        for i in range(count):
            os.mkdir(os.path.join(top, f"closed{i}"), 0)
        try:
            status, out, said = commands.run(run.tool, "check", "-r", "--json",
                                             top, **nobody)
        except OSError as why:
            run.unsupported(OUTSIDE, f"nobody cannot run it: {why}")
            return
    document = json.loads(out)
    problems = []
    if (len(document["failures"]) + document.get("failures_left_out", 0)
            != count or len(document["failures"]) != 1000):
        problems.append(f"{len(document['failures'])} failures, "
                        f"{document.get('failures_left_out')} left out")
    if status != 2 or len(said.splitlines()) != count:
        problems.append(f"status {status}: {said[:200]}")
    run.result(OUTSIDE, problems)


def cases(run):
    """Run all; a command is taken by its help."""
    for command in commands.names(run.tool):
        name = f"cli/json: {command} fails"
        if run.wanted(name) and any(
                option.name == "--json"
                for option in commands.options(run.tool, command)):
            run.result(name, failing(run, command))
    if run.wanted("cli/json: many errors"):
        run.result("cli/json: many errors", many(run))
    if run.wanted(OUTSIDE):
        outside(run)
