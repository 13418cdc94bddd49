# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Rows that --fill=code makes, judged by single steps of programs: our own,
whose assembly has no call frame information, and x264 if it is here.
bench/bench-step.py does the same with many programs for a long time."""

import os
import random
import re
import shutil

import disk
import elf
import stepped as steps
from stepped import CODE, NONE, PLAIN

# Instructions of step-code.s that one thread comes to, of which all but a few
# must have their rows compared; start files have others.
INSTRUCTIONS = 90
# Arguments of our program: rounds, and other threads.
ONE_THREAD, TWO_THREADS = ("100", "0"), ("300", "1")
LONG = ("1000000", "1")  # more than are sampled
# Functions that have wrong tables where WRONG is set.
WRONG = ("step_frame", "step_back")
VIDEO = (176, 144, 30)  # width, height, frames


class Stepped(steps.Stepped):
    """Our own program, in copies."""

    def __init__(self, bench, name):
        super().__init__(bench.run, bench.args.stepper, name)
        self.bench = bench

    def link(self, *flags):
        """Link our own program with FLAGS; whether that fails."""
        sources = [os.path.join(self.bench.args.sources, name)
                   for name in ("step-main.c", "step-code.s")]
        return self.command(self.bench.args.cc, "-O2", "-pthread", *flags,
                            "-o", self.path(NONE, "step"), *sources)

    def walk(self, which):
        """The share of walks of the copy WHICH that stop, in per cent.  Where the
        processors are busy, a thread that waits is sampled again and again: of
        200 walks 6 % stopped at one address, of 1,000 0.8 % do."""
        _, text = self.run.command(
            [self.stepper, "-w", "-t", "200", "-n", "1000",
             self.path(which, "step"), *LONG])
        found = re.search(r"^walks 1000: .*, (\S+) %$", text, re.M)
        self.said += text
        return float(found[1]) if found else None


def own(bench, form, *flags):
    """Each row of our own program when it is first reached, and random ones
    in two threads."""
    name = f"synth/stepped: our own, {form}"
    if not bench.run.wanted(name):
        return
    stepped = Stepped(bench, form)
    if stepped.link(*flags) or stepped.synth("step"):
        bench.run.result(name, ["it is not made"], stepped.said)
        return
    problems, said = [], ""
    for rounds, least in ((ONE_THREAD, INSTRUCTIONS), (TWO_THREADS, 1)):
        status, found, text = stepped.step(
            PLAIN, "-b", "-t", "200", stepped.path(CODE, "step"), *rounds)
        said += text
        if status or "right\n" not in text:
            problems.append(f"exit status {status}, or the program goes wrong")
        if not found or found["wrong"] or found["lost"]:
            problems.append(f"counts {found}")
        elif found["addresses"] < least:
            problems.append(f"{found['addresses']} instructions, not {least}")
    bench.run.result(name, problems, said)


def noticed(bench):
    """Wrong tables, which are judged if the other image has no section."""
    name = "synth/stepped: wrong rows are noticed"
    if not bench.run.wanted(name):
        return
    stepped = Stepped(bench, "wrong")
    # A helper may lose FP if its callers do without.
    if (stepped.link("-Wa,--defsym,WRONG=1", "-fno-omit-frame-pointer")
            or stepped.synth("step")):
        bench.run.result(name, ["it is not made"], stepped.said)
        return
    image = stepped.path(PLAIN, "step")
    status, found, text = stepped.step(
        NONE, "-b", "-s", "2000", image, *ONE_THREAD)
    where = [int(addr, 16) for addr in re.findall(
        rf"^wrong: {re.escape(image)}\+0x([0-9a-f]+):", text, re.M)]
    symbols = {s.name: s for s in elf.Elf(image).symbols()
               if s.name[:5] == "step_"}
    starts = sorted(s.value for s in symbols.values())
    wrong = {max(s for s in starts if s <= addr) for addr in where}
    wanted = {symbols[n].value for n in WRONG}
    problems = [f"exit status {status}"] if status != 1 else []
    if wrong != wanted or not found or found["wrong"] != len(where):
        problems.append(f"wrong in {sorted(wrong)}, not {sorted(wanted)}")
    bench.run.result(name, problems, text)


def walked(bench):
    """The stacks of a program that has all of its code in itself."""
    name = "synth/stepped: walks"
    if not bench.run.wanted(name):
        return
    stepped = Stepped(bench, "walks")
    if stepped.link("-static"):
        bench.run.unsupported(name, "no static C library")
        return
    if stepped.synth("step"):
        bench.run.result(name, ["it is not made"], stepped.said)
        return
    before, after = stepped.walk(PLAIN), stepped.walk(CODE)
    bench.run.result(name, [] if before is not None and after is not None
                     and before > 20 and after < 5
                     else [f"stopped: {before} %, then {after} %"],
                     stepped.said)


def video():
    """Frames of planar video in which something moves."""
    width, height, frames = VIDEO
    rng = random.Random(1)
    noise = rng.randbytes(2 * width)
    for i in range(frames):
        for line in range(height):
            at = (3 * i + line) % width
            yield noise[at:at + width]
        yield bytes(width * height // 2)


def encoder(bench):
    """x264, with the instructions that it chooses."""
    name, program = "synth/stepped: x264", shutil.which("x264")
    if not bench.run.wanted(name):
        return
    _, text = bench.run.command(["ldd", program or "none"])
    library = re.search(r"=> (\S*/(libx264\.so\.\d+)) \(", text)
    loader = re.search(r"^\s*(/\S*/ld-\S+) \(", text, re.M)
    if not library or not loader:
        bench.run.unsupported(name, "no x264 with a library")
        return
    stepped = Stepped(bench, "x264")
    shutil.copy(library[1], stepped.path(NONE, library[2]))
    frames = stepped.path("video.yuv")
    disk.write(frames, b"".join(video()))
    if stepped.synth(library[2]):
        bench.run.result(name, ["it is not made"], stepped.said)
        return
    status, found, text = stepped.step(
        PLAIN, "-b", "-t", "100", "-n", "60", "-m", "1", loader[1],
        "--library-path", stepped.path(CODE), program, "--quiet",
        "--no-progress", "--threads", "1", "--input-res",
        f"{VIDEO[0]}x{VIDEO[1]}", "-o", os.devnull, frames)
    bench.run.result(name, [] if status == 0 and found
                     and found["right"] >= 20 and not found["wrong"]
                     else [f"exit status {status}, counts {found}"], text)


def cases(bench):
    """Our own program in its forms, and another."""
    name = "synth/stepped"
    if not bench.args.stepper:
        bench.run.unsupported(name, "built without the stepper")
        return
    if bench.run.lacks_proc(name) or bench.run.lacks_decoder(name):
        return
    status, text = bench.run.command([bench.args.stepper, "-w", "true"])
    if status == 77:
        bench.run.unsupported(name, "nothing can be traced here")
        return
    own(bench, "PIE", "-pie", "-fPIE")
    own(bench, "no PIE", "-no-pie")
    noticed(bench)
    walked(bench)
    encoder(bench)
