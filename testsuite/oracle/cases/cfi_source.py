# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The source of sections of call frame information, entry by entry."""

from cfi_traps import AMD64, NUMBERS

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
