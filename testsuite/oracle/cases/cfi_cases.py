#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Judge the reader of call frame information, program cfi-rules.

The oracle's plain interpreter has to say the same of every address of every
FILE, or of a few libraries of this machine, or with --all of whatever is in
/usr/lib; and of the traps, which are small images with unusual contents, what
was worked out by hand. libdw is asked too, where it can tell; what it cannot
is tested."""

import glob
import os
import struct
import sys

import cfi_build
import cfi_traps
import disk
import ehframe
import elf
import judged
import runner

# Trap: what becomes of it if it is not right.
EXPECTED = {
    # It takes them for absolute, or for NULL.
    "encoding-80": "wrong", "encoding-9b": "wrong",
    # No operation is no rule.  Numbers of more than ten bytes.
    "empty": "wrong", "long-number": "wrong",
    # It makes room for each register up to the one that is named.
    "other-saved": "wrong",
    # One section, up to its terminator, in the form of .debug_frame.
    "terminator": "wrong", "two-sections": "wrong", "wide": "wrong",
}
# Traps that are said to sign RA, which it does not tell.
SIGNING = ("negate", "negate-remembered")
NEGATE = 0x2D


def outcome(trapped):
    """What becomes of asking libdw about TRAPPED, and details."""
    judge = judged.Judge(trapped.image, trapped.debug)
    comparison = judged.Comparison(judge, trapped.image)
    for function in trapped.functions():
        comparison.function(function)
    judge.close()
    if comparison.problems:
        return "wrong", comparison.problems
    return "silent" if comparison.count["not told"] else "right", []


def unsigned(run, trapped):
    """The image TRAPPED without what signs RA."""
    data = bytearray(trapped.image.data)
    for section in trapped.image.named(".eh_frame"):
        end = section.offset + section.size
        for at in range(section.offset, end):
            if data[at] == NEGATE:
                data[at] = 0
    path = run.path("unsigned")
    disk.write(path, data)
    return elf.Elf(path)


def told_apart(run, trapped):
    """Whether libdw tells the image TRAPPED from one that signs nothing."""
    other = unsigned(run, trapped)
    said = []
    for image in (trapped.image, other):
        judge = judged.Judge(image)
        said.append(judge.whole(trapped.functions()))
        judge.close()
    os.remove(other.path)
    return said[0] != said[1]


def self_test(run, built):
    """Problems with what is EXPECTED of libdw."""
    problems = []
    for trapped in built:
        expected = EXPECTED.get(trapped.name, "right")
        have, details = outcome(trapped)
        if have != expected:
            problems.append(f"{trapped.title}: {have}, not {expected}")
            problems += details[:1]
        elif trapped.name in SIGNING and not trapped.debug and (
                told_apart(run, trapped)):
            problems.append(f"{trapped.title}: it tells what signs RA")
    return problems


def self_tests(bench, built):
    """Test libdw with the traps that are BUILT."""
    for machine in cfi_traps.NUMBERS:
        mine = [trapped for trapped in built if trapped.machine == machine]
        case = f"cfi: what libdw can judge, {machine}"
        if not judged.LIBRARY:
            bench.run.unsupported(case, "it is not here")
        elif mine and bench.run.wanted(case):
            bench.run.result(case, self_test(bench.run, mine))


MACHINES = {elf.EM_X86_64: "x86-64", elf.EM_AARCH64: "aarch64",
            elf.EM_S390: "s390x"}
# A few of each kind: C, C++, hand-written, the dynamic linker.
FEW = ("/lib*/x86_64-linux-gnu/libc.so.6",
       "/lib*/x86_64-linux-gnu/libm.so.6",
       "/lib*/x86_64-linux-gnu/ld-linux-x86-64.so.2",
       "/usr/lib/x86_64-linux-gnu/libstdc++.so.6",
       "/usr/lib/x86_64-linux-gnu/libcrypto.so.*",
       "/usr/aarch64-linux-gnu/lib/*.so*",
       "/usr/s390x-linux-gnu/lib/*.so*")


def is_subject(path):
    """Whether the file at PATH is an image of one of the machines."""
    try:
        with open(path, "rb") as file:
            head = file.read(20)
    except OSError:
        return False
    if len(head) < 20 or head[:5] != b"\x7fELF\x02":
        return False
    kind, machine = struct.unpack_from("<HH" if head[5] == 1 else ">HH",
                                       head, 16)
    return kind in (2, 3) and machine in MACHINES


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
        if real not in known and os.path.isfile(real) and is_subject(real):
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


def subject(bench, path, plain, differences):
    """One file."""
    image = elf.Elf(path)
    functions = plain(image, False)
    problems = []
    if bench.program:
        lines = [line for function in functions
                 for line in judged.lines_of(function)]
        have, problems = bench.tested(path, False)
        problems += differences("cfi-rules", have, lines)
    if judged.LIBRARY:
        found, note = ask(image, functions)
        problems += found
        print(f"note: {path}: {note}")
    return problems


def subjects(bench, plain, differences):
    """All of them."""
    for path in paths(bench.args):
        case = f"cfi: {path}"
        if not bench.run.wanted(case):
            continue
        try:
            problems = subject(bench, path, plain, differences)
        except ValueError as error:
            problems = [str(error)]
        bench.run.result(case, problems)


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
    """All of them, and what libdw says of them."""
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
    self_tests(bench, built)
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
    subjects(bench, plain, differences)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
