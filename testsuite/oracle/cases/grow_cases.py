#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Link programs with every linker here so that `sfmerge link` has to make room,
verify what it does, run it, and let other programs rewrite it.

    grow_cases.py --sfmerge TOOL --sources DIR --folder DIR
                  [--toolchains DIR] [--library FILE] [--only TEXT]

The image is linked of objects of which all, one or none have .sframe; all have
it when sfmerge sees them.  What must be possible follows from the image.
"""

import os
import shutil
import sys

import disk
import elf
import grow_after
import grow_far
import grow_physical
import grow_rules
import grow_special
import grown
import link_bench
import sframe
import toolchain
import verify

KINDS = ("pie", "no-pie", "static", "static-pie", "shared")
STAYS = ("slot", "pages")  # the table does
PLT_MOST = 128  # bytes that functions of PLT code take, and alignment
MODES = ("none", "slot", "pages", "move-phdrs")


class Case:
    """An image, of objects WITH .sframe: "all", "one" or "none"."""

    def __init__(self, bench, linker, kind, version, having):
        self.build = link_bench.Build(bench, linker, kind, version)
        self.bench, self.run = bench, bench.run
        self.name = f"grow/{linker.name}/{kind}/{having}"
        self.having = having
        self.slot = None  # the output, if that mode serves everything
        self.full = self.build.inputs
        folder = self.run.path("objects")
        os.makedirs(folder, exist_ok=True)
        self.build.inputs = [os.path.join(folder, f"{i}.o")
                             for i in range(len(self.full))]

    def link(self):
        """Make the image; what the linker said if it did not."""
        for idx, (full, path) in enumerate(zip(self.full, self.build.inputs)):
            shutil.copy(full, path)
            if self.having == "none" or (self.having == "one" and idx):
                self.run.command(["objcopy", "--remove-section=.sframe",
                                  "--remove-section=.rela.sframe", path])
        said = self.build.link()
        for full, path in zip(self.full, self.build.inputs):
            shutil.copy(full, path)
        return said

    def finish(self, mode):
        """sfmerge link; (status, text, output)."""
        out = self.run.path("grown")
        disk.remove(out)
        status, text = self.run.sfmerge(
            "link", "-v", "--grow=" + mode, "--from-map=" + self.build.map,
            "-o", out, self.build.image, *self.build.inputs)
        return status, text, out

    def expect(self, image, mode, method, status):
        """Problems with what was done: METHOD."""
        wanted = []
        fits = self.build.need() <= self.build.room()
        had = image.segment_of(elf.PT_GNU_SFRAME)
        given_up = ".sframe" if image.named(".sframe") else None
        segment = grow_rules.can_add_segment(image, given_up, mode != "slot")
        header = segment or not grow_rules.needed(image, False)
        entry = grow_rules.grows(image, grow_rules.needed(image, False),
                                 given_up, mode != "slot")
        tail = entry and self.build.need() + PLT_MOST <= grow_rules.tail(
            image, mode != "slot")
        if mode == "none" and method not in ("none", None):
            wanted.append("nothing, as nothing is allowed")
        if status and fits:
            wanted.append("an output, as the section fits")
        if mode in STAYS and method is None and (segment or tail):
            wanted.append("a new segment, or the free end of one")
        if mode in STAYS and not had and method == "none" and (header
                                                               or tail):
            wanted.append("a header")
        if mode in STAYS and method == "segment" and not segment:
            wanted.append("no segment, as the table cannot grow")
        if method == "tail" and not entry:
            wanted.append("no header, as the table cannot grow")
        if mode in STAYS and method == "moved-phdrs":
            wanted.append("a table that stays")
        if mode == "move-phdrs" and (method is None
                                     or not had and method == "none"):
            wanted.append("a moved table at least")
        if mode == "move-phdrs" and method == "moved-phdrs" and segment:
            wanted.append("a table that stays, as it can")
        return [f"{method or 'nothing'} was done; wanted: {w}"
                for w in wanted]

    def check(self, mode):
        """One mode.  Returns the output and the method."""
        image = elf.Elf(self.build.image)
        status, text, out = self.finish(mode)
        method, pages, problems = None, 0, verify.Problems()
        if status == 0:
            try:
                result = elf.Elf(out)
                found, _ = verify.verify(image, result, self.build.objects(),
                                         verify.Options())
                problems += found
                growth = grown.Grown(image, result, problems)
                method, pages = growth.method(), growth.pages
                self.served(mode, text, result, pages, problems)
                self.run.verified += 1
            except (sframe.Broken, ValueError, OSError) as error:
                problems.append(str(error))
            after = self.bench.execute(self.build, out)
            if after != self.build.before:
                problems.append(f"the program gives {after}, gave "
                                f"{self.build.before}")
            if (method == "moved-phdrs") != ("run strip before" in text):
                problems.append("the note on strip")
            if method == "none" and not result.segment_of(
                    elf.PT_GNU_SFRAME) and "no PT_GNU_SFRAME" not in text:
                problems.append("the missing header is not said")
        elif status != 1 or os.path.exists(out) or (
                mode in STAYS and "move-phdrs" not in text):
            problems.append(f"exit status {status}, or a poor message")
        problems += self.expect(image, mode, method, status)
        self.run.result(f"{self.name}: {mode}", problems, text)
        return out, method and method + (" and pages" if pages else "")

    def served(self, mode, text, out, pages, problems):
        """Nothing is inserted where a slot is enough, and in no other
        mode."""
        whole = out.segment_of(elf.PT_GNU_SFRAME) and (
            "there is no room for it" not in text)
        if mode == "slot" and whole:
            self.slot = out.data
        if self.slot and mode in ("pages", "move-phdrs") and (
                out.data != self.slot):
            problems.say(f"--grow={mode} does more than slot, needlessly")
        if pages and mode not in ("pages", "move-phdrs"):
            problems.say(f"{pages} bytes were inserted")


def cases(bench, linker, kind, counts):
    """All of one kind by one linker."""
    version = linker.merges() or "v2"
    done = set()
    for having in ("all", "one", "none"):
        case = Case(bench, linker, kind, version, having)
        if not bench.run.wanted(case.name):
            continue
        refusal = case.link()
        if refusal:
            bench.run.unsupported(case.name, "the linker refuses")
            continue
        for mode in MODES:
            out, method = case.check(mode)
            key = linker.name, mode, method or "refused"
            counts[key] = counts.get(key, 0) + 1
            if method not in (None, "none") and (mode, method) not in done:
                done.add((mode, method))
                grow_after.all_programs(bench, case, out, method)


def main():
    """The command."""
    bench = link_bench.Bench(toolchain.parser().parse_args())
    counts = {}
    if not bench.objects.usable():
        bench.run.unsupported("grow", "no compiler that writes .sframe")
        return bench.run.end()
    for linker in bench.linkers:
        for kind in KINDS:
            cases(bench, linker, kind, counts)
    grow_special.all_cases(bench)
    grow_physical.all_cases(bench)
    grow_far.all_cases(bench.run)
    for (linker, mode, method), count in sorted(counts.items()):
        print(f"note: {linker}: --grow={mode}: {method} {count}")
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
