#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run `sfmerge link` on every image of the corpus and verify each output.

Everything that the image holds of the inputs and that fits has to be in the
output, which verify.py accepts, whether the image describes it or only its
symbols tell; a stripped image whose code does not tell is refused.  A result
that does not fit: an output all the same, or a message with both numbers.

Second pass: the section's bytes zeroed and a link map given.  Third pass: the
same without a map, by the image's symbols alone."""

import os
import re
import struct
import sys

import corpus_image
import disk
import elf
import expect
import grow_rules
import grown
import outputs
import runner
import sframe
import verify
from corpus_image import Case
from runner import Runner


def link(run, case, out, *options, image=None):
    """sfmerge link of CASE to OUT."""
    disk.remove(out)
    return run.sfmerge("link", *options, "-o", out, image or case.path,
                       *case.inputs)


def written(run, case, status, text, out, need, **more):
    """Problems with a link whose result takes NEED bytes, or a little less
    where PLT functions need not be kept."""
    if status == 0 and more.get("partial") and not case.mine:
        # What is in the section is damaged, and nothing was found.
        return ([] if disk.same_bytes(out, case.path)
                else ["nothing was found, yet something changed"])
    if status == 0:
        run.verified += 1
        more.setdefault("compact", not case.image.big)
        return case.check(out, **more)[0] + made_room(case, out)
    if grow_rules.can_add_segment(case.image, given_up(case.image)):
        return ["refused, though a new segment is possible"]
    case.note("refused")
    if need <= case.room:
        return [f"exit status {status}, not 0: {need} bytes are needed, "
                f"there are {case.room}"]
    run.refusals += 1
    return outputs.refused(status, text, out, [need])


def given_up(image):
    """The section that makes way if the result goes elsewhere."""
    return ".sframe" if image.named(".sframe") else None


def made_room(case, out):
    """Problems with how OUT got its program header."""
    result = elf.Elf(out)
    problems = verify.Problems()
    method = grown.Grown(case.image, result, problems).method()
    if not result.segment_of(elf.PT_GNU_SFRAME):
        method = "no header"
        if grow_rules.can_add_segment(case.image):
            problems.say("no header, though one is possible")
    case.note(method)
    return list(problems)


def moved(run, case):
    """A moved table is possible where nothing else is."""
    out = run.path("out")
    status, text = link(run, case, out, "--grow=move-phdrs", "--partial")
    problems = []
    if status == 0:
        problems = case.check(out, partial=bool(case.missing
                                                and case.sibling))[0]
        if not elf.Elf(out).segment_of(elf.PT_GNU_SFRAME):
            problems = list(problems) + ["no header"]
    else:
        problems = [f"exit status {status}"]
    if status == 0 and case.image.machine == elf.EM_X86_64 and (
            case.file.endswith("/out")):
        os.chmod(out, 0o755)
        if run.command([out]) != run.command([case.path]):
            problems = list(problems) + ["it does not run as before"]
    run.result(f"{case.name}: moved program headers", problems, text)
    disk.remove(out)


def first_pass(run, case):
    """Links without a map: what the image does not describe its symbols
    place."""
    out = run.path("out")
    need, need_v2 = case.needs()
    status, text = link(run, case, out)
    stripped = case.missing and case.sibling
    if stripped and undecided(text):
        run.result(f"{case.name}: refused, functions not found",
                   outputs.refused(status, text, out, []), text)
    else:
        name = "by its symbols" if case.missing else "from its own pieces"
        run.result(f"{case.name}: merged {name}",
                   written(run, case, status, text, out, need), text)
    if stripped:
        status, text = link(run, case, out, "--partial")
        run.result(f"{case.name}: partial",
                   written(run, case, status, text, out, need, partial=True),
                   text)
    compacted(run, case, out)
    if case.number % 4 == 0:
        for target in ("v2", "v2-pcrel"):
            status, text = link(run, case, out, "--to=" + target,
                                "--partial")
            run.result(f"{case.name}: to {target}",
                       written(run, case, status, text, out, need_v2,
                               to=target, partial=bool(stripped)), text)
    if case.number % 8 == 0 and not case.missing and need <= case.room:
        again(run, case, out)
    disk.remove(out)


def undecided(text):
    """Whether TEXT is the refusal of a stripped image, which says what to
    give."""
    return all(word in text for word in ("not found", "--from-map",
                                         "--symbols"))


def compacted(run, case, out):
    """The compact section is no larger, and as small as it can be."""
    def size_of(text):
        return int(re.search(r'"bytes": (\d+)', text).group(1))

    def functions_of(text):
        return re.findall(r'"functions": (\d+)', text)

    need = case.needs()[0]
    always, never = (["--partial", "--json", "--share-rows=" + when]
                     for when in ("always", "never"))
    status, text = link(run, case, out, *always)
    if status:
        problems = outputs.refused(status, text, out, [])
        if need <= case.room:
            problems.append("it fits without sharing")
        if grow_rules.can_add_segment(case.image, given_up(case.image)):
            problems.append("a new segment is possible")
    else:
        problems = list(written(run, case, status, text, out, need,
                                partial=bool(case.missing and case.sibling),
                                compact=True))
        status, plain = link(run, case, out, *never)
        # Plain, there may be no room for what the PLT gets.
        if (status == 0 and functions_of(plain) == functions_of(text)
                and size_of(plain) < size_of(text)):
            problems.append(f"the plain section has {size_of(plain)} bytes")
    run.result(f"{case.name}: compact", problems, text)


def again(run, case, out):
    """The output as image gives itself; another input order the same."""
    status, text = link(run, case, out)
    second = run.path("again")
    problems = []
    if status == 0:
        status, text = link(run, case, second, image=out)
        if status or not disk.same_bytes(out, second):
            problems.append(f"linked again (status {status}): other bytes")
        disk.remove(second)
        if "cxx" not in case.name:
            status, text = run.sfmerge("link", "-o", second, case.path,
                                       *reversed(case.inputs))
            if status or not disk.same_bytes(out, second):
                problems.append(f"inputs reversed (status {status}): other "
                                "bytes")
            disk.remove(second)
    else:
        problems.append(f"exit status {status}, not 0")
    run.result(f"{case.name}: linked again, and reversed", problems, text)


def zeroed(run, case):
    """The image without any piece, and a map."""
    placed, _ = expect.bases(case.named, case.objects)
    kind = corpus_image.KINDS[case.number % len(corpus_image.KINDS)]
    text = corpus_image.fabricate(case.objects, placed, kind)
    name = f"{case.name}: zeroed, with a map ({kind.__name__})"
    if text is None or case.unsure:
        run.unsupported(name, "the oracle is not certain of every section")
        return
    data = bytearray(case.image.data)
    for start, end in case.taken:
        data[start:end] = bytes(end - start)
    image, map_file = run.path("zeroed"), run.path("map")
    disk.write(image, data)
    disk.write(map_file, text)
    out = run.path("out")
    status, text = link(run, case, out, "--from-map=" + map_file, image=image)
    one_each = [funcs[0] for funcs in case.expected.values()]
    need = 28 + sum(21 + f.row_size for f in one_each)
    whole, case.image = case.image, elf.Elf(image)
    run.result(name, written(run, case, status, text, out, need,
                             zeroed=True), text)
    case.image = whole
    by_symbols(run, case, image, need)
    for file in (image, map_file, out):
        disk.remove(file)


def by_symbols(run, case, image, need):
    """The same IMAGE without a map: all that it has names for; stripped, what
    its code tells, or a refusal that says what to give."""
    out = run.path("out")
    whole, case.image = case.image, elf.Elf(image)
    status, text = link(run, case, out, image=image)
    name = f"{case.name}: zeroed, by symbols"
    if case.sibling and undecided(text):
        run.refusals += 1
        run.result(name, outputs.refused(status, text, out, []), text)
    else:
        run.result(name, written(run, case, status, text, out, need,
                                 zeroed=True), text)
    if case.sibling:
        status, text = link(run, case, out, "--symbols=" + sibling_of(
            run, case), image=image)
        run.result(f"{case.name}: zeroed, by another file's symbols",
                   written(run, case, status, text, out, need, zeroed=True),
                   text)
    case.image = whole


def sibling_of(run, case):
    """A copy of the unstripped image that has CASE's build-id, as it has
    CASE's code."""
    data = bytearray(case.sibling.data)
    for note in case.sibling.named(".note.gnu.build-id"):
        data[note.offset:note.offset
             + note.size] = case.image.read(note.addr, note.size)
    path = run.path("sibling")
    disk.write(path, data)
    return path


def self_test(run, corpus):
    """The oracle notices a changed bit anywhere in a good section, and
    outside it."""
    path = os.path.join(corpus, "images/v3-mold300-pie/out")
    image = elf.Elf(path)
    objects = [expect.Object(os.path.join(corpus, "objects/v3/pie", name))
               for name in ("main.o", "a.o", "b.o", "c.o")]
    section = image.named(".sframe")[0]
    spots = [None, *range(section.offset, section.offset + section.size, 4),
             *range(64, len(image.data), 301)]
    problems = []
    for number, spot in enumerate(spots):
        data = bytearray(image.data)
        if spot is not None:
            data[spot] ^= 1 << number % 8
        try:
            found, _ = verify.verify(image, elf.Elf(path, data), objects,
                                     verify.Options())
        except (sframe.Broken, ValueError, IndexError, struct.error):
            found = ["unreadable"]
        if bool(found) != (spot is not None):
            problems.append(f"byte {spot}: {found}")
    run.result("corpus/oracle: notices a changed bit", problems)


def main():
    """The command."""
    options = runner.parser("--corpus")
    args = options.parse_args()
    run = Runner(args.sfmerge, args.folder, args.only)
    lines = disk.manifest(args.corpus)
    self_test(run, args.corpus)
    number, methods = 0, {}
    for line in lines:
        functions = (line.get("need") or {}).get("functions", 0)
        if line["type"] == "REL" or not (functions or "noshdr" in line["file"]
                                         or "A-SHIFT" in line["defects"]):
            continue
        number += 1
        if not run.wanted(line["file"]):
            continue
        case = Case(args.corpus, line, number)
        first_pass(run, case)
        if case.method in ("refused", "no header"):
            moved(run, case)
        linker = line.get("made_by", {}).get("linker", "other")
        key = f"{linker} {case.method}"
        methods[key] = methods.get(key, 0) + 1
        zeroed(run, case)
    for key, count in sorted(methods.items()):
        print(f"note: program header by {key}: {count}")
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
