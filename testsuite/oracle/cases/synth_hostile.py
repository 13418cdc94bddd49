# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Images whose .eh_frame lies, or says what no compiler does: synth describes
exactly what can be believed, and counts the rest; the oracle's interpreter
judges the rows."""

import os
import shutil

import disk
import elf
import elf_made
import image_frames
import objframes
from elf_made import FRAMES, Frames, TEXT, image

AT = TEXT + 0x100
SIZE = 64
# The CFA of PLT code: rsp + 8, from byte 11 of each 16 on 8 more.
PLT = bytes((0x0F, 11, 0x77, 8, 0x80, 0, 0x3F, 0x1A, 0x3B, 0x2A, 0x33, 0x24,
             0x22))
# Two rows after the first one.
ROWS = bytes((0x41, 0x0E, 16, 0x42, 0x0E, 24))
OTHER = bytes((0x41, 0x0E, 16, 0x42, 0x0E, 32))
LOWEST = b"\x80" * 9 + b"\x7f"


def frames(*places, program=ROWS):
    """FDEs of PLACES (offset from AT, size), all with PROGRAM."""
    made = Frames()
    cie = made.cie()
    for offset, size in places:
        made.fde(cie, AT + offset, size, program)
    made.end()
    return made


def one(program, size=SIZE, **fields):
    """An FDE of PROGRAM and SIZE whose CIE has FIELDS, and a usual one."""
    made = Frames()
    made.fde(made.cie(**fields), AT, size, program)
    made.fde(made.cie(), TEXT, 16, ROWS)
    made.end()
    return made


def twice(program):
    """Two sections with an FDE of the same code, the second of PROGRAM."""
    second = Frames(FRAMES + 0x100000)
    second.fde(second.cie(), AT, SIZE, program)
    second.end()
    return [frames((0, SIZE)), second]


def ended():
    """Terminators between FDEs."""
    made = Frames()
    cie = made.cie()
    for offset in (0, SIZE):
        made.end()
        made.fde(cie, AT + offset, SIZE, ROWS)
        made.end()
    return made


def led_astray():
    """An FDE whose CIE is another FDE, between two good ones."""
    made = Frames()
    cie = made.cie()
    first = made.fde(cie, AT, SIZE, ROWS)
    made.fde(first, AT + SIZE, SIZE, ROWS)
    made.fde(cie, AT + 2 * SIZE, SIZE, ROWS)
    made.end()
    return made


def wide():
    """A CIE and an FDE with 64-bit lengths."""
    made = Frames()
    made.fde(made.cie(wide=True), AT, SIZE, ROWS, wide=True)
    made.end()
    return made


def set_loc(distance):
    """DW_CFA_set_loc, DISTANCE after the start of the function, after a row
    at 4."""
    made = one(b"\x44\x0e\x10\x01" + bytes(4) + b"\x0e\x18")
    field = made.starts[0][1] + 17 + 4
    made.data[field:field + 4] = (AT + distance - FRAMES - field).to_bytes(
        4, "little", signed=True)
    return made


def remembered(depth):
    """DEPTH remembered states, all restored."""
    return one(b"\x41\x0e\x10" + b"\x0a" * depth + b"\x41\x0e\x18"
               + b"\x41\x0b" * depth)


# {title: (frames, whether AT is described)}.
PROGRAMS = {
    "no code alignment": (one(ROWS, code=0), True),
    "a huge code alignment": (one(ROWS, code=(1 << 64) - 1), True),
    "no data alignment": (one(ROWS + b"\x86\x02", factor=0), True),
    "the lowest data alignment": (one(ROWS + b"\x86\x02", factor=LOWEST),
                                  False),
    "eight states": (remembered(8), True),
    "nine states": (remembered(9), False),
    "restored from nothing": (one(b"\x41\x0b"), False),
    "arguments": (one(b"\x41\x2e\xff\x7f\x0e\x10"), True),
    "a negative offset": (one(b"\x41\x2f\x06\x02"), True),
    "a value": (one(b"\x41\x14\x06\x02"), True),
    "a register": (one(b"\x41\x09\x06\x03"), True),
    "a stack pointer": (one(b"\x41\x09\x07\x02"), False),
    "rules that were none": (one(b"\x41\x06\x06\x06\x10\x06\x63\x0e\x10"),
                             True),
    "no return address": (one(b"\x41\x07\x10"), True),
    "another return address": (one(ROWS, ra=17), False),
    "an unknown instruction": (one(b"\x41\x3d"), False),
    "an operand too few": (one(b"\x41\x0c\x87"), False),
    "AArch64's instruction": (one(b"\x41\x2d"), False),
    "far past the end": (one(b"\x04\xff\xff\xff\xff" * 9 + b"\x3d"), True),
    "no distances": (one(b"\x02\x00\x0e\x10\x02\x00\x0e\x18" * 5000), True),
    "PLT code": (one(b"\x41" + PLT), True),
    "a signal frame": (one(ROWS, text="zRS"), True),
    "set_loc on": (set_loc(8), True),
    "set_loc on the spot": (set_loc(4), True),
    "set_loc back": (set_loc(2), False),
}
# {title: (frames, counts, offsets from AT of what is described)}.
PLACES = {
    "overlapping": (frames((0, 100), (60, 100)), {"overlapping": 2}, ()),
    "overlapping by a byte": (frames((0, 100), (99, 100)),
                              {"overlapping": 2}, ()),
    "just meeting": (frames((0, 100), (100, 100)), {}, (0, 100)),
    "an empty one where two overlap":
        (frames((0, 100), (50, 0), (60, 100), (200, SIZE)),
         {"overlapping": 2, "empty": 1}, (200,)),
    "an empty one inside": (frames((0, 100), (50, 0)), {"empty": 1}, (0,)),
    "empty ones": (frames((0, 0), (0, 0)), {"empty": 2}, ()),
    "equal ones": (frames((0, SIZE), (0, SIZE), (0, SIZE)), {"twice": 2},
                   (0,)),
    "one of two sizes": (frames((0, SIZE), (0, 2 * SIZE)),
                         {"overlapping": 2}, ()),
    "the same in two sections": (twice(ROWS), {"twice": 1}, (0,)),
    "another in two sections": (twice(b""), {"overlapping": 2}, ()),
    "one over many": (frames((0, 0x400), *((i, 16) for i in range(0, 1024,
                                                                  16))),
                      {"overlapping": 65}, ()),
    "longer than the segment": (frames((0, SIZE), (SIZE, 0x7FFFFFFF)),
                                {"dead": 1}, (0,)),
    "a discarded one": (frames((0, SIZE), (-AT, SIZE)), {"dead": 1}, (0,)),
    "over data": (frames((0, SIZE), (FRAMES - AT, 16)), {"dead": 1}, (0,)),
    "a size below 0": (frames((0, SIZE), (SIZE, -16)), {"unread": 1}, (0,)),
    "terminators": (ended(), {}, (0, SIZE)),
    "an FDE as a CIE": (led_astray(), {"unread": 1}, (0, 2 * SIZE)),
    "an unknown augmentation": (one(ROWS, text="zRQ"), {"unread": 1},
                                (TEXT - AT,)),
    "a version of a CIE": (one(ROWS, version=2), {"unread": 1},
                           (TEXT - AT,)),
    "wide lengths": (wide(), {}, (0,)),
}


def judge(bench, made, wanted, described):
    """Problems with what synth makes of MADE, which should describe the
    functions at DESCRIBED, and have the counts WANTED but for frames."""
    problems, found = [], objframes.Findings()
    path = made.write(bench.run.path("hostile"))
    out, counts = bench.made(path, "v3", problems)
    if not out:
        return problems
    whole = {"added": len(described),
             "frames": len(described) + sum(wanted.values()), **wanted}
    for name, number in counts.items():
        if name != "left_out" and number != whole.get(name, 0):
            problems.append(f"{name} is {number}, not {whole.get(name, 0)}")
    try:
        results = image_frames.Image(elf.Elf(out))
        results.judge("v3", found)
        has = sorted(results.has)
    except ValueError:
        # Where a CIE is none the oracle reads no further.
        has = sorted(image_frames.expect.own(elf.Elf(out))[0])
    if has != sorted(described):
        problems.append(f"{[hex(a) for a in has]} are described")
    problems += [line for line in found.wrong if "nothing" not in line]
    again = bench.fresh("")
    shutil.copy(out, again)
    status, text = bench.run.sfmerge("synth", "-q", "-i", again)
    if status or disk.read(again) != disk.read(out):
        problems.append(f"a second run: status {status}, {text[:200]}")
    for file in (out, again):
        os.remove(file)
    return problems


def judged(bench, replaced, *inside):
    """The .sframe of a function, whose FDE then says something else, with
    further FDEs at INSIDE: (offset, size).  Synth goes by the FDE, unless
    others claim its code: then nothing is REPLACED."""
    problems, found = [], objframes.Findings()
    before, after = Frames(), Frames()
    for made, program in (before, ROWS), (after, OTHER):
        cie = made.cie()
        made.fde(cie, AT, SIZE, program)
        for offset, size in inside:
            made.fde(cie, AT + offset + (0x200 if made is before else 0),
                     size)
        made.end()
    path = image(before).write(bench.run.path("hostile"))
    out, _ = bench.made(path, "v3", problems)
    if not out:
        return problems
    data = disk.read(out)
    disk.write(out, data.replace(bytes(before.data), bytes(after.data)))
    out, counts = bench.made(out, "v3", problems)
    if not out:
        return problems
    if replaced:
        image_frames.Image(elf.Elf(out)).judge("v3", found)
    if counts["replaced"] != replaced:
        problems.append(f"{counts['replaced']} functions are replaced")
    return problems + [line for line in found.wrong
                       if "has no FDE" not in line]


def nameless(bench):
    """Section headers without names: nobody would find the section."""
    out = bench.fresh("")
    part = frames((0, SIZE))
    made = image(part)
    elf_made.header(made, part)
    path = made.write(bench.run.path("hostile"))
    with open(path, "r+b") as file:
        file.seek(62)
        file.write(bytes(2))
    status, text = bench.run.sfmerge("synth", "-q", "-o", out, path)
    problems = [] if status == 1 else [f"status {status}"]
    if "names" not in text:
        problems.append(text[:200])
    return problems + (["it is written"] if os.path.exists(out) else [])


def cases(bench):
    """All of them."""
    def one_case(title, *rest):
        if bench.run.wanted("synth/hostile: " + title):
            bench.run.result("synth/hostile: " + title, judge(bench, *rest))

    for title, (made, can) in PROGRAMS.items():
        one_case(title, image(made), {} if can else {"refused": 1},
                 (TEXT, AT) if can else (TEXT,))
    for title, (made, counts, described) in PLACES.items():
        one_case(title, image(made), counts, [AT + at for at in described])
    for title, replaced, *inside in (
            ("another FDE", 1),
            ("another FDE, an empty one inside", 1, (32, 0)),
            ("another FDE between two", 1, (SIZE, SIZE), (-SIZE, SIZE))):
        title = "synth/hostile: " + title
        if bench.run.wanted(title):
            bench.run.result(title, judged(bench, replaced, *inside))
    title = "synth/hostile: no names of sections"
    if bench.run.wanted(title):
        bench.run.result(title, nameless(bench))
