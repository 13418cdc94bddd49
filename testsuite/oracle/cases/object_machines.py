# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Objects of other machines: rewritten here, linked by the linkers for them,
not run."""

import shutil

import machine_links
import object_check

# Which version a linker merges; the rest concatenates, but for GNU ld.
MERGES = {"ld-2.44": "v2", "ld-2.47": "v3", "mold-3": "v3"}


def takers(bench, machine, target):
    """The linkers that can show what objects of TARGET say."""
    found = machine_links.linkers(bench, machine)
    plain = [k for k in found
             if k[0].split("-")[0] in ("gold", "lld", "mold")
             and k[0] not in MERGES]
    return [k for k in found if MERGES.get(k[0]) == target] + plain


def one(bench, machine, paths, target, problems):
    """Convert PATHS to TARGET, check, link, look; how many functions."""
    out = []
    for path in paths:
        new = bench.rewrite(path, target, problems)
        if new is None:
            return 0
        problems += object_check.compare(path, new, target)
        bench.settled(new, target, problems)
        out.append(new)
    image, count = bench.run.path("image"), 0
    for linker in takers(bench, machine, target):
        said = machine_links.link(bench, linker, out, image)
        if said is None:
            continue
        if said:
            problems.append(said)
            continue
        wrong, found = object_check.linked(image, paths)
        problems += [f"{linker[0]}: {w}" for w in wrong]
        count += found
        bench.run.verified += 1
    return count


def cases(bench):
    """All machines that there is an assembler for."""
    for machine, (_, flags, _) in machine_links.MACHINES.items():
        if not shutil.which(f"{machine}-linux-gnu-as"):
            bench.run.unsupported(f"objects/{machine}", "no assembler for it")
            continue
        for version in flags:
            paths = machine_links.assembled(bench, machine, version)
            for target in ("v2", "v2-pcrel", "v3") if paths else ():
                name = f"objects/{machine}: {version} to {target}"
                problems = []
                # Without the flag no linker of s390x has ever written it.
                if one(bench, machine, paths, target, problems) == 0 and (
                        takers(bench, machine, target)) and not problems:
                    problems.append("nothing was compared")
                bench.run.result(name, problems)
