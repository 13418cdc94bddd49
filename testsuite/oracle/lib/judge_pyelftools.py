# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""pyelftools as a judge of call frame information; it is slow."""

import sys
import zlib

from cfiterms import REGISTERS, Facts
from judged import UNKNOWN, Table

try:
    import elftools
    from elftools.elf.elffile import ELFFile
    from elftools.dwarf.callframe import FDE
except ImportError:
    # Debian's is not for an interpreter from elsewhere, but runs there.
    sys.path.append("/usr/lib/python3/dist-packages")
    try:
        import elftools
        from elftools.elf.elffile import ELFFile
        from elftools.dwarf.callframe import FDE
    except ImportError:
        ELFFile = FDE = None
    sys.path.pop()

# Its name and, from 0.32 on, its release: that reads what 0.29 did not.
TITLE = "pyelftools"
if ELFFile and tuple(map(int, elftools.__version__.split(".")[:2])) >= (0, 32):
    TITLE += " 0.32"


class Judge(Table):
    """Answers for IMAGE.  DEBUG: of .debug_frame.  EVERY: take one function
    of so many."""

    name = "pyelftools"

    def __init__(self, image, debug=False, every=1):
        super().__init__()
        self.every = every
        self.registers = REGISTERS[image.machine]
        with open(image.path, "rb") as file:
            dwarf = ELFFile(file).get_dwarf_info(relocate_dwarf_sections=False)
            entries = (dwarf.CFI_entries() if debug
                       else dwarf.EH_CFI_entries())
            for entry in entries:
                if isinstance(entry, FDE) and self.takes(
                        entry["initial_location"]):
                    self._function(entry)

    def takes(self, addr):
        """Whether it takes the function at ADDR."""
        return not zlib.crc32(b"%d" % addr) % self.every

    def _function(self, entry):
        sp, fp, ra = self.registers
        column = entry.cie["return_address_register"]
        letters = entry.cie.header["augmentation"]
        rows = [(line["pc"], Facts(
            self._cfa(line["cfa"]), self._rule(line.get(sp)),
            self._rule(line.get(fp)), self._rule(line.get(ra)), column,
            UNKNOWN))
                for line in entry.get_decoded().table]
        self.add(entry["initial_location"], entry["address_range"], rows,
                 b"S" in letters, b"B" in letters)

    def _cfa(self, rule):
        if rule.expr is not None:
            return "expr", bytes(rule.expr)
        return None if rule.reg is None else ("v", rule.reg, rule.offset)

    def _rule(self, rule):
        if rule is None:
            return None
        kind, value = rule.type, rule.arg
        if kind in ("EXPRESSION", "VAL_EXPRESSION"):
            return ("expr" if kind == "EXPRESSION" else "valexpr",
                    bytes(value))
        return {"UNDEFINED": ("undef",), "SAME_VALUE": ("same",),
                "OFFSET": ("m", "cfa", value), "REGISTER": ("v", value, 0),
                "VAL_OFFSET": ("v", "cfa", value)}[kind]
