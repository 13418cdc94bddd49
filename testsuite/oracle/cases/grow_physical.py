# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Physical addresses in program headers: images that are loaded by them get no
segment, and programs in which a linker script made one of them odd do."""

import os

import disk
import elf

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
SOURCE = """
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
        for suffix, text in ((".ld", SCRIPT), (".s", SOURCE)):
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


def all_cases(bench):
    """With each GNU ld."""
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
