# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Functions that are off by some bytes at the edges of code that begins below
0x1000, where linkers put what they have discarded: `sfmerge check` takes none
of them for discarded, and the other commands put them right."""

import shutil

import disk
from check_broken import Broken
from check_classes import Checked

SOURCE = """
int t (int n);
__attribute__ ((noinline)) int first (int n) { return t (n) + t (n + 1); }
__attribute__ ((noinline)) int t (int n) { return first (n - 1) * 3; }
__attribute__ ((noinline)) int last (int n) { return first (n) + t (n * 5); }
void _start (void) { last (t (1)); }
"""
COMPILERS = ("gcc", "aarch64-linux-gnu-gcc")
KINDS = ("-static-pie", "-shared")
VERSIONS = ("v2", "v2-pcrel", "v3")


def resize(it, func, size):
    """Let FUNC have SIZE bytes."""
    it.header("I", func.field + (8 if it.piece.version == 3 else 4), size)


def ends(it):
    """The functions at the lowest and the highest address."""
    pairs = sorted(zip(it.addrs, it.piece.functions), key=lambda p: p[0])
    return pairs[0], pairs[-1]


def after(it):
    """The last function is one byte later."""
    addr, func = ends(it)[1]
    it.move(func, addr + 1)


def before(it):
    """The first function is one byte earlier."""
    addr, func = ends(it)[0]
    it.move(func, addr - 1)


def longer(it):
    """The last function has one byte more than the code."""
    _, func = ends(it)[1]
    resize(it, func, func.size + 1)


def headers(it):
    """The first function is in the headers of the file."""
    _, func = ends(it)[0]
    it.move(func, 0x20)


def at_zero(it):
    """A function at 0, as discarded ones are, reaches into the code."""
    addr, func = ends(it)[0]
    it.move(func, 0)
    resize(it, func, addr + func.size)


BREAKS = (after, before, longer, headers, at_zero)


def program(run, compiler, kind):
    """An image whose code begins below 0x1000; None: there is no compiler."""
    if not shutil.which(compiler):
        return None
    source, image = run.path("edges.c"), run.path("edges")
    disk.write(source, SOURCE)
    status, text = run.command(
        [compiler, "-O1", "-fPIC", "-fno-optimize-sibling-calls", "-nostdlib",
         kind, "-Wl,-z,noseparate-code", "-Wl,--build-id=none", "-o", image,
         source])
    return None if status else image


def mended(run, broken, version, *command):
    """Problems with what COMMAND makes of BROKEN."""
    out = run.path("mended")
    disk.remove(out)
    status, text = run.sfmerge(*command, "-o", out, "--to=" + version, broken)
    if status:
        return [f"{command}: status {status}: {text[:200]}"]
    seen = Checked(run, out)
    return [f"{command}: {problem}" for problem in
            seen.problems + sorted(seen.names("error", "warning"))]


def spoiled(run, name, right, version, function):
    """FUNCTION done to the image RIGHT, and what the commands say of it."""
    it = Broken(right)
    function(it)
    broken = it.patch.write(run.path("broken"))
    seen = Checked(run, broken)
    problems = seen.problems[:]
    if "function-not-code" not in seen.names("error"):
        problems.append(f"check finds {sorted(seen.names())}")
    if run.sfmerge("check", "-q", "--for=libsframe-2.46", broken)[0] != 1:
        problems.append("check finds no fault for a reader")
    for command in ("synth", "repair"):
        problems += mended(run, broken, version, command)
    run.result(name, problems, "" if not problems else seen.text)


def cases(bench):
    """All of them."""
    run = bench.run
    for compiler in COMPILERS:
        for kind in KINDS:
            image = program(run, compiler, kind)
            for version in VERSIONS:
                name = f"check/edges: {compiler} {kind} {version}"
                right = run.path("right")
                if image is None:
                    run.unsupported(name, f"no {compiler}")
                    continue
                disk.remove(right)
                status, text = run.sfmerge("synth", "-q", "--to=" + version,
                                           "-o", right, image)
                run.result(name, Checked(run, right).problems if status == 0
                           else [text])
                for function in BREAKS:
                    told = function.__doc__.splitlines()[0].rstrip(".")
                    if run.wanted(f"{name}: {told}"):
                        spoiled(run, f"{name}: {told}", right, version,
                                function)
