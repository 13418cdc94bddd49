# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Images of the corpus that were spoiled by hand so that a repair could lose
functions: it must keep them or refuse, never lose them with exit status 0."""

import os

import defects
import elf
import repair_check
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
    repair_check.remove(out)
    status, text = run.sfmerge(command, *options, "-o", out, path)
    return status, text, out


def addresses(path):
    """Where the functions of the image at PATH are, but linker-made ones."""
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
    """A copy of the image at PATH with so much .bss that a segment behind it
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
            elif addresses(out) != held:
                problems.append(f"{options}: {len(addresses(out))} of "
                                f"{len(held)} functions are left")
        run.result(name, problems, said)


def all_cases(run, corpus):
    """All of them."""
    far(run, corpus)
