# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Sections of types that have no bytes in the file: what their headers say of a
place there means nothing."""

import elf
import elf_limits
from image_patch import Patch

# Far after any file.
FAR, SIZE = 0x7000000000, 0x1000
SHT_NULL = 0
ERRORS = ("AddressSanitizer", "runtime error")
NONE = "no .sframe section"


def without_bytes(path, section, kind, out):
    """A copy OUT of PATH in which the header of SECTION has the type KIND and
    a place that is not in the file."""
    patch = Patch(path)
    patch.header(section, type=kind, offset=FAR, size=SIZE)
    patch.write(out)


def commands(path, out, image, other):
    """What is done with PATH, which is an IMAGE or an object, beside OTHER,
    which is the other, and is right."""
    yield "check", path
    yield "dump", path
    yield "convert", "--partial", "--to=v3", "-o", out, path
    if not image:
        yield "repair", "-o", out, path
        yield "reserve", "-o", out, path
        yield "link", "--partial", "-o", out, other, path
        yield "check", "--against=" + path, other
        return
    yield "repair", "--partial", "-o", out, path
    yield ("repair", "--partial", "--grow=move-phdrs", "-o", out, path)
    yield "link", "--partial", "-o", out, path, other
    yield "check", "--against=" + other, path
    yield "check", "--symbols=" + path, path
    yield "repair", "--partial", "--symbols=" + path, "-o", out, path


def cases(run):
    """Each section of a program, and of an object, as one of these types."""
    program = elf_limits.program()[0].write(run.path("right"))
    linked = elf_limits.plain()[0].write(run.path("right.o"))
    for path, other in ((program, linked), (linked, program)):
        image = path is program
        for section in elf.Elf(path).sections[1:]:
            for kind in (SHT_NULL, elf.SHT_NOBITS):
                name = (f"types/{'image' if image else 'object'}: "
                        f"{section.name} of type {kind}")
                if run.wanted(name):
                    one(run, name, path, section, kind, image, other)


def one(run, name, path, section, kind, image, other):
    """No command reads where SECTION says that it is."""
    bad = run.path("bad" if image else "bad.o")
    without_bytes(path, section, kind, bad)
    problems = []
    for command in commands(bad, run.path("out"), image, other):
        status, text = run.sfmerge(*command)
        if status not in (0, 1, 2) or any(e in text for e in ERRORS):
            problems.append(f"{' '.join(command)}: status {status}: "
                            + text[-200:])
        if (section.name == ".sframe" and kind == SHT_NULL
                and command == ("check", bad)
                and NONE not in text):
            problems.append(f"check: {text}")
    run.result(name, problems)
