# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`sfmerge check` on objects and archives without .sframe.  Their headers tell
so, and no process reads them; what libbfd says of damaged ones is not lost.
`sfmerge dump`, which has libbfd read every object, tells what that is."""

import gzip
import os
import random
import struct

import ar_members
import elf
import elf_made

MOST_DAMAGED = 120
NOTHING = ("note: no .sframe section", "note: no member has a .sframe section")
# What is put into a field: types and flags of sections, and counts.
VALUES = (0, 1, 2, 3, 4, 6, 7, 9, 11, 14, 17, 18, 64, 0x40, 0x80, 0x200, 0x800,
          0x6ffffff4, 0x70000001, 0xffffffff, 1 << 63)


def said(run, command, path):
    """What COMMAND says of PATH but that there is nothing."""
    status, text = run.sfmerge(command, path)
    return status > 1, [line for line in text.splitlines()
                        if line.startswith("sfmerge: ")
                        and not line.endswith(NOTHING)]


def differ(run, path):
    """A problem if check and dump say different things of PATH."""
    checked, dumped = said(run, "check", path), said(run, "dump", path)
    return [] if checked == dumped else [f"{path}: {checked}, not {dumped}"]


def damaged(data, dice, start=0):
    """A copy of DATA with a field changed of the object at START."""
    out = bytearray(data)
    order = ">" if data[start + 5] == 2 else "<"
    shoff, = struct.unpack_from(order + "Q", data, start + 40)
    count, = struct.unpack_from(order + "H", data, start + 60)
    form, at = dice.choice((("B", dice.randrange(64)),
                            ("I", shoff + 64 * dice.randrange(count)
                             + dice.choice((0, 4, 40, 44))),
                            ("Q", shoff + 64 * dice.randrange(count)
                             + dice.choice((8, 16, 24, 32, 48, 56)))))
    size = struct.calcsize(form)
    value = dice.choice(VALUES + (dice.randrange(count + 2), len(data)))
    struct.pack_into(order + form, out, start + at,
                     value % (1 << 8 * size))
    return bytes(out)


def variants(data, archive, dice):
    """Copies of DATA with damage, and cut ones."""
    starts = [0]
    if archive:
        starts = [at for at in range(0, len(data), 2)
                  if data[at:at + 5] == b"\x7fELF\2"]
    for _ in range(MOST_DAMAGED):
        yield damaged(data, dice, dice.choice(starts))
    for end in (0, 1, 7, 16, 63, 64, 100, len(data) // 2, len(data) - 1):
        yield data[:end]
    for _ in range(MOST_DAMAGED // 4 if archive else 0):
        at = dice.choice(starts) - 1 - dice.randrange(60)
        yield data[:at] + bytes([dice.choice(b"0 /9`#")]) + data[at + 1:]


def survive(run, name, path, archive):
    """Whether nothing that libbfd says of PATH with damage is lost."""
    name = f"check/bare/{name}, damaged"
    if not run.wanted(name):
        return
    dice, problems, spoiled = random.Random(name), [], run.path("bare-spoiled")
    for data in variants(ar_members.read(path), archive, dice):
        ar_members.write(spoiled, data)
        found = differ(run, spoiled)
        if found and len(problems) < 4:
            ar_members.write(f"{spoiled}-{len(problems)}", data)
        problems += found
    run.result(name, problems)


def special(run):
    """Objects that no assembler writes."""
    for name, kind, label in (
            ("typed", 0x6ffffff4, ".other"), ("dof", 0x6ffffff4, ".SUNW_dof"),
            ("empty", elf_made.SHT_PROGBITS, ".sframe"),
            ("many", elf_made.SHT_PROGBITS, ".text")):
        case = f"check/bare/{name}"
        if not run.wanted(case):
            continue
        made = elf_made.Made()
        count = 0xff10 if name == "many" else 1
        for _ in range(count):
            made.section(label, kind, b"" if name != "dof" else bytes(8))
        path = run.path(f"bare-{name}.o")
        made.write(path)
        run.result(case, differ(run, path))


def packed(run, plain):
    """PLAIN packed by gzip, whole and with damage inside."""
    if not run.wanted("check/bare/gzip"):
        return
    dice, problems, path = random.Random(1), [], run.path("bare.ko.gz")
    data = ar_members.read(plain)
    for inside in (data, *(damaged(data, dice) for _ in range(9))):
        ar_members.write(path, gzip.compress(inside))
        problems += differ(run, path)
    run.result("check/bare/gzip", problems)


def calls(run, tracer, *command):
    """The processes and system calls of sfmerge COMMAND, or None."""
    listed = run.path("bare-calls")
    status, text = run.command(
        [tracer, "-p", os.path.realpath(run.tool), "-r", os.devnull,
         "-l", listed, run.tool, *command])
    if status:
        print(f"note: {tracer}: {status} {text[-200:]}")
        return None
    with open(listed, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    return len({line.split()[0] for line in lines}), len(lines)


def counted(run, paths, uncounted):
    """Whether one process and few calls do for PATHS, and few processes for
    many files, unless UNCOUNTED says why that cannot be counted."""
    tracer = os.path.join(os.path.dirname(run.tool), "testsuite/tracer",
                          "fault-at")
    for name, command, most in (
            ("no process reads them", ["check", *paths],
             (1, 40 * len(paths))),
            ("a process does several", ["check", "-j2", *paths * 16],
             (8 * len(paths), 40 * 16 * len(paths)))):
        name = f"check/bare/{name}"
        if not run.wanted(name):
            continue
        if uncounted:
            run.unsupported(name, uncounted)
            continue
        found = calls(run, tracer, *command) if os.path.exists(tracer) else ()
        if not found:
            run.unsupported(name, "no tracer, or it cannot trace here")
            continue
        print(f"note: {name}: {found[0]} processes, {found[1]} calls")
        run.result(name, [f"{a} are more than {b}"
                          for a, b in zip(found, most) if a > b])


def cases(bench, uncounted):
    """All of them."""
    run = bench.run
    source = os.path.join(bench.objects.sources, "link-main.c")
    flags = ["-O2", "-I" + os.path.join(bench.objects.sources,
                                        "../../../include")]
    plain, groups = run.path("bare.o"), run.path("bare-groups.o")
    archive = run.path("bare.a")
    for command in (
            [bench.objects.cc, *flags, "-c", source, "-o", plain],
            [bench.objects.cc, *flags, "-g3", "-c", source, "-o", groups],
            ["ar", "rcs", archive, plain]):
        status, text = run.command(command)
        if status:
            run.unsupported("check/bare", text.splitlines()[0])
            return
    if elf.Elf(plain).named(".sframe"):
        run.unsupported("check/bare", "the compiler writes .sframe by itself")
        return
    survive(run, "object", plain, False)
    survive(run, "object with groups", groups, False)
    survive(run, "archive", archive, True)
    special(run)
    packed(run, plain)
    counted(run, [plain, archive], uncounted)
