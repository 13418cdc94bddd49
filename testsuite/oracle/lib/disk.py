# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Whole files and directories, the members of archives, and the corpus."""

import json
import os
import shutil


def read(path):
    """The bytes of PATH."""
    with open(path, "rb") as file:
        return file.read()


def text(path):
    """The text of PATH."""
    return read(path).decode("utf-8")


def write(path, data):
    """Make PATH, of text or bytes."""
    with open(path, "wb") as file:
        file.write(data.encode("utf-8") if isinstance(data, str) else data)


def script(path, data):
    """Make PATH, which can be run."""
    write(path, data)
    os.chmod(path, 0o755)


def remove(path):
    """Remove PATH if it is there."""
    if os.path.exists(path):
        os.remove(path)


def fresh(path):
    """Make PATH an empty directory; returns it."""
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


def same_bytes(one, two):
    """Whether two files hold the same."""
    try:
        return read(one) == read(two)
    except OSError:
        return False


def manifest(corpus):
    """What the corpus says of each of its files."""
    with open(os.path.join(corpus, "manifest.jsonl"),
              encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def members(path):
    """[(header bytes but the size, content)] of the archive PATH."""
    data, at, out = read(path), 8, []
    while at < len(data):
        header = data[at:at + 60]
        size = int(header[48:58])
        out.append((header[:48] + header[58:], data[at + 60:at + 60 + size]))
        at += 60 + size + size % 2
    return out
