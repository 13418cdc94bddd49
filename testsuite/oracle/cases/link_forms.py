# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Programs of other forms: indirect functions, versioned symbols, assembly
written by hand, archive members that no linker takes."""

import os
import shutil

import disk
import link_images

# Name: (kind of link, further sources)
FORMS = {
    "indirect function": ("pie", ["trap-ifunc.c"]),
    "indirect function, no-pie": ("no-pie", ["trap-ifunc.c"]),
    "indirect function, static": ("static", ["trap-ifunc.c"]),
    "indirect function, static-pie": ("static-pie", ["trap-ifunc.c"]),
    "assembly": ("pie", ["trap-asm.c"]),
    "assembly, gc": ("gc", ["trap-asm.c"]),
    "versioned": ("shared", ["trap-version.c"]),
}


def form(bench, build_class, linker, what):
    """The form WHAT into a reserve: with the map, stripped, and without a
    map if the image describes everything."""
    kind, sources = FORMS[what]
    version = linker.merges() or ("v1", "v2", "v2-pcrel", "v3")[
        list(FORMS).index(what) % 4]
    build = build_class(bench, linker, kind, version)
    name = f"{build.name}: {what}"
    if not bench.run.wanted(name):
        return
    compiled = {"pie": "pic", "static-pie": "pic", "shared": "pic",
                "gc": "gc"}.get(kind, "exe")
    more = [bench.objects.get(s, version, compiled) for s in sources]
    build.inputs = build.inputs + more
    flags = []
    if kind == "shared":
        script = bench.run.path("versions.map")
        disk.write(script, link_images.VERSIONS)
        flags.append("-Wl,--version-script," + script)
    if not link_images.with_reserve(bench, build, *flags):
        return
    by_map = link_images.the_map(build)
    link_images.placed(bench, build, name + ", map", build.image, by_map)
    link_images.placed(bench, build, name + ", map, zeroed",
                       bench.zero(build.image), by_map, zeroed=True)
    link_images.placed(bench, build, name + ", map, stripped, to v2-pcrel",
                       link_images.reduced(bench, build.image), by_map,
                       symbols=build.image, to="v2-pcrel")
    link_images.placed(bench, build, name, build.image)
    link_images.placed(bench, build, name + ", nothing described",
                       bench.zero(build.image), zeroed=True)
    if not link_images.without(bench, build, more, *flags):
        return
    link_images.placed(bench, build, name + ", not described, map",
                       build.image, by_map)
    link_images.placed(bench, build, name + ", not described", build.image)


def not_extracted(bench, build_class, linker, source):
    """A member of an archive, made of SOURCE, that no linker takes, with the
    local names of others that are taken."""
    version = linker.merges() or "v1"
    build = build_class(bench, linker, "pie", version)
    name = f"{build.name}: {source} is not taken"
    if not bench.run.wanted(name):
        return
    parts = build.inputs[1:] + [bench.objects.get(source, version, "pic", 3)]
    build.inputs[1:] = [
        shutil.copy(part, bench.run.path(f"member{number}.o"))
        for number, part in enumerate(parts)]
    lib = bench.run.path("libtaken.a")
    disk.remove(lib)
    status, text = bench.run.command(["ar", "rcS", lib, *build.inputs[1:]])
    status, text = bench.run.command(["ranlib", lib])
    if status:
        bench.run.result(name, ["no archive"], text)
        return
    whole, build.inputs = build.inputs, [build.inputs[0], lib]
    linked = link_images.with_reserve(bench, build)
    build.inputs = whole
    if not linked:
        return
    build.members = {member: f"{lib}({os.path.basename(member)})"
                     for member in whole[1:]}
    given = {"inputs": [whole[0], lib], "truth": build.truth_of()}
    zeroed, by_map = bench.zero(build.image), link_images.the_map(build)
    bench.merge(build, name + ", map", build.image, by_map, **given)
    bench.merge(build, name + ", map, zeroed", zeroed, by_map, zeroed=True,
                **given)
    bench.merge(build, name, build.image, **given)
    bench.merge(build, name + ", nothing described", zeroed, zeroed=True,
                **given)


def all_cases(bench, build_class):
    """Everything here, with every linker."""
    for linker in link_images.distinct(bench):
        for what, (kind, _) in FORMS.items():
            if kind == "static-pie" and linker.family == "gold":
                continue
            form(bench, build_class, linker, what)
        for source in ("link-part.c", "trap-member.c"):
            not_extracted(bench, build_class, linker, source)
