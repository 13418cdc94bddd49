#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run the command that `sfmerge check --for` names, and see that the verdict
changes; compare verdicts with what linkers and readelf do.

INC has sframe.inc, PROGRAM assembles for x86-64."""

import json
import os
import re
import shutil
import struct
import sys

import check_eh_frame
import check_refused
import check_takers
import disk
import elf
import runner

SOURCE = """
int data[4] = { 1 };
int __attribute__ ((noinline)) f (int x)
{ volatile int k[9]; k[2] = x; return k[2] * 7; }
int g (int x) { return f (x) + 1; }
void _start (void)
{
  volatile int r = g (3);
  (void) r;
  __asm__ volatile ("mov $60, %eax; xor %edi, %edi; syscall");
  __builtin_unreachable ();
}
"""
FLAGS = ["-O2", "-fno-pie", "-no-pie", "-static", "-nostdlib",
         "-fuse-ld=gold", "-Wl,--build-id=none"]
# Who looks for PT_GNU_SFRAME.
BY_SEGMENT = ("kernel", "glibc-2.42", "glibc-2.43")
HELPS = "--grow=move-phdrs"


class Crowded:
    """The program, and its object."""

    def __init__(self, bench):
        self.run = bench.run
        self.path, self.object = (self.run.path("crowded" + end)
                                  for end in ("", ".o"))
        self.out = self.run.path("crowded-out")

    def make(self):
        """Whether it can be made here."""
        source = self.run.path("crowded.c")
        disk.write(source, SOURCE)
        return not (
            self.run.command(["gcc", *FLAGS[:2], "-c", "-o", self.object,
                              source])[0]
            or self.run.sfmerge("synth", "-i", self.object)[0]
            or self.run.command(["gcc", *FLAGS, "-o", self.path,
                                 self.object])[0])

    def done(self, *args):
        """The status of sfmerge ARGS that write to self.out, whether it did,
        and what was said."""
        disk.remove(self.out)
        status, text = self.run.sfmerge(args[0], *args[1:2], "-o", self.out,
                                        *args[2:])
        return status, os.path.exists(self.out), text

    def usable(self, path, consumer):
        """Whether CONSUMER can use PATH, says check."""
        return self.run.sfmerge("check", "-q", "--for=" + consumer, path)[0] \
            == 0

    def advice(self, path, consumer):
        """What check advises for CONSUMER about PATH, or None."""
        _, text = self.run.sfmerge("check", "--for=" + consumer, path)
        found = re.search("^    fixed by: (.*)$", text, re.MULTILINE)
        return found and found.group(1)


def refused(crowded):
    """Nothing is written that the consumer cannot use, whoever writes."""
    problems = []
    for consumer in BY_SEGMENT:
        for command, more in (("repair", ()), ("convert", ()), ("synth", ()),
                              ("link", (crowded.object,))):
            option = "--for=" + consumer
            status, written, text = crowded.done(command, option,
                                                 crowded.path, *more)
            if (status, written) != (1, False) or (
                    "looks for PT_GNU_SFRAME" not in text
                    or HELPS + " helps" not in text):
                problems.append(f"{command} {option}: {status}, {written}: "
                                f"{text}")
            status, written, text = crowded.done(command, option, HELPS,
                                                 crowded.path, *more)
            if status or not crowded.usable(crowded.out, consumer):
                problems.append(f"{command} {option} {HELPS}: {status}: "
                                f"{text}")
    for command, more in (("repair", ()), ("link", (crowded.object,))):
        status, written, text = crowded.done(command, "--for=v3-reader",
                                             crowded.path, *more)
        if status or not crowded.usable(crowded.out, "v3-reader"):
            problems.append(f"{command}, v3-reader: {status}: {text}")
    return problems


def advised(crowded):
    """What check advises works, with what needs the most to change, too."""
    problems = []
    for consumer in BY_SEGMENT:
        for merged in (False, True):
            shutil.copy(crowded.path, crowded.out)
            if merged:
                crowded.run.sfmerge("repair", "-q", "-i", crowded.out)
            said = crowded.advice(crowded.out, consumer)
            if not said or HELPS not in said:
                problems.append(f"{consumer}, merged {merged}: {said}")
                continue
            status, text = crowded.run.sfmerge(*said.split()[1:])
            if status or not crowded.usable(crowded.out, consumer):
                problems.append(f"{said}: {status}: {text}")
    return problems


def appended(crowded):
    """Data at the end of the file, which --force moves."""
    shutil.copy(crowded.path, crowded.out)
    with open(crowded.out, "ab") as file:
        file.write(b"appended" * 9)
    said = crowded.advice(crowded.out, "kernel")
    if said is None or "--force" not in said:
        return [f"advised: {said}"]
    status, text = crowded.run.sfmerge(*said.split()[1:])
    return [] if status == 0 and crowded.usable(crowded.out, "kernel") else [
        f"{said}: {status}: {text}"]


def helpless(crowded):
    """Nothing is advised where nothing helps: a version that is not known, and
    an image whose code goes on in a second segment."""
    image = elf.Elf(crowded.path)
    problems = []
    data = bytearray(image.data)
    section, = image.named(".sframe")
    data[section.offset + 2] = 4
    disk.write(crowded.out, data)
    for consumer in BY_SEGMENT + ("v3-reader",):
        said = crowded.advice(crowded.out, consumer)
        if said or crowded.usable(crowded.out, consumer):
            problems.append(f"version 4, {consumer}: {said}")
    # The data segment becomes code, which the kernel then refuses.
    data = bytearray(image.data)
    at = struct.unpack_from("<Q", data, 32)[0] + 56
    struct.pack_into("<I", data, at + 4, 5)
    disk.write(crowded.out, data)
    status, text = crowded.run.sfmerge("repair", "--for=kernel", HELPS, "-i",
                                       crowded.out)
    kept = disk.read(crowded.out) == data
    if status != 1 or not kept or "several-code-segments" not in text:
        problems.append(f"two code segments: {status}, {kept}: {text}")
    if crowded.advice(crowded.out, "kernel"):
        problems.append("two code segments: advised "
                        + crowded.advice(crowded.out, "kernel"))
    return problems


def advice_cases(bench):
    """A program that has no room for a program header, unless its table moves:
    what --for refuses, what it and check advise, and that this helps.  And
    files that nothing helps."""
    crowded = Crowded(bench)
    names = {"what --for refuses": refused, "check advises what works": advised,
             "appended data": appended, "nothing helps": helpless}
    if not crowded.make():
        bench.run.unsupported("check/advice", "no gold for this machine")
        return
    for name, case in names.items():
        if bench.run.wanted("check/advice: " + name):
            bench.run.result("check/advice: " + name, case(crowded))


GRADES = ("not applicable", "usable", "usable with loss", "unusable")
# Consumers a file: all take minutes, and different files have different ones.
TRIED = 3


class Bench:
    """The tool and its verdicts."""

    def __init__(self, args):
        self.args = args
        self.run = runner.Runner(args.sfmerge, args.folder, args.only)

    def verdicts(self, path, names="all"):
        """What check says of PATH for NAMES, or None."""
        _, text = self.run.sfmerge("check", "--json", f"--for={names}", path)
        try:
            found = json.loads("\n".join(
                line for line in text.splitlines()
                if not line.startswith("sfmerge: ")))["files"]
            return found[0]["consumers"]
        except (ValueError, KeyError, IndexError):
            return None


def command_of(fix, path, objects):
    """The arguments that FIX stands for, or None if it needs objects that
    are not there."""
    words = fix.split()
    if words[0] != "sfmerge":
        raise ValueError(fix)
    out = []
    for word in words[1:]:
        if word == "OBJECT...":
            out += objects
        else:
            out.append(path if word == "FILE" else word)
    return out if objects or "OBJECT..." not in words else None


def fixed(bench, path, before, objects):
    """Problems with the command of the verdict BEFORE on PATH; None if it
    cannot be run here."""
    copy = bench.run.path("fixed")
    args = command_of(before["fix"], copy, objects)
    if args is None:
        return None
    shutil.copyfile(path, copy)
    os.chmod(copy, 0o755)
    status, text = bench.run.sfmerge(*args)
    if status:
        return [f"{before['fix']}: status {status}: {text.strip()[-300:]}"]
    if "note: no PT_GNU_SFRAME" in text:
        return None  # the manual lists such images
    after = bench.verdicts(copy, before["name"])
    if not after:
        return [f"{before['fix']}: no verdict afterwards"]
    after = after[0]
    was, now = (GRADES.index(v["verdict"]) for v in (before, after))
    told = {r.split(" (")[0] for r in before["reasons"]}
    left = {r.split(" (")[0] for r in after["reasons"]}
    # A loss that is fixed can show another, as a reader may skip what it
    # gets.
    if now < was or (now == was == 2 and not told <= left):
        return []
    return [f"{before['fix']}: {before['verdict']} {before['reasons']} is "
            f"{after['verdict']} {after['reasons']}"]


def corpus(bench, folder):
    """The commands for the files of a corpus."""
    name = "check/fixed: what is said of the corpus"
    if not bench.run.wanted(name):
        return
    problems, done = [], {}
    lines = disk.manifest(folder)
    for number, line in enumerate(lines):
        path = os.path.join(folder, line["file"])
        verdicts = bench.verdicts(path)
        if not verdicts:
            problems.append(f"{line['file']}: no verdicts")
            continue
        inputs = [os.path.join(folder, name) for name in
                  line.get("with_inputs", {}).get("inputs", [])]
        wrong = [v for v in verdicts if v.get("fix")]
        for v in wrong[number % TRIED::max(1, len(wrong) // TRIED)]:
            found = fixed(bench, path, v, inputs)
            if found is None:
                continue
            key = v["fix"].split()[1], v["verdict"]
            done[key] = done.get(key, 0) + 1
            problems += [f"{line['file']}, {v['name']}: {p}" for p in found]
        for v in verdicts:
            if (v["verdict"] in GRADES[2:]) != bool(v["reasons"]) and \
                    v["verdict"] != "not applicable":
                problems.append(f"{line['file']}, {v['name']}: "
                                f"{v['verdict']}, reasons {v['reasons']}")
    print(f"note: {sum(done.values())} commands: {done}")
    # Of each command some, or the verdicts name none any more.
    for key in ("convert", "unusable"), ("repair", "usable with loss"):
        if done.get(key, 0) < 5:
            problems.append(f"only {done.get(key, 0)} of {key}")
    bench.run.result(name, problems)


def texts(bench):
    """Which verdicts the text shows, of an object and of one without."""
    name = "check/text: consumers that read no such file, and no .sframe"
    if not bench.run.wanted(name):
        return
    problems = []
    made = check_takers.Made(bench.run, getattr(bench.args, "as") or "as",
                             bench.args.inc)
    path = made.make(check_takers.OBJECTS["plain"], 3, "_start")
    if not path:
        bench.run.unsupported(name, "no assembler for x86-64")
        return
    bare = bench.run.path("bare.o")
    disk.write(bare + ".s", "        nop\n")
    bench.run.command([made.assembler, "-o", bare, bare + ".s"])
    for file, names, status, wanted, unwanted in (
            (path, "all", 0, ("  ld-2.46: usable", "  ld-2.44: unusable"),
             ("not applicable",)),
            (path, "kernel", 0, ("  kernel: not applicable: ",), ()),
            (path, "kernel,ld-2.46", 0, ("  ld-2.46: usable",), ()),
            (path, "ld-2.44", 1, ("  ld-2.44: unusable: version 3",
                                  "convert --for=ld-2.44 -i "), ()),
            (bare, "all", 0, ("no .sframe section",), ("usable",)),
            (bare, "ld-2.46", 0, ("no .sframe section",
                                  "  ld-2.46: usable"), ("unusable",))):
        got, text = bench.run.sfmerge("check", f"--for={names}", file)
        problems += [f"{file} for {names}: lacks {w!r}: {text}"
                     for w in wanted if w not in text]
        problems += [f"{file} for {names}: has {w!r}: {text}"
                     for w in unwanted if w in text]
        if got != status:
            problems.append(f"{file} for {names}: status {got}")
    bench.run.result(name, problems)


MODULE = """        .text
        .globl  load
        .type   load, @function
load:   .cfi_startproc
        ret
        .cfi_endproc
        .size   load, .-load
        .section .gnu.linkonce.this_module, "aw"
        .zero   64
"""


def machine(bench):
    """A module of a machine whose kernel has no such unwinder."""
    name = "check/text: a consumer of another machine"
    if not bench.run.wanted(name):
        return
    run, problems = bench.run, []
    module = run.path("load.ko")
    disk.write(module + ".s", MODULE)
    assembler = getattr(bench.args, "as") or "as"
    status, text = run.command([assembler, "--gsframe", "-o", module,
                                module + ".s"])
    if status or elf.Elf(module).machine != 62:
        run.unsupported(name, "no assembler for x86-64: " + text)
        return
    for args, wanted in (
            (["check", "--for=kernel-modules"],
             "kernel-modules: not applicable: it is arm64 only, and this is "
             "for x86-64"),
            (["convert", "--for=kernel-modules", "-o", module + ".out"],
             "kernel-modules is arm64 only and will not read it"),
            (["repair", "--for=kernel-modules", "-o", module + ".out"],
             "kernel-modules is arm64 only and will not read it"),
            (["convert", "--for=ld-2.46", "-o", module + ".out"], None),
            (["check", "--for=ld-2.46"], None)):
        status, text = run.sfmerge(*args, module)
        if wanted is None and "arm64" in text:
            problems.append(f"{args}: it is restricted: {text}")
        if wanted is not None and (status or text.count(wanted) != 1):
            problems.append(f"{args}: {status}: {text}")
    run.result(name, problems)


LIBRARY = """        .section .interp, "a"
        .string "/lib64/ld-linux-x86-64.so.2"
        .text
        .globl  _start
_start: .cfi_startproc
        ret
        .cfi_endproc
"""


def registered(bench):
    """A library is one even if it can be run, as that of C."""
    name = "check/notes: what ld.so has to register"
    if not bench.run.wanted(name):
        return
    run, problems = bench.run, []
    source, path = run.path("runs.s"), run.path("runs")
    disk.write(source, LIBRARY)
    run.command([getattr(bench.args, "as") or "as", "-o", source + ".o",
                 source])
    for words, wanted in ((["-shared", "-soname", "runs.so"], True),
                          (["-pie"], False)):
        status, text = run.command(["ld", *words, "-o", path, source + ".o"])
        found = [] if status else bench.verdicts(path, "kernel")
        if len(found) != 1 or wanted != any(
                "sframe_register" in note for note in found[0]["notes"]):
            problems.append(f"{words}: {text}{found}")
    run.result(name, problems)


def main():
    """The command."""
    options = runner.parser("--inc")
    for name in ("--as", "--corpus", "--toolchains"):
        options.add_argument(name)
    args = options.parse_args()
    bench = Bench(args)
    if args.corpus:
        corpus(bench, args.corpus)
        check_takers.corpus(bench.run, args.corpus)
    else:
        bench.run.unsupported("check/fixed", "no corpus")
    texts(bench)
    machine(bench)
    registered(bench)
    check_refused.cases(bench)
    advice_cases(bench)
    check_eh_frame.eh_frame_cases(bench)
    check_takers.takers_cases(bench, getattr(args, "as") or "as", args.inc,
                              args.toolchains or "")
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
