# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Programs of the system, copied with all objects that they load, each of
which synth gives its .sframe: a timer interrupts them, and sampler.c walks
their stacks by SFrame and by libgcc's unwinder. Frames must be the same one by
one; a walk may only be shorter, where SFrame cannot say more.

With SFM_SYNTH_ALL each program runs until it has a hundred thousand samples;
otherwise some thousand."""

import collections
import os
import platform
import re
import shutil

import disk
import ehframe
import elf
import row_images
import sframe
from walks import engine


class Program:
    """One of the system.  prepare gives a dictionary: "program", the copy;
    "arguments", a list of command lines to run in turn; "environment"."""

    def __init__(self, name):
        self.name, self.path = name, shutil.which(name, path="/usr/bin:/bin")

    def sample(self, bench, suffix):
        """The path of its work."""
        return os.path.abspath(os.path.join(
            bench.args.sources, f"sample-{self.name}{suffix}"))


class Bash(Program):
    """All in one process."""

    def prepare(self, copies, bench):
        """See above."""
        return {"program": copies.add(self.path),
                "arguments": [[self.sample(bench, ".sh"), "8000"]]}


class Python(Program):
    """With the modules in C that come with it."""

    def prepare(self, copies, bench):
        """See above."""
        _, text = bench.run.command([
            self.path, "-c", "import sys, sysconfig; print(sys.prefix, "
            "sysconfig.get_config_var('DESTSHARED'))"])
        prefix, modules = text.split()
        return {"program": copies.add(self.path),
                "arguments": [[self.sample(bench, ".py"), "10"]],
                "environment": [
                    "PYTHONHOME=" + prefix, "PYTHONDONTWRITEBYTECODE=1",
                    "PYTHONPATH=" + copies.tree(modules, "python-modules")]}


PROGRAMS = (Bash("bash"), Python("python3"))

# How programs are interrupted: microseconds between two samples, and
# instructions after each that are samples too.
PACES = {"": (50, 0), ", each instruction": (4000, 64)}
RUNS = 100  # of a program, at most, where one has not samples enough
LEAST = {True: 100000, False: 4000}
# Instructions in a row come 64 at a time: 4,000 would be 62 interruptions, and
# two of these at a place that SFrame cannot restore more than one per cent.
LEAST_IN_A_ROW = 20000
# Per thousand, of samples: what must be equal.  Few samples, and instructions
# in a row, may have more of what a program does only at its start.
SAME = {True: 999, False: 990}
# The program whose rows are made wrong at last.
SPOILED = "bash"
# How a walk may end before libgcc's.
VDSO, LEFT_OUT = "the vDSO", "left out by synth"
REGISTER = "a register that SFrame does not restore"


def least(thorough, pace):
    """How many samples of a program there must be at PACE."""
    return max(LEAST[thorough], LEAST_IN_A_ROW if PACES[pace][1] else 0)


class Copies:
    """Programs and shared objects with .sframe, in one directory."""

    def __init__(self, bench):
        self.bench, self.run = bench, bench.run
        self.folder = os.path.abspath(bench.run.path("copies"))
        self.libraries = os.path.join(self.folder, "lib")
        os.makedirs(self.libraries)
        self.problems, self.made, self.loader = [], {}, None
        # Starts of the functions that synth leaves out, by path.
        self.left = collections.defaultdict(set)

    def add(self, path, folder=None, name=None):
        """Copy PATH to FOLDER, with what it needs; the copy, or None."""
        copy = os.path.join(folder or self.folder,
                            name or os.path.basename(path))
        if copy in self.made:
            return copy
        self.made[copy] = path
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        shutil.copyfile(os.path.realpath(path), copy)
        os.chmod(copy, 0o755)
        _, text = self.run.command(["ldd", path])
        for needed in re.findall(r"(?:=> |^\s*)(/\S+) \(", text, re.M):
            found = self.add(needed, self.libraries)
            if os.path.basename(found).startswith("ld-"):
                self.loader = found
        status, text = self.run.sfmerge(
            "synth", "-v", "--grow=move-phdrs", "-i", copy)
        made = elf.Elf(copy)
        # Some libraries are data alone.
        if status or not (made.named(".sframe")
                          or next(ehframe.each(made), None) is None):
            self.problems.append(f"synth {path}: status {status}: "
                                 f"{text[:300]}")
        for start in re.findall(r"left out: .* of the function at (0x\w+)",
                                text):
            self.left[copy].add(int(start, 16))
        return copy

    def tree(self, top, name):
        """Copy the directory TOP, modules and all, as NAME."""
        copy = os.path.join(self.folder, name)
        for folder, _, files in os.walk(top):
            there = os.path.normpath(
                os.path.join(copy, os.path.relpath(folder, top)))
            os.makedirs(there, exist_ok=True)
            for file in files:
                path = os.path.join(folder, file)
                if file.endswith(".so"):
                    self.add(path, there)
                elif os.path.isfile(path):
                    shutil.copyfile(path, os.path.join(there, file))
        return copy

    def function(self, path, addr):
        """The start of the function of .eh_frame of PATH that covers ADDR, or
        None."""
        return next((f.addr for f in ehframe.each(
            elf.Elf(path), wanted=lambda start, size: start <= addr < (
                start + size))), None)


class Tally:
    """What the reports of a program's runs say, added up."""

    def __init__(self, copies, program):
        self.copies, self.program = copies, program
        self.count, self.ends = collections.Counter(), collections.Counter()
        self.problems = []

    def read(self, path):
        """Add the report PATH."""
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
        words = lines[0].split()
        for name, number in zip(words[1::2], words[2::2]):
            if name == "deepest":
                self.count[name] = max(self.count[name], int(number))
            else:
                self.count[name] += int(number)
        for line in lines:
            if line.startswith("place "):
                self._place(*line.split(" ", 5)[1:])
        stacks = [line for line in lines if line.startswith(
            ("stack ", "sframe ", "libgcc "))]
        self.problems += stacks[:200]

    def _place(self, verdict, end, count, addr, where):
        """COUNT walks ended at ADDR of WHERE."""
        path = self.program if where == "program" else where
        why = self._why(verdict, end, int(addr, 16), path)
        if why is None:
            self.problems.append(f"{count} {verdict}, {end}, at {addr} of "
                                 f"{path}")
        else:
            self.ends[verdict, why] += int(count)

    def _why(self, verdict, end, addr, path):
        """Why walks end there; None: for no good reason."""
        if verdict == "equal" and end in ("outermost", "deep"):
            return end
        if verdict == "shorter" and end == "register":
            return REGISTER
        if end != "undescribed" or verdict not in ("equal", "shorter"):
            return None
        if verdict == "shorter" and "vdso" in path:
            return VDSO
        if path not in self.copies.made:
            return None
        start = self.copies.function(path, addr)
        if verdict == "equal":
            return "no FDE" if start is None else None
        return LEFT_OUT if start in self.copies.left[path] else None

    def judge(self, thorough, pace):
        """What is wrong."""
        count, found = self.count, list(self.problems)
        same = SAME[thorough and not PACES[pace][1]]
        if count["samples"] < least(thorough, pace):
            found.append(f"only {count['samples']} samples")
        if 1000 * count["equal"] < same * count["samples"]:
            found.append(f"only {count['equal']} of {count['samples']} equal")
        if not self.ends["equal", "outermost"]:
            found.append("no walk reaches the outermost frame")
        if count["lost"]:
            found.append("there are too many places for the sampler")
        return found

    def text(self):
        """A line with all counts."""
        count = self.count
        return (f"{count['samples']} samples, {count['frames']} frames, "
                f"deepest {count['deepest']}, equal "
                f"{100 * count['equal'] / max(count['samples'], 1):.4f} %: "
                + ", ".join(f"{verdict} ({why}) {number}" for (
                    verdict, why), number in sorted(self.ends.items()))
                + f"; {count['wrong']} wrong")


class Samples:
    """The sampler, and programs that it interrupts."""

    def __init__(self, bench, thorough):
        self.bench, self.run, self.thorough = bench, bench.run, thorough
        self.copies = Copies(bench)
        self.sampler = self.bare = None

    def prepare(self):
        """Make the sampler; why it does not work here, or None."""
        top = os.path.join(self.bench.args.sources, "..", "..", "..")
        flags, sources = engine(top, self.run.folder)
        self.bare = os.path.abspath(self.run.path("sampler.so"))
        # Hidden, since names of the program come first otherwise.
        status, text = self.run.command(
            [self.bench.args.cc, "-O2", "-shared", "-fPIC",
             "-fvisibility=hidden", "-o", self.bare, *flags, *sources,
             os.path.join(self.bench.args.sources, "sampler.c"), "-lgcc_s"])
        if status:
            return "no sampler: " + text[:200].replace("\n", " ")
        self.sampler = self.copies.add(self.bare)
        loader = self.copies.loader
        if not loader:
            return "no ldd"
        status, text = self.run.command(
            [self.copies.made[loader], "--preload", self.bare,
             shutil.which("true")])
        return "nothing can be preloaded: " + text[:200] if status else None

    def once(self, ready, number, pace, tally):
        """Run the program READY for the NUMBERth time, at PACE, for TALLY;
        what it has said."""
        path, commands = ready["program"], ready["arguments"]
        micros, steps = PACES[pace]
        report = os.path.abspath(self.run.path("report"))
        disk.remove(report)
        status, said = self.run.command(
            ["env", f"SAMPLER_REPORT={report}", f"SAMPLER_MICROS={micros}",
             f"SAMPLER_STEPS={steps}", *ready.get("environment", ()), self.copies.loader,
             "--library-path", self.copies.libraries, "--preload",
             self.sampler, "--argv0", self.copies.made[path], path,
             *commands[number % len(commands)]])
        if status or not os.path.exists(report):
            tally.problems.append(f"status {status}")
        else:
            tally.read(report)
        return said

    def one(self, name, ready, pace):
        """Run the program READY at PACE as the case NAME."""
        tally, said, number = Tally(self.copies, ready["program"]), "", 0
        wanted = least(self.thorough, pace)
        while (number < RUNS and not tally.problems
               and tally.count["samples"] < wanted):
            said = self.once(ready, number, pace, tally)
            number += 1
        self.run.result(
            name, self.copies.problems + tally.judge(self.thorough, pace),
            said[-1000:] + "\n" + "\n".join(tally.problems[:40]))
        print(f"note: {name}: {tally.text()}")

    def spoiled(self, name, ready):
        """The same where some rows of the program have another CFA."""
        path = ready["program"]
        image = elf.Elf(path)
        section = image.named(".sframe")[0]
        piece = sframe.Piece(image.bytes_of(section), 0, False)
        changes = [change for func in piece.functions[::5] if not func.flex
                   for row in row_images.rows_of(piece, func) if row.words
                   for change in row.word(0, row.words[0] + 8)]
        with open(path, "r+b") as file:
            for at, new in changes:
                file.seek(section.offset + at)
                file.write(new)
        tally = Tally(self.copies, path)
        said = self.once(ready, 0, "", tally)
        stacks = [line for line in tally.problems if line.startswith("stack")]
        problems = [] if stacks and tally.count["wrong"] > 10 else [
            f"{tally.count['wrong']} of {tally.count['samples']} are wrong"]
        self.run.result(name, problems, said)


def samples_cases(bench):
    """Programs of the system, copied with all objects that they load, each of
    which synth gives its .sframe: a timer interrupts them, and sampler.c walks
    their stacks by SFrame and by libgcc's unwinder.  Frames must be the same
    one by one; a walk may only be shorter, where SFrame cannot say more."""
    thorough = os.environ.get("SFM_SYNTH_ALL", "") != ""
    samples, why = None, None
    for program in PROGRAMS:
        names = {f"synth/samples: {program.name}{pace}": pace
                 for pace in PACES}
        if program.name == SPOILED:
            names["synth/samples: wrong rows are noticed"] = SPOILED
        names = {name: pace for name, pace in names.items()
                 if bench.run.wanted(name)}
        missing = ("it is not x86-64" if platform.machine() != "x86_64"
                   else "" if program.path else f"no {program.name}")
        if names and not missing and samples is None:
            samples = Samples(bench, thorough)
            why = samples.prepare()
        ready = (program.prepare(samples.copies, bench)
                 if names and not missing and not why else None)
        for name, pace in names.items():
            if not ready:
                bench.run.unsupported(name, missing or why)
            elif pace == SPOILED:
                samples.spoiled(name, ready)
            else:
                samples.one(name, ready, pace)
