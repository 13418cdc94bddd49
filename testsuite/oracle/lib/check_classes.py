# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The classes of known damage, as the corpus and the detector name them, and
the findings of `sfmerge check` that say the same."""

import json
from collections import Counter

import defects
import elf

# Class: findings, whose counts together are the class's.
FINDINGS = {
    "T-PROGBITS": ("section-type",),
    "P-NONE": ("segment-missing",),
    "P-LONG": ("segment-long",),
    "C-CONCAT": ("several-pieces",),
    "C-MULTISEC": ("several-sections",),
    "C-MIXVER": ("versions-mixed",),
    "C-MIXFLAGS": ("flags-mixed",),
    "C-PAD": ("padding-between-pieces",),
    "C-TAIL": ("unused-bytes",),
    "N-EMPTY": ("empty-section",),
    "S-NOFLAG": ("sorted-flag-clear",),
    "S-FALSE": ("not-sorted",),
    "A-FIELDREL": ("wrong-address-rule",),
    "G-DEAD": ("dead-function",),
    "U-DUP": ("functions-duplicate",),
    "F-FDE": ("function-unknown", "function-contradicted"),
    "F-OUTSIDE": ("function-not-code",),
    "F-CLOBBER": ("clobbered",),
    "M-PLT": ("plt-uncovered",),
    "F-ROWS": ("plt-wrong-rows",),
    "R-STRAY": ("relocation-offset",),
    "R-NORELOC": ("relocation-missing",),
    "R-MISMATCH": ("relocation-target",),
    "BURIED": ("buried-pieces",),
}
# Their texts name their counts.
UNDESCRIBED = ("plt-only", "describes-nothing", "functions-left-out")
# One finding a place, where the class counts pieces.
ANY_COUNT = {"S-FALSE"}
# Effects of other bytes being written over a piece.  Nothing is said of the
# functions of one that is clobbered, and what is in it is anything.
CLOBBERED = {"F-STRUCT", "F-FDE", "S-FALSE", "G-DEAD", "A-FIELDREL", "U-DUP",
             "C-TAIL", "M-PLT", "F-OUTSIDE", "S-NOFLAG"}


class Checked:
    """What `sfmerge check --json` says of one file."""

    def __init__(self, run, path, *options):
        self.status, text = run.sfmerge("check", "--json", *options, path)
        self.text = text
        self.problems = []
        self.findings = []
        try:
            # What is said to people is after or in front of it.
            whole = json.JSONDecoder().raw_decode(text[text.index('{"'):])[0]
            self.file, = whole["files"]
            self.findings = self.file["findings"]
        except (ValueError, KeyError) as error:
            self.problems.append(f"status {self.status}: {error!r}: "
                                 f"{text[:200]}")
            return
        self.count = Counter()
        for finding in self.findings:
            self.count[finding["name"]] += finding["count"]
        if dict(self.count) != self.file["counts"]:
            self.problems.append("the counts do not add up")
        for finding in self.findings:
            if (finding["name"] in UNDESCRIBED
                    and str(finding["count"]) not in finding["text"].split()):
                self.problems.append(f"{finding['count']} stands for: "
                                     + finding["text"])
        errors = [f for f in self.findings if f["severity"] == "error"]
        if self.status != bool(errors) and "--fail-on" not in str(options):
            self.problems.append(f"exit status {self.status}, "
                                 f"{len(errors)} errors")

    def names(self, *severities):
        """The names of findings of SEVERITIES, or of all."""
        return {f["name"] for f in self.findings
                if not severities or f["severity"] in severities}

    def classes(self):
        """The same as classes of damage with counts."""
        found = Counter()
        for finding in self.findings:
            for kind, names in FINDINGS.items():
                if finding["name"] in names and (
                        kind != "M-PLT" or is_plt(finding)):
                    found[kind] += finding["count"]
        return found


def is_plt(finding):
    """Whether FINDING is about a section of linker-generated code, and not about
    stubs amid other code, which the class does not count."""
    return finding.get("section", "").startswith(defects.PLT_NAMES)


def differ(seen, listed):
    """Problems where the findings SEEN are not what is LISTED; both are
    classes with counts."""
    seen, listed = dict(seen), dict(listed)
    if defects.CLOBBER in seen or {"F-STRUCT", defects.CLOBBER} & set(listed):
        if defects.CLOBBER not in seen:
            return ["no piece is clobbered"]
        for counts in (seen, listed):
            for kind in CLOBBERED | {defects.CLOBBER}:
                counts.pop(kind, None)
    for kind in ANY_COUNT & set(seen) & set(listed):
        seen[kind] = listed[kind]
    return [f"{kind}: {seen.get(kind, 0)} found, {listed.get(kind, 0)} are "
            "there" for kind in sorted(set(seen) | set(listed))
            if seen.get(kind, 0) != listed.get(kind, 0)]


def listed_of(line, data):
    """The classes that LINE of the corpus's manifest has for the file whose
    bytes are DATA, counted as check does."""
    listed = defects.listed(line)
    file = elf.Elf(line["file"], data)
    whole = sum(s.size != 0 for s in file.named(".sframe"))
    if file.type == elf.ET_REL:
        # Assemblers write versions 1 and 2 without the flag in sections of
        # this type, and GNU ld reads them so.
        listed.pop("T-PROGBITS", None)
        return listed
    if whole > 1:
        listed["C-MULTISEC"] = whole
        # Once a section there.
        listed["M-PLT"] = listed.get("M-PLT", 0) // whole
    # What begins at no multiple of 8 counts there.
    if line.get("buried_functions") and defects.Detector(file).count[
            defects.BURIED]:
        listed[defects.BURIED] = line["buried_functions"]
    return listed


def detected(image, named=None):
    """The classes that the detector sees in IMAGE, counted as check does;
    NAMED has more names for the same code."""
    detector = defects.Detector(image, named)
    seen = dict(detector.count)
    seen.pop("R-LIVE", None)
    # It counts those of all sections; of one that is alone in its section
    # the finding about the sections tells.
    seen["C-CONCAT"] = sum(len(p.pieces) for p in detector.places
                           if len(p.pieces) > 1)
    return seen
