#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Time whole commands on generated objects, beside the links they follow:

    bench-commands.py --objects N --functions M [--runs R] [--keep]

The commands take turns, so that a busy spell meets all of them.  A row has
the minimum and the median of the runs, the minimum as a share of ld's link
with .sframe, and the most memory that the command had.  SFMERGE is the
program, BENCH_TIME the one that times, BENCH_FOLDER where files go,
BENCH_PLUGIN the linker plugin, if there is one.
"""

import argparse
import importlib
import os
import shutil
import statistics
import subprocess
import sys

objects = importlib.import_module("bench-objects")


class Command:
    """One command and what it took."""

    def __init__(self, name, args, out=None):
        self.name, self.args, self.out = name, args, out
        self.times, self.memory = [], 0

    def run(self, timer):
        """Run it once, by the program TIMER."""
        if self.out and os.path.exists(self.out):
            os.remove(self.out)
        done = subprocess.run([timer] + self.args, check=False,
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0:
            sys.exit(f"{self.name}: status {done.returncode}\n"
                     + done.stderr.decode("utf-8", "replace")[:2000])
        seconds, memory = done.stdout.split()
        self.times.append(float(seconds))
        self.memory = max(self.memory, int(memory))


def response(folder, name, paths):
    """A response file with PATHS."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(p + "\n" for p in paths)
    return "@" + path


def with_plugin(tool, linker, name, args):
    """LINKER with the plugin: alone, and with the merge."""
    plugin = os.path.abspath(os.environ.get("BENCH_PLUGIN", "none"))
    if not os.path.exists(plugin):
        return []
    # The image needs no room then, and the merge is the same.
    return [Command(f"{name}, {what}",
                    [linker, "-plugin", plugin, "-plugin-opt",
                     "sfmerge=" + program, "-plugin-opt", "fatal",
                     "-plugin-opt", "grow=move-phdrs", *args])
            for what, program in (("the plugin alone", "/bin/true"),
                                  ("the plugin and the merge", tool))]


def commands(tool, folder, with_frames, plain):
    """What is timed.  The links come first: what follows reads their
    outputs."""
    def path(name):
        return os.path.join(folder, name)

    everything = response(folder, "objects", with_frames)
    found = [
        Command("ld, without .sframe",
                ["ld", "-o", path("plain"), response(folder, "plain-objects",
                                                     plain)]),
        Command("ld", ["ld", "-o", path("ld"), everything]),
        Command("ld -r", ["ld", "-r", "-o", path("whole.o"), everything]),
        Command("link, by its own pieces",
                [tool, "link", "-q", "-o", path("out"), path("ld"),
                 everything], path("out")),
        Command("link, by symbols into a new segment",
                [tool, "link", "-q", "--grow=move-phdrs", "-o", path("out"),
                 path("plain"), everything], path("out")),
        Command("convert of ld -r's object",
                [tool, "convert", "-q", "--to=v3", "-o", path("out"),
                 path("whole.o")], path("out")),
        Command("dump of ld's image", [tool, "dump", path("ld")]),
    ]
    if shutil.which("ld.gold"):
        found[3:3] = [Command("gold", ["ld.gold", "-o", path("gold"),
                                       everything])] + with_plugin(
            tool, "ld.gold", "gold", ["-o", path("merged"), everything])
        found += [
            Command("link of gold's image",
                    [tool, "link", "-q", "-o", path("out"), path("gold"),
                     everything], path("out")),
            Command("repair of gold's image",
                    [tool, "repair", "-q", "-o", path("out"), path("gold")],
                    path("out")),
        ]
    found[2:2] = with_plugin(tool, "ld", "ld",
                             ["-o", path("merged"), everything])
    for name in ("ld.bfd", "ld.gold", "ld.lld", "ld.mold"):
        wrapper = os.path.join(os.path.dirname(tool), "tool", "wrap", name)
        if shutil.which(name) and os.path.exists(wrapper):
            found += [
                Command(label, [program, "-o", path("out"), everything],
                        path("out"))
                for label, program in ((f"{name}, to compare", name),
                                       (f"{name}, wrapped", wrapper))]
    helped = subprocess.run([tool, "--help"], check=True,
                            stdout=subprocess.PIPE).stdout.decode()
    if "\n  check " in helped:
        found.append(Command("check of ld's image",
                             [tool, "check", path("ld")]))
    return found


def table(found, functions):
    """Print what was measured."""
    base = min(next(c for c in found if c.name == "ld").times)
    print(f"{'':36} {'min s':>8} {'median':>8} {'of ld':>7} {'MiB':>6} "
          f"{'ns/FDE':>8}")
    for command in found:
        low = min(command.times)
        print(f"{command.name:36} {low:8.3f} "
              f"{statistics.median(command.times):8.3f} {low / base:6.0%} "
              f"{command.memory / 1024:6.0f} {low / functions * 1e9:8.0f}")


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--objects", type=int, required=True)
    parser.add_argument("--functions", type=int, required=True)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args()
    folder = os.path.join(os.environ.get("BENCH_FOLDER", "bench/scratch"),
                          "commands")
    tool = os.path.abspath(os.environ.get("SFMERGE", "./sfmerge"))
    timer = os.environ.get("BENCH_TIME", "bench/bench-time")
    os.environ["SFMERGE"] = tool
    shutil.rmtree(folder, ignore_errors=True)
    made = [objects.make(os.path.join(folder, name), args.objects,
                         args.functions, name == "plain-o")
            for name in ("frames-o", "plain-o")]
    found = commands(tool, folder, *made)
    for _ in range(args.runs):
        for command in found:
            command.run(timer)
    total = args.objects * args.functions
    print(f"{args.objects} objects of {args.functions} functions, "
          f"{args.runs} runs")
    table(found, total)
    if not args.keep:
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
