# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Compare what is said of an image's call frames with what elfutils' libdw
says.

What it does not tell is UNKNOWN in the facts."""

import bisect
import collections
import ctypes
import ctypes.util
import os

import cfiterms
from cfiterms import Facts, REGISTERS, Speaker, text

UNKNOWN = ("?",)
# Problems that leave nothing to compare.
UNREADABLE = {"opcode", "depth", "no-cfa", "augmentation", "version"}

# FACTS hold up to END; None where a judge does not tell.
Answer = collections.namedtuple("Answer", "facts end signal key_b")
# ROWS: (ADDR, RULES), RULES in the terms of sframe.py.
Function = collections.namedtuple("Function",
                                  "addr size signal key_b rows")


def spoken(function):
    """A function of ehframe.py as one of these."""
    return Function(function.addr, function.size, function.signal,
                    function.key_b, [(function.addr + start, rules)
                                     for start, _, rules in function.ranges])


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


class Comparison:
    """Compares functions with JUDGE, and counts.  MEANS gives rules in one form
    of those that mean the same."""

    def __init__(self, judge, image, means=lambda rules: rules):
        self.judge, self.means = judge, means
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
        filled = _filled(answer.facts, rules)
        its = filled and self.speaker.rules(filled, at)
        if not its:
            self.count["not told"] += 1
        elif self.means(rules) != self.means(its):
            self.say(f"{at:#x}: {text(its)}, not {text(rules)}")


ELF_C_READ_MMAP = 8
# Location expression operations that stand for a rule.
CFA, PLUS, STACK_VALUE = 0x9C, 0x23, 0x9F
BREGX, REGX = 0x92, 0x90


class Op(ctypes.Structure):
    """Dwarf_Op."""

    _fields_ = [("atom", ctypes.c_uint8), ("number", ctypes.c_uint64),
                ("number2", ctypes.c_uint64), ("offset", ctypes.c_uint64)]


OPS = ctypes.POINTER(Op)


def _library():
    """libdw, its functions' types set, or None."""
    name = ctypes.util.find_library("dw") or "libdw.so.1"
    elf_name = ctypes.util.find_library("elf") or "libelf.so.1"
    try:
        lib, elf = ctypes.CDLL(name), ctypes.CDLL(elf_name)
        pointer = ctypes.c_void_p
        for owner, function, result, arguments in (
                (elf, "elf_version", ctypes.c_uint, (ctypes.c_uint,)),
                (elf, "elf_begin", pointer,
                 (ctypes.c_int, ctypes.c_int, pointer)),
                (elf, "elf_end", ctypes.c_int, (pointer,)),
                (lib, "dwarf_getcfi_elf", pointer, (pointer,)),
                (lib, "dwarf_cfi_end", ctypes.c_int, (pointer,)),
                (lib, "dwarf_cfi_addrframe", ctypes.c_int,
                 (pointer, ctypes.c_uint64, ctypes.POINTER(pointer))),
                (lib, "dwarf_frame_info", ctypes.c_int,
                 (pointer, ctypes.POINTER(ctypes.c_uint64),
                  ctypes.POINTER(ctypes.c_uint64),
                  ctypes.POINTER(ctypes.c_bool))),
                (lib, "dwarf_frame_cfa", ctypes.c_int,
                 (pointer, ctypes.POINTER(OPS),
                  ctypes.POINTER(ctypes.c_size_t))),
                (lib, "dwarf_frame_register", ctypes.c_int,
                 (pointer, ctypes.c_int, Op * 3, ctypes.POINTER(OPS),
                  ctypes.POINTER(ctypes.c_size_t)))):
            known = getattr(owner, function)
            known.restype, known.argtypes = result, arguments
        lib.elf = elf
        elf.elf_version(1)
        return lib
    except (OSError, AttributeError):
        return None


LIBRARY = _library()


def _signed(number):
    return number - (1 << 64) if number >> 63 else number


def _encoded(ops):
    """OPS, (ATOM, NUMBER, NUMBER2) each, as the bytes they were read from;
    None: there are others than rules are made of."""
    out = b""
    for atom, number, number2 in ops:
        out += bytes([atom])
        if 0x70 <= atom <= 0x8F:
            out += cfiterms.sleb(_signed(number))
        elif atom == BREGX:
            out += cfiterms.uleb(number) + cfiterms.sleb(_signed(number2))
        elif atom == PLUS:
            out += cfiterms.uleb(number)
        elif not (0x19 <= atom <= 0x4F and atom not in (0x28, 0x2F)
                  or atom in (6, 0x96)):
            return None
    return out


class Judge:
    """Answers for one image, of .eh_frame."""

    name = "libdw"

    def __init__(self, image):
        self.registers = REGISTERS[image.machine]
        self.file = os.open(image.path, os.O_RDONLY)
        self.elf = LIBRARY.elf.elf_begin(self.file, ELF_C_READ_MMAP, None)
        self.cfi = LIBRARY.dwarf_getcfi_elf(self.elf)
        self.memory = (Op * 3)()
        self.start, self.end = ctypes.c_uint64(), ctypes.c_uint64()
        self.signal = ctypes.c_bool()

    def close(self):
        """Give back what it holds."""
        if self.cfi:
            LIBRARY.dwarf_cfi_end(self.cfi)
        LIBRARY.elf.elf_end(self.elf)
        os.close(self.file)

    def at(self, _, addr):
        """The Answer for ADDR, whatever function that is in."""
        frame = ctypes.c_void_p()
        if LIBRARY.dwarf_cfi_addrframe(self.cfi, addr, ctypes.byref(frame)):
            return None
        column = LIBRARY.dwarf_frame_info(
            frame, ctypes.byref(self.start), ctypes.byref(self.end),
            ctypes.byref(self.signal))
        sp, fp, ra = (self._register(frame, r) for r in self.registers)
        facts = Facts(self._cfa(frame), sp, fp, ra, column, UNKNOWN)
        _free(frame)
        return Answer(facts, self.end.value, self.signal.value, None)

    def _cfa(self, frame):
        ops, count = OPS(), ctypes.c_size_t()
        if LIBRARY.dwarf_frame_cfa(frame, ctypes.byref(ops),
                                   ctypes.byref(count)):
            return UNKNOWN
        found = _list(ops, count)
        if not found:
            return None
        if len(found) == 1 and found[0][0] == BREGX:
            return "v", found[0][1], _signed(found[0][2])
        code = _encoded(found)
        return UNKNOWN if code is None else ("expr", code)

    def _register(self, frame, number):
        ops, count = OPS(), ctypes.c_size_t()
        if LIBRARY.dwarf_frame_register(frame, number, self.memory,
                                        ctypes.byref(ops),
                                        ctypes.byref(count)):
            return UNKNOWN
        if not count.value:
            return ("undef",) if ops else None
        found = _list(ops, count)
        if found[0][0] == REGX and len(found) == 1:
            return "v", found[0][1], 0
        kind = "m"
        if found[-1][0] == STACK_VALUE:
            kind = "v"
            found.pop()
        if [op[0] for op in found] in ([CFA], [CFA, PLUS]):
            return kind, "cfa", _signed(sum(op[1] for op in found[1:]))
        if found[0][0] == CFA:
            # What an expression finds on its stack.
            del found[0]
        code = _encoded(found)
        if code is None:
            return UNKNOWN
        return "expr" if kind == "m" else "valexpr", code


def _list(ops, count):
    return [(op.atom, op.number, op.number2) for op in ops[:count.value]]


_free = ctypes.CDLL(None).free
_free.restype, _free.argtypes = None, (ctypes.c_void_p,)
