# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Small files with large holes: refused by every command where headers or
tables are in them, and read where there is only data."""

import os
import struct

import disk

HOLE = 256 << 20
TEXT = 0x1000
NAMES = b"\0.text\0.data\0.eh_frame\0.sframe\0.strtab\0.symtab\0.shstrtab\0"
REL, DYN = 1, 3
PROGBITS, SYMTAB, STRTAB = 1, 2, 3
WRITE, ALLOC, EXEC = 1, 2, 4


def section(name, kind, flags, offset, size, address=0, link=0, entry=0):
    """A section header."""
    return struct.pack("<IIQQQQIIQQ", NAMES.index(b"\0" + name + b"\0") + 1,
                       kind, flags, address, offset, size, link, link != 0, 8,
                       entry)


def write(path, kind, *sections, count=None):
    """A file of KIND with .text, SECTIONS and their names after a hole; COUNT:
    with so many headers, most of them in a hole."""
    image = kind == DYN
    heads = [bytes(64), section(b".text", PROGBITS, ALLOC | EXEC, TEXT, 16,
                                TEXT if image else 0), *sections]
    start = TEXT + 4096 + (HOLE if sections else 0)
    table = start + 4096
    heads.append(section(b".shstrtab", STRTAB, 0, start, len(NAMES)))
    size = table + 64 * len(heads)
    if count:
        heads[0] = struct.pack("<IIQQQQIIQQ", 0, 0, 0, 0, 0, count,
                               len(heads) - 1, 0, 0, 0)
        size = table + 64 * count
    header = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", kind, 62, 1, 0,
                         64 if image else 0, table, 0, 64,
                         56 if image else 0, image, 64,
                         0 if count else len(heads),
                         0xffff if count else len(heads) - 1)
    if image:
        header += struct.pack("<IIQQQQQQ", 1, 5, 0, 0, 0, start, start, TEXT)
    with open(path, "wb") as file:
        for at, data in ((0, header), (TEXT, b"\x90" * 16), (start, NAMES),
                         (table, b"".join(heads))):
            file.seek(at)
            file.write(data)
        file.truncate(size)


def holed(name, kind=PROGBITS, flags=ALLOC, link=0, entry=0):
    """The section NAME, all of it in the hole."""
    return section(name, kind, flags, TEXT + 4096, HOLE // 24 * 24,
                   link=link, entry=entry)


KINDS = {
    "headers": ((), {"count": HOLE // 64}),
    "text": ((holed(b".text", flags=ALLOC | EXEC),), {}),
    ".eh_frame": ((holed(b".eh_frame", flags=ALLOC | WRITE),), {}),
    ".sframe": ((holed(b".sframe", flags=0),), {}),
    "symbols": ((holed(b".symtab", SYMTAB, 0, 3, 24),
                 section(b".strtab", STRTAB, 0, TEXT + 8192 + HOLE, 1)), {}),
}


def said(run, path, other):
    """What each command says of PATH; OTHER is for link."""
    out = run.path("holes-out")
    for command in ("check", "dump"):
        yield command, run.sfmerge(command, path)
    yield "diff", run.sfmerge("diff", path, path)
    for command in ("repair", "synth", "convert", "strip"):
        options = ["--to=v2"] if command == "convert" else []
        yield command, run.sfmerge(command, *options, "-o", out, path)
    yield "link", run.sfmerge("link", "-o", out, *other)
    disk.remove(out)


def refused(run, kind, sections, options):
    """The holes are found by each command, before it does anything."""
    path, plain = run.path("holes"), run.path("holes-plain")
    write(path, kind, *sections, **options)
    write(plain, REL if kind == DYN else DYN)
    both = (path, plain) if kind == DYN else (plain, path)
    problems = [f"{command}: {status}: {text[:200]}"
                for command, (status, text) in said(run, path, both)
                if status not in (1, 2)
                or "are not in holes, but headers and tables have" not in text]
    if os.path.getsize(path) < HOLE or os.stat(path).st_blocks > 256:
        return ["the test's own file has no hole"]
    return problems


def data(run):
    """Data in a hole is no reason to refuse anything."""
    path = run.path("holes")
    problems = []
    for kind in (REL, DYN):
        write(path, kind, holed(b".data", flags=ALLOC | WRITE))
        problems += [f"{command}: {status}: {text[:200]}"
                     for command, (status, text) in said(run, path,
                                                         (path, path))
                     if command in ("check", "dump", "diff", "strip")
                     and status != 0 or "hole" in text.replace(path, "")]
    os.truncate(path, 16 << 30)
    status, text = run.sfmerge("check", path)
    if status != 2 or ("are not in holes; the limit is" not in text
                       and "no memory" not in text):
        problems.append(f"16 GiB: {status}: {text}")
    return problems


def cases(bench):
    """All of them."""
    run = bench.run
    probe = run.path("holes")
    with open(probe, "wb") as file:
        file.truncate(HOLE)
    with open(probe, "rb") as file:
        try:
            known = os.lseek(file.fileno(), 0, os.SEEK_DATA) != 0
        except OSError:
            known = True
    os.remove(probe)
    for kind, text in ((REL, "object"), (DYN, "image")):
        for name, (sections, options) in KINDS.items():
            case = f"check/holes/{text}, {name}"
            if run.wanted(case) and known:
                run.result(case, refused(run, kind, sections, options))
            elif run.wanted(case):
                run.unsupported(case, "the file system knows no holes")
    if run.wanted("check/holes/data") and known:
        run.result("check/holes/data", data(run))
