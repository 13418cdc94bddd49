# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Archives, compressed modules and directories that `sfmerge strip` meets."""

import gzip
import json
import os
import shutil

import stripped
import disk

SIGNATURE = b"~Module signature appended~\n"


def cases(bench):
    """All of them."""
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
    """Refused, or all of its files change."""
    run = bench.run
    paths = copies(bench, "thin")
    before = [disk.read(p) for p in paths]
    lib = os.path.join(run.path("thin"), "thin.a")
    run.command(["ar", "rcsTD", "thin.a", *map(os.path.basename, paths)],
                cwd=run.path("thin"))
    symbols = run.command(["nm", "-s", lib])[1]
    status, text = run.sfmerge("strip", "-i", lib)
    if status != 1 or "--follow-thin" not in text:
        problems.append(f"without --follow-thin: {status} {text}")
    status, text = run.sfmerge("strip", "-i", "--follow-thin", lib)
    if status or text:
        problems.append(f"status {status}: {text}")
    for path, old in zip(paths, before):
        disk.write(run.path("old.o"), old)
        problems += stripped.compare(run.path("old.o"), path)
    if run.command(["nm", "-s", lib])[1] != symbols:
        problems.append("nm -s differs")


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
    if status != 1 or "changed 2, " not in text or "cut.o" not in text:
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
