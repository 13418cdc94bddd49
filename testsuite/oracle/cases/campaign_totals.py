# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The counts of a campaign by stratum, and the bounds that they must keep."""

import collections
import re

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
