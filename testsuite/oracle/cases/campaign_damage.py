# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Damaged files: what a command writes of one must be readable, no worse than
the file was, and final.

A seed is a file, what is done to its bytes, and a command.  What is written
has no finding that the file had not, and the same command changes it no more.
Of a command that refuses nothing is asked, but that it writes nothing.

Files are of the corpus and of the system, so that a seed is the same on this
machine only."""

import collections
import os
import random
import re
import struct

import disk
import elf
from twice import Twice

# Files that are not too large to be many.
LARGEST = 400 << 10
SYSTEM = ("/usr/bin", "/usr/lib")
CASE = 100  # seeds
# What may be done to them.
COMMANDS = (("synth",), ("synth", "--fill=code"), ("repair",),
            ("repair", "--eh-frame-hdr"), ("strip",), ("convert", "--to=v3"),
            ("link",))
# Sections that commands read, which are hit more often.
READ = (".sframe", ".eh_frame", ".eh_frame_hdr", ".dynamic", ".symtab",
        ".dynsym", ".plt", ".rela.plt", ".rela.sframe", ".note.gnu.property",
        ".shstrtab", ".group")
FIELDS = {"H": (0, 1, 0x7FFF, 0xFFFF),
          "I": (0, 1, 8, 0x7FFFFFFF, 0xFFFFFFFF),
          "Q": (0, 1, 8, 1 << 32, 1 << 63, (1 << 64) - 1)}


class Subject:
    """A file to be damaged, with DATA in it if that is not None; INPUTS are
    those of its link."""

    def __init__(self, path, inputs=(), data=None):
        self.path, self.inputs = path, list(inputs)
        self.elf = elf.Elf(path, data)

    def spans(self):
        """{place: (offset, size)}: headers, and each section's bytes."""
        file, size = self.elf, len(self.elf.data)
        found = {"header": (0, 64), "anywhere": (0, size)}
        for name, at, count, entry in (
                ("program headers", file.phoff, len(file.segments), 56),
                ("section headers", file.shoff, len(file.sections), 64)):
            if count:
                found[name] = at, count * entry
        for section in file.sections:
            if section.type != elf.SHT_NOBITS and section.size:
                found[section.name] = section.offset, section.size
        return {name: span for name, span in found.items()
                if sum(span) <= size and span[1]}


class Damage:
    """What the random numbers RNG do to SUBJECT."""

    def __init__(self, rng, subject):
        self.rng, self.subject = rng, subject
        self.order = subject.elf.order
        self.data = bytearray(subject.elf.data)
        self.spans = subject.spans()
        self.done = []
        for _ in range(rng.choice((1, 1, 2, 3))):
            rng.choice((self.byte, self.byte, self.field, self.field,
                        self.range, self.swap, self.cut))()

    def place(self):
        """A place that is read, mostly."""
        rng, length = self.rng, len(self.data)
        spans = {name: span for name, span in self.spans.items()
                 if sum(span) <= length}
        read = [name for name in READ if name in spans]
        heads = [name for name in spans if "header" in name]
        name = rng.choice(rng.choice((read or heads, heads, list(spans))))
        at, size = spans[name]
        # Headers of tables, half of the time.
        if name in READ and rng.randrange(2):
            size = min(size, 128)
        return name, at, size

    def byte(self):
        """Another byte."""
        name, at, size = self.place()
        at += self.rng.randrange(size)
        old = self.data[at]
        self.data[at] = self.rng.choice(
            (old ^ 1 << self.rng.randrange(8), self.rng.randrange(256),
             old ^ 255, (old + 1) & 255))
        self.done.append(f"{name}: byte {at:#x}: {old:#x} is now "
                         f"{self.data[at]:#x}")

    def field(self):
        """Another number, near what it was or far away."""
        name, at, size = self.place()
        form = self.rng.choice("HIQ")
        width = struct.calcsize(form)
        at += self.rng.randrange(max(size // width, 1)) * width
        if at + width > len(self.data):
            return
        old, = struct.unpack_from(self.order + form, self.data, at)
        new = self.rng.choice(
            (old + 1, old - 1, old + 8, old - 8, old * 2, old + 0x1000,
             len(self.data), *FIELDS[form])) & (1 << 8 * width) - 1
        struct.pack_into(self.order + form, self.data, at, new)
        self.done.append(f"{name}: {width} bytes at {at:#x}: {old:#x} is now "
                         f"{new:#x}")

    def range(self):
        """Bytes that are overwritten."""
        name, at, size = self.place()
        at += self.rng.randrange(size)
        count = min(self.rng.choice((4, 16, 24, 64, 512)), size,
                    len(self.data) - at)
        other = self.rng.randrange(len(self.data) - count)
        how, new = self.rng.choice((
            ("zeros", bytes(count)), ("random", self.rng.randbytes(count)),
            (f"those at {other:#x}", self.data[other:other + count])))
        self.data[at:at + count] = new
        self.done.append(f"{name}: {count} bytes at {at:#x} are now {how}")

    def swap(self):
        """Two entries of a table."""
        name, at, size = self.place()
        entry = {"program headers": 56, "section headers": 64,
                 ".symtab": 24, ".dynsym": 24}.get(
                     name, self.rng.choice((8, 16, 20, 24)))
        count = size // entry
        if count < 2:
            return
        one, two = sorted(self.rng.sample(range(count), 2))
        places = [slice(at + i * entry, at + i * entry + entry)
                  for i in (one, two)]
        self.data[places[0]], self.data[places[1]] = (
            self.data[places[1]], self.data[places[0]])
        self.done.append(f"{name}: entries {one} and {two} of {entry} bytes "
                         "change places")

    def cut(self):
        """A table that ends too early, or the file."""
        file = self.subject.elf
        some = [s for s in file.sections if s.size and (
            s.name in READ or self.rng.randrange(8) == 0)]
        if not some or self.rng.randrange(6) == 0:
            size = len(self.data) - self.rng.choice((1, 8, 64, 640, 4096))
            if size > 64:
                del self.data[size:]
                self.done.append(f"the file ends at {size:#x}")
            return
        section = self.rng.choice(some)
        size = self.rng.choice((
            section.size - 1, section.size - 4, section.size // 2,
            self.rng.randrange(section.size), section.size + 8, 28))
        at = file.shoff + section.idx * file.shentsize + 32
        if at + 8 > len(self.data):
            return
        struct.pack_into(self.order + "Q", self.data, at,
                         size & (1 << 64) - 1)
        self.done.append(f"{section.name}: {size:#x} bytes, not "
                         f"{section.size:#x}")


class Damaged:
    """All seeds of one run."""

    def __init__(self, run, corpus):
        self.run, self.corpus, self.twice = run, corpus, Twice(run)
        self.lines = disk.manifest(corpus) if corpus else []
        self.system = sorted(
            os.path.join(folder, name) for top in SYSTEM
            for folder, _, names in os.walk(top) for name in names
            if top == SYSTEM[0] or re.search(r"\.so\b|\.o$", name))
        self.causes = collections.defaultdict(list)

    def subject(self, rng):
        """A file, or None: what was drawn is none."""
        if self.lines and rng.randrange(2):
            line = rng.choice(self.lines)
            inputs = (line.get("with_inputs") or {}).get("inputs") or ()
            return Subject(os.path.join(self.corpus, line["file"]),
                           [os.path.join(self.corpus, i) for i in inputs])
        path = rng.choice(self.system)
        try:
            if not 64 < os.path.getsize(path) <= LARGEST:
                return None
            if rng.randrange(2):
                return Subject(path)
            out = self.run.absent("made")
            self.run.sfmerge("synth", "--grow=move-phdrs", "-o", out, path)
            return Subject(path, data=disk.read(out))
        except (ValueError, struct.error, IndexError, OSError):
            return None

    def draw(self, number):
        """The command of the seed NUMBER, with its files, and what was
        done to one of them."""
        rng, subject = random.Random(number), None
        while subject is None:
            subject = self.subject(rng)
        damage = Damage(rng, subject)
        command = rng.choice(COMMANDS[:-1] if not subject.inputs
                             else COMMANDS)
        if rng.randrange(3) == 0 and subject.elf.type != elf.ET_REL and (
                command[0] in ("synth", "repair", "link")):
            command += ("--grow=move-phdrs",)
        path, data = self.run.path("damaged"), damage.data
        inputs = subject.inputs if command[0] == "link" else []
        if inputs and rng.randrange(2):
            # An input, and not the image.
            at, data = rng.randrange(len(inputs)), subject.elf.data
            damage = Damage(rng, Subject(inputs[at]))
            inputs[at] = self.run.path("input.o")
            disk.write(inputs[at], damage.data)
        disk.script(path, data)
        done = f"{subject.path}: " + "; ".join(damage.done)
        return command, [path, *inputs], done

    def seed(self, number):
        """What is wrong with the output of the seed NUMBER."""
        command, files, done = self.draw(number)
        problems, text = self.twice.judge(command, files)
        if not problems:
            return []
        words = " ".join(command)
        self.causes[words + ": " + re.sub(
            r"0x[0-9a-f]+|\d+", "N", problems[0])[:90]].append(number)
        # What shows it stays in the directory of this run.
        kept = self.run.path(f"seed-{number}")
        os.makedirs(kept, exist_ok=True)
        for name in ("damaged", "input.o", "first", "second"):
            if os.path.exists(self.run.path(name)):
                os.replace(self.run.path(name), os.path.join(kept, name))
        disk.write(os.path.join(kept, "said"), "\n".join(
            [" ".join([*command, *files]), done, *problems, text]))
        return [f"seed {number}: {words}: {done}: {problem}"
                for problem in problems]

    def all(self, seeds):
        """All SEEDS, and a line for each cause."""
        for first in range(0, len(seeds), CASE):
            some = seeds[first:first + CASE]
            name = f"campaign/damaged: seeds {some[0]} to {some[-1]}"
            if self.run.wanted(name):
                self.run.result(name, [problem for number in some
                                       for problem in self.seed(number)])
        print("note: damaged: " + ", ".join(
            f"{count} {what}" for what, count in self.twice.count.items()))
        for cause, numbers in sorted(self.causes.items(),
                                     key=lambda item: -len(item[1])):
            print(f"note: {len(numbers)} times: {cause}: "
                  + " ".join(map(str, numbers[:8])))
