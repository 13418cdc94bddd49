#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Judge the reader of call frame information, program cfi-rules.

The oracle's plain interpreter and libdw, where it can tell, have to say the
same of every address of every FILE, or of a few libraries of this machine, or
with --all of whatever is in /usr/lib.  What instructions mean that no library
has, unit-cfi*.c tests."""

import glob
import os
import sys

import ehframe
import elf
import judged
import runner
import sframe

# A few of each kind: C, C++, hand-written, the dynamic linker.
FEW = ("/lib*/x86_64-linux-gnu/libc.so.6",
       "/lib*/x86_64-linux-gnu/libm.so.6",
       "/lib*/x86_64-linux-gnu/ld-linux-x86-64.so.2",
       "/usr/lib/x86_64-linux-gnu/libstdc++.so.6",
       "/usr/lib/x86_64-linux-gnu/libcrypto.so.*",
       "/usr/aarch64-linux-gnu/lib/*.so*",
       "/usr/s390x-linux-gnu/lib/*.so*")


def paths(args):
    """The files to look at, each once."""
    if args.files:
        found = args.files
    elif args.all:
        found = (os.path.join(folder, name)
                 for folder, _, names in os.walk("/usr/lib")
                 for name in names)
    else:
        found = (path for pattern in FEW for path in glob.glob(pattern))
    known = set()
    for path in found:
        real = os.path.realpath(path)
        if real not in known and os.path.isfile(real) and elf.is_image(real):
            known.add(real)
            yield real


def ask(image, functions):
    """Problems of libdw with FUNCTIONS of IMAGE, and a note."""
    judge = judged.Judge(image)
    comparison = judged.Comparison(judge, image)
    for function in functions:
        comparison.function(function)
    judge.close()
    count = comparison.count
    return comparison.problems, (
        f"libdw {count['functions']} functions, {count['addresses']} "
        f"addresses, {count['not told']} not told")


def changed(functions):
    """FUNCTIONS, of whose last rows one has its CFA a byte further."""
    found = list(functions)
    for number, one in enumerate(found):
        addr, rules = one.rows[-1]
        if rules[0][0] == "v" and rules != sframe.UNDEFINED:
            kind, base, offset = rules[0]
            rows = one.rows[:-1] + [
                (addr, ((kind, base, offset + 1), *rules[1:]))]
            found[number] = one._replace(rows=rows)
            return found
    return found


def subject(bench, path):
    """One file."""
    image = elf.Elf(path)
    functions = plain(image)
    wrong = changed(functions)
    problems = []
    if bench.program:
        have, problems = bench.tested(path)
        problems += differences("cfi-rules", have, lines(functions))
        if wrong != functions and not differences(
                "cfi-rules", have, lines(wrong)):
            problems.append("a row that is changed is not seen")
    if judged.LIBRARY:
        found, note = ask(image, functions)
        problems += found
        print(f"note: {path}: {note}")
        if wrong != functions and not ask(image, wrong)[0]:
            problems.append("libdw does not see a row that is changed")
    return problems


def subjects(bench):
    """All of them."""
    for path in paths(bench.args):
        case = f"cfi: {path}"
        if not bench.run.wanted(case):
            continue
        try:
            problems = subject(bench, path)
        except ValueError as error:
            problems = [str(error)]
        bench.run.result(case, problems)


class Bench:
    """What all cases use."""

    def __init__(self, args):
        self.run = runner.Runner(args.sfmerge, args.folder, args.only)
        self.args = args
        program = os.path.join(args.programs, "cfi-rules")
        self.program = program if os.access(program, os.X_OK) else None

    def tested(self, path):
        """The lines of cfi-rules, and what else it says."""
        status, text = self.run.command([self.program, path])
        found = []
        for line in text.splitlines():
            # What a problem hides may change without a word.
            words = line.split()
            if words[1:] != last(found) or words[1:2] != ["problem"]:
                found.append(line)
        return found, [] if status == 0 else [
            f"cfi-rules: status {status}: {found[-1:]}"]


def last(found):
    """The words after the address of the last of the lines FOUND."""
    return found[-1].split()[1:] if found else None


def plain(image):
    """The oracle's own word on IMAGE."""
    return [judged.spoken(function) for function in ehframe.each(
        image, False, lambda addr, size: image.in_code(addr, size))]


def lines(functions):
    """All that cfi-rules has to print of FUNCTIONS."""
    return [line for function in functions
            for line in judged.lines_of(function)]


def differences(name, have, want, limit=6):
    """Where the lists of lines differ."""
    problems = []
    for number, (one, other) in enumerate(zip(have, want)):
        if one != other:
            problems.append(f"{name}, line {number}: {one}, not {other}")
    if len(have) != len(want):
        problems.append(f"{name}: {len(have)} lines, not {len(want)}")
    return problems[:limit]


def main():
    """The command."""
    parser = runner.parser("--programs")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    bench = Bench(args)
    if not bench.program:
        bench.run.unsupported("cfi: cfi-rules", "it is not built")
    subjects(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
