# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Real files to read the call frame information of."""

import glob
import os
import struct

import cfi_judges
import elf
import judged

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
# What pyelftools reads within seconds, in bytes of .eh_frame; and it is asked
# about one function of so many.
LITTLE, SAMPLE = 1 << 15, 4


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


def ask(bench, name, make, image, functions):
    """Problems of the judge NAME with FUNCTIONS, and a note."""
    sample = functions
    if name == "pyelftools":
        if sum(s.size for s in image.named(".eh_frame")) > LITTLE:
            return [], ""
        try:
            judge = make(image, every=SAMPLE)
        # Whatever it is that it raises.
        except Exception as error:
            return [], f"{name} fails: {error!r}"
        sample = [f for f in functions if judge.takes(f.addr)]
    else:
        judge = make(image)
    comparison = judged.Comparison(judge, image)
    for function in sample:
        if cfi_judges.hears(name, image, function):
            comparison.function(function)
    judge.close()
    count = comparison.count
    return comparison.problems, (
        f"{name} {count['functions']} functions, {count['addresses']} "
        f"addresses, {count['not told']} not told")


def subject(bench, path, plain, differences):
    """One file, every judge."""
    image = elf.Elf(path)
    machine = MACHINES[image.machine]
    functions = plain(image, False)
    problems = []
    if bench.program:
        lines = [line for function in functions
                 for line in judged.lines_of(function)]
        have, problems = bench.tested(path, False)
        problems += differences("cfi-rules", have, lines)
    notes = []
    for name, title, make in cfi_judges.judges(machine, None):
        if title in ("libdw", "readelf", "pyelftools"):
            found, note = ask(bench, name, make, image, functions)
            problems += found
            notes.append(note)
    print(f"note: {path}: " + "; ".join(filter(None, notes)))
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
