# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Right images with one thing wrong: `sfmerge check` finds that, and nothing
else than what it brings along."""

import shutil
import struct

import defects
import disk
import ehframe
import elf
import link_bench
from check_classes import Checked
from elf_made import Patch

SHN_ABS, SHT_PROGBITS, PT_NULL = 0xFFF1, 1, 0
# Of a section header, a program header and an FDE of version 3.
SH_FLAGS, FDE_SIZE = 8, 8
PCREL = 4
SHF_WRITE, SHF_ALLOC, SHF_COMPRESSED = 1, 2, 0x800
# Where a function moves that is none: no number of bytes divides these.
ODD = (1, 3, 2)


class Broken:
    """A copy of an image that is right, to be broken."""

    def __init__(self, path):
        self.patch = Patch(path)
        self.image = self.patch.image
        self.section, = [s for s in self.image.named(".sframe") if s.size]
        self.segment = self.image.segment_of(elf.PT_GNU_SFRAME)
        detector = defects.Detector(self.image)
        self.place, = detector.places
        self.piece, = self.place.pieces
        self.in_plt = detector.evidence.in_plt
        self.addrs = [(self.base(f) + f.raw) % (1 << 64)
                      for f in self.piece.functions]

    def base(self, func):
        """What the start of FUNC is relative to."""
        return self.place.addr + (func.field if self.piece.flags & PCREL
                                  else 0)

    def header(self, form, offset, *values):
        """Write VALUES at OFFSET of the piece."""
        self.patch.put(form, self.place.offset + offset, *values)

    def move(self, func, addr):
        """Let FUNC be at ADDR."""
        self.header("q" if self.piece.version == 3 else "i", func.field,
                    addr - self.base(func))

    def ordinary(self):
        """Functions and addresses that are no linker-generated code."""
        return [(f, a) for f, a in zip(self.piece.functions, self.addrs)
                if not self.in_plt(a)]

    def rename(self, section, text):
        """Call SECTION by TEXT, which takes the place of names of other
        sections that nobody looks for."""
        strings = self.image.sections[self.image.shstrndx]
        spare = next(s for s in self.image.sections
                     if s.name.startswith(".note.gnu.property")
                     or s.name.startswith(".note.gnu.build-id"))
        at = strings.offset + spare.name_off
        self.patch.data[at:at + len(text) + 1] = text.encode() + b"\0"
        self.patch.header(section, name_off=spare.name_off)


def wrong_type(it):
    """The section is SHT_PROGBITS."""
    it.patch.header(it.section, type=SHT_PROGBITS)


def flags(it, value):
    """Let the section have the flags VALUE."""
    at = it.image.shoff + it.section.idx * it.image.shentsize
    it.patch.put("Q", at + SH_FLAGS, value)


def not_loaded(it):
    """The section has no SHF_ALLOC."""
    flags(it, 0)


def compressed(it):
    """The section has SHF_COMPRESSED."""
    flags(it, SHF_ALLOC | SHF_COMPRESSED)


def writable(it):
    """The section has SHF_WRITE."""
    flags(it, SHF_ALLOC | SHF_WRITE)


def executable(it):
    """The section has SHF_EXECINSTR."""
    flags(it, SHF_ALLOC | elf.SHF_EXECINSTR)


def no_bits(it):
    """The section has no bytes in the file."""
    it.patch.header(it.section, type=elf.SHT_NOBITS)


def other_name(it):
    """The section has another name, and the type tells what it is."""
    it.rename(it.section, ".formerly")


def other_name_and_type(it):
    """The section has another name and type."""
    it.rename(it.section, ".formerly")
    it.patch.header(it.section, type=SHT_PROGBITS)


def two_names(it):
    """A second section of the name has other bytes of the image."""
    other = next(s for s in it.image.sections if s.name == ".eh_frame_hdr")
    it.patch.header(other, name_off=it.section.name_off)


def no_headers(it):
    """There are no section headers."""
    it.patch.without_headers()


def no_segment(it):
    """There is no PT_GNU_SFRAME."""
    it.patch.segment(it.segment, type=PT_NULL)


def short_segment(it):
    """PT_GNU_SFRAME ends too early."""
    it.patch.segment(it.segment, filesz=it.segment.filesz - 8)


def long_segment(it):
    """PT_GNU_SFRAME ends too late."""
    it.patch.segment(it.segment, filesz=it.segment.filesz + 8)


def other_segment(it):
    """PT_GNU_SFRAME begins elsewhere."""
    it.patch.segment(it.segment, vaddr=it.segment.vaddr + 8)


def no_function(it):
    """A function is where nothing begins, in the middle of another."""
    func, addr = max(it.ordinary(), key=lambda f: f[0].size)
    it.move(func, addr + 1)


def other_size(it):
    """A function has another size than .eh_frame has."""
    func, _ = next(f for f in it.ordinary()
                   if f[0].rows and f[0].rows[-1][0] + 1 < f[0].size)
    it.header("I", func.field + FDE_SIZE, func.size - 1)


def data(it):
    """The last function is not in code."""
    func = it.piece.functions[-1]
    end = max(s.vaddr + s.memsz for s in it.image.loads())
    it.move(func, end - func.size)


def discarded(it):
    """The first function is at address 0."""
    it.move(it.piece.functions[0], 0)


def discarded_field(it):
    """A function has the start 0, the flag of sorting is clear."""
    func, _ = it.ordinary()[2]
    it.header("q", func.field, 0)
    it.header("B", 3, it.piece.flags & ~1)


def shifted(it):
    """Every start is off by the same distance."""
    for func, addr in zip(it.piece.functions, it.addrs):
        it.move(func, addr + 0x123450)


def elsewhere(it):
    """Every start is off, each by its own distance."""
    for idx, (func, addr) in enumerate(zip(it.piece.functions, it.addrs)):
        it.move(func, addr + ODD[idx % len(ODD)])


def zeroed(it):
    """Most starts are zero and the bytes after them overwritten."""
    for func in it.piece.functions[len(it.piece.functions) // 4:]:
        it.header("q", func.field, 0)
    first = it.piece.functions[0]
    it.header("4s", it.piece.fres + first.fre_off + 5, b"\xff\xff\xff\xff")


def half(it):
    """The second half of the functions is gone."""
    rest = it.piece.functions[len(it.piece.functions) // 2:]
    gone = {f.idx for f in rest}
    # The rows of others may lie after.
    it.header("I", 8, it.piece.num_fdes - len(gone))
    it.header("I", 12, it.piece.num_fres - sum(f.num for f in rest))


def nothing(it):
    """A header and no function."""
    it.header("IIIII", 8, 0, 0, 0, 0, 0)
    end = it.place.offset + it.piece.end
    begin = it.place.offset + 28
    it.patch.data[begin:end] = bytes(end - begin)


def false_rows(it):
    """The first row of a function of linker-generated code has another CFA."""
    func = next(f for f, a in zip(it.piece.functions, it.addrs)
                if it.in_plt(a))
    # Attributes, start and info byte are before the first word.
    at = it.place.offset + it.piece.fres + func.fre_off + 5
    at += struct.calcsize("BHI"[func.kind]) + 1
    it.patch.data[at] += 8


# What is done, and the findings that it makes.
BROKEN_BREAKS = (
    (wrong_type, {"section-type"}),
    (not_loaded, {"section-flags"}),
    (compressed, {"section-flags"}),
    (writable, {"section-access"}),
    (executable, {"section-access"}),
    (no_bits, {"section-nobits"}),
    (other_name, set()),
    (other_name_and_type, {"no-section", "segment-stale"}),
    (two_names, {"several-sections", "section-type", "bad-magic"}),
    (no_headers, {"no-section-headers"}),
    (no_segment, {"segment-missing"}),
    (short_segment, {"segment-short"}),
    (long_segment, {"segment-long"}),
    (other_segment, {"segment-stale"}),
    (no_function, {"function-contradicted",
                   "functions-left-out"}),
    (other_size, {"function-contradicted", "functions-left-out"}),
    (data, {"function-not-code", "functions-left-out"}),
    (discarded, {"dead-function", "plt-uncovered"}),
    (discarded_field, {"dead-function", "functions-left-out",
                       "sorted-flag-clear"}),
    (shifted, {"describes-nothing", "function-not-code", "plt-uncovered"}),
    (elsewhere, {"addresses-unknown", "describes-nothing",
                 "functions-overlap", "plt-uncovered"}),
    (zeroed, {"clobbered", "describes-nothing", "functions-overlap",
              "row-size-code", "plt-uncovered"}),
    (half, {"functions-left-out", "fre-unused", "not-packed"}),
    (nothing, {"describes-nothing", "plt-uncovered", "unused-bytes"}),
    (false_rows, {"plt-wrong-rows"}),
)


def broken(bench, linker, build):
    """Each of BREAKS done to the image of BUILD."""
    run = bench.run
    before = Checked(run, build.image)
    run.result(f"check/broken/{linker.name}: nothing is wrong before",
               before.problems + sorted(before.names("warning", "error")))
    for function, wanted in BROKEN_BREAKS:
        name = (f"check/broken/{linker.name}: "
                + function.__doc__.splitlines()[0].rstrip("."))
        if not run.wanted(name):
            continue
        it = Broken(build.image)
        function(it)
        checked = Checked(run, it.patch.write(run.path("broken")))
        seen = checked.names() - before.names()
        problems = checked.problems[:]
        if seen != wanted:
            problems.append(f"{sorted(seen)}, not {sorted(wanted)}")
        run.result(name, problems, "" if not problems else checked.text)


def numbered(bench, linker, build):
    """Places in several sections have their numbers."""
    run = bench.run
    name = f"check/broken/{linker.name}: the numbers of sections"
    if not run.wanted(name):
        return
    it = Broken(build.image)
    two_names(it)
    path = it.patch.write(run.path("broken"))
    other, = [s.idx for s in elf.Elf(path).named(".sframe")
              if s.idx != it.section.idx]
    text = run.sfmerge("check", path)[1]
    checked = Checked(run, path)
    numbers = {f["name"]: f.get("number") for f in checked.findings}
    run.result(name, checked.problems + (
        [] if f"bad-magic: .sframe[{other}]+0x0: " in text
        and numbers["bad-magic"] == numbers["section-type"] == other
        else [f"{numbers}, not {other}"]), text)


def unknown(bench, linker):
    """A function that has no symbol, and none of .eh_frame."""
    run, objects = bench.run, bench.objects
    name = f"check/broken/{linker.name}: a function that nothing knows"
    build = link_bench.Build(bench, linker, "pie", "v3")
    build.inputs[1] = objects.get("link-part.c", "v3", "bare", 1)
    if None in build.inputs or build.link() or not run.wanted(name):
        return
    before = Checked(run, build.image)
    patch = Patch(build.image)
    symbols = patch.image.symbols()
    frames = {f.addr for f in ehframe.read(patch.image)}
    addr, size = next((s.value, s.size) for s in symbols
                      if s.type == elf.STT_FUNC and s.size
                      and s.name.startswith("part1_")
                      and s.value not in frames)
    for table in patch.image.sections:
        if table.type not in (elf.SHT_SYMTAB, elf.SHT_DYNSYM):
            continue
        for at in range(table.offset, table.offset + table.size, 24):
            if patch.image.unpack("Q", at + 8)[0] == addr:
                patch.put("H", at + 6, SHN_ABS)
    checked = Checked(run, patch.write(run.path("broken")))
    more = dict(checked.count - before.count)
    told = [f["text"] for f in checked.findings
            if f["name"] == "function-unknown"]
    problems = checked.problems + (
        [] if more == {"function-unknown": 1}
        and f"{addr:#x} of size {size:#x}" in told[0]
        else [f"{more}: {told}"])
    run.result(name, problems)


def broken_cases(bench):
    """All of them."""
    for linker_name in ("gold", "lld"):
        linker = link_bench.the_linker(bench, linker_name)
        if linker:
            unknown(bench, linker)
    for linker_name in ("ld", "ld-2.47"):
        linker = link_bench.the_linker(bench, linker_name)
        name = f"check/broken/{linker_name}"
        if not linker:
            continue
        build = link_bench.clean(bench, name, linker, "pie", "v3")
        if build:
            broken(bench, linker, build)
            numbered(bench, linker, build)


SOURCE = """
int t (int n);
__attribute__ ((noinline)) int first (int n) { return t (n) + t (n + 1); }
__attribute__ ((noinline)) int t (int n) { return first (n - 1) * 3; }
__attribute__ ((noinline)) int last (int n) { return first (n) + t (n * 5); }
void _start (void) { last (t (1)); }
"""
COMPILERS = ("gcc", "aarch64-linux-gnu-gcc")
KINDS = ("-static-pie", "-shared")
VERSIONS = ("v2", "v2-pcrel", "v3")


def resize(it, func, size):
    """Let FUNC have SIZE bytes."""
    it.header("I", func.field + (8 if it.piece.version == 3 else 4), size)


def ends(it):
    """The functions at the lowest and the highest address."""
    pairs = sorted(zip(it.addrs, it.piece.functions), key=lambda p: p[0])
    return pairs[0], pairs[-1]


def after(it):
    """The last function is one byte later."""
    addr, func = ends(it)[1]
    it.move(func, addr + 1)


def before(it):
    """The first function is one byte earlier."""
    addr, func = ends(it)[0]
    it.move(func, addr - 1)


def longer(it):
    """The last function has one byte more than the code."""
    _, func = ends(it)[1]
    resize(it, func, func.size + 1)


def headers(it):
    """The first function is in the headers of the file."""
    _, func = ends(it)[0]
    it.move(func, 0x20)


def at_zero(it):
    """A function at 0, as discarded ones are, reaches into the code."""
    addr, func = ends(it)[0]
    it.move(func, 0)
    resize(it, func, addr + func.size)


EDGES_BREAKS = (after, before, longer, headers, at_zero)


def program(run, compiler, kind):
    """An image whose code begins below 0x1000; None: there is no compiler."""
    if not shutil.which(compiler):
        return None
    source, image = run.path("edges.c"), run.path("edges")
    disk.write(source, SOURCE)
    status, text = run.command(
        [compiler, "-O1", "-fPIC", "-fno-optimize-sibling-calls", "-nostdlib",
         kind, "-Wl,-z,noseparate-code", "-Wl,--build-id=none", "-o", image,
         source])
    return None if status else image


def mended(run, broken, version, *command):
    """Problems with what COMMAND makes of BROKEN."""
    out = run.absent("mended")
    status, text = run.sfmerge(*command, "-o", out, "--to=" + version, broken)
    if status:
        return [f"{command}: status {status}: {text[:200]}"]
    seen = Checked(run, out)
    return [f"{command}: {problem}" for problem in
            seen.problems + sorted(seen.names("error", "warning"))]


def spoiled(run, name, right, version, function):
    """FUNCTION done to the image RIGHT, and what the commands say of it."""
    it = Broken(right)
    function(it)
    broken = it.patch.write(run.path("broken"))
    seen = Checked(run, broken)
    problems = seen.problems[:]
    if "function-not-code" not in seen.names("error"):
        problems.append(f"check finds {sorted(seen.names())}")
    if run.sfmerge("check", "-q", "--for=libsframe-2.46", broken)[0] != 1:
        problems.append("check finds no fault for a reader")
    for command in ("synth", "repair"):
        problems += mended(run, broken, version, command)
    run.result(name, problems, "" if not problems else seen.text)


def edges_cases(bench):
    """All of them."""
    run = bench.run
    for compiler in COMPILERS:
        for kind in KINDS:
            image = program(run, compiler, kind)
            for version in VERSIONS:
                name = f"check/edges: {compiler} {kind} {version}"
                right = run.path("right")
                if image is None:
                    run.unsupported(name, f"no {compiler}")
                    continue
                disk.remove(right)
                status, text = run.sfmerge("synth", "-q", "--to=" + version,
                                           "-o", right, image)
                run.result(name, Checked(run, right).problems if status == 0
                           else [text])
                for function in EDGES_BREAKS:
                    told = function.__doc__.splitlines()[0].rstrip(".")
                    if run.wanted(f"{name}: {told}"):
                        spoiled(run, f"{name}: {told}", right, version,
                                function)
