# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Functions of linker-generated code and of stubs amid other code: found, and
what `sfmerge repair` makes of them."""

import json
import os

import disk
import elf
import plt
import sframe
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


def assemble(bench, source, out, *options):
    """Assemble the file SOURCE to OUT in the directory of this run."""
    run = bench.run
    status, _ = run.command(
        [bench.program(PREFIX + "as"), *options,
         os.path.join(bench.args.sources, source), "-o", run.path(out)])
    return None if status else run.path(out)


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
    before = described(path)
    if not before:
        bench.run.unsupported(f"{name}: repair", "there is no version 1")
        return
    status, _, text = repair(bench, path, out,
                             "--grow=move-phdrs")
    if status:
        problems.say(f"exit status {status}")
    else:
        after = described(out)
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
    before = described(bare)
    for options, want in ((("--symbols", debug), wanted), ((), [])):
        status, _, text = repair(bench, bare, out, *options)
        if status:
            problems.say(f"{options}: exit status {status}")
            continue
        compare([f for f in described(out) if f not in before],
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
    if ".sframe" in kind:
        _repaired(bench, name, out, wanted)
        if described(out):
            _separate(bench, name, out, wanted)
    if run.command([PREFIX + "strip", out])[0] == 0:
        problems = verify.Problems()
        compare(made(bench, out, problems), [], problems)
        run.result(f"{name}: stripped", problems)


def liars(bench):
    """Of what looks like a stub only what is one in all is taken for one."""
    run = bench.run
    name = "plt/stubs/liars"
    out = run.path("liars")
    obj = assemble(bench, "plt-far-liars.s", "liars.o")
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


def stubs_cases(bench):
    """Stubs that linkers put amid other code for AArch64, to reach what is too
    far for a branch: found by their symbols, and repaired."""
    run = bench.run
    if not bench.program(PREFIX + "as") or not bench.program(LINKERS[0]):
        run.unsupported("plt/stubs", "no assembler or linker")
        return
    # What describes the near from afar does not reach it from farther.
    for obj, options in (("described.o", ("--gsframe",)), ("far.o", ()),
                         ("bti.o", ("--defsym", "bti=1")),
                         ("unreadable.o", ("--defsym", "unreadable=1"))):
        path = assemble(bench, "plt-far-aarch64.s", obj, *options)
        if obj == "far.o":
            run.command([PREFIX + "objcopy", "-R", ".eh_frame", path])
    for command in LINKERS:
        words = command.split()
        for kind in KINDS if bench.program(words[0]) else ():
            linked(bench, words, run.path("stubs.ld"), kind)
    liars(bench)


# Image of the corpus: functions of its own that are true, and that are not.
# GNU ld describes .plt.got with the rule of another row; ld 2.40 does not know
# the entries of IBT; ld 2.47 loses all with --gc-sections; others describe
# nothing.
IMAGES = {
    "v1-bfd240-pie": (2, 0),
    "v1-bfd240-ibt": (1, 3),
    "v2-bfd244-pie": (2, 1),
    "v2-bfd244-ibt": (3, 1),
    "v3-bfd247-pie": (2, 1),
    "v3-bfd247-ibt": (3, 1),
    "v3-bfd247-gc": (0, 0),
    "v1-gold244-pie": (0, 0),
    "v2-lld23-ibt": (0, 0),
    "v3-mold300-pie": (0, 0),
}

# AMD64: the CFA is SP+8, RA is at CFA-8; and at CFA-16.
CIE_RULES, OTHER_RULES = b"\x0c\7\x08\x90\1", b"\x0c\7\x08\x90\2"


def described(path):
    """(ADDR, RANGES) of the functions in the file at PATH."""
    image = elf.Elf(path)
    found = []
    for section in image.named(".sframe"):
        for piece in sframe.pieces_of(image.bytes_of(section), image.big):
            anchored = (bool(piece.flags & sframe.PCREL)
                        or not piece.flags & sframe.SORTED)
            sframe.resolve(piece, section.addr, anchored)
            found += [(func.addr, piece.ranges(func, 16))
                      for func in piece.functions]
    return found


def linker_made(path, problems):
    """Those that are of linker-generated code."""
    areas = [(s.addr, s.addr + s.size) for s in plt.areas(elf.Elf(path))]
    found = [func for func in described(path)
             if any(a <= func[0] < b for a, b in areas)]
    if not found and problems is not None:
        problems.say("it has no function of linker-generated code")
    return found


def repair(bench, path, out, *options):
    """sfmerge repair of PATH to OUT; (status, the plt numbers, text)."""
    disk.remove(out)
    status, text = bench.run.sfmerge(
        "repair", "--json", "--quiet", "--partial", "--fill=none", *options,
        "-o", out, path)
    numbers = {}
    if status == 0:
        section = json.loads(text)["files"][0].get("section") or {}
        numbers = section.get("plt", {})
    return status, numbers, text


def corrected(bench, name, path, want):
    """By default, true functions stay and others are made true, but for
    those that are left out for want of room."""
    out = bench.run.path("repaired")
    problems = verify.Problems()
    status, numbers, text = repair(bench, path, out)
    if status:
        problems.say(f"exit status {status}")
    else:
        image = elf.Elf(path)
        plt.compare(image, linker_made(out, None), problems,
                    lacking=bool(numbers["no_room"]))
        if (numbers["kept"], numbers["replaced"]) != want:
            problems.say(f"kept {numbers['kept']}, replaced "
                         f"{numbers['replaced']}, not {want}")
        if numbers["unrecognised"] or numbers["recognised"] != sum(
                s.size for s in plt.areas(image)):
            problems.say(f"recognised {numbers['recognised']}")
    bench.run.result(name + ": auto", problems, text)


def required(bench, name, path):
    """With --plt=require they are all there, or nothing is written."""
    out = bench.run.path("repaired")
    problems = verify.Problems()
    status, _, text = repair(bench, path, out, "--plt=require",
                             "--grow=none")
    if status == 0:
        plt.compare(elf.Elf(path), linker_made(out, problems), problems)
    elif os.path.exists(out) or "there is room for" not in text:
        problems.say(f"exit status {status}, and not for want of room")
    status, _, text = repair(bench, path, out, "--plt=require",
                             "--grow=move-phdrs")
    if status:
        problems.say(f"exit status {status} where room can be made")
    else:
        plt.compare(elf.Elf(path), linker_made(out, problems), problems)
    bench.run.result(name + ": require", problems, text)


def left_alone(bench, name, path):
    """--plt=keep keeps what is there, --plt=none takes it away."""
    out = bench.run.path("repaired")
    problems = verify.Problems()
    before = dict((a, r) for a, r in linker_made(path, None))
    status, _, text = repair(bench, path, out, "--plt=keep")
    if status or dict(linker_made(out, None)) != before:
        problems.say(f"keep: exit status {status}, or others")
    status, numbers, text = repair(bench, path, out, "--plt=none")
    if status or linker_made(out, None) or (
            numbers["dropped"] != len(before)):
        problems.say(f"none: exit status {status}, or some are left")
    bench.run.result(name + ": keep and none", problems, text)


def contradicted(bench, name, path):
    """Where no section is named as a PLT's, and .eh_frame has another RA than
    the code pushes, the code does not win: what synth writes is what check
    takes, and synth again writes the same."""
    problems = verify.Problems()
    image = elf.Elf(path)
    data = image.data.replace(CIE_RULES, OTHER_RULES)
    if data == image.data:
        bench.run.unsupported(name, "its .eh_frame has no such rules")
        return
    data = data.replace(b".plt", b".qlt")
    first, other, again = (bench.run.path(n) for n in ("1", "2", "3"))
    disk.write(first, data)
    for source, out in (first, other), (other, again):
        for command in ("synth", "-o", out, source), ("check", out):
            status, text = bench.run.sfmerge(*command)
            if status:
                problems.say(f"{' '.join(command)}: {text}")
    if not problems:
        rows = [dict(described(path)) for path in (other, again)]
        if rows[0] != rows[1] or not rows[0]:
            problems.say("synth wrote others, or none")
    bench.run.result(name, problems)


def corpus(bench, folder):
    """The images above."""
    for stem, want in IMAGES.items():
        path = os.path.join(folder, "images", stem, "out")
        name = "plt/repair/" + stem
        if not os.path.exists(path) or not bench.run.wanted(name):
            continue
        corrected(bench, name, path, want)
        required(bench, name, path)
        left_alone(bench, name, path)
