#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Split objects with `sfmerge convert --split`, look at them, link them with
every linker that does not merge .sframe, let `sfmerge repair` finish the image
without the objects, verify and run it."""

import os
import sys

import disk
import elf
import expect
import link_bench
import object_check
import sframe
import split_files
import toolchain
import verify
import walks
from toolchain import VERSIONS

KINDS = ("pie", "no-pie", "static", "static-pie", "shared", "gc", "icf", "cxx",
         "cxx-gc")
EVERY = ("pie", "static", "shared", "cxx")  # in all versions
MIXED = ("v1", "v2-pcrel", "v3")  # one for each object
# What --split writes where no version is asked for.
DEFAULT = {"v1": "v2-pcrel", "v2": "v2-pcrel", "v2-pcrel": "v2-pcrel",
           "v3": "v3", MIXED: "v3"}


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
    said, count = object_check.split_compare(
        path, out, target or DEFAULT[version])
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
    said, after = object_check.split_compare(path, again, other)
    problems += said
    if status or after != count:
        problems.append(f"to {other}: status {status}, {after} sections")
    status, text = run.sfmerge("check", again, out)
    if status or "valid" not in text:
        problems.append(f"check: status {status}: {text}")


def versions_for(kind, number):
    """Which versions to link."""
    if kind in EVERY:
        return VERSIONS + (MIXED,)
    one = VERSIONS[number % 4]
    return (one, MIXED) if kind in ("gc", "cxx-gc") else (one,)


def keeps(linker, kind):
    """Whether LINKER keeps the .sframe of a link of KIND."""
    return linker.family == "lld" or linker.merges() or (
        "--gc-sections" not in " ".join(link_bench.KINDS[kind][1]))


class Link:
    """A link of split objects."""

    def __init__(self, bench, linker, kind, version):
        self.bench, self.linker, self.kind = bench, linker, kind
        mixed = kind.startswith("cxx") and version == MIXED
        self.build = link_bench.Build(bench, linker, kind,
                                      "v3" if mixed else version)
        if mixed:
            self.build.inputs[0] = bench.objects.cxx_program(
                "v1", link_bench.KINDS[kind][0])[0]
            self.build.version = ("v1", "v3")
            self.build.name = f"link/{linker.name}/{kind}/v1+v3"
        # What a linker merges itself must be the version that it knows.
        self.to = linker.merges()
        self.target = self.to or DEFAULT[version]
        self.name = self.build.name.replace("link/", "split/")

    def run(self, paths=None, more=()):
        """Link PATHS, or the inputs split; what the linker says."""
        originals = self.build.inputs
        self.build.inputs = paths or [self.bench.split(p, self.to)
                                      for p in originals]
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
        disk.remove(out)
        status, text = bench.run.sfmerge("repair", "-o", out,
                                         self.build.image)
        if status or not os.path.exists(out):
            problems.append(f"repair: status {status}: {text.strip()}")
            return
        problems += bench.problems(
            self.build, self.build.image, out,
            verify.Options(to=self.target,
                           symbols=symbols and elf.Elf(symbols)))
        consumer = "kernel" if self.target == "v3" else "glibc-2.42"
        status, text = bench.run.sfmerge("check", "--for=" + consumer, out)
        if status or consumer + ": usable" not in text:
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
            for version in versions_for(kind, number):
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
    number = 0
    for linker in bench.linkers:
        if linker.family == "gnu":
            continue
        for kind in EVERY + ("gc", "cxx-gc"):
            number += 1
            made = Link(bench, linker, kind, (VERSIONS + (MIXED,))[number % 5])
            name = made.name + ", -s"
            if not bench.run.wanted(name) or not keeps(linker, kind):
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


def all_walks(bench):
    """Programs that walk their own stack."""
    for linker in bench.linkers:
        if linker.family == "gnu":
            continue
        for number, form in enumerate(walks.forms(linker)):
            version = (VERSIONS + (MIXED,))[(number + len(linker.name)) % 5]
            walk = walks.Walk(bench, form, version)
            name = f"split/{linker.name}/walks its stack, {form}"
            if "gc" in form and linker.family != "lld" and (
                    not linker.merges()) or not walk.possible(name):
                continue
            inputs = [bench.split(i, linker.merges()) for i in walk.inputs]
            if linker.family == "mold" and "static" in form:
                # It leaves no room for a program header otherwise.
                reserve = bench.run.path("reserve.o")
                bench.run.sfmerge("reserve", "-o", reserve, *inputs)
                inputs.append(reserve)
            for more in ([], ["-s"]):
                one_walk(bench, linker, ", ".join([name] + more), walk,
                         walk.command(linker, *more, inputs=inputs))


def one_walk(bench, linker, name, walk, command):
    """Link WALK by COMMAND, and repair it."""
    status, text = bench.run.command(command)
    if not status:
        # The library has no .sframe, as if the linker had not understood it.
        more = ["--partial"] if linker.merges() else []
        status, said = bench.run.sfmerge("repair", "--to=v3", *more, "-i",
                                         walk.image)
        text += said
    walk.result(name, status, text)


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
    bench = link_bench.Bench(toolchain.parser().parse_args())
    if not bench.objects.usable():
        bench.run.unsupported("split", "no compiler that writes .sframe")
        return bench.run.end()
    objects(bench)
    links(bench)
    stripped(bench)
    all_walks(bench)
    beside_others(bench)
    split_files.cases(bench, Link)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
