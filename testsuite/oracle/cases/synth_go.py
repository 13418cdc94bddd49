# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What synth makes of the table of functions of Go programs: of tables written
by hand, in every version, where call frame information is the truth and is
hidden first; and of a program at work, if there is a compiler of Go."""

import bisect
import collections
import json
import os
import shutil

import disk
import elf
import expect
import gdb_stub
import row_images
from proven_tables import Tables, hidden
from walks import engine

VERSIONS = (102, 116, 118, 120)
# What is said with -v, of functions that get no rows.
DAMAGED = "no rows: what the table of Go says of it is damaged"
REFUTED = "no rows: its instructions contradict the table"
OPEN = "no rows: where FP is does not follow from its instructions"
# What is in a program by hand: its source, functions that get no rows and why,
# names by which -v tells of them, functions that go on with another stack, as
# all tables but the oldest say, those in which the stack ends, functions with
# a part that has no rows, where that begins and ends, those with the mark of
# signals, how many functions there are, and how many of them are damaged.
Program = collections.namedtuple(
    "Program", "source left said switch tops gaps signals functions damaged")
AMD64 = Program(
    "go-table.s", {"no_program": DAMAGED, "no_depth": REFUTED, "no_fp": OPEN},
    {"no_program": "main.program", "no_depth": "main.depth",
     "no_fp": "main.fp", "morestack": "runtime.morestack",
     "systemstack": "runtime.systemstack"},
    ("morestack", "systemstack"), ("ok_start", "ok_top", "_start"),
    {"systemstack": ("systemstack_back", None),
     "ok_maybe": ("maybe_from", "maybe_to")}, ("ok_interrupted",), 18, 1)
AARCH64 = Program(
    "go-aarch64.s", {"no_room": OPEN, "no_link": OPEN, "no_fp": OPEN,
                     "no_depth": REFUTED},
    {"no_room": "main.room", "no_link": "main.link", "no_fp": "main.fp",
     "no_depth": "main.depth", "gogo": "gogo"},
    ("gogo",), ("ok_start", "_start"), {"gogo": ("gogo_lost", "gogo_away")},
    ("ok_sigpanic",), 16, 0)
# The module data, and another word than the table's first, as bytes.
MODULE = "is not that of the program's module data"
DAMAGES = (
    ("a later version", ".gopclntab", 0, b"\xf2", "is of no known version"),
    ("another quantum", ".gopclntab", 6, b"\x04", "is not for this machine"),
    ("more functions", ".gopclntab", 8, b"\x7f", MODULE),
    ("other module data", ".data", 0, b"\0", MODULE),
)
# Where the runtime of Go begins a stack; it ends elsewhere only where that is
# changed.
BOTTOMS = ("runtime.goexit", "runtime.mstart", "runtime.rt0_go", "_rt0_amd64",
           "_rt0_amd64_linux")
SAMPLES = {False: 600, True: 4000}
MICROS = 1000
# Instructions that are stepped, how often one of them is compared, and how many
# must be.
STEPS = {False: 10000, True: 400000}
TIMES, LEAST = 3, 500


def built(bench, version, program=AMD64, entry=0, debug=0):
    """PROGRAM with a table of VERSION; None, and what was said."""
    image, code = bench.fresh(""), bench.fresh(".o")
    tools = "" if program is AMD64 else "aarch64-linux-gnu-"
    status, text = bench.run.command(
        [tools + "as", "-o", code, "-I", bench.args.sources,
         "--defsym", f"GO={version}", "--defsym", f"ENTRY={entry}",
         "--defsym", f"DEBUG={debug}",
         os.path.join(bench.args.sources, program.source)])
    if not status:
        status, text = bench.run.command(
            [tools + "ld", "-static", "-o", image, code])
    return (None if status else image), text


def made(bench, image, *options):
    """What synth makes of IMAGE: a path, the status, and what is said."""
    out = bench.fresh("")
    disk.remove(out)
    status, text = bench.run.sfmerge("synth", "--grow=move-phdrs", "-v",
                                     *options, "-o", out, image)
    return out, status, text


def functions(path):
    """{address: Function, ranges} of the image PATH."""
    return {addr: has[0] for addr, has in expect.own(elf.Elf(path))[0].items()}


def left_out(program, version):
    """Functions of PROGRAM with a table of VERSION that get no rows, and
    why."""
    return program.left if version > 102 else {
        **program.left, **dict.fromkeys(program.switch, OPEN)}


def ends_wrongly(truth, addr, ranges):
    """Whether the stack goes on in RANGES of the function at ADDR where TRUTH
    says that it ends, or the reverse."""
    return any(
        (mine[1] == ("undef",)) != (theirs[1] == ("undef",))
        for group in truth.groups.values() for fde in group
        for start, end, mine in ranges for low, high, theirs in fde.ranges
        if max(addr + start, fde.addr + low) < min(addr + end,
                                                   fde.addr + high))


def judged(program, image, path, left):
    """What is wrong with the rows of PATH, made of PROGRAM's IMAGE, whose
    functions LEFT have none."""
    truth, problems = Tables(elf.Elf(image)), []
    found = functions(path)
    covered = collections.Counter()
    names = {s.value: s.name for s in elf.Elf(image).symbols()
             if s.name[:3] != "go_" and s.name[:1] != "$"}
    for addr, (func, ranges) in found.items():
        start = max(a for a in names if a <= addr)
        covered[names[start]] += func.size
        if ends_wrongly(truth, addr, ranges):
            problems.append(f"{names[start]}: where the stack ends")
        if names[start] in program.tops:
            continue
        bad, where = truth.differences(addr, func, ranges)
        if bad == row_images.WRONG:
            problems.append(f"{names[start]}: other rows at {where}")
        if func.signal != (names[start] in program.signals):
            problems.append(f"{names[start]}: the mark of a signal")
    at = {name: addr for addr, name in names.items()}
    sizes = {f.addr: f.size for group in truth.groups.values() for f in group}
    for addr, size in sizes.items():
        name = names[addr]
        parts = {name: size}
        if name in program.gaps:
            gap, after = program.gaps[name]
            parts = {name: at[gap] - addr, gap: 0}
            if after:
                parts[after] = addr + size - at[after]
        for part, wanted in parts.items():
            wanted = 0 if name in left else wanted
            if covered[part] != wanted and name != "ok_resumes":
                problems.append(f"{part}: {covered[part]} of {wanted} bytes")
    return problems


def by_hand(bench, program, version):
    """Each function described rightly, or not at all, for the right reason."""
    name = f"synth/go: {program.source}, a table of version {version}"
    if not bench.run.wanted(name):
        return
    image, text = built(bench, version, program)
    if not image:
        bench.run.result(name, ["it is not made"], text)
        return
    bare = bench.fresh("")
    hidden(image, bare)
    out, status, text = made(bench, bare)
    left = left_out(program, version)
    problems = judged(program, image, out, left) if status == 0 else [
        f"status {status}"]
    for label, why in left.items():
        if not any(line.endswith(why)
                   and f": {program.said[label]} at " in line
                   for line in text.splitlines()):
            problems.append(f"{label}: the reason is not said")
    count = len(functions(out)) if status == 0 else 0
    lost = list(left.values()).count(OPEN)
    switch = (f"of these, {len(program.switch)} change to another stack, "
              "where walks end")
    if (switch in text) != (version > 102):
        problems.append("functions that change the stack")
    broken = "warning: 1 function of Go left out: the table is damaged there"
    if (broken in text) != bool(program.damaged):
        problems.append("functions that are damaged")
    for said in (f"the table of Go has {program.functions} functions: in "
                 f".sframe 0, added {count} with ",
                 "note: 1 function of Go left out: their instructions "
                 "contradict the table",
                 f": {lost} function{'s' * (lost != 1)} of Go left out: where "
                 "FP is does not follow from their instructions"):
        if said not in text:
            problems.append(f"not said: {said}")
    again, status, more = made(bench, out)
    if status or (f"in .sframe {program.functions - len(left)}, added 0"
                  not in more):
        problems.append(f"again: status {status}: {more[-600:]}")
    elif disk.read(again) != disk.read(out):
        problems.append("a second run changes something")
    bench.run.result(name, problems, text)


def options(bench):
    """Who may ask for it, and what version 2 cannot say."""
    name = "synth/go: options"
    if not bench.run.wanted(name):
        return
    image, _ = built(bench, 120, entry=1)
    bare, problems = bench.fresh(""), []
    hidden(image, bare)
    out, status, text = made(bench, bare, "--fill=eh_frame")
    if status or os.path.exists(out) and functions(out):
        problems.append(f"--fill=eh_frame: status {status}: {text}")
    rows = {}
    for command in (("synth",), ("synth", "--fill=gopclntab"),
                    ("repair", "--fill=gopclntab"), ("synth", "--fill=code")):
        out = bench.fresh("")
        # Without the warnings.
        status, text = bench.run.command(
            ["sh", "-c", 'exec "$@" 2>/dev/null', "sh", bench.run.tool,
             *command, "--grow=move-phdrs", "-q", "--json", "-o", out, bare])
        if status:
            problems.append(f"{command}: status {status}: {text}")
            continue
        told = json.loads(text)["files"][0]["synth"]
        rows[command] = len(functions(out))
        if told["go_functions"] != AMD64.functions - 1 or told["go_open"] != 1 or (
                told["go_switches"] != len(AMD64.switch)) or (
                told["go_added"] + told["proven"] != rows[command]
                or told["go_refuted"] != 1 or told["go_broken"] != 1):
            problems.append(f"{command}: {told}")
    # The program's entry point has no caller: no code is left to be proven.
    if len(set(rows.values())) != 1:
        problems.append(f"functions: {rows}")
    # Version 2 has no form for ends of the stack, and no mark of signals.
    out, status, text = made(bench, bare, "--to=v2")
    if status or "2 functions left out: an undefined return" not in text or (
            "1 function left out: the mark of a signal" not in text):
        problems.append(f"--to=v2: status {status}: {text}")
    bench.run.result(name, problems, text)


def debug_frames(bench):
    """What Go's linker writes for debuggers does not count."""
    name = "synth/go: .debug_frame"
    if not bench.run.wanted(name):
        return
    truth, _ = built(bench, 120)
    image, _ = built(bench, 120, debug=1)
    out, status, text = made(bench, image)
    problems = judged(AMD64, truth, out, AMD64.left) if status == 0 else [
        f"status {status}"]
    said = (f"{AMD64.functions} functions of .debug_frame left out: Go does not say "
            "there where FP is saved")
    if said not in text:
        problems.append("not said: " + said)
    status, more = bench.run.sfmerge("check", out)
    if status or "warning" in more:
        problems.append(f"check: status {status}")
    bench.run.result(name, problems, text + more)


def damaged(bench):
    """A table that does not count, and why."""
    for what, section, offset, value, why in DAMAGES:
        name = f"synth/go: {what}"
        if not bench.run.wanted(name):
            continue
        image, _ = built(bench, 120)
        bare = bench.fresh("")
        hidden(image, bare)
        data = bytearray(disk.read(bare))
        at = elf.Elf(bare).named(section)[0].offset + offset
        data[at:at + len(value)] = value
        disk.write(bare, bytes(data))
        out, status, text = made(bench, bare)
        problems = []
        if f"note: the table of Go is not used: it {why}" not in text:
            problems.append("not said: it " + why)
        if status or os.path.exists(out) and functions(out):
            problems.append(f"status {status}, or rows")
        bench.run.result(name, problems, text)


def names_of(image):
    """A function that gives the name of the function at an address."""
    symbols = sorted((s.value, s.name) for s in elf.Elf(image).symbols()
                     if s.name)

    def name(addr):
        found = [n for a, n in symbols if a <= addr][-1:]
        return found[0].removesuffix(".abi0") if found else "?"
    return name


def sampled(text, name):
    """What is wrong with what go-sampler has said, TEXT."""
    words = next((line.split() for line in text.splitlines()
                  if line.startswith("counts ")), [])
    count = dict(zip(words[1::2], map(int, words[2::2])))
    if not count or count["samples"] < 1:
        return ["no samples"]
    ends = collections.Counter()
    for line in text.splitlines():
        if line.startswith("place "):
            _, number, addr, why = line.split(" ", 3)
            ends[why.endswith("outermost frame"), name(int(addr, 16))] += (
                int(number))
    bottom = sum(number for (outermost, place), number in ends.items()
                 if outermost and place in BOTTOMS)
    print(f"note: synth/go: {count['samples']} samples, {count['frames']} "
          f"frames, whole {count['outermost']}, of these to a change of the "
          f"stack {count['outermost'] - bottom}, "
          f"compared with FP {count['compared']}, wrong {count['wrong']}")
    problems = []
    if 100 * count["outermost"] < 99 * count["samples"]:
        problems.append(f"only {count['outermost']} of {count['samples']} are "
                        f"whole: {ends.most_common(9)}")
    if 2 * bottom < count["samples"]:
        problems.append(f"{bottom} reach the bottom of a stack")
    if count["wrong"]:
        problems.append(f"{count['wrong']} differ from frame pointers")
    return problems


def compiled(bench, machine):
    """go-work.go for MACHINE, as Go calls it; None, and why."""
    image = bench.fresh("")
    if not shutil.which("go"):
        return None, "no go"
    status, text = bench.run.command(
        ["env", "GO111MODULE=off", "GOFLAGS=", "CGO_ENABLED=0",
         "GOARCH=" + machine,
         "GOCACHE=" + os.path.abspath(bench.run.path("go-cache")), "go",
         "build", "-o", image, os.path.join(bench.args.sources, "go-work.go")])
    return (None, "go: " + text[:200].replace("\n", " ")) if status else (
        image, "")


def at_work(bench):
    """A program that was compiled here, its goroutines stopped at random."""
    name = "synth/go: a program at work"
    if not bench.run.wanted(name) or bench.run.lacks_proc(name):
        return
    image, why = compiled(bench, "amd64")
    sampler = os.path.abspath(bench.fresh(""))
    if not image:
        bench.run.unsupported(name, why)
        return
    out, status, said = made(bench, image)
    problems = [f"synth: status {status}: {said[-400:]}"] if status else []
    top = os.path.join(bench.args.sources, "..", "..", "..")
    flags, sources = engine(top, bench.run.folder)
    status, text = bench.run.command(
        [bench.args.cc, "-O2", "-o", sampler, *flags, *sources,
         os.path.join(bench.args.sources, "go-sampler.c")])
    if status:
        problems.append("no sampler: " + text[:300])
    thorough = os.environ.get("SFM_SYNTH_ALL", "") != ""
    if not problems:
        # Preemption by signals would be a sample of the handler.
        status, text = bench.run.command(
            ["env", "GODEBUG=asyncpreemptoff=1", sampler,
             str(SAMPLES[thorough]), str(MICROS), os.path.abspath(out)])
        if "Operation not permitted" in text:
            bench.run.unsupported(name, "ptrace is forbidden")
            return
        problems = sampled(text, names_of(image))
    bench.run.result(name, problems, said + text)


class Stepping:
    """A program of Go for AArch64, single-stepped.  What SP, FP and the link
    register were when a function was entered is the truth about its rows."""

    def __init__(self, image):
        symbols = elf.Elf(image).symbols()
        self.image, self.found = image, functions(image)
        self.starts = sorted(self.found)
        self.entries = {s.value for s in symbols if s.type == elf.STT_FUNC}
        self.bounds = sorted(self.entries)
        self.main, self.switch = (
            next(s.value for s in symbols
                 if s.name.removesuffix(".abi0") == name)
            for name in ("main.main", "runtime.gogo"))
        self.entered = {}
        self.seen, self.wrong = collections.Counter(), []

    def rules(self, addr):
        """Those at ADDR, or None."""
        at = bisect.bisect_right(self.starts, addr) - 1
        if at < 0:
            return None
        start = self.starts[at]
        return next((rules for low, high, rules in self.found[start][1]
                     if low <= addr - start < high), None)

    def judge(self, program):
        """Compare the rules where PROGRAM is with what it has."""
        values = program.registers()
        pc, sp = values[gdb_stub.PC], values[gdb_stub.SP]
        # What goes on after it may have been on another thread.
        if pc == self.switch:
            self.entered.clear()
        if pc in self.entries:
            self.entered[sp] = pc, values[30], values[29]
        rules = self.rules(pc)
        if rules is None or self.seen[pc] == TIMES or rules[0][0] != "v":
            return
        cfa = values[rules[0][1]] + rules[0][2]
        function = self.bounds[bisect.bisect_right(self.bounds, pc) - 1]
        entered = self.entered.get(cfa)
        if entered is None or entered[0] != function:
            return
        self.seen[pc] += 1
        for which, register in ((1, 30), (2, 29)):
            rule = rules[which]
            value = (values[register] if rule == ("same",)
                     else program.word(cfa + rule[2]))
            if value != entered[which]:
                self.wrong.append(f"{pc:#x}: {rule} gives {value:#x}, and it "
                                  f"was {entered[which]:#x}")

    def run(self, steps):
        """Make STEPS from main.main on, of one thread, while others run: where
        several stop, QEMU's stub mixes what it says."""
        with gdb_stub.Program([self.image], {
                "GOMAXPROCS": 1, "GODEBUG": "asyncpreemptoff=1"}) as program:
            program.run_to(self.main)
            for _ in range(steps):
                self.judge(program)
                program.step()


def stepped(bench):
    """The same for AArch64, single-stepped."""
    name = "synth/go: a program of AArch64, stepped"
    if not bench.run.wanted(name):
        return
    image, why = compiled(bench, "arm64")
    if image and not shutil.which("qemu-aarch64"):
        image, why = None, "no qemu-aarch64"
    if not image:
        bench.run.unsupported(name, why)
        return
    out, status, text = made(bench, image)
    if status:
        bench.run.result(name, [f"synth: status {status}"], text[-400:])
        return
    stepping = Stepping(out)
    thorough = os.environ.get("SFM_SYNTH_ALL", "") != ""
    try:
        stepping.run(STEPS[thorough])
    except gdb_stub.Ended as error:
        text = str(error)
    print(f"note: synth/go: compared {sum(stepping.seen.values())} times at "
          f"{len(stepping.seen)} addresses, wrong {len(stepping.wrong)}")
    problems = stepping.wrong[:9]
    if len(stepping.seen) < LEAST:
        problems.append(f"only {len(stepping.seen)} addresses were compared")
    bench.run.result(name, problems, text[-400:])


def cases(bench):
    """All of it."""
    if bench.run.lacks_decoder("synth/go"):
        return
    for program in AMD64, AARCH64:
        for version in VERSIONS:
            by_hand(bench, program, version)
    options(bench)
    debug_frames(bench)
    damaged(bench)
    at_work(bench)
    stepped(bench)
