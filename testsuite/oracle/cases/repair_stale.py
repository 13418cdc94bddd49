# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Images whose .sframe has lost or contradicts what the program is: `sfmerge
repair` must give back all that .eh_frame describes."""

import os

import defects
import disk
import elf
import link_bench
from image_patch import Patch
from link_bench import the_linker
from repair_linked import Linked

CONCATENATES = ("gold", "lld", "mold")
# What BOLT calls the code that it has moved away from.
OLD_TEXT = ".bolt.org.text"


def empty(check, bench):
    """A section without a byte."""
    for linker_name, version in (("ld", "v1"), ("gold", "v3")):
        name = f"stale/{linker_name}/{version}: an empty section"
        build = link_bench.linked(bench, name, the_linker(
            bench, linker_name), "pie", version)
        if not build:
            continue
        patch = Patch(build.image)
        section, = patch.image.named(".sframe")
        segment = patch.image.segment_of(elf.PT_GNU_SFRAME)
        end = section.offset + section.size
        if segment:
            # As GNU ld writes it where it has put nothing in.
            end = segment.offset + segment.filesz
            patch.segment(segment, filesz=28, memsz=28)
        patch.data[section.offset:end] = bytes(end - section.offset)
        patch.header(section, size=0)
        made = Linked(bench, build, patch.write(bench.run.path("empty")))
        made.judge(check, name)


def clobbered(check, bench):
    """Relocations of a partial link applied where nothing is any more."""
    for linker_name in CONCATENATES:
        name = f"stale/{linker_name}/v1: the bytes are overwritten"
        linker = the_linker(bench, linker_name)
        if not linker or not bench.run.wanted(name):
            continue
        build = link_bench.Build(bench, linker, "pie", "v1")
        joined = bench.run.path("joined.o")
        status, text = bench.run.command(
            [bench.objects.cc, "-fuse-ld=bfd", "-r", "-nostdlib", "-o",
             joined, *build.inputs])
        if status:
            bench.run.unsupported(name, text.strip()[:60])
            continue
        inputs, build.inputs = build.inputs, [joined]
        refusal = build.link()
        build.inputs = inputs
        made = None if refusal else Linked(bench, build)
        if not made or defects.CLOBBER not in made.detector.count:
            bench.run.unsupported(name, "this ld joins better")
            continue
        made.judge(check, name)


def moved_code(check, bench):
    """The code was copied elsewhere, with its symbols and .eh_frame, and only
    the old copy is described."""
    for linker_name, version in (("gold", "v3"), ("mold", "v1"),
                                 ("ld", "v1")):
        name = f"stale/{linker_name}/{version}: the code moved away"
        linker = the_linker(bench, linker_name)
        if not linker or not bench.run.wanted(name):
            continue
        build = link_bench.Build(bench, linker, "pie", version)
        old, new = [], []
        for idx, path in enumerate(build.inputs):
            old.append(bench.run.path(f"old{idx}.o"))
            new.append(bench.run.path(f"new{idx}.o"))
            copies(bench, path, old[-1], new[-1])
        inputs, build.inputs = build.inputs, old + new
        refusal = build.link()
        build.inputs = inputs
        if refusal:
            bench.run.result(name, ["the link failed"], refusal)
            continue
        bench.run.command(["objcopy", "-w", "-N", "old_*", build.image])
        made = Linked(bench, build)
        if not made.detector.live:
            bench.run.result(name, ["nothing is described"])
            continue
        made.judge(check, name)


def copies(bench, path, old, new):
    """Two objects of PATH: its code without its names, and without its
    .sframe."""
    bench.run.command(["objcopy", "-R", ".sframe", "-R", ".rela.sframe",
                       path, new])
    command = ["objcopy", "--discard-all"]
    obj = elf.Elf(path)
    for section in obj.sections:
        if section.name.startswith(".text"):
            command += ["--rename-section",
                        f"{section.name}={OLD_TEXT}{section.name[5:]}"]
    for sym in obj.symbols():
        if sym.bind != elf.STB_LOCAL and sym.is_code_name():
            command += ["--redefine-sym", f"{sym.name}=old_{sym.name}"]
    bench.run.command([*command, path, old])


def one_wrong(check, bench):
    """One function of many is off: it is left out, or nothing is written."""
    for linker_name, version in (("gold", "v3"), ("lld", "v1"),
                                 ("ld", "v1")):
        name = f"stale/{linker_name}/{version}: one function is off"
        build = link_bench.linked(bench, name, the_linker(
            bench, linker_name), "pie", version)
        if not build:
            continue
        before = Linked(bench, build)
        place = before.detector.places[0]
        mine = before.mine()
        addr, func, piece = next(
            (a, f, p) for a, f, p, _ in before.detector.live
            if a in mine and f.size > 16)
        patch = Patch(build.image)
        patch.put("q" if piece.version == 3 else "i",
                  place.offset + func.field, func.raw + 6)
        path = patch.write(bench.run.path("off"))
        for options in ([], ["--fill=none"], ["--fill=none", "--partial"]):
            out = bench.run.path("repaired")
            disk.remove(out)
            status, text = bench.run.sfmerge("repair", *options, "-o", out,
                                             path)
            problems = []
            # Without .eh_frame the code has no rows any more.
            if status != (options == ["--fill=none"]):
                problems.append(f"exit status {status}")
            if (status == 0) != os.path.exists(out):
                problems.append("status and output do not go together")
            if "warning" not in text and "error" not in text and options:
                problems.append("nothing is said")
            if status == 0:
                problems += check.exact(elf.Elf(out), None,
                                        set(mine) - {addr},
                                        filled=not options)
            bench.run.result(f"{name} {' '.join(options)}".strip(), problems,
                             text)


def all_dead(check, bench):
    """Every function has the mark of a discarded one."""
    name = "stale/gold/v3: all functions are dead"
    build = link_bench.linked(bench, name, the_linker(bench, "gold"),
                              "pie", "v3")
    if build:
        patch = Patch(build.image)
        patch.fields(Linked(bench, build).detector.places, lambda raw: 0)
        made = Linked(bench, build, patch.write(bench.run.path("dead")))
        made.judge(check, name)


def no_functions(check, bench):
    """A header that counts none: no output, or a valid one."""
    for linker_name, version in (("ld", "v1"), ("gold", "v3")):
        name = f"stale/{linker_name}/{version}: a header alone"
        build = link_bench.linked(bench, name, the_linker(
            bench, linker_name), "pie", version)
        if not build:
            continue
        patch = Patch(build.image)
        for place in Linked(bench, build).detector.places:
            start = place.offset
            patch.data[start + 8:start + len(place.data)] = bytes(
                len(place.data) - 8)
        path = patch.write(bench.run.path("header"))
        out = bench.run.path("repaired")
        disk.remove(out)
        status, text = bench.run.sfmerge("repair", "-o", out, path)
        problems = [] if status in (0, 1) else [f"exit status {status}"]
        if (status == 0) != os.path.exists(out):
            problems.append("status and output do not go together")
        if status == 0 and elf.Elf(out).data != patch.image.data:
            problems += check.settled(out)
            if bench.execute(build, out) != build.before:
                problems.append("it does not run as before")
        bench.run.result(name, problems, text)


def all_cases(check, bench):
    """All of them."""
    empty(check, bench)
    clobbered(check, bench)
    moved_code(check, bench)
    one_wrong(check, bench)
    all_dead(check, bench)
    no_functions(check, bench)
