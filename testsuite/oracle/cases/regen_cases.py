#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Let `sfmerge link` complete the images of the corpus that lack functions,
with the inputs that they were made of.

Each in two ways.  The image as it is: where the table of program headers can
stay, a new segment is made; else that is refused, and --grow=move-phdrs moves
the table.  And the inputs linked once more, by a linker of this machine, with
the object that makes room."""

import os
import shutil
import sys

import corpus_image
import disk
import elf
import expect
import grow_rules
import grown
import outputs
import repair_check
import runner
import verify
from toolchain import linkers

# Variant of the corpus's links: flags for one more link.
FLAGS = {"gc": ["-Wl,--gc-sections"], "shared": ["-shared"]}


class Case(repair_check.Case):
    """An image that lacks functions."""

    def options(self, run):
        """What says where the inputs' functions went, if nothing in the
        image does."""
        if not self.sibling:
            return []
        placed, _ = expect.bases(self.named, self.objects)
        text = corpus_image.fabricate(self.objects, placed, corpus_image.gnu)
        path = run.path("regen.map")
        disk.write(path, text or "")
        return ["--from-map=" + path]

    def link(self, run, out, *options):
        """sfmerge link of all inputs to OUT."""
        disk.remove(out)
        return run.sfmerge("link", *self.options(run), *options, "-o", out,
                           self.path, *self.inputs)

    def complete(self, run, out):
        """Problems of OUT, which must have all functions."""
        made = elf.Elf(out)
        problems = repair_check.verified(
            run, self.image, made, self.objects, "v3", symbols=self.sibling)
        problems += repair_check.lacking(made, self.sibling, self.expected)
        if not made.segment_of(elf.PT_GNU_SFRAME) and not (
                repair_check.header_impossible(self.image, made)):
            problems.append("no PT_GNU_SFRAME")
        if self.behaviour(run, out) != self.behaviour(run, self.path):
            problems.append("it does not run as before")
        return problems


def as_it_is(run, case, counts):
    """The image, with room made in it."""
    out = run.path("out")
    given_up = repair_check.given_up(case.image)
    place = max((len(p.data) for p in case.detector.places), default=0)
    need = case.needs()[0]
    status, text = case.link(run, out)
    problems, said = [], ""
    if status == 0:
        problems = case.complete(run, out)
        method = grown.Grown(case.image, elf.Elf(out),
                             verify.Problems()).method()
    elif (grow_rules.can_add_segment(case.image, given_up)
          or need <= place):
        problems = [f"exit status {status}, though there is room"]
        method = "refused"
    else:
        problems = outputs.refused(status, text, out, [])
        if "--grow=move-phdrs" not in text or "reserve" not in text:
            problems.append("the message does not say what helps")
        said = text
        status, text = case.link(run, out, "--grow=move-phdrs")
        problems += ([f"moving the table: exit status {status}"] if status
                     else case.complete(run, out))
        method = "moved table"
    counts[method] = counts.get(method, 0) + 1
    run.result(f"{case.name}: completed ({method})", problems, said + text)
    disk.remove(out)


def variant(case):
    """The corpus's name for how the image was linked."""
    return os.path.basename(os.path.dirname(case.file)).split("-")[-1]


def relinked(run, case, first, compilers, image, room):
    """Link the inputs of CASE and ROOM to IMAGE by linker number FIRST or the
    next that does it; its name."""
    cxx = variant(case) == "cxx"
    flags = FLAGS.get(variant(case), ["-pie"])
    for step in range(len(run.linkers)):
        linker = run.linkers[(first + step) % len(run.linkers)]
        status, _ = run.command([
            compilers[cxx], *linker.flags, *flags, "-o", image,
            *case.inputs, room])
        if status == 0 and os.path.exists(image):
            return linker.name
        disk.remove(image)
    return None


def once_more(run, case, first, compilers):
    """The inputs linked with room, by linker number FIRST, then completed."""
    name = f"{case.name}: linked with a reserve"
    image, room, out = (run.path(n) for n in ("image", "room.o", "out"))
    for path in (image, room, out):
        disk.remove(path)
    status, text = run.sfmerge("reserve", "-o", room, *case.inputs)
    if status:
        run.result(name, [f"reserve: exit status {status}"], text)
        return
    by_whom = relinked(run, case, first, compilers, image, room)
    if not by_whom:
        run.unsupported(name, "every linker refuses")
        return
    status, text = run.sfmerge("link", "-o", out, image, *case.inputs)
    problems = [f"{by_whom}: exit status {status}"] if status else []
    if not status:
        before, made = elf.Elf(image), elf.Elf(out)
        expected, _ = expect.functions(before, case.objects)
        problems += repair_check.verified(run, before, made, case.objects,
                                          "v3")
        problems += repair_check.lacking(made, None, expected)
        if not made.segment_of(elf.PT_GNU_SFRAME) and not (
                repair_check.header_impossible(before, made)):
            problems.append("no PT_GNU_SFRAME")
        if not expected:
            problems.append("the oracle finds no function")
        if case.behaviour(run, image) != case.behaviour(run, out):
            problems.append("it does not run as before")
    run.result(name, problems, f"{by_whom}\n{text}")
    for path in (image, room, out):
        disk.remove(path)


def main():
    """The command."""
    options = runner.parser("--corpus")
    options.add_argument("--toolchains")
    options.add_argument("--cc", default="gcc")
    options.add_argument("--cxx", default="g++")
    args = options.parse_args()
    run = runner.Runner(args.sfmerge, args.folder, args.only)
    run.linkers = linkers(args.toolchains or "")
    compilers = {False: args.cc, True: args.cxx}
    can_link = run.linkers and os.uname().machine == "x86_64" and all(
        shutil.which(c.split()[0]) for c in compilers.values())
    lines = disk.manifest(args.corpus)
    counts, linked = {}, set()
    for number, line in enumerate(lines):
        state = (line.get("with_inputs") or {}).get("state") or ""
        if not state.startswith("REGEN") or line["type"] == "REL" or (
                not run.wanted(line["file"])):
            continue
        case = Case(args.corpus, line, number)
        as_it_is(run, case, counts)
        key = (tuple(case.inputs), variant(case) == "gc")
        if can_link and key not in linked:
            linked.add(key)
            once_more(run, case, len(linked), compilers)
    for method, count in sorted(counts.items()):
        print(f"note: {count} completed by: {method}")
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
