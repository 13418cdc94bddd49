#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Random links: look for wrong rows and silent losses of `sfmerge link`.

A seed is a link; four in a row are links of the same units.  A row is wrong
if .eh_frame says another at its address.  A loss is silent if an input was
linked as it is given, a function of it is in the image, as a link of marked
twins shows, but not in the output, and nothing says so.  What was compiled
anew since the link may be left out; its rows are wrong rows elsewhere.

--only-seed repeats one link, and shows what was drawn and said.  --no-frames
takes .eh_frame from the images before sfmerge gets them, as kernels have
none.  --damaged: a seed is a damaged file, of a corpus or of this system, and
a command (campaign_damage.py)."""

import collections
import os
import re
import sys

import disk
import elf
import sframe
import toolchain
from campaign_damage import Damaged
from campaign_judge import Judge
from campaign_links import CompileError, Link, Plan, STALE, World
from elf_made import Patch
from runner import Runner

COLUMNS = ("links", "runs", "exact", "exit 0", "wrong row", "silent loss", "damage",
           "needless")
# Shares of all links, and of the runs with nothing but what was linked: of
# their refusals only a great number is a failure.  Of a sample of a few links
# the share of hard ones says nothing.
MIN_HARD, MAX_NO_TRUTH, MAX_NEEDLESS = .30, .02, .35
MIN_LINKS = 12


class Totals:
    """Counts."""

    def __init__(self):
        self.strata = collections.defaultdict(collections.Counter)
        self.causes = collections.defaultdict(dict)
        self.refusals = collections.defaultdict(list)
        self.lost = collections.defaultdict(list)
        self.hard = 0

    def _count(self, strata, column):
        for word in ["all", *dict.fromkeys(strata)]:
            self.strata[word][column] += 1

    def not_linked(self, seed, strata, why):
        """The linker refused, or there is no truth."""
        lines = (why or "?").strip().split("\n")
        errors = [line for line in lines if "error" in line] or lines
        text = re.sub(r"0x[0-9a-f]+|\d+", "N", errors[0])[:90]
        self.lost[text].append(seed)
        self._count(strata, "not linked")

    def linked(self, strata, hard):
        """A link; HARD: whether it has a static name twice, a cold part and
        an object that was compiled anew."""
        self._count(strata, "links")
        self.hard += all(hard)

    def run(self, strata, status, exact):
        """One run of sfmerge, without --partial; EXACT: all that it was given
        is what was linked."""
        self._count(strata, "runs")
        if exact:
            self._count(strata, "exact")
        self._count(strata, f"exit {status}")

    def needless(self, seed, strata, text):
        """It failed though all inputs were what was linked."""
        self._count(strata, "needless")
        errors = [line for line in text.split("\n") if "error" in line]
        told = (errors or text.strip().split("\n"))[-1]
        told = re.sub(r"^sfmerge: (error: )?\S+: ", "", told)
        self.refusals[re.sub(r"0x[0-9a-f]+|\d+", "N", told)[:90]].append(seed)

    def found(self, seed, strata, what, findings):
        """What is wrong with one output."""
        for kind in {f.what for f in findings}:
            self._count(strata, kind)
        for finding in findings:
            seeds = self.causes[finding.what, finding.cause(what)]
            seeds.setdefault(seed, what)

    def tell(self):
        """Print everything."""
        print("note: " + " " * 18 + " ".join(f"{c:>11}" for c in COLUMNS))
        for word, counts in sorted(
                self.strata.items(), key=lambda item: -item[1]["links"]):
            print("note: " + f"{word:>18}"[:18] + " ".join(
                f"{counts[c]:>11}" for c in COLUMNS))
        print(f"note: {self.hard} links have a static name twice, a cold part"
              " and an object that was compiled anew")
        for (kind, cause), seeds in sorted(
                self.causes.items(), key=lambda item: -len(item[1])):
            some = " ".join(map(str, list(seeds)[:12]))
            print(f"note: {kind}, {cause}: {len(seeds)} links: {some}")
        for title, table in (("needless", self.refusals),
                             ("not linked", self.lost)):
            for text, seeds in sorted(table.items(),
                                      key=lambda item: -len(item[1])):
                print(f"note: {title}, {len(seeds)} times: {text}: "
                      f"{' '.join(map(str, seeds[:6]))}")

    def bounds(self, frames):
        """(NAME, problems) for each bound.  FRAMES: the images have .eh_frame;
        without it cold parts and short functions need a map, which not all
        runs have, and each such run ends with status 1."""
        counts = self.strata["all"]
        links = max(counts["links"], 1)
        untrue = sum(len(seeds) for text, seeds in self.lost.items()
                     if "twin" in text)
        yield "the share of hard links", (
            [f"{self.hard} of {links}"]
            if links >= MIN_LINKS and self.hard < MIN_HARD * links else [])
        yield "links without a truth", (
            [f"{untrue} of {links}"] if untrue > MAX_NO_TRUTH * links else [])
        yield "needless failures", (
            [f"{counts['needless']} of {counts['exact']} runs"]
            if frames
            and counts["needless"] > MAX_NEEDLESS * counts["exact"] else [])


VARIANTS = 4
SAMPLE = 60


class Bench:
    """What all links share."""

    def __init__(self, args):
        self.run = Runner(args.sfmerge, args.folder, args.only)
        self.cc, self.cxx = args.cc, args.cxx
        more = args.toolchains or ""
        self.assembler = os.path.join(more, "bin", "as-2.47")
        if not more or not os.path.exists(self.assembler):
            self.assembler = "as"
        self.linkers = {linker.name: linker
                        for linker in toolchain.linkers(more)}
        self.verbose = args.only_seed is not None
        self.frames = not args.no_frames

    def usable(self):
        """Whether the assembler writes .sframe."""
        source = self.run.path("usable.s")
        disk.write(source, "f:\n.cfi_startproc\nret\n.cfi_endproc\n")
        return self.linkers and not self.run.command(
            [self.assembler, "--gsframe", "-o", source + ".o", source])[0]

    def flags_of(self, plan):
        """For the linker of PLAN; if it is not here, for a relative of it or
        any other, so that a seed draws the same all else."""
        if plan.linker not in self.linkers:
            alike = [name for name, linker in self.linkers.items()
                     if linker.family == plan.family]
            plan.linker = (alike or list(self.linkers))[0]
            family = self.linkers[plan.linker].family
            if family != plan.family:
                plan.family, plan.more, plan.icf = family, [], None
        return self.linkers[plan.linker].flags


def unknowable(finding):
    """Whether nothing in an image without .eh_frame can show FINDING.  Without
    a red zone a popped frame pointer is no longer saved, though the code is
    the same; and assembly that was written anew may begin in another frame."""
    return finding.what == "wrong row" and (
        "fp-only" in finding.tags or {"unit-stale", "asm"} <= set(
            finding.tags))


class Case:
    """One link, and the runs of sfmerge on it."""

    def __init__(self, bench, totals, world, seed):
        self.bench, self.totals, self.seed = bench, totals, seed
        self.world = world
        self.plan = Plan(world, seed)
        bench.flags_of(self.plan)
        self.link = Link(bench, world, self.plan)
        self.strata = [self.plan.linker, *self.plan.features()]
        self.name = f"campaign/{seed}: {' '.join(self.strata)}"

    def all(self):
        """Link, run sfmerge, judge."""
        if not self.link.link():
            self.totals.not_linked(self.seed, self.strata, self.link.why)
            if self.bench.verbose:
                print(self.link.why)
            return
        judge = Judge(self.link)
        self.totals.linked(self.strata, (*self.world.features(),
                                         STALE in self.plan.states))
        problems = judge.truth_problems()
        images = [("", "image")]
        reduced = self.link.reduced()
        if reduced:
            images.append((f" {self.plan.strip}", "reduced"))
        if not self.bench.frames:
            images = [(word + " no frames", self._without_frames(image))
                      for word, image in images]
        for word, image in images:
            for options in ([], ["--from-map=image.map"])[:1 + self.plan.map]:
                what = (word + " map" * bool(options)).strip() or "plain"
                problems += self.one(judge, what, image, options)
        self.bench.run.result(self.name, problems)

    def one(self, judge, what, image, options):
        """One image, without and, if that fails, with --partial."""
        strata = self.strata + [word for word in what.split()
                                if word != "plain"]
        exact = not (STALE in self.plan.states or self.plan.foreign)
        status, text = self._sfmerge(image, options)
        self.totals.run(strata, status, exact)
        if status == 1:
            if exact:
                self.totals.needless(self.seed, strata, text)
            status, text = self._sfmerge(image, [*options, "--partial"])
            what += " partial"
        if self.bench.verbose:
            print(f"--- {what}: status {status}\n{text}")
        if status == 1:
            return []
        if status != 0:
            return [f"{what}: exit status {status}: {text[-200:]}"]
        self.bench.run.verified += 1
        try:
            found = judge.judge(os.path.join(self.link.folder, image),
                                self._out(), text)
        except (sframe.Broken, ValueError) as broken:
            return [f"{what}: {broken}"]
        if not self.bench.frames:
            found = [f for f in found if not unknowable(f)]
        self.totals.found(self.seed, strata, what, found)
        return [f"{what}: {f.what} {f.text} [{'+'.join(f.tags)}]" for f in found]

    def _without_frames(self, image):
        """A copy of IMAGE without call frame information."""
        patch = Patch(os.path.join(self.link.folder, image))
        for section in patch.image.named(".eh_frame") + patch.image.named(
                ".eh_frame_hdr"):
            patch.data[section.offset:section.offset
                       + section.size] = bytes(section.size)
            patch.header(section, size=0)
        for segment in patch.image.segments:
            if segment.type == elf.PT_GNU_EH_FRAME:
                patch.segment(segment, type=0)
        patch.write(os.path.join(self.link.folder, image + ".bare"))
        return image + ".bare"

    def _out(self):
        return os.path.join(self.link.folder, "merged")

    def _sfmerge(self, image, options):
        disk.remove(self._out())
        return self.bench.run.sfmerge(
            "link", "-v", "--grow=move-phdrs", "-o", "merged", *options,
            image, *self.link.files, cwd=self.link.folder)

    def show(self):
        """What was drawn."""
        for key, value in sorted(vars(self.plan).items()):
            print(f"{key}: {value}")
        for unit in self.world.units:
            state = self.plan.states[unit.number]
            print(f"u{unit.number}: {unit.kind} {' '.join(unit.flags)}; "
                  f"given: {state}")
        print(f"folder: {self.link.folder}\nfiles: {self.link.files}")


def links(bench, totals, seeds):
    """All links of SEEDS."""
    world = None
    for seed in seeds:
        number = seed // VARIANTS
        try:
            if not world or world.number != number:
                if world and not bench.verbose:
                    world.remove()
                world = World(bench, number)
            case = Case(bench, totals, world, seed)
        except CompileError as error:
            bench.run.result(f"campaign/{seed}: compile", [str(error)])
            world = None
            continue
        if bench.run.wanted(case.name):
            case.all()
            if bench.verbose:
                case.show()


def main():
    """The command."""
    parser = toolchain.parser()
    parser.add_argument("--count", type=int, default=SAMPLE)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only-seed", type=int)
    parser.add_argument("--no-frames", action="store_true")
    parser.add_argument("--damaged", action="store_true")
    parser.add_argument("--corpus")
    args = parser.parse_args()
    bench = Bench(args)
    seeds = range(args.seed, args.seed + args.count)
    if args.only_seed is not None:
        seeds = [args.only_seed]
    if args.damaged:
        Damaged(bench.run, args.corpus).all(seeds)
        return bench.run.end()
    if not bench.usable():
        bench.run.unsupported("campaign", "no assembler that writes .sframe")
        return bench.run.end()
    totals = Totals()
    links(bench, totals, seeds)
    totals.tell()
    if len(seeds) >= SAMPLE and bench.run.only is None:
        for name, problems in totals.bounds(bench.frames):
            bench.run.result("campaign: " + name, problems)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
