# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What `sfmerge repair` does to the functions of linker-generated code that an
image has, and what --plt makes of them."""

import json
import os

import disk
import elf
import plt
import sframe
import verify

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
