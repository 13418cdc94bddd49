# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A program that has no room for a program header, unless its table moves:
what --for refuses, what it and check advise, and that this helps.  And files
that nothing helps."""

import os
import re
import shutil
import struct

import disk
import elf

SOURCE = """
int data[4] = { 1 };
int __attribute__ ((noinline)) f (int x)
{ volatile int k[9]; k[2] = x; return k[2] * 7; }
int g (int x) { return f (x) + 1; }
void _start (void)
{
  volatile int r = g (3);
  (void) r;
  __asm__ volatile ("mov $60, %eax; xor %edi, %edi; syscall");
  __builtin_unreachable ();
}
"""
FLAGS = ["-O2", "-fno-pie", "-no-pie", "-static", "-nostdlib",
         "-fuse-ld=gold", "-Wl,--build-id=none"]
# Who looks for PT_GNU_SFRAME.
BY_SEGMENT = ("kernel", "glibc-2.42", "glibc-2.43")
HELPS = "--grow=move-phdrs"


class Crowded:
    """The program, and its object."""

    def __init__(self, bench):
        self.run = bench.run
        self.path, self.object = (self.run.path("crowded" + end)
                                  for end in ("", ".o"))
        self.out = self.run.path("crowded-out")

    def make(self):
        """Whether it can be made here."""
        source = self.run.path("crowded.c")
        disk.write(source, SOURCE)
        return not (
            self.run.command(["gcc", *FLAGS[:2], "-c", "-o", self.object,
                              source])[0]
            or self.run.sfmerge("synth", "-i", self.object)[0]
            or self.run.command(["gcc", *FLAGS, "-o", self.path,
                                 self.object])[0])

    def done(self, *args):
        """The status of sfmerge ARGS that write to self.out, whether it did,
        and what was said."""
        disk.remove(self.out)
        status, text = self.run.sfmerge(args[0], *args[1:2], "-o", self.out,
                                        *args[2:])
        return status, os.path.exists(self.out), text

    def usable(self, path, consumer):
        """Whether CONSUMER can use PATH, says check."""
        return self.run.sfmerge("check", "-q", "--for=" + consumer, path)[0] \
            == 0

    def advice(self, path, consumer):
        """What check advises for CONSUMER about PATH, or None."""
        _, text = self.run.sfmerge("check", "--for=" + consumer, path)
        found = re.search("^    fixed by: (.*)$", text, re.MULTILINE)
        return found and found.group(1)


def refused(crowded):
    """Nothing is written that the consumer cannot use, whoever writes."""
    problems = []
    for consumer in BY_SEGMENT:
        for command, more in (("repair", ()), ("convert", ()), ("synth", ()),
                              ("link", (crowded.object,))):
            option = "--for=" + consumer
            status, written, text = crowded.done(command, option,
                                                 crowded.path, *more)
            if (status, written) != (1, False) or (
                    "looks for PT_GNU_SFRAME" not in text
                    or HELPS + " helps" not in text):
                problems.append(f"{command} {option}: {status}, {written}: "
                                f"{text}")
            status, written, text = crowded.done(command, option, HELPS,
                                                 crowded.path, *more)
            if status or not crowded.usable(crowded.out, consumer):
                problems.append(f"{command} {option} {HELPS}: {status}: "
                                f"{text}")
    for command, more in (("repair", ()), ("link", (crowded.object,))):
        status, written, text = crowded.done(command, "--for=v3-reader",
                                             crowded.path, *more)
        if status or not crowded.usable(crowded.out, "v3-reader"):
            problems.append(f"{command}, v3-reader: {status}: {text}")
    return problems


def advised(crowded):
    """What check advises works, with what needs the most to change, too."""
    problems = []
    for consumer in BY_SEGMENT:
        for merged in (False, True):
            shutil.copy(crowded.path, crowded.out)
            if merged:
                crowded.run.sfmerge("repair", "-q", "-i", crowded.out)
            said = crowded.advice(crowded.out, consumer)
            if not said or HELPS not in said:
                problems.append(f"{consumer}, merged {merged}: {said}")
                continue
            status, text = crowded.run.sfmerge(*said.split()[1:])
            if status or not crowded.usable(crowded.out, consumer):
                problems.append(f"{said}: {status}: {text}")
    return problems


def appended(crowded):
    """Data at the end of the file, which --force moves."""
    shutil.copy(crowded.path, crowded.out)
    with open(crowded.out, "ab") as file:
        file.write(b"appended" * 9)
    said = crowded.advice(crowded.out, "kernel")
    if said is None or "--force" not in said:
        return [f"advised: {said}"]
    status, text = crowded.run.sfmerge(*said.split()[1:])
    return [] if status == 0 and crowded.usable(crowded.out, "kernel") else [
        f"{said}: {status}: {text}"]


def helpless(crowded):
    """Nothing is advised where nothing helps: a version that is not known, and
    an image whose code goes on in a second segment."""
    image = elf.Elf(crowded.path)
    problems = []
    data = bytearray(image.data)
    section, = image.named(".sframe")
    data[section.offset + 2] = 4
    disk.write(crowded.out, data)
    for consumer in BY_SEGMENT + ("v3-reader",):
        said = crowded.advice(crowded.out, consumer)
        if said or crowded.usable(crowded.out, consumer):
            problems.append(f"version 4, {consumer}: {said}")
    # The data segment becomes code, which the kernel then refuses.
    data = bytearray(image.data)
    at = struct.unpack_from("<Q", data, 32)[0] + 56
    struct.pack_into("<I", data, at + 4, 5)
    disk.write(crowded.out, data)
    status, text = crowded.run.sfmerge("repair", "--for=kernel", HELPS, "-i",
                                       crowded.out)
    kept = disk.read(crowded.out) == data
    if status != 1 or not kept or "several-code-segments" not in text:
        problems.append(f"two code segments: {status}, {kept}: {text}")
    if crowded.advice(crowded.out, "kernel"):
        problems.append("two code segments: advised "
                        + crowded.advice(crowded.out, "kernel"))
    return problems


def cases(bench):
    """All of them."""
    crowded = Crowded(bench)
    names = {"what --for refuses": refused, "check advises what works": advised,
             "appended data": appended, "nothing helps": helpless}
    if not crowded.make():
        bench.run.unsupported("check/advice", "no gold for this machine")
        return
    for name, case in names.items():
        if bench.run.wanted("check/advice: " + name):
            bench.run.result("check/advice: " + name, case(crowded))
