# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Shared objects of other machines whose .sframe is gone: not run."""

import os
import shutil

import disk
import machine_links
import transcode
from symbol_bench import SymbolBuild, Wanted

SOURCES = {"aarch64": "two-aarch64.s", "s390x": "two-s390x.s"}


class MachineBuild(SymbolBuild):
    """One shared object for another machine."""

    def __init__(self, bench, machine, linker, name, inputs):
        self.command, self.machine_flags = linker[1], linker[2]
        self.machine = machine

        class Named:
            """As toolchain.Linker."""

            name = linker[0]
        super().__init__(bench, Named, f"{machine}/{name}", inputs, [])
        self.objcopy = f"{machine}-linux-gnu-objcopy"

    def link(self, *more):
        """Link; the linker's message if it refuses."""
        for file in (self.image, self.map):
            disk.remove(file)
        status, text = self.run.command(
            [self.command, *self.machine_flags, "-shared",
             "-Map=" + self.map, "-o", self.image, *self.linked, *more])
        return None if status == 0 else text or "no image"


def assembled(bench, machine, version):
    """Objects of the tests' own source: PART 1 and 2."""
    found = []
    flags = machine_links.MACHINES[machine][1]
    for part in (1, 2):
        out = bench.run.path(f"two-{machine}-{version}-{part}.o")
        if flags[version] is None:
            transcode.transcode(bench.run.path(f"two-{machine}-v1-{part}.o"),
                                out, version)
            found.append(out)
            continue
        status, text = bench.run.command(
            [f"{machine}-linux-gnu-as", *flags[version], "--defsym",
             f"PART={part}", "-I",
             os.path.join(bench.sources, "..", "..", "inc"), "-o", out,
             os.path.join(bench.own_sources, SOURCES[machine])])
        if status:
            bench.run.result(f"symbols/{machine}: objects",
                             ["the assembler fails"], text)
            return None
        found.append(out)
    return found


def cases(bench, machine, linker, name, inputs, *more):
    """INPUTS by one LINKER."""
    build = MachineBuild(bench, machine, linker, name, inputs)
    if not bench.run.wanted(build.name):
        return
    text = build.link()
    if text and any(w in text for w in ("nknown", "nrecogni")):
        bench.run.unsupported(build.name, "not a target of this linker")
        return
    image = bench.lose(build, *more)
    if not image:
        return
    for to in ("v3", "v2", "v2-pcrel"):
        bench.place(build, f", to {to}", image, run=False, to=to)
    bare = bench.run.path("reduced")
    bench.run.command([f"{machine}-linux-gnu-strip", "-o", bare, image])
    bench.place(build, ", stripped", bare, run=False, wanted=Wanted(
        refusal=["--from-map", "--symbols"], counts=False))


def all_cases(bench):
    """All machines that there is an assembler for."""
    for machine, (_, flags, _) in machine_links.MACHINES.items():
        if not shutil.which(f"{machine}-linux-gnu-as"):
            bench.run.unsupported(f"symbols/{machine}", "no assembler for it")
            continue
        if not any(bench.run.wanted(f"symbols/{linker[0]}/{machine}/{what}")
                   for linker in machine_links.linkers(bench, machine)
                   for what in ("plain", "relaxed")):
            continue
        for version in flags:
            for what, inputs in (
                    ("plain", machine_links.assembled(bench, machine,
                                                      version)),
                    ("relaxed", assembled(bench, machine, version))):
                for linker in machine_links.linkers(bench, machine):
                    if inputs and linker[0] != "lld-19":
                        cases(bench, machine, linker, f"{what}/{version}",
                              inputs)
