# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Images whose symbols were taken away, all or some, and what a separate
debug file gives back."""

import os
import shutil

import disk
import elf
import outputs
from symbol_bench import SymbolBuild, Wanted, anything

NO_SYMBOLS = ["--from-map", "--symbols"]
# What takes none of the names of functions away, and what takes some.
HARMLESS = {"strip -g": ["strip", "-g"],
            "strip -X": ["strip", "-X"]}
HARMFUL = {"strip -x": ["strip", "-x"],
           "strip --strip-unneeded": ["strip", "--strip-unneeded"],
           "strip -K main": ["strip", "-K", "main"]}
LINKED = {"-X": False, "-x": True, "-S": False}


def build_of(bench, linker, what, kind="pic"):
    """A program of two parts, some assembly, and a constructor."""
    version = linker.merges() or "v1"
    flags = ["-pie", "-Wl,--build-id=sha1"]
    if kind == "gc":
        flags.append("-Wl,--gc-sections")
    return SymbolBuild(
        bench, linker, what,
        bench.objects.program(version, kind)
        + [bench.objects.get("trap-asm.c", version, kind)], flags)


def reduced(bench, image, command, name="reduced"):
    """A copy of IMAGE after COMMAND."""
    out = bench.run.path(name)
    disk.remove(out)
    if os.path.basename(command[0]) == "eu-strip":
        status, text = bench.run.command([*command, "-o", out, image])
    elif command[0] == "objcopy":
        status, text = bench.run.command([*command, image, out])
    else:
        status, text = bench.run.command([*command, "-o", out, image])
    if status:
        print(f"note: {command}: {text}")
        return None
    return out


def some_names(bench, linker, kind):
    """All functions where their names are left; without, all that is right,
    or a refusal."""
    build = build_of(bench, linker, f"names, {kind}", kind)
    if not bench.run.wanted(build.name):
        return
    image = bench.lose(build)
    if not image:
        return
    keep = bench.run.path("keep.txt")
    disk.write(keep, "main\npart1_public\n")
    harmful = dict(HARMFUL)
    harmful["objcopy --keep-global-symbols"] = [
        "objcopy", "--keep-global-symbols=" + keep]
    for what, command in HARMLESS.items():
        bench.place(build, ", " + what, reduced(bench, image, command))
    lossy = Wanted(refusal=["not found"], counts=False)
    for what, command in harmful.items():
        less = reduced(bench, image, command)
        bench.place(build, ", " + what, less, wanted=lossy)
        bench.place(build, f", {what}, partial", less,
                    wanted=Wanted(anything, partial=True, counts=False))
    for flag, harms in LINKED.items():
        again = bench.lose(build, "-Wl," + flag)
        if again:
            # mold takes -S for -s.
            harms = harms or not elf.Elf(again).named(".symtab")
            bench.place(build, f", linked with {flag}", again,
                        wanted=lossy if harms else None)


def no_names(bench, linker, kind):
    """No symbol is left but .dynsym's."""
    build = build_of(bench, linker, f"stripped, {kind}", kind)
    if not bench.run.wanted(build.name):
        return
    image = bench.lose(build)
    bare = reduced(bench, image, ["strip"]) if image else None
    if not bare:
        return
    bench.place(build, "", bare, wanted=Wanted(refusal=NO_SYMBOLS,
                                               counts=False))
    bench.place(build, ", partial", bare,
                wanted=Wanted(anything, partial=True, counts=False))
    bench.place(build, ", map", bare, "--from-map=" + build.map)
    again = bench.lose(build, "-Wl,-s")
    if again:
        bench.place(build, ", linked with -s", again, wanted=Wanted(
            refusal=NO_SYMBOLS, counts=False), symbols=again)


def debug_files(bench, image):
    """Files with the symbols of IMAGE: (how made, path)."""
    ways = {"objcopy --only-keep-debug": ["objcopy", "--only-keep-debug"],
            "strip --only-keep-debug": ["strip", "--only-keep-debug"],
            "compressed": ["objcopy", "--only-keep-debug",
                           "--compress-debug-sections"]}
    found = [("the image itself", image)]
    for what, command in ways.items():
        path = reduced(bench, image, command, what.replace(" ", "") + ".debug")
        if path:
            found.append((what, path))
    if shutil.which("eu-strip"):
        path = bench.run.path("eu.debug")
        disk.remove(path)
        status, _ = bench.run.command(
            ["eu-strip", "-f", path, "-o", bench.run.path("eu.image"), image])
        if status == 0 and os.path.exists(path):
            found.append(("eu-strip", path))
    return found


def with_debug_file(bench, linker):
    """The stripped image and the symbols of a separate file give what the
    whole image gives; a file of another link gives nothing."""
    build = build_of(bench, linker, "debug file")
    if not bench.run.wanted(build.name):
        return
    image = bench.lose(build)
    bare = reduced(bench, image, ["strip"]) if image else None
    if not bare or not bench.place(build, ", whole image", image):
        return
    whole = shutil.copy(bench.run.path("merged"), bench.run.path("whole"))
    truth = build.truth()
    for what, path in debug_files(bench, image):
        done = bench.place(build, ", " + what, bare, "--symbols=" + path,
                           truth=truth)
        if done:
            bench.run.result(
                f"{build.name}, {what}: the same",
                same_section(whole, bench.run.path("merged")))
    right = shutil.copy(build.image, bench.run.path("right"))
    wrong = another(bench, build, linker)
    if wrong:
        refused_file(bench, build, "of another link", bare, wrong)
    shutil.copy(right, build.image)
    for what, path in (("an object", build.inputs[0]),
                       ("stripped itself", bare)):
        refused_file(bench, build, what, bare, path)


def another(bench, build, linker):
    """The debug file of a link of the same objects in another order."""
    other = SymbolBuild(bench, linker, "another", build.inputs[::-1],
                        build.flags)
    if not bench.lose(other):
        return None
    return reduced(bench, other.image, ["objcopy", "--only-keep-debug"],
                   "other.debug")


def refused_file(bench, build, what, image, path):
    """PATH is not taken for the symbols of IMAGE."""
    out = bench.run.path("merged")
    disk.remove(out)
    status, text = bench.run.sfmerge("link", "-o", out, "--partial",
                                     "--symbols=" + path, image,
                                     *build.inputs)
    problems = outputs.refused(1 if status == 2 else status, text, out, [])
    if os.path.basename(path) not in text or "unrecognized" in text:
        problems.append("the message does not name the file")
    bench.run.result(f"{build.name}, {what}", problems, text)


def same_section(one, two):
    """Whether the results ONE and TWO have the same .sframe."""
    found = []
    for path in (one, two):
        image = elf.Elf(path)
        sections = [s for s in image.named(".sframe") if s.size]
        found.append([(s.addr, image.bytes_of(s)) for s in sections])
    return [] if found[0] and found[0] == found[1] else [
        "the section differs from that of the whole image"]


def all_cases(bench):
    """Everything here by every linker."""
    for linker in bench.linkers:
        for kind in ("pic", "gc"):
            some_names(bench, linker, kind)
            no_names(bench, linker, kind)
        with_debug_file(bench, linker)
