# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What check says fixes a file can be copied: run by a shell as it is printed,
whatever the file is called, it lets check say "usable"."""

import os
import re
import shutil
import subprocess

import cli_standard
import disk

NAMES = (b"plain", b"with space", b"it's", b"$HOME", b"`x`", b"-i", b"@list",
         b"a\nb", b"\xff\xfe", "ä".encode(), b"*", b"\\", b"!1", b"a;b",
         b"~", b"#x", b"tab\t'q'")
# (the file to copy, what spoils it, the consumer)
SUBJECTS = (("im.age", ("convert", "--to=v2"), "kernel"),
            ("in.o", ("convert", "--to=v2"), "ld-2.46"),
            ("in.a", ("convert", "--to=v2"), "ld-2.46"))


def advice(run, folder, name, consumer, *more):
    """The commands that check names for the file NAME."""
    done = subprocess.run(
        [run.tool, "check", f"--for={consumer}", *more, "--", name],
        cwd=folder, check=False, stdin=subprocess.DEVNULL, capture_output=True,
        timeout=60)
    return re.findall(rb"^    fixed by: (.*)$", done.stdout, re.MULTILINE), \
        done.stdout + done.stderr


def followed(run, folder, name, consumer, *more):
    """Follow what is said of NAME."""
    said, text = advice(run, folder, name, consumer, *more)
    if len(said) != 1 or re.search(rb"[^ -~]", said[0]):
        return [f"{name}: {consumer}: advice {said}: {text}"]
    done = subprocess.run(
        ["bash", "-c", said[0]], cwd=folder, check=False, timeout=60,
        stdin=subprocess.DEVNULL, capture_output=True,
        env={**os.environ, "HOME": "/", "PATH": os.path.dirname(run.tool)
             + ":" + os.environ["PATH"]})
    after, text = advice(run, folder, name, consumer, *more)
    if done.returncode or after or f"  {consumer}: usable\n".encode() not in \
            text:
        return [f"{said[0]}: {done.returncode} {done.stderr}: {text}"]
    return []


def copied(run, folder):
    """Files of every kind, under every name."""
    cli_standard.made(folder, run.tool)
    problems = []
    for source, spoiled, consumer in SUBJECTS:
        subprocess.run([run.tool, *spoiled, "-q", "-i", source], cwd=folder,
                       check=True, timeout=60)
        for name in NAMES:
            path = os.path.join(os.fsencode(folder), name)
            shutil.copy(os.path.join(os.fsencode(folder), source.encode()),
                        path)
            problems += followed(run, folder, name, consumer)
            os.remove(path)
    return problems


def linked(run, folder):
    """What is lost comes from objects, which the user has named."""
    cli_standard.made(folder, run.tool)
    image = os.path.join(folder, "an image")
    data = bytearray(disk.read(os.path.join(folder, "im.age")))
    # More functions than there are.
    data[data.index(b"\xe2\xde\x03") + 10] = 9
    disk.write(image, data)
    os.rename(os.path.join(folder, "in.o"), os.path.join(folder, "it's.o"))
    return followed(run, folder, b"an image", "kernel", "--against=it's.o")


def cases(run):
    """Run all."""
    missing = [tool for tool in ("as", "ld", "ar", "bash")
               if not shutil.which(tool)]
    for case in copied, linked:
        name = f"cli/advice: what check says, followed, {case.__name__}"
        if not run.wanted(name):
            continue
        if missing or os.uname().machine != "x86_64":
            run.unsupported(name, "no x86-64 binutils")
            continue
        folder = os.path.join(run.folder, "advice." + case.__name__)
        os.makedirs(folder)
        run.result(name, case(run, folder))
