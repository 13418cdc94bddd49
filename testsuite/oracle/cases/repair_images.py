#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run `sfmerge repair` and `convert` on every linked image of the corpus.

    repair_images.py --sfmerge TOOL --corpus DIR --folder DIR [--only TEXT]

First, the detector of defects must see in the untouched images what the
corpus says of them.  Then: an image comes out with exactly the functions of
its inputs that are in it and those of .eh_frame, with their rules, with no
defect left, runs as before, and a second repair writes nothing.
"""

import os
import sys

import defects
import disk
import elf
import repair_check
import repair_options
import repair_spoiled
import runner
import sframe
from repair_check import TARGETS
from repair_image import Case

# Classes that the corpus lists by their effects, or counts otherwise.
CLOBBERED = {"F-STRUCT", "F-FDE", "S-FALSE", "G-DEAD", "A-FIELDREL",
             "C-TAIL", "M-PLT"}


def detected(run, case):
    """The detector sees what the corpus lists."""
    seen = dict(case.detector.count)
    listed = dict(case.listed)
    if defects.CLOBBER in seen:
        seen = {k: v for k, v in seen.items() if k not in CLOBBERED
                and k != defects.CLOBBER}
        if not {"F-STRUCT", "F-FDE"} & set(listed):
            seen[defects.CLOBBER] = 1
        listed = {k: v for k, v in listed.items() if k not in CLOBBERED}
    # Not listed: relocations as such, and how many sections there are.
    seen.pop("R-LIVE", None)
    doubled = seen.pop("C-MULTISEC", 1)
    if "M-PLT" in seen:
        seen["M-PLT"] *= doubled
    if case.behind is None or seen.get(defects.BURIED, 0) == case.behind:
        seen.pop(defects.BURIED, None)
    pieces = [[p.version, p.flags, p.num_fdes, p.offset]
              for place in case.detector.places for p in place.pieces]
    problems = [f"{k}: {seen.get(k)} seen, {listed.get(k)} listed"
                for k in sorted(set(seen) | set(listed))
                if seen.get(k) != listed.get(k)]
    if case.image.sections and case.pieces and pieces != case.pieces and (
            defects.CLOBBER not in case.detector.count):
        problems.append(f"pieces {pieces} seen, {case.pieces} listed")
    run.result(f"{case.name}: what is wrong is seen", problems)


def fixed(check, case):
    """An image whose functions are all in it."""
    run = check.run
    out = run.path("out")
    disk.remove(out)
    target = repair_check.target_of(case.image, case.detector)
    status, text = run.sfmerge("repair", "-v", "--json", "-o", out,
                               case.path)
    problems = []
    if case.live is not None and len(case.expected) != case.live:
        problems.append(f"the oracle finds {len(case.expected)} functions, "
                        f"{case.live} are listed")
    if status:
        run.result(f"{case.name}: repaired",
                   problems + [f"exit status {status}"], text)
        return
    problems += result_problems(check, case, out, target)
    if not problems:
        problems = repair_options.told(case, out, text)
    problems += check.settled(out)
    run.result(f"{case.name}: repaired", problems, text)
    repair_options.all_options(check, case)
    converted(check, case, out)
    disk.remove(out)


def result_problems(check, case, out, target):
    """Problems of OUT, which CASE's image became, in version TARGET."""
    made = elf.Elf(out)
    problems = repair_check.verified(check.run, case.image, made,
                                     case.objects, target,
                                     symbols=case.sibling)
    named = case.sibling if not made.sections else None
    try:
        problems += check.exact(made, case.sibling, case.expected)
        problems += check.defects_left(case.file, case.image, made, named)
    except sframe.Broken as broken:
        problems.append(str(broken))
    before = case.behaviour(check.run, case.path)
    after = case.behaviour(check.run, out)
    if before != after:
        problems.append(f"it gives {after}, gave {before}")
    return problems


def converted(check, case, repaired):
    """Each version directly, and there and back."""
    run = check.run
    name = f"{case.name}: converted"
    if case.number % 4 and "flex" not in case.name:
        return
    first, second = run.path("first"), run.path("second")
    own = repair_check.target_of(case.image, case.detector)
    problems, said = [], ""
    for target in TARGETS:
        lossy = own == "v3" and target != "v3"
        # What was lost on the way is missed from then on.
        more = ["--partial"] if lossy and inexpressible(case) else []
        for file in (first, second):
            disk.remove(file)
        status, text = run.sfmerge("convert", "--to=" + target, "-o", first,
                                   case.path)
        said += text
        if status:
            problems.append(f"to {target}: exit status {status}")
            continue
        problems += [f"to {target}: {p}" for p in result_or_loss(
            check, case, first, target, lossy)]
        problems += check.settled(first, "--to=" + target, *more,
                                  command="convert")
        status, text = run.sfmerge("convert", "--to=" + own, *more, "-o",
                                   second, first)
        said += text
        if status:
            problems.append(f"back to {own}: exit status {status}")
            continue
        problems += [f"{target} and back: {p}" for p in
                     repair_check.same_rules(elf.Elf(repaired),
                                             elf.Elf(second), lossy)]
    for file in (first, second):
        disk.remove(file)
    run.result(name, problems, said)


def inexpressible(case):
    """Whether version 2 has no words for some function."""
    return any(f.flex or not f.num for funcs in case.expected.values()
               for f in funcs)


def result_or_loss(check, case, out, target, lossy):
    """Problems of OUT; LOSSY: functions that TARGET has no words for may be
    gone."""
    problems = result_problems(check, case, out, target)
    if lossy and inexpressible(case):
        problems = [p for p in problems if "too few" not in p]
    return problems


def nothing(check, case):
    """An image without .sframe: left as it is."""
    run = check.run
    out = run.path("out")
    disk.remove(out)
    problems = []
    status, text = run.sfmerge("repair", "-o", out, case.path)
    if status or "no .sframe" not in text:
        problems.append(f"exit status {status}")
    elif not disk.same_bytes(out, case.path):
        problems.append("it was changed")
    disk.remove(out)
    status, text = run.sfmerge("repair", "--require", "-o", out, case.path)
    if status != 1 or os.path.exists(out):
        problems.append(f"--require: exit status {status}")
    run.result(f"{case.name}: nothing to repair", problems, text)


def main():
    """The command."""
    args = runner.parser("--corpus").parse_args()
    run = runner.Runner(args.sfmerge, args.folder, args.only)
    check = repair_check.Check(run)
    lines = disk.manifest(args.corpus)
    for number, line in enumerate(lines):
        if line["type"] == "REL" or not run.wanted(line["file"]):
            continue
        case = Case(args.corpus, line, number)
        detected(run, case)
        if not case.image.named(".sframe") and not case.image.segment_of(
                elf.PT_GNU_SFRAME):
            nothing(check, case)
        else:
            fixed(check, case)
    repair_spoiled.all_cases(run, args.corpus)
    check.tell()
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
