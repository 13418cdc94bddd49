# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Link-time optimization beside the plugin: LTO's plugin may come before or
after it, objects may have code too, and what counts is the code that is
linked."""

import os

import disk
import elf
import sframe
import verify

# Put the plugin's options before those of GCC's, which the driver writes
# first.
WRAPPER = """#!/bin/sh
program=$1
shift
case $program in
  *collect2) exec "$program" {} "$@" ;;
  *) exec "$program" "$@" ;;
esac
"""


def compiled(bench):
    """The program's objects: with code and intermediate language, and with
    the latter alone."""
    found = []
    for flag in ("-ffat-lto-objects", "-fno-fat-lto-objects"):
        folder = bench.run.path("lto" + flag)
        os.makedirs(folder, exist_ok=True)
        objects = []
        for source, part in (("link-main.c", 0), ("link-part.c", 1),
                             ("link-part.c", 2), ("link-part.c", 3)):
            path = os.path.join(folder, f"{part}.o")
            status, _ = bench.run.command(
                [bench.objects.cc, "-O2", "-fPIC", "-flto", flag,
                 "-Wa,--gsframe", f"-DPART={part}", "-c", "-o", path,
                 os.path.join(bench.sources, source)])
            if status:
                return None
            objects.append(path)
        found.append(objects)
    return found


def first(bench, *options):
    """The flags that load the plugin before LTO's."""
    script = bench.run.path("plugin-first")
    flags = " ".join(f.replace("-Wl,", "").replace(",", " ", 1)
                     for f in bench.plugged(*options))
    disk.write(script, WRAPPER.format(flags))
    os.chmod(script, 0o755)
    return ["-wrapper", script]


def case(bench, linker, name, objects, flags, plugged, linked):
    """One link.  LINKED: whether it is the code of OBJECTS that is linked."""
    name = f"plugin/{linker.name}/LTO/{name}"
    if not bench.run.wanted(name):
        return
    image, plain = bench.run.path("image"), bench.run.path("plain")
    base = [bench.objects.cc, *linker.flags, "-O2", "-Wa,--gsframe", *flags,
            *objects]
    if bench.run.command([*base, "-o", plain, *bench.plugged(
            tool=bench.idle())])[0]:
        bench.run.unsupported(name, "the link fails without the plugin")
        return
    before = bench.run.command([plain])
    status, text = bench.run.command(
        [*base, "-o", image, *plugged(bench, "fatal", "verbose")])
    problems = [f"exit status {status}"] if status else []
    try:
        wrong, _ = verify.verify(
            elf.Elf(plain), elf.Elf(image),
            bench.as_objects(objects) if linked else [], verify.Options())
        problems += wrong
        bench.run.verified += 1
    except (sframe.Broken, ValueError, OSError) as error:
        problems.append(str(error))
    after = bench.run.command([image])
    if after != before:
        problems.append(f"the program gives {after}, gave {before}")
    problems += bench.checked(image, "kernel", objects if linked else [])
    bench.run.result(name, problems, text)


def all_cases(bench, linker):
    """Linkers that merge what the compiler's assembler writes."""
    if linker.name not in ("ld", "gold"):
        return
    objects = compiled(bench)
    if not objects:
        bench.run.unsupported(f"plugin/{linker.name}/LTO", "no LTO")
        return

    def last(bench, *options):
        return bench.plugged(*options)

    for kind, mine in zip(("fat", "slim"), objects):
        case(bench, linker, kind + " objects, the plugin last", mine,
             ["-flto=1"], last, False)
        case(bench, linker, kind + " objects, the plugin first", mine,
             ["-flto=1"], first, False)
    case(bench, linker, "fat objects' own code", objects[0], ["-fno-lto"],
         last, True)
