# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What the cases of `sfmerge synth` use: the assemblers that write .sframe
themselves, and the tool."""

import json
import os
import shutil

import cfiterms
import disk
import elf
import objframes
import sframe
from runner import Runner

# What only the assembler says, by why SFrame cannot: it is wrong, or not safe.
# (version, reason of objframes.cannot)
ONLY_GAS = {
    # A row without the mark: the caller is thought to be before a call.
    ("v2", "signal"),
    # An ordinary row, which walkers follow past the outermost frame.
    ("v2", "undefined RA"),
    # A plain row, as if SP were what SFrame implies.
    ("v2", "sp-rule"), ("v3", "sp-rule"),
    # .cfi_undefined of FP gives the same row as no rule: a stale FP.
    ("v2", "fp-undefined"), ("v3", "fp-undefined"),
    # s390x: a CFA offset that is not 160 plus a multiple of 8 is rounded.
    ("v2", "machine"), ("v3", "machine"),
}


# Call frame instructions by which a function is unusual.
UNUSUAL = {0x07: "undefined", 0x08: "same value", 0x09: "register",
           0x0F: "expression", 0x10: "expression", 0x14: "val_offset",
           0x15: "val_offset", 0x16: "expression", 0x2E: "GNU_args_size"}


def traits_of(frame, number):
    """What is unusual in FRAME, of machine NUMBER: words, joined by "+"."""
    found = {UNUSUAL[op] for op in frame.ops if op in UNUSUAL}
    if frame.signal:
        found.add("signal")
    own = cfiterms.REGISTERS[number]
    for _, _, rules in frame.ranges:
        if rules == sframe.UNDEFINED:
            found.add("undefined RA")
        elif rules[0][0] == "v" and rules[0][1] not in own[:2]:
            found.add("CFA of another register")
    return "+".join(sorted(found))


def compare(gas, made, version, known=ONLY_GAS):
    """Findings of the Elf MADE, by synth, beside the Elf GAS."""
    found = objframes.Findings()
    number = gas.machine
    own = cfiterms.REGISTERS[number][1:]
    frames = {f.place: f for f in objframes.read(gas)[0]}
    theirs, mine = objframes.described(gas), objframes.described(made)
    for place in sorted(set(theirs) | set(mine)):
        frame = frames.get(place)
        if frame is None:
            found.say(f"{place}: described, but no FDE")
            continue
        one, two = mine.get(place), theirs.get(place)
        traits = traits_of(frame, number)
        if one and two:
            _both(place, one[0], two[0], frame, own, traits, found)
        elif two:
            why = objframes.cannot(frame, number, version)
            found.add(f"only gas: {why}")
            if (version, why) not in known:
                found.say(f"{place}: only gas describes it: {why}")
        else:
            found.add(f"only synth: {traits or 'nothing unusual'}")
            if not traits:
                found.say(f"{place}: gas does not describe it")
    return found


def _both(place, one, two, frame, own, traits, found):
    found.add("functions of both")
    found.add("rows of both", len(one.func.rows))
    if one.func.size != two.func.size:
        found.say(f"{place}: size {one.func.size:#x}, not {two.func.size:#x}")
        return
    wrong = objframes.first_difference(one.ranges, two.ranges, own)
    marks = [(d.func.signal, d.func.key_b) for d in (one, two)]
    if wrong is None and marks[0] == marks[1]:
        found.add("equal")
        found.add("equal and spelled alike", one.ranges == two.ranges)
        found.add("rows alike", one.rows() == two.rows())
        return
    right = objframes.first_difference(one.ranges, frame.ranges, own)
    name = f"gas is wrong: {traits or 'nothing unusual'}"
    found.add(name)
    if right or not traits:
        found.say(f"{place}: {wrong}, marks {marks}; .eh_frame: {right}; "
                  f"{traits}")


# Machine: (prefix of the newer tools, prefix of Debian's, assembler's flags)
MACHINES = {"x86_64": ("", "", []),
            "aarch64": ("aarch64-", "aarch64-linux-gnu-", []),
            "s390x": ("s390x-", "s390x-linux-gnu-", ["-m64"])}
NEWER = {"v2": "2.44", "v3": "2.47"}


class Bench:
    """The tool and the assemblers.  ARGS: toolchain.parser's."""

    def __init__(self, args):
        self.run = Runner(args.sfmerge, args.folder, args.only)
        self.args, self.more = args, args.toolchains or ""
        self.serial = 0
        # What synth made of the system's libraries, by what they are for.
        self.libraries = {}
        # Objects, by their sources and flags.
        self.compiled = {}

    def fresh(self, suffix=".o"):
        """A new path."""
        self.serial += 1
        return self.run.path(f"s{self.serial}{suffix}")

    def newer(self, machine, tool, version):
        """The newer TOOL for MACHINE that knows VERSION, or None."""
        path = os.path.join(self.more, "bin",
                            f"{MACHINES[machine][0]}{tool}-{NEWER[version]}")
        return path if self.more and os.path.exists(path) else None

    def old(self, machine, tool):
        """The TOOL of the system for MACHINE, or None."""
        return shutil.which(MACHINES[machine][1] + tool)

    def pair(self, machine, source, version):
        """SOURCE, a path, assembled for MACHINE with --gsframe and without:
        two paths, and what the assembler said; None if it cannot."""
        program = self.newer(machine, "as", version)
        if not program:
            return None
        flags, with_it, without = MACHINES[machine][2], *self.two()
        status, said = self.run.command(
            [program, *flags, "--gsframe", "-o", with_it, source])
        if status == 0:
            status, _ = self.run.command(
                [program, *flags, "-o", without, source])
        return None if status else (with_it, without, said)

    def two(self):
        """Two new paths."""
        return self.fresh(), self.fresh()

    def source(self, text):
        """A new assembler source of TEXT."""
        path = self.fresh(".s")
        disk.write(path, text)
        return path

    def made(self, path, version, problems, *options):
        """What synth makes of PATH for VERSION, and its counts as JSON has
        them; None if it fails."""
        out = self.fresh()
        status, text = self.run.sfmerge(
            "synth", "--json", "-q", "--to=" + version, *options, "-o", out,
            path)
        if status or not os.path.exists(out):
            problems.append(f"synth {path}: status {status}: "
                            f"{text.strip()[:300]}")
            return None, {}
        self.run.verified += 1
        return out, counts_of(text)

    def judged(self, path, version, found, *options):
        """Make .sframe of PATH, and judge it by .eh_frame; the Elf, or None.
        FOUND: objframes.Findings that get the verdict."""
        problems = []
        out, counts = self.made(path, version, problems, *options)
        for problem in problems:
            found.say(problem)
        if out is None:
            return None
        made = elf.Elf(out)
        mine = objframes.judge(made, version)
        found.join(mine)
        left = sum(n for name, n in mine.count.items()
                   if name.startswith("left out: "))
        if counts["refused"] != left:
            found.say(f"{path}: it counts {counts['refused']} functions left "
                      f"out, not {left}")
        if counts["dead"] != mine.count["dead"]:
            found.say(f"{path}: it counts {counts['dead']} dead functions, "
                      f"not {mine.count['dead']}")
        os.remove(out)
        return made

    def beside_gas(self, machine, source, version, found):
        """Judge synth by .eh_frame and by the assembler on SOURCE; FOUND gets
        both verdicts.  False: there is no assembler for it."""
        pair = self.pair(machine, source, version)
        if pair is None:
            return False
        made = self.judged(pair[1], version, found)
        if made:
            found.join(compare(elf.Elf(pair[0]), made, version))
        for path in pair[:2]:
            os.remove(path)
        return True

    def tell(self, name, found, least=1):
        """The result of the case NAME: FOUND, with at least LEAST functions
        compared."""
        problems = list(found.wrong)
        if found.count.get("functions", 0) < least:
            problems.append(f"only {found.count.get('functions', 0)} "
                            "functions were compared")
        self.run.result(name, problems)
        print("note: " + name + ": " + ", ".join(
            f"{what} {number}" for what, number in sorted(
                found.count.items())))


def counts_of(text):
    """The counts in the JSON of synth's output TEXT."""
    lines = [line for line in text.splitlines()
             if not line.startswith("sfmerge: ")]
    return json.loads("\n".join(lines))["files"][0]["synth"]


def counted(counts, problems, **wanted):
    """Note what COUNTS has else than WANTED."""
    for name, number in wanted.items():
        if counts.get(name) != number:
            problems.append(f"{name} is {counts.get(name)}, not {number}")
