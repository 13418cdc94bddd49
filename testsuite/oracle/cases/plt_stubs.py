# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Stubs that linkers put amid other code for AArch64, to reach what is too far
for a branch: found by their symbols, run, and repaired."""

import disk
import elf
import plt
import plt_emulated
import plt_repair
import verify

MOLD_SIZE, MOLD_FARTHER = 12, 24

NEAR, FAR, FARTHER = 0x400000, 0x20000000, 0x240000000
# A segment for each, or lld fills the file up between them.
SCRIPT = """PHDRS {{ near PT_LOAD FLAGS (5); far PT_LOAD FLAGS (5); }}
SECTIONS
{{
  . = {near:#x} + SIZEOF_HEADERS;
  .text : {{ *(.text) }} :near
  .sframe : {{ *(.sframe) . += {room}; }} :near
  .eh_frame : {{ *(.eh_frame) }} :near
  .note.gnu.build-id : {{ *(.note.gnu.build-id) }} :near
  .far {far:#x} : {{ *(.far) }} :far
  .note.gnu.property : {{ *(.note.gnu.property) }} :far
}}
"""
PREFIX = "aarch64-linux-gnu-"
LINKERS = ("aarch64-linux-gnu-ld", "ld.lld -m aarch64linux",
           "mold -m aarch64linux", "aarch64-ld-2.44", "aarch64-ld-2.47",
           "lld-21 -m aarch64linux", "mold-2.37 -m aarch64linux",
           "mold-3 -m aarch64linux")
# Object, distance and options of the link.
KINDS = {
    "far": ("far.o", FAR, ()),
    "far pie": ("far.o", FAR, ("-pie",)),
    "farther": ("far.o", FARTHER, ()),
    "far bti": ("bti.o", FAR, ("-z", "force-bti")),
    "far unreadable": ("unreadable.o", FAR, ()),
    "far .sframe": ("described.o", FAR, ("--build-id=0x4711",)),
}
ROOM = 256  # beyond what .sframe has
# These say nothing when a stub does not reach what it leads to.
SHORT = ("mold", "mold-2.37")
# What is a stub among the liars.
TRUE = {"__true_veneer", "f$thunk12", "__AArch64ADRPThunk_f"}


def stubs(image, farther):
    """(START, END) of each stub that the symbols of IMAGE tell of.  mold's do
    not say its size, which is another if it leads FARTHER."""
    size = MOLD_FARTHER if farther else MOLD_SIZE
    found = {(s.value, s.value + (s.size or size))
             for s in image.symbols()
             if s.bind == elf.STB_LOCAL and plt.STUB.fullmatch(s.name)
             and s.type in (elf.STT_FUNC, elf.STT_NOTYPE)}
    return sorted(found)


def compare(functions, wanted, problems):
    """FUNCTIONS, (ADDR, RANGES), are of the code WANTED, and no other."""
    found = {}
    for addr, ranges in functions:
        for start, end, rules in ranges:
            for at in range(addr + start, addr + end):
                found[at] = rules
    for start, end in wanted:
        for at in range(start, end):
            if found.pop(at, None) != plt.STUB_RULES:
                problems.say(f"stub at {start:#x}: {at:#x} has not its rule")
                return
    if found:
        problems.say(f"{min(found):#x} is no stub, and has a rule")


def made(bench, path, problems):
    """What the image at PATH gets for its stubs."""
    areas = [(s.addr, s.addr + s.size) for s in plt.areas(elf.Elf(path))]
    return [(f.addr, f.ranges) for f in bench.functions(path, problems)
            if not any(start <= f.addr < end for start, end in areas)]


def _ran(wanted):
    """A check that each of the stubs WANTED ran."""
    def whole(_image, moments):
        ran = {moment.addr for moment in moments}
        lazy = [start for start, _ in wanted if start not in ran]
        return f"{lazy[0]:#x} did not run" if lazy else None
    return whole


def _link(bench, command, kind, script, out):
    """Link a program of KIND; returns status and text."""
    obj, far, options = KINDS[kind]
    if command[0].startswith("mold"):
        place = [f"--section-start=.text={NEAR:#x}",
                 f"--section-start=.far={far:#x}"]
    else:
        disk.write(script, SCRIPT.format(near=NEAR, far=far, room=ROOM if
                                         obj == "described.o" else 0))
        place = ["-T", script]
    return bench.run.command([bench.program(command[0]), *command[1:],
                              *options, *place, bench.run.path(obj), "-o",
                              out])


def _repaired(bench, name, path, wanted):
    """What repair makes of the image at PATH: its own functions, and the
    stubs."""
    problems, out = verify.Problems(), bench.run.path("repaired")
    before = plt_repair.described(path)
    if not before:
        bench.run.unsupported(f"{name}: repair", "there is no version 1")
        return
    status, _, text = plt_repair.repair(bench, path, out,
                                        "--grow=move-phdrs")
    if status:
        problems.say(f"exit status {status}")
    else:
        after = plt_repair.described(out)
        own = [f for f in after if f in before]
        if [f[0] for f in own] != sorted({f[0] for f in before}):
            problems.say("functions of its own have changed")
        compare([f for f in after if f not in before], wanted, problems)
    bench.run.result(f"{name}: repair", problems, text)


def _separate(bench, name, path, wanted):
    """The image at PATH is stripped, and its symbols are in a debug file."""
    run = bench.run
    problems, out = verify.Problems(), run.path("repaired")
    debug, bare = run.path("stubs.debug"), run.path("bare")
    for command in (["objcopy", "--only-keep-debug", path, debug],
                    ["strip", path, "-o", bare]):
        status, text = run.command([PREFIX + command[0], *command[1:]])
        if status:
            problems.say(f"{command[0]} fails")
    before = plt_repair.described(bare)
    for options, want in ((("--symbols", debug), wanted), ((), [])):
        status, _, text = plt_repair.repair(bench, bare, out, *options)
        if status:
            problems.say(f"{options}: exit status {status}")
            continue
        compare([f for f in plt_repair.described(out) if f not in before],
                want, problems)
    run.result(f"{name}: repair by a debug file", problems, text)


def linked(bench, words, script, kind):
    """A program of KIND by the linker of the command WORDS."""
    run = bench.run
    name = f"plt/stubs/{words[0]} {kind}"
    out = run.path("stubs")
    if not run.wanted(name):
        return
    if kind == "farther" and words[0] in SHORT:
        run.unsupported(name, "its stubs do not reach so far")
        return
    status, text = _link(bench, words, kind, script, out)
    wanted = [] if status else stubs(elf.Elf(out), kind == "farther")
    if status or not wanted:
        run.unsupported(name, "it does not link, or without stubs")
        return
    problems = verify.Problems()
    compare(made(bench, out, problems), wanted, problems)
    run.result(name, problems, text)
    if "-pie" not in KINDS[kind][2] and not plt_emulated.ready("aarch64"):
        plt_emulated.examine(bench, name, out, _ran(wanted), wanted)
    if ".sframe" in kind:
        _repaired(bench, name, out, wanted)
        if plt_repair.described(out):
            _separate(bench, name, out, wanted)
    if run.command([PREFIX + "strip", out])[0] == 0:
        problems = verify.Problems()
        compare(made(bench, out, problems), [], problems)
        run.result(f"{name}: stripped", problems)


def liars(bench, programs):
    """Of what looks like a stub only what is one in all is taken for one."""
    run = bench.run
    name = "plt/stubs/liars"
    out = run.path("liars")
    obj = programs.assemble("plt-far-liars.s", "liars.o")
    if not run.wanted(name):
        return
    status, text = run.command([bench.program(LINKERS[0]), obj, "-o", out])
    problems = verify.Problems()
    if status:
        problems.say("it does not link")
    else:
        wanted = [(s.value, s.value + MOLD_SIZE)
                  for s in elf.Elf(out).symbols() if s.name in TRUE]
        if len(wanted) != len(TRUE):
            problems.say("symbols are missing")
        compare(made(bench, out, problems), wanted, problems)
    run.result(name, problems, text)


def cases(bench):
    """All of it."""
    run = bench.run
    assembler = PREFIX + "as"
    if not bench.program(assembler) or not bench.program(LINKERS[0]):
        run.unsupported("plt/stubs", "no assembler or linker")
        return
    why = plt_emulated.ready("aarch64")
    if why:
        run.unsupported("plt/stubs: run", why)
    programs = plt_emulated.Programs(bench, "aarch64", assembler)
    # What describes the near from afar does not reach it from farther.
    for obj, options in (("described.o", ("--gsframe",)), ("far.o", ()),
                         ("bti.o", ("--defsym", "bti=1")),
                         ("unreadable.o", ("--defsym", "unreadable=1"))):
        path = programs.assemble("plt-far-aarch64.s", obj, *options)
        if obj == "far.o":
            run.command([PREFIX + "objcopy", "-R", ".eh_frame", path])
    for command in LINKERS:
        words = command.split()
        for kind in KINDS if bench.program(words[0]) else ():
            linked(bench, words, run.path("stubs.ld"), kind)
    liars(bench, programs)
