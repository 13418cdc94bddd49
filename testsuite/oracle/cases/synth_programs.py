# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The programs that synth_samples.py interrupts: where they are, what they
load later, and work for them.

prepare gives a dictionary: "program", the copy; "arguments", a list of command
lines to run in turn; "environment", settings."""

import os
import shutil

from walks import engine

# Commits of the repository that git works on.
COMMITS = 40


class Program:
    """One that is at PATH.  QUICK: it runs in the suite."""

    quick = False

    def __init__(self, name, path=None):
        self.name, self.path = name, path or shutil.which(
            name, path="/usr/bin:/bin")

    def missing(self, _):
        """Why it cannot run, or None."""
        return None if self.path else f"no {self.name}"

    def sample(self, bench, suffix):
        """The path of its work."""
        return os.path.abspath(os.path.join(
            bench.args.sources, f"sample-{self.name}{suffix}"))


class Bash(Program):
    """All in one process."""

    quick = True

    def prepare(self, copies, bench):
        """See above."""
        return {"program": copies.add(self.path),
                "arguments": [[self.sample(bench, ".sh"), "8000"]]}


class Python(Program):
    """With the modules in C that come with it."""

    quick = True

    def prepare(self, copies, bench):
        """See above."""
        _, text = bench.run.command([
            self.path, "-c", "import sys, sysconfig; print(sys.prefix, "
            "sysconfig.get_config_var('DESTSHARED'))"])
        prefix, modules = text.split()
        return {"program": copies.add(self.path),
                "arguments": [[self.sample(bench, ".py"), "10"]],
                "environment": [
                    "PYTHONHOME=" + prefix, "PYTHONDONTWRITEBYTECODE=1",
                    "PYTHONPATH=" + copies.tree(modules, "python-modules")]}


class Perl(Program):
    """With those of the directories of @INC that have modules in C."""

    def prepare(self, copies, bench):
        """See above."""
        _, text = bench.run.command([
            self.path, "-e", 'print map { "$_\n" } grep { -d "$_/auto" } @INC'])
        folders = [copies.tree(folder, f"perl-modules-{number}")
                   for number, folder in enumerate(text.split())
                   if "/local/" not in folder]
        return {"program": copies.add(self.path),
                "arguments": [[self.sample(bench, ".pl"), "40"]],
                "environment": ["PERL5LIB=" + ":".join(folders)]}


class Sqlite(Program):
    """A database in memory."""

    def prepare(self, copies, bench):
        """See above."""
        return {"program": copies.add(self.path), "arguments": [
            [":memory:", ".read " + self.sample(bench, ".sql")]]}


class Compiler(Program):
    """A pass of the compiler NAME, which preprocesses."""

    def __init__(self, name, option):
        super().__init__(name, "later")
        self.option = option

    def missing(self, bench):
        """See above."""
        _, text = bench.run.command(
            [bench.args.cc, "-print-prog-name=" + self.name])
        self.path = text.strip()
        return None if os.path.isabs(self.path) else f"no {self.name}"

    def prepare(self, copies, bench):
        """See above."""
        top = os.path.join(bench.args.sources, "..", "..", "..")
        flags, sources = engine(top, bench.run.folder)
        if self.option == "-xc++":
            sources = [os.path.join(bench.args.sources, "sample-regex.cc")]
        # What takes long: else much of a run is its start.
        work = ["-quiet", "-fpreprocessed", *(
            ["-O2", "-g", "-fanalyzer"] if self.option == "-xc"
            else ["-O1"]), "-o", os.path.abspath(bench.run.path("out.s"))]
        arguments = []
        for source in sources:
            done = os.path.abspath(bench.fresh(".i"))
            status, text = bench.run.command(
                [bench.args.cc, "-E", self.option, *flags, "-o", done, source])
            if status:
                copies.problems.append(text[:300])
            arguments.append([*work, done])
        return {"program": copies.add(self.path), "arguments": arguments}


class Git(Program):
    """It compares versions of the engine's sources, and packs them."""

    def repository(self, copies, bench):
        """Make one, in which each commit removes other lines."""
        folder = os.path.join(copies.folder, "repository")
        command = [self.path, "-c", "user.name=Nobody", "-c",
                   "user.email=nobody@localhost", "-C", folder]
        os.mkdir(folder)
        bench.run.command([*command, "init", "-q"])
        top = os.path.join(bench.args.sources, "..", "..", "..", "merger")
        names = sorted(n for n in os.listdir(top) if n.endswith(".c"))
        for commit in range(COMMITS):
            for name in names:
                with open(os.path.join(top, name), encoding="utf-8") as file:
                    lines = file.readlines()
                with open(os.path.join(folder, name), "w",
                          encoding="utf-8") as file:
                    file.writelines(
                        line for number, line in enumerate(lines)
                        if (number * 7 + commit) % COMMITS > number % 3)
            bench.run.command([*command, "add", "."])
            bench.run.command([*command, "commit", "-q", "-m", f"{commit}"])
        return folder, names

    def prepare(self, copies, bench):
        """See above."""
        folder, names = self.repository(copies, bench)
        return {"program": copies.add(self.path), "arguments": [
            ["-C", folder, "log", "-p"],
            ["-C", folder, "log", "-p", "--word-diff", "--patience"],
            ["-C", folder, "log", "--stat", "-M", "-C",
             "--find-copies-harder"],
            ["-C", folder, "blame", "-M", "-C", names[0]],
            ["-C", folder, "grep", "-n", "-E", "(a|b)*[cd]+ .*\\(", "HEAD"],
            ["-C", folder, "fsck", "--full"],
            ["-C", folder, "-c", "pack.threads=1", "repack", "-a", "-f"]]}


PROGRAMS = (Bash("bash"), Python("python3"), Perl("perl"), Sqlite("sqlite3"),
            Compiler("cc1", "-xc"), Compiler("cc1plus", "-xc++"), Git("git"))
