# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Links where a function of the inputs and code of the image are alike, but
for what only a name, a map or .eh_frame tells: no row of another function,
and no function that is not described goes unsaid."""

import os
import shutil

import disk
import elf
import expect
import outputs
from link_bench import distinct, reduced
from machine_links import linkers
from proof_bench import PROGRAM, ProofBench, SHARED

SECTIONS = ("-fno-pic", "-ffunction-sections")
NO_PLT = ("-fPIC", "-fno-plt", "-ffunction-sections")
RENAMED = {"main removed": ["--strip-symbol=main"],
           "a static one removed": ["--strip-symbol=static_one"],
           "a public one renamed": ["--redefine-sym", "public_one=opened"],
           "all renamed": ["--prefix-symbols=new_"]}


def equal_code(proof, linker, name):
    """Of two functions alike the image describes one; the other's object is
    given, and no name is left."""
    version = linker.merges() or "v1"
    main, one, two = (proof.pair("proof-equal.c", part, version=version,
                                 tag="-" + version)
                      for part in (None, 1, 2))
    image = proof.link(linker, PROGRAM, [main.sframe, one.sframe, two.plain])
    if image:
        bare = reduced(proof.bench, image)
        proof.finish(name, bare, [p.sframe for p in (main, one, two)],
                     names=image, must=True)
        proof.finish(name + ", object not given", bare,
                     [main.sframe, two.sframe], names=image)


def comdat_of_archive(proof, linker, name):
    """The linker extracts the second member first, and keeps its copy of the
    COMDAT function."""
    parts = [proof.pair("proof-comdat.S", part) for part in (1, 2)]
    main = proof.pair("proof-comdat.S")
    libs = []
    for kind in ("plain", "sframe"):
        libs.append(archive(proof, kind, [getattr(p, kind) for p in parts]))
    image = proof.link(linker, PROGRAM, [main.plain, libs[0]])
    if image:
        proof.finish(name, image, [main.sframe, libs[1]],
                     objects=[main.sframe] + [p.sframe for p in parts])


def archive(proof, kind, paths):
    """An archive libproof.a of PATHS in the directory KIND."""
    folder = proof.path(kind)
    os.makedirs(folder, exist_ok=True)
    lib = os.path.join(folder, "libproof.a")
    disk.remove(lib)
    proof.run.command(["ar", "qcs", lib, *paths])
    return lib


def cold_parts(proof, linker, name, *flags, same=False):
    """The cold part that --gc-sections dropped is like one that it kept, of
    an object that was not given."""
    tag, define = ("-same", ("-DSAME",)) if same else ("", ())
    kept, gone, main = (proof.pair("proof-cold.c", part, *SECTIONS, *define,
                                   tag=tag) for part in (1, 2, None))
    image = proof.link(linker, PROGRAM, [main.plain, kept.plain, gone.plain],
                       "--gc-sections", *flags)
    if image:
        proof.finish(name, image, [main.sframe, gone.sframe], must=True)


def cold_stripped(proof, linker, name):
    """No local names."""
    cold_parts(proof, linker, name, "-x")


def cold_same_name(proof, linker, name):
    """The functions have one static name."""
    cold_parts(proof, linker, name, same=True)


def relocated_names(proof, linker, name):
    """strip -x leaves local names that relocations of --emit-relocs need,
    and takes others."""
    pair = proof.pair("proof-names.c", None, *SECTIONS)
    image = proof.link(linker, PROGRAM, [pair.plain], "--emit-relocs")
    if image:
        proof.finish(name, reduced(proof.bench, image, "-x"), [pair.sframe],
                     names=image)


def changed_names(proof, linker, name):
    """Symbols were removed or renamed after the link."""
    pair = proof.pair("proof-names.c", None, *SECTIONS)
    image = proof.link(linker, PROGRAM, [pair.plain])
    for what, options in RENAMED.items() if image else ():
        other = proof.path("renamed")
        disk.remove(other)
        status, text = proof.run.command(["objcopy", *options, image, other])
        if status:
            proof.run.result(f"{name}, {what}", ["objcopy fails"], text)
            continue
        proof.finish(f"{name}, {what}", other, [pair.sframe], names=image)


def renamed_member(proof, linker, name):
    """All names of the image were changed after the link, so that it has none
    of an archive member's, which it has."""
    main = proof.pair("proof-member.c")
    part = proof.pair("proof-member.c", 1)
    libs = [archive(proof, "renamed-" + kind, [getattr(part, kind)])
            for kind in ("plain", "sframe")]
    image = proof.link(linker, PROGRAM, [main.plain, libs[0]])
    if image:
        other = proof.path("renamed")
        disk.remove(other)
        status, text = proof.run.command(
            ["objcopy", "--prefix-symbols=new_", image, other])
        if status:
            proof.run.result(name, ["objcopy fails"], text)
            return
        proof.finish(name, other, [main.sframe, libs[1]], names=image,
                     must=True, objects=[main.sframe, part.sframe])


def stale_object(proof, linker, name):
    """The object was compiled anew since the link and its map, with another
    frame in code of the same length."""
    one, two = (proof.pair("proof-frame.c", part) for part in (1, 2))
    given = proof.path("given.o")
    shutil.copy(one.plain, given)
    image = proof.link(linker, PROGRAM, [given])
    shutil.copy(two.sframe, given)
    if image:
        by_map(proof, name, image, [given])


def by_map(proof, name, image, inputs, names=None, objects=None):
    """Judge the link with IMAGE's own map."""
    return proof.finish(name, image, inputs, "--from-map="
                        + proof.path("image.map"), names=names,
                        objects=objects)


def reordered(proof, linker, name):
    """Sections of one name and size, in an order that the map cannot tell."""
    if linker.family != "lld":
        return
    pair = proof.pair("proof-order.S")
    given = proof.path("given.o")
    shutil.copy(pair.plain, given)
    order = proof.path("order")
    disk.write(order, "second\nfirst\nmain\n")
    image = proof.link(linker, PROGRAM, [given],
                       "--symbol-ordering-file=" + order)
    shutil.copy(pair.sframe, given)
    if image:
        by_map(proof, name, image, [given])
        by_map(proof, name + ", stripped", reduced(proof.bench, image),
               [given], names=image)


def same_members(proof, linker, name):
    """Two members of one name and size: the linker takes the first, which
    has no .sframe."""
    version = linker.merges() or "v1"
    main, *parts = (proof.pair("proof-member.c", part, version=version,
                               tag="-" + version) for part in (None, 1, 2))
    paths = []
    for number, path in enumerate((parts[0].plain, parts[1].sframe)):
        folder = proof.path(f"member{number}")
        os.makedirs(folder, exist_ok=True)
        paths.append(shutil.copy(path, os.path.join(folder, "util.o")))
    lib = archive(proof, "twice", paths)
    image = proof.link(linker, PROGRAM, [main.sframe, lib])
    if image:
        by_map(proof, name, image, [main.sframe, lib],
               objects=[main.sframe] + paths)


def plt_name(proof, linker, name):
    """Functions in a section .plt.own: they are no linker's."""
    pair = proof.pair("proof-plt-name.S", 1)
    image = proof.link(linker, PROGRAM, [pair.plain])
    if image:
        proof.finish(name, image, [pair.sframe], must=True)


def plt_rows(proof, linker, name):
    """The rows of such a function are right in the image, though the code is
    that of an entry of .plt.got."""
    version = linker.merges() or "v1"
    pair = proof.pair("proof-plt-name.S", 2, version=version,
                      tag="-" + version)
    image = proof.link(linker, PROGRAM, [pair.sframe])
    if image:
        proof.finish(name, image, [pair.sframe], must=True)
        proof.finish(name + ", repair", image, [pair.sframe], form="repair",
                     must=True)


def no_shift(proof, linker, name):
    """A table that is right, of a function with no name left, and another
    function of its size that has one: it was not moved."""
    version = linker.merges() or "v3"
    one, two = (proof.pair("proof-alike.S", part, version=version,
                           tag="-" + version) for part in (1, 2))
    image = proof.link(linker, SHARED, [one.plain, two.sframe])
    if not image:
        return
    right = {s.value for s in elf.Elf(image).symbols() if s.name == "inner"}
    bare = reduced(proof.bench, image)
    if not expect.own(elf.Elf(bare))[0].keys() >= right:
        proof.run.unsupported(name, "the linker leaves .sframe out")
        return
    out = proof.path("out")
    disk.remove(out)
    status, text = proof.run.sfmerge("repair", "-o", out, bare)
    problems = outputs.refused(status, text, out, ()) if status else []
    after = expect.own(elf.Elf(bare if status else out))[0]
    if not right <= after.keys() or elf_named(image, "exported") in after:
        problems.append("the row stands on other code")
    if proof.run.sfmerge("check", bare)[1].count("shifted"):
        problems.append("check finds it moved")
    proof.run.result(name, problems, text)


def elf_named(path, name):
    """The value of the symbol NAME in the file PATH."""
    return next(s.value for s in elf.Elf(path).symbols() if s.name == name)


def tail_call(proof, linker, name, part):
    """Functions that are one jump through the GOT: all of their code is
    relocated."""
    pair = proof.pair("proof-tail.cc", part, *NO_PLT)
    image = proof.link(linker, SHARED, [pair.plain])
    if image:
        proof.finish(name, image, [pair.sframe], must=True, runs=False)


def comdat_tail_call(proof, linker, name):
    """... a COMDAT one."""
    tail_call(proof, linker, name, 1)


def local_tail_call(proof, linker, name):
    """... a static and a weak one."""
    tail_call(proof, linker, name, None)


def branches(bench, proof, linker, what, *flags):
    """AArch64 functions that are one relocated branch."""
    name = f"link/{linker[0]}/proof: AArch64 {what} of one branch"
    if not bench.run.wanted(name):
        return
    tools = "aarch64-linux-gnu-"
    source = os.path.join(bench.sources, "proof-branch-aarch64.s")
    image, bare = proof.path("branches"), proof.path("branches.bare")
    objects = proof.path("branch.o"), proof.path("branch-plain.o")
    disk.remove(image)
    for command in ([tools + "as", "--gsframe", *flags, source, "-o",
                     objects[0]],
                    [tools + "as", *flags, source, "-o", objects[1]],
                    [*linker[1:2], *linker[2], "-shared", "-o", image,
                     objects[1]],
                    [tools + "strip", "-x", "-o", bare, image]):
        status, text = bench.run.command(command)
        if status:
            bench.run.unsupported(name, text.strip().split("\n")[0])
            return
    proof.finish(name, image, objects[:1], must=True, runs=False)
    proof.finish(name + ", strip -x", bare, objects[:1], names=image,
                 runs=False)


CASES = {
    "equal code, stripped": equal_code,
    "COMDAT copy of the second member": comdat_of_archive,
    "cold part without local names": cold_stripped,
    "cold parts of one static name": cold_same_name,
    "strip -x after --emit-relocs": relocated_names,
    "changed symbols": changed_names,
    "a member without its names": renamed_member,
    "object newer than the map": stale_object,
    "reordered sections of one name": reordered,
    "two members of one name": same_members,
    "a section .plt.own": plt_name,
    "rows in a section .plt.own": plt_rows,
    "an equal size is no shift": no_shift,
    "COMDAT tail call": comdat_tail_call,
    "static and weak tail calls": local_tail_call,
}


def all_cases(bench):
    """Everything here by every linker."""
    proof = ProofBench(bench)
    for linker in distinct(bench):
        for what, case in CASES.items():
            name = f"link/{linker.name}/proof: {what}"
            if bench.run.wanted(name):
                case(proof, linker, name)
    if shutil.which("aarch64-linux-gnu-as"):
        for linker in linkers(bench, "aarch64"):
            branches(bench, proof, linker, "functions")
            branches(bench, proof, linker, "cold part", "--defsym", "COLD=1")
