#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Link programs with every linker here so that `sfmerge link` has to make
room, verify what it does, run it, and let other programs rewrite it.

The image is linked of objects of which all, one or none have .sframe; all have
it when sfmerge sees them. What must be possible follows from the image."""

import os
import shutil
import sys

import defects
import disk
import elf
import grow_rules
import grow_special
import grown
import link_bench
import sframe
import toolchain
import verify

FAR_SOURCE = """
        .section .note.GNU-stack,"",@progbits
        .text
        .globl  _start
        .type   _start, @function
_start: .cfi_startproc
        push    %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset 6, -16
        pop     %rbp
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size   _start, .-_start
"""
CODE = 0x100001000
# So much .bss that version 2 does not reach over it, nor a hole in the file.
BSS = "        .bss\n        .zero 0xc0000000\n"
RESERVE = "--section-start=.sframe_reserve=0x10000"


def build(run, source, *link):
    """Link a program of SOURCE, whose object has lost its .sframe; the options
    for sfmerge link, or None."""
    text, with_it, bare, reserve, image, script = (
        run.path(n) for n in ("far.s", "far.o", "bare.o", "reserve.o",
                              "far-image", "far.map"))
    disk.write(text, source)
    for command in (
            ["as", "--64", "--gsframe", "-o", with_it, text],
            ["objcopy", "-R", ".sframe", "-R", ".rela.sframe", with_it, bare],
            [run.tool, "reserve", "--size=256", "-o", reserve],
            ["ld", "-m", "elf_x86_64", "-Map=" + script, "-o", image, *link,
             bare] + [reserve] * (RESERVE in link)):
        if run.command(command)[0]:
            return None
    os.replace(with_it, bare)
    return ["--from-map=" + script, image, bare]


def attempt(run, link, options, wanted, words, absent="no such words"):
    """Problems with sfmerge link with OPTIONS, which has to exit with
    WANTED and say WORDS, and must not say ABSENT; the text; how many
    functions there are then, or None."""
    out = run.absent("far-out")
    status, text = run.sfmerge("link", *options, "-o", out, *link)
    count = (len(defects.Detector(elf.Elf(out)).live)
             if os.path.exists(out) else None)
    problems = []
    if status != wanted or (status != 0) != (count is None):
        problems.append(f"{options}: exit status {status}")
    if words not in text:
        problems.append(f"{options}: it does not say '{words}'")
    if absent in text:
        problems.append(f"{options}: it says '{absent}'")
    return problems, text, count


def far_reserve(run):
    """The reserve is 4 GiB before the code."""
    name = "grow/far: code 4 GiB after the reserve"
    if not run.wanted(name):
        return
    link = build(run, FAR_SOURCE, f"-Ttext={CODE:#x}", RESERVE)
    if not link:
        run.unsupported(name, "no assembler that writes .sframe")
        return
    problems, said = [], ""
    for options, status, words, functions in (
            (["--to=v2-pcrel"], 1,
             "1 function is too far from .sframe at 0x10000", None),
            (["--to=v2-pcrel", "--partial"], 0, "too far", 0),
            (["--to=v3"], 0, "", 1)):
        more, text, count = attempt(run, link, options, status, words)
        problems += more
        said += text
        if count != functions:
            problems.append(f"{options}: {count} functions")
    run.result(name, problems, said)


def far_segment(run):
    """A new segment is 3 GiB after the code, and so would be a moved table
    of program headers, in a file with a hole as long.  Code follows the
    headers, so nothing else is possible."""
    name = "grow/far: 3 GiB of .bss, and no .sframe"
    if not run.wanted(name):
        return
    link = build(run, FAR_SOURCE + BSS, "-z", "noseparate-code")
    if not link:
        run.unsupported(name, "no assembler that writes .sframe")
        return
    problems, said = [], ""
    for options, words in ((["--grow=move-phdrs"], "would be at offset"),
                           (["--grow=slot"], "to write to"),
                           (["--grow=none"], "to write to")):
        more, text, _ = attempt(
            run, link, options, 1, words,
            "or use --grow=move-phdrs")
        problems += more
        said += text
    run.result(name, problems, said)


def far_cases(run):
    """Code that is too far from its stack traces for the starts of version 2,
    and images that can have no segment at all."""
    far_reserve(run)
    far_segment(run)


SCRIPT = """ENTRY (_start)
SECTIONS
{
  . = 0x800000 + SIZEOF_HEADERS;
  .text : { *(.text) }
  .eh_frame : { *(.eh_frame) }
  . = ALIGN (0x1000);
  .data : { LONG (7) *(.data) }
}
"""
PHYSICAL_SOURCE = """
        .text
        .globl  _start
        .type   _start, @function
_start: .cfi_startproc
        .cfi_undefined %rip
        call    leave
        .cfi_endproc
        .size   _start, .-_start
        .type   leave, @function
leave:  .cfi_startproc
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        movl    $60, %eax
        movl    $42, %edi
        syscall
        .cfi_endproc
        .size   leave, .-leave
"""
PADDR = 24


class Physical:
    """A static program that ends with status 42, by a script."""

    def __init__(self, bench, linker, name):
        self.run, self.name = bench.run, name
        self.image = bench.run.path("scripted")
        for suffix, text in ((".ld", SCRIPT), (".s", PHYSICAL_SOURCE)):
            disk.write(self.image + suffix, text)
        self.said = bench.run.command(
            [bench.objects.cc, *linker.flags, "-nostdlib", "-static",
             "-Wl,--build-id=none", "-T", self.image + ".ld", "-o",
             self.image, self.image + ".s"])
        self.loads = []
        if self.said[0] == 0:
            image = elf.Elf(self.image)
            self.loads = [image.phoff + 56 * load.idx
                          for load in image.loads()]

    def odd(self):
        """The loaded segments whose physical address is not the virtual
        one."""
        image = elf.Elf(self.image)
        return [number for number, at in enumerate(self.loads)
                if image.unpack("Q", at + 16) != image.unpack("Q", at + PADDR)]

    def with_odd(self, numbers):
        """A copy in which the segments NUMBERS alone are odd."""
        data = bytearray(disk.read(self.image))
        for number, at in enumerate(self.loads):
            virtual = int.from_bytes(data[at + 16:at + 24], "little")
            physical = virtual + (0x4000000 if number in numbers else 0)
            data[at + PADDR:at + PADDR + 8] = physical.to_bytes(8, "little")
        path = self.image + ".odd"
        disk.write(path, data)
        return path

    def synth(self, mode, image):
        """Status, text and output of sfmerge synth."""
        out = self.image + ".out"
        disk.remove(out)
        return *self.run.sfmerge("synth", "--grow=" + mode, "-o", out,
                                 image), out

    def grown(self, what, image):
        """It gets a segment, and does what it did."""
        status, text, out = self.synth("move-phdrs", image)
        problems = [f"exit status {status}"] if status else []
        if not problems:
            os.chmod(out, 0o755)
            if self.run.command([out])[0] != 42:
                problems.append("it does not run")
            status, said = self.run.sfmerge("check", out)
            if status:
                problems.append("it is not valid: " + said)
        # Pages alone leave no entry for the header, for another reason.
        if "physical" in self.synth("pages", image)[1]:
            problems.append("no pages because of its addresses")
        self.run.result(f"{self.name}, {what}", problems, text)

    def refused(self, what, image):
        """It gets none."""
        for mode in ("pages", "move-phdrs"):
            status, text, out = self.synth(mode, image)
            problems = [] if status == 1 else [f"exit status {status}"]
            if "it is loaded by physical addresses" not in text:
                problems.append("the reason is not said")
            if os.path.exists(out):
                problems.append("there is an output")
            self.run.result(f"{self.name}, {what}, {mode}", problems, text)


def physical_cases(bench):
    """Physical addresses in program headers: images that are loaded by them
    get no segment, and programs in which a linker script made one of them odd
    do."""
    for linker in bench.linkers:
        name = f"grow/{linker.name}: physical addresses"
        if linker.family != "gnu" or not bench.run.wanted(name):
            continue
        case = Physical(bench, linker, name)
        if len(case.loads) < 3 or case.odd() != [0]:
            bench.run.unsupported(name, "the headers' segment is not odd")
            continue
        case.grown("of the headers, by the linker", case.image)
        case.grown("of the headers", case.with_odd([0]))
        case.refused("of the data", case.with_odd([len(case.loads) - 1]))
        case.refused("of the headers and the code", case.with_odd([0, 1]))
        case.refused("of all", case.with_odd(range(len(case.loads))))


KINDS = ("pie", "no-pie", "static", "static-pie", "shared")
STAYS = ("slot", "pages")  # the table does
PLT_MOST = 128  # bytes that functions of PLT code take, and alignment
MODES = ("none", "slot", "pages", "move-phdrs")


class Case:
    """An image, of objects WITH .sframe: "all", "one" or "none"."""

    def __init__(self, bench, linker, kind, version, having):
        self.build = link_bench.Build(bench, linker, kind, version)
        self.bench, self.run = bench, bench.run
        self.name = f"grow/{linker.name}/{kind}/{having}"
        self.having = having
        self.slot = None  # the output, if that mode serves everything
        self.full = self.build.inputs
        folder = self.run.path("objects")
        os.makedirs(folder, exist_ok=True)
        self.build.inputs = [os.path.join(folder, f"{i}.o")
                             for i in range(len(self.full))]

    def link(self):
        """Make the image; what the linker said if it did not."""
        for idx, (full, path) in enumerate(zip(self.full, self.build.inputs)):
            shutil.copy(full, path)
            if self.having == "none" or (self.having == "one" and idx):
                self.run.command(["objcopy", "--remove-section=.sframe",
                                  "--remove-section=.rela.sframe", path])
        said = self.build.link()
        for full, path in zip(self.full, self.build.inputs):
            shutil.copy(full, path)
        return said

    def finish(self, mode):
        """sfmerge link; (status, text, output)."""
        out = self.run.absent("grown")
        status, text = self.run.sfmerge(
            "link", "-v", "--grow=" + mode, "--from-map=" + self.build.map,
            "-o", out, self.build.image, *self.build.inputs)
        return status, text, out

    def expect(self, image, mode, method, status):
        """Problems with what was done: METHOD."""
        wanted = []
        fits = self.build.need() <= self.build.room()
        had = image.segment_of(elf.PT_GNU_SFRAME)
        given_up = ".sframe" if image.named(".sframe") else None
        segment = grow_rules.can_add_segment(image, given_up, mode != "slot")
        header = segment or not grow_rules.needed(image, False)
        entry = grow_rules.grows(image, grow_rules.needed(image, False),
                                 given_up, mode != "slot")
        tail = entry and self.build.need() + PLT_MOST <= grow_rules.tail(
            image, mode != "slot")
        if mode == "none" and method not in ("none", None):
            wanted.append("nothing, as nothing is allowed")
        if status and fits:
            wanted.append("an output, as the section fits")
        if mode in STAYS and method is None and (segment or tail):
            wanted.append("a new segment, or the free end of one")
        if mode in STAYS and not had and method == "none" and (header
                                                               or tail):
            wanted.append("a header")
        if mode in STAYS and method == "segment" and not segment:
            wanted.append("no segment, as the table cannot grow")
        if method == "tail" and not entry:
            wanted.append("no header, as the table cannot grow")
        if mode in STAYS and method == "moved-phdrs":
            wanted.append("a table that stays")
        if mode == "move-phdrs" and (method is None
                                     or not had and method == "none"):
            wanted.append("a moved table at least")
        if mode == "move-phdrs" and method == "moved-phdrs" and segment:
            wanted.append("a table that stays, as it can")
        return [f"{method or 'nothing'} was done; wanted: {w}"
                for w in wanted]

    def check(self, mode):
        """One mode.  Returns the output and the method."""
        image = elf.Elf(self.build.image)
        status, text, out = self.finish(mode)
        method, pages, problems = None, 0, verify.Problems()
        if status == 0:
            try:
                result = elf.Elf(out)
                found, _ = verify.verify(image, result, self.build.objects(),
                                         verify.Options())
                problems += found
                growth = grown.Grown(image, result, problems)
                method, pages = growth.method(), growth.pages
                self.served(mode, text, result, pages, problems)
                self.run.verified += 1
            except (sframe.Broken, ValueError, OSError) as error:
                problems.append(str(error))
            after = self.bench.execute(self.build, out)
            if after != self.build.before:
                problems.append(f"the program gives {after}, gave "
                                f"{self.build.before}")
            if (method == "moved-phdrs") != ("run strip before" in text):
                problems.append("the note on strip")
            if method == "none" and not result.segment_of(
                    elf.PT_GNU_SFRAME) and "no PT_GNU_SFRAME" not in text:
                problems.append("the missing header is not said")
        elif status != 1 or os.path.exists(out) or (
                mode in STAYS and "move-phdrs" not in text):
            problems.append(f"exit status {status}, or a poor message")
        problems += self.expect(image, mode, method, status)
        self.run.result(f"{self.name}: {mode}", problems, text)
        return out, method and method + (" and pages" if pages else "")

    def served(self, mode, text, out, pages, problems):
        """Nothing is inserted where a slot is enough, and in no other
        mode."""
        whole = out.segment_of(elf.PT_GNU_SFRAME) and (
            "there is no room for it" not in text)
        if mode == "slot" and whole:
            self.slot = out.data
        if self.slot and mode in ("pages", "move-phdrs") and (
                out.data != self.slot):
            problems.say(f"--grow={mode} does more than slot, needlessly")
        if pages and mode not in ("pages", "move-phdrs"):
            problems.say(f"{pages} bytes were inserted")


def cases(bench, linker, kind, counts):
    """All of one kind by one linker."""
    version = linker.merges() or "v2"
    done = set()
    for having in ("all", "one", "none"):
        case = Case(bench, linker, kind, version, having)
        if not bench.run.wanted(case.name):
            continue
        refusal = case.link()
        if refusal:
            bench.run.unsupported(case.name, "the linker refuses")
            continue
        for mode in MODES:
            out, method = case.check(mode)
            key = linker.name, mode, method or "refused"
            counts[key] = counts.get(key, 0) + 1
            if method not in (None, "none") and (mode, method) not in done:
                done.add((mode, method))
                grow_rules.all_programs(bench, case, out, method)


def main():
    """The command."""
    bench = link_bench.Bench(toolchain.parser().parse_args())
    counts = {}
    if not bench.objects.usable():
        bench.run.unsupported("grow", "no compiler that writes .sframe")
        return bench.run.end()
    for linker in bench.linkers:
        for kind in KINDS:
            cases(bench, linker, kind, counts)
    grow_special.all_cases(bench)
    physical_cases(bench)
    far_cases(bench.run)
    for (linker, mode, method), count in sorted(counts.items()):
        print(f"note: {linker}: --grow={mode}: {method} {count}")
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
