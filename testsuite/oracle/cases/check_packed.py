# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Files that gzip, xz and zstd compressed: read as what is in them, by their
contents and not by their names, and refused where they are damaged."""

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


def cases(bench):
    """All of them."""
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
