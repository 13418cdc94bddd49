# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Archives: members that are taken, and those that are not though their
functions are called like others that are; members of one name."""

import os
import shutil

import disk
import elf
import expect
from symbol_bench import SymbolBuild, Wanted

WHOLE = ("-Wl,--whole-archive", "-Wl,--no-whole-archive")


def archive(bench, name, members, thin=False):
    """The archive NAME of the files MEMBERS."""
    lib = bench.run.path(name)
    disk.remove(lib)
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


def all_cases(bench):
    """Every archive by every linker."""
    for linker in bench.linkers:
        for what in ("twins", "twins, own names", "twins, reversed",
                     "twins, same code", "whole"):
            for kind in ("pic", "gc"):
                one(bench, linker, what, kind, False)
        one(bench, linker, "twins", "pic", True)
        beside(bench, linker)
