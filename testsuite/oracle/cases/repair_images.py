#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run `sfmerge repair` and `convert` on every linked image of the corpus.

First, the detector of defects must see in the untouched images what the corpus
says of them. Then: an image comes out with exactly the functions of its inputs
that are in it and those of .eh_frame, with their rules, with no defect left,
runs as before, and a second repair writes nothing."""

import os
import sys

import defects
import disk
import elf
import repair_check
import repair_options
import runner
import sframe
from elf_made import Patch
from repair_check import Case, TARGETS

# Where an image is to end, too far from its code for 32 bits.
FAR = 0xC0000000


def source(corpus, variant):
    """The path of the image VARIANT of the corpus, or None."""
    path = os.path.join(corpus, "images", variant, "out")
    return path if os.path.exists(path) else None


def attempt(run, path, *options, command="repair"):
    """COMMAND with OPTIONS on the image at PATH; status, text, output."""
    out = run.absent("spoiled-out")
    status, text = run.sfmerge(command, *options, "-o", out, path)
    return status, text, out


def addresses(path):
    """Where the functions of the image at PATH are, but linker-generated ones."""
    detector = defects.Detector(elf.Elf(path))
    return {a for a, *_ in detector.live if not detector.evidence.in_plt(a)}


def refusal(status, out, text, words):
    """Problems with a refusal, which has to say WORDS."""
    problems = [] if status == 1 else [f"exit status {status}, not 1"]
    if os.path.exists(out):
        problems.append("a file was written")
    if words not in text:
        problems.append(f"it does not say '{words}'")
    return problems


def stretched(run, path):
    """A copy of the image at PATH with so much .bss that a segment after it
    is out of reach."""
    patch = Patch(path)
    load = patch.image.loads()[-1]
    patch.segment(load, memsz=FAR)
    for section in patch.image.named(".bss"):
        patch.header(section, size=load.vaddr + FAR - section.addr)
    return patch.write(run.path("far"))


def far(run, corpus):
    """A new segment would be too far from the code for version 2."""
    for variant in ("v1-lld23-ibt", "v1-gold244-ibt", "v1-mold237-pie",
                    "v2-mold237-pie", "v2-lld23-ibt"):
        path = source(corpus, variant)
        name = f"spoiled/{variant}: 3 GiB of .bss"
        if not path or not run.wanted(name):
            continue
        held = addresses(path)
        image = stretched(run, path)
        problems, said = [], ""
        for options in ((), ("--plt=require",), ("--grow=move-phdrs",),
                        ("--to=v2-pcrel",), ("--to=v3",)):
            status, text, out = attempt(
                run, image, *options,
                command="convert" if "--to" in "".join(options)
                else "repair")
            said += text
            if "--to=v3" in options and status:
                problems.append(f"{options}: exit status {status}")
            elif status:
                problems += [f"{options}: {p}" for p in refusal(
                    status, out, text, "")]
            elif not held <= addresses(out):
                problems.append(f"{options}: {len(addresses(out))} of "
                                f"{len(held)} functions are left")
        run.result(name, problems, said)


def functions(detector):
    """(place, piece, function) of all that DETECTOR sees."""
    return [(place, piece, func) for place in detector.places
            for piece in place.pieces for func in piece.functions]


def start_of(patch, place, piece, func):
    """The offset of the start of FUNC in the file, and its form."""
    return place.offset + func.field, "q" if piece.version == 3 else "i"


def strayed(image, addr, size):
    """Whether nothing in IMAGE can be meant by a function there: it is not
    in code, nor where a discarded one would be."""
    return addr >= 0x1000 and not any(
        s.flags & elf.SHF_EXECINSTR and s.addr <= addr
        and addr + size <= s.addr + s.size for s in image.sections)


def one_byte(run, path, name):
    """One byte of one start is wrong, and there is no code."""
    held = addresses(path)
    problems, said, tried = [], "", 0
    detector = defects.Detector(elf.Elf(path))
    there = {f: a for a, f, *_ in detector.live}
    for number, (place, piece, func) in enumerate(functions(detector)):
        patch = Patch(path)
        at, form = start_of(patch, place, piece, func)
        byte = number % (8 if form == "q" else 4)
        raw = func.raw ^ (0x55 << 8 * byte)
        if func not in there or not strayed(
                patch.image, (there[func] + raw - func.raw) % 2**64,
                func.size):
            continue
        patch.data[at + byte] ^= 0x55
        tried += 1
        status, text, out = attempt(run, patch.write(run.path("byte")))
        wrong = (refusal(status, out, text, "sfmerge link") if status
                 else [] if held <= addresses(out)
                 else [f"{len(addresses(out))} of {len(held)} are left"])
        problems += [f"function {number}: {p}" for p in wrong]
        said = text if wrong else said
    if tried < 5:
        problems.append(f"only {tried} starts were tried")
    run.result(name, problems, said)


def all_bytes(run, path, name):
    """All starts are wrong."""
    patch = Patch(path)
    for place, piece, func in functions(
            defects.Detector(patch.image)):
        at, form = start_of(patch, place, piece, func)
        patch.put(form, at, func.raw + 0x40000000 + 0x1000 * func.idx)
    held = addresses(path)
    status, text, out = attempt(run, patch.write(run.path("bytes")))
    run.result(name, [f"exit status {status}"] if status
               else [] if held <= addresses(out)
               else ["functions are lost"], text)


def outside(run, corpus):
    """Starts that mean no code, and are no sign of a discarded function."""
    for variant in ("v3-bfd247-strip", "v3-bfd247-pie", "v2-bfd244-strip",
                    "v3-mold237-cxx", "v3-lld23-strip"):
        path = source(corpus, variant)
        name = f"spoiled/{variant}: "
        if not path or not run.wanted(name):
            continue
        one_byte(run, path, name + "a byte of a start")
        all_bytes(run, path, name + "all starts")


def bare(run, corpus):
    """Without section headers nothing parts .plt.got from .plt.sec, which
    .eh_frame does: what a repair makes there is right to check, and to a
    second repair."""
    for variant in ("v1-bfd240-ibt", "v2-bfd244-ibt", "v3-bfd247-ibt",
                    "v3-bfd247-pie", "v3-mold300-ibt"):
        path = source(corpus, variant)
        name = f"spoiled/{variant}: no section headers"
        if not path or not run.wanted(name):
            continue
        patch = Patch(path)
        patch.without_headers()
        image = patch.write(run.path("bare"))
        problems = []
        status, text, out = attempt(run, image)
        if status:
            run.result(name, [f"exit status {status}"], text)
            continue
        kept = run.path("kept")
        os.replace(out, kept)
        status, said = run.sfmerge("check", kept)
        if status:
            problems.append("what it makes is not valid")
        status, more, out = attempt(run, kept, "--plt=keep")
        if status or elf.Elf(out).data != elf.Elf(kept).data:
            problems.append("--plt=keep changes it")
        run.result(name, problems, text + said + more)


def doubled(run, corpus):
    """An empty .sframe where the other one begins: it has nothing of that."""
    for variant in ("v3-bfd247-pie", "v3-lld23-pie", "v2-mold237-pie",
                    "v3-gold244-strip"):
        path = source(corpus, variant)
        name = f"spoiled/{variant}: an empty section beside it"
        if not path or not run.wanted(name):
            continue
        patch = Patch(path)
        section, = patch.image.named(".sframe")
        comment, = patch.image.named(".comment")
        patch.header(comment, name_off=section.name_off, type=section.type,
                     addr=section.addr, offset=section.offset, size=0)
        patch.put("Q", patch.image.shoff + 64 * comment.idx + 8,
                  section.flags)
        beside = patch.write(run.path("beside"))
        told = [run.sfmerge("check", p)[1].replace(p, "IMAGE")
                for p in (path, beside)]
        problems = []
        if told[0].splitlines()[0] != told[1].splitlines()[0]:
            problems.append("check sees other functions")
        # The section's header itself may be told of.
        if len(told[1].splitlines()) > len(told[0].splitlines()) + 1:
            problems.append("check says more than that there are two")
        results = [attempt(run, p) for p in (path, beside)]
        if results[1][0] or not addresses(path) <= addresses(results[1][2]):
            problems.append(f"exit status {results[1][0]}, or others")
        elif results[0][1].replace(path, "") != results[1][1].replace(
                beside, ""):
            problems.append("repair says something else")
        run.result(name, problems, told[1] + results[1][1])


def spoiled_cases(run, corpus):
    """Images of the corpus that were spoiled by hand so that a repair could
    lose functions: it must keep them or refuse, never lose them with exit
    status 0."""
    doubled(run, corpus)
    far(run, corpus)
    outside(run, corpus)
    bare(run, corpus)


# Classes that the corpus lists by their effects, or counts otherwise.
CLOBBERED = {"F-STRUCT", "F-FDE", "S-FALSE", "G-DEAD", "A-FIELDREL",
             "C-TAIL", "M-PLT"}


def detected(run, case):
    """The detector sees what the corpus lists."""
    seen = dict(case.detector.count)
    listed = dict(case.listed)
    if defects.CLOBBER in seen:
        seen = {k: v for k, v in seen.items() if k not in CLOBBERED
                and k != defects.CLOBBER}
        if not {"F-STRUCT", "F-FDE"} & set(listed):
            seen[defects.CLOBBER] = 1
        listed = {k: v for k, v in listed.items() if k not in CLOBBERED}
    # Not listed: relocations as such, and how many sections there are.
    seen.pop("R-LIVE", None)
    doubled = seen.pop("C-MULTISEC", 1)
    if "M-PLT" in seen:
        seen["M-PLT"] *= doubled
    if case.behind is None or seen.get(defects.BURIED, 0) == case.behind:
        seen.pop(defects.BURIED, None)
    pieces = [[p.version, p.flags, p.num_fdes, p.offset]
              for place in case.detector.places for p in place.pieces]
    problems = [f"{k}: {seen.get(k)} seen, {listed.get(k)} listed"
                for k in sorted(set(seen) | set(listed))
                if seen.get(k) != listed.get(k)]
    if case.image.sections and case.pieces and pieces != case.pieces and (
            defects.CLOBBER not in case.detector.count):
        problems.append(f"pieces {pieces} seen, {case.pieces} listed")
    run.result(f"{case.name}: what is wrong is seen", problems)


def fixed(check, case):
    """An image whose functions are all in it."""
    run = check.run
    out = run.absent("out")
    target = repair_check.target_of(case.image, case.detector)
    status, text = run.sfmerge("repair", "-v", "--json", "-o", out,
                               case.path)
    problems = []
    if case.live is not None and len(case.expected) != case.live:
        problems.append(f"the oracle finds {len(case.expected)} functions, "
                        f"{case.live} are listed")
    if status:
        run.result(f"{case.name}: repaired",
                   problems + [f"exit status {status}"], text)
        return
    problems += result_problems(check, case, out, target)
    if not problems:
        problems = repair_options.told(case, out, text)
    problems += check.settled(out)
    run.result(f"{case.name}: repaired", problems, text)
    repair_options.all_options(check, case)
    converted(check, case, out)
    disk.remove(out)


def result_problems(check, case, out, target):
    """Problems of OUT, which CASE's image became, in version TARGET."""
    made = elf.Elf(out)
    problems = repair_check.verified(check.run, case.image, made,
                                     case.objects, target,
                                     symbols=case.sibling)
    named = case.sibling if not made.sections else None
    try:
        problems += check.exact(made, case.sibling, case.expected)
        problems += check.defects_left(case.file, case.image, made, named)
    except sframe.Broken as broken:
        problems.append(str(broken))
    before = case.behaviour(check.run, case.path)
    after = case.behaviour(check.run, out)
    if before != after:
        problems.append(f"it gives {after}, gave {before}")
    return problems


def converted(check, case, repaired):
    """Each version directly, and there and back."""
    run = check.run
    name = f"{case.name}: converted"
    if case.number % 4 and "flex" not in case.name:
        return
    first, second = run.path("first"), run.path("second")
    own = repair_check.target_of(case.image, case.detector)
    problems, said = [], ""
    for target in TARGETS:
        lossy = own == "v3" and target != "v3"
        # What was lost on the way is missed from then on.
        more = ["--partial"] if lossy and inexpressible(case) else []
        for file in (first, second):
            disk.remove(file)
        status, text = run.sfmerge("convert", "--to=" + target, "-o", first,
                                   case.path)
        said += text
        if status:
            problems.append(f"to {target}: exit status {status}")
            continue
        problems += [f"to {target}: {p}" for p in result_or_loss(
            check, case, first, target, lossy)]
        problems += check.settled(first, "--to=" + target, *more,
                                  command="convert")
        status, text = run.sfmerge("convert", "--to=" + own, *more, "-o",
                                   second, first)
        said += text
        if status:
            problems.append(f"back to {own}: exit status {status}")
            continue
        problems += [f"{target} and back: {p}" for p in
                     repair_check.same_rules(elf.Elf(repaired),
                                             elf.Elf(second), lossy)]
    for file in (first, second):
        disk.remove(file)
    run.result(name, problems, said)


def inexpressible(case):
    """Whether version 2 has no words for some function."""
    return any(f.flex or not f.num for funcs in case.expected.values()
               for f in funcs)


def result_or_loss(check, case, out, target, lossy):
    """Problems of OUT; LOSSY: functions that TARGET has no words for may be
    gone."""
    problems = result_problems(check, case, out, target)
    if lossy and inexpressible(case):
        problems = [p for p in problems if "too few" not in p]
    return problems


def nothing(check, case):
    """An image without .sframe: left as it is."""
    run = check.run
    out = run.absent("out")
    problems = []
    status, text = run.sfmerge("repair", "-o", out, case.path)
    if status or "no .sframe" not in text:
        problems.append(f"exit status {status}")
    elif not disk.same_bytes(out, case.path):
        problems.append("it was changed")
    disk.remove(out)
    status, text = run.sfmerge("repair", "--require", "-o", out, case.path)
    if status != 1 or os.path.exists(out):
        problems.append(f"--require: exit status {status}")
    run.result(f"{case.name}: nothing to repair", problems, text)


def main():
    """The command."""
    args = runner.parser("--corpus").parse_args()
    run = runner.Runner(args.sfmerge, args.folder, args.only)
    check = repair_check.Check(run)
    lines = disk.manifest(args.corpus)
    for number, line in enumerate(lines):
        if line["type"] == "REL" or not run.wanted(line["file"]):
            continue
        case = Case(args.corpus, line, number)
        detected(run, case)
        if not case.image.named(".sframe") and not case.image.segment_of(
                elf.PT_GNU_SFRAME):
            nothing(check, case)
        else:
            fixed(check, case)
    spoiled_cases(run, args.corpus)
    check.tell()
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
