# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The compilers and linkers of this machine, and the test programs' objects
in every version of SFrame."""

import os
import re
import shutil
import subprocess

import runner
import sframe

# Which version a GNU ld merges itself, from a release on; what else it is given
# it leaves out or buries.
GNU_VERSION = (((2, 46), "v3"), ((2, 41), "v2"), ((2, 40), "v1"))
# From this release on mold merges version 3.
MOLD_MERGES = (2, 42)
VERSIONS = ("v1", "v2", "v2-pcrel", "v3")


def parser(*more):
    """As runner.parser, for a program that compiles and links."""
    options = runner.parser("--sources", *more)
    options.add_argument("--toolchains")
    options.add_argument("--library")
    options.add_argument("--cc", default="gcc")
    options.add_argument("--cxx", default="g++")
    return options


def release(program):
    """The first two numbers of what PROGRAM says of its version."""
    text = subprocess.run([program, "--version"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, check=False,
                          timeout=runner.TIMEOUT).stdout.decode()
    # GNU's have their package's name and more in parentheses.
    found = re.search(r"\b(\d+)\.(\d+)", re.sub(r"\(.*?\)", "",
                                                 text.partition("\n")[0]))
    return (int(found[1]), int(found[2])) if found else (0, 0)


class Linker:
    """One linker and how gcc is told to use it.  Its release is asked of it:
    what one is called says little where a system is newer than another."""

    def __init__(self, name, flags, family, program):
        self.name, self.flags, self.family = name, flags, family
        self.release = release(program)

    def merges(self):
        """The version that it merges, or None."""
        if self.family == "gnu":
            return next((version for first, version in GNU_VERSION
                         if self.release >= first), None)
        return "v3" if (self.family == "mold"
                        and self.release >= MOLD_MERGES) else None


def linkers(more):
    """All linkers here; MORE is a directory with bin/ and use/, or empty."""
    found = []
    for name, program, flag, family in (
            ("ld", "ld.bfd", "bfd", "gnu"), ("gold", "ld.gold", "gold",
                                             "gold"),
            ("lld", "ld.lld", "lld", "lld"), ("mold", "mold", "mold",
                                              "mold")):
        if shutil.which(program):
            found.append(Linker(name, [f"-fuse-ld={flag}"], family, program))
    for name in ("ld-2.44", "ld-2.47", "lld-19", "lld-21", "mold-2.37",
                 "mold-3"):
        folder = os.path.join(more, "use", name) if more else ""
        if folder and os.path.exists(os.path.join(folder, "ld")):
            family = name.split("-")[0]
            found.append(Linker(name, ["-B" + folder],
                                "gnu" if family == "ld" else family,
                                os.path.join(folder, "ld")))
    return found


class Objects:
    """Compiles the test programs once and keeps the objects by version."""

    def __init__(self, run, sources, more, cc, cxx):
        self.run, self.sources, self.more = run, sources, more
        self.cc, self.cxx = cc, cxx
        self.known = {}

    def usable(self, source="link-main.c"):
        """Whether the compiler's assembler writes .sframe V1, for SOURCE."""
        return bool(self.get(source, "v1", "pic"))

    def get(self, source, version, kind, define=None, gnu_type=False):
        """The object of SOURCE in VERSION, compiled as KIND ("pic", "gc":
        a section a function, "exe": neither PIC nor PIE, "hidden": with
        hidden names, "bare": without .eh_frame); None if it cannot be made.
         GNU_TYPE: SHT_GNU_SFRAME whatever the version."""
        key = (source, version, kind, define, gnu_type)
        if key not in self.known:
            self.known[key] = self._make(*key)
        return self.known[key]

    def _make(self, source, version, kind, define, gnu_type):
        stem = os.path.splitext(source)[0]
        folder = self.run.path(os.path.join(
            f"{version}-{kind}" + ("-gnu" if gnu_type else ""),
            f"part{define}" if define else "main"))
        os.makedirs(folder, exist_ok=True)
        out = os.path.join(folder, stem + ".o")
        if version != "v1" or gnu_type:
            real = None if gnu_type else self._assembled(
                source, version, kind, define, out)
            if not real:
                first = self.get(source, "v1", kind, define)
                if not first:
                    return None
                sframe.transcode(first, out, version,
                                 "gnu" if gnu_type else None)
            return out
        status, text = self.run.command(
            self._compile(source, kind, define)
            + ["-Wa,--gsframe", "-c", "-o", out])
        if status:
            print(text)
            return None
        return out

    def _compile(self, source, kind, define):
        compiler = self.cxx if source.endswith(".cc") else self.cc
        flags = {"pic": ["-fPIC"], "gc": ["-fPIC", "-ffunction-sections"],
                 "exe": ["-fno-pic"],
                 "hidden": ["-fPIC", "-fvisibility=hidden"],
                 "bare": ["-fPIC", "-include", os.path.join(
                     self.sources, "trap-bare.h")]}[kind]
        include = os.path.join(self.sources, "..", "..", "..", "include")
        return ([compiler, "-O2", "-I" + include, *flags,
                 os.path.join(self.sources, source)]
                + ([f"-DPART={define}"] if define else []))

    def _assembled(self, source, version, kind, define, out):
        """With the newer assembler that writes VERSION, if it is here."""
        name = {"v2": "as-2.44", "v2-pcrel": "clang-as-22",
                "v3": "as-2.47"}[version]
        program = os.path.join(self.more, "bin", name) if self.more else ""
        if not program or not os.path.exists(program):
            return None
        text = out[:-2] + ".s"
        if self.run.command(self._compile(source, kind, define)
                            + ["-S", "-o", text])[0]:
            return None
        flags = [] if name.startswith("clang") else ["--gsframe"]
        status, said = self.run.command([program, *flags, text, "-o", out])
        if status:
            print(f"note: {name}: {said.splitlines()[:1]}")
            return None
        return out

    def program(self, versions, kind, gnu_type=False):
        """main and the parts, in VERSIONS: one for all three objects, or one
        each, of which a fourth is for a part that nothing calls."""
        if isinstance(versions, str):
            versions = (versions,) * 3
        return [self.get("link-main.c", versions[0], kind, None, gnu_type)] + [
            self.get("link-part.c", version, kind, part, gnu_type)
            for part, version in enumerate(versions[1:], 1)]

    def cxx_program(self, version, kind):
        """The C++ program with COMDAT functions."""
        return [self.get("link-cxx-one.cc", version, kind),
                self.get("link-cxx-two.cc", version, kind)]
