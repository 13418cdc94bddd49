# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Functions that are in the image without the names of their objects: COMDAT
groups of other signatures, .symver, .L names, tiny overridden ones."""

import disk
from symbol_bench import SymbolBuild, Wanted
from symbol_stripped import reduced

VERSIONS = "V1 { global: versioned; };\nV2 { global: versioned; } V1;\n"
# Flags of the parts, those of the link.
FORMS = {
    "groups": (["-DGROUPS"], (1, 2), ["-pie"]),
    "groups, same code": (["-DGROUPS", "-DSAME"], (1, 2), ["-pie"]),
    "copies, stripped": (["-DGROUPS", "-DCOPIES"], (1, 2), ["-shared"]),
    ".symver": (["-DVERSIONS"], (1,), ["-shared"]),
    "temporary names": (["-DLOCALS", "-Wa,-L"], (1, 2), ["-pie"]),
}


def form(bench, linker, what):
    """One link of other-names.S."""
    flags, parts, how = FORMS[what]
    build_name = f"names, {what}"
    if not bench.run.wanted(f"symbols/{linker.name}/{build_name}"):
        return
    version = linker.merges() or "v1"
    objects = [bench.in_version(bench.compile(
        "other-names.S", f"other-{what.replace(' ', '-')}-{part}",
        f"-DPART={part}", *flags), version) for part in parts]
    program = [] if "-shared" in how else bench.objects.program(version,
                                                               "pic")
    more = []
    if what == ".symver":
        script = bench.run.path("other-versions.map")
        disk.write(script, VERSIONS)
        more = ["-Wl,--version-script," + script]
    build = SymbolBuild(bench, linker, build_name, program + objects, how,
                        kind="shared" if "-shared" in how else "pie")
    image = bench.lose(build, *more)
    if image and "stripped" in what:
        image = reduced(bench, image, ["strip"])
    if image and what == "temporary names":
        # Neither a name nor .eh_frame tells where they are.
        bench.refuse(build, "", image, ["are not found", "--from-map"])
    elif image:
        bench.place(build, "", image, wanted=Wanted(),
                    run="-shared" not in how)


def all_cases(bench):
    """Everything here by every linker."""
    for linker in bench.linkers:
        for what in FORMS:
            form(bench, linker, what)
