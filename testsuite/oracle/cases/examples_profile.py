# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""profile.c on a program that is busy, beside the stacks that perf walks by
DWARF in the same samples; and register.c."""

import collections
import os
import re
import shutil
import struct
import subprocess

import elf

SAME = 0.999  # of the stacks
TRIES = 4  # to lose no record
LEAST = 200   # samples
# Stacks that end early, at most: before main, in the dynamic linker, where the
# program's own _start is not yet there ...
BEFORE_MAIN = 5
# ... and after the "pop %rbp" of a function whose caller has its CFA on RBP:
# the slot is below SP then, and so not in a sample.  3 of 53,000 samples.
POPPED = 1
PT_LOAD, PF_X = 1, 1
REGS_USER, STACK_USER = 1 << 12, 1 << 13  # PERF_SAMPLE_*
# What perf calls the end of a stack whose bytes end.
NO_PC = (1 << 64) - 1


class Busy:
    """The program in two forms: with .sframe inside, static, and as it was
    linked, with files beside for it and its libraries."""

    def __init__(self, bench, programs):
        self.run, self.bench = bench.run, bench
        self.tool = os.path.join(programs, "profile")
        self.dir = os.path.abspath(bench.run.path("profiled"))
        self.static, self.plain = (os.path.abspath(bench.run.path(name))
                                   for name in ("busy-static", "busy"))
        os.makedirs(self.dir, exist_ok=True)
        self.problems = []
        source = os.path.join(bench.sources, "busy.c")
        for path, flags in ((self.static, ["-static"]), (self.plain, [])):
            self.command([bench.objects.cc, "-O2", "-Wl,--build-id", *flags,
                          "-o", path, source])
        self.sfmerge("-i", self.static)
        if not self.problems:
            _, said = self.run.command(["ldd", self.plain])
            for path in [self.plain, *re.findall(r"(/\S+) \(0x", said)]:
                self.sfmerge("--detached=" + self.dir, os.path.realpath(path))

    def command(self, args):
        """Run ARGS, which has to succeed."""
        status, said = self.run.command(args)
        if status:
            self.problems.append(f"{args[0]}: {said[:300]}")

    def sfmerge(self, *args):
        """Make the tables."""
        self.command([self.run.tool, "synth", "-q", *args])

    def profile(self, *args):
        """Its status, output and messages."""
        done = subprocess.run([self.tool, *args], check=False, text=True,
                              capture_output=True, timeout=120)
        return done.returncode, done.stdout, done.stderr


def stack_ends(said, why):
    """How many stacks end for the reason WHY, as profile has SAID."""
    found = re.search(rf"^ *(\d+) samples: {why}", said, re.M)
    return int(found[1]) if found else 0


def live(busy):
    """Folded stacks of a program that runs."""
    for form, image, options in (
            ("inside", busy.static, []),
            ("beside", busy.plain, ["-d", busy.dir])):
        name = "examples/profile: tables " + form
        if not busy.run.wanted(name):
            continue
        status, text, said = busy.profile(*options, "-F", "999", image)
        if status and "profile: " in said:
            busy.run.unsupported(name, said.strip()[-60:])
            continue
        stacks = collections.Counter()
        for line in text.splitlines():
            stack, _, count = line.rpartition(" ")
            stacks[stack] += int(count) if count.isdigit() else 0
        total = sum(stacks.values())
        good = sum(n for s, n in stacks.items()
                   if re.match(r"_start(;|$)", s))
        deep = sum(n for s, n in stacks.items()
                   if s.endswith(";outer;middle;innermost"))
        problems = list(busy.problems)
        early = stack_ends(said, "no SFrame describes the last address")
        popped = stack_ends(said, "the last frame cannot be unwound")
        if (total < LEAST or good + early + popped != total
                or early > BEFORE_MAIN or deep < total / 10
                or popped > max(POPPED, total * (1 - SAME))):
            problems.append(f"of {total} samples {good} are whole, "
                            f"{deep} are in the innermost: {said[:300]}")
        busy.run.result(name, problems)


def mapped(text):
    """The executable mappings that perf tells of in TEXT."""
    return [(int(start, 16), int(start, 16) + int(size, 16), int(offset, 0))
            for start, size, offset in re.findall(
                r"PERF_RECORD_MMAP2? \S+ \[0x([0-9a-f]+)\(0x([0-9a-f]+)\) @ "
                r"(\S+)[^\]]*\]: r-xp ", text)]


def in_file(addr, maps):
    """ADDR as perf shows it: the offset in its file."""
    for start, end, offset in reversed(maps):
        if start <= addr < end:
            return addr - start + offset
    return addr


def stacks_of(text):
    """The stacks of perf script, and of each no end that is none."""
    found = []
    for line in text.splitlines():
        # Numbers of processes are aligned.
        if re.match(r" *\d+/\d+", line):
            found.append([])
        elif line.strip() and int(line.split()[0], 16) != NO_PC:
            found[-1].append(int(line.split()[0], 16))
    return found


def recorded(busy, data):
    """Samples that perf has taken, in the file DATA: why there are none, and
    what our profiler makes of them.  A busy machine loses records, and the
    samples that are left are not the same for both."""
    for _ in range(TRIES):
        status, said = busy.run.command(
            ["perf", "record", "-q", "-e", "cpu-clock:u", "-F", "1999",
             "--call-graph", "dwarf", "-o", data, busy.plain])
        if status or not os.path.exists(data):
            return "perf record: " + said.strip()[-60:], None
        profile = busy.profile("-r", "-d", busy.dir, "-i", data)
        if "records lost" not in profile[2]:
            return "", profile
    return "perf loses records", None


def compared(busy):
    """The stacks of the samples that perf has taken."""
    name = "examples/profile: beside perf's stacks by DWARF"
    if not busy.run.wanted(name):
        return
    data = os.path.abspath(busy.run.path("perf.data"))
    if not shutil.which("perf"):
        busy.run.unsupported(name, "no perf")
        return
    why, profile = recorded(busy, data)
    if why:
        busy.run.unsupported(name, why)
        return
    problems = list(busy.problems)
    status, text, said = profile
    if status:
        problems.append(f"status {status}: {said[:300]}")
    script = ["perf", "script", "-i", data, "--no-inline", "--max-stack",
              "127"]
    _, told = busy.run.command([*script, "--show-mmap-events"])
    _, theirs = busy.run.command([*script, "-F", "pid,tid,ip,sym"])
    maps = mapped(told)
    ours = collections.Counter(
        tuple(in_file(int(word, 16), maps) for word in re.match(
            r"\d+ \d+((?: [0-9a-f]+)+) (?:the|no|there) ", line)[1].split())
        for line in text.splitlines())
    beside = collections.Counter(map(tuple, stacks_of(theirs)))
    # Samples of several processors come in another order.
    total, same = sum(beside.values()), sum((ours & beside).values())
    print(f"note: {name}: {total} samples, {same} the same")
    if total < LEAST or same < total * SAME or sum(ours.values()) != total:
        problems.append(f"of {total} stacks {same} are the same; "
                        f"{next(iter(ours - beside), None)} is not: {said}")
    busy.run.result(name, problems)


def damaged(busy):
    """Files that are none of perf's, or cut off."""
    name = "examples/profile: other files"
    if not busy.run.wanted(name):
        return
    problems = []
    # A sample of one register, and of a stack that has only its size.
    attr = struct.pack("<24xQ48xQ", REGS_USER | STACK_USER, 1)
    attr += bytes(144 - len(attr))
    sample = struct.pack("<IHH3Q", 9, 0, 32, 1, 0, 1 << 62)
    cut = struct.pack("<8s6Q", b"PERFILE2", 56, len(attr), 56, len(attr),
                      56 + len(attr), len(sample)) + attr + sample
    for content, wanted in (
            (b"", 1), (b"PERFILE2", 1), (b"PERFILE2" + b"\xff" * 200, 1),
            (b"PERFILE2" + bytes(200), 1), (cut, 0)):
        path = busy.run.path("other.data")
        with open(path, "wb") as file:
            file.write(content)
        status, text, said = busy.profile("-i", path)
        if status != wanted or text or "samples" in said:
            problems.append(f"{content[:12]}: status {status}: {said[:200]}")
    busy.run.result(name, problems)


def registered(bench, programs):
    """What a loader makes known, of a program with a table."""
    name = "examples/register"
    if not bench.run.wanted(name):
        return
    path = os.path.abspath(bench.run.path("register"))
    status, said = bench.run.sfmerge(
        "synth", "-q", "-o", path, os.path.join(programs, "register"))
    if status:
        bench.run.result(name, ["it is not made"], said)
        return
    _, text = bench.run.command([path])
    image, problems = elf.Elf(path), []
    section, = image.named(".sframe")
    size, = (p.memsz for p in image.segments
             if p.type == PT_LOAD and p.flags & PF_X)
    if (not re.search(rf"^program: sframe_start 0x\w+ sframe_size "
                      rf"{section.size} text_start 0x\w+ text_size {size}$",
                      text, re.M)
            or "1 to be made known" not in text):
        problems.append(text[:400])
    bench.run.result(name, problems)


def cases(bench, programs):
    """All of these."""
    if not os.path.exists(os.path.join(programs, "profile")):
        bench.run.unsupported("examples/profile", "not built")
        return
    busy = Busy(bench, programs)
    live(busy)
    compared(busy)
    damaged(busy)
    registered(bench, programs)
