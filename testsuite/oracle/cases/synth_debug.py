# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Functions that .debug_frame alone describes, beside those of .eh_frame: of
the image, and of its debug file, which is named or found by the build-id."""

import json
import os
import shutil

import disk
import ehframe
import elf
import image_frames
import objframes
import synth_bench
import synth_links

EH = """#include <stdlib.h>
int first (int), second (int);
__attribute__ ((noinline)) int own (int n) { return first (n) * 3 + 1; }
int main (int argc, char **argv)
{ return own (argc) + second (argc) > 0 ? 0 : (int) strtol (argv[0], 0, 9); }
"""
DEBUG = """#include <string.h>
int first (int n)
{ char b[90]; memset (b, n, sizeof b); return b[n & 63] + (int) strlen (b); }
int second (int n) { int k[n + 1]; memset (k, n, sizeof k); return k[0]; }
"""
FUNCTIONS = ("first", "second")
OFFSET = 0x0E  # DW_CFA_def_cfa_offset


class Files:
    """PLAIN, a program; IMAGE, which is stripped, and its DEBUG file."""

    def __init__(self, bench):
        self.bench, self.problems = bench, []
        self.plain, self.image, self.debug = (bench.fresh("")
                                              for _ in range(3))
        objects = []
        for source, flags in ((EH, []), (DEBUG, [
                "-g", "-fno-asynchronous-unwind-tables"])):
            objects.append(bench.fresh())
            code = objects[-1] + ".c"
            disk.write(code, source)
            self.command(bench.args.cc, "-O2", *flags, "-c", "-o",
                         objects[-1], code)
        self.command(bench.args.cc, "-Wl,--build-id", "-o", self.plain,
                     *objects)
        self.command("objcopy", "--only-keep-debug", self.plain, self.debug)
        self.command("strip", "-o", self.image, self.plain)

    def command(self, *command):
        """Run COMMAND, which has to succeed."""
        status, text = self.bench.run.command(list(command))
        if status:
            self.problems.append(text[:300])

    def frames(self):
        """The FDEs of .debug_frame."""
        return list(ehframe.each(elf.Elf(self.plain), debug=True))

    def id(self):
        """The build-id, in hexadecimal digits."""
        section, = elf.Elf(self.plain).named(".note.gnu.build-id")
        return elf.Elf(self.plain).bytes_of(section)[16:].hex()

    def changed(self, change):
        """A copy of PLAIN, with what CHANGE makes of its .debug_frame."""
        image, path = elf.Elf(self.plain), self.bench.fresh("")
        section, = image.named(".debug_frame")
        data = bytearray(image.data)
        frame = data[section.offset:section.offset + section.size]
        change(frame)
        data[section.offset:section.offset + section.size] = frame
        disk.write(path, data)
        shutil.copymode(self.plain, path)
        return path


def made(files, path, found, *options, env=None):
    """What synth makes of PATH, its text and its counts."""
    out = files.bench.fresh("")
    status, text = files.bench.run.command(
        ["env", *(env or []), files.bench.run.tool, "synth", "-v", "--json",
         *options, "-o", out, path])
    if status:
        found.say(f"synth: status {status}: {text[:300]}")
        return out, text, {}
    return out, text, synth_bench.counts_of(text)


def described(files, out, found):
    """OUT says at every address what .eh_frame and .debug_frame do."""
    judge = image_frames.Image(elf.Elf(out))
    beside = image_frames.Image(elf.Elf(files.plain), debug=True)
    judge.frames.update(beside.frames)
    judge.starts |= beside.starts
    judge.judge("v3", found, synth_links.MADE)
    if len(beside.frames) != len(FUNCTIONS):
        found.say(f".debug_frame has {len(beside.frames)} functions")
    status, text = files.bench.run.command([os.path.abspath(out)])
    if status:
        found.say(f"it runs with status {status}: {text[:200]}")
    status, text = files.bench.run.sfmerge("check", out)
    if status:
        found.say(f"check: status {status}: {text[:300]}")


def places(files):
    """Name, options and environment of each way to the debug file."""
    folder, cache = files.bench.fresh(""), os.path.abspath(
        files.bench.fresh(""))
    number = files.id()
    packaged = os.path.join(folder, ".build-id", number[:2])
    for where, name in ((packaged, number[2:] + ".debug"),
                        (os.path.join(cache, number), "debuginfo"),
                        (os.path.join(cache, "debuginfod_client", number),
                         "debuginfo")):
        os.makedirs(where)
        shutil.copy(files.debug, os.path.join(where, name))
    unset = ["-u", "DEBUGINFOD_CACHE_PATH", "-u", "XDG_CACHE_HOME"]
    yield "the debug file", ["--symbols=" + files.debug], None
    yield "a directory of packages", ["--symbols=" + folder], None
    yield "a directory of debuginfod", ["--symbols=" + cache], None
    yield ("debuginfod's own directory", ["--symbols=auto"],
           ["DEBUGINFOD_CACHE_PATH=" + cache])
    yield ("the user's directory", ["--symbols=auto"],
           [*unset, "XDG_CACHE_HOME=" + cache])


def each_place(files):
    """The image's own, and each way to another."""
    ways = [("the image", files.plain, [], None)]
    ways += [(name, files.image, options, env)
             for name, options, env in places(files)]
    for name, path, options, env in ways:
        name = "synth/debug: .debug_frame of " + name
        if not files.bench.run.wanted(name):
            continue
        found = objframes.Findings()
        for problem in files.problems:
            found.say(problem)
        out, text, counts = made(files, path, found, *options, env=env)
        if counts and (counts["debug_frames"], counts["debug_added"]) != (
                len(FUNCTIONS), len(FUNCTIONS)):
            found.say(f"it counts {counts}: {text[:300]}")
        elif counts:
            described(files, out, found)
        files.bench.tell(name, found, 5)


def strange(files):
    """Files that the search finds, and that are not used."""
    name = "synth/debug: found by its name alone"
    if not files.bench.run.wanted(name):
        return
    found, folder = objframes.Findings(), files.bench.fresh("")
    number = files.id()
    where = os.path.join(folder, number)
    os.makedirs(where)
    other = files.bench.fresh("")
    files.command("objcopy", "-R", ".note.gnu.build-id", files.debug, other)
    for content, word in ((b"", "no debug file"), (b"\x7fELF", "no debug"),
                          (disk.read(other), "no debug file"), (None, "")):
        path = os.path.join(where, "debuginfo")
        if content is None:
            os.remove(path)
        else:
            disk.write(path, content)
        out, text, counts = made(files, files.image, found,
                                 "--symbols=" + folder)
        if not counts or counts["debug_frames"] or word not in text:
            found.say(f"it says {text[:300]}")
        elif not image_frames.expect.own(elf.Elf(out))[0]:
            found.say("it has no functions")
    files.bench.tell(name, found, 0)


def spoil(files, name, change, word, counts_wanted):
    """CHANGE of .debug_frame, which the program tells with WORD."""
    name = "synth/debug: " + name
    if not files.bench.run.wanted(name):
        return
    found = objframes.Findings()
    path = files.changed(change)
    _, text, counts = made(files, path, found)
    have = (counts.get("debug_frames"), counts.get("debug_added"),
            counts.get("refuted"))
    if have != counts_wanted or word not in text:
        found.say(f"it counts {have}, not {counts_wanted}: {text[-300:]}")
    files.bench.tell(name, found, 0)


def judged(files):
    """Rules that are not those of the code, and functions that .eh_frame has
    already."""
    frames = {f.addr: f for f in files.frames()}
    symbols = {s.name: s.value for s in elf.Elf(files.plain).symbols()}
    low, high = (symbols[name] for name in ("own", "first"))

    def rules(data):
        """Another offset of the CFA in all of its rows."""
        for at in range(0x18, len(data) - 1):
            if data[at] == OFFSET and data[at + 1] >= 16:
                data[at + 1] += 8

    def moved(data):
        """A function where .eh_frame has one."""
        at = data.index(high.to_bytes(8, "little"))
        data[at:at + 8] = low.to_bytes(8, "little")

    def cut(data):
        """A record that does not end."""
        data[0:4] = (0x7FFFFFF0).to_bytes(4, "little")

    count = len(frames)
    if "no rows" not in files.bench.run.sfmerge(
            "synth", "-n", "--fill=code", files.plain)[1]:
        spoil(files, "rules that the code refutes", rules,
              "their instructions say otherwise", (count, 0, count))
    spoil(files, "a function that .eh_frame has", moved, "added",
          (count - 1, count - 1, 0))
    spoil(files, "damage", cut, "functions after it may go unconfirmed",
          (0, 0, 0))


def announced(files):
    """`check` says where more is, and how much."""
    name = "synth/debug: check"
    if not files.bench.run.wanted(name):
        return
    found = objframes.Findings()
    for options, path, more in (([], files.plain, 2), ([], files.image, 0),
                                (["--symbols=" + files.debug], files.image,
                                 2)):
        _, text = files.bench.run.sfmerge("check", "--json", *options, path)
        have = json.loads(text)["files"][0]["synth"]["debug_added"]
        if have != more:
            found.say(f"{options}: {have}, not {more}")
    status, text = files.bench.run.sfmerge("check", files.plain)
    if ".eh_frame and .debug_frame" not in text:
        found.say(f"status {status}: {text[:300]}")
    files.bench.tell(name, found, 0)


def cases(bench):
    """All of these."""
    files = Files(bench)
    each_place(files)
    strange(files)
    judged(files)
    announced(files)
