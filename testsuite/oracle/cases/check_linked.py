# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`sfmerge check` on what the linkers of this machine write: it finds what the
detector of defects sees, and nothing else of those classes; and nothing is
wrong with what `sfmerge repair` makes of it."""

import check_classes
import check_corpus
import disk
import elf
import link_bench
from check_classes import Checked
from image_patch import Patch
from link_bench import KINDS

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
    out = run.path("repaired")
    disk.remove(out)
    # Without room, PLT code is left out first.
    if run.sfmerge("repair", "--to=v3", "--grow=move-phdrs", "-o", out,
                   build.image)[0]:
        return
    run.result(name + ": repaired",
               check_corpus.clean_problems(run, image, out))


def cases(bench):
    """All of them."""
    for linker in bench.linkers:
        for kind, version in cases_of(linker):
            one(bench, linker, kind, version)
