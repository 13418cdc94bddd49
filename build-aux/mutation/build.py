# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Build the program and the tests with all mutants in them.

WORK/src is a tree of links to the sources, in which files with mutants stand in
place of the real ones; WORK/build is configured from there.  A file keeps its
numbers from one build to the next while its mutants fit, so that a change
compiles little anew."""

import glob
import json
import os
import subprocess

import instrument

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
# One that ends or confines the wrong process would not end with its test.
SPARED = ("bfdglue/base/child.c", "bfdglue/base/sandbox")
MADE = ("configure", "aclocal.m4", "config.h.in", "Makefile.in")


def all_rooms():
    """The rooms that have mutants: the engine is one."""
    return ["merger"] + sorted(
        os.path.relpath(os.path.dirname(path), TOP)
        for path in glob.glob(os.path.join(TOP, "bfdglue/*/local.mk")))


def room_of(path):
    """The room of file PATH."""
    return "merger" if path.startswith("merger/") else os.path.dirname(path)


def write(path, data):
    """Write a file, unless it has DATA already."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.islink(path):
        os.unlink(path)
    elif os.path.exists(path):
        with open(path, "rb") as old:
            if old.read() == data:
                return
    with open(path, "wb") as file:
        file.write(data)


def link_tree(work, changed):
    """Links to all sources but those CHANGED."""
    tree = os.path.join(work, "src")
    names = subprocess.run(
        ["sh", os.path.join(TOP, "build-aux/list-sources"), TOP], check=True,
        capture_output=True, text=True).stdout.split("\n")[:-1]
    names += [name for name in MADE if name not in names]
    names += [os.path.relpath(path, TOP) for folder in ("build-aux", "m4")
              for path in glob.glob(os.path.join(TOP, folder, "*"))]
    for name in sorted(set(names) - set(changed)):
        path, real = os.path.join(tree, name), os.path.join(TOP, name)
        if os.path.isfile(real) and not (
                os.path.islink(path) and os.readlink(path) == real):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if os.path.lexists(path):
                os.unlink(path)
            os.symlink(real, path)


def find(config):
    """The Sources of all rooms; CONFIG is a directory with config.h."""
    rooms = all_rooms()
    flags = ["-std=gnu11", "-iquote", config] + [
        f'-DINSTALLED_{name}="/nowhere"' for name in (
            "PROGRAM", "PLUGIN", "WRAPPER", "COMMAND", "SCRIPT")]
    for room in ["include", "merger/cfi", "merger/build", "merger/find"] + rooms:
        flags += ["-iquote", os.path.join(TOP, room)]
    found = {}
    for folder in rooms + ["merger/cfi", "merger/build", "merger/find"]:
        for path in sorted(glob.glob(os.path.join(TOP, folder, "*.c"))):
            for name, source in instrument.read(
                    path, flags,
                    lambda name: room_of(name) in rooms
                    and not name.startswith(SPARED), TOP).items():
                # A header has the same functions for all that include it.
                if name not in found or len(source.mutants) > len(
                        found[name].mutants):
                    found[name] = source
    return found


def number(found, kept):
    """Give each file numbers; KEPT has those of the last build."""
    old = {}
    if os.path.exists(kept):
        with open(kept, encoding="utf-8") as file:
            old = json.load(file)
    end = max((first + room for first, room in old.values()), default=1)
    for name, source in sorted(found.items()):
        count = len(source.mutants)
        if name not in old or old[name][1] < count:
            old[name] = [end, count + count // 4 + 4]
            end += old[name][1]
    with open(kept, "w", encoding="utf-8") as file:
        json.dump(old, file)
    return {name: old[name][0] for name in found}, end


def prepare(work, config, jobs):
    """Write, configure and build; returns the mutants by number, and the limit
    of the numbers."""
    tree, build = os.path.join(work, "src"), os.path.join(work, "build")
    os.makedirs(build, exist_ok=True)
    found = {name: source for name, source in find(config).items()
             if source.mutants}
    link_tree(work, found)
    first, limit = number(found, os.path.join(work, "numbers.json"))
    header, mutants = os.path.join(HERE, "mutant.h"), {}
    for name, source in found.items():
        write(os.path.join(tree, name), source.render(first[name], header))
        mutants.update((m.number, m) for m in source.mutants)
    # Some room, so that a few more numbers change nothing else.
    limit = (limit // 8192 + 2) * 8192
    switch = os.path.join(work, "mutant.o")
    with open(os.path.join(work, "build.log"), "w", encoding="utf-8") as log:
        def step(*command, cwd=build):
            if subprocess.run(command, cwd=cwd, stdout=log, stderr=log,
                              stdin=subprocess.DEVNULL, check=False).returncode:
                raise SystemExit(f"mutation: {command[0]} failed: "
                                 f"see {log.name}")
        step(os.environ.get("CC", "gcc").split()[0], "-O1", "-fPIC",
             f"-DMUTANT_LIMIT={limit}", "-c", os.path.join(HERE, "mutant.c"),
             "-o", switch)
        # make would do it again with its LIBS, which configure refuses.
        status, script = (os.path.join(build, "config.status"),
                          os.path.join(tree, "configure"))
        if not os.path.exists(status) or (
                os.path.getmtime(status) < os.path.getmtime(script)):
            step(script, "-C", "--disable-shared", "--disable-plugin",
                 "CFLAGS=-O1 -w")
        step("make", f"-j{jobs}", f"LIBS={switch}", "check-programs")
    return mutants, limit
