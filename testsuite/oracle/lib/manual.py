# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The examples of the manual that are tested."""

import re

import disk


def examples(path, mark):
    """The examples of the file PATH after "@c MARK: NAME", as plain text, by
    their names."""
    text = disk.text(path)
    found = re.findall(rf"^@c {mark}: (\S+)\n@example\n(.*?)^@end example",
                       text, re.M | re.S)
    return {name: re.sub(r"@([@{}])", r"\1", body) for name, body in found}
