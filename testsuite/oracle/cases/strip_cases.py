#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Let `sfmerge strip` work on objects and on what every linker here makes of
them; compare, link and run the results.

    strip_cases.py --sfmerge TOOL --sources DIR --folder DIR
                   [--toolchains DIR] [--only TEXT]
"""

import os
import shutil
import sys

import link_bench
import strip_files
import strip_foreign
import strip_odd
import stripped
import toolchain
import disk

KINDS = ("pie", "no-pie", "static", "static-pie", "gc", "shared", "cxx")
VERSIONS = ("v1", "v2", "v2-pcrel", "v3")


def strip(bench, path, problems):
    """The path of PATH without SFrame; it is compared, and stripped again."""
    run = bench.run
    out = run.path("bare-" + os.path.basename(os.path.dirname(path))
                   + os.path.basename(path))
    status, text = run.sfmerge("strip", "-o", out, path)
    if status or text:
        problems.append(f"{path}: status {status}: {text}")
        return out
    problems += [f"{os.path.basename(path)}: {p}"
                 for p in stripped.compare(path, out)]
    again = run.path("again")
    status, text = run.sfmerge("strip", "-o", again, out)
    if (status or "no .sframe" not in text
            or disk.read(again) != disk.read(out)):
        problems.append(f"{path}: a second run: status {status}: {text}")
    return out


def forms(bench, paths, problems):
    """PATHS, all in one by ld -r, and split into a section a function."""
    found = list(paths)
    whole = bench.run.path("whole.o")
    for program in ("ld", "ld.gold", "ld.lld"):
        if shutil.which(program) and not bench.run.command(
                [program, "-r", "-o", whole, *paths])[0]:
            copy = bench.run.path(f"whole-{program}.o")
            shutil.move(whole, copy)
            found.append(copy)
    return found + [bench.split(p, "v3", problems) for p in paths]


def objects(bench):
    """Objects in each version, plain, joined and split."""
    for version in VERSIONS:
        for cxx in (False, True):
            name = f"strip/objects/{version}{'-cxx' if cxx else ''}"
            if not bench.run.wanted(name):
                continue
            make = bench.objects.cxx_program if cxx else bench.objects.program
            problems = []
            for path in forms(bench, make(version, "pic"), problems):
                out = strip(bench, path, problems)
                for command in (["readelf", "-aW"], ["objdump", "-dr"],
                                ["nm"]):
                    status, text = bench.run.command([*command, out])
                    if status or "Warning" in text or "rror:" in text:
                        problems.append(f"{command}: {text[:200]}")
            bench.run.result(name, problems)


def links(bench, linker, version):
    """Objects without SFrame, linked as those with it, at once and by -r."""
    name = f"strip/linked/{linker.name}/{version}"
    if not bench.run.wanted(name):
        return
    build = link_bench.Build(bench, linker, "gc", version)
    problems = []
    first = build.link()
    if first:
        return  # types or versions that this linker refuses
    before = build.before
    bare = [strip(bench, path, problems) for path in build.inputs]
    whole = bench.run.path("joined.o")
    status, text = bench.run.command(
        [bench.objects.cc, *linker.flags, "-r", "-nostdlib", "-o", whole,
         *bare])
    if status:
        problems.append(f"-r: {text}")
    for inputs in (bare, [whole]):
        build.inputs = inputs
        text = build.link()
        if text or build.before != before:
            problems.append(f"linked: {text or build.before}")
    bench.run.result(name, problems)


def images(bench, linker, kind, version):
    """An image: it runs as before, and other programs take it."""
    name = f"strip/images/{linker.name}/{kind}/{version}"
    if not bench.run.wanted(name):
        return
    build = link_bench.Build(bench, linker, kind, version)
    if build.link() or not stripped.has_sframe(build.image):
        return
    run, problems = bench.run, []
    out = strip(bench, build.image, problems)
    if os.path.exists(out) and bench.execute(build, out) != build.before:
        problems.append("it does not run as before")
    status, text = run.sfmerge("check", out)
    if status or "no .sframe section" not in text:
        problems.append(f"check: {status} {text}")
    for command in (["strip", "-s"], ["objcopy"], ["llvm-strip-14"],
                    ["eu-strip"]):
        copy = run.path("copy")
        shutil.copyfile(build.image, copy)
        if (not shutil.which(command[0]) or run.command([*command, copy])[0]
                or bench.execute(build, copy) != build.before):
            continue
        shutil.copyfile(out, copy)
        status, text = run.command([*command, copy])
        if status or bench.execute(build, copy) != build.before:
            problems.append(f"after {command}: {text}")
    made = run.path("made")
    status, text = run.sfmerge("synth", "-q", "-o", made, out)
    # An image in which only a moved table makes room is refused.
    if "or use --grow=move-phdrs" not in text and (
            status or bench.execute(build, made) != build.before):
        problems.append(f"synth afterwards: {status} {text}")
    run.result(name, problems)


def main():
    """The command."""
    bench = link_bench.Bench(toolchain.parser().parse_args())
    if not bench.objects.usable():
        bench.run.unsupported("strip", "no compiler that writes .sframe")
        return bench.run.end()
    objects(bench)
    for number, linker in enumerate(bench.linkers):
        own = linker.merges() or "v3"
        links(bench, linker, own)
        for count, kind in enumerate(KINDS):
            other = VERSIONS[(number + count) % 4]
            images(bench, linker, kind, (own, other)[count % 2])
    strip_files.cases(bench)
    strip_odd.cases(bench)
    strip_foreign.cases(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
