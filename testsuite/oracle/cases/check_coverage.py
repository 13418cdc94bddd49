# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Compare the coverage that `sfmerge check --json` gives with the oracle's,
byte by byte.

On every image of a corpus, and on programs that the linkers of this machine
make: as they are, after repair, after link.
"""

import json
import os

import disk
import elf
import link_bench
import standing

# Kinds of link, and versions of the inputs.
KINDS = (("pie", "v1"), ("shared", "v2"), ("static", "v3"),
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


def answer(run, path):
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
    said, problems = answer(run, path)
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


def corpus(run, folder):
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


def programs(bench):
    """What the linkers here make of the test programs."""
    for linker in bench.linkers:
        for kind, version in KINDS:
            build = link_bench.Build(bench, linker, kind, version)
            name = "check/coverage: " + build.name
            if not bench.run.wanted(name):
                continue
            if None in build.inputs or build.link():
                bench.run.unsupported(name, "it cannot be linked")
                continue
            bench.run.result(name, compare(bench.run, build.image))
            rewritten(bench.run, build, name)
