#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Link programs with the linker plugin, by each linker that loads it, and
verify what comes out of the link.

    plugin_cases.py --sfmerge TOOL --plugin FILE --sources DIR --folder DIR
                    [--toolchains DIR] [--only TEXT]

Each link is done without the plugin first: what the plugin may change in the
output is known from that, and where functions are from its map.
"""

import json
import os
import shutil
import sys

import elf
import expect
import link_cases
import plugin_lto
import plugin_odd
import plugin_relocatable
import sframe
import toolchain
import verify

SPEAKS = plugin_odd.SPEAKS
MIXES = (("v1", "v2", "v3", "v2-pcrel"), ("v3", "v2-pcrel", "v1", "v2"))
CXX_MIXES = (("v1", "v3"), ("v3", "v2-pcrel"))
# Kind of link: versions, all of them where the issue is one of versions.
KINDS = ("pie", "no-pie", "static", "static-pie", "gc", "shared", "cxx",
         "cxx-gc")
EVERY = ("pie", "static", "shared", "cxx")


class Link:
    """A link with and without the plugin."""

    def __init__(self, bench, linker, kind, version, *more):
        mixed = kind.startswith("cxx") and not isinstance(version, str)
        self.build = link_cases.Build(bench, linker, kind,
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

    def without(self):
        """Whether the linker links it at all; then the output is kept."""
        if self.build.link(*self.more):
            return False
        shutil.copy(self.build.image, self.plain)
        return True

    def with_it(self, *options, more=()):
        """Link with the plugin and its OPTIONS; status and messages."""
        if os.path.exists(self.build.image):
            os.remove(self.build.image)
        return self.run.command(
            self.command(*more, *self.bench.plugged(*options)))

    def problems(self, to="v3", consumer="kernel", by_map=False):
        """What is wrong with the output."""
        build, opts = self.build, verify.Options(to)
        try:
            opts.truth = build.truth_of().functions()
            found, _ = verify.verify(elf.Elf(self.plain),
                                     elf.Elf(build.image), build.objects(),
                                     opts)
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
        if by_map:
            options += ("from-map=" + self.build.map,)
        status, text = self.with_it("fatal", *options)
        if linked:
            problems = self.problems(to, consumer, by_map)
            problems += [f"exit status {status}"] if status else []
        else:
            problems = refused(status, text, self.build.image)
        if SPEAKS in text:
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


class Bench(link_cases.Bench):
    """With the plugin."""

    def __init__(self, args):
        args.library = None
        super().__init__(args)
        self.plugin = os.path.abspath(args.plugin)
        self.tool = os.path.abspath(args.sfmerge)
        self.linkers = [li for li in self.linkers
                        if li.family in ("gnu", "gold")]

    def plugged(self, *options, tool=None):
        """The flags that load the plugin."""
        return ["-Wl,-plugin," + self.plugin] + [
            "-Wl,-plugin-opt," + o
            for o in ("sfmerge=" + (tool or self.tool), *options)]

    def checked(self, image, consumer, inputs, *options):
        """What `sfmerge check` finds."""
        return checked(self.run, image, consumer, inputs, *options)

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


def room(linker, kind):
    """Options where an image has no room: GNU ld 2.47 leaves nothing in a
    static one, and gold no program header."""
    return (("grow=move-phdrs",) if linker.family == "gold"
            or (linker.name, kind) == ("ld-2.47", "static") else ())


def kinds_of_links(bench, linker):
    """All kinds and versions, and some further options of the linker."""
    number = 0
    for kind in KINDS:
        if kind == "static-pie" and linker.family == "gold":
            continue
        number += 1
        for version in dict.fromkeys(versions_for(linker, kind, number)):
            Link(bench, linker, kind, version).case(*room(linker, kind))
    own = linker.merges() or "v2"
    for kind, more in (("pie", "-s"), ("pie", "-Wl,-z,now"),
                       ("static", "-s"), ("shared", "-s"),
                       ("pie", "-Wl,--build-id=sha1")):
        Link(bench, linker, kind, own, more).case(*room(linker, kind))
    for kind in ("gc", "cxx-gc"):
        Link(bench, linker, kind, own, "-s").case(*room(linker, kind),
                                                  by_map=True)
    case = Link(bench, linker, "pie", own)
    case.name += "/for=glibc-2.42"
    case.case("for=glibc-2.42", *room(linker, "pie"), to="v2-pcrel",
              consumer="glibc-2.42")


def main():
    """The command."""
    args = toolchain.parser("--plugin").parse_args()
    bench = Bench(args)
    if not bench.objects.usable():
        bench.run.unsupported("plugin", "no compiler that writes .sframe")
        return bench.run.end()
    for linker in bench.linkers:
        kinds_of_links(bench, linker)
        plugin_relocatable.all_cases(bench, linker)
        plugin_lto.all_cases(bench, linker)
        plugin_odd.all_cases(bench, linker, Link)
    plugin_odd.the_path(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
