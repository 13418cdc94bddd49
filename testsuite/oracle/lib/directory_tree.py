# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A directory with files of all kinds, for commands that take whole
directories."""

import os
import shutil
import stat
import subprocess

import disk
import elf

EI_CLASS, E_TYPE, E_MACHINE = 4, 16, 18
# Members of the archive that comes first: its details fill a pipe.
MEMBERS = 60
DEEP = 3000


def patched(data, at, value):
    """DATA with the bytes VALUE at AT."""
    return data[:at] + value + data[at + len(value):]


def contents(folder):
    """What the regular files below FOLDER hold and their modes, by path."""
    found = {}
    for here, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(here, name)
            state = os.lstat(path)
            if stat.S_ISREG(state.st_mode):
                found[os.path.relpath(path, folder)] = (
                    disk.read(path), stat.S_IMODE(state.st_mode))
    return found


def sframe_size(path):
    """The size of the section .sframe of the ELF file PATH."""
    return sum(s.size for s in elf.Elf(path).sections if s.name == ".sframe")


class Tree:
    """A directory like no other.  What a walk over it does is known: TAKEN are
    the files it takes, CHANGED those that synth changes."""

    TAKEN = ("a/many.a", "a/one.o", "b/libc.so", "b/none.o", "cut.so",
             "prog", "z/last.o")
    CHANGED = ("a/many.a", "a/one.o", "b/libc.so", "prog", "z/last.o")
    COUNTS = {"files": 7, "changed": 5, "unchanged": 0, "nothing": 1,
              "refused": 0, "unreadable": 1, "other_kinds": 4, "foreign": 3,
              "further_names": 0, "unreadable_directories": 0}

    def __init__(self, bench):
        self.bench = bench
        self.model = bench.run.path("folders-model")
        self.serial = 0
        self.good = self._make()

    def path(self, name):
        """The file NAME of the model."""
        return os.path.join(self.model, name)

    def _compile(self, out, *flags):
        status, text = self.bench.run.command(
            [self.bench.args.cc, "-O2", *flags, "-o", self.path(out),
             os.path.join(self.bench.args.sources, "synth-calls.c")])
        if status:
            print(f"note: {out}: {text[:300]}")
        return status == 0

    def _write(self, name, data):
        disk.write(self.path(name), data)

    def _make(self):
        for name in ("a", "b", "z", "only-text"):
            os.makedirs(self.path(name), exist_ok=True)
        done = (self._compile("a/one.o", "-c")
                and self._compile("b/none.o", "-c",
                                  "-fno-asynchronous-unwind-tables")
                and self._compile("b/libc.so", "-shared", "-fPIC", "-Wl,-z,"
                                  "separate-code"))
        if not done:
            return False
        one = disk.read(self.path("a/one.o"))
        self._write("z/last.o", one)
        self._archive()
        shutil.copy(self.path("b/libc.so"), self.path("prog"))
        self._write("a/elf32.o", patched(one, EI_CLASS, b"\1"))
        self._write("a/riscv.o", patched(one, E_MACHINE, b"\xf3\0"))
        self._write("a/core", patched(one, E_TYPE, b"\4\0"))
        self._write("cut.so", one[:100])
        self._write("only-text/script", b"#!/bin/sh\n")
        self._write("only-text/empty", b"")
        self._write("only-text/text.gz", b"\x1f\x8b\x08\0")
        os.symlink("one.o", self.path("a/link.o"))
        os.symlink("../a", self.path("b/folder"))
        os.symlink("..", self.path("z/up"))
        os.mkfifo(self.path("z/fifo"))
        return True

    def _archive(self):
        work = self.bench.run.path("folders-members")
        os.makedirs(work, exist_ok=True)
        names = []
        for i in range(MEMBERS):
            names.append(f"member{i:03}.o")
            shutil.copy(self.path("a/one.o"), os.path.join(work, names[-1]))
        self.bench.run.command(["ar", "rcD", self.path("a/many.a"), *names],
                               cwd=work)
        self.bench.run.command(["ar", "rcDT", self.path("a/thin.a"),
                                "one.o"], cwd=self.path("a"))

    def fresh(self):
        """A new copy."""
        self.serial += 1
        folder = self.bench.run.path(f"folders-{self.serial}")
        # With the links as they are, which copytree cannot do for pipes.
        subprocess.run(["cp", "-a", self.model, folder], check=True)
        return folder


def deepen(folder):
    """Make directories in FOLDER, each in the one before, deeper than a path
    can say."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(DEEP):
        os.mkdir("deep", dir_fd=here)
        below = os.open("deep", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
