# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Images of the corpus that were spoiled by hand so that a repair could lose
functions: it must keep them or refuse, never lose them with exit status 0."""

import os

import defects
import disk
import elf
from image_patch import Patch

# Where an image is to end, too far from its code for 32 bits.
FAR = 0xC0000000


def source(corpus, variant):
    """The path of the image VARIANT of the corpus, or None."""
    path = os.path.join(corpus, "images", variant, "out")
    return path if os.path.exists(path) else None


def attempt(run, path, *options, command="repair"):
    """COMMAND with OPTIONS on the image at PATH; status, text, output."""
    out = run.path("spoiled-out")
    disk.remove(out)
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


def all_cases(run, corpus):
    """All of them."""
    doubled(run, corpus)
    far(run, corpus)
    outside(run, corpus)
    bare(run, corpus)
