# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The linker scripts that are installed: with every linker, each of them works
or fails as the manual says."""

import os

import disk
import elf
import symbol_truth

CASES = (("pie", "v1"), ("pie", "v3"), ("pie", "mix"), ("shared", "v3"),
         ("static", "v1"), ("gc", "v3"), ("gc", "v1"), ("cxx", "v1"),
         ("cxx", "v3"))


def keep_works(linker, kind, version):
    """What the manual's table says: True, False, or "lost"."""
    if linker.family == "lld":
        return version != "mix" and "cxx" not in kind
    if linker.name == "ld-2.47" and kind == "gc":
        return False if version == "v3" else "lost"
    if linker.name == "ld-2.47" and kind == "cxx":
        return version == "v3"
    return True


class Aid:
    """A case with a script."""

    def __init__(self, bench, case, script):
        self.bench, self.case = bench, case
        self.script = "-Wl,-T," + os.path.join(bench.aids, script)

    def link(self, *more):
        """Without the wrapper; status and text."""
        case = self.case
        disk.remove(case.image)
        return self.bench.run.command(
            [case.driver, *case.linker.flags, *case.flags, "-o", case.image,
             "-Wl,-Map," + case.map, self.script, *case.inputs, *more])

    def verified(self):
        """Problems with the image."""
        case = self.case
        # GNU ld then makes no header, and shared objects have no entry.
        headless = (case.linker.family == "gnu"
                    and "-shared" in case.flags)
        case.headless = lambda: headless
        truth = symbol_truth.Truth(case.map, case.objects(),
                                   elf.Elf(case.image))
        # Of a C library in the program, not all fits into the reserve.
        return [problem for problem in case.verified(truth)
                if case.kind != "static"
                or "plt-uncovered" not in problem] + case.ran()


def keep(bench, case):
    """keep.ld and convert."""
    works = keep_works(case.linker, case.kind, case.version)
    aid = Aid(bench, case, "keep.ld")
    # What went into the section, by its name there.
    status, text = aid.link()
    problems = []
    if works is False:
        if status == 0:
            problems.append("the link works, the manual says it does not")
    elif status:
        problems.append(f"exit status {status}")
    else:
        ended, said = bench.run.sfmerge("convert", "-q", "-i", "--to=v3",
                                        "--require", case.image)
        text += said
        if works == "lost":
            if ended == 0:
                problems.append("nothing is lost")
        elif ended:
            problems.append(f"convert: exit status {ended}")
        else:
            problems = aid.verified()
    bench.run.result(f"{case.name}: keep.ld", problems, text)


def discard(bench, case):
    """discard.ld, the reserve and link."""
    aid = Aid(bench, case, "discard.ld")
    reserve = bench.run.path("reserve.o")
    status, text = bench.run.sfmerge("reserve", "-o", reserve, *case.inputs)
    if not status:
        status, more = aid.link(reserve)
        text += more
    if not status:
        status, more = bench.run.sfmerge("link", "-i", case.image,
                                         *case.inputs)
        text += more
    problems = [f"exit status {status}"] if status else aid.verified()
    bench.run.result(f"{case.name}: discard.ld", problems, text)


def all_cases(bench, linker, case_class):
    """Both scripts with LINKER, or that it takes neither."""
    for kind, version in CASES:
        case = case_class(bench, linker, kind, version)
        case.name = case.name.replace("wrap/", "aids/", 1)
        if not bench.run.wanted(case.name):
            continue
        if linker.family in ("gnu", "lld"):
            keep(bench, case)
            discard(bench, case)
        elif kind == "pie" and version == "v1":
            for script in ("keep.ld", "discard.ld"):
                status, text = Aid(bench, case, script).link()
                bench.run.result(f"{case.name}: {script} is refused",
                                 [] if status else ["it is taken"], text)
