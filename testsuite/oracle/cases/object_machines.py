# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Objects of other machines: rewritten here, linked by the linkers for them,
not run."""

import os
import shutil

import link_machines
import object_check

# Which version a linker merges; the rest concatenates, but for GNU ld.
MERGES = {"ld-2.44": "v2", "ld-2.47": "v3", "mold-3": "v3"}


def takers(bench, machine, target):
    """The linkers that can show what objects of TARGET say."""
    found = link_machines.linkers(bench, machine)
    plain = [k for k in found
             if k[0].split("-")[0] in ("gold", "lld", "mold")
             and k[0] not in MERGES]
    return [k for k in found if MERGES.get(k[0]) == target] + plain


def link(bench, linker, objects, image):
    """Link OBJECTS; a problem, "" or None if LINKER has not that target."""
    name, command, flags = linker
    if os.path.exists(image):
        os.remove(image)
    status, text = bench.run.command([command, *flags, "-shared", "-o", image,
                                      *objects])
    if any(w in text for w in ("nknown", "nrecogni")):
        return None
    return f"{name}: status {status}: {text}" if status or text else ""


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
        said = link(bench, linker, out, image)
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
    for machine, (_, flags, _) in link_machines.MACHINES.items():
        if not shutil.which(f"{machine}-linux-gnu-as"):
            bench.run.unsupported(f"objects/{machine}", "no assembler for it")
            continue
        for version in flags:
            paths = link_machines.assembled(bench, machine, version)
            for target in ("v2", "v2-pcrel", "v3") if paths else ():
                name = f"objects/{machine}: {version} to {target}"
                problems = []
                # Without the flag no linker of s390x has ever written it.
                if one(bench, machine, paths, target, problems) == 0 and (
                        takers(bench, machine, target)) and not problems:
                    problems.append("nothing was compared")
                bench.run.result(name, problems)
