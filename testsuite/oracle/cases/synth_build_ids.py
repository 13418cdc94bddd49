# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`synth --detached=DIR`: the sections of many images, in files that are
named after their build-ids."""

import filecmp
import os
import shutil

import elf
import expect
import objframes
import synth_detached


def cases(bench):
    """Files of many images, named after build-ids; one image is there twice,
    and what is no image is skipped."""
    name = "synth/detached: a folder"
    if not bench.run.wanted(name):
        return
    found, tree = objframes.Findings(), bench.fresh("")
    out, want = bench.fresh(""), {}
    for path in (tree, tree + "/sub", out):
        os.makedirs(path)
    for where, kind in (("one", ["-pie"]), ("two", ["-pie", "-O1"]),
                        ("sub/three", ["-no-pie"])):
        image = synth_detached.program(bench, "x86_64", kind)
        shutil.copy(image, f"{tree}/{where}")
        shutil.copy(image, f"{tree}/{where}-again")
        notes_of = synth_detached.notes(elf.Elf(image), ".note.gnu.build-id")
        want[notes_of[0][2].hex() + ".sframe"] = image
    with open(tree + "/text", "w", encoding="ascii") as file:
        file.write("not ELF")
    for _ in 1, 2:
        status, text = bench.run.sfmerge("synth", "-r", "--detached=" + out,
                                         tree)
        if status or sorted(os.listdir(out)) != sorted(want):
            found.say(f"status {status}, {os.listdir(out)}: {text[:300]}")
    for file, image in want.items():
        alone = bench.fresh("")
        bench.run.sfmerge("synth", "-q", "--detached=" + alone, image)
        if not filecmp.cmp(alone, os.path.join(out, file), shallow=False):
            found.say(f"{file} is not what is made alone")
        found.add("functions", len(expect.own(
            synth_detached.Together(image, alone))[0]))
    status, text = bench.run.sfmerge("check", "-q", "-r", "--detached=" + out,
                                     tree)
    if status:
        found.say(f"check: status {status}: {text[:300]}")
    # A walk skips detached files; nothing else makes sense of one.
    before = sorted(os.listdir(out))
    status, text = bench.run.sfmerge("synth", "-r", "--detached=" + out, out)
    if status or sorted(os.listdir(out)) != before:
        found.say(f"of itself: status {status}: {text[:300]}")
    status, text = bench.run.sfmerge("synth", "-i",
                                     os.path.join(out, before[0]))
    if status != 1 or "is a detached file" not in text:
        found.say(f"of a detached file: status {status}: {text[:300]}")
    image = synth_detached.program(bench, "x86_64", ["-pie"], "-Wl,--build-id=none")
    status, text = bench.run.sfmerge("synth", "--detached=" + out, image)
    if status != 1 or "no build-id, by which" not in text:
        found.say(f"no build-id: status {status}: {text[:300]}")
    bench.tell(name, found, 10)
