# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`sfmerge check` on every file of the corpus: it finds what is wrong with it,
as often as the corpus says, and nothing else of those classes; and nothing is
wrong with what `sfmerge repair` makes of it."""

import os

import check_classes
import defects
import disk
import ehframe
import elf
import repair_check
import runner
from check_classes import Checked


def lines_of(corpus):
    """The lines of the manifest that list defects."""
    return [line for line in disk.manifest(corpus) if "defects" in line]


def listed(run, corpus):
    """What the corpus lists is found."""
    for line in lines_of(corpus):
        name = "check/corpus/" + line["file"].replace("images/", "")
        if not run.wanted(name):
            continue
        path = os.path.join(corpus, line["file"])
        checked = Checked(run, path)
        problems = checked.problems
        if not problems:
            wanted = check_classes.listed_of(line, disk.read(path))
            problems = check_classes.differ(checked.classes(), wanted)
            image = elf.Elf(path)
            if not path.endswith(".o") and image.sections:
                problems += undescribed(image, checked.count)
        run.result(name, problems)


def undescribed(image, count):
    """Problems with the COUNT of findings that say what the .sframe of IMAGE
    lacks: as many functions as .eh_frame has and no piece describes."""
    names = ("plt-only", "functions-left-out", "describes-nothing")
    seen = [count[n] for n in names if count[n]]
    detector = defects.Detector(image)
    there = {addr for addr, *_, buried in detector.live if not buried}
    in_plt = detector.evidence.in_plt
    missing = [f for f in ehframe.each(image)
               if f.size and image.in_code(f.addr, f.size)
               and not in_plt(f.addr) and f.addr not in there]
    wanted = [len(missing)] if missing and image.named(".sframe") else []
    return [] if seen == wanted else [f"{seen} lack, {wanted} do"]


def excused(run, image, path, names):
    """NAMES without what OUT, at PATH, made of IMAGE, has to have."""
    out = elf.Elf(path)
    left = set(names)
    if "segment-missing" in left and repair_check.header_impossible(image,
                                                                    out):
        left.remove("segment-missing")
    if "plt-uncovered" in left and repair_check.plt_impossible(image, out):
        left.remove("plt-uncovered")
    del run
    return left


def clean_problems(run, image, path, *options):
    """Problems if check finds fault with PATH, which a repair made of
    IMAGE."""
    checked = Checked(run, path, *options)
    left = excused(run, image, path, checked.names("error", "warning"))
    return checked.problems[:] + [
        f"{f['name']}: {f['text']}" for f in checked.findings
        if f["name"] in left]


def repaired(run, corpus):
    """What a repair makes is without fault."""
    clean = 0
    for line in lines_of(corpus):
        name = f"check/repaired/{line['file'].replace('images/', '')}"
        if not run.wanted(name):
            continue
        path = os.path.join(corpus, line["file"])
        out = run.path("repaired")
        disk.remove(out)
        status, _ = run.sfmerge("repair", "--to=v3", "-o", out, path)
        if status or not os.path.exists(out):
            continue
        if elf.Elf(path).type == elf.ET_REL:
            checked = Checked(run, out)
            problems = checked.problems + sorted(
                checked.names("error", "warning"))
        else:
            problems = clean_problems(run, elf.Elf(path), out)
        clean += 1
        run.result(name, problems)
    # 265 of 292 were fixed in the corpus that this was written with.
    if run.only is None and clean * runner.EVERY < 100:
        run.result("check/repaired", [f"only {clean} were fixed"])


def cases(run, corpus):
    """All of them."""
    listed(run, corpus)
    repaired(run, corpus)
