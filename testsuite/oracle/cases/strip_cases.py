#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Let `sfmerge strip` work on objects and on what every linker here makes of
them; compare, link and run the results."""

import gzip
import json
import os
import shutil
import sys

import disk
import link_bench
import strip_foreign
import strip_odd
import stripped
import toolchain

SIGNATURE = b"~Module signature appended~\n"


def files_cases(bench):
    """Archives, compressed modules and directories that `sfmerge strip`
    meets."""
    for case in (archive, thin, module, folder, use):
        name = f"strip/files/{case.__name__}"
        if bench.run.wanted(name):
            problems = []
            case(bench, problems)
            bench.run.result(name, problems)


def copies(bench, where):
    """Two objects in a fresh directory WHERE."""
    os.makedirs(bench.run.path(where), exist_ok=True)
    found = []
    for idx, path in enumerate(bench.objects.program("v1", "pic")[1:]):
        found.append(os.path.join(bench.run.path(where), f"m{idx}.o"))
        shutil.copyfile(path, found[-1])
    return found


def same_members(bench, old, new, problems):
    """Compare the members of two archives."""
    run = bench.run
    one, two = disk.members(old), disk.members(new)
    if [h for h, _ in one] != [h for h, _ in two]:
        problems.append("headers changed")
        return
    for (_, before), (_, after) in zip(one, two):
        if before[:4] == b"\x7fELF":
            disk.write(run.path("old.o"), before)
            disk.write(run.path("new.o"), after)
            problems += stripped.compare(run.path("old.o"), run.path("new.o"))
    if (run.command(["nm", "-s", old])[1].replace(old, "")
            != run.command(["nm", "-s", new])[1].replace(new, "")):
        problems.append("nm -s differs")
    copy = new + ".ranlib"
    shutil.copyfile(new, copy)
    status, text = run.command(["ranlib", "-D", copy])
    if status or disk.read(copy) != disk.read(new):
        problems.append(f"ranlib -D changes it: {text}")


def archive(bench, problems):
    """The index follows, and a program is linked of it."""
    run = bench.run
    paths = copies(bench, "archive")
    lib, out = run.path("lib.a"), run.path("bare.a")
    run.command(["ar", "rcsD", lib, *paths])
    status, text = run.sfmerge("strip", "-o", out, lib)
    if status or text:
        problems.append(f"status {status}: {text}")
        return
    same_members(bench, lib, out, problems)
    main = run.path("main.o")
    run.sfmerge("strip", "-o", main, bench.objects.program("v1", "pic")[0])
    for linker in bench.linkers:
        status, text = run.command(
            [bench.objects.cc, *linker.flags, "-o", run.path("prog"), main,
             out])
        if status:
            problems.append(f"{linker.name}: {text[:200]}")
    status, text = run.sfmerge("strip", "-i", out)
    if status or "no .sframe" not in text:
        problems.append(f"a second run: {status} {text}")


def thin(bench, problems):
    """Refused."""
    run = bench.run
    paths = copies(bench, "thin")
    before = [disk.read(p) for p in paths]
    lib = os.path.join(run.path("thin"), "thin.a")
    run.command(["ar", "rcsTD", "thin.a", *map(os.path.basename, paths)],
                cwd=run.path("thin"))
    status, text = run.sfmerge("strip", "-i", lib)
    if status != 1 or "a thin archive" not in text or before != [
            disk.read(p) for p in paths]:
        problems.append(f"{status} {text}")


def module(bench, problems):
    """A compressed one, and a signed one."""
    run = bench.run
    path = bench.objects.program("v1", "pic")[1]
    packed, signed = run.path("m.ko.gz"), run.path("s.ko")
    disk.write(packed, gzip.compress(disk.read(path), 9))
    status, text = run.sfmerge("strip", "-i", packed)
    if status or text:
        problems.append(f"status {status}: {text}")
    disk.write(run.path("new.o"), gzip.decompress(disk.read(packed)))
    problems += stripped.compare(path, run.path("new.o"))
    disk.write(signed, disk.read(path) + b"x" + SIGNATURE)
    before = disk.read(signed)
    status, text = run.sfmerge("strip", "-i", signed)
    if status != 1 or "signature" not in text or disk.read(signed) != before:
        problems.append(f"signed: {status} {text}")
    status, text = run.sfmerge("strip", "-i", "--force", signed)
    problems += stripped.compare(path, signed)
    if status or not disk.read(signed).endswith(b"x" + SIGNATURE):
        problems.append(f"signed, forced: {status} {text}")


def folder(bench, problems):
    """-r, -n and --json; the sums."""
    run = bench.run
    paths = copies(bench, "tree/deep")
    disk.write(run.path("tree/text"), b"text")
    disk.write(run.path("tree/cut.o"), disk.read(paths[0])[:200])
    before = [disk.read(p) for p in paths]
    status, text = run.sfmerge("strip", "-r", "-n", run.path("tree"))
    if status != 1 or [disk.read(p) for p in paths] != before:
        problems.append(f"-n: {status} {text}")
    if text.count("would be written without") != 2:
        problems.append(f"-n does not name both: {text}")
    status, text = run.sfmerge("strip", "-r", "-i", "-j2", run.path("tree"))
    if status != 1 or "2 changed, " not in text or "cut.o" not in text:
        problems.append(f"-i: {status} {text}")
    status, text = run.sfmerge("strip", "-r", "-q", "-i", "--json",
                               run.path("tree/deep"))
    made = json.loads(text)
    if (status, made["summary"]["nothing"], made["summary"]["bytes"]) != (
            0, 2, 0):
        problems.append(f"--json: {status} {made['summary']}")
    disk.write(paths[0], before[0])
    status, text = run.sfmerge("strip", "-i", "--json", paths[0])
    made, = json.loads(text)["files"]
    if (made["state"], made["removed"]["sections"]) != ("rewritten", 1):
        problems.append(f"--json of a file: {made}")


def use(bench, problems):
    """Wrong use: a message, nothing written."""
    run = bench.run
    path = bench.objects.program("v1", "pic")[0]
    before = disk.read(path)
    plain = run.path("plain.o")
    disk.write(run.path("plain.s"), b"nop\n")
    run.command(["as", "-o", plain, run.path("plain.s")])
    for args, wanted, number in (
            ([path], "no output", 2),
            (["-i"], "no FILE", 2),
            (["-o", run.path("wrong"), path, path], "one FILE", 2),
            (["-i", "-o", run.path("wrong"), path], "used together", 2),
            (["-o", run.path("wrong"), __file__], "neither an ELF", 2),
            (["-i", "--require", plain], "no .sframe", 1)):
        status, text = run.sfmerge("strip", *args)
        if status != number or wanted not in text:
            problems.append(f"{args}: {status} {text}")
    if os.path.exists(run.path("wrong")) or disk.read(path) != before:
        problems.append("something was written")


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
    files_cases(bench)
    strip_odd.cases(bench)
    strip_foreign.cases(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
