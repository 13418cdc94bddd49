# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Compare what `sfmerge check` counts with the oracle: the coverage of images,
and by --against what they have of their inputs."""

import json
import os
import shutil
import struct

import corpus_image
import disk
import elf
import expect
import link_bench
import standing

# Kinds of link, and versions of the inputs.
COVERED = (("pie", "v1"), ("shared", "v2"), ("static", "v3"),
           ("gc", "v2-pcrel"), ("cxx", "v3"), ("pie", ("v1", "v2", "v3")))


class Expected:
    """The coverage of IMAGE as the oracle counts it."""

    def __init__(self, image, named=None):
        self.image, self.found = image, standing.Standing(image, named)
        self.count = {}
        for addr, func, _ in self.found.functions:
            for at in range(addr, addr + func.size):
                self.count[at] = self.count.get(at, 0) + 1

    def sections(self):
        """Those of the JSON."""
        return [{"name": name, "addr": hex(addr), "size": size,
                 "covered": sum(at in self.count
                                for at in range(addr, addr + size)),
                 "twice": sum(self.count.get(at, 0) > 1
                              for at in range(addr, addr + size))}
                for name, addr, size in self.found.code]

    def gaps(self, could):
        """Functions not covered whole: (-bytes uncovered, address, size)."""
        found = []
        for addr, size in could.items():
            bare = sum(at not in self.count
                       for at in range(addr, addr + size))
            if bare:
                found.append((-bare, addr, size))
        return sorted(found)

    def json(self):
        """All of the member "coverage" but the names of functions."""
        could, by_what = self.found.could()
        sections, gaps = self.sections(), self.gaps(could)
        mine = {at for addr, size in could.items()
                for at in range(addr, addr + size)}
        plain = {at for addr, func, _ in self.found.readable
                 for at in range(addr, addr + func.size)}
        return {"bytes": sum(s["size"] for s in sections),
                "covered": sum(s["covered"] for s in sections),
                "twice": sum(s["twice"] for s in sections),
                "readable": len(plain),
                "functions": len(could),
                "functions_covered": len(could) - len(gaps),
                "function_bytes": len(mine),
                "function_bytes_covered": sum(at in self.count
                                              for at in mine),
                "by": by_what, "sections": sections,
                "uncovered": [
                    {"addr": hex(addr), "size": size, "uncovered": -bare}
                    for bare, addr, size in gaps]}

    def misnamed(self, gap):
        """Whether GAP of the JSON has a name that it does not have."""
        addr = int(gap["addr"], 16)
        names = {s.name for s in self.image.symbols()
                 if s.is_code_name() and s.value == addr}
        if (not names and self.image.sections
                and self.found.evidence.in_plt(addr)):
            names = {s.name for s in self.image.sections
                     if s.addr <= addr < s.addr + s.size}
        return gap["name"] not in (names or {None})


def coverage_answer(run, path):
    """The JSON about PATH, and problems with getting it."""
    status, text = run.sfmerge("check", "--json", path)
    try:
        whole = json.loads(text[text.index("{"):])
        return whole["files"][0], []
    except (ValueError, KeyError, IndexError) as error:
        return {}, [f"exit status {status}, {error!r}: {text[:200]}"]


def compare(run, path, named=None):
    """What is wrong with the coverage of PATH, which may have no section
    headers if NAMED has."""
    said, problems = coverage_answer(run, path)
    if problems:
        return problems
    if "coverage" not in said:
        return ["no coverage"]
    given = dict(said["coverage"])
    want = Expected(elf.Elf(path), named and elf.Elf(named))
    expected = want.json()
    for gap in given.get("uncovered", ()):
        if want.misnamed(gap):
            problems.append(f"{gap['addr']} is called {gap['name']}")
        del gap["name"]
    problems += [f"{key}: {given.get(key)!r}, the oracle {value!r}"
                 for key, value in expected.items()
                 if given.get(key) != value]
    run.verified += 1
    return problems


def coverage_corpus(run, folder):
    """Each image of the corpus in FOLDER."""
    lines = disk.manifest(folder)
    for line in lines:
        name = f"check/coverage: {line['file']}"
        if line["type"] == "REL" or not run.wanted(name):
            continue
        path = os.path.join(folder, line["file"])
        named = (path.replace("-noshdr/", "-pie/") if "-noshdr/" in path
                 else None)
        run.result(name, compare(run, path, named))


def rewritten(run, build, name):
    """The coverage of BUILD's image after sfmerge has been at work on it."""
    out = run.path("rewritten")
    for what, args in (
            ("repaired", [run.tool, "repair", "--partial", "-o", out,
                          build.image]),
            ("linked again", [run.tool, "link", "-o", out, build.image,
                              *build.inputs]),
            ("no .eh_frame", ["objcopy", "-R", ".eh_frame", "-R",
                              ".eh_frame_hdr", build.image, out])):
        disk.remove(out)
        status, text = run.command(args)
        if status == 0 and os.path.exists(out):
            run.result(f"{name}, {what}", compare(run, out), text)


def coverage_programs(bench):
    """What the linkers here make of the test programs."""
    for linker in bench.linkers:
        for kind, version in COVERED:
            build = link_bench.Build(bench, linker, kind, version)
            name = "check/coverage: " + build.name
            if not bench.run.wanted(name):
                continue
            if None in build.inputs or build.link():
                bench.run.unsupported(name, "it cannot be linked")
                continue
            bench.run.result(name, compare(bench.run, build.image))
            rewritten(bench.run, build, name)


# What stands under "with_inputs" in the corpus's manifest: whether the image
# describes functions, linker-generated ones apart.
CLASSES = {"M-FUNC": True, "N-PLTONLY": False, "N-DROPPED": False,
           "N-EMPTY": False}
MISSING, DIFFERENT = "function-missing", "function-different"
COMPARED = (("pie", "v1"), ("pie", "v3"), ("no-pie", "v2"), ("shared", "v2"),
            ("static", "v3"), ("static-pie", "v2-pcrel"), ("gc", "v2-pcrel"),
            ("cxx", "v1"), ("cxx", "v3"), ("cxx-gc", "v2"), ("icf", "v3"),
            ("pie", ("v1", "v2", "v3")))


def against_answer(run, image, inputs, *options):
    """The JSON about IMAGE and INPUTS, and problems with it."""
    status, text = run.sfmerge("check", "--json", *options,
                               *("--against=" + i for i in inputs), image)
    try:
        said = json.loads(text[text.index("{"):])["files"][0]
        counts = said["against"]
    except (ValueError, KeyError, IndexError) as error:
        return {}, [f"exit status {status}, {error!r}: {text[:200]}"]
    problems = []
    if counts["live"] != sum(counts[k] for k in ("same", "missing",
                                                 "different")):
        problems.append(f"live functions do not add up: {counts}")
    if counts["functions"] != sum(counts[k] for k in ("live", "gone",
                                                      "unplaced")):
        problems.append(f"all functions do not add up: {counts}")
    for finding, key in ((MISSING, "missing"), (DIFFERENT, "different")):
        found = [f for f in said["findings"] if f["name"] == finding]
        if len(found) != counts[key]:
            problems.append(f"{len(found)} findings {finding}, "
                            f"{counts[key]} are counted")
    run.verified += 1
    return counts, problems


def wrong(counts, **expected):
    """Which COUNTS are not as EXPECTED."""
    return [f"{key}: {counts.get(key)}, expected {value}"
            for key, value in expected.items() if counts.get(key) != value]


def as_manifest(run, case, with_inputs):
    """Problems of the image CASE, as the corpus knows it."""
    counts, problems = against_answer(run, case.path, case.inputs)
    if problems:
        return problems
    live, missing = with_inputs.get("live"), with_inputs.get("missing")
    if live is None or case.sibling:
        # Stripped: what the table has is the same as with symbols; of the
        # rest nothing tells where it is.
        path = case.path
        for variant in ("-strip/", "-noshdr/"):
            path = path.replace(variant, "-pie/")
        twin, problems = against_answer(run, path, case.inputs)
        for one in (counts, twin):
            one["rest"] = one["unplaced"] + one["missing"] + one["gone"]
        return problems + wrong(counts, **{
            key: twin[key] for key in ("functions", "same", "different",
                                       "rest")})
    described = case.detector_functions()
    if described is None:
        # The manifest took what can be read of a piece that is damaged.
        missing = counts["missing"]
    problems += wrong(counts, live=live, missing=missing, different=0,
                      unplaced=0)
    for name, some in CLASSES.items():
        if name in with_inputs.get("defects", {}) and described is not None:
            if not counts["missing"]:
                problems.append(f"{name}, but nothing is missing")
            if bool(described) != some:
                problems.append(f"{name}, but {described} functions are "
                                "described")
    return problems


class Case(corpus_image.Case):
    """An image of the corpus."""

    def detector_functions(self):
        """How many functions stand in the image but linker-generated ones; None
        if a piece is damaged."""
        found = standing.Standing(self.image, self.sibling)
        if any(place.broken for place in found.places):
            return None
        return sum(not found.evidence.in_plt(a) for a, *_ in found.functions)


def after_link(run, image, inputs, *options):
    """Problems of IMAGE once sfmerge link has merged INPUTS into it; None if
    that is refused."""
    out = run.absent("merged")
    status, text = run.sfmerge("link", "--grow=move-phdrs", *options, "-o",
                               out, image, *inputs)
    if status or not os.path.exists(out):
        return None, text
    counts, problems = against_answer(run, out, inputs, *options)
    # Of a stripped image nothing tells which functions the linker dropped.
    named = elf.Elf(image).named(".symtab")
    return problems + wrong(counts, missing=0, different=0, **(
        {"unplaced": 0} if named else {})), text


def against_corpus(run, folder):
    """All images of the corpus in FOLDER whose inputs are known."""
    lines = disk.manifest(folder)
    for number, line in enumerate(lines):
        name = f"check/against: {line['file']}"
        if line["type"] == "REL" or not run.wanted(name):
            continue
        case = Case(folder, line, number)
        if not case.inputs:
            continue
        with_inputs = line.get("with_inputs")
        if with_inputs:
            run.result(name, as_manifest(run, case, with_inputs))
        problems, text = after_link(run, case.path, case.inputs)
        run.result(name + ", after link",
                   ["refused"] if problems is None else problems, text)


def expected(build, truth):
    """What the oracle finds of BUILD's inputs, by the linker's map."""
    described = standing.Standing(elf.Elf(build.image)).at()
    counts = dict.fromkeys(("same", "missing", "different"), 0)
    for addr, funcs in truth.found.items():
        there = described.get(addr, [])
        alike = any(f.size == func.size and f.traits == func.traits()
                    and f.ranges == piece.ranges(func, 16)
                    for f in funcs for func, piece in there)
        counts["same" if alike else
               "different" if there else "missing"] += 1
    return dict(counts, live=len(truth.found))


def as_linked(bench, build, name):
    """BUILD's image with and without the linker's map, then merged."""
    run = bench.run
    truth = build.truth_of()
    doubts = truth.doubts(elf.Elf(build.image))
    for what, options in (("map", ["--from-map=" + build.map]), ("", [])):
        title = name + (", " + what if what else "")
        counts, problems = against_answer(run, build.image, build.inputs,
                                          *options)
        if not problems and not truth.unsure:
            problems = doubts + wrong(counts, unplaced=0,
                                      **expected(build, truth))
        run.result(title, problems)
    problems, text = after_link(run, build.image, build.inputs,
                                "--from-map=" + build.map)
    run.result(name + ", after link",
               ["refused"] if problems is None else problems, text)


def changed(bench, build, name):
    """Each function that BUILD's image describes, with another row: exactly
    that one is found."""
    run, out = bench.run, bench.run.path("changed")
    before, problems = against_answer(run, build.image, build.inputs)
    image = elf.Elf(build.image)
    section = image.named(".sframe")[0]
    wanted, _ = expect.functions(image, build.objects())
    tried = 0
    for addr, func, piece in standing.Standing(image).functions:
        if addr not in wanted or not func.num:
            continue
        tried += 1
        data = bytearray(image.data)
        # The word that says where the CFA is, in the first row.
        kind, words = "BHI"[func.kind], func.rows[0][2]
        at = (section.offset + piece.fres + func.fre_off
              + (5 if piece.version == 3 else 0) + struct.calcsize(kind) + 1)
        data[at] ^= 0x10 if words else 0
        disk.write(out, data)
        counts, more = against_answer(run, out, build.inputs)
        problems += more + wrong(counts, live=before.get("live"), missing=0,
                                 different=1 if words else 0)
    if not tried:
        problems.append("no function was changed")
    run.result(name, problems)


def archived(bench, linker):
    """The parts of a program, and one that nothing calls, as members of an
    archive, which a thin one stands for once."""
    run = bench.run
    version = linker.merges() or "v2"
    build = link_bench.Build(bench, linker, "pie", version)
    name = f"check/against: {build.name}, archive"
    if not run.wanted(name):
        return
    parts = build.inputs[1:] + [
        bench.objects.get("trap-member.c", version, "pic", 3)]
    members = [shutil.copy(part, run.path(f"member{number}.o"))
               for number, part in enumerate(parts)]
    for kind, letters in (("", "rc"), (", thin", "rcT")):
        lib = run.absent("libparts.a")
        build.inputs = [build.inputs[0], lib]
        if run.command(["ar", letters, lib, *members])[0] or build.link():
            run.unsupported(name + kind, "it cannot be linked")
            continue
        build.inputs = [build.inputs[0], *members]
        # GNU ld's map has members of thin archives as the files they are.
        build.members = {} if kind and linker.family == "gnu" else {
            member: f"{lib}({member if kind else os.path.basename(member)})"
            for member in members}
        truth = build.truth_of()
        counts, problems = against_answer(run, build.image,
                                          [build.inputs[0], lib])
        problems += wrong(counts, unplaced=0, **expected(build, truth))
        if not counts.get("gone"):
            problems.append("the member that nothing calls is not gone")
        run.result(name + kind, problems)


def against_programs(bench):
    """What the linkers here make of the test programs."""
    for linker in bench.linkers:
        archived(bench, linker)
        for kind, version in COMPARED:
            if kind == "icf" and linker.family == "gnu":
                continue
            build = link_bench.Build(bench, linker, kind, version)
            name = "check/against: " + build.name
            if not bench.run.wanted(name):
                continue
            if None in build.inputs or build.link():
                bench.run.unsupported(name, "it cannot be linked")
                continue
            as_linked(bench, build, name)
            if kind == "pie" and version == linker.merges():
                changed(bench, build, name + ", a row changed")
