# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Assemble and link the traps, each alone in an image."""

import collections
import shutil

import cfi_traps
import disk
import elf
import judged
from cfi_traps import AMD64, ARM, NUMBERS, rules_of

SLOT = "\t.data\n\t.balign 8\nslot:\n\t.8byte trap\n"
# DW_EH_PE: how the address of TEXT is written.
POINTERS = {
    0x00: "\t.8byte {}\n", 0x02: "\t.2byte {}\n", 0x03: "\t.4byte {}\n",
    0x04: "\t.8byte {}\n", 0x0B: "\t.4byte {}\n", 0x0C: "\t.8byte {}\n",
    0x1B: "\t.4byte {} - .\n",
    0x14: "\t.8byte {} - .\n", 0x1C: "\t.8byte {} - .\n",
    0x50: "\t.balign 8\n\t.8byte {}\n",
}
INDIRECT = {0x80: 0x00, 0x9B: 0x1B}
SIZES = {0: ".8byte", 2: ".2byte", 3: ".4byte", 4: ".8byte", 0xB: ".4byte",
         0xC: ".8byte"}


class Section:
    """The source of a section, entry by entry."""

    def __init__(self, machine, name=".xframe", wide=False, debug=False):
        self.numbers, self.machine = NUMBERS[machine], machine
        self.text = f"\n\t.section {name}, \"{'' if debug else 'a'}\"\n"
        self.start = name.strip(".") + "_start"
        self.text += f"{self.start}:\n"
        self.wide, self.debug, self.count = wide, debug, 0
        self.prefix = name.strip(".")

    def _entry(self, text):
        self.count += 1
        one = f"{self.prefix}_{self.count}"
        length = f"\t.4byte {one}_end - {one}_begin\n"
        if self.wide:
            length = ("\t.4byte 0xffffffff\n"
                      f"\t.8byte {one}_end - {one}_begin\n")
        self.text += (f"{one}:\n{length}{one}_begin:\n{text}"
                      f"\t.balign 4, 0\n{one}_end:\n")
        return one

    def _identity(self, cie):
        word = ".8byte" if self.wide and self.debug else ".4byte"
        if self.debug:
            return f"\t{word} {f'{cie} - {self.start}' if cie else -1}\n"
        return f"\t.4byte {f'. - {cie}' if cie else 0}\n"

    def cie(self, letters="zR", data=".byte 0x1b", more="", version=1,
            column=None):
        """Add a CIE with augmentation LETTERS, and DATA for it, whose
        encoding of pointers is ENCODING."""
        cfa, offset = self.numbers["cfa"][1:].split("+")
        cfa = f"\t.byte 0x0c\n\t.uleb128 {cfa}\n\t.uleb128 {offset}\n"
        if self.machine == AMD64:
            cfa += "\t.byte 0x90, 1\n"
        one = f"{self.prefix}_{self.count + 1}"
        augmented = (f"\t.uleb128 {one}_aug - {one}_data\n{one}_data:\n"
                     f"\t{data}\n{one}_aug:\n"
                     if letters.startswith("z") else "")
        column = self.numbers["ra"] if column is None else column
        return self._entry(
            self._identity(None) + f"\t.byte {version}\n"
            + f"\t.asciz \"{letters}\"\n"
            + ("\t.8byte 0\n" if letters == "eh" else "")
            + ("\t.byte 8, 0\n" if version == 4 else "")
            + f"\t.uleb128 1\n\t.sleb128 -8\n\t.uleb128 {column}\n"
            + augmented + cfa + f"\t{more}\n")

    def fde(self, cie, function, *program, encoding=0x1B, size=32,
            augmented=True, data=""):
        """Add an FDE of FUNCTION with the directives PROGRAM."""
        target = function
        form = encoding
        if encoding in INDIRECT:
            target, form = "slot", INDIRECT[encoding]
        one = f"{self.prefix}_{self.count + 1}"
        return self._entry(
            self._identity(cie) + POINTERS[form].format(target)
            + f"\t{SIZES[form & 15]} {size}\n"
            + (f"\t.uleb128 {one}_aug - {one}_data\n{one}_data:\n"
               f"\t{data}\n{one}_aug:\n" if augmented else "")
            + "".join(f"\t{line}\n" for line in program))

    def add(self, text):
        """Add TEXT as it is."""
        self.text += text


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


# Machine: (prefixes of the tools, their flags)
TOOLS = {
    cfi_traps.AMD64: (("x86_64-linux-gnu-", ""), []),
    cfi_traps.AARCH64: (("aarch64-linux-gnu-",), []),
    cfi_traps.AARCH64_BE: (("aarch64-linux-gnu-",), ["-EB"]),
    cfi_traps.S390X: (("s390x-linux-gnu-",), []),
}


class Trapped:
    """One image; LINES: what cfi-rules has to print of the functions that
    the trap is about."""

    def __init__(self, name, machine, path, debug, made=False):
        self.name, self.machine, self.path = name, machine, path
        self.debug, self.made = debug, made
        self.title = f"{name}, {machine}" + (", .debug_frame" if debug
                                             else "")
        self.image = elf.Elf(path)
        self.symbols = {s.name: s.value for s in self.image.symbols()}
        self.lines, self.unreadable = [], False

    def functions(self):
        """The functions that the lines are about."""
        return judged.parse(self.lines)


class Builder:
    """Builds them in the directory of RUN."""

    def __init__(self, run):
        self.run = run
        self.tools = {machine: self._tools(machine) for machine in TOOLS}

    @staticmethod
    def _tools(machine):
        for prefix in TOOLS[machine][0]:
            found = [shutil.which(prefix + tool)
                     for tool in ("as", "ld", "objcopy")]
            if all(found):
                return found
        return None

    def image(self, name, machine, source, sections=()):
        """The path of the image made of SOURCE; SECTIONS are renamed.  None:
        it cannot be made."""
        path = self.run.path(f"{name}-{machine}")
        flags = TOOLS[machine][1]
        assembler, linker, objcopy = self.tools[machine]
        disk.write(path + ".s", source)
        rename = [f"--rename-section={old}={new}" for old, new in sections]
        # Below 64 K, so that each form of a pointer can hold an address.
        for command in (
                [assembler, *flags, "-o", path + ".o", path + ".s"],
                [linker, *flags, "-e", "0", "-Ttext=0x8000", "-o", path,
                 path + ".o"],
                [objcopy, *rename, path] if rename else []):
            status, text = (self.run.command(command) if command
                            else (0, ""))
            if status:
                print(f"{name}, {machine}: {text}")
                return None
        return path

    def traps(self, machine):
        """All Trapped of MACHINE; in place of one, a name: it cannot be
        built."""
        for one in cfi_traps.TRAPS:
            for debug in (False, True):
                if machine in one.machines and not (debug and one.no_debug()):
                    yield self._trap(one, machine, debug)
        for one in MADE:
            if machine in one.machines:
                yield self._made(one, machine)

    def _trap(self, one, machine, debug):
        name = one.name + ("-debug" if debug else "")
        path = self.image(name, machine, cfi_traps.assembly(one, machine,
                                                            debug))
        if not path:
            return name
        trapped = Trapped(one.name, machine, path, debug)
        start = trapped.symbols["trap"]
        trapped.lines = cfi_traps.lines(one, machine, start,
                                        trapped.symbols["trap_end"] - start)
        return trapped

    def _made(self, one, machine):
        new = ".debug_frame" if one.debug else ".eh_frame"
        path = self.image(
            one.name, machine,
            "\t.text\n" + CODE + one.body(machine),
            [(".xframe", new), (".xframe2", new)])
        if not path:
            return one.name
        trapped = Trapped(one.name, machine, path, one.debug, made=True)
        trapped.unreadable = "trap unreadable" in one.says
        trapped.lines = lines(one, machine, trapped.symbols)
        return trapped


def remove(trapped):
    """Remove its files."""
    for end in ("", ".s", ".o"):
        disk.remove(trapped.path + end)
