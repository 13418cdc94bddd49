# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Whole files, and the members of archives."""


def read(path):
    """The bytes of PATH."""
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    """Make PATH."""
    with open(path, "wb") as file:
        file.write(data)


def members(path):
    """[(header bytes but the size, content)] of the archive PATH."""
    data, at, out = read(path), 8, []
    while at < len(data):
        header = data[at:at + 60]
        size = int(header[48:58])
        out.append((header[:48] + header[58:], data[at + 60:at + 60 + size]))
        at += 60 + size + size % 2
    return out
