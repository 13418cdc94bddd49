# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Links without section headers: the wrapper merges, and leaves none."""

import os

import elf

# Ways to say it; in the last, it is taken back.
WAYS = {
    "-z nosectionheader": ["-Xlinker", "-z", "-Xlinker", "nosectionheader"],
    "-znosectionheader": ["-Wl,-z,sectionheader", "-Wl,-znosectionheader"],
    "a response file": ["-Wl,@omit.rsp"],
    "-z sectionheader": ["-Wl,-z,nosectionheader", "-Wl,-z,sectionheader"],
}
KINDS = ([], ["-shared"], ["-static"], ["-s"])


def judged(c, inputs, omitted, runs):
    """Problems of the output, which has section headers unless they are
    OMITTED."""
    path, problems = c.path("prog"), []
    image = elf.Elf(path)
    if bool(image.shoff) == omitted or bool(image.sections) == omitted:
        problems.append("it has section headers, or none")
    if not image.segment_of(elf.PT_GNU_SFRAME) and (
            not omitted or image.segment_of(elf.PT_GNU_EH_FRAME)):
        problems.append("there is no PT_GNU_SFRAME")
    if runs and c.run.command([path])[0]:
        problems.append("it does not run")
    if omitted and not image.segment_of(elf.PT_GNU_EH_FRAME):
        return problems  # nothing leads to .eh_frame
    status, said = c.run.sfmerge(
        "check", "--from-map=" + c.path("map"),
        *("--against=" + name for name in inputs), path)
    if status or "valid" not in said:
        problems.append("check is not content: " + said)
    return problems


def all_cases(c):
    """With the linker of the commands C."""
    inputs = c.case.bench.objects.program("v3", "pic")
    status, _ = c.link(*inputs, *WAYS["-z nosectionheader"], wrapped=False)
    plain = c.path("prog")
    if status:
        return
    if elf.Elf(plain).shoff:
        # Nothing is removed that the linker would write.
        status, text = c.link(*inputs, *WAYS["-z nosectionheader"])
        c.result("section headers that the linker cannot omit",
                 [f"exit status {status}"] if status else
                 ["they are gone"] * (not elf.Elf(plain).shoff), text)
        return
    c.write("omit.rsp", "-z nosectionheader")
    for way, flags in WAYS.items():
        for kind in KINDS:
            used = inputs[1:] if "-shared" in kind else inputs
            status, text = c.link("-Wl,-Map,map", *kind, *used, *flags)
            problems = [f"exit status {status}"] if status else judged(
                c, used, way != "-z sectionheader", "-shared" not in kind)
            problems += [line for line in text.splitlines()
                         if line.startswith("sfmerge:")]
            c.result(" ".join(["section headers:", way, *kind]), problems,
                     text)
    failing(c, inputs)


def failing(c, inputs):
    """sfmerge fails: the linker's output, as it was to be."""
    os.environ["SFMERGE_OPTIONS"] = "--for=nobody"
    status, text = c.link(*inputs, *WAYS["-z nosectionheader"])
    del os.environ["SFMERGE_OPTIONS"]
    problems = [f"exit status {status}"] if status else []
    image = elf.Elf(c.path("prog"))
    if image.shoff:
        problems.append("it has section headers")
    if c.run.command([c.path("prog")])[0]:
        problems.append("it does not run")
    c.result("section headers: sfmerge fails", problems, text)
