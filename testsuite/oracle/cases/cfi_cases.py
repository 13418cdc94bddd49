#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Judge the reader of call frame information, program cfi-rules.

    cfi_cases.py --sfmerge TOOL --folder DIR --programs DIR [--all]
                 [--toolchains DIR] [--only TEXT] [FILE...]

The oracle's plain interpreter has to say the same of every address of every
FILE, or of a few libraries of this machine, or with --all of whatever is in
/usr/lib; and of the traps, which are small images with unusual contents, what
was worked out by hand.  Others are asked too: libdw, readelf, pyelftools, each
where it can tell; what they cannot is tested.
"""

import os
import sys

import cfi_build
import cfi_judges
import cfi_subjects
import ehframe
import judged
import runner


class Bench:
    """What all cases use."""

    def __init__(self, args):
        self.run = runner.Runner(args.sfmerge, args.folder, args.only)
        self.args = args
        self.builder = cfi_build.Builder(self.run)
        program = os.path.join(args.programs, "cfi-rules")
        self.program = program if os.access(program, os.X_OK) else None

    def tested(self, path, debug):
        """The lines of cfi-rules, and what else it says."""
        flags = ["--debug-frame"] if debug else []
        status, text = self.run.command([self.program, *flags, path])
        lines = []
        for line in text.splitlines():
            # What a problem hides may change without a word.
            words = line.split()
            if words[1:] != last(lines) or words[1:2] != ["problem"]:
                lines.append(line)
        return lines, [] if status == 0 else [
            f"cfi-rules: status {status}: {lines[-1:]}"]


def last(lines):
    """The words after the address of the last of LINES."""
    return lines[-1].split()[1:] if lines else None


def plain(image, debug):
    """The oracle's own word on IMAGE."""
    return [judged.spoken(function) for function in ehframe.each(
        image, debug, lambda addr, size: image.in_code(addr, size))]


def differences(name, have, want, limit=6):
    """Where the lists of lines differ."""
    problems = []
    for number, (one, other) in enumerate(zip(have, want)):
        if one != other:
            problems.append(f"{name}, line {number}: {one}, not {other}")
    if len(have) != len(want):
        problems.append(f"{name}: {len(have)} lines, not {len(want)}")
    return problems[:limit]


def trap_case(bench, trapped):
    """What is said of the image TRAPPED."""
    problems = []
    count = len(trapped.lines)
    mine = [line for function in plain(trapped.image, trapped.debug)
            for line in judged.lines_of(function)]
    problems += differences("oracle", mine[:count], trapped.lines)
    if trapped.made:
        problems += differences("oracle", mine, trapped.lines)
    if bench.program:
        have, failed = bench.tested(trapped.path, trapped.debug)
        if trapped.unreadable:
            have, mine = have[:1], mine[:0]
            if have and have[0].startswith("unreadable "):
                have = []
            else:
                failed.append("cfi-rules: nothing is unreadable")
        problems += failed + differences("cfi-rules", have, mine)
    bench.run.result(f"cfi: {trapped.title}", problems)


def traps(bench):
    """All of them, and what the judges say of them."""
    built = []
    for machine in cfi_build.TOOLS:
        if not bench.builder.tools[machine]:
            bench.run.unsupported(f"cfi: traps, {machine}", "no tools")
            continue
        for trapped in bench.builder.traps(machine):
            if isinstance(trapped, str):
                bench.run.result(f"cfi: {trapped}, {machine}",
                                 ["it cannot be built"])
                continue
            built.append(trapped)
            if bench.run.wanted(f"cfi: {trapped.title}"):
                trap_case(bench, trapped)
    cfi_judges.self_tests(bench, built)
    for trapped in built:
        cfi_build.remove(trapped)


def main():
    """The command."""
    parser = runner.parser("--programs")
    parser.add_argument("--toolchains")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    bench = Bench(args)
    if not bench.program:
        bench.run.unsupported("cfi: cfi-rules", "it is not built")
    if not args.all and not args.files:
        traps(bench)
    cfi_subjects.subjects(bench, plain, differences)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
