#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The file that keeps what was measured, and a way to fill it:

    bench-results.py NAME COMMAND [ARGUMENT]...

COMMAND's lines are shown, and kept as block NAME of the file BENCH_RESULTS:
the first word of each line, then its numbers.  Without BENCH_RESULTS they are
only shown.

The file is text for gnuplot and for people: blocks that two empty lines
divide, each begun by "# NAME" and "# COLUMNS", a line a measurement.
"""

import os
import re
import shlex
import subprocess
import sys

HEAD = """# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# What the programs of bench/ measured, by the rules of bench/README.md."""


def load(path):
    """The blocks of PATH: name to (columns, rows of words)."""
    found = {}
    if not os.path.exists(path):
        return found
    with open(path, encoding="utf-8") as file:
        parts = file.read().split("\n\n\n")
    for part in parts[1:]:
        lines = part.strip().splitlines()
        found[lines[0][2:]] = (lines[1][2:], [shlex.split(line)
                                              for line in lines[2:]])
    return found


def word(value):
    """VALUE as the file has it."""
    if isinstance(value, float):
        return f"{value:.6g}"
    text = str(value)
    return f'"{text}"' if re.search(r"[^\w.+-]", text) else text


def record(name, columns, rows):
    """Keep ROWS as block NAME, which replaces one of that name."""
    path = os.environ.get("BENCH_RESULTS")
    if not path:
        return
    found = load(path)
    found[name] = (columns, rows)
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(HEAD + "\n")
        for block, (what, lines) in found.items():
            file.write(f"\n\n# {block}\n# {what}\n")
            file.writelines(" ".join(word(v) for v in line) + "\n"
                            for line in lines)
    os.replace(path + ".new", path)


def machine():
    """What this machine is."""
    model, memory = "unknown", 0
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
    with open("/proc/meminfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("MemTotal:"):
                memory = round(int(line.split()[1]) / 1024 / 1024)
    return [model, len(os.sched_getaffinity(0)), memory]


def numbers(line):
    """The first word of LINE, and its numbers."""
    found = re.match(r"\s*([^\s:]+):?\s+(.*)", line)
    if not found:
        return None
    values = re.findall(r"(?<![\w.])\d+(?:\.\d+)?", found.group(2))
    return [found.group(1)] + values if values else None


def main():
    """The command."""
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    done = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, text=True)
    rows = []
    for line in done.stdout:
        print(line, end="", flush=True)
        row = numbers(line)
        if row:
            rows.append(row)
    status = done.wait()
    if status == 0:
        record("machine", "processor, how many, GiB", [machine()])
        record(sys.argv[1], "the numbers of " + os.path.basename(sys.argv[2]),
               rows)
    return status


if __name__ == "__main__":
    sys.exit(main())
