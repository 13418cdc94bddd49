#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Link programs with every linker here, let `sfmerge link` finish them, verify
the outputs and run them.

    link_cases.py --sfmerge TOOL --sources DIR --folder DIR
                  [--toolchains DIR] [--library FILE] [--only TEXT]

The map of a case is the linker's own.  An image is taken as it is, with its
own pieces zeroed, and, where the linker left .sframe out, with a reserve.
"""

import sys

import disk
import elf
import link_forms
import link_garbled
import link_machines
import link_many
import link_proofs
import link_readers
import link_returns
import link_special
import link_traps
import toolchain
from link_bench import Bench, Build, DISCARD, KINDS, versions_for


def plain(bench, build):
    """The image as it is, and zeroed, with the linker's map."""
    if build.link():
        # lld and gold refuse COMDAT copies: nothing to finish.
        return
    image = elf.Elf(build.image)
    if not any(s.size for s in image.named(".sframe")):
        return
    must = build.need() <= build.room()
    with_map = "--from-map=" + build.map
    bench.merge(build, build.name + ": map", build.image, with_map, must=must)
    bench.merge(build, build.name + ": zeroed and map",
                bench.zero(build.image), with_map, zeroed=True, must=must)
    if build.kind == "pie":
        link_special.stripped(bench, build, must)


def reserved(bench, build):
    """Linked without .sframe but with a reserve, which takes the result."""
    reserve = bench.run.path("reserve.o")
    status, text = bench.run.sfmerge("reserve", "-o", reserve, *build.inputs)
    if status:
        bench.run.result(build.name + ": reserve", [f"exit status {status}"],
                         text)
        return
    more = [reserve]
    if "--gc-sections" not in " ".join(build.flags):
        script = bench.run.path("discard.ld")
        disk.write(script, DISCARD)
        more.append("-Wl,-T," + script)
    name = build.name + ": into a reserve"
    if build.link(*more):
        return
    image = elf.Elf(build.image)
    room = [s for s in image.sections if s.name == ".sframe_reserve"]
    if not room:
        bench.run.result(name, ["the reserve is not in the image"])
        return
    bench.merge(build, name, build.image, "--from-map=" + build.map)


def main():
    """The command."""
    bench = Bench(toolchain.parser().parse_args())
    if not bench.objects.usable():
        bench.run.unsupported("link", "no compiler that writes .sframe")
        return bench.run.end()
    number = 0
    for linker in bench.linkers:
        for kind in KINDS:
            number += 1
            if kind == "icf" and linker.family == "gnu":
                continue
            for version in versions_for(linker, kind, number):
                build = Build(bench, linker, kind, version)
                if not bench.run.wanted(build.name):
                    continue
                plain(bench, build)
                if kind in ("gc", "cxx-gc") or (
                        linker.family in ("gnu", "lld")
                        and kind in ("pie", "static", "shared", "cxx")):
                    reserved(bench, build)
    link_special.all_cases(bench, Build)
    link_traps.all_cases(bench, Build)
    link_forms.all_cases(bench, Build)
    link_garbled.all_cases(bench, Build)
    link_machines.all_cases(bench)
    link_many.all_cases(bench)
    link_readers.all_cases(bench)
    link_proofs.all_cases(bench)
    link_returns.all_cases(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
