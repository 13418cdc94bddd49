#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Link programs with every linker here so that the image describes nothing,
and let `sfmerge link` place the functions by the image's symbols and code.

What is right says the map of the link, which sfmerge is not given, and
.eh_frame."""

import os
import shutil
import sys

import disk
import elf
import link_bench
import machine_links
import sframe
import symbol_forms
import symbol_names
import symbol_objects
import toolchain
import verify
from symbol_bench import SymbolBench, SymbolBuild, Wanted

# Further kinds: as in link_bench.KINDS.
KINDS = dict(link_bench.KINDS, **{
    "icf-safe": ("gc", ["-pie", "-Wl,--icf=safe"]),
    "icf-gc": ("gc", ["-pie", "-Wl,--icf=all", "-Wl,--gc-sections"]),
    "shared-gc": ("gc", ["-shared", "-Wl,--gc-sections"]),
    "cxx-icf": ("gc", ["-pie", "-Wl,--icf=all"]),
    "no-pie-plain": ("exe", ["-no-pie", "-Wl,-O0", "-Wl,-z,norelro"]),
})


def kinds_program(bench, kind, version):
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
                        kinds_program(bench, kind, version), KINDS[kind][1],
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


def kinds_cases(bench):
    """The C and C++ programs of the link tests in every kind of link, their
    image's .sframe zeroed, dropped or discarded."""
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


OBJECTS, FUNCTIONS = 600, 20


def function(unit, idx, sections):
    """Assembly of one function; all numbers differ from those of others of
    the size."""
    local = idx % 2 == 1
    name = f"local_{idx}" if local else f"unit_{unit}_{idx}"
    frame = 8 + 16 * ((unit + 7 * idx) % 120)
    wide = f"\tmovl\t$0x{unit * FUNCTIONS + idx:x}, %eax\n"
    out = f"\t.section .text.{name},\"ax\",@progbits\n" if sections else ""
    out += "" if local else f"\t.globl\t{name}\n"
    return (out + "\t.p2align 4\n"
            f"\t.type\t{name}, @function\n{name}:\n\t.cfi_startproc\n"
            f"\tsubq\t${frame}, %rsp\n\t.cfi_def_cfa_offset {frame + 8}\n"
            # Functions that every unit has alike are told by their place.
            + (wide if idx % 10 else "")
            + f"\taddq\t${frame}, %rsp\n\t.cfi_def_cfa_offset 8\n\tret\n"
            f"\t.cfi_endproc\n\t.size\t{name}, .-{name}\n")


def objects(bench, sections):
    """The objects, in directories of their own."""
    found = []
    for unit in range(OBJECTS):
        folder = bench.run.path(f"many-{int(sections)}/{unit}")
        os.makedirs(folder, exist_ok=True)
        name = "util" if unit % 5 == 0 else f"unit{unit}"
        source = os.path.join(folder, name + ".s")
        disk.write(source, f"\t.file\t\"{name}.c\"\n\t.text\n" + "".join(
                    function(unit, i, sections) for i in range(FUNCTIONS)))
        out = os.path.join(folder, name + ".o")
        status, text = bench.run.command(["as", "--gsframe", "-o", out,
                                          source])
        if status:
            print(text)
            return None
        found.append(out)
    return found


def many_cases(bench):
    """Many functions of many objects, generated: every fifth object has the
    name of others, and half of the functions are local and called the same."""
    linkers = {linker.name: linker for linker in bench.linkers}
    for name, sections in (("ld", False), ("lld", True), ("mold", True),
                           ("gold", True)):
        what = "many functions" + (", sections" if sections else "")
        if name not in linkers or not bench.run.wanted(
                f"symbols/{name}/{what}"):
            continue
        key = ("many", sections)
        if key not in bench.made:
            bench.made[key] = objects(bench, sections)
        inputs = bench.made[key]
        if not inputs:
            continue
        build = SymbolBuild(bench, linkers[name], what, inputs,
                            ["-shared", "-nostdlib"], kind="many")
        image = bench.lose(build)
        if not image:
            continue
        spent = bench.run.spent
        bench.place(build, "", image, run=False)
        print(f"note: {build.name}: {bench.run.spent - spent:.2f} s for "
              f"{OBJECTS * FUNCTIONS} functions of {OBJECTS} objects")


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


def cxx_program(bench, compiled):
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


def cxx_cases(bench):
    """A C++ program of 24 units of one name: the same statics in each, COMDAT
    functions of one size with several contents, two levels of optimization."""
    for linker in bench.linkers:
        for what, (compiled, flags) in LINKS.items():
            name = f"24 units/{what}"
            if ("icf" in what and linker.family == "gnu") or (
                    not bench.run.wanted(f"symbols/{linker.name}/{name}")):
                continue
            version = linker.merges() or "v1"
            inputs = [bench.in_version(path, version)
                      for path in cxx_program(bench, compiled)]
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
            sframe.transcode(bench.run.path(f"two-{machine}-v1-{part}.o"),
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


def machine_links_of(bench, machine, linker, name, inputs, *more):
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


def machines_cases(bench):
    """Shared objects of other machines whose .sframe is gone: not run."""
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
                        machine_links_of(bench, machine, linker,
                                         f"{what}/{version}", inputs)


PARTS = (kinds_cases, cxx_cases, symbol_objects.archives_cases,
         symbol_objects.doubles_cases, symbol_forms.all_cases,
         symbol_names.lto_cases, symbol_names.stripped_cases,
         symbol_objects.changed_cases, machines_cases, many_cases,
         symbol_names.names_cases)


def main():
    """The command."""
    bench = SymbolBench(toolchain.parser("--own-sources").parse_args())
    if not bench.objects.usable():
        bench.run.unsupported("symbols", "no compiler that writes .sframe")
        return bench.run.end()
    for part in PARTS:
        part(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
