# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The old files that --backup keeps."""

import os
import shutil
import subprocess

import cli_files
import disk

# What changes im.age, or in.a, in place.
COMMANDS = (["repair", "im.age"], ["convert", "--to=v2", "im.age"],
            ["synth", "im.age"], ["strip", "im.age"], ["strip", "in.a"],
            ["link", "im.age", "in.o"])


def done(run, folder, *args):
    """The exit status of ARGS, and what they say."""
    made = subprocess.run([run.tool, *args], cwd=folder, check=False,
                          timeout=60, capture_output=True, text=True)
    return made.returncode, made.stdout + made.stderr


def spoiled(folder):
    """Let each command have something to do in FOLDER."""
    path = os.path.join(folder, "im.age")
    data = bytearray(disk.read(path))
    data[data.index(b"\xe2\xde\x03") + 3] &= ~1  # not sorted
    disk.write(path, data)


def state(folder):
    """The inode and the bytes of each file in FOLDER."""
    return {name: (os.stat(os.path.join(folder, name)).st_ino,
                   disk.read(os.path.join(folder, name)))
            for name in os.listdir(folder)
            if os.path.isfile(os.path.join(folder, name))}


def kept(run, folder):
    """The old file is kept, as it is, by each command; and only if the file
    changes."""
    problems = []
    for command, *args in COMMANDS:
        for option, suffix in (("--backup", "~"), ("--backup=.old", ".old"),
                               ("-v", None)):
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
            cli_files.made(folder, run.tool)
            spoiled(folder)
            if suffix:
                disk.write(os.path.join(folder, args[-1] + suffix), b"older")
            name, before = args[0] if command == "link" else args[-1], \
                state(folder)
            status, said = done(run, folder, command, "-i", option, *args)
            after = state(folder)
            wanted = dict(before)
            if suffix:
                wanted[name + suffix] = before[name]
            changed = after.pop(name)
            wanted.pop(name)
            if command == "link" and suffix:
                after.pop(args[-1] + suffix)
                wanted.pop(args[-1] + suffix)
            if status or after != wanted or changed[0] == before[name][0]:
                problems.append(f"{command} {option}: {status}: {said}")
            # Nothing changes any more.
            again = state(folder)
            status, said = done(run, folder, command, "-i", "--backup=.b",
                                *args)
            if command != "link" and (status or state(folder) != again):
                problems.append(f"{command} {option}, again: {said}")
    return problems


def together(run, folder):
    """All names of a file that has several, and all files of a directory."""
    os.makedirs(os.path.join(folder, "d"))
    cli_files.made(folder, run.tool)
    spoiled(folder)
    place = os.path.join(folder, "d")
    for name in ("a", "b"):
        shutil.copy(os.path.join(folder, "im.age"), os.path.join(place, name))
    os.link(os.path.join(place, "a"), os.path.join(place, "c"))
    before = state(place)
    status, said = done(run, folder, "strip", "-i", "-r", "-j2", "--backup",
                        "d")
    after = state(place)
    if status or {n: after.get(n + "~") for n in before} != before or (
            after["a"][0] != after["c"][0] or len(after) != 6):
        return [f"{status}: {said}: {sorted(after)}"]
    return []


def refused(run, folder):
    """Where the old file cannot be kept, nothing changes."""
    os.makedirs(folder)
    cli_files.made(folder, run.tool)
    os.makedirs(os.path.join(folder, "im.age~", "full"))
    before, problems = sorted(os.listdir(folder)), []
    data = state(folder)
    status, said = done(run, folder, "strip", "-i", "--backup", "im.age")
    if (status != 1 or "im.age: cannot keep the old file" not in said
            or sorted(os.listdir(folder)) != before or state(folder) != data):
        problems.append(f"a directory: {status}: {said}")
    for option, text in (("--backup=", "takes the end of a file's name"),
                         ("--backup=/x", "takes the end of a file's name"),
                         ("--backup", "needs -i")):
        more = ["-i"] if "needs" not in text else ["-o", "x"]
        status, said = done(run, folder, "strip", *more, option, "im.age")
        if status != 2 or text not in said:
            problems.append(f"{option}: {status}: {said}")
    return problems


def backup_cases(run):
    """--backup keeps the old file, the very file, under its name with an end."""
    missing = [tool for tool in ("as", "ld", "ar") if not shutil.which(tool)]
    for case in kept, together, refused:
        name = f"cli/backup: {case.__name__}"
        if not run.wanted(name):
            continue
        if missing or os.uname().machine != "x86_64":
            run.unsupported(name, "no x86-64 binutils")
            continue
        run.result(name, case(run, run.path("backup-" + case.__name__)))
