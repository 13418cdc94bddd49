# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The verdict of `sfmerge check` on files that are valid and describe next to
nothing, and --min-coverage: the percentages are counted by the oracle."""

import os
import shutil

import disk
import elf
import link_bench
from check_coverage import Expected, answer


def described(path):
    """What part of PATH is described: covered, whole, and of what."""
    want = Expected(elf.Elf(path)).json()
    if want["by"] == "eh_frame":
        return want["functions_covered"], want["functions"], "functions"
    return want["covered"], want["bytes"], "code"


def percent(part, whole):
    """PART of WHOLE with a decimal, rounded down."""
    value = part * 1000 // whole
    return f"{value // 10}.{value % 10}"


def limits(run, path):
    """What is wrong with --min-coverage of PATH around what it describes."""
    part, whole, what = described(path)
    problems = []
    exact = part * 100000 // whole
    plain = run.sfmerge("check", "-q", path)[0]
    for parts in {0, exact, exact + 1, 100000}:
        if parts > 100000:
            continue
        low = part * 100000 < parts * whole
        option = f"--min-coverage={parts // 1000}.{parts % 1000:03}"
        status, text = run.sfmerge("check", option, path)
        if status != max(plain, int(low)):
            problems.append(f"{option}: exit status {status}, described are "
                            f"{part} of {whole}")
        last = text.splitlines()[-1]
        if low != ("of --min-coverage" in last):
            problems.append(f"{option}: {last}")
        if low and percent(part, whole) + " % of the " not in last:
            problems.append(f"{option}: not {percent(part, whole)}: {last}")
    said, unread = answer(run, path)
    found = said.get("coverage", {}).get("described", {})
    if (found.get("of"), f"{found.get('percent')}") != (
            what, percent(part, whole)):
        problems.append(f"JSON: {found}, not {part} of {whole} {what}")
    return problems + unread


def verdict(run, path):
    """What is wrong with the last line about PATH."""
    part, whole, what = described(path)
    last = run.sfmerge("check", path)[1].splitlines()[-1]
    little = what == "functions" and 2 * part < whole
    if little != (" describes " in last):
        return [f"{part} of {whole} {what}: {last}"]
    if little and ("'sfmerge synth' would describe" not in last
                   or percent(part, whole) not in last):
        return [f"{part} of {whole}: {last}"]
    return []


def folder(run, little, whole, bare):
    """What is wrong with the summary of a directory."""
    place = run.path("described")
    disk.fresh(place)
    for name, path in (("little", little), ("whole", whole), ("bare", bare)):
        shutil.copy(path, os.path.join(place, name))
    status, text = run.sfmerge("check", "-r", "--min-coverage=60", place)
    lines = text.splitlines()
    problems = []
    if status != 1 or ("1 with less than half of the functions described; 2 "
                       "below --min-coverage") not in lines:
        problems.append(f"exit status {status}: {lines[-5:]}")
    for name, wanted in (("little", True), ("whole", False), ("bare", True)):
        found = any(line.startswith(os.path.join(place, name) + ":")
                    and "--min-coverage" in line for line in lines)
        if found != wanted:
            problems.append(f"{name}: {'' if found else 'not '}named")
    return problems


def cases(bench):
    """A static program of which its own functions are described, the same
    after synth, without .sframe, and without .eh_frame."""
    run, name = bench.run, "check/described"
    if not run.wanted(name):
        return
    linker = bench.linkers[0]
    build = link_bench.Build(bench, linker, "static", "v1")
    if build.link():
        run.unsupported(name, "it cannot be linked")
        return
    paths = {kind: run.path("described-" + kind)
             for kind in ("little", "whole", "bare", "code")}
    shutil.copy(build.image, paths["little"])
    remove = ["objcopy", "-R", ".sframe", build.image, paths["bare"]]
    frames = ["objcopy", "-R", ".eh_frame", "-R", ".eh_frame_hdr",
              build.image, paths["code"]]
    made = (run.command(remove)[0], run.command(frames)[0],
            run.sfmerge("synth", "-o", paths["whole"], build.image)[0])
    run.result(name + ", made", [f"{made}"] if any(made) else [])
    if any(made):
        return
    for kind, path in paths.items():
        run.result(f"{name}, {kind}, limits", limits(run, path))
        if kind != "bare":
            run.result(f"{name}, {kind}", verdict(run, path))
    run.result(f"{name}, folder", folder(run, paths["little"],
                                         paths["whole"], paths["bare"]))
