# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Files that sfmerge writes, and what it says if it does not."""

import json
import os
import re


def numbers(text):
    """All numbers in TEXT."""
    return [int(n, 16 if n.startswith("0x") else 10)
            for n in re.findall(r"\b0x[0-9a-f]+|\b\d+", text)]


def refused(status, text, out, figures):
    """Problems with a refusal that must give FIGURES."""
    problems = []
    if status != 1:
        problems.append(f"exit status {status}, not 1")
    if os.path.exists(out):
        problems.append("a file was written all the same")
    absent = [f for f in figures if f not in numbers(text)]
    if absent:
        problems.append(f"the message does not say {absent}")
    return problems


def document(text):
    """The JSON document in TEXT, among messages; None if there is none."""
    start = text.find('{"schema"')
    if start < 0:
        return None
    try:
        return json.JSONDecoder().raw_decode(text[start:])[0]
    except ValueError:
        return None
