# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""SFrame of a later version than the program knows, or with a flag or an ABI
that it does not know: no command replaces it unless told to, or calls it
damaged, and such an input costs a link one message."""

import json
import os
import shutil

import disk
import elf

SOURCES = {
    "a": "void f (void); int main (void) { f (); return 0; }\n",
    "b": "void f (void) { __asm__ volatile (\"\"); }\n"
         "static int __attribute__ ((noinline)) s (int x)\n"
         "{ __asm__ volatile (\"\"); return x + 1; }\n"
         "int g (int x) { return s (x) * 3; }\n",
    "unused": "int unused (int x) { __asm__ volatile (\"\"); return x; }\n",
}
FUNCTIONS = 3  # of b
# What is not known: the byte of the header, its new value, and the words.
KINDS = {"version 4": (2, 4, "sfp_version is 4"),
         "version 0": (2, 0, "sfp_version is 0"),
         "flag": (3, 0x45, "the flags are 0x45"),
         "ABI": (4, 9, "sfh_abi_arch is 9")}
LATER = "it may be of a later version than this program knows"
COMMANDS = (["synth"], ["repair"], ["repair", "--fill"],
            ["convert", "--to=v2"], ["synth", "--force"],
            ["synth", "--for=glibc-2.42"])
LINKERS = ("gold", "lld", "mold", "bfd")


def spoiled(path, to, kind):
    """PATH with the first header of its .sframe changed, as TO."""
    at, value, _ = KINDS[kind]
    image = elf.Elf(path)
    section, = image.named(".sframe")
    data = bytearray(image.data)
    data[section.offset + at] = value
    disk.write(to, data)
    shutil.copymode(path, to)
    return to


def size_of(path, name):
    """The size of the section NAME of PATH."""
    section, = elf.Elf(path).named(name)
    return section.size


class Later:
    """The files of these cases."""

    def __init__(self, bench):
        self.run, self.bench = bench.run, bench
        self.folder = bench.run.path("later")
        os.makedirs(self.folder, exist_ok=True)
        self.usable = self.make()

    def path(self, name):
        """A file of these cases."""
        return os.path.join(self.folder, name)

    def make(self):
        """Compile.  False: there is no compiler here."""
        for name, text in SOURCES.items():
            disk.write(self.path(name + ".c"), text)
            status, _ = self.run.command(
                ["gcc", "-O2", "-c", "-o", self.path(name + ".o"),
                 self.path(name + ".c")])
            if status or self.run.sfmerge("synth", "-i",
                                          self.path(name + ".o"))[0]:
                return False
            spoiled(self.path(name + ".o"), self.path(name + "4.o"),
                    "version 4")
        status, _ = self.run.command(
            ["gcc", "-O2", "-o", self.path("plain"), self.path("a.c"),
             self.path("b.c")])
        return status == 0 and self.run.sfmerge(
            "synth", "-o", self.path("prog"), self.path("plain"))[0] == 0

    def link(self, linker, name, *inputs):
        """Link INPUTS by LINKER; its path, or None."""
        out = self.path(name)
        status, _ = self.run.command(
            ["gcc", "-fuse-ld=" + linker, "-o", out,
             *(self.path(i) for i in inputs)])
        return None if status else out


def refused(later, args, path, words, problems):
    """ARGS on PATH fail with WORDS, and change nothing."""
    before = disk.read(path)
    status, text = later.run.sfmerge(*args, "-i", path)
    what = " ".join(args)
    kept = disk.read(path) == before
    if status != 1 or not kept:
        problems.append(f"{what}: status {status}, "
                        f"{'kept' if kept else 'changed'}: {text[:200]}")
    if words not in text or LATER not in text or "damaged" in text:
        problems.append(f"{what}: {text[:300]}")


def images(later):
    """Images with a table of their own."""
    for kind, (_, _, words) in KINDS.items():
        name, problems = f"later/image, {kind}", []
        if not later.run.wanted(name):
            continue
        image = spoiled(later.path("prog"), later.path("image"), kind)
        for args in COMMANDS:
            refused(later, args, image, words, problems)
        status, text = later.run.sfmerge("synth", "-q", "--partial", "-i",
                                         image)
        if status or later.run.sfmerge("check", "-q", image)[0]:
            problems.append(f"synth --partial: {status}: {text[:300]}")
        later.run.result(name, problems)


def objects(later):
    """Objects, and archives with one of them."""
    for kind, (_, _, words) in KINDS.items():
        name, problems = f"later/object, {kind}", []
        if not later.run.wanted(name):
            continue
        obj = spoiled(later.path("b.o"), later.path("b-later.o"), kind)
        if kind == "flag":
            words = "the flags are 0x45"
        for args in COMMANDS[:4]:
            refused(later, args, obj, words, problems)
        plain, lib = later.path("plain.o"), later.path("liblater.a")
        later.run.command(["gcc", "-c", "-o", plain, later.path("a.c")])
        disk.remove(lib)
        later.run.command(["ar", "rc", lib, obj, plain])
        refused(later, ["synth"], lib, words, problems)
        status, text = later.run.sfmerge("synth", "--partial", "-i", lib)
        data = disk.read(lib)
        if status or text.count(LATER) != 1 or disk.read(obj) not in data or (
                disk.read(plain) in data):
            problems.append(f"archive, --partial: {status}: {text[:300]}")
        later.run.result(name, problems)


def judged(later):
    """What check, diff and dump say."""
    name, problems = "later/check, diff, dump", []
    if not later.run.wanted(name):
        return
    run = later.run
    image = spoiled(later.path("prog"), later.path("image"), "version 4")
    for path in (image, later.path("b4.o")):
        status, text = run.sfmerge("check", "--for=v3-reader", path)
        if status != 1 or "version 4: not known to this program\n" not in (
                text) or "not valid" in text or "without rows" in text or (
                    "unusable: version 4: it reads version 3 only\n"
                    not in text) or "fixed by" in text or (
                        "finds no .sframe" in text):
            problems.append(f"check: {status}: {text}")
        status, text = run.sfmerge("check", "--json", path)
        piece = json.loads(text)["files"][0]["pieces"][0]
        if piece["version"] != 4 or piece["known"]:
            problems.append(f"check --json: {text[:300]}")
        status, text = run.sfmerge("dump", "--headers", path)
        if "version 4, flags 0x" not in text:
            problems.append(f"dump: {text[:300]}")
        for pair in ((path, later.path("prog")), (later.path("b.o"), path)):
            status, text = run.sfmerge("diff", *pair)
            if status != 2 or (LATER not in text and "kind" not in text):
                problems.append(f"diff {pair}: {status}: {text[:300]}")
    status, text = run.sfmerge("check", "--brief", image)
    if "\nnot known  4 " not in text:
        problems.append(f"check --brief: {text}")
    status, text = run.sfmerge("check", "-r", "--json", later.folder)
    found = json.loads(text)["summary"]
    if found["not_known"] < 3 or found["not_valid"] != 0:
        problems.append(f"check -r: {found}")
    later.run.result(name, problems)


def linked(later, linker):
    """An input, beside others, in an image that LINKER makes of them."""
    name, problems = f"later/link, {linker}", []
    if not later.run.wanted(name):
        return
    image = later.link(linker, "linked", "a.o", "b4.o")
    if image is None:
        later.run.unsupported(name, "it does not link")
        return
    stripped = later.path("linked-stripped")
    later.run.command(["strip", "-o", stripped, image])
    inputs = [later.path("a.o"), later.path("b4.o")]
    out = later.path("out")
    before = disk.read(image)
    for path in (image, stripped):
        for options, wanted, functions in (
                (["--fill=none"], 1, None),
                (["--fill=none", "--partial"], 0, 1),
                ([], 0, 1 + FUNCTIONS),
                (["--partial"], 0, 1 + FUNCTIONS)):
            disk.remove(out)
            status, text = later.run.sfmerge("link", *options, "-o", out,
                                             path, *inputs)
            told = (f"rows for {FUNCTIONS} functions"
                    if "--fill=none" in options else "needs none of it")
            if status != wanted or text.count(LATER) != 1 or (
                    "b4.o(.sframe+0x2)" not in text or told not in text):
                problems.append(f"{options}: {status}: {text[:400]}")
            if os.path.exists(out) != (wanted == 0):
                problems.append(f"{options}: written, or not")
            if wanted == 0:
                _, text = later.run.sfmerge("check", "--json", out)
                found = json.loads(text)["files"][0]["pieces"]
                if len(found) != 1 or found[0]["version"] != 3 or (
                        found[0]["num_fdes"] < functions):
                    problems.append(f"{options}: {found}")
    if disk.read(image) != before:
        problems.append("the image has changed")
    later.run.result(name, problems)


def unneeded(later):
    """An input that the image needs nothing of: what it describes is described
    already, or was not extracted."""
    name, problems = "later/link, nothing needed", []
    if not later.run.wanted(name):
        return
    image = later.link("gold", "whole", "a.o", "b.o")
    if image is None:
        later.run.unsupported(name, "gold does not link")
        return
    lib, out = later.path("libunused.a"), later.path("out")
    later.run.command(["ar", "rc", lib, later.path("unused4.o")])
    stripped = later.path("whole-stripped")
    later.run.command(["strip", "-o", stripped, image])
    for path in (image, stripped):
        for more in ([later.path("b4.o")], [later.path("b.o"), lib]):
            status, text = later.run.sfmerge(
                "link", "--fatal-warnings", "-o", out, path,
                later.path("a.o"), *more)
            if status or text.count(LATER) != 1 or (
                    "needs none of it" not in text):
                problems.append(f"{more}: {status}: {text[:400]}")
            elif later.run.sfmerge("check", "-q", out)[0]:
                problems.append(f"{more}: not valid")
    later.run.result(name, problems)


def own_table(later):
    """An image whose section has nothing else, made by a linker of the
    future."""
    name, problems = "later/link, the image", []
    if not later.run.wanted(name):
        return
    image = spoiled(later.path("prog"), later.path("image"), "version 4")
    inputs = [later.path("a.o"), later.path("b.o")]
    before = disk.read(image)
    for options in ([], ["--fill"], ["--force"]):
        status, text = later.run.sfmerge("link", *options, "-i", image,
                                         *inputs)
        if status != 1 or disk.read(image) != before or LATER not in text:
            problems.append(f"{options}: {status}: {text[:300]}")
    status, text = later.run.sfmerge("link", "--partial", "-i", image,
                                     *inputs)
    if status or later.run.sfmerge("check", "-q", image)[0]:
        problems.append(f"--partial: {status}: {text[:300]}")
    later.run.result(name, problems)


def wrapped(later):
    """The wrapper, and what it reserves."""
    name, problems = "later/wrapper", []
    if not later.run.wanted(name):
        return
    _, wrap = later.run.sfmerge("--print-wrap")
    out = later.path("wrapped")
    command = ["gcc", "-B" + wrap.strip(), "-fuse-ld=gold", "-o", out,
               later.path("a.o"), later.path("b4.o")]
    for options, replaced in (("", False), ("--fill=none", False),
                              ("--partial", True)):
        status, text = later.run.command(
            ["env", "SFMERGE_OPTIONS=" + options, *command])
        if status or text.count(LATER) != 1:
            problems.append(f"'{options}': {status}: {text[:300]}")
            continue
        _, text = later.run.sfmerge("check", "--json", out)
        pieces = json.loads(text)["files"][0]["pieces"]
        if replaced != (len(pieces) == 1
                        and pieces[0]["num_fdes"] >= 1 + FUNCTIONS):
            problems.append(f"'{options}': {pieces}")
    status, text = later.run.sfmerge("reserve", "-o", later.path("r.o"),
                                     later.path("b4.o"))
    if status or size_of(later.path("r.o"), ".sframe_reserve") < (
            size_of(later.path("b4.o"), ".sframe")):
        problems.append(f"reserve: {status}: {text[:300]}")
    later.run.result(name, problems)


def detached(later):
    """A detached file of a later version is not replaced."""
    name, problems = "later/detached", []
    if not later.run.wanted(name):
        return
    file, run = later.path("detached"), later.run
    status, text = run.sfmerge("synth", "-q", "--detached=" + file,
                               later.path("prog"))
    spoiled(file, file, "version 4")
    before = disk.read(file)
    status, text = run.sfmerge("synth", "-q", "--detached=" + file,
                               later.path("prog"))
    if status != 1 or disk.read(file) != before or LATER not in text:
        problems.append(f"{status}: {text[:300]}")
    status, text = run.sfmerge("synth", "-q", "--partial",
                               "--detached=" + file, later.path("prog"))
    if status or run.sfmerge("check", "-q", file)[0]:
        problems.append(f"--partial: {status}: {text[:300]}")
    later.run.result(name, problems)


def cases(bench):
    """All cases."""
    later = Later(bench)
    if not later.usable:
        bench.run.unsupported("later", "no compiler for this machine")
        return
    images(later)
    objects(later)
    judged(later)
    for linker in LINKERS:
        linked(later, linker)
    unneeded(later)
    own_table(later)
    wrapped(later)
    detached(later)
