# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`sfmerge check` on images one of whose rows is made wrong: it finds each
change that contradicts .eh_frame at any address, says where, and finds
nothing else of that kind; and `sfmerge repair` does not keep such a row.

A sample of all changes; with SFM_ROWS_ALL set all of them, on every image of
the corpus and of the linkers here.
"""

import os
import random
import shutil
import zlib
from collections import Counter

import check_images
import disk
import elf
import machine_links
import row_images

ALL = "SFM_ROWS_ALL" in os.environ
# Files for one run of check, and changes of one image in a sample.
BATCH, SAMPLE, FUNCTIONS = 200, 2, 24
# One image of the corpus in so many is in a sample.
CORPUS_EVERY = 24
# Spoiled images of each image that are repaired.
REPAIRED = 12 if ALL else 1
FORMS = ("v2", "v2-pcrel", "v3")


class Rows:
    """Counts what all images give."""

    def __init__(self, run):
        self.run = run
        self.made = {why: Counter() for why in
                     (None, row_images.EQUAL, row_images.BROKEN)}
        self.missed, self.false = Counter(), Counter()
        self.images = self.repaired = 0

    def one(self, name, path, named=None):
        """The image at PATH; whether it has rows to spoil."""
        run = self.run
        if not run.wanted(name):
            return False
        image = row_images.Image(elf.Elf(path), named and elf.Elf(named))
        if not image.functions or not image.truth.known:
            return False
        self.images += 1
        (found, problems), = row_images.checked(run, [path])
        problems = problems + row_images.differ(found, image.before)
        problems += [f"{addr:#x}: {found[addr][0]}, by itself"
                     for addr in found
                     if found[addr][0] == row_images.CONTRADICT]
        chosen = list(image.spoiled()) if ALL else self._sample(name, image)
        for at in range(0, len(chosen), BATCH):
            problems += self._batch(image, chosen[at:at + BATCH])
        problems += self._repaired(name, image, path, chosen)
        run.result(name, problems)
        return True

    def _sample(self, name, image):
        """Some of what can be spoiled, each of another kind."""
        pick = random.Random(zlib.crc32(name.encode()))
        by_kind = {}
        # Each is decoded with its whole section.
        some = pick.sample(image.functions,
                           min(len(image.functions), FUNCTIONS))
        for one in image.spoiled(some):
            by_kind.setdefault((one.why, one.kind), []).append(one)
        # The kinds that were taken least.
        wrong = sorted((self.made[None][kind], pick.random(), kind)
                       for why, kind in by_kind if why is None)
        keys = [(None, kind) for _, _, kind in wrong[:SAMPLE]]
        keys += [key for key in by_kind if key[0] == row_images.EQUAL]
        return [pick.choice(by_kind[key]) for key in keys]

    def _batch(self, image, chosen):
        """Problems with what check says of each of CHOSEN."""
        paths = []
        for one in chosen:
            self.made[one.why][one.kind] += 1
            if one.why != row_images.BROKEN:
                paths.append(self.run.path(f"spoiled{len(paths)}"))
                image.write(one, paths[-1])
        chosen = [c for c in chosen if c.why != row_images.BROKEN]
        if not chosen:
            return []
        problems = []
        said = row_images.checked(self.run, paths)
        silent = row_images.checked(self.run, paths, "--no-rows")
        for one, (found, more), (other, most) in zip(chosen, said, silent):
            more = more + most + row_images.differ(found, one.wanted)
            if other:
                more.append("--no-rows says it too")
            if more and one.why is None:
                self.missed[one.kind] += 1
            elif more:
                self.false[one.kind] += 1
            problems += [f"{one.kind}, {one.where}: {p}" for p in more]
        self.run.verified += len(chosen)
        return problems

    def _repaired(self, name, image, path, chosen):
        """Problems with what repair makes of some of CHOSEN."""
        wrong = [one for one in chosen if one.why is None and any(
            found == row_images.CONTRADICT
            for found, _ in one.wanted.values())]
        pick = random.Random(zlib.crc32(name.encode()))
        pick.shuffle(wrong)
        problems = []
        for one in wrong[:REPAIRED]:
            spoiled = self.run.path("spoiled")
            image.write(one, spoiled)
            problems += [f"repair, {one.kind}, {one.where}: {p}" for p in
                         self._repair(image, path, spoiled, one.wanted)]
        return problems

    def _repair(self, image, path, spoiled, wanted):
        """Problems with what repair makes of SPOILED, which was PATH."""
        outs, texts = [], []
        for source in (path, spoiled):
            outs.append(self.run.path(f"repaired{len(outs)}"))
            disk.remove(outs[-1])
            status, text = self.run.sfmerge("repair", "--partial", "-o",
                                            outs[-1], source)
            texts.append(text)
            if status or not os.path.exists(outs[-1]):
                # There is no room in it.
                return [] if len(outs) == 1 else [f"status {status}: {text}"]
        self.repaired += 1
        named = None if image.image.sections else image.named
        good, mine = (row_images.Image(elf.Elf(out), named) for out in outs)
        problems = [f"{addr:#x} is left, {found[0]}"
                    for addr, found in mine.before.items()
                    if found[0] == row_images.CONTRADICT]
        lost = ({a for a, *_ in good.functions} - {a for a, *_ in
                                                   mine.functions}
                - set(wanted))
        problems += [f"{addr:#x} is lost" for addr in sorted(lost)]
        if "contradict .eh_frame; they are not used" not in texts[1]:
            problems.append("repair says nothing of it")
        return problems

    def tell(self):
        """Say what was made and found."""
        wrong, equal, broken = self.made.values()
        for kind in row_images.KINDS:
            print(f"note: rows, {kind}: {wrong[kind]} wrong, "
                  f"{self.missed[kind]} not found so; {equal[kind]} equal, "
                  f"{self.false[kind]} with problems; {broken[kind]} broken")
        print(f"note: rows of {self.images} images, {self.repaired} spoiled "
              "ones repaired")


def forms(rows, name, path):
    """The image at PATH, and what convert makes of it; whether it has rows to
    spoil."""
    if not rows.one(name, path):
        return False
    number = zlib.crc32(name.encode())
    for form in FORMS if ALL else FORMS[number % 3:number % 3 + 1]:
        out = rows.run.absent("converted")
        # The compact form has functions that share rows.
        if rows.run.sfmerge("convert", "--partial", "--to=" + form, "-o", out,
                            path)[0] == 0:
            rows.one(f"{name}, as {form}", out)
    return True


def linked(rows, bench):
    """What the linkers here make; of each in a sample the first image that
    has rows to spoil."""
    for linker in bench.linkers:
        tries = list(check_images.cases_of(linker))
        random.Random(linker.name).shuffle(tries)
        for kind, version in tries:
            tag = version if isinstance(version, str) else "+".join(version)
            name = f"check/rows/{linker.name}/{kind}/{tag}"
            build = (check_images.build_of(bench, linker, kind, version)
                     if rows.run.wanted(name) else None)
            if build and forms(rows, name, build.image) and not ALL:
                break


def flexible(rows, bench):
    """The same of FLEX rows, some of which have other words than
    .eh_frame."""
    source = os.path.join(bench.sources, "rows-amd64.s")
    inc = os.path.join(bench.sources, "..", "..", "inc")
    for linker in bench.linkers:
        name = f"check/rows/{linker.name}/flex"
        if not rows.run.wanted(name):
            continue
        out = rows.run.absent("flex")
        status, _ = rows.run.command(
            [bench.objects.cc, *linker.flags, "-shared", "-nostdlib",
             "-Wa,-I" + inc, "-Wa,--defsym,SF_ABI=3", "-o", out, source])
        if (status == 0 and os.path.exists(out) and forms(rows, name, out)
                and not ALL):
            break


def machines(rows, bench):
    """The same of the linkers for other machines."""
    for machine, (_, flags, _) in machine_links.MACHINES.items():
        title = "check/rows/" + machine
        if not shutil.which(f"{machine}-linux-gnu-as"):
            rows.run.unsupported(title, "no assembler for it")
            continue
        known = machine_links.linkers(bench, machine)
        wanted = {version: [(linker, name) for linker, name in (
            (li, f"{title}/{li[0]}/{version}") for li in known)
                            if rows.run.wanted(name)] for version in flags}
        # Objects of later versions are made of those of the first.
        for version in flags if any(wanted.values()) else ():
            inputs = machine_links.assembled(bench, machine, version)
            if not ALL:
                random.Random(machine + version).shuffle(wanted[version])
            for linker, name in wanted[version] if inputs else ():
                build = machine_links.Build(bench, machine, linker, version,
                                            inputs)
                if (build.link() is None and forms(rows, name, build.image)
                        and not ALL):
                    break


def corpus(run, folder):
    """Images of the corpus in FOLDER."""
    rows = Rows(run)
    lines = disk.manifest(folder)
    lines = [line for line in lines if line["type"] != "REL"]
    for line in lines if ALL else lines[::CORPUS_EVERY]:
        path = os.path.join(folder, line["file"])
        named = (path.replace("-noshdr/", "-pie/") if "-noshdr/" in path
                 else None)
        rows.one("check/rows/" + line["file"], path, named)
    rows.tell()


def cases(bench):
    """Images of the linkers here."""
    rows = Rows(bench.run)
    linked(rows, bench)
    flexible(rows, bench)
    machines(rows, bench)
    rows.tell()
    made = sum(rows.made[None].values())
    if bench.run.only is None and made < 3:
        bench.run.result("check/rows", [f"only {made} images are spoiled"])

