# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""How the work of a command grows with its input: by the instructions that
callgrind counts, which do not depend on what else the machine does."""

import functools
import math
import re
import shutil

# The power of the size: 1 is linear, a sort has 1.1, libbfd with its hash
# tables for groups 1.18, and what compares each with all others nearly 2.
MOST = 1.3
RATIO = 3


@functools.cache
def can_count(run):
    """Whether callgrind is here, and runs what RUN runs."""
    return (shutil.which("valgrind") is not None
            and instructions(run, "--version")[0] is not None)


def instructions(run, *args):
    """The instructions of sfmerge with ARGS, or None, and its output."""
    _, text = run.command(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
         run.tool, *args])
    counted = re.search(r"Collected : (\d+)", text)
    return counted and int(counted[1]), text


def power_of(size, counts):
    """The power with which COUNTS grow, for SIZE, RATIO times as much, and
    that again.  What does not depend on the size is in none of the two
    differences."""
    first, second = counts[1] - counts[0], counts[2] - counts[1]
    return math.log(max(second, 1) / max(first, size)) / math.log(RATIO)


def linear(run, name, size, args_of):
    """Print whether the work of sfmerge with ARGS_OF(SIZE) grows in proportion
    to the size."""
    name += ": instructions"
    if not can_count(run):
        run.unsupported(name, "valgrind is missing or cannot run it")
        return
    counts = []
    for times in (1, RATIO, RATIO * RATIO):
        count, text = instructions(run, *args_of(size * times))
        if count is None:
            run.result(name, ["no instructions are counted"], text)
            return
        counts.append(count)
    power = power_of(size, counts)
    print(f"note: {name}: {counts} from {size} on, power {power:.2f}")
    run.result(name, [f"{counts} instructions from {size} on grow with the "
                      f"power {power:.2f}"] if power > MOST else [])
