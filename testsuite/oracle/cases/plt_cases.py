#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Functions for linker-generated code: compared with the code, followed instruction
by instruction (plt.py), and with .eh_frame."""

import argparse
import glob
import os
import shutil
import sys

import disk
import ehframe
import elf
import plt
import plt_repair
import sframe
import verify
from runner import Runner
from toolchain import linkers

PLAIN = ("-fcf-protection=none",)
IBT = ("-fcf-protection=full",)
# Kind: how the program is compiled and linked.
KINDS = {
    "lazy": (PLAIN, ("-pie", "-Wl,-z,lazy")),
    "now": (PLAIN, ("-pie", "-Wl,-z,now")),
    "no-pie": (PLAIN + ("-fno-pic",), ("-no-pie", "-Wl,-z,lazy")),
    "ibt": (IBT, ("-pie", "-Wl,-z,lazy", "-Wl,-z,ibtplt")),
    "forced-ibt": (IBT, ("-pie", "-Wl,-z,lazy", "-Wl,-z,force-ibt")),
    "retpoline": (PLAIN, ("-pie", "-Wl,-z,lazy", "-Wl,-z,retpolineplt")),
    "retpoline-now": (PLAIN, ("-pie", "-Wl,-z,now", "-Wl,-z,retpolineplt")),
    "static": (PLAIN + ("-fno-pic",), ("-static", "-no-pie")),
    "static-pie": (PLAIN, ("-static-pie",)),
    "shared": (PLAIN + ("-DTLS", "-mtls-dialect=gnu2"), ("-shared",)),
    "shared-ibt": (IBT + ("-DTLS", "-mtls-dialect=gnu2"),
                   ("-shared", "-Wl,-z,ibtplt")),
}
# Options that only some linkers have.
ONLY = {"ibt": ("gnu",), "forced-ibt": ("lld",), "retpoline": ("lld",),
        "retpoline-now": ("lld",), "shared-ibt": ("gnu",)}
# Kinds where neither a word that is to be resolved nor a relocation for an
# indirect function leads to linker-generated code; and where all of it has one.
HIDDEN = ("retpoline-now",)
STATIC = ("static", "static-pie")

FOREIGN = {
    "aarch64": ("aarch64-linux-gnu-as", (
        "aarch64-linux-gnu-ld", "aarch64-linux-gnu-ld.gold",
        "ld.lld -m aarch64linux", "mold -m aarch64linux",
        "aarch64-ld-2.44", "aarch64-ld-2.47", "lld-21 -m aarch64linux",
        "mold-2.37 -m aarch64linux", "mold-3 -m aarch64linux"), (
            "", "-z now", "-z force-bti", "-z pac-plt",
            "-z force-bti -z pac-plt")),
    "s390x": ("s390x-linux-gnu-as", (
        "s390x-linux-gnu-ld", "s390x-linux-gnu-ld.gold",
        "mold -m elf64_s390", "s390x-ld-2.47", "lld-21 -m elf64_s390",
        "mold-2.37 -m elf64_s390", "mold-3 -m elf64_s390"),
              ("", "-z now")),
}
# What .eh_frame says of these is wrong: GNU ld describes the code for TLS
# descriptors, at the end of .plt, as an entry; gold's number for s390x lacks
# its second byte.
TLSDESC_PUSH = b"\xff\x35"
WRONG_FRAMES = (elf.EM_S390, ("v", 15, 32))


class Function:
    """A line of plt-functions."""

    def __init__(self, machine, line):
        words = line.split()
        self.word, self.addr, self.size, self.rep = (
            words[0], *(int(w) for w in words[1:4]))
        sp, ra = ehframe.REGISTERS[machine][0], sframe.SAME
        rows = []
        for row in words[4:]:
            start, cfa, at = (int(n) for n in row.split(":"))
            ra = ("m", "cfa", at) if at else sframe.SAME
            rows.append((start, (("v", sp, cfa), ra, sframe.SAME, False)))
        block = self.rep or self.size
        ends = [start for start, _ in rows[1:]] + [block]
        self.ranges = [(base + start, base + end, rules)
                       for base in range(0, self.size, block)
                       for (start, rules), end in zip(rows, ends)]

    def bytes(self):
        """(ADDR, RULES) of each byte."""
        for start, end, rules in self.ranges:
            for at in range(self.addr + start, self.addr + end):
                yield at, rules


class Bench:
    """What all cases use."""

    def __init__(self, args):
        self.run = Runner(args.sfmerge, args.folder, args.only)
        self.args = args

    def functions(self, path, problems):
        """The functions that the image at PATH gets."""
        status, text = self.run.command(
            [os.path.join(self.args.programs, "plt-functions"), path])
        if status:
            problems.say(f"plt-functions: {text}")
            return []
        machine = elf.Elf(path).machine
        # There may be warnings too.
        return [Function(machine, line) for line in text.splitlines()
                if line.startswith(("made ", "kept "))]

    def examine(self, path):
        """Problems with the functions of the image at PATH."""
        problems = verify.Problems()
        image = elf.Elf(path)
        functions = [(f.addr, f.ranges)
                     for f in self.functions(path, problems)]
        if not problems:
            plt.compare(image, functions, problems)
            frames(image, functions, problems)
        return problems

    def program(self, name):
        """The path of a tool by NAME, or None."""
        more = self.args.toolchains or ""
        path = os.path.join(more, "bin", name)
        return path if more and os.path.exists(path) else shutil.which(name)


def frames(image, functions, problems):
    """Compare FUNCTIONS with .eh_frame at every address that it has."""
    known = {}
    for func in ehframe.read(image):
        for start, end, rules in func.ranges:
            for at in range(func.addr + start, func.addr + end):
                known[at] = rules
    for section in plt.areas(image):
        data = image.bytes_of(section)
        last = section.addr + max(0, len(data) - 16)
        for addr, ranges in functions:
            for start, end, rules in ranges:
                for at in range(addr + start, addr + end):
                    tail = (at >= last > section.addr
                            and TLSDESC_PUSH in data[last - section.addr:])
                    have = known.get(at, rules)
                    if (image.machine, have[0]) == WRONG_FRAMES:
                        continue
                    if have != rules and not tail and (
                            section.addr <= at < section.addr + len(data)):
                        problems.say(f"{section.name} at {at:#x}: {rules}, "
                                     f".eh_frame has {have}")
                        return


def corpus(bench, folder):
    """Every linked file of the corpus."""
    run = bench.run
    paths = sorted(glob.glob(os.path.join(folder, "images", "*", "out*"))
                   + glob.glob(os.path.join(folder, "arch", "*", "out*")))
    for path in paths:
        name = "plt/corpus/" + "/".join(path.split("/")[-2:])
        if not run.wanted(name):
            continue
        image = elf.Elf(path)
        if image.type != elf.ET_REL and plt.areas(image):
            run.result(name, bench.examine(path))


def own_links(bench, linker):
    """Programs that LINKER makes."""
    run = bench.run
    source = os.path.join(bench.args.sources, "plt-main.c")
    for kind, (compile_flags, link_flags) in KINDS.items():
        name = f"plt/{linker.name}/{kind}"
        if not run.wanted(name) or linker.family not in ONLY.get(
                kind, (linker.family,)):
            continue
        out = run.path("program")
        status, text = run.command(
            [bench.args.cc, "-O2", "-fno-builtin", "-fPIC", *compile_flags,
             *linker.flags, *link_flags, source, "-o", out])
        if status:
            run.unsupported(name, "it does not link")
            continue
        run.result(name, bench.examine(out), text)
        if kind == "lazy":
            plt_repair.contradicted(bench, f"{name}: contradicted", out)
        headless(bench, name, out, kind in HIDDEN, kind in STATIC)
        os.remove(out)


def remove_headers(path, out):
    """Copy PATH to OUT without section headers and what is not loaded."""
    image = elf.Elf(path)
    end = max(s.offset + s.filesz for s in image.segments)
    data = bytearray(image.data[:end])
    data[40:48] = bytes(8)  # e_shoff
    data[60:64] = bytes(4)  # e_shnum, e_shstrndx
    disk.write(out, data)


def headless(bench, name, path, hidden=False, static=False):
    """Without section headers the rules are the same, where words lead to
    that code or to what is beside it; none do if it is HIDDEN, and relocations
    do to most if it is STATIC."""
    problems = verify.Problems()
    out = bench.run.path("headless")
    remove_headers(path, out)
    image = elf.Elf(path)
    before, after = ({a: r for f in bench.functions(p, problems)
                      for a, r in f.bytes()} for p in (path, out))
    for section in plt.areas(image):
        lost = [a for a in range(section.addr, section.addr + section.size)
                if a in before and a not in after]
        # A static-pie has entries of another kind in .plt.got too.
        every = static and len(lost) == section.size > 8
        if (section.name == ".plt" or every) and lost and not hidden:
            problems.say(f"{lost[0]:#x} is not found")
    for addr, rules in after.items():
        if before.get(addr) != rules:
            problems.say(f"{addr:#x}: {rules}, was {before.get(addr)}")
    if not hidden or after:
        bench.run.result(f"{name}: no section headers", problems)
    os.remove(out)


def empty_slots(bench, linker):
    """GNU ld leaves a slot of a static PIE with split stacks empty; what is
    described around it is as .eh_frame has it, with and without section
    headers."""
    name = f"plt/{linker.name}/empty slot"
    run = bench.run
    if linker.family != "gnu" or not run.wanted(name):
        return
    obj, plain, out, bare = (run.path(n) for n in (
        "slots.o", "plain.o", "slots", "bare"))
    compiler = [bench.args.cc, "-O2", "-fno-builtin", "-fPIC", "-fsplit-stack",
                *PLAIN]
    source = os.path.join(bench.args.sources, "plt-main.c")
    status, text = run.command([*compiler, "-c", source, "-o", plain])
    if not status:
        status, text = run.command([*compiler, "-Wa,--gsframe", "-c", source,
                                    "-o", obj])
    # Linked without .sframe, of which GNU ld would make its own.
    if not status:
        status, text = run.command([*compiler, *linker.flags, "-static-pie",
                                    plain, "-o", out])
    if status:
        run.unsupported(name, "it does not link")
        return
    problems = verify.Problems()
    image = elf.Elf(out)
    slots = image.bytes_of(image.named(".plt")[0])
    if not any(slots[at:at + 16] == bytes(16)
               for at in range(16, len(slots), 16)):
        problems.say("no slot is empty")
    remove_headers(out, bare)
    for path in out, bare:
        merged = path + ".merged"
        status, text = run.sfmerge("link", "--grow=move-phdrs", "-o", merged,
                                   path, obj)
        if status:
            problems.say(f"link of {path}: {text}")
            continue
        remove_headers(merged, path)
        for checked in merged, path:
            status, text = run.sfmerge("check", checked)
            if status or "plt-uncovered" in text:
                problems.say(f"check of {checked}: {text}")
    run.result(name, problems)


def in_text(bench, linker):
    """A linker script puts .plt into .text, after other code."""
    name = f"plt/{linker.name}/in .text"
    run = bench.run
    if linker.family != "gnu" or not run.wanted(name):
        return
    status, text = run.command(
        [bench.args.cc, *linker.flags, "-shared", "-Wl,--verbose"])
    parts = text.split("=" * 50)
    if status or len(parts) < 3:
        run.unsupported(name, "no default script")
        return
    script = run.path("script")
    lines = parts[1].splitlines()
    for i, line in enumerate(lines):
        if line.strip().startswith((".plt  ", ".plt.got", ".plt.sec")):
            lines[i] = ""
        elif "*(.text.unlikely" in line:
            lines[i] += "\n    . = ALIGN(16);\n    *(.plt) *(.iplt)"
    disk.write(script, "\n".join(lines))
    out = run.path("program")
    source = os.path.join(bench.args.sources, "plt-main.c")
    status, text = run.command(
        [bench.args.cc, "-O2", "-fno-builtin", "-fPIC", *PLAIN,
         *linker.flags, "-pie", "-Wl,-z,lazy", "-T", script, source, "-o",
         out])
    if status:
        run.unsupported(name, "it does not link")
        return
    problems = verify.Problems()
    image = elf.Elf(out)
    if image.named(".plt"):
        problems.say("there is a .plt all the same")
    text = image.named(".text")[0]
    found = [f for f in bench.functions(out, problems)
             if text.addr <= f.addr < text.addr + text.size]
    where = elf.Section()
    where.name, where.type, where.idx = "in .text", 1, 0
    where.addr = min((f.addr for f in found), default=0)
    where.size = max((f.addr + f.size for f in found),
                     default=0) - where.addr
    where.offset = text.offset + where.addr - text.addr
    # PLT0 and the entries of four functions of the C library.
    if where.size < 16 * 5:
        problems.say(f"{where.size} bytes are found")
    plt.compare(image, [(f.addr, f.ranges) for f in found], problems,
                sections=[where])
    run.result(name, problems)
    widened(bench, name, out, where)
    os.remove(out)


def widened(bench, name, path, where):
    """If the FDE of the code at WHERE has other code too, the linker did not
    make it of its own entries alone: nothing is found."""
    image = elf.Elf(path)
    section = image.named(".eh_frame")[0]
    frame, = (f for f in ehframe.each(image) if f.addr == where.addr)
    # The start and the size, of four bytes each, come before the length of
    # the augmentation data.
    start = section.offset + frame.first - 9
    for what, down, up in (("after", 0, 16), ("before", 16, 0)):
        problems = verify.Problems()
        data = bytearray(image.data)
        for at, change in (start, -down), (start + 4, down + up):
            value = int.from_bytes(data[at:at + 4], "little") + change
            data[at:at + 4] = (value % (1 << 32)).to_bytes(4, "little")
        disk.write(path, data)
        for f in bench.functions(path, problems):
            if where.addr <= f.addr < where.addr + where.size:
                problems.say(f"{f.addr:#x} is found")
        bench.run.result(f"{name}: the FDE has code {what} it", problems)


def foreign(bench, machine):
    """What linkers make for MACHINE."""
    run = bench.run
    assembler, commands, options = FOREIGN[machine]
    source = os.path.join(bench.args.sources, f"plt-{machine}.s")
    obj = run.path("foreign.o")
    if not bench.program(assembler) or run.command(
            [bench.program(assembler), source, "-o", obj])[0]:
        run.unsupported(f"plt/{machine}", "no assembler")
        return
    for command in commands:
        words = command.split()
        program = bench.program(words[0])
        for option in options if program else ():
            name = f"plt/{machine}/{words[0]}" + option.replace(" -z", "")
            name = name.replace("-z ", " ")
            out = run.path("foreign")
            if not run.wanted(name):
                continue
            status, text = run.command(
                [program, *words[1:], "-shared", *option.split(), obj, "-o",
                 out])
            if status:
                run.unsupported(name, "it does not link")
                continue
            problems = bench.examine(out)
            if not plt.areas(elf.Elf(out)):
                problems = ["no linker-generated code"]
            run.result(name, problems, text)
            headless(bench, name, out)
            os.remove(out)


def foreign_static(bench, machine):
    """What linkers make of an indirect function in a static program."""
    run = bench.run
    assembler, commands, _ = FOREIGN[machine]
    objects = []
    for stem in ("plt-", "plt-library-"):
        source = os.path.join(bench.args.sources, f"{stem}{machine}.s")
        objects.append(run.path(f"{stem}static.o"))
        if not bench.program(assembler) or run.command(
                [bench.program(assembler), source, "-o", objects[-1]])[0]:
            return
    for command in commands:
        words = command.split()
        name = f"plt/{machine}/{words[0]} static"
        out = run.path("static")
        if not bench.program(words[0]) or not run.wanted(name):
            continue
        status, text = run.command([bench.program(words[0]), *words[1:],
                                    "-static", *objects, "-o", out])
        if status or not plt.areas(elf.Elf(out)):
            run.unsupported(name, "it does not link, or without such code")
            continue
        run.result(name, bench.examine(out), text)
        headless(bench, name, out, static=True)


def notices(bench, path):
    """What is wrong is noticed: a rule that is off by one push, a function
    that is missing, one that is too long."""
    problems = verify.Problems()
    image = elf.Elf(path)
    good = [(f.addr, f.ranges) for f in bench.functions(path, problems)]
    blind = []
    for idx, (addr, ranges) in enumerate(good):
        rest = good[:idx] + good[idx + 1:]
        start, end, rules = ranges[0]
        off = (("v", rules[0][1], rules[0][2] + 8),) + rules[1:]
        for what, bad in (
                ("a wrong rule", [(addr, [(start, end, off)] + ranges[1:])]),
                ("a lack", [])):
            found = verify.Problems()
            plt.compare(image, rest + bad, found)
            if not found:
                blind.append(f"{what} at {addr:#x} is not noticed")
    bench.run.result("plt/oracle: notices what is wrong",
                     list(problems) + blind if good else ["no functions"])


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    for name in ("sfmerge", "programs", "sources", "folder"):
        parser.add_argument("--" + name, required=True)
    for name in ("toolchains", "corpus", "only"):
        parser.add_argument("--" + name)
    parser.add_argument("--cc", default="gcc")
    bench = Bench(parser.parse_args())
    args = bench.args
    for linker in linkers(args.toolchains or ""):
        own_links(bench, linker)
        empty_slots(bench, linker)
        in_text(bench, linker)
    for machine in FOREIGN:
        foreign(bench, machine)
        foreign_static(bench, machine)
    plt_repair.stubs_cases(bench)
    if args.corpus:
        corpus(bench, args.corpus)
        notices(bench, os.path.join(args.corpus,
                                    "images/v1-bfd240-ibt/out"))
        plt_repair.corpus(bench, args.corpus)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
