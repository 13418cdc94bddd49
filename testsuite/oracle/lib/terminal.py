# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Commands whose output is a terminal."""

import os
import pty
import subprocess

PIPE = 1 << 16


def can_be_opened():
    """Whether this system has terminals left."""
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        return False
    return True


def lacks(run, name):
    """Whether no terminal can be opened, so that NAME, which needs one, cannot
    run: that is its result then."""
    if can_be_opened():
        return False
    run.unsupported(name, "no terminal can be opened")
    return True


def drain(end):
    """All that is written to the terminal of which END is our end."""
    text = b""
    try:
        while more := os.read(end, PIPE):
            text += more
    except OSError:  # so a terminal ends
        pass
    return text


def watch(args, streams=("stdout", "stderr"), timeout=60, **how):
    """Run ARGS with a terminal for STREAMS; what they write, and their
    status."""
    ours, theirs = pty.openpty()
    how = dict({"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL,
                "stderr": subprocess.DEVNULL}, **how,
               **{name: theirs for name in streams})
    with subprocess.Popen(args, **how) as process:
        os.close(theirs)
        text = drain(ours)
        status = process.wait(timeout)
    os.close(ours)
    return text.decode("utf-8", "replace"), status
