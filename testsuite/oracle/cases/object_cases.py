#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run `sfmerge repair` and `convert` on relocatable objects, link what comes
out with real linkers, and check both."""

import glob
import os
import shutil
import sys

import elf
import machine_links
import object_check
import object_files
import toolchain
from runner import Runner
from toolchain import Objects, VERSIONS, linkers

# Which version a linker merges; the rest concatenates, but for GNU ld.
MERGES = {"ld-2.44": "v2", "ld-2.47": "v3", "mold-3": "v3"}


def takers(bench, machine, target):
    """The linkers that can show what objects of TARGET say."""
    found = machine_links.linkers(bench, machine)
    plain = [k for k in found
             if k[0].split("-")[0] in ("gold", "lld", "mold")
             and k[0] not in MERGES]
    return [k for k in found if MERGES.get(k[0]) == target] + plain


def one(bench, machine, paths, target, problems):
    """Convert PATHS to TARGET, check, link, look; how many functions."""
    out = []
    for path in paths:
        new = bench.rewrite(path, target, problems)
        if new is None:
            return 0
        problems += object_check.compare(path, new, target)
        bench.settled(new, target, problems)
        out.append(new)
    image, count = bench.run.path("image"), 0
    for linker in takers(bench, machine, target):
        said = machine_links.link(bench, linker, out, image)
        if said is None:
            continue
        if said:
            problems.append(said)
            continue
        wrong, found = object_check.linked(image, paths)
        problems += [f"{linker[0]}: {w}" for w in wrong]
        count += found
        bench.run.verified += 1
    return count


def machines_cases(bench):
    """Objects of other machines: rewritten here, linked by the linkers for
    them, not run."""
    for machine, (_, flags, _) in machine_links.MACHINES.items():
        if not shutil.which(f"{machine}-linux-gnu-as"):
            bench.run.unsupported(f"objects/{machine}", "no assembler for it")
            continue
        for version in flags:
            paths = machine_links.assembled(bench, machine, version)
            for target in ("v2", "v2-pcrel", "v3") if paths else ():
                name = f"objects/{machine}: {version} to {target}"
                problems = []
                # Without the flag no linker of s390x has ever written it.
                if one(bench, machine, paths, target, problems) == 0 and (
                        takers(bench, machine, target)) and not problems:
                    problems.append("nothing was compared")
                bench.run.result(name, problems)


TARGETS = ("v2", "v2-pcrel", "v3")


class Bench:
    """The tool, the objects, the linkers."""

    def __init__(self, args):
        self.args = args
        self.run = Runner(args.sfmerge, args.folder, args.only)
        self.objects = Objects(self.run, args.sources, args.toolchains or "",
                               args.cc, args.cxx)
        self.linkers = linkers(args.toolchains or "")
        self.sources, self.more = args.sources, args.toolchains or ""
        self.serial = 0
        self.first = None  # what the current program says

    def fresh(self, suffix=".o"):
        """A new path."""
        self.serial += 1
        return self.run.path(f"x{self.serial}{suffix}")

    def rewrite(self, path, target, problems):
        """PATH converted to TARGET, or repaired; its new path."""
        out = self.fresh()
        command = ["convert", f"--to={target}"] if target else ["repair"]
        status, text = self.run.sfmerge(*command, "-o", out, path)
        if status or text:
            problems.append(f"{' '.join(command)} {path}: status {status}: "
                            f"{text.strip()}")
        return out if status == 0 else None

    def settled(self, path, target, problems):
        """The same once more on the result PATH must change nothing."""
        again = self.rewrite(path, target, problems)
        if again and elf.Elf(again).data != elf.Elf(path).data:
            problems.append("a second run changed it")

    def link(self, linker, paths, cxx=False, flags=()):
        """An image of PATHS, or None; what LINKER said."""
        image = self.fresh("")
        driver = self.args.cxx if cxx else self.args.cc
        status, text = self.run.command(
            [driver, *linker.flags, *flags, "-o", image, *paths])
        return (image if status == 0 else None), text

    def takers(self, target, comdat):
        """The linkers that can show what objects of TARGET say: those that
        merge it, and one that concatenates."""
        plain = [k for k in self.linkers
                 if k.family != "gnu" and k.name != "mold-3"
                 and not (comdat and k.family in ("gold", "lld"))]
        return [k for k in self.linkers if k.merges() == target] + plain[:1]


def check_links(bench, paths, originals, target, cxx, problems):
    """Link PATHS by all that can, without a word, and look at the images."""
    count = 0
    for linker in bench.takers(target, cxx):
        image, text = bench.link(linker, paths, cxx)
        # gold -r leaves an .eh_frame of COMDAT code that ld complains of.
        said = [line for line in text.splitlines() if ".eh_frame" not in line]
        if image is None or said:
            problems.append(f"{linker.name}: {text.strip()[:200]}")
        if image is None:
            continue
        wrong, found = object_check.linked(image, originals)
        problems += [f"{linker.name}: {w}" for w in wrong]
        count += found
        if bench.run.command([image]) != bench.first:
            problems.append(f"{linker.name}: the program says something else")
        bench.run.verified += 1
        os.remove(image)
    return count


def expect_output(bench, paths, cxx):
    """What the program of PATHS says, linked by the first linker."""
    plain = [k for k in bench.linkers if k.family in ("mold", "lld", "gnu")]
    for linker in plain:
        image, _ = bench.link(linker, paths, cxx)
        if image:
            bench.first = bench.run.command([image])
            os.remove(image)
            return True
    return False


def programs(bench):
    """Objects of each version, repaired and converted to each."""
    kinds = (("pic", False), ("gc", False), ("cxx", True))
    for kind, cxx in kinds:
        for version in VERSIONS:
            paths = (bench.objects.cxx_program(version, "pic") if cxx
                     else bench.objects.program(version, kind))
            expect_output(bench, paths, cxx)
            for target in (None,) + TARGETS:
                name = f"objects/{kind}: {version} to {target or 'itself'}"
                if not bench.run.wanted(name):
                    continue
                one_program(bench, name, paths, version, target)


def one_program(bench, name, paths, version, target):
    """Rewrite PATHS for TARGET, check each, link them."""
    cxx = "/cxx:" in name
    problems, out = [], []
    for path in paths:
        new = bench.rewrite(path, target, problems)
        if not new:
            break
        problems += object_check.compare(path, new, target)
        if target is None and version in ("v2", "v3") and (
                elf.Elf(path).data != elf.Elf(new).data):
            problems.append(f"{path} was right and is changed")
        bench.settled(new, target, problems)
        out.append(new)
    if len(out) == len(paths):
        check_links(bench, out, paths, target
                    or ("v2-pcrel" if version == "v1" else version), cxx,
                    problems)
    bench.run.result(name, problems)


def round_trips(bench):
    """There and back: the same functions with the same rows."""
    for first, way in (("v1", ("v3", "v2")), ("v2", ("v3", "v2")),
                       ("v3", ("v2", "v3")), ("v2-pcrel", ("v3",
                                                           "v2-pcrel")),
                       ("v1", ("v2", "v3", "v2-pcrel"))):
        name = f"objects/round trip {first} to {' to '.join(way)}"
        if not bench.run.wanted(name):
            continue
        problems = []
        for path in bench.objects.program(first, "pic"):
            at, sizes = path, []
            for target in way:
                at = bench.rewrite(at, target, problems)
                if at is None:
                    break
                sizes.append(os.path.getsize(at))
            if at is None:
                continue
            problems += object_check.compare(path, at, way[-1])
            if max(sizes) > sizes[0] + 4096:
                problems.append(f"the file grows each time: {sizes}")
        bench.run.result(name, problems)


def partial_links(bench):
    """What each linker's -r leaves, fixed."""
    for linker in bench.linkers:
        for version in VERSIONS:
            for cxx in (False, True):
                name = (f"objects/-r by {linker.name}, {version}"
                        + (", C++" if cxx else ""))
                if bench.run.wanted(name):
                    partial(bench, name, linker, version, cxx)


def partial(bench, name, linker, version, cxx):
    """LINKER -r of a program in VERSION, fixed and linked."""
    paths = (bench.objects.cxx_program(version, "pic") if cxx
             else bench.objects.program(version, "pic"))
    joined, text = bench.link(linker, paths, cxx, ("-r", "-nostdlib"))
    if joined is None:
        bench.run.unsupported(name, text.strip()[:60])
        return
    found = object_check.sections(elf.Elf(joined))
    if not any(s.pieces for s in found):
        check_nothing(bench, name, joined, bool(found))
        return
    problems = []
    expect_output(bench, paths, cxx)
    for target in (None, "v2", "v3"):
        new = bench.rewrite(joined, target, problems)
        if not new:
            continue
        problems += object_check.compare(joined, new, target)
        bench.settled(new, target, problems)
        shown = target or object_check.default_target(found)
        # An older ld pairs the void relocations of C++ wrongly itself.
        count = check_links(bench, [new], [joined], shown, cxx, problems)
        if count == 0 and bench.takers(shown, cxx):
            problems.append("nothing was compared")
        os.remove(new)
    bench.run.result(name, problems)


def check_nothing(bench, name, path, zeros):
    """A section that has lost everything: said, and nothing written; one that
    is empty or not there is left alone."""
    out = bench.fresh()
    problems = []
    status, text = bench.run.sfmerge("repair", "-o", out, path)
    if zeros:
        if status != 1 or os.path.exists(out):
            problems.append(f"status {status}, written "
                            f"{os.path.exists(out)}")
        status, text = bench.run.sfmerge("repair", "--partial", "-o", out,
                                         path)
    if status or not text:
        problems.append(f"status {status}, said '{text.strip()}'")
    elif elf.Elf(out).data != elf.Elf(path).data:
        problems.append("the file changed")
    bench.run.result(name, problems, text)


def corpus(bench):
    """The out.o of a corpus and its objects."""
    folder = bench.args.corpus
    paths = sorted(glob.glob(os.path.join(folder, "images", "*", "out.o"))
                   + glob.glob(os.path.join(folder, "arch", "*", "*.o")))
    for path in paths:
        name = f"objects/corpus {os.path.relpath(path, folder)}"
        if not bench.run.wanted(name):
            continue
        found = object_check.sections(elf.Elf(path))
        if not found:
            check_nothing(bench, name, path, False)
            continue
        problems = []
        native = elf.Elf(path).machine == elf.EM_X86_64
        if native:
            expect_output(bench, [path], False)
        for target in (None,) + TARGETS:
            new = bench.rewrite(path, target, problems)
            if not new:
                continue
            problems += object_check.compare(path, new, target)
            bench.settled(new, target, problems)
            if native:
                check_links(bench, [new], [path], target
                            or object_check.default_target(found), False,
                            problems)
            os.remove(new)
        bench.run.result(name, problems)
    corpus_objects(bench, folder)


def corpus_objects(bench, folder):
    """Each set of objects of the corpus, to each version."""
    for place in sorted(glob.glob(os.path.join(folder, "objects", "v*",
                                               "*"))):
        name = f"objects/corpus {os.path.relpath(place, folder)}"
        if not bench.run.wanted(name):
            continue
        problems = []
        for path in sorted(glob.glob(os.path.join(place, "*.o"))):
            for target in (None,) + TARGETS:
                flex = target in ("v2", "v2-pcrel") and any(
                    f.func.flex or not f.func.num for s
                    in object_check.sections(elf.Elf(path))
                    for f in s.functions)
                if flex:
                    continue  # convert's own tests count what is lost
                new = bench.rewrite(path, target, problems)
                if new:
                    problems += object_check.compare(path, new, target)
                    os.remove(new)
        bench.run.result(name, problems)


def main():
    """The command."""
    options = toolchain.parser()
    options.add_argument("--corpus")
    args = options.parse_args()
    bench = Bench(args)
    run = bench.run
    if not bench.objects.usable() or not shutil.which("ar"):
        run.unsupported("objects", "no compiler that writes .sframe")
        return run.end()
    programs(bench)
    round_trips(bench)
    partial_links(bench)
    object_files.cases(bench)
    machines_cases(bench)
    if args.corpus:
        corpus(bench)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
