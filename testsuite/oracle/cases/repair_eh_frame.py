# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""repair --eh-frame-hdr of programs that throw exceptions, by every linker:
without a table, after objcopy has removed it, and with a table that is wrong.
What unwinds by the table works afterwards, and other tools say no more than
before."""

import os
import re
import shutil
import struct

import disk
import elf
import elf_made
import kernel_eh_model

SOURCE = """
#include <cstdio>
#include <stdexcept>
struct Tell { ~Tell () { puts ("left"); } };
__attribute__ ((noinline)) int
inner (int x)
{
  Tell tell;
  if (x > 0)
    throw std::runtime_error ("thrown");
  return x;
}
__attribute__ ((noinline)) int
outer (int x)
{
  try { return inner (x) + 1; }
  catch (const std::logic_error &) { return 7; }
}
int
main (int argc, char **)
{
  try { outer (argc); }
  catch (const std::exception &e) { puts (e.what ()); return 0; }
  return 1;
}
"""
SAID = "left\nthrown\n"
KINDS = {"pie": ["-pie"], "static": ["-static"], "stripped": ["-pie", "-s"]}
BARE = "-Wl,--no-eh-frame-hdr"
# What reads the table or the frames; what it says of them anew is a problem.
TOOLS = (["readelf", "-lSW", "--debug-dump=frames"],
         ["gdb", "-batch", "-nx", "-ex", "info symbol main"],
         ["llvm-dwarfdump", "--eh-frame"], ["eu-readelf", "-lSw"])


def warnings(run, path):
    """The warnings of other tools about PATH."""
    found = set()
    for words in TOOLS:
        if shutil.which(words[0]):
            _, text = run.command([*words, path])
            found |= {line.replace(path, "it") for line in text.splitlines()
                      if re.search("(?i)(warning|error): ", line)}
    return found


def stale(path, out):
    """OUT becomes PATH with a table for another .eh_frame."""
    patch = elf_made.Patch(path)
    segment = patch.image.segment_of(elf.PT_GNU_EH_FRAME)
    count, = struct.unpack_from("<I", patch.data, segment.offset + 8)
    for idx in range(count):
        at = segment.offset + 12 + 8 * idx
        start, = struct.unpack_from("<i", patch.data, at)
        patch.put("i", at, start + 0x40)
    patch.write(out)


def short(path, out):
    """OUT becomes PATH with the header of .eh_frame_hdr and no more."""
    patch = elf_made.Patch(path)
    segment = patch.image.segment_of(elf.PT_GNU_EH_FRAME)
    patch.put("BB", segment.offset + 2, 0xFF, 0xFF)
    patch.data[segment.offset + 8:segment.offset + segment.filesz] = bytes(
        segment.filesz - 8)
    patch.segment(segment, filesz=8, memsz=8)
    for section in patch.image.named(".eh_frame_hdr"):
        patch.header(section, size=8)
    patch.write(out)


class Thrower:
    """The program, as LINKER makes it."""

    def __init__(self, bench, linker, kind):
        self.bench, self.run = bench, bench.run
        self.linker, self.kind = linker, kind

    def link(self, name, *more):
        """Link it; the path, or None."""
        source, path = self.run.path("throw.cc"), self.run.absent(name)
        disk.write(source, SOURCE)
        status, text = self.run.command(
            [self.bench.objects.cxx, "-O2", *self.linker.flags,
             *KINDS[self.kind], *more, "-o", path, source])
        return (None if status else path), text

    def wrong(self):
        """Name: an image whose table is wrong."""
        bare, _ = self.link("bare", BARE)
        path, _ = self.link("whole")
        removed, moved, cut = (self.run.absent(n) for n in (
            "removed", "stale", "short"))
        found = {"no table": bare}
        if not path or not elf.Elf(path).segment_of(elf.PT_GNU_EH_FRAME):
            return found
        stale(path, moved)
        short(path, cut)
        found.update({"stale": moved, "short": cut})
        if not self.run.command(["objcopy", "-R", ".eh_frame_hdr", path,
                                 removed])[0]:
            found["removed"] = removed
        return found

    def whole(self):
        """Problems with what becomes of an image that is right."""
        path, text = self.link("whole")
        out = self.run.absent("kept")
        if not path or not elf.Elf(path).segment_of(elf.PT_GNU_EH_FRAME):
            return [f"no image: {text}"] if not path else []
        status, text = self.run.sfmerge("repair", "--eh-frame-hdr", "-o", out,
                                        path)
        same = not status and disk.read(out) == disk.read(path)
        return [] if same else [f"not untouched: {status}: {text}"]

    def mended(self, path):
        """Problems with what becomes of PATH."""
        out, again = self.run.absent("mended"), self.run.absent("again")
        before = warnings(self.run, path)
        status, text = self.run.sfmerge("repair", "--eh-frame-hdr", "-o", out,
                                        "--grow=move-phdrs", path)
        if status:
            return [f"status {status}: {text}"]
        problems = table_problems(elf.Elf(out))
        status, said = self.run.command([out])
        if status or said != SAID:
            problems.append(f"run: {status}: {said}")
        problems += [f"says {line}" for line in sorted(
            warnings(self.run, out) - before)]
        self.run.sfmerge("repair", "--eh-frame-hdr", "-o", again, out)
        if disk.read(again) != disk.read(out):
            problems.append("a second run changes it")
        # gold's section has a type of its own, SHT_X86_64_UNWIND.
        if path == self.run.path("stale") and self.linker.name != "gold" \
                and disk.read(out) != disk.read(self.run.path("whole")):
            problems.append("not what the linker made")
        return problems


def table_problems(file):
    """Problems with the table of FILE: it must list what .eh_frame has."""
    wanted = sorted(
        (r[0].addr, at) for at, r in kernel_eh_model.records(file).items()
        if r[0].size and file.in_code(r[0].addr, r[0].size))
    try:
        table = kernel_eh_model.table_of(file)
    except kernel_eh_model.Dropped as why:
        return [str(why)]
    return [] if sorted(table) == wanted else [
        f"{len(table)} entries, {len(wanted)} FDEs"]


def eh_frame_cases(bench):
    """Every linker, every kind."""
    for linker in bench.linkers:
        for kind in KINDS:
            name = f"repair/eh-frame-hdr/{linker.name}/{kind}"
            if not bench.run.wanted(name):
                continue
            thrower = Thrower(bench, linker, kind)
            problems = thrower.whole()
            for what, path in thrower.wrong().items():
                problems += [f"{what}: {p}" for p in thrower.mended(path)] \
                    if path and os.path.exists(path) else [f"{what}: no image"]
            bench.run.result(name, problems)
