# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Sections that a linker has garbled: what has the size of all inputs is its
work, and is replaced; what has another size may be something else's."""

import os
import shutil

import disk
import elf
import verify

HEADER = 4


def spoiled(bench, build, how):
    """A copy of the image whose section HOW, a function, has changed."""
    image = elf.Elf(build.image)
    section, = image.named(".sframe")
    data = bytearray(image.data)
    own = data[section.offset:section.offset + section.size]
    data[section.offset:section.offset + section.size] = how(bytes(own))
    path = bench.run.path("garbled")
    disk.write(path, data)
    shutil.copymode(build.image, path)
    return path


def headers(own):
    """All headers but the first are lost."""
    own = bytearray(own)
    magic, at = own[:HEADER - 1], 0
    while (at := own.find(magic[:2], at + 1)) > 0:
        own[at:at + HEADER] = b"\x12\x34\x56\x78"
    return own


def everything(own):
    """No byte is what it was."""
    return bytes(byte ^ 0x5a for byte in own)


def linked(bench, image, inputs, problems, *options):
    """Status and text of a link, and its output."""
    out = bench.run.path("mended")
    disk.remove(out)
    status, text = bench.run.sfmerge("link", *options, "-o", out, image,
                                     *inputs)
    if status and os.path.exists(out):
        problems.append("there is an output")
    return status, text, out


def one(bench, build, how):
    """Spoil the image of BUILD HOW."""
    name = f"{build.name}: {how.__name__} garbled"
    if not bench.run.wanted(name):
        return
    problems = []
    image = spoiled(bench, build, how)
    status, text, out = linked(bench, image, build.inputs, problems)
    if status:
        problems.append(f"exit status {status}")
    else:
        found, _ = verify.verify(elf.Elf(build.image), elf.Elf(out),
                                 build.objects(), verify.Options())
        problems += found
        if bench.execute(build, out) != build.before:
            problems.append("it does not run")
    # One of the inputs is not given: then its bytes are anybody's.
    for fewer in (build.inputs[:-1], build.inputs + [build.inputs[0]]):
        status, more, _ = linked(bench, image, fewer, problems, "--partial")
        if status == 0 or "neither zeros nor SFrame" not in more:
            problems.append(f"with {len(fewer)} inputs: status {status}: "
                            f"{more[-200:]}")
    bench.run.result(name, problems, text)


def all_cases(bench, build_class):
    """With a linker that does not know .sframe, and objects of each
    version."""
    for linker in bench.linkers:
        if linker.family != "gold":
            continue
        for version in ("v1", "v2", "v3"):
            build = build_class(bench, linker, "pie", version)
            # gold refuses nothing here; the map is not what places.
            if build.link():
                continue
            for how in (headers, everything):
                one(bench, build, how)
