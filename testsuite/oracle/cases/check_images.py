# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`sfmerge check` on images of the corpus and of the linkers here."""

import os
import re
import shutil

import check_classes
import defects
import disk
import ehframe
import elf
import link_bench
import repair_check
import runner
from check_classes import Checked
from check_compared import Expected, coverage_answer as answer
from elf_made import Patch
from link_bench import KINDS


def lines_of(corpus):
    """The lines of the manifest that list defects."""
    return [line for line in disk.manifest(corpus) if "defects" in line]


def listed(run, corpus):
    """What the corpus lists is found."""
    for line in lines_of(corpus):
        name = "check/corpus/" + line["file"].replace("images/", "")
        if not run.wanted(name):
            continue
        path = os.path.join(corpus, line["file"])
        checked = Checked(run, path)
        problems = checked.problems
        if not problems:
            wanted = check_classes.listed_of(line, disk.read(path))
            problems = check_classes.differ(checked.classes(), wanted)
            image = elf.Elf(path)
            if not path.endswith(".o") and image.sections:
                problems += undescribed(image, checked.count)
        run.result(name, problems)


def undescribed(image, count):
    """Problems with the COUNT of findings that say what the .sframe of IMAGE
    lacks: as many functions as .eh_frame has and no piece describes."""
    names = ("plt-only", "functions-left-out", "describes-nothing")
    seen = [count[n] for n in names if count[n]]
    detector = defects.Detector(image)
    there = {addr for addr, *_, buried in detector.live if not buried}
    in_plt = detector.evidence.in_plt
    missing = [f for f in ehframe.each(image)
               if f.size and image.in_code(f.addr, f.size)
               and not in_plt(f.addr) and f.addr not in there]
    wanted = [len(missing)] if missing and image.named(".sframe") else []
    return [] if seen == wanted else [f"{seen} lack, {wanted} do"]


def excused(run, image, path, names):
    """NAMES without what OUT, at PATH, made of IMAGE, has to have."""
    out = elf.Elf(path)
    left = set(names)
    if "segment-missing" in left and repair_check.header_impossible(image,
                                                                    out):
        left.remove("segment-missing")
    if "plt-uncovered" in left and repair_check.plt_impossible(image, out):
        left.remove("plt-uncovered")
    del run
    return left


def clean_problems(run, image, path, *options):
    """Problems if check finds fault with PATH, which a repair made of
    IMAGE."""
    checked = Checked(run, path, *options)
    left = excused(run, image, path, checked.names("error", "warning"))
    return checked.problems[:] + [
        f"{f['name']}: {f['text']}" for f in checked.findings
        if f["name"] in left]


def repaired(run, corpus):
    """What a repair makes is without fault."""
    clean = 0
    for line in lines_of(corpus):
        name = f"check/repaired/{line['file'].replace('images/', '')}"
        if not run.wanted(name):
            continue
        path = os.path.join(corpus, line["file"])
        out = run.absent("repaired")
        status, _ = run.sfmerge("repair", "--to=v3", "-o", out, path)
        if status or not os.path.exists(out):
            continue
        if elf.Elf(path).type == elf.ET_REL:
            checked = Checked(run, out)
            problems = checked.problems + sorted(
                checked.names("error", "warning"))
        else:
            problems = clean_problems(run, elf.Elf(path), out)
        clean += 1
        run.result(name, problems)
    # 265 of 292 were fixed in the corpus that this was written with.
    if run.only is None and clean * runner.EVERY < 100:
        run.result("check/repaired", [f"only {clean} were fixed"])


def corpus_cases(run, corpus):
    """`sfmerge check` on every file of the corpus: it finds what is wrong with
    it, as often as the corpus says, and nothing else of those classes; and
    nothing is wrong with what `sfmerge repair` makes of it."""
    listed(run, corpus)
    repaired(run, corpus)


# Kind of link: those of KINDS, and relocations kept.
EMIT = "emit-relocs"


def cases_of(linker):
    """Kinds and versions to try with LINKER."""
    for number, kind in enumerate(KINDS):
        if kind == "icf" and linker.family == "gnu":
            continue
        for version in link_bench.versions_for(linker, kind, number):
            yield kind, version
    own = linker.merges() or "v1"
    yield EMIT, own
    if linker.family not in ("gnu", "mold"):
        yield "pie", ("v2", "v2-pcrel", "v2")
    # Of a version that the linker does not know.
    if linker.family == "gnu":
        yield "pie", "v3" if own != "v3" else "v2"
        yield "shared", ("v1", "v2", "v3")


def build_of(bench, linker, kind, version):
    """The build of one link, or None if the linker refuses."""
    plain = "pie" if kind == EMIT else kind
    build = link_bench.Build(bench, linker, plain, version)
    return None if build.link(*(["-Wl,-q"] if kind == EMIT else [])) else build


def loaded(run, name, path):
    """What is said of relocations in the wrong places is not said of those
    that belong to the dynamic linker, as they are loaded."""
    patch = Patch(path)
    section = patch.image.named(".rela.sframe")
    if not section:
        return
    for at in range(0, section[0].size, 24):
        patch.put("Q", section[0].offset + at, patch.image.named(".sframe")[
            0].addr)
    problems = []
    for flags, wanted in (0x40, True), (0x42, False):
        patch.header(section[0], flags=flags)
        names = Checked(run, patch.write(run.path("loaded"))).names()
        if any(n.startswith("relocation-") for n in names) != wanted:
            problems.append(f"with the flags {flags:#x}: {sorted(names)}")
    run.result(name + ": relocations that are loaded", problems)


def one(bench, linker, kind, version):
    """One link."""
    run = bench.run
    tag = version if isinstance(version, str) else "+".join(version)
    name = f"check/linked/{linker.name}/{kind}/{tag}"
    if not run.wanted(name):
        return
    build = build_of(bench, linker, kind, version)
    if not build:
        return
    image = elf.Elf(build.image)
    checked = Checked(run, build.image)
    problems = checked.problems or check_classes.differ(
        checked.classes(), check_classes.detected(image))
    run.result(name, problems)
    if kind == EMIT:
        loaded(run, name, build.image)
    out = run.absent("repaired")
    # Without room, PLT code is left out first.
    if run.sfmerge("repair", "--to=v3", "--grow=move-phdrs", "-o", out,
                   build.image)[0]:
        return
    run.result(name + ": repaired",
               clean_problems(run, image, out))


def linked_cases(bench):
    """`sfmerge check` on what the linkers of this machine write: it finds what
    the detector of defects sees, and nothing else of those classes; and
    nothing is wrong with what `sfmerge repair` makes of it."""
    for linker in bench.linkers:
        for kind, version in cases_of(linker):
            one(bench, linker, kind, version)


def described(path):
    """What part of PATH is described: covered, whole, and of what."""
    want = Expected(elf.Elf(path)).json()
    if want["by"] == "eh_frame":
        return want["functions_covered"], want["functions"], "functions"
    return want["covered"], want["bytes"], "code"


def percent(part, whole):
    """PART of WHOLE with a decimal, rounded down."""
    value = part * 1000 // whole
    return f"{value / 10:g}"


def first(text):
    """The first line of what check says in TEXT."""
    return text.splitlines()[0]


def limits(run, path):
    """What is wrong with --min-coverage of PATH around what it describes."""
    part, whole, what = described(path)
    problems = []
    exact = part * 100000 // whole
    plain = run.sfmerge("check", "-q", path)[0]
    for parts in {0, exact, exact + 1, 100000}:
        if parts > 100000:
            continue
        low = part * 100000 < parts * whole
        option = f"--min-coverage={parts // 1000}.{parts % 1000:03}"
        status, text = run.sfmerge("check", option, path)
        if status != max(plain, int(low)):
            problems.append(f"{option}: exit status {status}, described are "
                            f"{part} of {whole}")
        line = first(text)
        if low != ("--min-coverage" in line):
            problems.append(f"{option}: {line}")
        if low and ".sframe" not in line and (
                f"{percent(part, whole)} %" not in line):
            problems.append(f"{option}: not {percent(part, whole)}: {line}")
    said, unread = answer(run, path)
    found = said.get("coverage", {}).get("described", {})
    if (found.get("of"), f"{found.get('percent'):g}") != (
            what, percent(part, whole)):
        problems.append(f"JSON: {found}, not {part} of {whole} {what}")
    return problems + unread


def verdict(run, path):
    """What is wrong with what is said of PATH: how much is described, and by
    the oracle's count what the other code is."""
    part, whole, what = described(path)
    text = run.sfmerge("check", path)[1]
    line = first(text)
    little = what == "functions" and 2 * part < whole
    if little != (", but only " in line) or percent(part, whole) not in line:
        return [f"{part} of {whole} {what}: {line}"]
    if little and "  synth     would add" not in text:
        return [f"{part} of {whole}: {text}"]
    bare = sum(int(n.replace(",", "")) for n in
               re.findall(r"([\d,]+) bytes? of (?!the code)", line))
    want = Expected(elf.Elf(path)).json()
    if " KB " not in line and bare != want["bytes"] - want["covered"]:
        return [f"{bare} bytes are bare, not {want}: {line}"]
    if what == "functions" and " of start files" not in line:
        return [f"no start files: {line}"]
    return [] if part == whole or "  without rows: " in text else [text]


def folder(run, little, whole, bare):
    """What is wrong with the summary of a directory."""
    place = run.path("described")
    disk.fresh(place)
    for name, path in (("little", little), ("whole", whole), ("bare", bare)):
        shutil.copy(path, os.path.join(place, name))
    status, text = run.sfmerge("check", "-r", "--min-coverage=60", place)
    lines = text.splitlines()
    problems = []
    if status != 1 or ("1 with less than half of the functions described; 2 "
                       "below --min-coverage") not in lines:
        problems.append(f"exit status {status}: {lines[-5:]}")
    for name, wanted in (("little", True), ("whole", False), ("bare", True)):
        found = any(line.startswith(os.path.join(place, name) + ":")
                    and "--min-coverage" in line for line in lines)
        if found != wanted:
            problems.append(f"{name}: {'' if found else 'not '}named")
    return problems


def described_cases(bench):
    """The verdict of `sfmerge check` on files that are valid and describe next
    to nothing, and --min-coverage: the percentages are counted by the
    oracle."""
    run, name = bench.run, "check/described"
    if not run.wanted(name):
        return
    linker = bench.linkers[0]
    build = link_bench.Build(bench, linker, "static", "v1")
    if build.link():
        run.unsupported(name, "it cannot be linked")
        return
    paths = {kind: run.path("described-" + kind)
             for kind in ("little", "whole", "bare", "code")}
    shutil.copy(build.image, paths["little"])
    remove = ["objcopy", "-R", ".sframe", build.image, paths["bare"]]
    frames = ["objcopy", "-R", ".eh_frame", "-R", ".eh_frame_hdr",
              build.image, paths["code"]]
    made = (run.command(remove)[0], run.command(frames)[0],
            run.sfmerge("synth", "-o", paths["whole"], build.image)[0])
    run.result(name + ", made", [f"{made}"] if any(made) else [])
    if any(made):
        return
    for kind, path in paths.items():
        run.result(f"{name}, {kind}, limits", limits(run, path))
        if kind != "bare":
            run.result(f"{name}, {kind}", verdict(run, path))
    run.result(f"{name}, folder", folder(run, paths["little"],
                                         paths["whole"], paths["bare"]))
