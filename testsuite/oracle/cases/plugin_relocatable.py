# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Relocatable links with the plugin: the object has one valid table, which
the next link, by the same linker, takes into the program."""

import shutil

import disk
import elf
import expect
import sframe
import toolchain
import verify


def valid(run, path, version):
    """What is wrong with the object's own table."""
    status, text = run.sfmerge("check", path)
    problems = [] if status == 0 else [f"check: exit status {status}", text]
    try:
        whole = elf.Elf(path)
        found = [s for s in whole.named(".sframe") if s.size]
        pieces = [p for s in found
                  for p in sframe.pieces_of(whole.bytes_of(s), whole.big)]
    except (sframe.Broken, ValueError, OSError) as error:
        return problems + [str(error)]
    # Version 1 cannot be written, and keeps its functions as 2.
    want = 3 if version == "v3" else 2
    if [p.version for p in pieces] != [want]:
        problems.append(f"versions {[p.version for p in pieces]}")
    return problems


def final(bench, linker, whole, parts):
    """What is wrong with a program of the object WHOLE, made of PARTS."""
    image, plain = bench.run.path("image"), bench.run.path("plain")
    command = [bench.objects.cxx, *linker.flags, "-o", image, whole]
    if bench.run.command(command + bench.plugged(tool=bench.idle()))[0]:
        return ["the object does not link"]
    shutil.copy(image, plain)
    before = bench.run.command([image])
    status, text = bench.run.command(
        command + bench.plugged("fatal"))
    if status:
        return [f"exit status {status}", text]
    try:
        problems, _ = verify.verify(elf.Elf(plain), elf.Elf(image),
                                    [expect.Object(whole, 0)],
                                    verify.Options())
        bench.run.verified += 1
    except (sframe.Broken, ValueError, OSError) as error:
        problems = [str(error)]
    after = bench.run.command([image])
    if after != before:
        problems.append(f"the program gives {after}, gave {before}")
    return problems + bench.checked(image, "kernel", parts)


def all_cases(bench, linker):
    """C++ objects of each version that the linker keeps."""
    for version in toolchain.VERSIONS:
        if linker.name == "ld-2.47" and version != "v3":
            continue
        name = f"plugin/{linker.name}/relocatable/{version}"
        if not bench.run.wanted(name):
            continue
        parts = bench.objects.cxx_program(version, "pic")
        whole = bench.run.path("whole.o")
        disk.remove(whole)
        command = [bench.objects.cxx, *linker.flags, "-r", "-nostdlib", "-o",
                   whole, *parts]
        if bench.run.command(command)[0]:
            bench.run.unsupported(name, "the linker refuses")
            continue
        broken = bench.run.sfmerge("check", whole)[0] != 0
        status, text = bench.run.command(command + bench.plugged("fatal"))
        problems = [f"exit status {status}"] if status else []
        problems += valid(bench.run, whole, version)
        if not broken and linker.name != "ld-2.47":
            problems.append("the linker's own object is valid already")
        problems += final(bench, linker, whole, parts)
        bench.run.result(name, problems, text)
