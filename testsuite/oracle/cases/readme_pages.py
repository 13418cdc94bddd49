# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The case pages of the manual: each is followed from its beginning to its
end, in an empty directory, by running exactly what it prints."""

import glob
import os
import re
import shutil

import disk
import readme_files

TEXT = re.compile(r"@c run(: 1)?\n@example\n(.*?)^@end example", re.M | re.S)
# One shell for the page, as for a reader: variables and directories stay.
SCRIPT_HEAD = "set -e\n"
FAILS = "if (\n%s\n)\nthen echo 'this should have failed'; exit 9\nfi\n"


def included(path, top):
    """The text of the page PATH with what it includes; paths are below
    TOP/doc."""
    text = disk.text(path)
    return re.sub(
        r"^@include (\S+)\n",
        lambda found: included(os.path.join(top, "doc", found[1]), top),
        text, flags=re.M)


class Page:
    """A page: what it needs, its commands, and what they make."""

    def __init__(self, path, top):
        text = included(path, top)
        self.name = os.path.basename(path)[len("case-"):-len(".texi")]
        self.needs = self.words(text, "needs")
        self.results = self.words(text, "result")
        self.blocks = [(bool(fails), re.sub(r"@([@{}])", r"\1", body))
                       for fails, body in TEXT.findall(text)]

    def words(self, text, mark):
        """The words after "@c MARK:", which each page has."""
        found = re.search(rf"^@c {mark}:(.*)$", text, re.M)
        if not found:
            raise ValueError(f"{self.name}: there is no '@c {mark}:'")
        return found[1].split()

    def missing(self):
        """The first program that is not here, or ""."""
        for program in self.needs:
            if not shutil.which(program):
                return f"no {program}"
        return ""

    def script(self):
        """All its commands."""
        return SCRIPT_HEAD + "".join(
            FAILS % body if fails else body for fails, body in self.blocks)


def follow(run, page):
    """Follow PAGE; what is wrong."""
    folder = run.path("page")
    disk.fresh(folder)
    status, said = run.command(["sh", "-c", page.script()], folder)
    if status:
        return [f"exit status {status}: {said[-400:]}"]
    problems = []
    for name in page.results:
        functions = ("part",) if "libpart" in name else ("main", "part")
        path = os.path.realpath(os.path.join(folder, name))
        # A stripped program has no names.
        _, text = run.command(["nm", path])
        if "part" not in text:
            functions = ()
        problems += readme_files.described(run, folder, name, functions)
        if "libpart" not in name:
            problems += readme_files.runs(run, folder, name)
    return problems


def all_cases(run, top, root):
    """The pages of the sources TOP, with what is installed below ROOT."""
    pages = sorted(glob.glob(os.path.join(top, "doc", "manual",
                                          "case-*.texi")))
    run.result("pages: there are some",
               [] if len(pages) >= 8 else [f"only {len(pages)}"])
    libraries = [folder for folder, _, files in os.walk(root)
                 if "sfmerge.pc" in files]
    if libraries:
        os.environ["PKG_CONFIG_PATH"] = libraries[0]
        os.environ["PKG_CONFIG_SYSROOT_DIR"] = root
        os.environ["LD_LIBRARY_PATH"] = os.path.dirname(libraries[0])
    for path in pages:
        page = Page(path, top)
        name = f"pages: {page.name}"
        if not run.wanted(name):
            continue
        absent = page.missing()
        if absent:
            run.unsupported(name, absent)
        elif not page.blocks:
            run.result(name, ["it has no commands"])
        else:
            run.result(name, follow(run, page))
