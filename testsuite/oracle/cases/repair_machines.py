# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`sfmerge repair` and `convert` of shared objects of other machines: made by
the linkers for them, verified, not run."""

import shutil

import disk
import elf
import machine_links
import repair_check
from repair_linked import Linked


def converted(check, bench, made, name):
    """To each version that the machine's functions can have, and back."""
    run = bench.run
    own = repair_check.target_of(made.image, made.detector)
    problems, said = [], ""
    for target in repair_check.TARGETS:
        first, second = run.path("first"), run.path("second")
        for path in (first, second):
            disk.remove(path)
        # What a section that has shrunk leaves can be the header's now.
        status, text = run.sfmerge("convert", "--to=" + target,
                                   "--grow=move-phdrs", "-o", first,
                                   made.path)
        said += text
        if status:
            problems.append(f"to {target}: exit status {status}")
            continue
        one = elf.Elf(first)
        problems += [f"to {target}: {p}" for p in check.written(
            made.image, one, target, 0)]
        lossy = own == "v3" and target != "v3"
        problems += repair_check.same_rules(made.image, one, lossy)
        status, text = run.sfmerge("convert", "--to=" + own,
                                   "--grow=move-phdrs", "-o", second, first)
        said += text
        if status:
            problems.append(f"{target} back to {own}: exit status {status}")
        else:
            problems += repair_check.same_rules(one, elf.Elf(second))
    run.result(name, problems, said)


def case(check, bench, machine, linker, version, inputs):
    """One link."""
    build = machine_links.Build(bench, machine, linker, version, inputs)
    name = build.name.replace("link/", "machines/")
    if not bench.run.wanted(name):
        return
    refusal = build.link()
    if refusal:
        if not any(w in refusal for w in ("nknown", "nrecogni", "SFrame")):
            bench.run.result(name, ["no image"], refusal)
        return
    made = Linked(bench, build)
    made.judge(check, name)
    if made.complete():
        converted(check, bench, made, f"{name}: converted")


def all_cases(check, bench):
    """All machines that there is an assembler for."""
    for machine, (_, flags, _) in machine_links.MACHINES.items():
        if not shutil.which(f"{machine}-linux-gnu-as"):
            bench.run.unsupported(f"machines/{machine}",
                                  "no assembler for it")
            continue
        for version in flags:
            inputs = machine_links.assembled(bench, machine, version)
            for linker in (machine_links.linkers(bench, machine)
                           if inputs else ()):
                case(check, bench, machine, linker, version, inputs)
