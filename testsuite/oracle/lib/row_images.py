# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""An image whose rows are made wrong one at a time, and which findings of
`sfmerge check` that must give."""

import collections
import json
import os
import re

import disk
import row_changes
import row_truth
import sframe
import standing

CONTRADICT, NOT_OUTERMOST = "rows-contradict", "rows-not-outermost"
NAMES = {row_truth.WRONG: CONTRADICT, row_truth.OUTERMOST: NOT_OUTERMOST}
TEXT = re.compile(r"the function at 0x([0-9a-f]+)(?: \(.*\))? has .* at "
                  r"0x([0-9a-f]+), \.eh_frame has ")

# A change, what it must give, and why that is nothing: EQUAL rules, or BROKEN
# rows, of which another finding tells; None if it must give something.
Spoiled = collections.namedtuple("Spoiled",
                                 "kind where place change wanted why")
EQUAL, BROKEN = "equal", "broken"


def _differs(one, two):
    """Whether the functions have not the same rows."""
    return (one.rows, one.info) != (two.rows, two.info)


class Image:
    """IMAGE, whose .eh_frame judges its rows; NAMED has its section headers if
    it has none."""

    def __init__(self, image, named=None):
        self.image, self.named = image, named
        self.truth = row_truth.Truth(named or image)
        self.found = standing.Standing(image, named)
        in_plt = self.found.evidence.in_plt
        self.functions = [
            (addr, func, piece) for addr, func, piece in self.found.functions
            if func.num and not func.mask and not in_plt(addr)]
        self.places = {id(piece): place for place in self.found.places
                       for piece in place.pieces}
        self.before = self.wanted(self.functions)

    def wanted(self, functions):
        """{address: (finding, its first address)} that FUNCTIONS, (address,
        function, piece), must give."""
        found = {}
        for addr, func, piece in functions:
            bad, where = self.truth.differences(addr, func,
                                                piece.ranges(func))
            if bad:
                found[addr] = NAMES[bad], sorted(where)
        return found

    def spoiled(self, functions=None):
        """All that can be spoiled, or that of FUNCTIONS, as Spoiled."""
        for addr, func, piece in functions or self.functions:
            for kind, row, change in row_changes.changes(piece, func):
                yield self._judged(kind, f"{addr:#x} row {row}", piece,
                                   change)

    def _judged(self, kind, where, piece, change):
        place = self.places[id(piece)]
        done = Spoiled(kind, where, place, change, {}, BROKEN)
        try:
            new = sframe.Piece(row_changes.applied(piece.data, change),
                               piece.offset, self.image.big)
            changed = [(addr, new.functions[func.idx], new)
                       for addr, func, of in self.functions if of is piece
                       and _differs(func, new.functions[func.idx])]
            if not all(row_truth.sound(new, func) for _, func, _ in changed):
                return done
            given = self.wanted(changed)
        except sframe.Broken:
            return done
        others = {addr: found for addr, found in self.before.items()
                  if not any(addr == other for other, _, _ in changed)}
        return done._replace(wanted={**others, **given}, why=(
            None if given else EQUAL))

    def write(self, one, path):
        """Write the image with ONE to PATH."""
        offset = one.place.offset
        disk.write(path, row_changes.applied(
                   self.image.data, [(offset + at, new)
                                     for at, new in one.change]))
        os.chmod(path, 0o755)


def findings(file):
    """{address: (finding, address)} of FILE of the JSON, and problems."""
    found, problems = {}, []
    for finding in file["findings"]:
        if finding["name"] not in NAMES.values():
            continue
        said = TEXT.match(finding["text"])
        if not said or finding["count"] != 1:
            problems.append(f"{finding['count']}: {finding['text']}")
            continue
        found[int(said[1], 16)] = finding["name"], int(said[2], 16)
    wrong = any(name == CONTRADICT for name, _ in found.values())
    if wrong and not file["errors"]:
        problems.append("no error is counted")
    return found, problems


def checked(run, paths, *options):
    """[(findings, problems)] of the files PATHS, checked in one go."""
    status, text = run.sfmerge("check", "--json", *options, *paths)
    try:
        said = json.JSONDecoder().raw_decode(text[text.index('{"'):])[0]
        files = said["files"]
        if [f["file"] for f in files] != list(paths):
            raise ValueError("other files")
    except (ValueError, KeyError) as error:
        return [({}, [f"status {status}: {error!r}: {text[:200]}"])
                for _ in paths]
    if status != any(f["errors"] for f in files):
        return [({}, [f"exit status {status}"]) for _ in paths]
    return [findings(file) for file in files]


def differ(found, wanted):
    """Problems where what is FOUND is not what is WANTED: the name and the
    first of the addresses."""
    problems = []
    for addr in sorted(set(found) | set(wanted)):
        name, at = found.get(addr, (None, 0))
        want, spans = wanted.get(addr, (None, ()))
        if name != want:
            problems.append(f"{addr:#x}: {name} is found, {want} is there")
        elif at != spans[0][0]:
            problems.append(f"{addr:#x}: {name} at {at:#x}, the rules differ "
                            f"at {', '.join(hex(s) for s, _ in spans)}")
    return problems
