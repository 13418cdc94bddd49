#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Link through the wrapper with every linker here, verify what comes out, run
it, and let it walk its own stack.

Where functions are is the linker's map's word, read by the oracle."""

import os
import sys

import disk
import elf
import link_bench
import sframe
import symbol_truth
import toolchain
import verify
import walks
import wrap_aids
import wrap_commands
import wrap_outputs

# Kind of link: (compile kind, flags).
KINDS = {
    "pie": ("pic", ["-pie"]),
    "shared": ("pic", ["-shared"]),
    "static": ("exe", ["-static"]),
    "cxx": ("pic", ["-pie"]),
    "cxx-shared": ("pic", ["-shared"]),
    "gc": ("gc", ["-pie", "-Wl,--gc-sections"]),
    "cxx-gc": ("gc", ["-pie", "-Wl,--gc-sections"]),
    "static-pie": ("pic", ["-static-pie"]),
}
VERSIONS = toolchain.VERSIONS + ("mix",)
WALK_VERSIONS = toolchain.VERSIONS + (("v3", "v1", "v2"),)


class Bench(link_bench.Bench):
    """With a wrapper, and a directory for temporary files that must be empty
    after each link."""

    def __init__(self, args):
        super().__init__(args)
        self.wrap, self.aids, self.manual = args.wrap, args.aids, args.manual
        self.tmp = self.run.path("tmp")
        os.makedirs(self.tmp, exist_ok=True)
        os.environ["TMPDIR"] = self.tmp
        os.environ["SFMERGE"] = args.sfmerge
        for name in ("SFMERGE_OPTIONS", "SFMERGE_LD", "COMPILER_PATH"):
            os.environ.pop(name, None)

    def through(self, driver, linker, *args, cwd=None):
        """Run DRIVER with LINKER's wrapper."""
        return self.run.command(
            [driver, "-B" + self.wrap, *linker.flags, *args], cwd)

    def left(self):
        """Problems with what is left in the temporary directory."""
        return [f"{name} is left behind" for name in os.listdir(self.tmp)]


class Case(link_bench.Build):
    """Objects of one version, or mixed, linked in one way."""

    def __init__(self, bench, linker, kind, version):
        super().__init__(bench, linker, "pie", "v1")
        compiled, self.flags = KINDS[kind]
        self.kind = "shared" if kind == "shared" else kind
        self.version = version
        objects = bench.objects
        self.driver = objects.cxx if "cxx" in kind else objects.cc
        if "cxx" in kind:
            one, two = ("v1", "v3") if version == "mix" else (version,) * 2
            self.inputs = [objects.get("link-cxx-one.cc", one, compiled),
                           objects.get("link-cxx-two.cc", two, compiled)]
        else:
            self.inputs = objects.program(
                ("v1", "v2", "v3") if version == "mix" else version, compiled)
            if kind == "shared":
                self.inputs = self.inputs[1:]
        self.name = f"wrap/{linker.name}/{kind}/{version}"

    def headless(self):
        """Whether the linker leaves no entry for PT_GNU_SFRAME: without any
        .sframe in a shared object, which those GNU lds refuse to have of
        version 1."""
        return (self.linker.name == "ld-2.44" and self.version == "v1"
                and "-shared" in self.flags)

    def make(self, *more):
        """Link; returns the problems, and what was said."""
        for file in (self.image, self.map):
            disk.remove(file)
        status, text = self.bench.through(
            self.driver, self.linker, *self.flags, *more, "-o", self.image,
            *self.inputs)
        problems = [f"exit status {status}"] if status else []
        # The second is of GNU ld, about what it does not merge.
        problems += [line for line in text.splitlines()
                     if line.startswith("sfmerge:") or "(.sframe)" in line]
        return problems + self.bench.left(), text

    def verified(self, truth):
        """Problems of the image, whose functions are where TRUTH says."""
        out = elf.Elf(self.image)
        options = verify.Options(truth=truth.functions(), zeroed=True)
        try:
            problems, _ = verify.verify(out, out, self.objects(), options)
        except (sframe.Broken, ValueError, OSError) as error:
            return [str(error)]
        if not out.segment_of(elf.PT_GNU_SFRAME) and not self.headless():
            problems.append("there is no PT_GNU_SFRAME")
        status, text = self.run.sfmerge("check", "--for=kernel", self.image)
        bad = [line for line in text.splitlines() if line.lstrip().startswith(
            ("error:", "warning:"))]
        if self.headless():
            bad = [line for line in bad if "segment-missing" not in line]
        elif status:
            bad.append(f"check: exit status {status}")
        self.run.verified += 1
        return problems + bad

    def ran(self):
        """Problems with running it."""
        if self.kind == "cxx-shared":
            return []
        status, text = self.bench.execute(self, self.image)
        return [] if status == 0 and text.strip() else [
            f"the program gives {status}, {text!r}"]


def one_case(bench, linker, kind, version, strip):
    """One link with a map of the user's, and stripped with one of the
    wrapper's own."""
    case = Case(bench, linker, kind, version)
    if not bench.run.wanted(case.name):
        return
    if linker.family == "gold" and kind == "static-pie":
        return
    problems, text = case.make("-Wl,-Map," + case.map)
    truth = None
    if not problems:
        truth = symbol_truth.Truth(case.map, case.objects(),
                                   elf.Elf(case.image))
        if not truth.found:
            problems.append("the map has no function of the inputs")
        problems += truth.doubts(elf.Elf(case.image))
        problems += case.verified(truth) + case.ran()
    bench.run.result(case.name, problems, text)
    if not strip or truth is None:
        return
    problems, text = case.make("-s")
    if not problems:
        problems = case.verified(truth) + case.ran()
        if elf.Elf(case.image).named(".symtab"):
            problems.append("it is not stripped")
    bench.run.result(case.name + ", stripped", problems, text)


def all_walks(bench, linker):
    """Programs that walk their own stack, and step through their PLT, by
    what the wrapper made."""
    for number, form in enumerate(walks.forms(linker)):
        walk = walks.Walk(bench, form,
                          WALK_VERSIONS[(number + len(linker.name)) % 5])
        name = f"wrap/{linker.name}: walks its stack, {form}"
        if not walk.possible(name):
            continue
        for more in ([], ["-s"]) if form == "pie" else ([],):
            status, text = bench.run.command(
                walk.command(linker, *more, before=["-B" + bench.wrap]))
            walk.result(", ".join([name] + more), status, text, bench.left())


def main():
    """The command."""
    bench = Bench(
        toolchain.parser("--wrap", "--aids", "--manual").parse_args())
    if not bench.objects.usable():
        bench.run.unsupported("wrap", "no compiler that writes .sframe")
        return bench.run.end()
    for number, linker in enumerate(bench.linkers):
        for turn, kind in enumerate(KINDS):
            few = kind == "cxx-shared" and (VERSIONS[number % 4], "mix")
            for version in few or VERSIONS:
                # The first four linkers are of the four families.
                one_case(bench, linker, kind, version, number < 4
                         or VERSIONS.index(version) == (number + turn) % 5)
        all_walks(bench, linker)
        wrap_aids.aids_cases(bench, linker, Case)
    wrap_commands.all_cases(bench, Case)
    wrap_aids.builds_cases(bench)
    wrap_outputs.moved_cases(bench)
    wrap_outputs.self_cases(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
