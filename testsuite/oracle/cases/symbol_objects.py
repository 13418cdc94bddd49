# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Objects that can be taken for others: members of archives, objects that were
compiled anew since the link, and functions that look alike."""

import os
import shutil

import disk
import elf
import expect
import link_bench
from symbol_bench import SymbolBuild, Wanted, anything

WHOLE = ("-Wl,--whole-archive", "-Wl,--no-whole-archive")


def archive(bench, name, members, thin=False):
    """The archive NAME of the files MEMBERS."""
    lib = bench.run.absent(name)
    for command in (["ar", "qcST" if thin else "qcS", lib, *members],
                    ["ranlib", lib]):
        status, text = bench.run.command(command)
        if status:
            print(text)
            return None
    return lib


def names_in_map(bench, lib, member):
    """What a map may call the file MEMBER of the archive LIB."""
    near = os.path.relpath(member, bench.folder)
    return [member] + [f"{lib}({name})" for name in (
        os.path.basename(member), near, member)]


def members_of(bench, what, version, kind):
    """The members for the case WHAT."""
    parts = [bench.objects.get("link-part.c", version, kind, part)
             for part in (1, 2)]
    loose = bench.objects.get("link-part.c", version,
                              "hidden" if kind == "pic" else kind, 3)
    if what == "whole":
        return parts + [loose]
    flags = ["-fPIC", "-O2"] + (["-ffunction-sections"] if kind == "gc"
                                else [])
    if "own names" in what:
        flags.append("-DMORE")
    if "same code" in what:
        flags += ["-DSAME"] + (["-DSECTIONS"] if kind == "gc" else [])
    twins = [bench.in_version(bench.compile(
        "twin.c", f"{what.replace(' ', '-')}-{kind}-{twin}", f"-DTWIN={twin}",
        *flags), version) for twin in (1, 2)]
    if "reversed" in what:
        twins.reverse()
    return [twins[0], *parts, loose, twins[1]]


def named_apart(bench, members):
    """Copies of MEMBERS with names that no two share."""
    folder = bench.run.path("apart")
    os.makedirs(folder, exist_ok=True)
    return [shutil.copy(path, os.path.join(folder, f"member{idx}.o"))
            for idx, path in enumerate(members)]


def one(bench, linker, what, kind, thin):
    """A link with the archive of the case WHAT."""
    name = f"archive, {what}/{kind}" + (", thin" if thin else "")
    if not bench.run.wanted(f"symbols/{linker.name}/{name}"):
        return
    version = linker.merges() or "v1"
    main = bench.objects.get("link-main.c", version, kind)
    members = members_of(bench, what, version, kind)
    apart = named_apart(bench, members)
    lib = archive(bench, "libparts.a", apart, thin)
    flags = ["-pie"] + (["-Wl,--gc-sections"] if kind == "gc" else [])
    flags.append("-Wl,-u,twin_call")
    linked = [main, lib] if what != "whole" else [main, WHOLE[0], lib,
                                                  WHOLE[1]]
    build = SymbolBuild(
        bench, linker, name, linked, flags,
        [(main, [main])] + [(path, names_in_map(bench, lib, path))
                            for path in apart])
    build.inputs = [main, lib]
    image = bench.lose(build)
    if not image:
        return
    bench.place(build, "", image)
    # The same members under names that are all the same: the code is where
    # it was.
    truth = build.truth()
    bare = archive(bench, "libparts.a", members, thin)
    build.inputs = [main, bare]
    bench.place(build, ", members of one name", image, truth=truth)
    if thin:
        return
    before = elf.Elf(build.image)
    again = bench.lose(build)
    if again and expect.same_code(elf.Elf(again), before):
        bench.place(build, ", members of one name linked", again,
                    truth=truth)


def beside(bench, linker):
    """Objects that are in an archive as well, and an archive given twice."""
    name = "archive, given twice"
    if not bench.run.wanted(f"symbols/{linker.name}/{name}"):
        return
    version = linker.merges() or "v1"
    inputs = bench.objects.program(version, "pic")
    lib = archive(bench, "libparts.a", named_apart(bench, inputs[1:]))
    build = SymbolBuild(bench, linker, name, [*inputs, lib], ["-pie"],
                        [(p, [p]) for p in inputs])
    image = bench.lose(build)
    if not image:
        return
    wanted = Wanted(counts=False)
    build.inputs = [*inputs, lib]
    bench.place(build, ": the objects, then the archive", image,
                wanted=wanted)
    build.inputs = [inputs[0], lib, lib]
    bench.place(build, ": the archive twice", image, wanted=wanted)


def archives_cases(bench):
    """Archives: members that are taken, and those that are not though their
    functions are called like others that are; members of one name."""
    for linker in bench.linkers:
        for what in ("twins", "twins, own names", "twins, reversed",
                     "twins, same code", "whole"):
            for kind in ("pic", "gc"):
                one(bench, linker, what, kind, False)
        one(bench, linker, "twins", "pic", True)
        beside(bench, linker)


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
        apart = archive(bench, "libstale.a", [given])
        last = given if where == "object" else apart
        build = SymbolBuild(
            bench, linker, f"{name}, in an {where}", program + [last],
            ["-pie", "-Wl,-u,twin_call"] if source == "twin.c" else ["-pie"],
            [(p, [p]) for p in program]
            + [(old, names_in_map(bench, apart, given))])
        image = bench.lose(build)
        if not image:
            return
        truth = build.truth()
        shutil.copy(new, given)
        archive(bench, "libstale.a", [given])

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


def changed_cases(bench):
    """Objects that were compiled anew since the link: what they say of their
    new code never stands on the old."""
    for linker in bench.linkers:
        for what in CHANGES:
            stale(bench, linker, what)
        other_program(bench, linker)


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
        apart = named_apart(bench, order)
        for way in ("whole archive", "archive"):
            lib = archive(bench, "libtwins.a", apart)
            linked = [lib]
            if way == "whole archive":
                linked = ["-Wl,--whole-archive", lib,
                          "-Wl,--no-whole-archive"]
            build = SymbolBuild(
                bench, linker, f"{name}{what}, {way}", program + linked,
                [*flags, "-Wl,-u,twin_call"], [(p, [p]) for p in program] + [
                    (p, names_in_map(bench, lib, p))
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
    disk.write(script, link_bench.VERSIONS)
    image = bench.lose(build, "-Wl,--version-script," + script)
    if image:
        names = {s.name for s in elf.Elf(image).symbols()}
        bench.run.result(build.name + ": the names", [] if any(
            "@" in n for n in names) or linker.family != "gnu"
            else ["no versions in .symtab"])
        bench.place(build, "", image)


def doubles_cases(bench):
    """Functions that can be taken for each other: weak and strong definitions
    of one name and size, assembly with the same code and other rules,
    functions of several names or of none, versioned names."""
    for linker in bench.linkers:
        for shape in SHAPES:
            for same in (False, True):
                weak(bench, linker, shape, same)
        for what in ODD:
            odd(bench, linker, what)
        versioned(bench, linker)
