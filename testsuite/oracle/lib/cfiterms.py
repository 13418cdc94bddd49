# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What call frame information says, in the terms of sframe.py, and as lines
of text: those that the program cfi-rules prints.

A row that cannot be said in these terms is ("problem", NAME).
"""

import collections
import re

import sframe
from dwarf import Expression

# e_machine: (SP, FP, RA)
REGISTERS = {62: (7, 6, 16), 183: (31, 29, 30), 22: (15, 11, 14)}
# e_machine: SP minus CFA, in the caller.
SP_OFFSET = {62: 0, 183: 0, 22: -160}
EM_X86_64, EM_S390 = 62, 22
# AMD64's return address column is the address itself in an expression.
IP_REG = {EM_X86_64: 16}

# The one expression with an address that is known: breg7, the address's last
# four bits, ge, shl, plus.
PLT = re.compile(rb"\x77.\x80\x00\x3f\x1a[\x30-\x4f]\x2a[\x30-\x4f]"
                 rb"\x24\x22", re.DOTALL)

# What the rules for one address are made of, each as callframe.py has it.
# COLUMN is the CIE's return address register.
Facts = collections.namedtuple("Facts", "cfa sp fp ra column mangled")


class Problem(Exception):
    """The rules cannot be said."""


def facts_of(number, column, cfa, regs, mangled):
    """Of the state of callframe.Machine."""
    sp, fp, ra = REGISTERS[number]
    return Facts(cfa, regs.get(sp), regs.get(fp), regs.get(ra), column,
                 mangled)


class Speaker:
    """Says facts of one machine, in byte order ORDER."""

    def __init__(self, number, order):
        self.number, self.order = number, order
        # Whether the last answer depends on the address.
        self.uses_ip = False

    def _evaluate(self, code, ip, first=()):
        run = Expression(code, self.order, IP_REG.get(self.number), ip, first)
        try:
            result = run.result()
            if run.uses_ip and not PLT.fullmatch(code):
                raise Problem("expression")
            return result
        except ValueError as error:
            raise Problem("expression") from error
        finally:
            self.uses_ip = self.uses_ip or run.uses_ip

    def _value(self, rule, ip):
        """The RULE of a register, without expressions."""
        if rule is None:
            return sframe.SAME
        if rule[0] not in ("expr", "valexpr"):
            return rule
        # It finds the CFA on its stack.
        value = self._evaluate(rule[1], ip, [("v", "cfa", 0)])
        if rule[0] == "expr":
            if value[0] != "v":
                raise Problem("expression")
            return ("m",) + value[1:]
        return value

    def _sp(self, rule, cfa, ip):
        """SP is what SFrame implies of it."""
        if rule is None:
            return
        sp, offset = REGISTERS[self.number][0], SP_OFFSET[self.number]
        try:
            value = self._value(rule, ip)
        except Problem as problem:
            raise Problem("sp-rule") from problem
        if value == sframe.SAME:
            value = ("v", sp, 0)
        implied = {("v", "cfa", offset)}
        if cfa[0] == "v":
            implied.add(("v", cfa[1], cfa[2] + offset))
        elif not offset:
            implied.add(cfa)
        if value not in implied and not self._keeps(rule):
            raise Problem("sp-rule")

    def _keeps(self, rule):
        """Whether RULE says where s390x keeps SP, whose value its ABI knows
        all the same: a slot or another register."""
        if self.number != EM_S390:
            return False
        return rule[:2] == ("m", "cfa") or (
            rule[0] == "v" and rule[1] != "cfa" and not rule[2])

    def _rules(self, facts, ip):
        if facts.column != REGISTERS[self.number][2]:
            # glibc's _mcount on s390x returns to r0, and restores r14.
            raise Problem("ra-column")
        if facts.ra == ("undef",):
            return sframe.UNDEFINED
        if facts.cfa is None:
            raise Problem("no-cfa")
        if facts.cfa[0] == "expr":
            cfa = self._evaluate(facts.cfa[1], ip)
        else:
            cfa = facts.cfa
        self._sp(facts.sp, cfa, ip)
        ra, fp = self._value(facts.ra, ip), self._value(facts.fp, ip)
        if fp == ("undef",):
            raise Problem("fp-undefined")
        if self.number == EM_X86_64 and ra == sframe.SAME:
            raise Problem("ra-rule")
        return cfa, ra, fp, facts.mangled

    def rules(self, facts, ip):
        """The rules at address IP."""
        self.uses_ip = False
        try:
            return self._rules(facts, ip)
        except Problem as problem:
            return "problem", str(problem)


def _text(rule):
    if len(rule) == 1:
        return rule[0]
    kind, base, offset = rule
    base = "c" if base == "cfa" else f"r{base}"
    return f"[{base}{offset:+d}]" if kind == "m" else f"{base}{offset:+d}"


def text(rules):
    """RULES as a line of cfi-rules has them after the address."""
    if rules[0] == "problem":
        return " ".join(rules)
    if rules == sframe.UNDEFINED:
        return "cfa=undef ra=undef fp=undef"
    cfa, ra, fp, mangled = rules
    return (f"cfa={_text(cfa)} ra={_text(ra)} fp={_text(fp)}"
            + (" mangled" if mangled else ""))
