#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Link programs with every linker here, let `sfmerge repair` and `convert`
work on what comes out, verify and run it.

    repair_links.py --sfmerge TOOL --sources DIR --folder DIR
                    [--toolchains DIR] [--only TEXT]

Whatever the linker left, a repair must give back all functions of the inputs
and of .eh_frame.
"""

import os
import sys

import disk
import elf
import grow_after
import grown
import link_bench
import repair_check
import repair_damage
import repair_faults
import repair_machines
import repair_stale
import repair_unconfirmed
import toolchain
import verify
from repair_linked import Linked

KINDS = ("pie", "shared", "cxx", "static", "gc", "no-pie", "static-pie",
         "icf")
MIXED = ("v1", "v2", "v2-pcrel", "v3")


def versions_for(linker, kind, number):
    """Which versions to link with LINKER: its own and one that it does not
    know; mixed ones."""
    own = linker.merges()
    other = [v for v in MIXED if v != own][number % (3 if own else 4)]
    found = [own, other] if own else [other]
    if kind == "pie":
        found.append(MIXED)
    return found


def case(check, bench, linker, kind, version, number):
    """One link."""
    build = link_bench.Build(bench, linker, kind, version)
    name = build.name.replace("link/", "links/")
    if not bench.run.wanted(name):
        return
    if build.link():
        return  # COMDAT copies, versions or types that the linker refuses
    made = Linked(bench, build)
    made.judge(check, name)
    if made.complete():
        converted(check, bench, made, name, number)
        if kind in ("pie", "static") and number % 2:
            used(bench, build, name)


class Used:
    """What grow_after.py asks of a case."""

    def __init__(self, build, name):
        self.build, self.name = build, name


def used(bench, build, name):
    """Other programs read and rewrite what a repair makes."""
    out = bench.run.path("repaired")
    image = elf.Elf(build.image)
    if not os.path.exists(out):
        return
    made = elf.Elf(out)
    if not made.segment_of(elf.PT_GNU_SFRAME):
        return
    method = grown.Grown(image, made, verify.Problems()).method()
    grow_after.all_programs(bench, Used(build, name + ", then"), out, method)


def converted(check, bench, made, name, number):
    """One version directly, then back, and the first once more."""
    run = bench.run
    target = repair_check.TARGETS[number % 3]
    own = repair_check.target_of(made.image, made.detector)
    lossy = own == "v3" and target != "v3"
    way = [target, own, target]
    problems, said, at = [], "", made.build.image
    outs = []
    for step, version in enumerate(way):
        out = run.path(f"way{step}")
        disk.remove(out)
        status, text = run.sfmerge("convert", "--to=" + version, "-o", out,
                                   at)
        said += text
        if status:
            if status == 1 and not Linked(bench, made.build,
                                          at).fits(version):
                run.refusals += 1
            else:
                problems.append(f"to {version}: exit status {status}")
            break
        result = elf.Elf(out)
        problems += [f"to {version}: {p}" for p in check.written(
            elf.Elf(at), result, version, step)]
        if bench.execute(made.build, out) != made.build.before:
            problems.append(f"to {version}: it does not run as before")
        outs.append(result)
        at = out
    if outs:
        problems += repair_check.same_rules(made.image, outs[0], lossy,
                                            fixed=check.plt)
    for one, two in zip(outs, outs[1:]):
        problems += repair_check.same_rules(one, two)
    run.result(f"{name}: to {' to '.join(way)}", problems, said)


def main():
    """The command."""
    options = toolchain.parser()
    args = options.parse_args()
    bench = link_bench.Bench(args)
    run = bench.run
    if not bench.objects.usable():
        run.unsupported("links", "no compiler that writes .sframe")
        return run.end()
    check = repair_check.Check(run)
    number = 0
    for linker in bench.linkers:
        for kind in KINDS:
            if kind == "icf" and linker.family == "gnu":
                continue
            for version in versions_for(linker, kind, number):
                number += 1
                case(check, bench, linker, kind, version, number)
    repair_damage.all_cases(check, bench)
    repair_stale.all_cases(check, bench)
    repair_machines.all_cases(check, bench)
    repair_unconfirmed.all_cases(bench)
    repair_faults.all_cases(check, bench)
    check.tell()
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
