# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Each directive of call frame information, and what the assemblers and synth
make of it: directives-MACHINE.txt has both sides of every difference.

A case is a title after "# ", the lines of the function after "| " (between
.cfi_startproc and .cfi_endproc, whose options are after "|startproc "), four
lines of results, and if there is a difference its reason.  A result is "right"
(as .eh_frame has it at every address), "none" (an assembler writes nothing),
the first address that is wrong and the rules there, or why synth leaves the
function out.
"""

import os

import cfiterms
import disk
import elf
import objframes

# An assembler and the version that it writes: two sides of a case.
SIDES = {"2.44": "v2", "2.47": "v3"}


class Case:
    """One of them."""

    def __init__(self, title):
        self.title, self.start, self.lines = title, "", []
        self.expected, self.reason = {}, []

    def source(self):
        """Its file."""
        return ("\t.text\n\tnop\np: l:\nf:\t.cfi_startproc "
                + self.start + "\n"
                + "\n".join("\t" + line for line in self.lines)
                + "\n\t.cfi_endproc\n\tnop\n")


def cases_of(path):
    """All Cases in the file PATH."""
    found = []
    for line in disk.text(path).splitlines():
        side, _, rest = line.partition(": ")
        if line.startswith("# "):
            found.append(Case(line[2:]))
        elif line.startswith("|startproc "):
            found[-1].start = line[11:]
        elif line.startswith("| "):
            found[-1].lines.append(line[2:])
        elif side in SIDES or side in SIDES.values():
            found[-1].expected[side] = rest
        elif line and found:
            found[-1].reason.append(line)
    return found


def word_of(obj, frames):
    """What OBJ says of the one function that FRAMES, of its .eh_frame, has:
    a result as above."""
    has = objframes.described(obj)
    if not has:
        return "none"
    if len(has) > 1 or not frames:
        return f"{len(has)} functions"
    frame, (one, *more) = frames[0], next(iter(has.values()))
    if more or one.func.size != frame.size:
        return "several, or another size"
    version = one.piece.version
    if version == 3 and one.func.signal != frame.signal:
        return "no mark of a signal frame"
    own = cfiterms.REGISTERS[obj.machine][1:]
    wrong = objframes.first_difference(one.ranges, frame.ranges, own)
    if wrong is None:
        return ("no mark of a signal frame"
                if frame.signal != one.func.signal else "right")
    return f"{wrong[0]} " + (cfiterms.text(wrong[1]) if wrong[1]
                             else "nothing")


def sides_of(bench, machine, case, problems):
    """{side: result} of CASE."""
    have = {}
    for side, version in SIDES.items():
        pair = bench.pair(machine, bench.source(case.source()), version)
        if pair is None:
            continue
        gas, plain = elf.Elf(pair[0]), elf.Elf(pair[1])
        frames, _ = objframes.read(plain)
        have[side] = word_of(gas, frames)
        out, counts = bench.made(pair[1], version, problems)
        if out is None:
            continue
        word = word_of(elf.Elf(out), frames)
        left = [one["reason"] for one in counts["left_out"]]
        have[version] = (left[0] if word == "none" and len(left) == 1
                         else word)
        problems += objframes.judge(elf.Elf(out), version).wrong
    return have


def one_case(bench, machine, case):
    """Run CASE on both sides."""
    problems = []
    have = sides_of(bench, machine, case, problems)
    for side, result in have.items():
        want = case.expected.get(side)
        if want != result:
            problems.append(f"{side}: {result}, not {want}")
    # Which function is left out by both is no difference.
    both = [(have[side], have.get(version))
            for side, version in SIDES.items() if side in have]
    differs = any(a != b and (a != "none" or b == "right") for a, b in both)
    if differs != bool(case.reason):
        problems.append("a difference without a reason" if differs
                        else "a reason without a difference")
    return problems


def cases(bench):
    """All of them."""
    for machine in ("x86_64", "aarch64", "s390x"):
        path = os.path.join(bench.args.sources, f"directives-{machine}.txt")
        if not bench.newer(machine, "as", "v3"):
            bench.run.unsupported(f"synth/directives, {machine}",
                                  "no assembler that writes version 3")
            continue
        for case in cases_of(path):
            name = f"synth/directives, {machine}: {case.title}"
            if bench.run.wanted(name):
                bench.run.result(name, one_case(bench, machine, case))
