# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Images of real linkers that were damaged, or whose .sframe has lost or
contradicts what the program is: `sfmerge repair` must undo all of it."""

import os
import random

import defects
import elf
import link_bench
import repair_check
import sframe
from elf_made import Patch
from link_bench import clean, linked, the_linker
from repair_check import Linked

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
            out = bench.run.absent("repaired")
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
        out = bench.run.absent("repaired")
        status, text = bench.run.sfmerge("repair", "-o", out, path)
        problems = [] if status in (0, 1) else [f"exit status {status}"]
        if (status == 0) != os.path.exists(out):
            problems.append("status and output do not go together")
        if status == 0 and elf.Elf(out).data != patch.image.data:
            problems += check.settled(out)
            if bench.execute(build, out) != build.before:
                problems.append("it does not run as before")
        bench.run.result(name, problems, text)


def stale_cases(check, bench):
    """Images whose .sframe has lost or contradicts what the program is:
    `sfmerge repair` must give back all that .eh_frame describes."""
    empty(check, bench)
    clobbered(check, bench)
    moved_code(check, bench)
    one_wrong(check, bench)
    all_dead(check, bench)
    no_functions(check, bench)


# By how much patchelf once moved a section, and one that no table of
# addresses can hide.
SHIFTS = (-23904, 0x123450)


def headerless(check, bench):
    """No section headers: PT_GNU_SFRAME alone leads to the section."""
    for names, version in ((("ld",), "v1"), (("ld",), "v2"), (("ld",), "v3"),
                           (("ld-2.44",), "v2"), (("ld-2.44",), "v3"),
                           (("ld-2.47",), "v3"), (("mold-3",), "v3"),
                           (("gold",), "v3")):
        for kind in ("pie", "static"):
            name = f"damage/{names[0]}/{kind}/{version}: no section headers"
            build = linked(bench, name, the_linker(bench, *names), kind,
                           version)
            if not build:
                continue
            patch = Patch(build.image)
            patch.without_headers()
            made = Linked(bench, build, patch.write(bench.run.path("bare")),
                          build.image)
            if undecidable(made):
                refused(bench, name, made)
                made.judge(check, name + ", by another file's symbols",
                           "--symbols=" + build.image)
            else:
                made.judge(check, name)


def undecidable(made):
    """Whether nothing tells what starts are relative to: no symbols, and no
    PT_GNU_EH_FRAME, which leads to .eh_frame."""
    return (not made.image.segment_of(0x6474E550) and any(
        p.version < 3 and not p.flags & sframe.PCREL
        for place in made.detector.places for p in place.pieces))


def refused(bench, name, made):
    """The repair of MADE needs names, which a file with the same code has."""
    out = bench.run.absent("repaired")
    status, text = bench.run.sfmerge("repair", "-o", out, made.path)
    problems = []
    if status != 1 or os.path.exists(out) or "cannot tell" not in text:
        problems.append(f"exit status {status}")
    bench.run.result(f"{name}: refused", problems, text)


def shifted(check, bench):
    """Every start off by the same distance: somebody moved the section."""
    for names, version in ((("lld", "lld-19"), "v3"), (("gold",), "v3"),
                           (("gold",), "v2-pcrel"), (("gold",), "v1"),
                           (("mold",), "v2")):
        for shift in SHIFTS:
            name = f"damage/{names[0]}/{version}: moved by {shift}"
            build = linked(bench, name, the_linker(bench, *names), "pie",
                           version)
            if not build:
                continue
            patch = Patch(build.image)
            patch.fields(Linked(bench, build).detector.places,
                         lambda raw: raw + shift)
            made = Linked(bench, build,
                          patch.write(bench.run.path("moved")))
            made.judge(check, name)


def moved_section(check, bench):
    """The section's bytes in another place of the image, its header says
    so, and its contents do not."""
    for linker_name, version in (("gold", "v3"), ("mold", "v1"),
                                 ("lld", "v2-pcrel")):
        name = f"damage/{linker_name}/{version}: the section moved"
        linker = the_linker(bench, linker_name)
        if not linker or not bench.run.wanted(name):
            continue
        inputs = bench.objects.program(version, "pic")
        reserve = bench.run.path("reserve.o")
        if bench.run.sfmerge("reserve", "--size=8192", "-o", reserve,
                             *inputs)[0]:
            continue
        build = linked(bench, name, linker, "pie", version, reserve)
        if not build:
            continue
        patch = Patch(build.image)
        section, = patch.image.named(".sframe")
        other, = patch.image.named(".sframe_reserve")
        patch.data[other.offset:other.offset
                   + section.size] = patch.image.bytes_of(section)
        patch.data[section.offset:section.offset
                   + section.size] = bytes(section.size)
        patch.header(section, addr=other.addr, offset=other.offset)
        patch.header(other, addr=section.addr, offset=section.offset,
                     size=section.size)
        # What is left of the other is nothing's now.
        names = patch.image.sections[patch.image.shstrndx].offset
        at = names + other.name_off
        patch.data[at:at + len(".sframe_reserve")] = b".formerly_there"
        made = Linked(bench, build, patch.write(bench.run.path("moved")))
        made.judge(check, name)


def permute(patch, detector, seed):
    """Shuffle the functions of each piece, and say that they are."""
    for place in detector.places:
        for piece in place.pieces:
            stride = sframe.STRIDE[piece.version]
            funcs = list(piece.functions)
            random.Random(seed).shuffle(funcs)
            at = place.offset + piece.fdes
            old = bytes(patch.data[at:at + stride * len(funcs)])
            for idx, func in enumerate(funcs):
                entry = at + idx * stride
                patch.data[entry:entry + stride] = old[
                    func.idx * stride:(func.idx + 1) * stride]
                if piece.flags & sframe.PCREL:
                    form = "q" if piece.version == 3 else "i"
                    patch.put(form, entry,
                              func.raw + (func.idx - idx) * stride)
            patch.data[place.offset + piece.offset + 3] &= ~sframe.SORTED


def wrong_type(patch, detector):
    """SHT_PROGBITS."""
    del detector
    section, = [s for s in patch.image.named(".sframe") if s.size]
    patch.header(section, type=1)


def cut_header(patch, detector):
    """PT_GNU_SFRAME as objcopy -R leaves it."""
    del detector
    segment = patch.image.segment_of(elf.PT_GNU_SFRAME)
    patch.segment(segment, offset=0, vaddr=0, paddr=0, filesz=0, memsz=0)


def stale_header(patch, detector):
    """PT_GNU_SFRAME at an address that the section does not have."""
    del detector
    segment = patch.image.segment_of(elf.PT_GNU_SFRAME)
    patch.segment(segment, vaddr=segment.vaddr + 0x1000,
                  paddr=segment.paddr + 0x1000)


def void_header(patch, detector):
    """PT_NULL instead of PT_GNU_SFRAME: the table has a free entry."""
    del detector
    patch.segment(patch.image.segment_of(elf.PT_GNU_SFRAME), type=0)


def unsorted(patch, detector):
    """Functions in another order."""
    permute(patch, detector, 5)


def falsely_sorted(patch, detector):
    """Functions in another order, and the flag that says they are not."""
    permute(patch, detector, 6)
    for place in detector.places:
        for piece in place.pieces:
            patch.data[place.offset + piece.offset + 3] |= sframe.SORTED


DAMAGES = (wrong_type, cut_header, stale_header, void_header, unsorted,
           falsely_sorted)


def small(check, bench):
    """One thing wrong with a right image: right again."""
    for linker_name in ("ld", "lld", "ld-2.47"):
        linker = the_linker(bench, linker_name)
        if not linker:
            continue
        for target in repair_check.TARGETS:
            prefix = f"damage/{linker_name}/{target}"
            if not bench.run.wanted(prefix):
                continue
            build = clean(bench, prefix, linker, "pie", target)
            if not build:
                continue
            for damage in DAMAGES:
                one_damage(check, bench, build, prefix, damage)


def one_damage(check, bench, build, prefix, damage):
    """DAMAGE to the image of BUILD, undone."""
    name = f"{prefix}: {damage.__doc__.splitlines()[0].rstrip('.')}"
    before = Linked(bench, build)
    if damage in (cut_header, stale_header, void_header) and (
            not before.image.segment_of(elf.PT_GNU_SFRAME)):
        return
    patch = Patch(build.image)
    damage(patch, before.detector)
    made = Linked(bench, build, patch.write(bench.run.path("damaged")))
    out = bench.run.absent("repaired")
    status, text = bench.run.sfmerge("repair", "-o", out, made.path)
    if status:
        bench.run.result(name, [f"exit status {status}"], text)
        return
    result = elf.Elf(out)
    problems = repair_check.same_rules(before.image, result)
    problems += check.defects_left(name, made.image, result)
    problems += check.settled(out)
    target = repair_check.target_of(before.image, before.detector)
    problems += check.written(made.image, result, target, 1)
    if bench.execute(build, out) != build.before:
        problems.append("it does not run as before")
    bench.run.result(name, problems, text)


def rewritten(check, bench):
    """What strip and objcopy make of images that are not right."""
    commands = (("strip", ["strip", "-o", "OUT", "IN"]),
                ("strip -g", ["strip", "-g", "-o", "OUT", "IN"]),
                ("objcopy --add-section",
                 ["objcopy", "--add-section", ".extra=IN", "IN", "OUT"]),
                ("eu-strip", ["eu-strip", "-o", "OUT", "IN"]))
    for linker_name, kind, version in (
            ("gold", "pie", "v1"), ("mold", "pie", "v3"),
            ("lld", "pie", "v2"), ("ld", "pie", "v1"), ("ld", "pie", "v3"),
            ("ld", "no-pie", "v1"), ("ld", "cxx", "v1"),
            ("ld-2.44", "pie", "v3"), ("ld-2.47", "cxx", "v3"),
            ("mold-3", "no-pie", "v3")):
        for word, command in commands:
            name = f"damage/{linker_name}/{kind}/{version}: {word}"
            build = linked(bench, name, the_linker(bench, linker_name),
                           kind, version)
            if not build:
                continue
            out = bench.run.absent("other")
            args = [w.replace("OUT", out).replace("IN", build.image)
                    for w in command]
            if bench.run.command(args)[0]:
                bench.run.unsupported(name, "it fails")
                continue
            Linked(bench, build, out, build.image).judge(check, name)


def damage_cases(check, bench):
    """Damage that loses nothing, made by hand and by other programs to images
    of real linkers: `sfmerge repair` must undo all of it."""
    headerless(check, bench)
    shifted(check, bench)
    moved_section(check, bench)
    small(check, bench)
    rewritten(check, bench)
