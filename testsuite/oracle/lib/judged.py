# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Compare what is said of an image's call frames with what a judge says.

A judge is asked with at (FUNCTION, ADDR) and gives an Answer or None; what
it does not tell is UNKNOWN in the facts.
"""

import bisect
import collections
import itertools
import re

import sframe
from cfiterms import Speaker, text

UNKNOWN = ("?",)
# What readelf prints for both.
NONE_OR_UNDEFINED = ("none or undef",)
ALTERNATIVES = {NONE_OR_UNDEFINED: (None, ("undef",))}
# Problems that leave nothing to compare.
UNREADABLE = {"opcode", "depth", "no-cfa", "augmentation", "version"}

# FACTS hold up to END; None where a judge does not tell.
Answer = collections.namedtuple("Answer", "facts end signal key_b")
# ROWS: (ADDR, RULES), RULES in the terms of sframe.py.
Function = collections.namedtuple("Function",
                                  "addr size signal key_b rows ops",
                                  defaults=(None,))

TERM = re.compile(r"same|undef|(\[?)(c|r\d+)([+-]\d+)(\]?)")


def _rule(word):
    match = TERM.fullmatch(word)
    if not match or (match[1] == "[") != (match[4] == "]"):
        raise ValueError(f"the rule {word}")
    if not match[2]:
        return (word,)
    base = "cfa" if match[2] == "c" else int(match[2][1:])
    return ("m" if match[1] else "v"), base, int(match[3])


def parse(lines):
    """The Functions of LINES of cfi-rules."""
    found = []
    for line in lines:
        words = line.split()
        if words[0] == "fde":
            found.append(Function(int(words[1], 16), int(words[2], 16),
                                  "signal" in words, "key-b" in words, []))
        elif words[1] == "problem":
            found[-1].rows.append((int(words[0], 16), tuple(words[1:])))
        else:
            names = [word.split("=")[0] for word in words[1:4]]
            if names != ["cfa", "ra", "fp"] or words[4:] not in (
                    [], ["mangled"]):
                raise ValueError(f"the line {line}")
            rules = tuple(_rule(word.split("=")[1]) for word in words[1:4])
            if rules[1] == ("undef",):
                rules = sframe.UNDEFINED
            else:
                rules += (len(words) > 4,)
            found[-1].rows.append((int(words[0], 16), rules))
    return found


def spoken(function):
    """A function of ehframe.py as one of these."""
    return Function(function.addr, function.size, function.signal,
                    function.key_b, [(function.addr + start, rules)
                                     for start, _, rules in function.ranges],
                    function.ops)


def lines_of(function):
    """The lines of FUNCTION, as cfi-rules prints them."""
    return [f"fde {function.addr:#x} {function.size:#x}"
            + (" signal" if function.signal else "")
            + (" key-b" if function.key_b else "")] + [
                f"{addr:#x} {text(rules)}" for addr, rules in function.rows]


def _filled(facts, rules):
    """FACTS with what RULES have where they are unknown; None: no way to
    compare them."""
    blank = [name for name, value in facts._asdict().items()
             if value == UNKNOWN]
    if not blank:
        return facts
    if rules[0] == "problem":
        return (facts._replace(mangled=False) if blank == ["mangled"]
                else None)
    cfa, ra, fp, mangled = rules
    mine = {"cfa": cfa, "ra": ra, "fp": fp, "mangled": mangled, "sp": None}
    return facts._replace(**{name: mine[name] for name in blank})


def told(speaker, facts, rules, addr):
    """What FACTS may say of ADDR; [] if nothing that can be compared with
    RULES."""
    found = []
    for choice in itertools.product(*(ALTERNATIVES.get(value, (value,))
                                      for value in facts)):
        filled = _filled(facts._make(choice), rules)
        if filled is not None:
            found.append(speaker.rules(filled, addr))
    return found


class Comparison:
    """Compares functions with JUDGE, and counts."""

    def __init__(self, judge, image):
        self.judge = judge
        self.speaker = Speaker(image.machine, image.order)
        self.count = collections.Counter()
        self.problems = []

    def say(self, problem):
        """Note PROBLEM."""
        self.count["differences"] += 1
        if len(self.problems) < 20:
            self.problems.append(f"{self.judge.name}: {problem}")

    def function(self, function):
        """At each address where FUNCTION or the judge's word changes."""
        starts = [addr for addr, _ in function.rows]
        at, end = function.addr, function.addr + function.size
        self.count["functions"] += 1
        while at < end:
            i = bisect.bisect_right(starts, at)
            upto = starts[i] if i < len(starts) else end
            if not i:
                self.say(f"nothing is said of {at:#x}")
                return
            rules = function.rows[i - 1][1]
            if rules[0] != "problem" or rules[1] not in UNREADABLE:
                answer = self.judge.at(function, at)
                if answer is None:
                    self.say(f"it knows nothing of {at:#x}, "
                             f"not {text(rules)}")
                    return
                self._compare(function, rules, answer, at)
                if answer.end is not None and answer.end > at:
                    upto = min(upto, answer.end)
            at = upto

    def _compare(self, function, rules, answer, at):
        self.count["addresses"] += 1
        for trait in ("signal", "key_b"):
            its, mine = getattr(answer, trait), getattr(function, trait)
            if its is not None and its != mine:
                self.say(f"{at:#x}: {trait} is {its}")
        its = told(self.speaker, answer.facts, rules, at)
        if not its:
            self.count["not told"] += 1
        elif rules not in its:
            self.say(f"{at:#x}: {text(its[0])}, not {text(rules)}")


class Table:
    """A judge that gives tables of rows, by the functions' addresses."""

    def __init__(self):
        # (ADDR, SIZE): ([ADDR...], [FACTS...], signal, key B)
        self.functions = {}

    def add(self, addr, size, rows, signal, key_b):
        """Note one; ROWS are (ADDR, FACTS), of which the last one of an
        address holds."""
        kept = dict(rows)
        self.functions[addr, size] = (list(kept), list(kept.values()),
                                      signal, key_b)

    def at(self, function, addr):
        """The Answer for ADDR."""
        known = self.functions.get((function.addr, function.size))
        if not known:
            return None
        starts, facts, signal, key_b = known
        i = bisect.bisect_right(starts, addr)
        if not i:
            return None
        end = starts[i] if i < len(starts) else None
        return Answer(facts[i - 1], end, signal, key_b)

    def whole(self, _):
        """All that it says."""
        return self.functions

    def close(self):
        """It holds nothing."""
