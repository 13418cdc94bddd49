# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""link --wait: all inputs are read before there is an image."""

import os
import resource
import socket
import subprocess


def status_of(pid):
    """The state and the parent of PID; two empty strings if it is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii",
                  errors="replace") as file:
            return file.read().rpartition(")")[2].split()[:2]
    except OSError:
        return "", ""


def children(pid):
    """The states of the processes that PID started."""
    found = [status_of(name) for name in filter(str.isdigit,
                                                os.listdir("/proc"))]
    return [state for state, parent in found if parent == str(pid)]


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
    they have: they do so when all that they read is in their rings.  The
    command itself sleeps then; before, it may not have started all of them."""
    while process.poll() is None:
        waits = status_of(process.pid)[0] == "S"
        states = children(process.pid)
        if waits and states and set(states) == {"Z"}:
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

    what = name + ": the inputs are gone when the image comes"
    if run.lacks_proc(what):
        os.remove(image)
        return
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
    run.result(what, problems, text)
    for path in inputs:
        os.rename(path + ".gone", path)
    os.remove(late)


def small_memory():
    """What a process runs that is to have no memory for large rings."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 28, resource.RLIM_INFINITY))


def runs_in_small_memory(run):
    """Whether the program starts there; AddressSanitizer's shadow takes 16
    TiB of addresses."""
    return subprocess.run([run.tool, "--version"], preexec_fn=small_memory,
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


def reserve_run(run, made, inputs, small=False):
    """Start one that makes the reserve object MADE, and return it, and the
    socket to it when it has answered; SMALL: in small memory."""
    for path in (made, run.path("wait-out")):
        if os.path.exists(path):
            os.remove(path)
    here, there = socket.socketpair()
    with there:
        process = subprocess.Popen(
            [run.tool, "link", "--quiet", "--wait", "--reserve", made,
             "--grow=move-phdrs", "-o", run.path("wait-out"),
             run.path("wait-image"), *inputs], stdin=there,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            preexec_fn=small_memory if small else None)
    return process, here


def content(path):
    """The bytes of the file PATH, or None."""
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return file.read()


def same_files(pairs):
    """Problems with PAIRS of files that are to be equal."""
    return [f"{one} is not {other}" for one, other in pairs
            if content(one) is None or content(one) != content(other)]


def reserve_cases(run, name, image, inputs):
    """The reserve object of INPUTS, before IMAGE is there."""
    made, plain = run.path("wait-reserve.o"), run.path("wait-plain")
    late, other = run.path("wait-image"), run.path("wait-reserve2.o")
    problems = []
    for args in (["link", "--grow=move-phdrs", "-o", plain, image, *inputs],
                 ["reserve", "-o", other, *inputs]):
        status, text = run.sfmerge(*args)
        problems += [text] if status else []

    for small in (False, True):
        if small and not runs_in_small_memory(run):
            run.unsupported(name + "small rings", "a sanitizer needs more")
            break
        process, end = reserve_run(run, made, inputs, small)
        answer = end.recv(1)
        if answer != b"\0":
            problems.append(f"the answer is {answer}")
        if not small:
            for path in inputs:
                os.rename(path, path + ".gone")
        os.rename(image, late)
        end.send(b"\n")
        text, _ = process.communicate()
        if process.returncode or text:
            problems.append(f"exit status {process.returncode}")
        problems += same_files(((made, other), (run.path("wait-out"), plain)))
        run.result(name + ("small rings" if small else
                           "the inputs are gone when the linker runs"),
                   problems, text)
        problems = []
        if not small:
            for path in inputs:
                os.rename(path + ".gone", path)
        os.rename(late, image)
        end.close()

    process, end = reserve_run(run, made, inputs[:1] + [run.path("none.o")])
    answer = end.recv(1)
    text, _ = process.communicate()
    end.close()
    run.result(name + "an input is not there", [] if answer == b"\2"
               and process.returncode == 2 and text.count("\n") == 1
               and "none.o" in text and not os.path.exists(made)
               else [f"{answer}, status {process.returncode}"], text)
