# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A C++ program of 24 units of one name: the same statics in each, COMDAT
functions of one size with several contents, two levels of optimization."""

from symbol_bench import SymbolBuild, Wanted

UNITS = 24
# Name: (how compiled, flags of the link)
LINKS = {
    "plain": ([], ["-pie"]),
    "sections": (["-ffunction-sections"], ["-pie"]),
    "gc": (["-ffunction-sections"], ["-pie", "-Wl,--gc-sections"]),
    "icf": (["-ffunction-sections"], ["-pie", "-Wl,--icf=all"]),
    "icf-safe": (["-ffunction-sections"], ["-pie", "-Wl,--icf=safe",
                                           "-Wl,--gc-sections"]),
}


def program(bench, compiled):
    """The objects: main, and the units in directories of their own."""
    kind = "sections" if compiled else "plain"
    found = [bench.compile("same-name-main.cc", "main-" + kind, "-fPIC",
                           "-O1", *compiled)]
    for unit in range(UNITS):
        # Neighbours alike, and not: what is kept of a COMDAT group is the
        # first one's.
        level = "-O0" if unit % 5 == 4 else "-O2"
        found.append(bench.compile(
            "same-name.cc", f"{kind}-{unit}", "-fPIC", level,
            f"-DUNIT={unit}", *compiled))
    return found


def is_alike(func):
    """Whether FUNC has a code that is the same in all units."""
    return any(sym.shndx == func.section and sym.value == func.offset
               and sym.name == "alike" for sym in func.obj.symbols)


def out_of_order(bench, build, image):
    """sfmerge is given the units in another order than the linker was: the
    order of the STT_FILE symbols is not that of the inputs."""
    truth = build.truth()
    given = build.inputs
    for what, inputs in ((", reversed", given[::-1]),
                         (", mixed", given[1::2] + given[::2])):
        build.inputs = inputs
        bench.place(build, what, image, truth=truth, wanted=Wanted(
            is_alike, refusal=["not found"], counts=False))
    build.inputs = given


def all_cases(bench):
    """Every link by every linker."""
    for linker in bench.linkers:
        for what, (compiled, flags) in LINKS.items():
            name = f"24 units/{what}"
            if ("icf" in what and linker.family == "gnu") or (
                    not bench.run.wanted(f"symbols/{linker.name}/{name}")):
                continue
            version = linker.merges() or "v1"
            inputs = [bench.in_version(path, version)
                      for path in program(bench, compiled)]
            build = SymbolBuild(bench, linker, name, inputs, flags)
            build.driver = bench.objects.cxx
            # Of functions that were folded though their rules are others,
            # nothing tells which was kept.
            wanted = Wanted()
            if "icf" in what:
                wanted = Wanted(is_alike, refusal=["not found"], counts=False)
            image = bench.lose(build)
            if image:
                bench.place(build, ": zeroed", image, wanted=wanted)
                out_of_order(bench, build, image)
            if what == "plain" and linker.family in ("gnu", "lld"):
                image = bench.lose(build, discard=True)
                if image:
                    bench.place(build, ": discarded", image)
