#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Link programs with the linker plugin, by each linker that loads it, and
verify what comes out of the link.

Each link is done without the plugin first, to see whether the linker can do
it, and with a program in the place of sfmerge that only makes the reserve:
what sfmerge may change in the output is known from that, and where functions
are from the map."""

import json
import os
import shutil
import sys

import covered
import disk
import elf
import expect
import link_bench
import plugin_odd
import sframe
import toolchain
import verify
import walks


def valid(run, path, version):
    """What is wrong with the object's own table."""
    status, text = run.sfmerge("check", path)
    problems = [] if status == 0 else [f"check: exit status {status}", text]
    try:
        whole = elf.Elf(path)
        found = [s for s in whole.named(".sframe") if s.size]
        pieces = [p for s in found
                  for p in sframe.pieces_of(whole.bytes_of(s), whole.big)]
    except (sframe.Broken, ValueError, OSError) as error:
        return problems + [str(error)]
    # Version 1 cannot be written, and keeps its functions as 2.
    want = 3 if version == "v3" else 2
    if [p.version for p in pieces] != [want]:
        problems.append(f"versions {[p.version for p in pieces]}")
    return problems


def final(bench, linker, whole, parts):
    """What is wrong with a program of the object WHOLE, made of PARTS."""
    image, plain = bench.run.path("image"), bench.run.path("plain")
    command = [bench.objects.cxx, *linker.flags, "-o", image, whole]
    if bench.run.command(command + bench.plugged(tool=bench.idle()))[0]:
        return ["the object does not link"]
    shutil.copy(image, plain)
    before = bench.run.command([image])
    status, text = bench.run.command(
        command + bench.plugged("fatal"))
    if status:
        return [f"exit status {status}", text]
    try:
        problems, _ = verify.verify(elf.Elf(plain), elf.Elf(image),
                                    [expect.Object(whole, 0)],
                                    verify.Options())
        bench.run.verified += 1
    except (sframe.Broken, ValueError, OSError) as error:
        problems = [str(error)]
    after = bench.run.command([image])
    if after != before:
        problems.append(f"the program gives {after}, gave {before}")
    return problems + bench.checked(image, "kernel", parts)


def relocatable_cases(bench, linker):
    """Relocatable links with the plugin: the object has one valid table, which
    the next link, by the same linker, takes into the program."""
    for version in toolchain.VERSIONS:
        if linker.name == "ld-2.47" and version != "v3":
            continue
        name = f"plugin/{linker.name}/relocatable/{version}"
        if not bench.run.wanted(name):
            continue
        parts = bench.objects.cxx_program(version, "pic")
        whole = bench.run.absent("whole.o")
        command = [bench.objects.cxx, *linker.flags, "-r", "-nostdlib", "-o",
                   whole, *parts]
        if bench.run.command(command)[0]:
            bench.run.unsupported(name, "the linker refuses")
            continue
        broken = bench.run.sfmerge("check", whole)[0] != 0
        status, text = bench.run.command(command + bench.plugged("fatal"))
        problems = [f"exit status {status}"] if status else []
        problems += valid(bench.run, whole, version)
        if not broken and linker.name != "ld-2.47":
            problems.append("the linker's own object is valid already")
        problems += final(bench, linker, whole, parts)
        bench.run.result(name, problems, text)


# Put the plugin's options before those of GCC's, which the driver writes
# first.
WRAPPER = """#!/bin/sh
program=$1
shift
case $program in
  *collect2) exec "$program" {} "$@" ;;
  *) exec "$program" "$@" ;;
esac
"""


def compiled(bench):
    """The program's objects: with code and intermediate language, and with
    the latter alone."""
    found = []
    for flag in ("-ffat-lto-objects", "-fno-fat-lto-objects"):
        folder = bench.run.path("lto" + flag)
        os.makedirs(folder, exist_ok=True)
        objects = []
        for source, part in (("link-main.c", 0), ("link-part.c", 1),
                             ("link-part.c", 2), ("link-part.c", 3)):
            path = os.path.join(folder, f"{part}.o")
            status, _ = bench.run.command(
                [bench.objects.cc, "-O2", "-fPIC", "-flto", flag,
                 "-Wa,--gsframe", f"-DPART={part}", "-c", "-o", path,
                 os.path.join(bench.sources, source)])
            if status:
                return None
            objects.append(path)
        found.append(objects)
    return found


def first(bench, *options):
    """The flags that load the plugin before LTO's."""
    script = bench.run.path("plugin-first")
    flags = " ".join(f.replace("-Wl,", "").replace(",", " ", 1)
                     for f in bench.plugged(*options))
    disk.script(script, WRAPPER.format(flags))
    return ["-wrapper", script]


def case(bench, linker, name, objects, flags, plugged, linked):
    """One link.  LINKED: whether it is the code of OBJECTS that is linked."""
    name = f"plugin/{linker.name}/LTO/{name}"
    if not bench.run.wanted(name):
        return
    image, plain = bench.run.path("image"), bench.run.path("plain")
    base = [bench.objects.cc, *linker.flags, "-O2", "-Wa,--gsframe", *flags,
            *objects]
    if bench.run.command([*base, "-o", plain, *bench.plugged(
            tool=bench.idle())])[0]:
        bench.run.unsupported(name, "the link fails without the plugin")
        return
    before = bench.run.command([plain])
    status, text = bench.run.command(
        [*base, "-o", image, *plugged(bench, "fatal", "verbose")])
    problems = [f"exit status {status}"] if status else []
    try:
        wrong, _ = verify.verify(
            elf.Elf(plain), elf.Elf(image),
            bench.as_objects(objects) if linked else [], verify.Options())
        problems += wrong
        bench.run.verified += 1
    except (sframe.Broken, ValueError, OSError) as error:
        problems.append(str(error))
    after = bench.run.command([image])
    if after != before:
        problems.append(f"the program gives {after}, gave {before}")
    problems += bench.checked(image, "kernel", objects if linked else [])
    bench.run.result(name, problems, text)


def lto_cases(bench, linker):
    """Link-time optimization beside the plugin: LTO's plugin may come before
    or after it, objects may have code too, and what counts is the code that is
    linked."""
    if linker.name not in ("ld", "gold"):
        return
    objects = compiled(bench)
    if not objects:
        bench.run.unsupported(f"plugin/{linker.name}/LTO", "no LTO")
        return

    def last(bench, *options):
        return bench.plugged(*options)

    for kind, mine in zip(("fat", "slim"), objects):
        case(bench, linker, kind + " objects, the plugin last", mine,
             ["-flto=1"], last, False)
        case(bench, linker, kind + " objects, the plugin first", mine,
             ["-flto=1"], first, False)
    case(bench, linker, "fat objects' own code", objects[0], ["-fno-lto"],
         last, True)


SPEAKS = plugin_odd.SPEAKS
MIXES = (("v1", "v2", "v3", "v2-pcrel"), ("v3", "v2-pcrel", "v1", "v2"))
CXX_MIXES = (("v1", "v3"), ("v3", "v2-pcrel"))
# Kind of link: versions, all of them where the issue is one of versions.
KINDS = ("pie", "no-pie", "static", "static-pie", "gc", "shared", "cxx",
         "cxx-gc")
EVERY = ("pie", "static", "shared", "cxx")
# Stands for sfmerge and describes nothing.
IDLE = """#!/bin/sh
"""


class Link:
    """A link with and without the plugin."""

    def __init__(self, bench, linker, kind, version, *more):
        mixed = kind.startswith("cxx") and not isinstance(version, str)
        self.build = link_bench.Build(bench, linker, kind,
                                      version[0] if mixed else version)
        if mixed:
            self.build.version = version
            self.build.inputs = [
                objects[number] for number, objects in enumerate(
                    bench.objects.cxx_program(v, "pic") for v in version)]
        self.bench, self.run = bench, bench.run
        self.more = list(more)
        self.name = (f"plugin/{linker.name}/{kind}/{self.build.tag()}"
                     + "".join("/" + m.replace("-Wl,", "") for m in more))
        self.plain = self.run.path("plain")

    def command(self, *more, out=None):
        """The command line."""
        build = self.build
        return [build.driver, *build.linker.flags, *build.flags, "-o",
                out or build.image, "-Wl,-Map," + build.map, *build.inputs,
                *self.more, *more]

    def split(self):
        """Split the inputs, for linkers that refuse them otherwise."""
        self.name = self.name.replace("cxx", "cxx, split", 1)
        self.build.inputs = [self.bench.split(i) for i in self.build.inputs]
        return self

    def without(self, *options):
        """Whether the linker links it at all; then the output, with what the
        plugin with OPTIONS adds to it, is kept."""
        if self.build.link(*self.more):
            return False
        os.remove(self.build.image)
        status, _ = self.run.command(self.command(*self.bench.plugged(
            *options, tool=self.bench.idle())))
        if status == 0:
            shutil.copy(self.build.image, self.plain)
        return status == 0

    def with_it(self, *options, more=()):
        """Link with the plugin and its OPTIONS; status and messages."""
        disk.remove(self.build.image)
        return self.run.command(
            self.command(*more, *self.bench.plugged(*options)))

    def problems(self, to="v3", consumer="kernel", by_map=False):
        """What is wrong with the output."""
        build = self.build
        opts = verify.Options(to, covered_calls=consumer != "kernel")
        try:
            opts.truth = build.truth_of().functions()
            found, _ = verify.verify(elf.Elf(self.plain),
                                     elf.Elf(build.image), build.objects(),
                                     opts)
            if opts.covered:
                found += covered.Tails(self.run,
                                       elf.Elf(build.image)).problems(True)
            self.run.verified += 1
        except (sframe.Broken, ValueError, OSError) as error:
            found = [str(error)]
        after = self.bench.execute(build, build.image)
        if after != build.before:
            found.append(f"the program gives {after}, gave {build.before}")
        options = ["--from-map=" + build.map] if by_map else []
        return found + checked(self.run, build.image, consumer,
                               build.inputs, *options)

    def case(self, *options, to="v3", consumer="kernel", by_map=False):
        """One link, which must be merged if the linker can do it."""
        if not self.run.wanted(self.name):
            return
        linked = self.without()
        status, text = self.with_it("fatal", *options)
        if linked:
            problems = ([f"exit status {status}"] if status
                        else self.problems(to, consumer, by_map))
        else:
            problems = refused(status, text, self.build.image)
        if linked and SPEAKS in text:
            problems.append("there are messages")
        self.run.result(self.name, problems, text)


def refused(status, text, image):
    """What is wrong with a link that the linker refuses."""
    problems = []
    if status == 0 or os.path.exists(image):
        problems.append(f"exit status {status}, or there is an output")
    if SPEAKS in text:
        problems.append("sfmerge had a part in it")
    return problems


def checked(run, image, consumer, inputs, *options):
    """What `sfmerge check` finds wrong with IMAGE for CONSUMER."""
    status, text = run.sfmerge("check", "--json", "--for=" + consumer,
                               *("--against=" + i for i in inputs),
                               *options, image)
    try:
        said = json.loads(text[text.index("{"):])["files"][0]
        counts = said["against"] if inputs else None
        verdict = said["consumers"][0]["verdict"]
    except (ValueError, KeyError, IndexError) as error:
        return [f"check: exit status {status}, {error!r}: {text[:200]}"]
    problems = [f"check: {json.dumps(f)[:160]}"
                for f in said["findings"] if f["severity"] == "error"]
    if status or said["errors"] or verdict != "usable":
        problems.append(f"check: exit status {status}, {consumer}: {verdict}")
    if counts and (
            counts["missing"] or counts["different"] or counts["unplaced"]
            or not counts["live"]):
        problems.append(f"check: {counts}")
    return problems


class Bench(link_bench.Bench):
    """With the plugin."""

    def __init__(self, args):
        super().__init__(args)
        self.plugin = os.path.abspath(args.plugin)
        self.tool = os.path.abspath(args.sfmerge)
        self.linkers = [li for li in self.linkers
                        if li.family in ("gnu", "gold")]

    def idle(self):
        """A program that does nothing."""
        path = self.run.path("idle")
        if not os.path.exists(path):
            disk.script(path, IDLE)
        return path

    def plugged(self, *options, tool=None):
        """The flags that load the plugin."""
        return ["-Wl,-plugin," + self.plugin] + [
            "-Wl,-plugin-opt," + o
            for o in ("sfmerge=" + (tool or self.tool), *options)]

    def checked(self, image, consumer, inputs):
        """What `sfmerge check` finds."""
        return checked(self.run, image, consumer, inputs)

    def as_objects(self, paths):
        """The objects at PATHS as the oracle reads them."""
        del self
        return [expect.Object(p, i) for i, p in enumerate(paths)]


def versions_for(linker, kind, number):
    """The versions to try."""
    if kind in EVERY:
        return toolchain.VERSIONS + (CXX_MIXES if kind == "cxx" else MIXES)
    return (linker.merges() or "v3",
            toolchain.VERSIONS[number % len(toolchain.VERSIONS)])


def kinds_of_links(bench, linker):
    """All kinds and versions, and some further options of the linker."""
    number = 0
    for kind in KINDS:
        if kind == "static-pie" and linker.family == "gold":
            continue
        number += 1
        for version in dict.fromkeys(versions_for(linker, kind, number)):
            Link(bench, linker, kind, version).case()
            if linker.family == "gold" and kind.startswith("cxx"):
                link = Link(bench, linker, kind, version).split()
                link.case(by_map=kind == "cxx-gc")
    own = linker.merges() or "v2"
    for kind, more in (("pie", "-s"), ("pie", "-Wl,-z,now"),
                       ("static", "-s"), ("shared", "-s"),
                       ("pie", "-Wl,--build-id=sha1")):
        Link(bench, linker, kind, own, more).case()
    stripped(bench, linker)
    case = Link(bench, linker, "pie", own)
    case.name += "/for=glibc-2.42"
    case.case("for=glibc-2.42", to="v2-pcrel", consumer="glibc-2.42")


def stripped(bench, linker):
    """Without symbols, by the map: versions that the linker does not merge,
    and links whose tables --gc-sections removes."""
    for kind in ("pie", "static", "shared", "cxx", "gc", "cxx-gc"):
        for version in toolchain.VERSIONS + MIXES[:1]:
            if version in MIXES and kind.startswith("cxx"):
                version = CXX_MIXES[0]
            link = Link(bench, linker, kind, version, "-s")
            link.name += ", map"
            if linker.family == "gold" and kind.startswith("cxx"):
                link.split()
            link.case(by_map=True)


def all_walks(bench, linker):
    """Programs that walk their own stack."""
    for number, form in enumerate(walks.forms(linker)):
        versions = toolchain.VERSIONS + (("v3", "v1", "v2"),)
        if form not in ("pie", "PLT", "cxx"):
            versions = {linker.merges() or "v3": 0, versions[number % 5]: 0}
        for version in versions:
            walk = walks.Walk(bench, form, version)
            name = f"plugin/{linker.name}/walks its stack, {form}, {version}"
            if walk.possible(name):
                one_walk(bench, linker, name, walk)


def one_walk(bench, linker, name, walk):
    """Link WALK with the plugin, as it is and stripped."""
    inputs = walk.inputs
    if linker.family == "gold" and walk.cxx:
        inputs = [bench.split(i) for i in inputs]
    for more in ([], ["-s"]):
        if not more and bench.run.command(
                walk.command(linker, inputs=inputs))[0]:
            bench.run.result(name + ", refused", refused(
                *bench.run.command(walk.command(
                    linker, *bench.plugged("fatal"), inputs=inputs)),
                walk.image))
            return
        status, text = bench.run.command(walk.command(
            linker, *more, *bench.plugged("fatal"), inputs=inputs))
        walk.result(", ".join([name] + more), status, text)


def main():
    """The command."""
    args = toolchain.parser("--plugin").parse_args()
    bench = Bench(args)
    if not bench.objects.usable():
        bench.run.unsupported("plugin", "no compiler that writes .sframe")
        return bench.run.end()
    for linker in bench.linkers:
        kinds_of_links(bench, linker)
        all_walks(bench, linker)
        relocatable_cases(bench, linker)
        lto_cases(bench, linker)
        plugin_odd.odd_cases(bench, linker, Link)
        plugin_odd.told_cases(bench, linker, Link)
    plugin_odd.the_path(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
