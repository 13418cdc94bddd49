#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Split objects with `sfmerge convert --split`, look at them, link them with
every linker that does not merge .sframe, let `sfmerge repair` finish the image
without the objects, verify and run it.

    split_cases.py --sfmerge TOOL --sources DIR --folder DIR
                   [--toolchains DIR] [--only TEXT]
"""

import os
import sys

import elf
import expect
import link_cases
import split_check
import split_files
import sframe
import toolchain
import verify
from toolchain import VERSIONS

KINDS = ("pie", "no-pie", "static", "static-pie", "shared", "gc", "icf", "cxx",
         "cxx-gc")
MIXED = ("v1", "v2-pcrel", "v3")  # one for each object
# What --split writes where no version is asked for.
DEFAULT = {"v1": "v2-pcrel", "v2": "v2-pcrel", "v2-pcrel": "v2-pcrel",
           "v3": "v3", MIXED: "v3"}


class Bench(link_cases.Bench):
    """Splits each object once."""

    def __init__(self, args):
        super().__init__(args)
        self.done = {}

    def split(self, path, target=None, problems=None):
        """The path of PATH, split, in the version TARGET."""
        key = (path, target)
        if key in self.done:
            return self.done[key]
        out = self.run.path(f"split{len(self.done)}.o")
        options = [f"--to={target}"] if target else []
        status, text = self.run.sfmerge("convert", "--split", *options, "-o",
                                        out, path)
        if status or text:
            print(f"note: split {path}: status {status}: {text.strip()}")
            if problems is not None:
                problems.append(f"{path}: status {status}: {text.strip()}")
        self.done[key] = out
        return out


def described(image):
    """Addresses that the pieces in IMAGE describe, with what is dead, as they
    stand there."""
    addrs = []
    for section in image.named(".sframe"):
        for piece in sframe.pieces_of(image.bytes_of(section), image.big):
            sframe.resolve(piece, section.addr, True)
            addrs += [f.addr for f in piece.functions]
    return addrs


def objects(bench):
    """Each object: what it is and what becomes of it."""
    sets = {"pic": lambda v: bench.objects.program(v, "pic"),
            "gc": lambda v: bench.objects.program(v, "gc"),
            "cxx": lambda v: bench.objects.cxx_program(v, "pic"),
            "cxx-gc": lambda v: bench.objects.cxx_program(v, "gc")}
    for kind, paths in sets.items():
        for version in VERSIONS:
            for target in (None, "v2-pcrel", "v3"):
                name = f"split/{kind}: {version} to {target or 'itself'}"
                if bench.run.wanted(name):
                    problems = []
                    for path in paths(version):
                        one_object(bench, path, version, target, problems)
                    bench.run.result(name, problems)


def one_object(bench, path, version, target, problems):
    """Split PATH; a second run, a repair and a conversion keep the parts."""
    run = bench.run
    out = bench.split(path, target, problems)
    said, count = split_check.compare(path, out, target or DEFAULT[version])
    problems += said
    if count < len({f.section for f in expect.Object(path).functions}):
        problems.append(f"{count} sections")
    again = run.path("again.o")
    for command in (["convert", "--split"], ["repair"]):
        status, text = run.sfmerge(*command, "-o", again, out)
        if status or text or elf.Elf(again).data != elf.Elf(out).data:
            problems.append(f"{command} on it: status {status}: {text}")
    other = "v3" if DEFAULT[version] != "v3" else "v2-pcrel"
    status, text = run.sfmerge("convert", "--to=" + other, "-o", again, out)
    said, after = split_check.compare(path, again, other)
    problems += said
    if status or after != count:
        problems.append(f"to {other}: status {status}, {after} sections")
    status, text = run.sfmerge("check", again, out)
    if status or "valid" not in text:
        problems.append(f"check: status {status}: {text}")


def versions_for(linker, kind, number):
    """Which versions to link with LINKER."""
    if linker.merges():
        return ("v3",)
    one = VERSIONS[number % 4]
    return (one, MIXED) if kind in ("pie", "gc", "cxx-gc") else (one,)


def keeps(linker, kind):
    """Whether LINKER keeps the .sframe of a link of KIND."""
    return linker.family == "lld" or linker.merges() or (
        "--gc-sections" not in " ".join(link_cases.KINDS[kind][1]))


class Link:
    """A link of split objects."""

    def __init__(self, bench, linker, kind, version):
        self.bench, self.linker, self.kind = bench, linker, kind
        mixed = kind.startswith("cxx") and version == MIXED
        self.build = link_cases.Build(bench, linker, kind,
                                      "v3" if mixed else version)
        if mixed:
            self.build.inputs[0] = bench.objects.cxx_program(
                "v1", link_cases.KINDS[kind][0])[0]
            self.build.version = ("v1", "v3")
            self.build.name = f"link/{linker.name}/{kind}/v1+v3"
        self.target = DEFAULT[version]
        self.name = self.build.name.replace("link/", "split/")

    def run(self, paths=None, more=()):
        """Link PATHS, or the inputs split; what the linker says."""
        originals = self.build.inputs
        self.build.inputs = paths or [self.bench.split(p) for p in originals]
        failed = self.build.link(*more)
        self.build.inputs = originals
        return failed

    def exact(self, problems):
        """lld keeps what describes code that stays, and nothing else."""
        image = elf.Elf(self.build.image)
        found, unsure = expect.functions(image, self.build.objects())
        addrs = described(image)
        odd = [a for a in addrs if not image.in_code(a, 1)]
        if odd or unsure:
            problems.append(f"{len(odd)} dead functions, {len(unsure)} of "
                            "uncertain place")
        if set(addrs) != set(found) or not found:
            problems.append(f"{len(addrs)} functions described, "
                            f"{len(found)} there")
        if self.kind != "icf" and len(addrs) != len(set(addrs)):
            problems.append("a function is described twice")

    def repaired(self, problems, symbols=None):
        """Repair the image; it must have all functions, and run."""
        bench, out = self.bench, self.bench.run.path("repaired")
        if os.path.exists(out):
            os.remove(out)
        status, text = bench.run.sfmerge("repair", "-o", out,
                                         self.build.image)
        if status or not os.path.exists(out):
            problems.append(f"repair: status {status}: {text.strip()}")
            return
        problems += bench.problems(
            self.build, self.build.image, out,
            verify.Options(to=self.target,
                           symbols=symbols and elf.Elf(symbols)))
        if self.target == "v3":
            status, text = bench.run.sfmerge("check", "--for=kernel", out)
            if status or "kernel: usable" not in text:
                problems.append(f"check: status {status}: {text.strip()}")
        bench.run.verified += 1


def links(bench):
    """Every linker but GNU ld, every kind of link."""
    number = 0
    for linker in bench.linkers:
        if linker.family == "gnu":
            continue
        for kind in KINDS:
            number += 1
            for version in versions_for(linker, kind, number):
                made = Link(bench, linker, kind, version)
                if bench.run.wanted(made.name):
                    one_link(bench, made)


def one_link(bench, made):
    """Without a word from the linker, and with all that it keeps."""
    problems = []
    failed = made.run()
    if failed and "unknown option" in failed:
        bench.run.unsupported(made.name, "the linker cannot")
        return
    if failed:
        bench.run.result(made.name, [f"does not link: {failed.strip()[:300]}"])
        return
    if keeps(made.linker, made.kind):
        if made.linker.family == "lld":
            made.exact(problems)
        made.repaired(problems)
    elif described(elf.Elf(made.build.image)):
        problems.append("--gc-sections has kept .sframe: is it right now?")
    bench.run.result(made.name, problems)


def stripped(bench):
    """Images without symbols: the linker's -s."""
    for linker in bench.linkers:
        if linker.family not in ("lld", "gold"):
            continue
        for kind in ("pie", "cxx"):
            made = Link(bench, linker, kind, "v1")
            name = made.name + ", -s"
            if not bench.run.wanted(name):
                continue
            problems, named = [], bench.run.path("named")
            failed = made.run()
            if not failed:
                os.rename(made.build.image, named)
                failed = made.run(None, ["-s"])
            if failed:
                problems.append(f"does not link: {failed.strip()[:300]}")
            else:
                made.repaired(problems, named)
            bench.run.result(name, problems)


def beside_others(bench):
    """Objects that are not split, as start files may be."""
    for linker in bench.linkers:
        if linker.family == "gnu":
            continue
        made = Link(bench, linker, "pie", "v3")
        name = made.name + ", one object whole"
        if not bench.run.wanted(name):
            continue
        problems = []
        paths = [bench.split(p) for p in made.build.inputs]
        failed = made.run(paths[:1] + made.build.inputs[1:2] + paths[2:])
        if failed:
            problems.append(f"does not link: {failed.strip()[:300]}")
        else:
            made.repaired(problems)
        bench.run.result(name, problems)


def main():
    """The command."""
    options = toolchain.parser()
    options.add_argument("--library")
    bench = Bench(options.parse_args())
    if not bench.objects.usable():
        bench.run.unsupported("split", "no compiler that writes .sframe")
        return bench.run.end()
    objects(bench)
    links(bench)
    stripped(bench)
    beside_others(bench)
    split_files.cases(bench, Link)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
