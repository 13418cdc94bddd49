#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Link programs with every linker here, let `sfmerge repair` and `convert`
work on what comes out, verify and run it.

Whatever the linker left, a repair must give back all functions of the inputs
and of .eh_frame."""

import os
import shutil
import sys

import disk
import elf
import grow_rules
import grown
import link_bench
import machine_links
import outputs
import repair_check
import repair_damage
import repair_eh_frame
import repair_faults
import repair_twice
import toolchain
import verify
from repair_check import Linked


def machines_converted(check, bench, made, name):
    """To each version that the machine's functions can have, and back."""
    run = bench.run
    own = repair_check.target_of(made.image, made.detector)
    problems, said = [], ""
    for target in repair_check.TARGETS:
        first, second = run.path("first"), run.path("second")
        for path in (first, second):
            disk.remove(path)
        # What a section that has shrunk leaves can be the header's now.
        status, text = run.sfmerge("convert", "--to=" + target,
                                   "--grow=move-phdrs", "-o", first,
                                   made.path)
        said += text
        if status:
            problems.append(f"to {target}: exit status {status}")
            continue
        one = elf.Elf(first)
        problems += [f"to {target}: {p}" for p in check.written(
            made.image, one, target, 0)]
        lossy = own == "v3" and target != "v3"
        problems += repair_check.same_rules(made.image, one, lossy)
        status, text = run.sfmerge("convert", "--to=" + own,
                                   "--grow=move-phdrs", "-o", second, first)
        said += text
        if status:
            problems.append(f"{target} back to {own}: exit status {status}")
        else:
            problems += repair_check.same_rules(one, elf.Elf(second))
    run.result(name, problems, said)


def machines_case(check, bench, machine, linker, version, inputs):
    """One link."""
    build = machine_links.Build(bench, machine, linker, version, inputs)
    name = build.name.replace("link/", "machines/")
    if not bench.run.wanted(name):
        return
    refusal = build.link()
    if refusal:
        if not any(w in refusal for w in ("nknown", "nrecogni", "SFrame")):
            bench.run.result(name, ["no image"], refusal)
        return
    made = Linked(bench, build)
    made.judge(check, name)
    if made.complete():
        machines_converted(check, bench, made, f"{name}: converted")


def machines_cases(check, bench):
    """`sfmerge repair` and `convert` of shared objects of other machines: made
    by the linkers for them, verified, not run."""
    for machine, (_, flags, _) in machine_links.MACHINES.items():
        if not shutil.which(f"{machine}-linux-gnu-as"):
            bench.run.unsupported(f"machines/{machine}",
                                  "no assembler for it")
            continue
        for version in flags:
            inputs = machine_links.assembled(bench, machine, version)
            for linker in (machine_links.linkers(bench, machine)
                           if inputs else ()):
                machines_case(check, bench, machine, linker, version, inputs)


NAME = "unconfirmed"
SOURCE = """
        .cfi_sections {sections}
        .text
        .globl _start
_start: .fill 4096, 1, 0x90
{body}
        .fill 4096, 1, 0x90
"""
FUNCTION = """
        .type {name}, @function
{name}: .cfi_startproc
        push %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset 6, -16
        pop %rbp
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size {name}, . - {name}
"""


def image(run, sections, strip):
    """The image, or None and what was said."""
    source, obj, path = (run.path(NAME + end) for end in (".s", ".o", ""))
    disk.write(source, SOURCE.format(sections=sections, body="".join(
                FUNCTION.format(name=name) for name in ("one", "two"))))
    said = ""
    for words in (["as", "--gsframe", source, "-o", obj],
                  ["ld.bfd", "-z", "noseparate-code", obj, "-o", path],
                  [run.tool, "link", "-i", path, obj],
                  *([["strip", "-s", path]] if strip else [])):
        status, text = run.command(words)
        said += text
        if status:
            return None, said
    return path, said


def unconfirmed_converted(run, path, version):
    """The status of convert to VERSION, what was said, and what is wrong with
    the output."""
    out, again = run.path("made"), run.path("again")
    disk.remove(out)
    disk.remove(again)
    status, text = run.sfmerge("convert", "--to=" + version, "-o", out, path)
    problems = []
    if status:
        problems += outputs.refused(status, text, out, [2])
        if "v2-pcrel" not in text:
            problems.append("the message does not say what to do")
        return status, text, problems
    for words in (["check", out],
                  ["convert", "--to=" + version, "-o", again, out]):
        failed, said = run.sfmerge(*words)
        text += said
        if failed:
            problems.append(f"{words[0]}: exit status {failed}")
    if not problems and not disk.same_bytes(out, again):
        problems.append("a second run changes something")
    return status, text, problems


def unconfirmed_cases(bench):
    """Two functions amid much code, of which neither symbols nor .eh_frame
    tell. Version 2 without FDE_FUNC_START_PCREL would leave open where they
    are: that is refused, as check and later runs could not use the output.
    What confirms a start changes that."""
    run = bench.run
    if not run.wanted("unconfirmed"):
        return
    if not all(shutil.which(name) for name in ("as", "ld.bfd", "strip")):
        run.unsupported("unconfirmed", "no such tools")
        return
    for what, sections, strip, refused in (
            ("nothing", ".sframe", True, ("v2",)),
            (".eh_frame", ".sframe, .eh_frame", True, ()),
            ("symbols", ".sframe", False, ())):
        path, said = image(run, sections, strip)
        for version in "v2", "v2-pcrel", "v3":
            name = f"unconfirmed/{what}: to {version}"
            if path is None:
                run.result(name, ["no image"], said)
                continue
            status, text, problems = unconfirmed_converted(run, path, version)
            if bool(status) != (version in refused):
                problems.append(f"exit status {status}")
            run.result(name, problems, text)


KINDS = ("pie", "shared", "cxx", "static", "gc", "no-pie", "static-pie",
         "icf")
MIXED = ("v1", "v2", "v2-pcrel", "v3")


def versions_for(linker, kind, number):
    """Which versions to link with LINKER: its own and one that it does not
    know; mixed ones."""
    own = linker.merges()
    other = [v for v in MIXED if v != own][number % (3 if own else 4)]
    found = [own, other] if own else [other]
    if kind == "pie":
        found.append(MIXED)
    return found


def links_case(check, bench, linker, kind, version, number):
    """One link."""
    build = link_bench.Build(bench, linker, kind, version)
    name = build.name.replace("link/", "links/")
    if not bench.run.wanted(name):
        return
    if build.link():
        return  # COMDAT copies, versions or types that the linker refuses
    made = Linked(bench, build)
    made.judge(check, name)
    if made.complete():
        links_converted(check, bench, made, name, number)
        if kind in ("pie", "static") and number % 2:
            used(bench, build, name)


class Used:
    """What is asked of a case."""

    def __init__(self, build, name):
        self.build, self.name = build, name


def used(bench, build, name):
    """Other programs read and rewrite what a repair makes."""
    out = bench.run.path("repaired")
    image = elf.Elf(build.image)
    if not os.path.exists(out):
        return
    made = elf.Elf(out)
    if not made.segment_of(elf.PT_GNU_SFRAME):
        return
    method = grown.Grown(image, made, verify.Problems()).method()
    grow_rules.all_programs(bench, Used(build, name + ", then"), out, method)


def links_converted(check, bench, made, name, number):
    """One version directly, then back, and the first once more."""
    run = bench.run
    target = repair_check.TARGETS[number % 3]
    own = repair_check.target_of(made.image, made.detector)
    lossy = own == "v3" and target != "v3"
    way = [target, own, target]
    problems, said, at = [], "", made.build.image
    outs = []
    for step, version in enumerate(way):
        out = run.absent(f"way{step}")
        status, text = run.sfmerge("convert", "--to=" + version, "-o", out,
                                   at)
        said += text
        if status:
            if status == 1 and not Linked(bench, made.build,
                                          at).fits(version):
                run.refusals += 1
            else:
                problems.append(f"to {version}: exit status {status}")
            break
        result = elf.Elf(out)
        problems += [f"to {version}: {p}" for p in check.written(
            elf.Elf(at), result, version, step)]
        if bench.execute(made.build, out) != made.build.before:
            problems.append(f"to {version}: it does not run as before")
        outs.append(result)
        at = out
    if outs:
        problems += repair_check.same_rules(made.image, outs[0], lossy,
                                            fixed=check.plt)
    for one, two in zip(outs, outs[1:]):
        problems += repair_check.same_rules(one, two)
    run.result(f"{name}: to {' to '.join(way)}", problems, said)


def main():
    """The command."""
    options = toolchain.parser()
    args = options.parse_args()
    bench = link_bench.Bench(args)
    run = bench.run
    if not bench.objects.usable():
        run.unsupported("links", "no compiler that writes .sframe")
        return run.end()
    check = repair_check.Check(run)
    number = 0
    for linker in bench.linkers:
        for kind in KINDS:
            if kind == "icf" and linker.family == "gnu":
                continue
            for version in versions_for(linker, kind, number):
                number += 1
                links_case(check, bench, linker, kind, version, number)
    repair_damage.damage_cases(check, bench)
    repair_damage.stale_cases(check, bench)
    machines_cases(check, bench)
    unconfirmed_cases(bench)
    repair_faults.all_cases(bench)
    repair_eh_frame.eh_frame_cases(bench)
    repair_twice.cases(bench)
    check.tell()
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
