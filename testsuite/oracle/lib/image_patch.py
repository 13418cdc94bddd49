# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Change single fields of an ELF file."""

import os
import struct

import disk
import elf


class Patch:
    """The bytes of an image, to be changed."""

    def __init__(self, path):
        self.image = elf.Elf(path)
        self.data = bytearray(self.image.data)

    def put(self, form, offset, *values):
        """Write VALUES at OFFSET."""
        struct.pack_into(self.image.order + form, self.data, offset, *values)

    def header(self, section, **fields):
        """Change FIELDS of the header of SECTION."""
        at = self.image.shoff + section.idx * self.image.shentsize
        for name, value in fields.items():
            form, offset = {"name_off": ("I", 0), "type": ("I", 4),
                            "flags": ("Q", 8), "addr": ("Q", 16),
                            "offset": ("Q", 24), "size": ("Q", 32)}[name]
            self.put(form, at + offset, value)

    def segment(self, segment, **fields):
        """Change FIELDS of the program header SEGMENT."""
        at = self.image.phoff + segment.idx * self.image.phentsize
        for name, value in fields.items():
            form, offset = {"type": ("I", 0), "offset": ("Q", 8),
                            "vaddr": ("Q", 16), "paddr": ("Q", 24),
                            "filesz": ("Q", 32), "memsz": ("Q", 40)}[name]
            self.put(form, at + offset, value)

    def fields(self, places, change):
        """Replace each start field of PLACES by CHANGE of it."""
        for place in places:
            for piece in place.pieces + place.buried:
                for func in piece.functions:
                    form = "q" if piece.version == 3 else "i"
                    self.put(form, place.offset + func.field,
                             change(func.raw))

    def without_headers(self):
        """Forget the section headers."""
        self.put("Q", 40, 0)
        self.put("HH", 60, 0, 0)

    def write(self, path):
        """Save it as a program."""
        disk.write(path, self.data)
        os.chmod(path, 0o755)
        return path
