# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Damage of which one run made what the next changed, or what check refuses:
each is a file of the campaign of damaged files, made small."""

import elf
from elf_made import Patch
from twice import Twice

NO_CODE = "a symbol of a section that cannot hold code"


def settled(bench, name, command, files, refusal):
    """COMMAND on FILES: its output is final, or it says REFUSAL."""
    twice = Twice(bench.run)
    problems, text = twice.judge(command, files)
    if (refusal is None) == bool(twice.count["refused"]) or (
            refusal or "") not in text:
        problems.append("it is " + ("refused" if twice.count["refused"]
                                    else "not refused"))
    bench.run.result(name, problems, text)


def unreadable(bench):
    """An object whose relocations name a section that is none."""
    name = "twice: an object that no linker reads"
    if not bench.run.wanted(name):
        return
    path = bench.objects.program("v1", "pic")[0]
    patch = Patch(path)
    for section in patch.image.sections:
        if section.flags & elf.SHF_EXECINSTR:
            patch.header(section, type=0)
    settled(bench, name, ("convert", "--to=v3"),
            [patch.write(bench.run.path("twice.o"))], NO_CODE)


def cases(bench):
    """All of them."""
    unreadable(bench)
