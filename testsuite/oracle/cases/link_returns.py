# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Programs that unwind from a call that does not return as the kernel and
glibc do, who look up return addresses as they are: with --cover-noreturn they
find all frames, without it one."""

import os
import re
import shutil

import covered
import disk
import elf
import outputs

# Name: (compiler, assembler, flags of the compiler, emulator with its root).
COMPILERS = {
    "gcc": ("gcc", "as", [], None),
    "clang": ("clang", "as", ["-fno-addrsig"], None),
    "s390x": ("s390x-linux-gnu-gcc", "s390x-as-2.47", [],
              ["qemu-s390x", "-L", "/usr/s390x-linux-gnu"]),
    "aarch64": ("aarch64-linux-gnu-gcc", "aarch64-linux-gnu-as", [],
                ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
}
CONSUMERS = {"kernel": 3, "glibc-2.43": 2}
FRAMES = 4
ALIGNED = r"\n\s+\.(p2align\s+4|align\s+(8|16))\b.*"
# What is shared depends on the byte order if no consumer is given.
PLAIN = "--share-rows=never"


class Program:
    """The program of one compiler, aligned or PACKED, by LINKER."""

    def __init__(self, bench, compiler, packed, linker, sections=False):
        self.bench, self.run = bench, bench.run
        self.compiler, self.packed, self.linker = compiler, packed, linker
        self.sections = sections
        self.object = self.run.path("return-walk.o")
        self.image = self.run.path("return-walk")
        self.name = (f"returns/{compiler}/{linker.name if linker else 'ld'}/"
                     + ("packed" if packed else "aligned")
                     + (", sections" if sections else ""))

    def made(self):
        """Compile and link it; why that is not possible, or None."""
        cc, assembler, flags, emulator = COMPILERS[self.compiler]
        if "-as-" in assembler:
            assembler = os.path.join(self.bench.more, "bin", assembler)
        for tool in (cc, assembler, *(emulator or [])[:1]):
            if not shutil.which(tool):
                return f"no {os.path.basename(tool)}"
        text = self.run.path("return-walk.s")
        if self.sections:
            flags = flags + ["-ffunction-sections"]
        status, said = self.run.command(
            [cc, "-O2", "-falign-functions=16", *flags, "-S", "-o", text,
             os.path.join(self.bench.sources, "return-walk.c")])
        if status:
            return said
        if self.packed:
            # clang aligns to 16 whatever it is told, and gcc for s390x to 8.
            lines = disk.text(text)
            disk.write(text, re.sub(ALIGNED, "", lines))
        status, said = self.run.command([assembler, "--gsframe", "-o",
                                         self.object, text])
        if status:
            return said
        disk.remove(self.image)
        status, said = self.run.command(
            [cc, *(self.linker.flags if self.linker else []), "-o",
             self.image, self.object])
        return said if status else None

    def frames(self, path):
        """How many frames the program at PATH finds, how many are right, and
        in which version of the format."""
        os.chmod(path, 0o755)
        emulator = COMPILERS[self.compiler][3] or []
        status, said = self.run.command([*emulator, path])
        found = re.match(r"version (\d): (\d+) frames, (\d+) right", said)
        if status or not found:
            return None, None, said
        return int(found[2]), int(found[3]), int(found[1])


def again(program, out, consumer, problems):
    """What a second link or repair of OUT changes."""
    run, second = program.run, program.run.path("again")
    to = "--to=" + ("v3" if consumer == "kernel" else "v2-pcrel")
    for command in (["link", f"--for={consumer}"],
                    ["link", to, "--cover-noreturn"], ["link", to],
                    ["repair", f"--for={consumer}"],
                    ["repair", to, "--cover-noreturn"], ["repair", to]):
        inputs = [program.object] if command[0] == "link" else []
        disk.remove(second)
        status, said = run.sfmerge(*command, PLAIN, "-o", second, out, *inputs)
        if status or not disk.same_bytes(out, second):
            problems.append(f"{' '.join(command)} changes it: {said}")


def taken_back(program, out, without, problems):
    """Whether repair makes WITHOUT of OUT."""
    second = program.run.absent("again")
    status, said = program.run.sfmerge("repair", "--cover-noreturn=never",
                                       PLAIN, "-o", second, out)
    if status or not disk.same_bytes(without, second):
        problems.append(f"repair does not take the bytes back: {said}")


def converted(program, without, consumer, problems):
    """Whether convert covers the calls of WITHOUT for the other consumer."""
    other = next(c for c in CONSUMERS if c != consumer)
    second = program.run.absent("again")
    status, said = program.run.sfmerge(
        "convert", f"--for={other}", "--grow=move-phdrs", "-o", second,
        without)
    if status:
        problems.append(f"convert: exit status {status}: {said}")
    elif program.frames(second) != (FRAMES, FRAMES, CONSUMERS[other]):
        problems.append(f"converted: {program.frames(second)}")


def checked(program, out, consumer, counts, problems):
    """What is wrong with what check says of OUT.  COUNTS: functions that can
    be covered, and others."""
    _, said = program.run.sfmerge(
        "check", "-v", "--fail-on=warning", "--for=" + consumer, "--against",
        program.object, out)
    bad = re.findall(r"^ +(?:warning|error): (?!segment)\S+.*", said, re.M)
    if bad or f"{consumer}: usable" not in said:
        problems.append(f"check finds {bad}")
    if "0 otherwise, 0 not;" not in said:
        problems.append("it is not what the object says")
    found = re.search(r"last-calls: .* (\d+) can cover .* (\d+) cannot", said)
    given = tuple(map(int, found.groups())) if found else (0, 0)
    if given != counts:
        problems.append(f"check counts {given}, not {counts}")


def one(program, consumer):
    """Link for CONSUMER, with the byte and without."""
    run, name = program.run, f"{program.name}, {consumer}"
    without, out = run.path("without"), run.path("with")
    problems = []
    for path, more in ((without, ["--cover-noreturn=never"]), (out, [])):
        disk.remove(path)
        status, said = run.sfmerge(
            "link", f"--for={consumer}", "--grow=move-phdrs", "--json", PLAIN,
            *more, "-o", path, program.image, program.object)
        if status:
            run.result(name, [f"exit status {status}"], said)
            return
    before = covered.Tails(run, elf.Elf(without))
    after = covered.Tails(run, elf.Elf(out))
    problems += before.problems(False) + after.problems(True)
    others = len(after.call - after.fixed)
    told = outputs.document(said)
    if told["output"]["covered_calls"] != len(after.fixed):
        problems.append(f"it says it has covered {told['output']}")
    checked(program, without, consumer, (len(before.fixed), others), problems)
    checked(program, out, consumer, (0, others), problems)
    again(program, out, consumer, problems)
    taken_back(program, out, without, problems)
    walks = [program.frames(path) for path in (without, out)]
    version = CONSUMERS[consumer]
    chain = {s.value for s in after.image.symbols()
             if s.name in ("mid", "top")}
    if len(chain) != 2 or chain - after.call:
        problems.append("the calls are not at the end")
    elif chain & after.fixed != (set() if program.packed else chain):
        run.unsupported(name, "the compiler has aligned it otherwise")
        return
    if program.packed:
        if walks[1][1] == FRAMES:
            problems.append("all frames are right: nothing is shown")
    elif walks != [(1, 1, version), (FRAMES, FRAMES, version)]:
        problems.append(f"frames, right ones, version: {walks}")
    else:
        converted(program, without, consumer, problems)
    run.verified += 2
    run.result(name, problems)


def wrapped(bench):
    """Through the wrapper, which is told by the environment."""
    program = Program(bench, "gcc", False, None)
    run, name = bench.run, "returns/wrapper"
    if not run.wanted(name):
        return
    why = program.made()
    status, folder = run.sfmerge("--print-wrap")
    if why or status:
        run.unsupported(name, (why or folder).splitlines()[0])
        return
    problems = []
    for options, frames in (("--for=kernel", FRAMES), ("--cover-noreturn",
                                                       FRAMES),
                            ("--for=kernel --cover-noreturn=never", 1)):
        disk.remove(program.image)
        status, said = run.command(
            ["env", "SFMERGE_OPTIONS=" + options, "gcc", "-B" + folder.strip(),
             "-o", program.image, program.object])
        if status:
            problems.append(f"{options}: exit status {status}: {said}")
        elif program.frames(program.image) != (frames, frames, 3):
            problems.append(f"{options}: {program.frames(program.image)}")
    run.result(name, problems)


def programs(bench):
    """All that is to be tried."""
    for compiler in COMPILERS:
        for packed in (False, True):
            yield Program(bench, compiler, packed, None)
    for linker in bench.linkers:
        yield Program(bench, "gcc", False, linker, sections=True)
    for linker in bench.linkers:
        if linker.name in ("gold", "lld-19", "lld-21", "mold-3"):
            yield Program(bench, "aarch64", False, linker, sections=True)


def all_cases(bench):
    """Each program for each consumer."""
    wrapped(bench)
    for program in programs(bench):
        if not any(bench.run.wanted(f"{program.name}, {consumer}")
                   for consumer in CONSUMERS):
            continue
        why = program.made()
        if why:
            bench.run.unsupported(program.name, why.splitlines()[0])
            continue
        for consumer in CONSUMERS:
            if bench.run.wanted(f"{program.name}, {consumer}"):
                one(program, consumer)
