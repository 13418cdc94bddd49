# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Objects that were compiled anew since the link: what they say of their new
code never stands on the old."""

import shutil

import symbol_archives
from symbol_bench import SymbolBuild, Wanted, anything

# Name: (source, how compiled for the link, and since)
CHANGES = {
    "another frame, the same size": (
        "twin.c", ["-O2", "-DTWIN=1", "-DMORE"],
        ["-O2", "-DTWIN=1", "-DMORE", "-DFRAME=264"]),
    "all frames, the same sizes": (
        "twin.c", ["-O2", "-DTWIN=1"], ["-O2", "-DTWIN=2"]),
    "other sizes": (
        "twin.c", ["-O2", "-DTWIN=1", "-DMORE"],
        ["-O0", "-DTWIN=1", "-DMORE"]),
    "one function more": (
        "twin.c", ["-O2", "-DTWIN=1"], ["-O2", "-DTWIN=1", "-DMORE"]),
    "sections of their own": (
        "twin.c", ["-O2", "-DTWIN=1", "-DMORE"],
        ["-O2", "-DTWIN=1", "-DMORE", "-ffunction-sections"]),
    "other functions": (
        "odd-names.S", ["-DPART=1", "-DFILE_NAME", "-DNO_ALIKE"],
        ["-DPART=2", "-DFILE_NAME", "-DNO_ALIKE"]),
    "a frame, sections of their own": (
        "twin.c", ["-O1", "-DTWIN=1", "-DFRAME=100", "-ffunction-sections"],
        ["-O1", "-DTWIN=1", "-DFRAME=116", "-ffunction-sections"]),
}


def stale(bench, linker, what):
    """The object that sfmerge is given is not the one that was linked."""
    name = f"stale object, {what}"
    if not bench.run.wanted(f"symbols/{linker.name}/{name}"):
        return
    source, before, since = CHANGES[what]
    version = linker.merges() or "v1"
    folder = what.replace(" ", "-").replace(",", "")
    old, new = [bench.in_version(bench.compile(
        source, f"{folder}-{age}", "-fPIC", *flags), version)
                for age, flags in (("old", before), ("new", since))]
    program = bench.objects.program(version, "pic")
    given = bench.run.path("stale.o")
    shutil.copy(old, given)
    for where in ("object", "archive"):
        apart = symbol_archives.archive(bench, "libstale.a", [given])
        last = given if where == "object" else apart
        build = SymbolBuild(
            bench, linker, f"{name}, in an {where}", program + [last],
            ["-pie", "-Wl,-u,twin_call"] if source == "twin.c" else ["-pie"],
            [(p, [p]) for p in program]
            + [(old, symbol_archives.names_in_map(bench, apart, given))])
        image = bench.lose(build)
        if not image:
            return
        truth = build.truth()
        shutil.copy(new, given)
        symbol_archives.archive(bench, "libstale.a", [given])

        def of_old(func):
            return func.obj.path == old

        bench.place(build, "", image, truth=truth, wanted=Wanted(
            of_old, refusal=["not found"], counts=False))
        bench.place(build, ", partial", image, truth=truth, wanted=Wanted(
            of_old, partial=True, counts=False))
        shutil.copy(old, given)
        if where == "object":
            alone(bench, build, image, truth, given, new)


def alone(bench, build, image, truth, given, new):
    """The stale object and no other."""
    shutil.copy(new, given)
    whole, build.inputs = build.inputs, [given]
    bench.place(build, ", alone, partial", image, truth=truth,
                wanted=Wanted(anything, partial=True, counts=False))
    build.inputs = whole
    shutil.copy(truth.objects[-1].path, given)


def other_program(bench, linker):
    """Inputs that have nothing to do with the image."""
    version = linker.merges() or "v1"
    build = SymbolBuild(bench, linker, "inputs of another program",
                        bench.objects.program(version, "pic"), ["-pie"])
    if not bench.run.wanted(build.name):
        return
    image = bench.lose(build)
    if not image:
        return
    strange = [bench.in_version(bench.compile(
        "odd-names.S", "strange", "-DPART=1", "-DFILE_NAME"), version)]
    build.inputs = strange
    build.parts = [(p, [p]) for p in strange]
    bench.place(build, "", image, wanted=Wanted(
        anything, refusal=["not found"], counts=False))
    bench.place(build, ", partial", image, wanted=Wanted(
        anything, partial=True, counts=False))


def all_cases(bench):
    """Every change by every linker."""
    for linker in bench.linkers:
        for what in CHANGES:
            stale(bench, linker, what)
        other_program(bench, linker)
