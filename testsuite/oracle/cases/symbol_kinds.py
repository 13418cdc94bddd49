# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The C and C++ programs of the link tests in every kind of link, their
image's .sframe zeroed, dropped or discarded."""

import elf
import link_bench
import verify
from symbol_bench import SymbolBuild, Wanted

# Further kinds: as in link_bench.KINDS.
KINDS = dict(link_bench.KINDS, **{
    "icf-safe": ("gc", ["-pie", "-Wl,--icf=safe"]),
    "icf-gc": ("gc", ["-pie", "-Wl,--icf=all", "-Wl,--gc-sections"]),
    "shared-gc": ("gc", ["-shared", "-Wl,--gc-sections"]),
    "cxx-icf": ("gc", ["-pie", "-Wl,--icf=all"]),
    "no-pie-plain": ("exe", ["-no-pie", "-Wl,-O0", "-Wl,-z,norelro"]),
})


def program(bench, kind, version):
    """The objects of the program of KIND."""
    compiled = KINDS[kind][0]
    if "cxx" in kind:
        return bench.objects.cxx_program(version, compiled)
    found = bench.objects.program((version,) * 4, compiled)
    if "shared" in kind:
        return found[1:]
    # Constructors, procedures without a name, two in one section.
    return found + [bench.objects.get("trap-asm.c", version, compiled)]


def build_of(bench, linker, kind, number):
    """The link of KIND by LINKER."""
    version = linker.merges() or ("v1", "v2", "v2-pcrel", "v3")[number % 4]
    build = SymbolBuild(bench, linker, f"{kind}/{version}",
                        program(bench, kind, version), KINDS[kind][1],
                        kind="shared" if "shared" in kind else kind)
    if "cxx" in kind:
        build.driver = bench.objects.cxx
    return build


def self_test(bench):
    """A function too many, rows of another: each is noticed."""
    linker = bench.linkers[0]
    build = build_of(bench, linker, "pie", 0)
    image = bench.lose(build) if bench.run.wanted(build.name) else None
    if not image or not bench.place(build, ": oracle", image):
        return
    out = elf.Elf(bench.run.path("merged"))
    problems = []
    for change in (None, "more", "rows", "place"):
        truth = build.truth()
        addrs = sorted(truth.found)
        if change == "more":
            truth.found[addrs[3] + 1] = truth.found[addrs[3]]
        elif change == "rows":
            others = [truth.found[a][0] for a in addrs]
            truth.found[addrs[3]] = [next(
                f for f in others if f.ranges != others[3].ranges)]
        elif change == "place":
            truth.found[addrs[3] + 1] = truth.found.pop(addrs[3])
        found, _ = verify.verify(
            elf.Elf(image), out, truth.objects, verify.Options(
                zeroed=True, truth=truth.functions(),
                symbols=elf.Elf(build.image)))
        if bool(found) != bool(change):
            problems.append(f"{change}: {found[:2]}")
    bench.run.result("symbols/oracle: notices what is wrong", problems)


def all_cases(bench):
    """Every kind by every linker."""
    self_test(bench)
    number = 0
    for linker in bench.linkers:
        for kind in KINDS:
            if (kind, linker.family) == ("static-pie", "gold"):
                continue
            number += 1
            if "icf" in kind and linker.family == "gnu":
                continue
            build = build_of(bench, linker, kind, number)
            if not bench.run.wanted(build.name):
                continue
            # Whether folded functions are told from placed ones is not
            # what the map says.
            wanted = Wanted(counts="icf" not in kind)
            image = bench.lose(build)
            if image:
                bench.place(build, ": zeroed", image, wanted=wanted)
            if linker.family in ("gnu", "lld") and kind in (
                    "pie", "static", "shared", "cxx"):
                image = bench.lose(build, discard=True)
                if image:
                    bench.place(build, ": discarded", image, wanted=wanted)
