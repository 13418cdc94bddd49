#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Time links of many generated objects with the plugin and through the
wrapper, beside the plain links of the same linkers:

    bench-build.py --objects N --functions M [--runs R]

The program is an ordinary one, dynamic and position-independent.  A row's
first word is the linker and what was done; then come the minimum and the
median in seconds, the ratio to the plain link, of the minima and as the median
of all turns, and the MiB of memory of the largest process.  "plugin-alone" is
the plugin with a program in the place of sfmerge that does nothing.  "link" is
`sfmerge link' alone, of the image that the plain link made.  What a link
through the wrapper should take is the last column of its row, if there is a
goal for the linker.

SFMERGE is the program, BENCH_TIME the one that times, BENCH_FOLDER where files
go, BENCH_PLUGIN the linker plugin, if there is one; SFMERGE_TOOLCHAINS is the
directory of newer linkers, which get the same objects in version 3.
"""

import argparse
import importlib
import json
import os
import shutil
import statistics
import subprocess
import sys

make_objects = importlib.import_module("bench-objects")
bench_links = importlib.import_module("bench-links")

# What a link through the wrapper may take, of the plain link.
SHARES = {"ld-2.47": 1.25, "ld.gold": 1.6, "lld-21": 1.6, "mold-3": 2.2}


class Link:
    """One way to link and what it took."""

    def __init__(self, name, args, out, plain=None, program=None):
        self.name, self.args, self.out = name, args, out
        self.plain, self.times, self.memory = plain or self, [], 0
        # The linker that the wrapper runs, if not that of its own name.
        self.environment = dict(os.environ)
        if program:
            self.environment["SFMERGE_LD"] = program

    def run(self, timer):
        """Link once, by the program TIMER."""
        if os.path.exists(self.out):
            os.remove(self.out)
        done = subprocess.run([timer] + self.args, check=False,
                              stdin=subprocess.DEVNULL, env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0 or done.stderr:
            sys.exit(f"{self.name}: status {done.returncode}\n"
                     + done.stderr.decode("utf-8", "replace")[:2000])
        seconds, memory = done.stdout.split()
        self.times.append(float(seconds))
        self.memory = max(self.memory, int(memory))

    def goal(self):
        """What it should take, or None."""
        linker, way = self.name.split("/")
        return (min(self.plain.times) * SHARES[linker]
                if way == "wrapper" and linker in SHARES else None)

    def row(self):
        """What it took, as a line."""
        low, its = min(self.times), min(self.plain.times)
        goal = self.goal()
        middle = statistics.median(
            a / b for a, b in zip(self.times, self.plain.times))
        return (f"{self.name:26} {low:8.3f} "
                f"{statistics.median(self.times):8.3f} {low / its:8.2f} "
                f"{middle:8.2f} {self.memory / 1024:8.0f} "
                + (f"{goal:8.3f}" if goal else "")).rstrip()


def plugins(linker, start, out, plain, tool):
    """LINKER, which START runs, with the plugin, if it takes it."""
    plugin = os.path.abspath(os.environ.get("BENCH_PLUGIN", "none"))
    if linker not in ("ld.bfd", "ld.gold") or not os.path.exists(plugin):
        return []
    ways = [("plugin-alone", "/bin/true"), ("plugin", tool)]
    return [Link(f"{linker}/{name}",
                 start + [word for option in
                          [f"sfmerge={program}", "fatal"]
                          for word in (["-plugin", plugin]
                                       if option.startswith("sfmerge=")
                                       else []) + ["-plugin-opt", option]],
                 out, plain)
            for name, program in ways]


def arguments(listed):
    """The arguments of a link of the objects in the file LISTED, but -o."""
    libc, lto = (subprocess.run(
        ["gcc", "-print-file-name=" + name], check=True,
        stdout=subprocess.PIPE, text=True).stdout.strip()
        for name in ("libc.so.6", "liblto_plugin.so"))
    # GCC gives its own plugin to every link; GNU ld without any asks those in
    # lib/bfd-plugins about each object, which takes longer.
    rest = ["-plugin", lto] if os.path.exists(lto) else []
    loader = "/lib64/ld-linux-x86-64.so.2"
    return rest + ["-pie", "--build-id", "-z", "noexecstack",
                   "-dynamic-linker", loader, "@" + listed, libc]


def linkers(listed):
    """(name, program, wrapper's name, file with its objects) of each."""
    for name in ("ld.bfd", "ld.gold", "ld.lld", "ld.mold"):
        yield name, shutil.which(name), name, listed["frames"]
    if "newer" in listed:
        for name in ("ld-2.47", "lld-21", "mold-3"):
            yield name, bench_links.newer(name), "ld", listed["newer"]


def links(tool, listed, folder):
    """All ways, of each linker that is here, the plain link first."""
    found, out = [], os.path.join(folder, "out")
    wrappers = os.path.join(os.path.dirname(tool), "wrap", "bin")
    for linker, program, name, objects in linkers(listed):
        if not program:
            continue
        image, rest = os.path.join(folder, linker), arguments(objects)
        plain = Link(f"{linker}/plain", [program, "-o", image] + rest, image)
        found += [plain, *plugins(linker, [program, "-o", out] + rest, out,
                                  plain, tool)]
        if os.path.exists(os.path.join(wrappers, name)):
            found.append(Link(f"{linker}/wrapper",
                              [os.path.join(wrappers, name), "-o", out] + rest,
                              out, plain, program))
        found.append(Link(f"{linker}/link",
                          [tool, "link", "-q", "--grow=move-phdrs", "-o", out,
                           image, "@" + objects], out, plain))
    return found


def merged(tool, link, functions):
    """Whether what LINK made is complete.  Not whether it is usable: without
    start files mold moves a symbol into what a header would need."""
    done = subprocess.run([tool, "check", "--json", link.out], check=False,
                          stdout=subprocess.PIPE, text=True)
    pieces = json.loads(done.stdout)["files"][0].get("pieces", [])
    if done.returncode or sum(p["num_fdes"] for p in pieces) < functions:
        sys.exit(f"{link.name}: the output is not merged:\n{done.stdout}")


def inputs(tool, folder, args):
    """Files that list the objects: of version 1, and of version 3 if there is
    a linker that wants them."""
    frames = make_objects.make(os.path.join(folder, "o"), args.objects,
                               args.functions)
    objects = bench_links.Objects(
        folder, frames, bench_links.convert(tool, folder, frames), [])
    return {kind: objects.listed(kind) for kind in ("frames", "newer")
            if getattr(objects, kind)}


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--objects", type=int, required=True)
    parser.add_argument("--functions", type=int, required=True)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    folder = os.path.join(os.environ.get("BENCH_FOLDER", "bench/scratch"),
                          "build")
    tool = os.path.abspath(os.environ.get("SFMERGE", "./sfmerge"))
    timer = os.environ.get("BENCH_TIME", "bench/bench-time")
    os.environ["SFMERGE"] = tool
    shutil.rmtree(folder, ignore_errors=True)
    found = links(tool, inputs(tool, folder, args), folder)
    for turn in range(args.runs):
        for link in found:
            link.run(timer)
            if turn == 0 and link.name.endswith(("/plugin", "/wrapper",
                                                 "/link")):
                merged(tool, link, args.objects * args.functions)
    print(f"links of {args.objects} objects of {args.functions} functions, "
          f"{args.runs} runs")
    print(f"{'':26} {'min s':>8} {'median':>8} {'ratio':>8} {'median':>8} "
          f"{'MiB':>8} {'goal s':>8}")
    for link in found:
        print(link.row())
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
