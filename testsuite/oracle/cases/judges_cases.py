#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Judges side by side: what `sfmerge synth` writes for files of this system,
drawn by a seed, judged by those who know nothing of it.

    libdw         its word on .eh_frame, at each address where a row begins
                  or libdw's own word changes, and at the last one
    libsframe     finds the same row at these addresses
    interpreter   the oracle's own, of .eh_frame; what has an FDE and no rows
                  must be what SFrame cannot say
    code          of procedure linkage tables: what their instructions do
    kernel        takes the section, or `sfmerge check --for=kernel` says that
                  it does not
    steps         programs of the system, stopped at random and followed to the
                  end of the frame (testsuite/stepper)

A disagreement is a failure, and the file stays in the directory of this run.
COUNT files are drawn from all below TOP by SEED, of each about FUNCTIONS
functions; PROGRAMS programs are stopped SAMPLES times."""

import bisect
import collections
import os
import random
import re
import shutil
import sys
import zlib

import cfiterms
import disk
import elf
import expect
import image_frames
import judged
import kernel_model
import libsframe
import objframes
import plt
import row_images
import runner
import sframe
import stepped
import verify

TOP = "/usr"
LARGEST = 40 << 20
MADE = (".plt", ".plt.got", ".plt.sec", ".iplt")
# Samples of one function of a program, and instructions after which one is
# given up.
MOST, STEPS = "8", "20000"

# What each program of the system is stopped at.
WORK = "import json, re, zlib; " + (
    "print(len(zlib.compress(json.dumps([re.findall(r'\\w+', 'a b' * i) "
    "for i in range(2000)]).encode())))")
PROGRAMS = {
    "awk": ("BEGIN { for (i = 0; i < 200000; i++) s = s i % 7; print s }",),
    "bash": ("-c", "for ((i = 0; i < 20000; i++)); do a[i % 99]=x$i; done"),
    "bzip2": ("-kc", "{}"), "cksum": ("{}",), "cmp": ("{}", "{}"),
    "diff": ("{}", "/dev/null"), "expand": ("{}",),
    "factor": ("1000000000000000003", f"{(1 << 127) - 1}"),
    "file": ("{}",), "find": ("/usr/share/doc", "-name", "*.gz"),
    "gawk": ("BEGIN { for (i = 0; i < 99999; i++) print length(i \"\") }",),
    "grep": ("-rc", "sfmerge.*x", "/usr/share/doc/gcc"), "gzip": ("-c", "{}"),
    "ld.bfd": ("-r", "-o", "/dev/null", "--whole-archive",
               "/usr/lib/x86_64-linux-gnu/libc_nonshared.a"),
    "ls": ("-lR", "/usr/share/doc"), "md5sum": ("{}",),
    "mawk": ("BEGIN { for (i = 0; i < 99999; i++) print length(i \"\") }",),
    "nm": ("{}",), "objdump": ("-d", "{}"), "od": ("{}",),
    "perl": ("-e", "my %h; $h{$_ % 999} .= $_ for 1 .. 200000;"
             "print join ',', sort map { lc } values %h"),
    "python3": ("-c", WORK), "readelf": ("-aW", "{}"),
    "sed": ("-n", "s/[a-z]*\\(x\\)/\\1/p", "{}"), "seq": ("99999",),
    "sha256sum": ("{}",), "sort": ("{}",), "strings": ("{}",),
    "tar": ("cf", "-", "/usr/share/doc/gcc"), "tr": ("a", "b"),
    "wc": ("{}",), "xz": ("-kc", "{}"),
}


class Bench:
    """What all cases share."""

    def __init__(self, args):
        self.run = runner.Runner(args.sfmerge, args.folder, args.only)
        self.args = args
        self.rng = random.Random(args.seed)
        self.library = libsframe.library(args.toolchains)
        self.count = collections.Counter()

    def files(self):
        """The files of the sample, as the seed draws them, each once."""
        paths = sorted(
            os.path.join(folder, name)
            for folder, _, names in os.walk(self.args.top) for name in names)
        self.rng.shuffle(paths)
        known, left = set(), self.args.count
        for path in paths:
            if not left:
                return
            real = os.path.realpath(path)
            if real not in known and elf.is_image(real) and (
                    os.path.getsize(real) <= LARGEST):
                known.add(real)
                left -= 1
                yield real

    def keep(self, name, *paths):
        """Keep PATHS, which show what is wrong with NAME."""
        folder = self.run.path("kept-" + re.sub(r"\W+", "-", name))
        os.makedirs(folder, exist_ok=True)
        for path in paths:
            shutil.copy(path, folder)

    def tell(self):
        """Print how much each judge was asked."""
        for what, number in sorted(self.count.items()):
            print(f"note: judges: {what}: {number}")


class File:
    """OUT, which synth made of a file."""

    def __init__(self, bench, out):
        self.bench, self.out = bench, out
        self.image = elf.Elf(out)
        section, = self.image.named(".sframe")
        self.section = section
        self.data = self.image.bytes_of(section)
        self.has, _ = expect.own(self.image)
        most = bench.args.functions
        self.every = max(1, len(self.has) // most)
        self.made = [s for s in self.image.sections if s.name in MADE]
        self.problems = [] if self.has else ["nothing is described"]

    def linker_made(self, addr):
        """Whether code that linkers make is at ADDR."""
        return any(s.addr <= addr < s.addr + s.size for s in self.made)

    def drawn(self):
        """(address, function, ranges) of those that are judged."""
        for addr, found in sorted(self.has.items()):
            for func, ranges in found[:1]:
                if not self.linker_made(addr) and (
                        zlib.crc32(b"%d" % addr) % self.every == 0):
                    yield addr, func, ranges

    def judges(self):
        """All that can tell.  Go's table of functions, which synth takes for
        want of .eh_frame, is judged by the group synth."""
        frames = not self.image.named(".gopclntab")
        self.bench.count["files of Go"] += not frames
        found = [self.by_code, self.by_kernel]
        if frames:
            found += [self.by_interpreter] + [self.by_libdw] * bool(
                judged.LIBRARY)
        if self.bench.library and not self.image.big:
            found.append(self.by_libsframe)
        return found

    def by_libdw(self):
        """libdw's word on the rules."""
        judge = judged.Judge(self.image)
        own = cfiterms.REGISTERS[self.image.machine][1:]

        def means(rules):
            return rules if rules[0] == "problem" else row_images.canonical(
                rules, own)

        comparison = judged.Comparison(judge, self.image, means)
        for addr, func, ranges in self.drawn():
            comparison.function(judged.Function(
                addr, func.size, func.signal, func.key_b,
                [(addr + start, rules) for start, _, rules in ranges]))
        judge.close()
        self.bench.count["libdw, addresses"] += comparison.count["addresses"]
        self.bench.count["libdw, not told"] += comparison.count["not told"]
        self.problems += comparison.problems

    def by_libsframe(self):
        """Whether libsframe finds the same rows."""
        reader = libsframe.Reader(self.bench.library, self.data,
                                  self.section.addr)
        if not reader.context:
            self.problems.append(f"libsframe: error {reader.error}")
            return
        for addr, func, _ in self.drawn():
            starts = [row[0] for row in func.rows]
            last = (func.rep if func.mask else func.size) - 1
            for at in {*starts, last, last // 2}:
                row = bisect.bisect_right(starts, at) - 1
                self.bench.count["libsframe, addresses"] += 1
                if not reader.has(addr + at, func.rows[row]):
                    self.problems.append(
                        f"libsframe: {addr + at:#x}: another row, or none")
        reader.close()

    def by_interpreter(self):
        """The oracle's own word, of each FDE."""
        found = objframes.Findings()
        image_frames.Image(self.image, self.every).judge("v3", found, MADE)
        self.bench.count["interpreter, rows"] += found.count.get("rows", 0)
        self.problems += [f"interpreter: {text}" for text in found.wrong]

    def by_code(self):
        """What procedure linkage tables do."""
        problems = verify.Problems()
        functions = [(addr, ranges) for addr, found in self.has.items()
                     for _, ranges in found[:1] if self.linker_made(addr)]
        self.bench.count["code, bytes"] += plt.compare(
            self.image, functions, problems, lacking=True)
        self.problems += [f"code: {text}" for text in problems]

    def by_kernel(self):
        """Whether the kernel takes it."""
        why = kernel_model.of_program(self.image)
        status, text = self.bench.run.sfmerge("check", "-q", "--for=kernel",
                                              self.out)
        self.bench.count["kernel, " + ("refused" if why else "taken")] += 1
        if bool(why) != bool(status):
            self.problems.append(f"kernel: {why or 'it is taken'}, check has "
                                 f"status {status}: {text[:200]}")


def made(bench, path):
    """The file that synth makes of PATH, or None, its exit status, and what it
    said."""
    out = bench.run.absent("out")
    status, text = bench.run.sfmerge("synth", "-q", "--grow=move-phdrs", "-o",
                                     out, path)
    has = status == 0 and elf.Elf(out).named(".sframe")
    return out if has else None, status, text


def judge_file(bench, path):
    """Judge what synth makes of PATH; whether there was something."""
    name = f"judges: {path}"
    if not bench.run.wanted(name):
        return False
    out, status, text = made(bench, path)
    if not out:
        bench.count["files without rows"] += 1
        bench.run.result(name, [] if status in (0, 1)
                         else [f"exit status {status}"], text)
        return False
    file = File(bench, out)
    for judge in file.judges():
        judge()
    bench.count["files"] += 1
    if file.problems:
        bench.keep(name, path, out)
    bench.run.result(name, file.problems, text)
    return True


def noticed(bench, path):
    """Of PATH a row of a function and one of linkers' code are made wrong:
    each judge says so."""
    name = "judges: wrong rows are noticed"
    out, _, text = made(bench, path)
    file = File(bench, out)
    piece, = sframe.pieces_of(file.data, file.image.big)
    drawn = {func.idx for _, func, _ in file.drawn() if not func.flex}
    linkers = {func.idx for addr, found in file.has.items()
               for func, _ in found if file.linker_made(addr)}
    changes = []
    for some in (drawn, linkers):
        changes += next((
            change for idx in sorted(some)
            for row in row_images.rows_of(piece, piece.functions[idx])
            if row.words
            for change in [row.word(0, row.words[0] + 8)] if change), [])
    disk.write(out, row_images.applied(
        file.image.data,
        [(file.section.offset + at, new) for at, new in changes]))
    wrong = File(bench, out)
    # What libsframe reads is right, and what the oracle has read is not.
    wrong.data = file.data
    problems = [] if drawn else ["no function is drawn"]
    for judge in wrong.judges():
        wrong.problems = []
        judge()
        if not wrong.problems and judge != wrong.by_kernel and (
                linkers or judge != wrong.by_code):
            problems.append(f"{judge.__name__} says nothing")
    bench.run.result(name, problems, text)


def loaded(bench, program):
    """{name: path} of what PROGRAM loads."""
    _, text = bench.run.command(["ldd", program])
    return {os.path.basename(path): path
            for path in re.findall(r"(?:=> |^\s*)(/\S+) \(", text, re.M)}


def step_program(bench, program):
    """Step PROGRAM of the system, in a copy with all that it loads."""
    name = f"judges/steps: {program}"
    path = shutil.which(program, path="/usr/bin:/bin")
    if not bench.run.wanted(name) or not path:
        return
    libraries = loaded(bench, path)
    loader = next((n for n in libraries if n.startswith("ld-")), None)
    if not loader:
        bench.run.unsupported(name, "it is static")
        return
    copies = stepped.Stepped(bench.run, bench.args.stepper, program)
    for file, origin in {**libraries, program: path}.items():
        shutil.copyfile(os.path.realpath(origin),
                        copies.path(stepped.NONE, file))
        if copies.synth(file, (stepped.PLAIN,)):
            bench.run.result(name, [f"{file} gets no rows"], copies.said)
            return
    status, found, text = copies.step(
        stepped.NONE, "-b", "-t", "200", "-n", str(bench.args.samples), "-m",
        MOST, "-s", STEPS, "-S", str(bench.rng.randrange(1 << 31)),
        copies.path(stepped.PLAIN, loader),
        "--library-path", copies.path(stepped.PLAIN), "--argv0", path,
        copies.path(stepped.PLAIN, program),
        *(word.replace("{}", libraries[loader])
          for word in PROGRAMS[program]))
    problems = []
    if status or not found or found["wrong"]:
        problems.append(f"exit status {status}, counts {found}")
        bench.keep(name, *(os.path.join(copies.path(stepped.PLAIN), file)
                           for file in os.listdir(
                               copies.path(stepped.PLAIN))))
    else:
        for what in ("right", "lost", "addresses"):
            bench.count["steps, " + what] += found[what]
    shutil.rmtree(copies.folder)
    bench.run.result(name, problems, "\n".join(
        line for line in text.splitlines() if line.startswith(
            ("wrong", "all"))))


def step_programs(bench):
    """Some of PROGRAMS."""
    name = "judges/steps"
    if not bench.args.stepper:
        bench.run.unsupported(name, "built without the stepper")
        return
    if bench.run.command([bench.args.stepper, "-w", "true"])[0] == 77:
        bench.run.unsupported(name, "nothing can be traced here")
        return
    drawn = bench.rng.sample(sorted(PROGRAMS), len(PROGRAMS))
    for program in drawn[:bench.args.programs]:
        step_program(bench, program)


def main():
    """The command."""
    options = runner.parser()
    options.add_argument("--toolchains")
    options.add_argument("--stepper")
    options.add_argument("--top", default=TOP)
    options.add_argument("--count", type=int, default=300)
    options.add_argument("--functions", type=int, default=1000)
    options.add_argument("--programs", type=int, default=8)
    options.add_argument("--samples", type=int, default=200)
    options.add_argument("--seed", default="1")
    bench = Bench(options.parse_args())
    print(f"note: judges: seed {bench.args.seed}")
    judged_files = [path for path in bench.files() if judge_file(bench, path)]
    if judged_files:
        noticed(bench, judged_files[0])
    step_programs(bench)
    bench.tell()
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
