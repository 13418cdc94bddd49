# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Programs that walk their own stack by the PT_GNU_SFRAME that they have
loaded, and step through their procedure linkage table; in every form of link
that a group gives them."""

import glob
import os

# The sources; the walker itself is added to each.
CHAIN, PLT = ("walk-main.c",), ("walk-plt.c",)
CXX = ("walk-cxx.cc", "walk-cxx.cc")
# Form: (sources, compile kind, flags).  In a shared object calls between its
# own functions go through its PLT, too, and main is in it.
FORMS = {
    "pie": (CHAIN, "pic", ["-pie"]),
    "no-pie": (CHAIN, "exe", ["-no-pie"]),
    "static": (CHAIN, "exe", ["-static"]),
    "static-pie": (CHAIN, "pic", ["-static-pie"]),
    "gc": (CHAIN, "gc", ["-pie", "-Wl,--gc-sections"]),
    "shared": (CHAIN, "pic", ["-shared"]),
    "cxx": (CXX, "pic", ["-pie"]),
    "cxx-gc": (CXX, "gc", ["-pie", "-Wl,--gc-sections"]),
    "PLT": (PLT, "pic", ["-pie", "-Wl,-z,lazy"]),
    "PLT, now": (PLT, "pic", ["-pie", "-Wl,-z,now"]),
    "PLT, no-pie": (PLT, "exe", ["-no-pie", "-Wl,-z,lazy"]),
    "PLT, shared": (PLT, "pic", ["-shared", "-Wl,-z,lazy"]),
}

# Frames of walk-compare.c, a program of the walker in examples/walk.c: descend
# and, nine times each, another function and descend again; main, and what
# calls it.
FRAMES = 1 + 2 * 9 + 2
# How a walk ends that has reached _start.
OUTERMOST = "the outermost frame"
# What of the engine a look-up needs.
ENGINE = ("fde.c", "piece.c", "rows.c", "status.c", "find/find-*.c")


def engine(top, folder):
    """The compiler's flags, and the sources, of what a look-up needs; TOP is
    the project's directory.  They ask nothing of a config.h, so that an empty
    one is written to FOLDER."""
    with open(os.path.join(folder, "config.h"), "w", encoding="utf-8"):
        pass
    merger = os.path.join(top, "merger")
    flags = [flag for path in (folder, os.path.join(top, "include"), merger,
                               os.path.join(merger, "find"))
             for flag in ("-iquote", path)]
    return flags, [path for pattern in ENGINE for path in sorted(
        glob.glob(os.path.join(merger, pattern)))]


def forms(linker):
    """The forms that LINKER can link.  gold has no -static-pie; what
    mold 2.37 makes of it is not the same in each link, and crashes in some,
    with .sframe or without."""
    return [form for form in FORMS if form != "static-pie"
            or not (linker.family == "gold"
                    or linker.family == "mold" and linker.release == (2, 37))]


class Walk:
    """A program of one form, in one version or in several: one an object."""

    def __init__(self, bench, form, version):
        self.bench, self.run = bench, bench.run
        sources, compiled, self.flags = FORMS[form]
        versions = (version,) if isinstance(version, str) else version
        parts = (1, 2) if len(sources) > 1 else (None,)
        self.inputs = [
            bench.objects.get(source, versions[number % len(versions)],
                              compiled, part)
            for number, (source, part) in enumerate(
                zip(sources + ("walk-self.c",), parts + (None,)))]
        self.cxx, self.chain = sources is CXX, sources is not PLT
        self.image = os.path.abspath(self.run.path(
            "walker.so" if self.shared() else "walker"))

    def shared(self):
        """Whether it is a shared object."""
        return "-shared" in self.flags

    def command(self, linker, *more, inputs=None, before=()):
        """The command line that links it; BEFORE: flags for the driver."""
        objects = self.bench.objects
        return [objects.cxx if self.cxx else objects.cc, *before,
                *linker.flags, *self.flags, "-o", self.image,
                *(inputs or self.inputs), self.bench.library, *more]

    def possible(self, name):
        """Whether the case NAME is asked for, and can be."""
        if not self.run.wanted(name):
            return False
        if not self.bench.library:
            self.run.unsupported(name, "no libsfmerge")
        return bool(self.bench.library)

    def result(self, name, status, text, known=()):
        """Print the result of the case NAME, whose link, merged, gave STATUS
        and TEXT; KNOWN: what is wrong already."""
        if status and self.shared() and "recompile with -f" in text:
            self.run.unsupported(name, "libsfmerge is for executables")
            return
        problems, said = ([f"exit status {status}"], "") if status else (
            self.walked())
        self.run.result(name, list(known) + problems, text + said)

    def walked(self):
        """Run it: what is wrong, and what it said."""
        program = self.image
        if self.shared():
            program = self.run.path("walker-host")
            status, text = self.run.command(
                [self.bench.objects.cc, "-o", program, self.image,
                 "-Wl,-rpath," + os.path.dirname(self.image)])
            if status:
                return ["it has no host"], text
        os.chmod(self.image, 0o755)
        status, said = self.run.command([os.path.abspath(program)])
        found = []
        if status or not said.strip().endswith(" 0 wrong"):
            found.append("it goes wrong")
        if "by PT_GNU_SFRAME" not in said:
            found.append("it does not find its header")
        counts = [int(w) for w in said.split() if w.isdigit()]
        if not found and self.chain and counts[1] < 30 * counts[0]:
            found.append("too few frames")
        return found, said
