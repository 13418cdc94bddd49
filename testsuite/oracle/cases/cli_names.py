# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Names of files and functions: what is not seen is escaped wherever they are
printed, and what is seen never."""

import json
import os
import shutil

import commands
import disk
import dump_generate
import dump_write
from unseen import escaped, is_unseen

# One of each kind: C0, C1, bidirectional, separators, zero width, a mark of
# byte order, a variation selector, a tag, no character.
ODD = "\x1b\x7f\x85\x9b\xad\u061c\u200b\u200d\u200e\u200f\u2028\u2029" \
    "\u202a\u202e\u2060\u2066\u2069\ufeff\ufe0f\U000e0041\ufdd0\uffff"
SEEN = "gr\u00fc\u00df \u65e5\u672c \U0001f600"


def every(tool):
    """All code points, in names of files that do not exist."""
    codes = [code for code in range(1, 0x110000)
             if not 0xD800 <= code < 0xE000 and chr(code) != "/"]
    size, problems = 1000, []
    for at in range(0, len(codes), 300 * size):
        parts = [codes[i:i + size]
                 for i in range(at, min(at + 300 * size, len(codes)), size)]
        names = ["/x" + "".join(map(chr, part)) for part in parts]
        status, _, said = commands.run(tool, "dump", *names)
        lines = said.split("\n")
        if status != 2 or len(lines) != len(names) + 1:
            return [f"status {status}, {len(lines) - 1} lines, not "
                    f"{len(names)}"]
        for part, line in zip(parts, lines):
            where = len("sfmerge: /x")
            for code in part:
                have, wanted = chr(code), is_unseen(code)
                if not line.startswith(have, where):
                    have = escaped(have)
                if not line.startswith(have, where) or (
                        wanted is not None and wanted == (len(have) == 1)):
                    problems.append(f"U+{code:04X}: {line[where:][:20]!a}")
                where += len(have)
    return problems


def image(name):
    """An image with one function, NAME."""
    functions = dump_generate.functions(7, 3, 3, 1)
    return dump_write.image(
        3, dump_write.encode(3, 3, 5, functions),
        [(name, functions[0].addr, functions[0].size)])


def commands_of(tool, folder):
    """The names in what commands print as text, JSON and HTML."""
    name = "f" + ODD + SEEN
    folder = os.path.join(folder, "names")
    os.mkdir(folder)
    path = os.path.join(folder, name)
    disk.write(path, image(name))
    disk.write(os.path.join(folder, "other"), image("other"))
    want = "f" + escaped(ODD) + SEEN
    problems = []
    lines = [("dump", name), ("dump", "-C", name), ("dump", "--json", name),
             ("dump", "-C", "--json", name), ("dump", "--style=readelf", name),
             ("check", name), ("check", "-v", name), ("check", "--json", name),
             ("check", "-r", "--json", "."), ("check", "-rv", "."),
             ("check", "-r", "--html=report", "."),
             ("diff", "other", name), ("diff", "--json", "other", name),
             ("repair", "-nv", name), ("repair", "-n", "--json", name),
             ("synth", "-o", "no/out", "-v", name),
             ("strip", "-n", "--json", name), ("dump", name + "/"),
             ("no " + name,), ("dump", "--no-" + name)]
    for line in lines:
        _, out, said = commands.run(tool, *line, cwd=folder)
        text = out + said
        if "-C" in line and "built without libbfd" in text:
            continue
        if "--json" in line:
            text += str(json.loads(out))
        if line[-2:-1] == ("--html=report",):
            for page in sorted(os.listdir(os.path.join(folder, "report"))):
                text += disk.text(os.path.join(folder, "report", page))
            shutil.rmtree(os.path.join(folder, "report"))
        problems += [f"{line[:2]}: U+{ord(c):04X}"
                     for c in sorted(set(text) - {"\n"})
                     if is_unseen(ord(c))]
        if "--style=readelf" not in line and want not in text.replace("\\\\", "\\"):
            problems.append(f"{line[:2]}: not {want}: {text[:200]!a}")
    return problems


def cases(run):
    """All of them."""
    name = "cli/names: every character is seen or escaped"
    if run.wanted(name):
        run.result(name, every(run.tool))
    name = "cli/names: in text, JSON and HTML"
    if run.wanted(name):
        run.result(name, commands_of(run.tool, run.folder))
