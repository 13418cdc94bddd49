# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What options make of a repair: the numbers of --json, shared rows, no room
made, and the versions that --for stands for."""

import json
import os
import shutil

import defects
import disk
import elf
import grown
import repair_check
import verify

CONSUMERS = {"kernel": "v3", "glibc-2.42": "v2-pcrel"}


def numbers_of(text):
    """The first file of the JSON in TEXT, or None."""
    try:
        found = json.loads("\n".join(line for line in text.splitlines()
                                     if not line.startswith("sfmerge: ")))
        return found["files"][0] if found["schema"] == 1 else None
    except (ValueError, KeyError, IndexError):
        return None


def told(case, out, text):
    """Problems with the JSON in TEXT about OUT, which case.image became."""
    said = numbers_of(text)
    if said is None:
        return ["no JSON"]
    made = elf.Elf(out)
    detector = defects.Detector(made, case.sibling)
    place, = [p for p in detector.places if p.pieces]
    piece, = place.pieces
    pieces = [p for place in case.detector.places
              for p in place.pieces + place.buried]
    changed = made.data != case.image.data
    wanted = {
        ("state",): "rewritten" if changed else "unchanged",
        ("kind",): "image",
        ("found", "pieces"): len(pieces),
        ("found", "functions"): sum(p.num_fdes for p in pieces),
        ("section", "functions"): piece.num_fdes,
        ("section", "rows"): piece.num_fres,
        ("section", "bytes"): piece.end,
        ("section", "address"): hex(place.addr),
        ("section", "segment"): bool(made.segment_of(elf.PT_GNU_SFRAME)),
    }
    if defects.CLOBBER in case.detector.count:
        del wanted["found", "pieces"], wanted["found", "functions"]
    problems = []
    for path, value in wanted.items():
        at = said
        for key in path:
            at = at.get(key) if isinstance(at, dict) else None
        if at != value:
            problems.append(f"--json: {'.'.join(path)} is {at}, not {value}")
    return problems


def attempt(check, case, *options, command="repair"):
    """The file that COMMAND with OPTIONS makes, as Elf or None; its path and
    what was said."""
    out = check.run.absent("option")
    status, text = check.run.sfmerge(command, *options, "-o", out, case.path)
    return (elf.Elf(out) if status == 0 else None), out, text


def own_target(case):
    """What repair writes by itself."""
    return repair_check.target_of(case.image, case.detector)


def shared(check, case):
    """Rows are shared as far as they can be, or not at all."""
    problems, sizes, counts = [], {}, {}
    for when in ("always", "never"):
        made, _, text = attempt(check, case, f"--share-rows={when}")
        if not made:
            if when == "always" or "room" not in text:
                problems.append(f"{when}: refused")
            continue
        problems += [f"{when}: {p}" for p in repair_check.verified(
            check.run, case.image, made, case.objects, own_target(case),
            symbols=case.sibling, compact=when == "always")]
        sizes[when] = max(len(p.data) for p in defects.places(made))
        counts[when] = len(defects.Detector(made).live)
    # Without sharing, functions of linker-generated code may not fit.
    if (len(sizes) == 2 and counts["always"] <= counts["never"]
            and sizes["always"] > sizes["never"]):
        problems.append(f"sharing makes it larger: {sizes}")
    return problems


def no_room(check, case):
    """Nothing but the section and its headers may change."""
    made, _, text = attempt(check, case, "--grow=none")
    if not made:
        return [] if "room" in text else ["refused"]
    found = verify.Problems()
    method = grown.Grown(case.image, made, found).method()
    if method != "none":
        found.say(f"room was made: {method}")
    return list(found)


def consumers(check, case):
    """What a consumer reads, without sharing, which not all can read in
    every byte order.  These two look up return addresses as they are."""
    problems = []
    for name, target in CONSUMERS.items():
        made, _, text = attempt(check, case, "--for=" + name,
                                "--share-rows=never", command="convert")
        other, _, _ = attempt(check, case, "--to=" + target,
                              "--share-rows=never", "--cover-noreturn",
                              command="convert")
        if (made and made.data) != (other and other.data):
            problems.append(f"--for={name} is not --to={target}: {text}")
    return problems


def overwritten(check, case):
    """The file itself gets what -o writes, or stays as it was."""
    made, out, _ = attempt(check, case)
    path = check.run.absent("overwritten")
    shutil.copy(case.path, path)
    before = os.stat(path)
    status, text = check.run.sfmerge("repair", "-i", "--overwrite", path)
    problems = []
    if (status == 0) != bool(made):
        problems.append(f"status {status}: {text}")
    if disk.read(path) != disk.read(out if made else case.path):
        problems.append("other bytes than with -o")
    # What is made longer in the middle is another file.
    if os.stat(path).st_size == before.st_size \
            and os.stat(path).st_ino != before.st_ino:
        problems.append("another file")
    return problems


def all_options(check, case):
    """One of the first three, by the number of CASE; and the last for every
    second."""
    kinds = (("share-rows", shared), ("grow=none", no_room),
             ("for", consumers))
    word, function = kinds[case.number % len(kinds)]
    check.run.result(f"{case.name}: --{word}", function(check, case))
    if case.number % 2:
        check.run.result(f"{case.name}: --overwrite", overwritten(check, case))
