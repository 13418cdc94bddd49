#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Stand in for sfmerge in a run of the suite, and keep what each command was:
its arguments, the files that it found, and what it did.

RECORD_STORE is the directory to fill, RECORD_PROGRAM the real program.  A
command is kept if it works in one directory below RECORD_SCRATCH, which is its
current one or the one that its absolute names share: with all files there, or
if they are many, with those that it names."""

import hashlib
import json
import os
import shutil
import subprocess
import sys

STORE, SCRATCH = os.environ["RECORD_STORE"], os.environ["RECORD_SCRATCH"]
PROGRAM = os.environ["RECORD_PROGRAM"]
FILES, BYTES = 40, 4 << 20


def place(args):
    """The directory of the command, or None."""
    here, folders = os.getcwd(), []
    for arg in args:
        at = arg.find(SCRATCH)
        if at >= 0:
            path = arg[at:]
            folders.append(path if os.path.isdir(path)
                           else os.path.dirname(path))
        elif "=/" in arg or arg.startswith("/"):
            return None
    if here.startswith(SCRATCH):
        folders.append(here)
    folder = os.path.commonpath(folders) if folders else SCRATCH
    return folder if len(folder) > len(SCRATCH) + 1 else None


def named_files(folder, args):
    """Path below FOLDER to bytes, of the files that ARGS name."""
    found, size = {}, 0
    for arg in args:
        path = os.path.join(os.getcwd(), arg.split("=")[-1])
        if not os.path.isfile(path) or os.path.islink(path):
            continue
        size += os.path.getsize(path)
        if size > BYTES:
            return None
        with open(path, "rb") as file:
            found[os.path.relpath(path, folder)] = file.read()
    return found or None


def files_of(folder):
    """Path below FOLDER to bytes, or None if they are too many or special."""
    found, size = {}, 0
    for path, folders, names in os.walk(folder):
        for name in folders + names:
            whole = os.path.join(path, name)
            if os.path.islink(whole):
                return None
            if name in folders:
                continue
            if not os.path.isfile(whole) or not os.access(whole, os.W_OK):
                return None
            size += os.path.getsize(whole)
            if len(found) >= FILES or size > BYTES:
                return None
            with open(whole, "rb") as file:
                found[os.path.relpath(whole, folder)] = file.read()
    return found


def main():
    """Run the program, and keep what is new."""
    # The suite asks the program about itself.
    args = [PROGRAM if arg == os.path.join(SCRATCH, "sfmerge") else arg
            for arg in sys.argv[1:]]
    folder = place(args)
    before = folder and (files_of(folder) or named_files(folder, args))
    if not before or os.environ.get("LD_PRELOAD"):
        os.execv(PROGRAM, [PROGRAM, *args])
    what = json.dumps([[arg.replace(folder, "@") for arg in args],
                       os.path.relpath(os.getcwd(), folder)])
    digest = hashlib.sha256(what.encode())
    for name, data in sorted(before.items()):
        digest.update(name.encode() + hashlib.sha256(data).digest())
    kept = os.path.join(STORE, digest.hexdigest()[:16])
    if os.path.exists(kept):
        os.execv(PROGRAM, [PROGRAM, *args])
    done = subprocess.run([PROGRAM, *args], capture_output=True, check=False)
    if not os.path.exists(kept):
        part = f"{kept}.{os.getpid()}"
        os.makedirs(part)
        for name, data in before.items():
            path = os.path.join(part, "files", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(data)
        with open(os.path.join(part, "command"), "w", encoding="utf-8") as file:
            file.write(what)
        try:
            os.rename(part, kept)
        except OSError:
            shutil.rmtree(part)
    sys.stdout.buffer.write(done.stdout)
    sys.stdout.flush()
    sys.stderr.buffer.write(done.stderr)
    sys.exit(done.returncode if done.returncode >= 0 else 128 - done.returncode)


main()
