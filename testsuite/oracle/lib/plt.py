# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What is true of linker-generated code, found by following its instructions.

No template of any linker is known here: the bytes are decoded one instruction
after the other, and what each does to the stack pointer and to the return
address is followed to where it goes on.  An instruction that is not in the
tables below is a failed test.
"""

import re
import struct

import elf
import sframe

# What a byte may have instead of rules: no one rule is true; it is never
# executed, but belongs to code that is, so that it has some rule; or it has
# one or not.
NONE, ANY, FREE = "none", "any", "free"

# (bytes, what it does, rest of the length).  "push" moves SP by 8; "jump" and
# "call" have a distance in the rest; "end" goes where nobody knows.
AMD64 = [
    (rb"\xf3\x0f\x1e\xfa", "", 0), (rb"\x68", "push", 4),
    (rb"\xff\x35", "push", 4), (rb"\x41\x53", "push", 0),
    (rb"\xf2?\xff\x25", "end", 4), (rb"\xf2?\xe9", "jump", 4),
    (rb"\x41\xbb", "", 4), (rb"\x4c\x8b\x1d", "", 4), (rb"\xe8", "call", 4),
    (rb"\x4c\x89\x1c\x24", "", 0), (rb"\xc3", "end", 0),
]
AMD64_FILL = re.compile(
    rb"(?:\xcc|\x90|\x66\x90|\x0f\x1f\x00|\x0f\x1f\x40\x00|\x0f\x1f\x04\x00|"
    rb"\x0f\x1f\x44\x00\x00|\x66\x0f\x1f\x44\x00\x00|\xf3\x90|\x0f\xae\xe8|"
    rb"\xeb\xf9|\x00)")

AARCH64_PUSH = {0xA9BF7BF0: -8, 0xA9BF0FE2: None}
# (value, mask): ADRP, LDR, ADD to x2, x3, x16 or x17, BTI, AUTIA1716.
AARCH64_PLAIN = [(0x90000010, 0x9F00001F), (0x90000002, 0x9F00001E),
                 (0xF9400211, 0xFFC003FF), (0xF9400042, 0xFFC003FF),
                 (0x91000210, 0xFFC003FF), (0x91000063, 0xFFC003FF),
                 (0xD503245F, 0xFFFFFFFF), (0xD503219F, 0xFFFFFFFF)]
AARCH64_BR = (0xD61F0000, 0xFFFFFC1F)
AARCH64_FILL = (0xD503201F, 0xD4207D00, 0)

# Symbols of the stubs of GNU ld, lld and mold, and the rule of all of these.
STUB = re.compile(r"__.*_veneer|__AArch64\w*Thunk_.*|.*\$thunk\d*")
STUB_RULES = (("v", 31, 0), sframe.SAME, sframe.SAME, False)

# Opcode: the byte and the half of it that the register is in.
S390X = {b"\xe3.....": (1, 4), b"\xc0.....": (1, 4), b"\xd2.....": None,
         b"\x07.": None, b"\x0d.": (1, 4), b"\xb9[\x08\x09]..": (3, 4),
         b"\xa7.[\0-\xff]{2}": (1, 4), b"\xeb.....": (1, 4), b"\0\0": None}


class Unknown(Exception):
    """An instruction that is not in the tables."""


def _amd64_rules(offset):
    return (("v", 7, offset), ("m", "cfa", -8), sframe.SAME, False)


def _amd64_one(data, at):
    """What the instruction at AT does, its length and its distance."""
    for form, effect, rest in AMD64:
        found = re.compile(form).match(data, at)
        if found and found.end() + rest <= len(data):
            end = found.end() + rest
            distance = 0
            if effect in ("jump", "call"):
                distance, = struct.unpack_from("<i", data, end - 4)
            return effect, end - at, distance
    raise Unknown(f"bytes {data[at:at + 8].hex()} at +{at:#x}")


def _amd64_entries(data):
    """Offsets at which straight code begins: at the start, and after what
    ends it and the filling after that; and what direct branches reach."""
    begins, targets, at = [0], set(), 0
    while at < len(data):
        effect, size, distance = _amd64_one(data, at)
        at += size
        if effect in ("jump", "call"):
            targets.add(at + distance)
        if effect in ("jump", "end", "call"):
            while at < len(data):
                fill = AMD64_FILL.match(data, at)
                if not fill:
                    break
                at = fill.end()
            if at < len(data) and effect != "call":
                begins.append(at)
    return begins, targets


def _amd64(data):
    truth = [ANY] * len(data)
    begins, targets = _amd64_entries(data)
    states = {}
    work = []
    for at in begins:
        if data[at:at + 1] == b"\x68" or at not in targets:
            # A push after a jump is where an unresolved word leads.  GNU
            # ld's PLT0 is there even if no entry is.
            lone = at == 0 and data[:2] == b"\xff\x35"
            work.append((at, 16 if lone else 8))
    while work:
        at, state = work.pop()
        while at < len(data) and state not in states.setdefault(at, set()):
            states[at].add(state)
            effect, size, distance = _amd64_one(data, at)
            one = len(states[at]) == 1
            truth[at:at + size] = [_amd64_rules(state) if one
                                   else NONE] * size
            at += size
            if effect == "push":
                state += 8
            elif effect in ("jump", "call") and 0 <= at + distance < len(data):
                # Calls are a retpoline's: their return is never used.
                work.append((at + distance, state + 8 * (effect == "call")))
            if effect in ("jump", "call", "end"):
                break
    for at in range(len(data)):
        # Zeros are no code, and what fills up after code without a rule may
        # be left out with it.
        if truth[at] == ANY and (data[at] == 0
                                 or at and truth[at - 1] in (NONE, FREE)):
            truth[at] = FREE
    return truth


def _aarch64(data):
    truth, state, saved, ended = [], 0, sframe.SAME, False
    for word, in struct.iter_unpack("<I", data[:len(data) & ~3]):
        here = (("v", 31, state), saved, sframe.SAME, False)
        if ended and word in AARCH64_FILL:
            truth += [ANY if word else FREE] * 4
            continue
        if ended:
            state, saved, ended = 0, sframe.SAME, False
            here = (("v", 31, 0), saved, sframe.SAME, False)
        if word == 0:
            truth += [FREE] * 4
            ended = True
            continue
        truth += [here] * 4
        if word in AARCH64_PUSH:
            state += 16
            if AARCH64_PUSH[word]:
                saved = ("m", "cfa", AARCH64_PUSH[word])
        elif word & AARCH64_BR[1] == AARCH64_BR[0]:
            ended = True
        elif (not any(word & m == v for v, m in AARCH64_PLAIN)
              and word != AARCH64_FILL[0]):
            raise Unknown(f"word {word:#x} at +{len(truth) - 4:#x}")
    return truth + [FREE] * (len(data) & 3)


def _s390x(data):
    at = 0
    while at < len(data):
        size = (2, 4, 4, 6)[data[at] >> 6]
        for form, where in S390X.items():
            if re.compile(form, re.S).match(data, at):
                stores = data[at] == 0xE3 and data[at + 5] == 0x24
                if where and not stores and data[at + where[0]] >> 4 in (
                        14, 15) and data[at:at + 2] != b"\xc0\xf4":
                    raise Unknown(f"r14 or r15 is set at +{at:#x}")
                break
        else:
            # The last word of GNU ld's entries is no code.
            if data[at - 6:at - 4] == b"\xc0\xf4":
                at += 4
                continue
            raise Unknown(f"bytes {data[at:at + 6].hex()} at +{at:#x}")
        at += size
        if data[at - 6:at - 4] == b"\xc0\xf4":
            at += 4
    return [(("v", 15, 160), sframe.SAME, sframe.SAME, False)] * len(data)


def areas(image):
    """The sections of IMAGE with linker-generated code."""
    return [s for s in image.sections
            if s.flags & elf.SHF_EXECINSTR and s.type != elf.SHT_NOBITS
            and s.size
            and (s.name.startswith(".plt") or s.name == ".iplt")]


def truth_of(image, section):
    """For each byte of SECTION the rules, NONE, ANY or FREE."""
    data = image.bytes_of(section)
    return {elf.EM_X86_64: _amd64, elf.EM_AARCH64: _aarch64,
            elf.EM_S390: _s390x}[image.machine](data)


def compare(image, functions, problems, lacking=False, sections=None):
    """Compare FUNCTIONS, (ADDR, RANGES) of the linker-generated code of IMAGE,
    with the truth at every byte.  LACKING: some may be missing, for want of
    room.  SECTIONS: other ones than areas().  Returns how many bytes have a
    rule."""
    covered = 0
    for section in sections or areas(image):
        try:
            truth = truth_of(image, section)
        except Unknown as unknown:
            problems.say(f"{section.name}: {unknown}")
            continue
        found = [None] * section.size
        for addr, ranges in functions:
            for start, end, rules in ranges:
                for at in range(addr + start - section.addr,
                                addr + end - section.addr):
                    if 0 <= at < section.size:
                        found[at] = rules
        covered += sum(f is not None for f in found)
        for at, (want, have) in enumerate(zip(truth, found)):
            where = f"{section.name}+{at:#x}"
            if want == NONE and have is not None:
                problems.say(f"{where} has a rule, but no one is true")
            elif have is None and (lacking or want == FREE):
                continue
            elif want != NONE and have is None:
                problems.say(f"{where} has no rule")
            elif want not in (NONE, ANY, FREE) and have != want:
                problems.say(f"{where} has {have}, true is {want}")
            else:
                continue
            break
    return covered


def is_true(image, addr, size, ranges):
    """Whether RANGES are true of the SIZE bytes at ADDR of IMAGE, which may
    have no section headers, as far as these bytes alone tell."""
    load = next((s for s in image.loads() if s.vaddr <= addr
                 and addr + size <= s.vaddr + s.filesz), None)
    if not load:
        return False
    section = elf.Section()
    section.name, section.type, section.flags = "", 1, elf.SHF_EXECINSTR
    section.addr, section.size = addr, size
    section.offset = load.offset + addr - load.vaddr
    problems = _List()
    compare(image, [(addr, ranges)], problems, sections=[section])
    return not problems


def is_stub(image, addr, size, ranges):
    """Whether a symbol says that what is at ADDR of IMAGE is a stub that leads
    to far code, and so do the bytes, of which RANGES are true."""
    value, mask = AARCH64_BR
    code = image.read(addr, size // 4 * 4) or b""
    return (any(w & mask == value
                for w, in struct.iter_unpack("<I", code))
            and any(s.value == addr and s.bind == elf.STB_LOCAL
                    and STUB.fullmatch(s.name) for s in image.symbols())
            and all(rules == STUB_RULES for _, _, rules in ranges))


class _List(list):
    """Problems that nobody reads."""

    say = list.append
