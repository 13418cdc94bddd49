# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Sections of call frame information that no assembler writes: other
encodings, lengths of 64 bits, terminators in the middle.

They are assembled as .xframe and renamed when linked, as linkers look into
.eh_frame, and stop or fix where it is unusual.  The functions are trap,
second and third, of 32 bytes each.
"""

import collections

from cfi_source import INDIRECT, POINTERS, SLOT, Section
from cfi_traps import AMD64, ARM, NUMBERS, rules_of

CODE = "".join(f"\t.globl {name}\n{name}:\n\t.skip 32\n"
               for name in ("trap", "second", "third")) + (
                   "\t.globl odd\n\t.set odd, third + 5\n")
CFA_64, CFA_32 = ".byte 0x0e, 64", ".byte 0x0e, 32"
MOVE_4, MOVE_8 = ".byte 2, 4", ".byte 2, 8"

# BODY (machine): the source after the code; the section is .xframe in the
# end, or .xframe2 too.  SAYS as in cfi_traps.py, with the function's name.
Made = collections.namedtuple("Made", "name machines body says debug")
MADE = []


def made(name, body, *says, machines=tuple(NUMBERS), debug=False):
    """Add one."""
    MADE.append(Made(name, machines, body, says, debug))


def lines(one, machine, symbols):
    """What cfi-rules prints of ONE, whose functions are at SYMBOLS."""
    found = []
    sizes = {"short": 4, "odd": 24}
    traits = {words[0]: " " + words[1] for words in map(str.split, one.says)
              if words[1] in ("signal", "key-b")}
    for said in one.says:
        place, _, rules = said.partition(": ")
        name, offset = place.split()
        if not rules and offset == "empty":
            found.append(f"fde {symbols[name]:#x} 0x0")
        if not rules:
            continue
        start = symbols[name]
        if not int(offset):
            found.append(f"fde {start:#x} {sizes.get(one.name, 32):#x}"
                         + traits.get(name, ""))
        found.append(f"{start + int(offset):#x} {rules_of(machine, rules)}")
    return found


def encoded(encoding):
    """The body with one function of ENCODING."""
    def body(machine):
        section = Section(machine)
        cie = section.cie(data=f".byte {encoding}")
        section.fde(cie, "trap", MOVE_4, CFA_64, encoding=encoding)
        return section.text + SLOT
    return body


for _encoding in sorted(POINTERS):
    made(f"encoding-{_encoding:02x}", encoded(_encoding), "trap 0: start",
         "trap 4: cfa=r{sp}+64")
for _encoding in sorted(INDIRECT):
    # The engine leaves these to its caller, and cfi-rules has no answer.
    made(f"encoding-{_encoding:02x}", encoded(_encoding), "trap 0: start",
         "trap 4: cfa=r{sp}+64", "trap unreadable")


def set_loc(encoding, *offsets):
    """The body with locations set in ENCODING."""
    def body(machine):
        section = Section(machine)
        cie = section.cie(data=f".byte {encoding}")
        program = []
        for number, offset in enumerate(offsets):
            program += [".byte 1", POINTERS[encoding].format(
                f"trap + {offset}").strip(),
                        f".byte 0x0e, {32 * (number + 1)}"]
        section.fde(cie, "trap", *program, encoding=encoding)
        return section.text
    return body


for _encoding in (0x00, 0x03, 0x1B, 0x1C):
    made(f"set-loc-{_encoding:02x}", set_loc(_encoding, 8, 16),
         "trap 0: start", "trap 8: cfa=r{sp}+32", "trap 16: cfa=r{sp}+64")
made("set-loc-back", set_loc(0x1B, 16, 8), "trap 0: start",
     "trap 16: problem opcode")


def simple(letters="zR", data=".byte 0x1b", more="", version=1, wide=False,
           fde_data="", **given):
    """The body with trap and second of one CIE."""
    def body(machine):
        section = Section(machine, wide=wide)
        cie = section.cie(letters, data, more, version)
        given.setdefault("augmented", letters.startswith("z"))
        section.fde(cie, "trap", MOVE_4, CFA_64, data=fde_data, **given)
        section.fde(cie, "second", MOVE_8, CFA_32, data=fde_data, **given)
        return section.text
    return body


BOTH = ("trap 0: start", "trap 4: cfa=r{sp}+64", "second 0: start",
        "second 8: cfa=r{sp}+32")
made("wide", simple(wide=True), *BOTH)
made("version-3", simple(version=3), *BOTH)
made("letters-none", simple("", encoding=0), *BOTH)
made("letters-eh", simple("eh", encoding=0), *BOTH)
made("letters-zplr", simple(
    "zPLR", ".byte 0\n\t.8byte third\n\t.byte 0\n\t.byte 0x1b",
    fde_data=".8byte third"), *BOTH)
made("letters-omitted", simple(
    "zPLR", ".byte 0x1b\n\t.4byte third - .\n\t.byte 0xff, 0x1b"), *BOTH)
made("letters-zrs", simple("zRS"), "trap signal", *BOTH[:2],
     "second signal", *BOTH[2:])
made("letters-zsr", simple("zSR"), "trap signal", *BOTH[:2],
     "second signal", *BOTH[2:])
made("letters-zrb", simple("zRB"), "trap key-b", *BOTH[:2], "second key-b",
     *BOTH[2:], machines=ARM)
made("letters-zrg", simple("zRG"), *BOTH, machines=ARM)
made("cie-state", simple(more=".byte 0x86, 2, 0x8b, 3, 0x9d, 4"),
     "trap 0: start {infp}", "trap 4: cfa=r{sp}+64 {infp}",
     "second 0: start {infp}", "second 8: cfa=r{sp}+32 {infp}")
made("short", simple(size=4), "trap 0: start", "second 0: start")


def cut(machine):
    """An instruction without its operand."""
    section = Section(machine)
    cie = section.cie()
    section.fde(cie, "trap", MOVE_4, ".balign 4, 0", ".byte 0, 0, 0, 0x0e")
    return section.text


made("operand", cut, "trap 0: start", "trap 4: problem opcode")


def terminated(machine):
    """A terminator in the middle, and a second section."""
    section = Section(machine)
    section.fde(section.cie(), "trap", MOVE_4, CFA_64)
    section.add("\t.4byte 0\n")
    section.fde(section.cie(), "second", MOVE_8, CFA_32)
    return section.text


def two(machine):
    """Two sections."""
    one, other = Section(machine), Section(machine, ".xframe2")
    one.fde(one.cie(), "trap", MOVE_4, CFA_64)
    other.fde(other.cie(), "second", MOVE_8, CFA_32)
    return one.text + other.text


def elsewhere(machine):
    """Functions that are not in code."""
    section = Section(machine)
    cie = section.cie()
    section.fde(cie, "slot", MOVE_4, CFA_64)
    section.fde(cie, "trap", MOVE_4, CFA_64)
    section.add("")
    return section.text + SLOT


def mixed(machine):
    """CIEs in turn, one of which says more."""
    section = Section(machine)
    one = section.cie()
    other = section.cie("zRS", more=CFA_32)
    section.fde(one, "trap", MOVE_4, CFA_64)
    section.fde(other, "second", MOVE_8, CFA_64)
    section.fde(one, "third", MOVE_8, CFA_32)
    return section.text


def signed(machine):
    """Functions that end signed, of a CIE that begins so."""
    section = Section(machine)
    plain, negated = section.cie(), section.cie("zRB", more=".byte 0x2d")
    section.fde(plain, "trap", MOVE_4, ".byte 0x2d")
    section.fde(negated, "second", MOVE_4, ".byte 0x2d")
    section.fde(plain, "third", MOVE_8, CFA_64)
    return section.text


def odd(machine):
    """An entry of a procedure linkage table that begins anywhere."""
    section = Section(machine)
    section.fde(section.cie(), "odd", MOVE_4, ".byte 0x0f, 11, 0x77, 8, 0x80, "
                "0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22", size=24)
    return section.text


def again(machine):
    """One function twice, and one with no code."""
    section = Section(machine)
    cie = section.cie()
    section.fde(cie, "trap", MOVE_4, CFA_64)
    section.fde(cie, "trap", MOVE_4, CFA_64)
    section.fde(cie, "second", CFA_64, size=0)
    return section.text


def outside(machine):
    """A function that does not end where code does."""
    section = Section(machine)
    cie = section.cie()
    section.fde(cie, "second", MOVE_4, CFA_64, size=0x10000000)
    section.fde(cie, "trap", MOVE_4, CFA_64)
    return section.text


made("mixed", mixed, *BOTH[:2], "second signal", "second 0: cfa=r{sp}+32",
     "second 8: cfa=r{sp}+64", "third 0: start", "third 8: cfa=r{sp}+32")
made("signed", signed, "trap 0: start", "trap 4: mangled", "second key-b",
     "second 0: mangled", "second 4: start", "third 0: start",
     "third 8: cfa=r{sp}+64", machines=ARM)
made("odd", odd, "odd 0: start", "odd 6: cfa=r7+16", "odd 11: start",
     "odd 22: cfa=r7+16", machines=(AMD64,))
made("again", again, *BOTH[:2], *BOTH[:2], "second empty")
made("outside", outside, *BOTH[:2])
made("terminator", terminated, *BOTH)
made("two-sections", two, *BOTH)
made("elsewhere", elsewhere, *BOTH[:2])


def debug(version, wide=False):
    """.debug_frame."""
    def body(machine):
        section = Section(machine, wide=wide, debug=True)
        cie = section.cie("", version=version)
        section.fde(cie, "trap", MOVE_4, CFA_64, encoding=0, augmented=False)
        section.fde(cie, "second", MOVE_8, CFA_32, encoding=0,
                    augmented=False)
        return section.text
    return body


for _version in (1, 3, 4):
    made(f"debug-{_version}", debug(_version), *BOTH, debug=True)
made("debug-wide", debug(4, True), *BOTH, debug=True)
