# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The commands that bench-commands.py times, in the order that they need: the
links come before what reads their outputs.

Objects of version 1 are what the assembler of this machine writes, and its ld
merges those.  The newer linkers, in the directory SFMERGE_TOOLCHAINS, are
given the same objects in version 3.
"""

import os
import shutil
import subprocess

# One thread; and no second process, whose memory nobody would see.
MOLD = ("--threads=1", "--no-fork")


class Command:
    """One command and what it took."""

    def __init__(self, name, args, out=None, base=None, floor=None):
        self.name, self.args, self.out = name, args, out
        self.base, self.floor = base, floor
        self.times, self.memory, self.own = [], 0, 0


class Objects:
    """The inputs: FRAMES of version 1, NEWER of version 3 or None, PLAIN
    without .sframe; each a list of paths."""

    def __init__(self, folder, frames, newer, plain):
        self.folder = folder
        self.frames, self.newer, self.plain = frames, newer, plain

    def path(self, name):
        """A file beside them."""
        return os.path.join(self.folder, name)

    def listed(self, name):
        """A file that has their paths."""
        path = self.path(name + ".list")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(p + "\n" for p in getattr(self, name))
        return path

    def response(self, name):
        """The same as an argument."""
        return "@" + self.listed(name)


def newer(name):
    """The program NAME of SFMERGE_TOOLCHAINS, or None."""
    folder = os.environ.get("SFMERGE_TOOLCHAINS")
    path = os.path.join(folder, "bin", name) if folder else ""
    return path if os.path.exists(path) else None


def convert(tool, folder, paths):
    """Copies in version 3 of the objects PATHS, which are in one directory, if
    there is a linker that wants them; else None."""
    if not newer("ld-2.47") and not newer("mold-3"):
        return None
    copies = shutil.copytree(os.path.dirname(paths[0]),
                             os.path.join(folder, "newer-o"))
    made = [os.path.join(copies, os.path.basename(path)) for path in paths]
    objects = Objects(folder, None, made, None)
    subprocess.run([tool, "convert", "-i", "-q", "--to=v3",
                    objects.response("newer")], check=True)
    return made


def one_processor():
    """What makes a command run on one processor, where it uses a thread for
    each; None if there is one only."""
    several = len(os.sched_getaffinity(0)) > 1 and shutil.which("taskset")
    return ["taskset", "-c", "0"] if several else None


def of_ld(tool, objects):
    """The machine's ld, and what follows it."""
    path, frames = objects.path, objects.response("frames")
    return [
        Command("ld, without .sframe",
                ["ld", "-o", path("plain"), objects.response("plain")]),
        Command("ld", ["ld", "-o", path("ld"), frames]),
        # Asking for the map costs time.
        Command("ld, with a map",
                ["ld", "-Map=" + path("ld.map"), "-o", path("out"), frames],
                path("out")),
        Command("ld -r", ["ld", "-r", "-o", path("whole.o"), frames]),
        *links(tool, objects, "frames", "ld", None),
        Command("convert of ld -r's object",
                [tool, "convert", "-q", "--to=v3", "-o", path("out"),
                 path("whole.o")], path("out")),
        Command("dump of ld's image", [tool, "dump", path("ld")]),
        Command("check of ld's image", [tool, "check", path("ld")]),
    ]


def links(tool, objects, kind, linker, base):
    """The floor, and the ways of sfmerge link, for the image LINKER."""
    path, args = objects.path, objects.response(kind)
    floor = f"floor of {linker}"
    start = [tool, "link", "-q", "--grow=move-phdrs", "-o", path("out")]
    ways = [("its own pieces", start + [path(linker)]),
            ("the map", start + ["--from-map=" + path(linker + ".map"),
                                 path("plain")]),
            ("symbols", start + [path("plain")])]
    if one_processor():
        ways += [(name + ", one thread", one_processor() + command)
                 for name, command in ways]
    return [Command(floor,
                    [os.environ.get("BENCH_FLOOR", "bench/bench-floor"),
                     objects.listed(kind), path(linker), path("out")],
                    path("out"), base)] + [
        Command(f"link of {linker}, by {name}", command + [args],
                path("out"), base, floor) for name, command in ways]


def of_gold(tool, objects):
    """gold, which puts pieces one after the other, and what fixes that."""
    if not shutil.which("ld.gold"):
        return []
    path, frames = objects.path, objects.response("frames")
    return [
        Command("gold", ["ld.gold", "-o", path("gold"), frames]),
        Command("link of gold's image",
                [tool, "link", "-q", "-o", path("out"), path("gold"), frames],
                path("out"), floor="floor of ld"),
        Command("repair of gold's image",
                [tool, "repair", "-q", "-o", path("repaired"), path("gold")],
                path("repaired"), floor="floor of ld"),
        # What nothing that repairs can do without, and what proves it.
        Command("copy of gold's image",
                ["cp", "--reflink=never", "--sparse=never", path("gold"),
                 path("out")], path("out")),
        Command("check of gold's image, repaired",
                [tool, "check", path("repaired")]),
        Command("repair of a right image",
                [tool, "repair", "-q", "-i", path("repaired")]),
    ]


def of_newer(tool, objects):
    """The linkers that merge version 3, and readelf."""
    path, found = objects.path, []
    if not objects.newer:
        return []
    args, plain = objects.response("newer"), objects.response("plain")
    ld, mold, readelf = (newer(n) for n in ("ld-2.47", "mold-3",
                                            "readelf-2.47"))
    if mold:
        one = [mold, *MOLD]
        found += [Command("mold 3, without .sframe",
                          one + ["-o", path("out"), plain], path("out"),
                          "mold 3"),
                  Command("mold 3", one + ["-o", path("out"), args],
                          path("out"), "mold 3")]
    if ld:
        image, base = path("ld-2.47"), "ld 2.47"
        found += [
            Command("ld 2.47, without .sframe",
                    [ld, "-o", path("out"), plain], path("out"), base),
            Command(base, [ld, "-o", image, args], base=base),
            Command("ld 2.47, with a map",
                    [ld, "-Map=" + path("ld-2.47.map"), "-o", path("out"),
                     args], path("out"), base),
            *links(tool, objects, "newer", "ld-2.47", base),
            Command("check of ld 2.47's image", [tool, "check", image],
                    base="readelf 2.47"),
            Command("dump of ld 2.47's image", [tool, "dump", image],
                    base="readelf 2.47"),
        ]
        if readelf:
            found.append(Command("readelf 2.47", [readelf, "--sframe", image],
                                 base="readelf 2.47"))
    return found


def of_shuffled(objects, shuffled):
    """mold with the functions in any order."""
    mold = newer("mold-3")
    if not mold or not objects.newer or not shuffled:
        return []
    start = [mold, *MOLD, "--shuffle-sections=1", "-o", objects.path("out")]
    return [Command("mold 3, shuffled, without .sframe",
                    start + [shuffled.response("plain")], objects.path("out"),
                    "mold 3, shuffled"),
            Command("mold 3, shuffled", start + [shuffled.response("newer")],
                    objects.path("out"), "mold 3, shuffled")]


# What somebody would do instead of one link: the steps, and the link that it
# is compared with.
BUILDS = (("gold, then repair", ("gold", "repair of gold's image"), "ld"),
          ("gold, then link", ("gold", "link of gold's image"), "ld"),
          ("ld 2.47 without .sframe, then link by symbols",
           ("ld 2.47, without .sframe", "link of ld-2.47, by symbols"),
           "ld 2.47"))


def builds(found):
    """The commands FOUND, all run, put together as BUILDS."""
    known, made = {c.name: c for c in found}, []
    for name, steps, base in BUILDS:
        if all(step in known for step in steps):
            parts = [known[step] for step in steps]
            made.append(Command(name, [], base=base))
            made[-1].times = [sum(t) for t in zip(*(p.times for p in parts))]
            made[-1].memory = max(p.memory for p in parts)
            made[-1].own = max(p.own for p in parts)
    return made


def commands(tool, objects, shuffled=None):
    """What is timed, for OBJECTS and those with a section a function,
    SHUFFLED."""
    found = (of_ld(tool, objects) + of_gold(tool, objects)
             + of_newer(tool, objects) + of_shuffled(objects, shuffled))
    # A build without libbfd has fewer commands.
    helped = subprocess.run([tool, "--help"], check=True,
                            stdout=subprocess.PIPE).stdout.decode()
    return [c for c in found
            if c.args[0] != tool or f"\n  {c.args[1]} " in helped]
