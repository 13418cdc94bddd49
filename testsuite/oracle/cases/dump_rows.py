# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`dump --format=rows` and `csv`: both tables are read by code of their own,
and compared row by row with what the oracle makes of the section."""

import os
import random
import struct
import subprocess

import disk
import dump_write
import elf
import sframe

KINDS = ("none", "same", "value", "memory")
END = ("end",)
# What the programs of the system have is compared after synth.
PROGRAMS = ("/usr/bin/perl", "/bin/bash", "/bin/ls")


class Table:
    """The bytes DATA of a table, of an image that is BIG-endian or not."""

    def __init__(self, data, big):
        order = ">" if big else "<"
        magic, self.abi, self.each, self.count = struct.unpack_from(
            order + "8sBB6xQ", data)
        self.rows, self.wrong = [], magic != b"SFMROWS1"
        if self.each != 24 or len(data) != 24 + 24 * self.count:
            self.wrong = True
            return
        for at in range(24, len(data), 24):
            addr, cfa, fp, ra, *regs, kinds = struct.unpack_from(
                order + "QiiiBBBB", data, at)
            rules = [rule(KINDS[kinds >> 2 * i & 3], regs[i], offset)
                     for i, offset in enumerate((cfa, fp, ra))]
            if rules[0] == ("same",):
                rules[0] = END
            self.rows.append((addr, *rules, bool(kinds & 0x40),
                              bool(kinds & 0x80)))


def rule(kind, reg, offset):
    """One of a row; what has no use must be 0."""
    if kind in ("none", "same", "end"):
        return (kind,) if (reg, offset) == (0, 0) else (kind, reg, offset)
    return kind, reg, offset


def read_csv(text):
    """The rows of TEXT, or None."""
    head, *lines = text.splitlines()
    if head != ("start,cfa,cfa_reg,cfa_offset,fp,fp_reg,fp_offset,ra,ra_reg,"
                "ra_offset,signal,mangled"):
        return None
    rows = []
    for line in lines:
        word = line.split(",")
        rows.append((int(word[0], 16),
                     *(rule(word[i], int(word[i + 1]), int(word[i + 2]))
                       for i in (1, 4, 7)),
                     bool(int(word[10])), bool(int(word[11]))))
    return rows


def flat(rules, signal):
    """RULES of the oracle as a row has them."""
    cfa, ra, fp, mangled = rules
    if ra == ("undef",):
        return END, ("none",), ("none",), False, False

    def one(what):
        if what == ("undef",):
            return ("none",)
        if what == sframe.SAME:
            return what
        kind, base, offset = what
        return {"v": "value", "m": "memory"}[kind], (
            255 if base == "cfa" else base), offset

    return one(cfa), one(fp), one(ra), signal, mangled


NONE = (("none",), ("none",), ("none",), False, False)


def expected(image):
    """The rows of the first piece of IMAGE."""
    section, = image.named(".sframe")
    piece = sframe.pieces_of(image.bytes_of(section), image.big)[0]
    sframe.resolve(piece, section.addr, piece.flags & sframe.PCREL)
    functions = [f for f in piece.functions if f.size]
    rows = []

    def put(addr, what):
        while rows and rows[-1][0] == addr:
            rows.pop()
        if (rows[-1][1:] if rows else NONE) != what:
            rows.append((addr, *what))

    for i, func in enumerate(functions):
        limit = (functions[i + 1].addr if i + 1 < len(functions)
                 else func.addr + func.size)
        if limit == func.addr:
            continue
        put(func.addr, NONE)
        last = func.addr
        for start, end, rules in piece.ranges(func):
            if func.addr + start >= limit:
                break
            put(func.addr + start, flat(rules, func.signal))
            last = min(func.addr + end, limit)
        put(last, NONE)
    return rows


def output(bench, form, path):
    """Status, output and messages of `dump --format=FORM PATH`."""
    bench.run.runs += 1
    done = subprocess.run([bench.run.tool, "dump", "--format=" + form, path],
                          check=False, capture_output=True, timeout=60)
    return done.returncode, done.stdout, done.stderr.decode()


def compare(bench, path, problems):
    """Both tables of PATH with each other and with what is right; the number
    of rows."""
    image = elf.Elf(path)
    status, data, said = output(bench, "rows", path)
    more, text, said_too = output(bench, "csv", path)
    table = Table(data, image.big)
    if status or more or said or said_too or table.wrong:
        problems.append(f"{path}: status {status}, {more}: {said}{said_too}")
        return 0
    have, want = table.rows, expected(image)
    if have != want:
        odd = [(h, w) for h, w in zip(have, want) if h != w][:2]
        problems.append(f"{path}: {len(have)} rows, not {len(want)}: {odd}")
    if read_csv(text.decode()) != have:
        problems.append(f"{path}: CSV has something else")
    section, = image.named(".sframe")
    if table.abi != sframe.pieces_of(image.bytes_of(section),
                                     image.big)[0].abi:
        problems.append(f"{path}: ABI {table.abi}")
    return len(have)


def generated(bench):
    """Sections of all ABIs and versions, with gaps, empty functions, blocks,
    and functions that overlap."""
    for abi, version, flags in dump_write.FORMS:
        name = f"dump/rows: ABI {abi}, version {version}, flags {flags}"
        if not bench.run.wanted(name):
            continue
        problems, rows = [], 0
        for seed in range(12):
            rng = random.Random(seed)
            funcs = dump_write.functions(seed, abi, version, 40)
            funcs = [f for f in funcs
                     if not f.info & 0x10 or (f.rep and not f.size % f.rep)]
            for func in funcs[1:]:
                if rng.randrange(8) == 0 and not func.info & 0x10:
                    func.size = rng.choice((0, func.size * 3))
            funcs.sort(key=lambda f: f.addr)
            content = dump_write.encode(abi, version, flags | sframe.SORTED,
                                        funcs)
            rows += compare(bench, bench.write("image", dump_write.image(
                abi, content)), problems)
        if rows < 200 and not problems:
            problems.append(f"only {rows} rows")
        bench.run.result(name, problems)


def programs(bench):
    """What synth makes of programs of the system."""
    for path in PROGRAMS:
        name = "dump/rows: " + path
        if not bench.run.wanted(name):
            continue
        out = bench.run.path("rows-" + os.path.basename(path))
        if not os.path.exists(path):
            bench.run.unsupported(name, "it is not there")
            continue
        status, said = bench.run.sfmerge("synth", "-q", "-o", out, path)
        problems = [] if status == 0 else [said[:300]]
        rows = compare(bench, out, problems) if status == 0 else 0
        bench.run.result(name, problems)
        print(f"note: {name}: {rows} rows")


def refused(bench):
    """What has no table, and what does not go with one."""
    name = "dump/rows: refused"
    if not bench.run.wanted(name):
        return
    problems = []
    funcs = dump_write.functions(1, 3, 3, 20)
    good = dump_write.encode(3, 3, 5, funcs)
    image = bench.write("image", dump_write.image(3, good))
    relocatable = bench.write("object.o",
                              dump_write.relocatable(3, 3, 4, funcs))
    unsorted = bench.write("unsorted", dump_write.image(
        3, dump_write.encode(3, 3, 4, funcs)))
    wrong = bench.write("wrong", dump_write.image(3, dump_write.encode(
        3, 3, 5, sorted(funcs, key=lambda f: -f.addr))))
    for args, wanted, word in (
            ([relocatable], 1, "linked files only"),
            ([unsorted], 1, "no reader finds"),
            ([wrong], 1, "out of order"),
            ([image, image], 2, "takes one FILE"),
            (["--json", image], 2, "goes with neither"),
            (["--headers", image], 2, "goes with neither"),
            (["--at=1", image], 2, "goes with neither")):
        status, text, said = bench.dump("--format=csv", *args)
        if status != wanted or word not in said:
            problems.append(f"{args}: status {status}: {said[:200]}")
    # Blocks of one byte must not take for ever.
    big = dump_write.Func(dump_write.CODE, 0xFFFFFFFF,
                          [dump_write.row(0, 1, 8)], info=0x10, rep=1)
    disk.write(image, dump_write.image(3, dump_write.encode(3, 2, 5, [big])))
    status, text, said = bench.dump("--format=csv", image)
    if status != 1 or text.count("\n") > 3 or "is not whole" not in said:
        problems.append(f"blocks: status {status}: {said[:200]}")
    bench.run.result(name, problems)


def cut(bench):
    """More rows than are read: what follows the last of them has none."""
    name = "dump/rows: more rows than are read"
    if not bench.run.wanted(name):
        return
    # Blocks of 200 bytes and 199 rows, of which only the last says something
    # else: with itself each is 200 of 2^24.
    rows = [dump_write.row(i, 1, 8 + 8 * (i == 198)) for i in range(199)]
    func = dump_write.Func(dump_write.CODE, 1 << 25, rows, info=0x10, rep=200)
    path = bench.write("image", dump_write.image(
        3, dump_write.encode(3, 2, 5, [func])))
    status, data, said = output(bench, "rows", path)
    have, problems = Table(data, False).rows, []
    end = dump_write.CODE + (1 << 24) // 200 * 200
    if (status != 1 or "is not whole" not in said or have[-1][1:] != NONE
            or not end - 200 <= have[-1][0] <= end + 15
            or have[-2][0] < end - 400):
        problems.append(f"status {status}, {said[:200]}: {have[-2:]}, "
                        f"{end:#x}")
    bench.run.result(name, problems)


def unreadable(bench):
    """Functions that cannot be read: those before end there, as readers find
    them; the work is linear in their number."""
    name = "dump/rows: functions that cannot be read"
    if not bench.run.wanted(name):
        return
    rows = [dump_write.row(0, 1, 8)]
    funcs = [dump_write.Func(dump_write.CODE, 0x300, rows)]
    funcs += [dump_write.Func(dump_write.CODE + 0x100, 1, rows, info=3)
              for _ in range(100000)]
    path = bench.write("image", dump_write.image(
        3, dump_write.encode(3, 2, 5, funcs)))
    status, data, said = output(bench, "rows", path)
    have, problems = Table(data, False).rows, []
    if (status != 1 or ": 100000," not in said
            or [r[0] - dump_write.CODE for r in have] != [0, 0x100]
            or have[1][1:] != NONE):
        problems.append(f"status {status}, {said[:200]}: {have[:4]}")
    bench.run.result(name, problems)


def cases(bench):
    """All of these."""
    generated(bench)
    cut(bench)
    unreadable(bench)
    programs(bench)
    refused(bench)
