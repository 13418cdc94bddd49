# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The examples that the manual has for build systems, taken out of it and
built."""

import os
import shutil

import disk
import manual

MAIN = """#include <stdio.h>
int part (int n);
int main (void) { printf ("%d\\n", part (20)); return 0; }
"""
PART = """int part (int n)
{
  return n < 2 ? n : part (n - 1) + part (n - 2);
}
"""
# Example: (program, file it is put in, commands, where the result is).
SYSTEMS = {
    "Makefile": ("make", "Makefile", [["make"]], "prog"),
    "Makefile.steps": ("make", "Makefile", [["make"]], "prog"),
    "CMakeLists.txt": (
        "cmake", "CMakeLists.txt",
        [["cmake", "-S", ".", "-B", "out"], ["cmake", "--build", "out"]],
        "out/prog"),
    "CMakeLists.txt.steps": (
        "cmake", "CMakeLists.txt",
        [["cmake", "-S", ".", "-B", "out"], ["cmake", "--build", "out"]],
        "out/prog"),
    "meson.build": (
        "meson", "meson.build",
        [["meson", "setup", "out"], ["meson", "compile", "-C", "out"]],
        "out/prog"),
    "build.ninja": ("ninja", "build.ninja", [["ninja"]], "prog"),
}


def shim(bench):
    """A directory with sfmerge as it would be if it were installed."""
    folder = bench.run.path("bin")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "sfmerge")
    disk.write(path, "#!/bin/sh\ncase $1 in\n"
                     f"--print-wrap) echo '{bench.wrap}' ;;\n"
                     f"*) exec '{bench.run.tool}' \"$@\" ;;\nesac\n")
    os.chmod(path, 0o755)
    return folder


def build(bench, name, body):
    """Build the example NAME."""
    program, file_name, commands, result = SYSTEMS[name]
    title = f"wrap: the manual's example {name}"
    if not bench.run.wanted(title):
        return
    if not shutil.which(program):
        bench.run.unsupported(title, "no " + program)
        return
    if not shutil.which("ld.gold"):
        bench.run.unsupported(title, "no gold")
        return
    folder = bench.run.path("build-" + name)
    os.makedirs(folder)
    for path, text in (("main.c", MAIN), ("part.c", PART),
                       (file_name, body.replace("@WRAP@", bench.wrap))):
        disk.write(os.path.join(folder, path), text)
    problems, text = [], ""
    for command in commands:
        status, said = bench.run.command(command, folder)
        text += said
        if status:
            problems.append(f"{command}: exit status {status}")
            break
    image = os.path.join(folder, result)
    if not problems:
        if bench.run.command([image]) != (0, "6765\n"):
            problems.append("it does not run")
        status, said = bench.run.sfmerge("check", "--for=kernel", image)
        text += said
        if status or "main at" in said:
            problems.append("check is not content")
        status, said = bench.run.sfmerge("dump", image)
        for function in ("<main>", "<part>"):
            if function not in said:
                problems.append(f"{function} is not described")
    bench.run.result(title, problems + bench.left(), text)


def all_cases(bench):
    """All examples; each of SYSTEMS must be there."""
    found = manual.examples(bench.manual, "check")
    missing = sorted(set(SYSTEMS) - set(found))
    bench.run.result("wrap: the manual has the examples",
                     [f"no example {name}" for name in missing])
    path = os.environ["PATH"]
    os.environ["PATH"] = shim(bench) + ":" + path
    for name in SYSTEMS:
        if name in found:
            build(bench, name, found[name])
    os.environ["PATH"] = path
