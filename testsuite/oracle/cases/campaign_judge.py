# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What is wrong with what sfmerge wrote for one link of a campaign: rows that
are not .eh_frame's, and functions that are lost without a word."""

import os
import re

import ehframe
import elf
import frozen
import plt
import verify
from campaign_links import ABSENT, BARE, SAME, STALE

# A message about one function: the input, and where its start field is.
DETAIL = re.compile(r"^sfmerge: (.*)\((\.sframe)\+0x([0-9a-f]+)\): (.*)$",
                    re.M)
# What says that a function is rightly left out, which is no warning.
RIGHTLY = re.compile(r"no code that lacks a description is its own|"
                     r"has its name in the|"
                     r"merged with an equal one|replaced by a better one|"
                     r"size is 0")


# Of the tags of a finding, the first here is its cause in the totals.
CAUSES = ("fp-only", "plt-section", "linker-generated", "form", "comdat", "cold",
          "one-section-name", "asm", "static-twice", "nameless",
          "no-unit")


class Finding:
    """One wrong row or one lost function."""

    def __init__(self, what, text, tags):
        self.what, self.text, self.tags = what, text, tuple(tags)

    def cause(self, what):
        """What kind of place it is, where the rows may come from, and, of
        WHAT was run, what was done to the symbols and with a map."""
        main = next((tag for tag in CAUSES if tag in self.tags), "ordinary")
        more = [tag for tag in self.tags
                if tag.startswith(("from-", "unit-", "said-", "not-"))]
        more += [word for word in what.split()
                 if word not in ("plain", "partial")]
        return " ".join([main, *more])


class Given:
    """A function of an input as sfmerge was given it."""

    def __init__(self, func, unit, state, file):
        self.func, self.unit, self.state, self.file = func, unit, state, file
        symbols = [s for s in func.obj.symbols if s.shndx == func.section
                   and s.value == func.offset and s.is_code_name()]
        self.name = symbols[0].name if symbols else "?"


def name_in_messages(link, number):
    """How messages call the input of a unit."""
    path = link.member(number)
    which = link.plan.archive[number]
    return f"lib{which}.a({os.path.basename(path)})" if which else path


class Judge:
    """What is known about one link, whatever sfmerge makes of it."""

    def __init__(self, link):
        self.link = link
        image = elf.Elf(link.image)
        self.places = {}
        for unit in link.world.units:
            for place in unit.places.values():
                addr = link.truth.get(place.key)
                if addr is not None:
                    self.places.setdefault(addr, []).append(place)
        self.frames = [f for f in ehframe.read(image) if f.size]
        self.plt = [s for s in plt.areas(image)
                    if not any(s.addr <= a < s.addr + s.size
                               for a in self.places)]
        self.rules, self.starts = {}, {}
        for func in self.frames:
            for start, end, rules in func.ranges:
                for at in range(func.addr + start, func.addr + end):
                    self.rules.setdefault(at, []).append(rules)
                    self.starts.setdefault(at, func.addr)
        self.given = self._given()

    def _given(self):
        found, link = [], self.link
        for unit in link.world.units:
            state = link.plan.states[unit.number]
            if state in (SAME, STALE):
                obj = unit.object(state == STALE)
                found += [Given(f, unit, state,
                                name_in_messages(link, unit.number))
                          for f in obj.functions]
        if link.foreign:
            found += [Given(f, link.foreign, "foreign", "foreign.o")
                      for f in link.foreign.object(True).functions]
        return found

    def truth_problems(self):
        """Whether .eh_frame and the twin disagree, which should never be."""
        starts = {f.addr for f in self.frames}
        return [f"no .eh_frame at {addr:#x} for {places[0].name}"
                for addr, places in self.places.items()
                if addr not in starts]

    def in_plt(self, addr):
        """Whether ADDR is in code that the linker made."""
        return any(s.addr <= addr < s.addr + s.size for s in self.plt)

    def _tags(self, place, rows=None):
        """What is special about PLACE, and about the input that may have
        given ROWS for it."""
        link, tags = self.link, []
        states = {STALE: "stale", ABSENT: "absent", BARE: "bare"}
        if rows is not None:
            froms = [g for g in self.given if g.func.ranges == rows]
            known = [g for g in froms if g.state != "foreign"]
            own = [g for g in known if place and g.unit.number == place.unit]
            tags.append("from-own" if own else "from-other" if known
                        else "from-foreign" if froms else "from-nobody")
        if place is None:
            return tags + ["no-unit"]
        state = link.plan.states[place.unit]
        if state in states:
            tags.append("unit-" + states[state])
        unit = link.world.units[place.unit]
        names = [p.name for u in link.world.units
                 for p in u.places.values() if p.local]
        for word, is_so in (
                ("plt-section", ".plt" in place.section_name),
                ("comdat", place.comdat), ("cold", ".cold" in place.name),
                ("static-twice", place.name and place.local
                 and names.count(place.name) > 1),
                ("asm", unit.kind == "asm"), ("nameless", not place.name),
                ("one-section-name", unit.unique),
                ("archive", link.plan.archive[place.unit])):
            if is_so:
                tags.append(word)
        return tags

    def wrong_rows(self, image, piece):
        """Findings about the rows of PIECE, made for IMAGE."""
        found, linker_made = [], []
        for func in piece.functions:
            ranges = piece.ranges(func)
            if self.in_plt(func.addr):
                linker_made.append((func.addr, ranges))
                continue
            bad = self._bad(func, ranges)
            if bad is not None:
                where = self.places.get(self.starts.get(bad, -1), [None])[0]
                told = dict((at, rules) for start, end, rules in ranges
                            for at in range(func.addr + start,
                                            func.addr + end))[bad]
                name = f"u{where.unit} {where.name}" if where else "no unit"
                true = [r[:3] for r in self.rules.get(bad, [])]
                tags = self._tags(where, ranges)
                if told[:2] in [t[:2] for t in true]:
                    tags.append("fp-only")
                found.append(Finding(
                    "wrong row",
                    f"at {bad:#x} ({name}): {told[:3]}, true is {true}",
                    tags))
        problems = verify.Problems()
        if self.plt:
            plt.compare(image, linker_made, problems, lacking=True,
                        sections=self.plt)
        found += [Finding("wrong row", text, ["linker-generated"])
                  for text in problems]
        return found

    def _bad(self, func, ranges):
        """The first address of FUNC with rules that are not true."""
        for start, end, rules in ranges:
            for at in range(func.addr + start, func.addr + end):
                if rules not in self.rules.get(at, ()):
                    return at
        return None

    def losses(self, functions, text):
        """Findings about functions that are in the image, but not among
        FUNCTIONS, and of which TEXT, the messages, says nothing."""
        found = []
        described = {(f.addr, f.size) for f in functions}
        told = {}
        for line in DETAIL.finditer(text):
            told.setdefault((line[1], int(line[3], 16)), []).append(line[4])
        for given in self.given:
            if given.state != SAME:
                continue
            func = given.func
            place = given.unit.places.get((func.section, func.offset))
            addr = self.link.truth.get(place.key) if place else None
            if addr is None or (addr, func.size) in described or (
                    f"function at {addr:#x}: left out" in text):
                continue
            if self._folded_elsewhere(addr):
                continue
            said = told.get((given.file, func.field), [])
            warning = next((w for w in said if not RIGHTLY.search(w)), None)
            if warning:
                # Members of one name have one warning each.
                said.remove(warning)
                continue
            found.append(Finding(
                "silent loss", f"{given.file}+{func.field:#x} ({given.name} "
                f"at {addr:#x}): {'; '.join(said) or 'nothing'} said",
                self._tags(place) + ["not-said" if not said else
                                     "said-not-in-image"]))
        return found

    def _folded_elsewhere(self, addr):
        """Whether what is at ADDR may be another's code, of a unit that
        sfmerge was not given as it was linked."""
        return any(self.link.plan.states[place.unit] != SAME
                   for place in self.places.get(addr, ()))

    def judge(self, image_path, out_path, text):
        """All findings about the output OUT_PATH for the image."""
        image, out = elf.Elf(image_path), elf.Elf(out_path)
        problems = verify.Problems()
        if "an unchanged copy" in text:
            return self.losses([], text) + [
                Finding("damage", "it is changed", ["form"])
            ] * (image.data != out.data)
        incongruent(out, problems)
        frozen.compare(image, out, problems)
        found = []
        if not any(s.size for s in out.named(".sframe")):
            # All that it was given is left out.
            found = self.losses([], text)
        else:
            piece = verify.the_piece(image, out, "v3", problems)
            if piece:
                verify.header(piece, problems, None)
                verify.order(piece, problems)
                found = self.wrong_rows(image, piece)
                found += self.losses(piece.functions, text)
        return [Finding("damage", line, ["form"])
                for line in problems] + found


def incongruent(out, problems):
    """The offset and the address of each PT_LOAD agree, or it cannot be
    mapped."""
    for seg in out.loads():
        if seg.align > 1 and (seg.offset - seg.vaddr) % seg.align:
            problems.say(f"PT_LOAD {seg.idx}: offset {seg.offset:#x}, address"
                         f" {seg.vaddr:#x}, alignment {seg.align:#x}")
