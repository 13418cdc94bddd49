# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The files that README's commands are about, and what they become."""

import os
import re
import shutil

import disk
import runner

A_C = """#include <stdio.h>
int part (int n);
int main (void) { printf ("%d\\n", part (20)); return 0; }
"""
B_C = """int part (int n)
{
  return n < 2 ? n : part (n - 1) + part (n - 2);
}
"""
# Two functions of which other objects may have copies.
CXX_CC = """template <int n> int twice (int x) { return x > n ? x * 2 : n; }
int one (int x) { return twice<1> (x) + twice<2> (x); }
"""
MAKEFILE = """LDFLAGS = -fuse-ld=gold
prog: a.o b.o
\t$(CC) $(LDFLAGS) -o $@ a.o b.o
"""
GSFRAME = "-Wa,--gsframe"


def missing(run):
    """Why no command can be tried, or ""."""
    for program in ("gcc", "ld.gold", "make"):
        if not shutil.which(program):
            return f"no {program}"
    source = run.path("empty.c")
    disk.write(source, "int n;\n")
    if run.command(["gcc", GSFRAME, "-c", "-o", source + ".o", source])[0]:
        return "no assembler that writes .sframe"
    return ""


def described(run, folder, file, functions=("main", "part"),
              consumer="kernel"):
    """Problems if FILE is not there, if CONSUMER cannot use it, or it does
    not describe FUNCTIONS in one table."""
    path = os.path.join(folder, file)
    status, text = run.sfmerge("check", "--require", "--for=" + consumer, path)
    if status:
        return [f"{file}: check: exit status {status}: {text[-200:]}"]
    status, text = run.sfmerge("dump", path)
    problems = [f"{file}: {name} is not described" for name in functions
                if f"<{name}>" not in text]
    if text.count("\n  piece ") != 1:
        problems.append(f"{file}: there is not one table")
    return problems


def runs(run, folder, file):
    """Problems if the program FILE does not do what it should."""
    got = run.command([os.path.join(folder, file)])
    return [] if got == (0, "6765\n") else [f"{file} gives {got}"]


class Case:
    """What is there before a command, and what has to be there after it."""

    # Commands that make what is there before.
    MAKES = []
    NEEDS = ()
    # What the command printed.
    said = ""

    def missing(self):
        """Why it cannot be tried, or ""."""
        for program in self.NEEDS:
            if not shutil.which(program):
                return f"no {program}"
        return ""

    def prepare(self, run, folder):
        """Make FOLDER and the files; what went wrong."""
        disk.fresh(folder)
        for name, text in (("a.c", A_C), ("b.c", B_C), ("cxx.cc", CXX_CC),
                           ("Makefile", MAKEFILE)):
            disk.write(os.path.join(folder, name), text)
        for line in self.MAKES:
            status, text = run.command(["sh", "-e", "-c", line], folder)
            if status:
                return [f"{line}: exit status {status}: {text[-300:]}"]
        return []

    def judge(self, run, folder):
        """Problems with the result."""
        raise NotImplementedError


class Made(Case):
    """A program made of the sources."""

    def judge(self, run, folder):
        return (described(run, folder, "prog")
                or runs(run, folder, "prog"))


class Linked(Made):
    """The same, of objects."""

    MAKES = [f"gcc -O2 {GSFRAME} -c a.c b.c"]


class Plugged(Linked):
    """The same, without the wrapper."""

    def missing(self):
        if os.system("sfmerge --print-plugin >/dev/null 2>&1"):
            return "built without the linker plugin"
        return "" if runner.HAS_PROC else runner.NO_PROC


class Finished(Case):
    """Another file beside a linked program."""

    MAKES = Linked.MAKES + ["gcc -fuse-ld=gold -o prog a.o b.o"]

    def judge(self, run, folder):
        return (described(run, folder, "prog.merged")
                or runs(run, folder, "prog.merged"))


class Stripped(Finished):
    """Whose functions have no names either."""

    MAKES = Linked.MAKES + [
        "gcc -fuse-ld=gold -s -Wl,-Map,prog.map -o prog a.o b.o"]

    def judge(self, run, folder):
        return (described(run, folder, "prog.merged", ())
                or runs(run, folder, "prog.merged"))


class Repaired(Case):
    """A shared library of two tables."""

    MAKES = [f"gcc -O2 -fPIC {GSFRAME} -c a.c b.c",
             "gcc -fuse-ld=gold -shared -o libold.so a.o b.o"]

    def judge(self, run, folder):
        # In the version that it has.
        return described(run, folder, "libold.so", consumer="v2-reader") \
            and described(run, folder, "libold.so", consumer="v3-reader")


class ForGlibc(Repaired):
    """The same, for one reader."""

    def judge(self, run, folder):
        return described(run, folder, "libold.so", consumer="glibc-2.42")


class Objects(Case):
    """An object and an archive of an old version."""

    MAKES = Linked.MAKES + ["mv a.o old.o", "ar rcs libold.a b.o"]

    def judge(self, run, folder):
        return (described(run, folder, "old.o", ("main",), "ld-2.46")
                + described(run, folder, "libold.a", ("part",), "ld-2.46"))


class Bare(Case):
    """An object and an archive whose .sframe goes, and nothing else."""

    MAKES = Linked.MAKES + ["mv a.o prog.o", "ar rcs libold.a b.o"]

    def judge(self, run, folder):
        problems = []
        for name in ("prog.o", "libold.a"):
            status, text = run.command(
                ["readelf", "-SW", os.path.join(folder, name)])
            if status or ".text" not in text or ".sframe" in text:
                problems.append(f"{name} has .sframe")
        status, text = run.command(["gcc", "-o", "prog", "prog.o",
                                    "libold.a"], folder)
        return problems or ([text[-300:]] if status
                            else runs(run, folder, "prog"))


class Divided(Case):
    """An object with copies of functions, which lld refuses unless their
    tables can go with them."""

    NEEDS = ("g++", "ld.lld")
    MAKES = [f"g++ -O2 -fPIC -fno-inline {GSFRAME} -c cxx.cc",
             "g++ -O2 -fPIC -fno-inline -Done=two"
             f" {GSFRAME} -c -o more.o cxx.cc"]

    def judge(self, run, folder):
        status, text = run.command(
            ["g++", "-fuse-ld=lld", "-shared", "-o", "lib.so", "cxx.o",
             "more.o"], folder)
        return [text[-300:]] if status else []


class Synthesised(Case):
    """A program without .sframe."""

    MAKES = ["gcc -O2 -o prog a.c b.c"]

    def judge(self, run, folder):
        return (described(run, folder, "prog.new")
                or runs(run, folder, "prog.new"))


class Detached(Synthesised):
    """The same in a file of its own."""

    def judge(self, run, folder):
        path = os.path.join(folder, "prog")
        status, text = run.sfmerge(
            "check", f"--detached={path}.sframe", "--require", path)
        return [text[-300:]] if status else runs(run, folder, "prog")


class System(Case):
    """A tree of such programs and other files."""

    MAKES = ["mkdir -p rootfs/bin rootfs/lib",
             "gcc -O2 -o rootfs/bin/prog a.c b.c",
             "gcc -O2 -fPIC -shared -o rootfs/lib/libold.so a.c b.c",
             "cp a.c rootfs/lib"]

    def judge(self, run, folder):
        return (described(run, folder, "rootfs/bin/prog")
                + described(run, folder, "rootfs/lib/libold.so")
                + runs(run, folder, "rootfs/bin/prog"))


class Asked(Case):
    """A program that is fine, and a command that only says so."""

    MAKES = Linked.MAKES + [
        "gcc -B$(sfmerge --print-wrap) -fuse-ld=gold -o prog a.o b.o"]

    def judge(self, run, folder):
        if not re.search("^prog: .*(valid|section .sframe)", self.said, re.M):
            return ["it does not say so"]
        return described(run, folder, "prog")


class Rows(Asked):
    """The same, and rows by address."""

    def judge(self, run, folder):
        if not re.search(r"^0x[0-9a-f]+,", self.said, re.M):
            return ["there is no row"]
        return described(run, folder, "prog")


class Untabled(Case):
    """A program whose FDEs are in no table."""

    MAKES = ["gcc -O2 -Wl,--no-eh-frame-hdr -o prog a.c b.c",
             "! readelf -lW prog | grep GNU_EH_FRAME"]

    def judge(self, run, folder):
        _, text = run.command(["readelf", "-lW", "prog"], folder)
        problems = runs(run, folder, "prog")
        return problems if "GNU_EH_FRAME" in text else ["there is no table"]


# What is in the command: its case; the longest that is in it counts.
CASES = {
    "sfmerge run make": Made(),
    "gcc -B$(sfmerge --print-wrap)": Linked(),
    "-plugin,$(sfmerge --print-plugin)": Plugged(),
    "sfmerge link -o prog.merged": Finished(),
    "sfmerge link --from-map=prog.map": Stripped(),
    "sfmerge repair": Repaired(),
    "sframe-tree describe": System(),
    "sfmerge convert --for=glibc-2.42": ForGlibc(),
    "sfmerge convert --to=v3": Objects(),
    "sfmerge convert --split": Divided(),
    "sfmerge strip": Bare(),
    "sfmerge synth -o": Synthesised(),
    "sfmerge synth --fill=code": Synthesised(),
    "sfmerge synth --detached": Detached(),
    "sfmerge synth -i -r": System(),
    "sfmerge check": Asked(),
    "sfmerge dump": Asked(),
    "sfmerge dump --format=csv": Rows(),
    "sfmerge repair -i --eh-frame-hdr": Untabled(),
    "sfmerge reserve": Made(),
}
