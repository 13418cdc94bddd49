# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The tables of `readelf --debug-dump=frames-interp` as a judge of call frame
information."""

import re
import subprocess

from cfiterms import REGISTERS, Facts
from judged import NONE_OR_UNDEFINED, UNKNOWN, Table

AMD64 = ("rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 "
         "rip").split()
NAMES = {
    62: {name: number for number, name in enumerate(AMD64)},
    183: {**{f"x{n}": n for n in range(31)}, "sp": 31,
          **{f"v{n}": 64 + n for n in range(32)}},
    22: {f"r{n}": n for n in range(16)},
}
# A register that is in another: two words, which are made one.
MOVED = re.compile(r"\br(\d+) \(\w+\)")
CELL = re.compile(r"([a-z]+\d*)([+-]\d+)")
SECTION = re.compile(r"Contents of the (\.\S+) section")
ENTRY = re.compile(r"[0-9a-f]{8,16} [0-9a-f]{16} [0-9a-f]+ "
                   r"(?:(CIE) \"([^\"]*)\" .* ra=(\d+)|(FDE) cie=([0-9a-f]+) "
                   r"pc=([0-9a-f]+)\.\.([0-9a-f]+))")


class Judge(Table):
    """Asks PROGRAM of IMAGE, whose PATH it is.  DEBUG: of .debug_frame."""

    name = "readelf"

    def __init__(self, image, debug=False, program="readelf"):
        super().__init__()
        self.name = program
        self.names = NAMES[image.machine]
        self.registers = REGISTERS[image.machine]
        self.wanted = ".debug_frame" if debug else ".eh_frame"
        self.cies, self.header, self.columns = {}, [], set()
        with subprocess.Popen(
                [program, "-W", "--debug-dump=frames-interp", image.path],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                encoding="latin-1") as process:
            self._read(process.stdout)

    def _read(self, lines):
        section, entry, rows = "", None, []
        for line in lines:
            head = ENTRY.match(line)
            title = SECTION.match(line)
            if head or title:
                if section == self.wanted:
                    self._entry(entry, rows)
                entry, rows = head and (line.split()[0], head), []
                section = title[1] if title else section
            elif line.startswith("   LOC"):
                self.header = line.split()[1:]
                self.columns.update(self.header)
            elif entry and re.match(r"[0-9a-f]{16} ", line):
                rows.append(self._row(MOVED.sub(r"=\1", line).split()))
        if section == self.wanted:
            self._entry(entry, rows)

    def whole(self, _):
        """All that it says, and the columns that there are."""
        return self.functions, self.columns

    def _entry(self, entry, rows):
        if not entry:
            return
        where, head = entry
        if head[1]:
            self.cies[where.lstrip("0")] = (head[2], int(head[3]), rows)
            return
        letters, column, first = self.cies[head[5].lstrip("0")]
        start, end = int(head[6], 16), int(head[7], 16)
        # One without instructions has no table.
        rows = rows or [(start, facts) for _, facts in first]
        rows = [(addr, facts._replace(column=column))
                for addr, facts in rows]
        self.add(start, end - start, rows, "S" in letters, "B" in letters)

    def _row(self, words):
        cells = dict(zip(self.header, words[1:]))
        sp, fp, ra = (next((n for n, number in self.names.items()
                            if number == column), None)
                      for column in self.registers)
        return int(words[0], 16), Facts(
            self._cfa(cells["CFA"]), self._rule(cells.get(sp)),
            self._rule(cells.get(fp)),
            self._rule(cells.get("ra", cells.get(ra))), None, UNKNOWN)

    def _cfa(self, cell):
        match = CELL.fullmatch(cell)
        if not match or match[1] not in self.names:
            return UNKNOWN
        return "v", self.names[match[1]], int(match[2])

    def _rule(self, cell):
        if cell is None:
            return None
        if cell == "u":
            return NONE_OR_UNDEFINED
        if cell == "s":
            return ("same",)
        match = CELL.fullmatch(cell)
        if match and match[1] in "cv":
            return ("m" if match[1] == "c" else "v"), "cfa", int(match[2])
        if cell[0] == "=":
            return "v", int(cell[1:]), 0
        return UNKNOWN
