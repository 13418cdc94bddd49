# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`synth --detached=DIR`: the sections of many images, in files that are
named after their build-ids."""

import filecmp
import os
import shutil

import disk
import elf
import expect
import objframes
import synth_detached


ID = "1122334455667788"


class Pair:
    """An image, GOOD, and one of other code, EVIL, with the same build-id; and
    a directory for their files."""

    def __init__(self, bench):
        self.bench, self.tree, self.out = bench, bench.fresh(""), bench.fresh(
            "")
        os.makedirs(self.tree)
        os.makedirs(self.out)
        self.file = os.path.join(self.out, ID + ".sframe")
        self.good, self.evil = (os.path.join(self.tree, name)
                                for name in ("a-good", "z-evil"))
        for path, flags in ((self.good, ["-pie"]), (self.evil, ["-pie",
                                                                "-O0"])):
            shutil.copy(synth_detached.program(
                bench, "x86_64", flags, "-Wl,--build-id=0x" + ID), path)
        self.want = bench.fresh("")
        bench.run.sfmerge("synth", "-q", "--detached=" + self.want, self.good)

    def put(self, path):
        """A copy of PATH in place of the file; None: there is none."""
        if os.path.lexists(self.file):
            os.remove(self.file)
        if path:
            shutil.copy(path, self.file)

    def synth(self, *arguments, command="synth"):
        """Status and text of COMMAND, and whether the file stays, by its
        inode, and whether it is that of GOOD."""
        before = os.stat(self.file).st_ino if os.path.exists(
            self.file) else None
        status, text = self.bench.run.sfmerge(
            command, "--detached=" + self.out, *arguments)
        if not os.path.exists(self.file):
            return status, text, before is None, False
        return (status, text, os.stat(self.file).st_ino == before,
                filecmp.cmp(self.file, self.want, shallow=False))


def patched(bench, path, change):
    """A copy of the image PATH whose bytes CHANGE changes."""
    copy = bench.fresh("")
    shutil.copy(path, copy)
    image = elf.Elf(copy)
    data = bytearray(image.data)
    change(image, data)
    disk.write(copy, data)
    return copy


def lengthen(image, data):
    """The last segment goes on in memory."""
    at = max((s.vaddr, n) for n, s in enumerate(image.segments)
             if s.type == elf.PT_LOAD)[1]
    field = image.unpack("Q", 32)[0] + at * 56 + 40
    data[field:field + 8] = (image.unpack("Q", field)[0]
                             + 0x20000).to_bytes(8, "little")


def lie(image, data):
    """The call frame information says other offsets."""
    section, = image.named(".eh_frame")
    end = section.offset + section.size
    at = data.find(b"\x0e\x10", section.offset, end)
    while at >= 0:
        data[at + 1] = 0x20
        at = data.find(b"\x0e\x10", at + 2, end)


def of_earlier_runs(bench, pair, found):
    """What an earlier run has left: of other code or of none, it stays without
    --force."""
    other = synth_detached.program(bench, "x86_64", ["-pie"])
    foreign, empty = bench.fresh(""), bench.fresh("")
    bench.run.sfmerge("synth", "-q", "--detached=" + foreign, other)
    with open(empty, "wb"):
        pass
    longer = patched(bench, pair.good, lengthen)
    for what, old, image, word in (
            ("other code", pair.want, pair.evil, "is of other code with the "
             "same build-id: its checksum is 0x"),
            ("another build-id", foreign, pair.good, "is not a detached file "
             "with its build-id"),
            ("an image", pair.good, pair.good, "is not a detached file"),
            ("nothing", empty, pair.good, "is not a detached file"),
            ("text", __file__, pair.good, "is not a detached file"),
            ("other segments", pair.want, longer, "whose segments end below "
             "0x")):
        pair.put(old)
        for more in ([], ["-n"], ["-j4"]):
            status, text, kept, _ = pair.synth(*more, image)
            if status != 1 or not kept or word not in text \
                    or f"{image}: not written: {pair.file}," not in text:
                found.append(f"{what}: status {status}: {text[:300]}")
        status, text, kept, _ = pair.synth("--force", image)
        if status or kept:
            found.append(f"{what}: --force: status {status}: {text[:300]}")
    # A link in the directory leads to what is not ours.
    victim = bench.fresh("")
    shutil.copy(pair.good, victim)
    pair.put(None)
    os.symlink(victim, pair.file)
    status, text, kept, _ = pair.synth(pair.good)
    if status != 1 or not kept or not filecmp.cmp(victim, pair.good,
                                                  shallow=False):
        found.append(f"a link: status {status}: {text[:300]}")


def described_anew(bench, pair, found):
    """The same image, or a copy of it, is no other code."""
    stripped = bench.fresh("")
    bench.run.command(["strip", "-o", stripped, pair.good])
    for image in (pair.good, stripped):
        pair.put(pair.want)
        status, text, kept, same = pair.synth(image)
        if status or not same or (image == pair.good and not kept):
            found.append(f"again: status {status}, kept {kept}: {text[:300]}")
        for more in (["--to=v2-pcrel"], ["--plt=none"]):
            pair.put(pair.want)
            made = pair.synth(*more, image)
            back = pair.synth(image)
            if made[0] or made[2] or made[3] or back[0] or not back[3]:
                found.append(f"{more}: {made} {back}")


def of_one_run(bench, pair, found):
    """Of several images of one run the first is described, whoever is
    faster."""
    os.makedirs(pair.tree + "/sub")
    shutil.copy(pair.good, pair.tree + "/sub/copy")
    lying = patched(bench, pair.good, lie)
    shutil.copy(lying, pair.tree + "/sub/lies")
    wanted = (f"z-evil: not written: {pair.file}, made of {pair.good}, which "
              "would be replaced, is of other code", f"sub/lies: not written: "
              f"{pair.file} has been made of {pair.good}, which has the same "
              "build-id and code but is described otherwise")
    texts = set()
    for more in (["-j1"], ["-j4"], ["-j4"]):
        pair.put(None)
        status, text, _, same = pair.synth("-r", *more, pair.tree)
        texts.add(text)
        if status != 1 or not same or any(w not in text for w in wanted) \
                or "4 files: 1 written, 1 correct already, 2 refused" \
                not in text:
            found.append(f"{more}: status {status}: {text[:900]}")
    if len(texts) != 1:
        found.append("what it says depends on -j")
    pair.put(None)
    status, text, _, same = pair.synth(pair.evil, pair.good)
    if status != 1 or same or f"{pair.good}: not written: {pair.file}, made " \
            f"of {pair.evil}," not in text:
        found.append(f"by name: status {status}: {text[:300]}")
    status, text, _, same = pair.synth("--force", pair.evil, pair.good)
    if status or not same:
        found.append(f"--force: status {status}: {text[:300]}")


def collisions(bench):
    """Several images have one build-id."""
    for what, case in (("of earlier runs", of_earlier_runs),
                       ("described anew", described_anew),
                       ("of one run", of_one_run)):
        name = "synth/detached: one build-id, " + what
        if not bench.run.wanted(name):
            continue
        found = []
        case(bench, Pair(bench), found)
        bench.run.result(name, found)


def cases(bench):
    """Files of many images, named after build-ids; one image is there twice,
    and what is no image is skipped."""
    collisions(bench)
    name = "synth/detached: a folder"
    if not bench.run.wanted(name):
        return
    found, tree = objframes.Findings(), bench.fresh("")
    out, want = bench.fresh(""), {}
    for path in (tree, tree + "/sub", out):
        os.makedirs(path)
    for where, kind in (("one", ["-pie"]), ("two", ["-pie", "-O1"]),
                        ("sub/three", ["-no-pie"])):
        image = synth_detached.program(bench, "x86_64", kind)
        shutil.copy(image, f"{tree}/{where}")
        shutil.copy(image, f"{tree}/{where}-again")
        notes_of = synth_detached.notes(elf.Elf(image), ".note.gnu.build-id")
        want[notes_of[0][2].hex() + ".sframe"] = image
    disk.write(tree + "/text", "not ELF")
    for _ in 1, 2:
        status, text = bench.run.sfmerge("synth", "-r", "--detached=" + out,
                                         tree)
        if status or sorted(os.listdir(out)) != sorted(want):
            found.say(f"status {status}, {os.listdir(out)}: {text[:300]}")
    for file, image in want.items():
        alone = bench.fresh("")
        bench.run.sfmerge("synth", "-q", "--detached=" + alone, image)
        if not filecmp.cmp(alone, os.path.join(out, file), shallow=False):
            found.say(f"{file} is not what is made alone")
        found.add("functions", len(expect.own(
            synth_detached.Together(image, alone))[0]))
    status, text = bench.run.sfmerge("check", "-q", "-r", "--detached=" + out,
                                     tree)
    if status:
        found.say(f"check: status {status}: {text[:300]}")
    # A walk skips detached files; nothing else makes sense of one.
    before = sorted(os.listdir(out))
    status, text = bench.run.sfmerge("synth", "-r", "--detached=" + out, out)
    if status or sorted(os.listdir(out)) != before:
        found.say(f"of itself: status {status}: {text[:300]}")
    status, text = bench.run.sfmerge("synth", "-i",
                                     os.path.join(out, before[0]))
    if status != 1 or "is a detached file" not in text:
        found.say(f"of a detached file: status {status}: {text[:300]}")
    image = synth_detached.program(bench, "x86_64", ["-pie"], "-Wl,--build-id=none")
    status, text = bench.run.sfmerge("synth", "--detached=" + out, image)
    if status != 1 or "no build-id, by which" not in text:
        found.say(f"no build-id: status {status}: {text[:300]}")
    bench.tell(name, found, 10)
