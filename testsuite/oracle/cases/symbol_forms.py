# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Images and inputs of other forms: only a reserve, a section with nothing
but a header or the functions of the PLT, objects that a linker made of
several, functions that a linker shortened."""

import os
import shutil
import struct

import disk
import elf
import expect
import sframe
import verify
from link_bench import SHORT
from symbol_bench import SymbolBuild, Wanted


def program(bench, linker, kind="pic"):
    """The C program in a version that LINKER can be given."""
    return bench.objects.program(linker.merges() or "v1", kind)


def only_reserve(bench, linker):
    """No object of the link had .sframe."""
    for kind, flags in (("pic", ["-pie"]),
                        ("gc", ["-pie", "-Wl,--gc-sections"])):
        build = SymbolBuild(bench, linker, f"only a reserve, {kind}",
                            program(bench, linker, kind), flags)
        if not bench.run.wanted(build.name):
            continue
        image = bench.bare(build)
        if not image:
            continue
        # GNU ld describes its PLT all the same.
        bench.place(build, "", image, zeroed=False)
        bench.place(build, ", to v2-pcrel", image, zeroed=False,
                    to="v2-pcrel")


def header_only(bench, linker):
    """The image's section has a header and no function."""
    build = SymbolBuild(bench, linker, "a header only",
                        program(bench, linker), ["-pie"])
    if not bench.run.wanted(build.name):
        return
    image = bench.lose(build)
    if not image:
        return
    whole = elf.Elf(image)
    data = bytearray(whole.data)
    for section in whole.named(".sframe"):
        if section.size >= 28:
            struct.pack_into("<HBBBbbBIIIII", data, section.offset,
                             sframe.MAGIC, 2, 5, 3, 0, -8, 0, 0, 0, 0, 0, 0)
    disk.write(image, data)
    bench.place(build, "", image)


def plt_only(bench, linker):
    """The image describes its PLT and nothing else, as GNU ld does it where
    the objects are of a version that is not its own."""
    version = "v1" if linker.merges() == "v3" else "v3"
    build = SymbolBuild(bench, linker, "a PLT only",
                        bench.objects.program(version, "pic"), ["-pie"])
    if linker.family != "gnu" or not bench.run.wanted(build.name):
        return
    if not bench.lose(build):
        return
    whole = elf.Elf(build.image)
    data = bytearray(whole.data)
    # What it could not merge it leaves past the end.
    section = next(s for s in whole.named(".sframe") if s.size)
    for start, end in expect.own(whole)[1]:
        if start == section.offset and end > start + section.size:
            data[start + section.size:end] = bytes(end - start - section.size)
    image = bench.run.path("zeroed")
    disk.write(image, data)
    mine, _ = expect.own(elf.Elf(image))
    in_plt = verify.CallFrames(whole).in_plt
    bench.run.result(build.name + ": the image", [] if mine and all(
        in_plt(addr) for addr in mine) else [
            f"it describes {[hex(a) for a in mine]}"])
    bench.place(build, "", image, zeroed=False)


def emptied(bench, linker):
    """A linker that leaves .sframe out where it is told to."""
    build = SymbolBuild(bench, linker, "discarded by an option",
                        program(bench, linker), ["-pie"])
    if not bench.run.wanted(build.name) or linker.name != "ld-2.47":
        return
    image = bench.lose(build, "-Wl,--discard-sframe")
    if image:
        bench.place(build, "", image, zeroed=False)


def unsound(joined, parts):
    """What is wrong with the object JOINED of PARTS, or None.  GNU ld sorts
    the functions and leaves their relocations."""
    try:
        obj = expect.Object(joined)
    except sframe.Broken as broken:
        return f"not a sound object: {broken}"
    wanted = sum(len(expect.Object(p).functions) for p in parts)
    if len(obj.functions) != wanted:
        return f"{len(obj.functions)} functions of {wanted}"
    sizes = {(s.shndx, s.value): s.size for s in obj.symbols
             if s.type == elf.STT_FUNC and s.size}
    for func in obj.functions:
        size = sizes.get((func.section, func.offset), func.size)
        # trap_many has two procedures.
        if size < func.size:
            return (f"a function of {size} bytes is described with "
                    f"{func.size}")
    return None


def frameless(bench, path):
    """A copy of the object PATH without .eh_frame."""
    out = bench.run.path("frameless.o")
    status, text = bench.run.command(
        ["objcopy", "-R", ".eh_frame", "-R", ".rela.eh_frame", path, out])
    if status:
        raise RuntimeError(text)
    return out


def relocatable(bench, linker):
    """An object that LINKER made of others, of which all or all but one have
    .eh_frame."""
    for kind, mixed in (("pic", False), ("gc", False), ("pic", True)):
        name = f"relocatable/{kind}{', one without .eh_frame' * mixed}"
        if not bench.run.wanted(f"symbols/{linker.name}/{name}"):
            continue
        parts = program(bench, linker, kind)
        parts.append(bench.objects.get("trap-asm.c", linker.merges() or "v1",
                                       kind))
        if mixed:
            parts[1] = frameless(bench, parts[1])
        joined = bench.run.absent("joined.o")
        status, text = bench.run.command(
            [bench.objects.cc, *linker.flags, "-r", "-nostdlib", "-o", joined,
             *parts[1:]])
        full = f"symbols/{linker.name}/{name}"
        if status:
            bench.run.unsupported(full, "no such link")
            continue
        why = unsound(joined, parts[1:])
        if why:
            bench.run.unsupported(full, why)
            continue
        flags = ["-pie"] + (["-Wl,--gc-sections"] if kind == "gc" else [])
        build = SymbolBuild(bench, linker, name, [parts[0], joined], flags)
        image = bench.bare(build)
        if image:
            bench.place(build, "", image, zeroed=False,
                        wanted=Wanted(lacking=short if mixed else None))


def short(func):
    """For Wanted: code alone proves nothing of the function."""
    return func.size <= SHORT


def shortened(bench, linker):
    """A section a basic block, and jumps that the linker leaves out: what
    was shortened is not the object's any more."""
    if linker.family != "lld":
        return
    if not shutil.which("clang"):
        bench.run.unsupported(f"symbols/{linker.name}/basic blocks",
                              "no clang")
        return
    for flag in ("", "-Wl,--optimize-bb-jumps"):
        name = f"basic blocks{', optimized' if flag else ''}"
        if not bench.run.wanted(f"symbols/{linker.name}/{name}"):
            continue
        objects = [blocks(bench, source, part) for source, part in (
            ("link-main.c", 0), ("link-part.c", 1), ("link-part.c", 2))]
        if None in objects:
            bench.run.unsupported(f"symbols/{linker.name}/{name}",
                                  "no such objects")
            continue
        build = SymbolBuild(bench, linker, name, objects, ["-pie"])
        image = bench.bare(build, *([flag] if flag else []))
        if not image:
            continue
        truth = build.truth()
        # lld leaves the sizes in .eh_frame as they were.
        bench.place(build, "", image, truth=truth, zeroed=False,
                    frames=not flag, wanted=Wanted(counts=not flag))


def blocks(bench, source, part):
    """SOURCE with a section a basic block, or None."""
    folder = bench.run.path(f"blocks-{part}")
    os.makedirs(folder, exist_ok=True)
    stem = os.path.join(folder, os.path.splitext(source)[0])
    if os.path.exists(stem + ".o"):
        return stem + ".o"
    for command in (
            ["clang", "-O1", "-fPIC", "-S", "-fbasic-block-sections=all",
             "-fno-addrsig", f"-DPART={part}", "-o", stem + ".s",
             os.path.join(bench.sources, source)],
            ["as", "--gsframe", "-o", stem + ".o", stem + ".s"]):
        status, text = bench.run.command(command)
        if status:
            print(f"note: {text.splitlines()[:1]}")
            return None
    return stem + ".o"


def all_cases(bench):
    """Everything here by every linker."""
    for linker in bench.linkers:
        only_reserve(bench, linker)
        header_only(bench, linker)
        plt_only(bench, linker)
        emptied(bench, linker)
        relocatable(bench, linker)
        shortened(bench, linker)
