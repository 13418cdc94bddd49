#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Link programs with every linker here, let `sfmerge link` finish them, verify
the outputs and run them.

The map of a case is the linker's own. An image is taken as it is, with its own
pieces zeroed, and, where the linker left .sframe out, with a reserve."""

import os
import shutil
import sys

import disk
import elf
import link_bench
import link_proofs
import link_returns
import link_special
import link_traps
import machine_links
import toolchain
import verify
from link_bench import Bench, Build, DISCARD, KINDS, versions_for

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
        disk.write(script, link_bench.VERSIONS)
        flags.append("-Wl,--version-script," + script)
    if not link_bench.with_reserve(bench, build, *flags):
        return
    by_map = link_bench.the_map(build)
    link_bench.placed(bench, build, name + ", map", build.image, by_map)
    link_bench.placed(bench, build, name + ", map, zeroed",
                      bench.zero(build.image), by_map, zeroed=True)
    link_bench.placed(bench, build, name + ", map, stripped, to v2-pcrel",
                      link_bench.reduced(bench, build.image), by_map,
                      symbols=build.image, to="v2-pcrel")
    link_bench.placed(bench, build, name, build.image)
    link_bench.placed(bench, build, name + ", nothing described",
                      bench.zero(build.image), zeroed=True)
    if not link_bench.without(bench, build, more, *flags):
        return
    link_bench.placed(bench, build, name + ", not described, map",
                      build.image, by_map)
    link_bench.placed(bench, build, name + ", not described", build.image)


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
    lib = bench.run.absent("libtaken.a")
    status, text = bench.run.command(["ar", "rcS", lib, *build.inputs[1:]])
    status, text = bench.run.command(["ranlib", lib])
    if status:
        bench.run.result(name, ["no archive"], text)
        return
    whole, build.inputs = build.inputs, [build.inputs[0], lib]
    linked = link_bench.with_reserve(bench, build)
    build.inputs = whole
    if not linked:
        return
    build.members = {member: f"{lib}({os.path.basename(member)})"
                     for member in whole[1:]}
    given = {"inputs": [whole[0], lib], "truth": build.truth_of()}
    zeroed, by_map = bench.zero(build.image), link_bench.the_map(build)
    bench.merge(build, name + ", map", build.image, by_map, **given)
    bench.merge(build, name + ", map, zeroed", zeroed, by_map, zeroed=True,
                **given)
    bench.merge(build, name, build.image, **given)
    bench.merge(build, name + ", nothing described", zeroed, zeroed=True,
                **given)


def forms_cases(bench, build_class):
    """Programs of other forms: indirect functions, versioned symbols, assembly
    written by hand, archive members that no linker takes."""
    for linker in link_bench.distinct(bench):
        for what, (kind, _) in FORMS.items():
            if kind == "static-pie" and linker.family == "gold":
                continue
            form(bench, build_class, linker, what)
        for source in ("link-part.c", "trap-member.c"):
            not_extracted(bench, build_class, linker, source)


def machine_links_of(bench, machine, linker, version, inputs):
    """The objects in VERSION by one LINKER."""
    build = machine_links.Build(bench, machine, linker, version, inputs)
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
    by_map = link_bench.the_map(build)
    for to in ("v2", "v2-pcrel", "v3"):
        build.check("map, to " + to, build.image, by_map, to=to)
    # gold's map has no address for what may get stubs, the last section of
    # code of each AArch64 output section.
    build.check("map, zeroed", bench.zero(build.image), by_map, zeroed=True,
                must=(machine, build.linker) != ("aarch64", "gold"))
    build.check("no map", build.image, must=False)


def machines_cases(bench):
    """Shared objects of other machines: made by the linkers for them, finished
    by `sfmerge link`, verified, not run."""
    for machine, (_, flags, _) in machine_links.MACHINES.items():
        if not shutil.which(f"{machine}-linux-gnu-as"):
            bench.run.unsupported(f"link/{machine}", "no assembler for it")
            continue
        for version in flags:
            inputs = machine_links.assembled(bench, machine, version)
            for linker in (machine_links.linkers(bench, machine)
                           if inputs else ()):
                machine_links_of(bench, machine, linker, version, inputs)


HEADER = 4


def spoiled(bench, build, how):
    """A copy of the image whose section HOW, a function, has changed."""
    image = elf.Elf(build.image)
    section, = image.named(".sframe")
    data = bytearray(image.data)
    own = data[section.offset:section.offset + section.size]
    data[section.offset:section.offset + section.size] = how(bytes(own))
    path = bench.run.path("garbled")
    disk.write(path, data)
    shutil.copymode(build.image, path)
    return path


def headers(own):
    """All headers but the first are lost."""
    own = bytearray(own)
    magic, at = own[:HEADER - 1], 0
    while (at := own.find(magic[:2], at + 1)) > 0:
        own[at:at + HEADER] = b"\x12\x34\x56\x78"
    return own


def everything(own):
    """No byte is what it was."""
    return bytes(byte ^ 0x5a for byte in own)


def linked(bench, image, inputs, problems, *options):
    """Status and text of a link, and its output."""
    out = bench.run.absent("mended")
    status, text = bench.run.sfmerge("link", *options, "-o", out, image,
                                     *inputs)
    if status and os.path.exists(out):
        problems.append("there is an output")
    return status, text, out


def one(bench, build, how):
    """Spoil the image of BUILD HOW."""
    name = f"{build.name}: {how.__name__} garbled"
    if not bench.run.wanted(name):
        return
    problems = []
    image = spoiled(bench, build, how)
    status, text, out = linked(bench, image, build.inputs, problems)
    if status:
        problems.append(f"exit status {status}")
    else:
        found, _ = verify.verify(elf.Elf(build.image), elf.Elf(out),
                                 build.objects(), verify.Options())
        problems += found
        if bench.execute(build, out) != build.before:
            problems.append("it does not run")
    # One of the inputs is not given: then its bytes are anybody's.
    for fewer in (build.inputs[:-1], build.inputs + [build.inputs[0]]):
        status, more, _ = linked(bench, image, fewer, problems, "--partial")
        if status == 0 or "neither zeros nor SFrame" not in more:
            problems.append(f"with {len(fewer)} inputs: status {status}: "
                            f"{more[-200:]}")
    bench.run.result(name, problems, text)


def garbled_cases(bench, build_class):
    """Sections that a linker has garbled: what has the size of all inputs is
    its work, and is replaced; what has another size may be something
    else's."""
    for linker in bench.linkers:
        if linker.family != "gold":
            continue
        for version in ("v1", "v2", "v3"):
            build = build_class(bench, linker, "pie", version)
            # gold refuses nothing here; the map is not what places.
            if build.link():
                continue
            for how in (headers, everything):
                one(bench, build, how)


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
    link_special.special_cases(bench, Build)
    link_traps.traps_cases(bench, Build)
    forms_cases(bench, Build)
    garbled_cases(bench, Build)
    machines_cases(bench)
    link_special.many_cases(bench)
    link_traps.readers_cases(bench)
    link_proofs.all_cases(bench)
    link_returns.all_cases(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
