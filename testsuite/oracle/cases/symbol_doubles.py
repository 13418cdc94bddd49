# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Functions that can be taken for each other: weak and strong definitions of
one name and size, assembly with the same code and other rules, functions of
several names or of none, versioned names."""

import disk
import elf
import link_images
import symbol_archives
from symbol_bench import SymbolBuild, Wanted

# Both bodies, in sections with others or of their own, dropped or not.
SHAPES = {
    "": ([], ["-pie"]),
    ", sections": (["-ffunction-sections", "-DSECTIONS"], ["-pie"]),
    ", gc": (["-ffunction-sections", "-DSECTIONS"],
             ["-pie", "-Wl,--gc-sections", "-Wl,-u,twin_call"]),
}
# Name: (flags, whether all is certain)
ODD = {
    "one object": (["-DFILE_NAME", "-DNAMELESS"], (1,), True),
    "without STT_FILE": (["-DNAMELESS"], (1,), True),
    "two objects": (["-DFILE_NAME", "-DNAMELESS"], (1, 2), True),
    "two, without STT_FILE": ([], (1, 2), False),
    "without names": (["-DFILE_NAME", "-DNAMELESS_ALIKE"], (1,), False),
}
UNDECIDED = ["not found"]


def section_of(func):
    """The name of the section of an expected function."""
    return func.obj.elf.sections[func.section].name


def alike(func):
    """Whether FUNC has the code of others, and nothing but its name tells
    them apart."""
    return section_of(func) in (".text.twin_same", ".text.alike",
                                ".text.alike_too", ".text.nameless_one",
                                ".text.nameless_two")


def pair(bench, version, more, same):
    """The weak and the strong object."""
    flags = ["-fPIC", "-O2", "-DMORE", *more] + (["-DSAME"] if same else [])
    folder = "-".join(["twin", *flags]).replace("-D", "")
    return [bench.in_version(bench.compile(
        "twin.c", f"{folder}-{twin}", f"-DTWIN={twin}",
        *(flags + ["-DWEAK"] if twin == 1 else flags)), version)
            for twin in (1, 2)]


def weak(bench, linker, shape, same):
    """A weak and a strong function, as objects in both orders and in
    archives."""
    more, flags = SHAPES[shape]
    version = linker.merges() or "v1"
    name = f"weak and strong{', same code' if same else ''}{shape}"
    if not bench.run.wanted(f"symbols/{linker.name}/{name}"):
        return
    kind = "gc" if more else "pic"
    program = bench.objects.program(version, kind)
    both = pair(bench, version, more, same)
    # Which member of the same code was taken, nothing decides.
    vague = Wanted(lacking=alike if same and shape else None,
                   refusal=UNDECIDED if same and shape else (),
                   counts=not (same and shape))
    for what, order in ((", weak first", both), (", strong first",
                                                 both[::-1])):
        build = SymbolBuild(bench, linker, name + what, program + order,
                            flags)
        image = bench.lose(build)
        if image:
            bench.place(build, "", image)
        apart = symbol_archives.named_apart(bench, order)
        for way in ("whole archive", "archive"):
            lib = symbol_archives.archive(bench, "libtwins.a", apart)
            linked = [lib]
            if way == "whole archive":
                linked = ["-Wl,--whole-archive", lib,
                          "-Wl,--no-whole-archive"]
            build = SymbolBuild(
                bench, linker, f"{name}{what}, {way}", program + linked,
                [*flags, "-Wl,-u,twin_call"], [(p, [p]) for p in program] + [
                    (p, symbol_archives.names_in_map(bench, lib, p))
                    for p in apart])
            build.inputs = program + [lib]
            image = bench.lose(build)
            if image:
                bench.place(build, "", image, wanted=vague)


def odd(bench, linker, what):
    """Assembly."""
    flags, parts, certain = ODD[what]
    version = linker.merges() or "v1"
    name = f"assembly, {what}"
    if not bench.run.wanted(f"symbols/{linker.name}/{name}"):
        return
    objects = [bench.in_version(bench.compile(
        "odd-names.S", f"odd-{what.replace(' ', '-')}-{part}",
        f"-DPART={part}", *flags), version) for part in parts]
    # Once after a file that has STT_FILE, once before.
    program = bench.objects.program(version, "pic")
    for where, inputs in (("", program + objects),
                          (", first", objects + program)):
        build = SymbolBuild(bench, linker, name + where, inputs, ["-pie"])
        image = bench.lose(build)
        if not image:
            continue
        wanted = Wanted()
        if not certain:
            wanted = Wanted(lacking=alike, refusal=UNDECIDED, counts=False)
        bench.place(build, "", image, wanted=wanted)


def versioned(bench, linker):
    """The image has NAME@V1 and NAME@@V2."""
    build = SymbolBuild(
        bench, linker, "versioned",
        [bench.objects.get(source, linker.merges() or "v1", "pic", part)
         for source, part in (("link-part.c", 1), ("link-part.c", 2),
                              ("trap-version.c", None))],
        ["-shared"], kind="shared")
    if not bench.run.wanted(build.name):
        return
    script = bench.run.path("versions.map")
    disk.write(script, link_images.VERSIONS)
    image = bench.lose(build, "-Wl,--version-script," + script)
    if image:
        names = {s.name for s in elf.Elf(image).symbols()}
        bench.run.result(build.name + ": the names", [] if any(
            "@" in n for n in names) or linker.family != "gnu"
            else ["no versions in .symtab"])
        bench.place(build, "", image)


def all_cases(bench):
    """Everything here by every linker."""
    for linker in bench.linkers:
        for shape in SHAPES:
            for same in (False, True):
                weak(bench, linker, shape, same)
        for what in ODD:
            odd(bench, linker, what)
        versioned(bench, linker)
