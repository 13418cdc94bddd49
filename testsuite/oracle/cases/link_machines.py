# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Shared objects of other machines: made by the linkers for them, finished
by `sfmerge link`, verified, not run."""

import shutil

import link_images
from machine_links import Build, MACHINES, assembled, linkers


def cases(bench, machine, linker, version, inputs):
    """The objects in VERSION by one LINKER."""
    build = Build(bench, machine, linker, version, inputs)
    if not bench.run.wanted(build.name):
        return
    reserve = bench.run.path("reserve.o")
    status, text = bench.run.sfmerge("reserve", "-o", reserve, *inputs)
    refusal = text if status else build.link(reserve)
    if refusal and any(w in refusal for w in ("nknown", "nrecogni")):
        bench.run.unsupported(build.name, "not a target of this linker")
        return
    if refusal and "SFrame" in refusal:
        # ld 2.44 fails on versions other than its own: nothing to finish.
        return
    if refusal:
        bench.run.result(build.name, ["no image"], refusal)
        return
    by_map = link_images.the_map(build)
    for to in ("v2", "v2-pcrel", "v3"):
        build.check("map, to " + to, build.image, by_map, to=to)
    # gold's map has no address for what may get stubs, the last section of
    # code of each AArch64 output section.
    build.check("map, zeroed", bench.zero(build.image), by_map, zeroed=True,
                must=(machine, build.linker) != ("aarch64", "gold"))
    build.check("no map", build.image, must=False)


def all_cases(bench):
    """All machines that there is an assembler for."""
    for machine, (_, flags, _) in MACHINES.items():
        if not shutil.which(f"{machine}-linux-gnu-as"):
            bench.run.unsupported(f"link/{machine}", "no assembler for it")
            continue
        for version in flags:
            inputs = assembled(bench, machine, version)
            for linker in linkers(bench, machine) if inputs else ():
                cases(bench, machine, linker, version, inputs)
