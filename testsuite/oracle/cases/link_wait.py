# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""link --wait: all inputs are read before there is an image."""

import os
import subprocess


def children(pid):
    """The states of the processes that PID started."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="ascii",
                      errors="replace") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == pid:
            found.append(state)
    return found


def begin(run, out, image, inputs):
    """Start it."""
    if os.path.exists(out):
        os.remove(out)
    return subprocess.Popen(
        [run.tool, "link", "--wait", "--grow=move-phdrs", "-o", out, image,
         *inputs], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)


def all_read(process):
    """Wait until the readers have ended, or the command has.  Returns whether
    they have: they do so when all that they read is in their rings."""
    while process.poll() is None:
        states = children(process.pid)
        if states and set(states) == {"Z"}:
            return True
        if "S" in states and set(states) <= {"S", "Z"}:
            return False
        os.sched_yield()
    return False


def cases(run, name, image, inputs):
    """With IMAGE, which is gone afterwards, and its INPUTS."""
    out, plain = run.path("wait-out"), run.path("wait-plain")
    late = run.path("wait-image")
    status, text = run.sfmerge("link", "--grow=move-phdrs", "-o", plain, image,
                               *inputs)
    problems = [text] if status else []

    process = begin(run, out, late, inputs)
    text, _ = process.communicate("")
    run.result(name + ": no byte comes", problems + (
        [f"status {process.returncode}: {text}"]
        if process.returncode or text or os.path.exists(out) else []))

    process = begin(run, out, late, inputs)
    text, _ = process.communicate("\n")
    run.result(name + ": there is no image then", [] if process.returncode == 2
               and "wait-image" in text and not os.path.exists(out)
               else [f"status {process.returncode}"], text)

    process = begin(run, out, late, inputs)
    problems = [] if all_read(process) else ["the inputs are not read ahead"]
    for path in inputs:
        os.rename(path, path + ".gone")
    os.rename(image, late)
    text, _ = process.communicate("\n")
    if process.returncode:
        problems.append(f"exit status {process.returncode}")
    else:
        with open(out, "rb") as one, open(plain, "rb") as other:
            if one.read() != other.read():
                problems.append("another output than without it")
    run.result(name + ": the inputs are gone when the image comes", problems,
               text)
    for path in inputs:
        os.rename(path + ".gone", path)
    os.remove(late)
