# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Files that are packed, and small files with large holes."""

import gzip
import json
import lzma
import os
import random
import re
import struct
import subprocess
import zlib

import disk

FLIPS = 60
LIMIT = 256 << 20


def limit(size):
    """The bytes to which a file of SIZE bytes may unpack."""
    return min(LIMIT, (16 << 20) + 64 * size)


def zstd(data, *options):
    """DATA as the program zstd packs it, or None if there is none."""
    try:
        return subprocess.run(["zstd", "-q", "-c", *options], input=data,
                              check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None


def xz(data, size=1 << 20):
    """DATA as the kernel's makefiles let xz pack it."""
    return lzma.compress(data, check=lzma.CHECK_CRC32, filters=[
        {"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": size}])


PACKERS = {"gzip": gzip.compress, "xz": xz, "zstd": zstd}


class Case:
    """A file and what a packer makes of it."""

    def __init__(self, run, kind, plain):
        self.run, self.kind = run, kind
        self.pack = PACKERS[kind]
        self.plain = plain
        self.data = disk.read(plain)
        self.path = run.path("packed-file")

    def said(self, data, command="check", *options):
        """The status and the output of COMMAND for a file with DATA."""
        disk.write(self.path, data)
        return self.run.sfmerge(command, *options, self.path)

    def missing(self):
        """Why the case cannot run, or None."""
        packed = self.pack(b"text")
        if packed is None:
            return "no zstd"
        if "was built without" in self.said(packed)[1]:
            return "built without its library"
        return None

    def alike(self):
        """The same is said as of the plain file."""
        problems = []
        for command, options in (("check", ["--json", "--for=all"]),
                                 ("check", []), ("dump", ["--json"])):
            status, wanted = self.run.sfmerge(command, *options, self.plain)
            if self.kind != "gzip":
                # No command writes such a file, so none is advised.
                wanted = re.sub('"fix":"[^"]*"', '"fix":null', wanted)
            got = self.said(self.pack(self.data), command, *options)
            if (got[0], got[1].replace(self.path, self.plain)) != (
                    status, wanted):
                problems.append(f"{command} {options}: {got[1][:200]}")
        return problems

    def parts(self):
        """Several streams, of those that may have some."""
        at = len(self.data) // 3
        status, text = self.said(self.pack(self.data[:at])
                                 + self.pack(self.data[at:]))
        wanted = self.run.sfmerge("check", self.plain)
        if self.kind == "gzip":
            return [] if status == 2 and "would be lost" in text else [text]
        return [] if status == wanted[0] else [f"{status}: {text}"]

    def damaged(self):
        """Damage is told, and nothing worse happens."""
        packed, problems = self.pack(self.data), []
        for end in sorted({3, 4, 6, 12, len(packed) - 1,
                           *range(20, len(packed), len(packed) // 20)}):
            status, text = self.said(packed[:end])
            if status != 2 or "\n" in text.strip():
                problems.append(f"cut at {end}: {status}: {text}")
        for more in (b"\0", b"signature~Module signature appended~\n"):
            status, text = self.said(packed + more)
            if status != 2:
                problems.append(f"{more} after it: {status}: {text}")
        dice = random.Random(self.kind)
        for _ in range(FLIPS):
            spoiled = bytearray(packed)
            spoiled[dice.randrange(len(packed))] ^= 1 << dice.randrange(8)
            status, text = self.said(bytes(spoiled))
            if status not in (0, 1, 2) or (status == 2 and not text):
                problems.append(f"a bit: {status}: {text}")
        return problems

    def contents(self):
        """What is in it that cannot be read."""
        problems = []
        for data, why in ((b"text", "holds no ELF file"), (b"", "no ELF file"),
                          (self.pack(self.data), "is compressed twice"),
                          (gzip.compress(self.data), "is compressed twice"),
                          (b"!<arch>\n", "a compressed archive: decompress it with")):
            status, text = self.said(self.pack(data))
            if status != 2 or why not in text:
                problems.append(f"{why}: {status}: {text}")
        if self.kind != "xz":
            return problems
        status, text = self.said(xz(self.data, 1 << 29))
        if status != 2 or "bytes of memory to decompress" not in text:
            problems.append(f"a large window: {status}: {text}")
        return problems

    def heads(self):
        """What cannot be read is known by its first bytes: what comes after is
        cut off, and nothing is said of that."""
        noise = random.Random(1).randbytes(300_000)
        far = self.data[:0x28] + struct.pack("<Q", LIMIT + 1) \
            + self.data[0x30:0x40]
        problems = []
        for head, why in ((b"text", "holds no ELF file"),
                          (gzip.compress(b"text"), "is compressed twice"),
                          (b"!<arch>\n", "a compressed archive"),
                          (far, f"more than {LIMIT + 1:#x}; the limit is ")):
            packed = self.pack(head + noise)[:-1000]
            if head == far:
                why += f"{limit(len(packed)):#x}: decompress it with "
            for command in ("check", "dump"):
                status, text = self.said(packed, command)
                if status != 2 or why not in text:
                    problems.append(f"{command} {why}: {status}: {text}")
        return problems

    def parts_of(self, *parts):
        """The beginning of a file that unpacks to PARTS, of which each is
        packed on its own."""
        if self.kind != "gzip":
            packed = {part: self.pack(part) for part in set(parts)}
            return b"".join(packed[part] for part in parts)
        packed = {}
        for part in set(parts):
            window = 31 if part == parts[0] else -15
            packer = zlib.compressobj(9, zlib.DEFLATED, window)
            packed[part] = packer.compress(part) \
                + packer.flush(zlib.Z_FULL_FLUSH)
        return b"".join(packed[part] for part in parts)

    def large(self):
        """A file does not unpack to more than its size is worth, nor to more
        than the limit, in whatever parts, nor with a large window."""
        problems = []
        zeros = (bytes(1 << 20),) * ((LIMIT >> 20) + 1)
        noise = random.Random(2).randbytes(4 << 20)
        for parts in (zeros, (noise, *zeros)):
            packed = self.parts_of(self.data[:64], *parts)
            most = limit(len(packed))
            status, text = self.said(packed)
            if status != 2 or f": its {len(packed):#x} bytes decompress to " \
                    f"more than {most:#x}: decompress it with " not in text:
                problems.append(f"{most:#x}: {status}: {text}")
        if self.kind == "zstd":
            status, text = self.said(zstd(self.data, "--long=28"))
            if status != 2 or "bytes of memory to decompress" not in text:
                problems.append(f"a large window: {status}: {text}")
        return problems

    def found(self):
        """In a directory the contents count; a name without them does, too."""
        folder = self.run.path("packed-" + self.kind)
        os.makedirs(folder, exist_ok=True)
        foreign = self.data[:4] + b"\1" + self.data[5:]
        end = {"gzip": "gz", "xz": "xz", "zstd": "zst"}[self.kind]
        for name, data in (("elf", self.data), ("text." + end, b"text"),
                           ("foreign", foreign), ("text.ko." + end, b"text")):
            disk.write(os.path.join(folder, name), self.pack(data))
        done = subprocess.run([self.run.tool, "check", "-r", "--json", folder],
                              check=False, timeout=60, capture_output=True)
        status, error = done.returncode, done.stderr.decode("utf-8")
        said = json.loads(done.stdout)
        names = [os.path.basename(f["file"]) for f in said["files"]]
        kinds = [f["kind"] is None for f in said["files"]]
        if (names, kinds) != (["elf", "foreign", "text.ko." + end],
                              [False, True, True]):
            return [f"{names} {kinds}: {error}"]
        summary = said["summary"]
        wanted = {"files": 2, "unreadable": 1, "foreign": 1, "compressed": 0,
                  "other_kinds": 1}
        wrong = {name: summary[name] for name in wanted
                 if summary[name] != wanted[name]}
        if wrong or status != 2 or "holds no ELF file" not in error:
            return [f"status {status}: {wrong}: {error[:300]}"]
        return []

    def written(self):
        """What is not written is refused, and stays as it is."""
        packed = self.pack(self.data)
        status, text = self.said(packed, "repair", "-i")
        if self.kind == "gzip":
            return [] if status == 0 else [text]
        if status != 2 or "which is not written" not in text:
            return [f"{status}: {text}"]
        return [] if disk.read(self.path) == packed else ["changed"]


def packed_cases(bench):
    """Files that gzip, xz and zstd compressed: read as what is in them, by
    their contents and not by their names, and refused where they are
    damaged."""
    run = bench.run
    plain = run.path("packed-plain.o")
    source = os.path.join(bench.objects.sources, "link-main.c")
    commands = ([bench.objects.cc, "-O2", "-c", "-I" + os.path.join(
        bench.objects.sources, "../../../include"), source, "-o", plain],
                [run.tool, "synth", "-q", "-i", plain])
    for kind in PACKERS:
        todo = [(f"check/packed/{kind}, {what}", method) for what, method in (
            ("as the plain file", Case.alike), ("in parts", Case.parts),
            ("damaged", Case.damaged), ("contents", Case.contents),
            ("heads", Case.heads), ("large", Case.large),
            ("in a directory", Case.found), ("repair", Case.written))
                if run.wanted(f"check/packed/{kind}, {what}")]
        if not todo:
            continue
        missing = next((text for status, text in map(run.command, commands)
                        if status), None)
        case = None if missing else Case(run, kind, plain)
        missing = missing or case.missing()
        for name, method in todo:
            if missing:
                run.unsupported(name, missing.splitlines()[0])
            else:
                run.result(name, method(case))


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


def sparse_cases(bench):
    """Small files with large holes: refused by every command where headers or
    tables are in them, and read where there is only data."""
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


def without_room(run):
    """No directory takes the temporary files of root's workers, without which
    nothing is read: they are in memory then."""
    name = "check/confined: nowhere to write"
    if not run.wanted(name):
        return
    hide = run.hiding("/tmp")
    wanted = run.sfmerge("check", "/bin/ls")
    if hide is None or run.command([*hide, run.tool, "--version"])[0]:
        run.unsupported(name, "/tmp cannot be hidden")
        return
    done = run.command([*hide, run.tool, "check", "/bin/ls"])
    run.result(name, [] if done == wanted else [f"{done}, not {wanted}"])
