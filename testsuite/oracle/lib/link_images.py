# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Images as links leave them: into a reserve, of objects without .sframe,
stripped; and whether each function of a link's map is found in them."""

import shutil

import disk

ABSENT = "are not found in it"
VERSIONS = """TRAP_1 { global: trap_call; part*_public; local: *; };
TRAP_2 { global: trap_call; } TRAP_1;
"""


def distinct(bench):
    """The linkers, of those whose maps and sections are alike the newer."""
    return [li for li in bench.linkers if li.name != "lld-19"]


def placed(bench, build, name, image, *options, inputs=None, **more):
    """Each function of INPUTS that the map of the link has is found in IMAGE.
    The oracle knows the map; sfmerge only if OPTIONS give it."""
    return bench.merge(build, name, image, *options, inputs=inputs,
                       truth=build.truth_of(inputs), **more)


def with_reserve(bench, build, *more):
    """Link BUILD with a reserve; says so if that fails."""
    reserve = bench.run.path("reserve.o")
    status, text = bench.run.sfmerge("reserve", "-o", reserve, *build.inputs)
    if status == 0:
        text = build.link(reserve, *more)
    if text:
        bench.run.result(build.name + ": trap", ["no image"], text)
    return not text


def without(bench, build, hidden, *more):
    """Link BUILD with its objects HIDDEN as an assembler without --gsframe
    writes them: the image has their code, but describes none of it.  For the
    linker they have to be the same files, as the map names them."""
    kept = []
    try:
        for path in hidden:
            kept.append((path, shutil.copy(path, path + ".kept")))
            status, text = bench.run.command(
                ["objcopy", "-R", ".sframe", "-R", ".rela.sframe", path])
            if status:
                bench.run.result(build.name + ": trap", ["no object"], text)
                return False
        return with_reserve(bench, build, *more)
    finally:
        for path, copy in kept:
            shutil.move(copy, path)


def the_map(build):
    """The option that gives BUILD's own map."""
    return "--from-map=" + build.map


def reduced(bench, image, *strip):
    """IMAGE after `strip STRIP`."""
    out = bench.run.path("reduced")
    disk.remove(out)
    bench.run.command(["strip", *strip, "-o", out, image])
    return out
