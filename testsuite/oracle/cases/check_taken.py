# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What `sfmerge link` and `convert` write with --for is what the consumer
takes: all files of a corpus and what the linkers here make, judged by a model
of the kernel; functions of PC type MASK as libsframe 2.44 needs them."""

import os

import disk
import elf
import kernel_model
import link_bench
import sframe

KERNEL, MODULES, MASKLESS = "kernel", "kernel-modules", "libsframe-2.44"


class Taken:
    """Runs sfmerge and asks the models; counts what they took."""

    def __init__(self, run):
        self.run, self.out = run, run.path("taken")
        self.count, self.full = {}, False

    def write(self, command, consumer, *args):
        """The path of what COMMAND writes for CONSUMER, or None."""
        disk.remove(self.out)
        status, text = self.run.sfmerge(command, f"--for={consumer}",
                                        "--partial", "-o", self.out, *args)
        self.full = "there is no room for it" in text
        return None if status or not os.path.exists(self.out) else self.out

    def program(self, command, path, *inputs):
        """Problems with what COMMAND writes for the kernel of PATH."""
        out = self.write(command, KERNEL, path, *inputs)
        if not out:
            return []
        file = elf.Elf(out)
        refused = kernel_model.of_program(file)
        if not refused:
            self.count[command] = self.count.get(command, 0) + 1
        # Some images have no room for a program header.
        lone = refused and "PT_GNU_SFRAME" in refused[0]
        if lone or functions(file) == 0:
            self.count["bare"] = self.count.get("bare", 0) + 1
            refused = []
        return [f"{path}, {command}: {why}" for why in refused]

    def module(self, path):
        """The same for a module."""
        out = self.write("convert", MODULES, path)
        if not out or not functions(elf.Elf(out)):
            return []
        self.count[MODULES] = self.count.get(MODULES, 0) + 1
        return [f"{path}, {MODULES}: {why}"
                for why in kernel_model.of_module(elf.Elf(out))]

    def maskless(self, path):
        """Problems with what is written for libsframe 2.44: no function of
        type MASK, and the same rules at every address as for others."""
        out = self.write("convert", MASKLESS, path)
        if not out:
            return []
        new, full = rules(elf.Elf(out)), self.full
        if not new:
            return []
        if not self.write("convert", "v2-profiler", path):
            return [f"{path}: only for {MASKLESS}"]
        old = rules(elf.Elf(out))
        masks = sum(mask for mask, _ in old.values())
        self.count[MASKLESS] = self.count.get(MASKLESS, 0) + masks
        problems = [f"{path}: MASK at {addr:#x}"
                    for addr, (mask, _) in new.items() if mask]
        # It takes more room, so that one that is told of may be left out.
        problems += [f"{path}: other rules at {addr:#x}"
                     for addr, (_, ranges) in old.items()
                     if new.get(addr, (False, full and ranges))[1] != ranges]
        if set(new) - set(old):
            problems.append(f"{path}: more functions without MASK")
        return problems


def pieces(file):
    """The headers of all .sframe of FILE, with their sections."""
    return [(piece, section) for section in file.named(".sframe")
            for piece in sframe.pieces_of(file.bytes_of(section), file.big)]


def functions(file):
    """How many are described; 0 also for damaged files, which are left as they
    are."""
    try:
        return sum(piece.num_fdes for piece, _ in pieces(file))
    except sframe.Broken:
        return 0


def rules(file):
    """Address: whether it is MASK, and its rules.  Damaged files are left as
    they are."""
    found = {}
    try:
        known = pieces(file)
    except sframe.Broken:
        return {}
    for piece, section in known:
        sframe.resolve(piece, section.addr, bool(piece.flags & sframe.PCREL))
        for func in piece.functions:
            found[func.addr] = func.mask, piece.ranges(func)
    return found


def corpus(run, folder):
    """All files of a corpus."""
    name = "check/taken-by-kernel: the corpus"
    if not run.wanted(name):
        return
    taken, problems = Taken(run), []
    lines = disk.manifest(folder)
    for line in lines:
        path = os.path.join(folder, line["file"])
        if line["type"] == "REL":
            if elf.Elf(path).machine == elf.EM_AARCH64:
                problems += taken.module(path)
            continue
        inputs = [os.path.join(folder, name) for name in
                  line.get("with_inputs", {}).get("inputs", [])]
        problems += taken.program("convert", path)
        problems += taken.program("link", path, *inputs) if inputs else []
        problems += taken.maskless(path)
    print(f"note: {taken.count}")
    for key, least in ("convert", 100), ("link", 100), (MASKLESS, 20):
        if taken.count.get(key, 0) < least:
            problems.append(f"only {taken.count.get(key, 0)} of {key}")
    run.result(name, problems)


# What gas 2.47 makes of a directive after the last instruction, and of a signal
# frame whose CFA it cannot describe.
ODD = """
        .text
        .globl  _start
_start: .cfi_startproc
        push    %rbp
        .cfi_def_cfa_offset 16
        ret
        .cfi_def_cfa_offset 8
        .cfi_endproc
handler:
        .cfi_startproc
        .cfi_signal_frame
        .cfi_escape 0x0f, 0x03, 0x77, 0x08, 0x06
        ret
        .cfi_endproc
        .section .note.GNU-stack,"",@progbits
"""


def assembled(bench):
    """The two things that gas 2.47 writes and the kernel refuses."""
    name = "check/taken-by-kernel: what gas 2.47 writes"
    tools = [os.path.join(bench.more, "bin", f"{tool}-2.47")
             for tool in ("as", "ld")]
    if not bench.run.wanted(name):
        return
    if not all(map(os.path.exists, tools)):
        bench.run.unsupported(name, "no binutils 2.47")
        return
    source, obj, path = map(bench.run.path, ("odd.s", "odd.o", "odd"))
    disk.write(source, ODD)
    for command in ([tools[0], "--gsframe", "-o", obj, source],
                    [tools[1], "-o", path, obj]):
        status, text = bench.run.command(command)
        if status:
            bench.run.result(name, [text])
            return
    image, problems = elf.Elf(path), []
    (piece, _), = pieces(image)
    if (sorted(f.num for f in piece.functions)[0]
            or all(f.rows[-1][0] < f.size for f in piece.functions if f.num)):
        problems.append("gas wrote neither of the two")
    if not kernel_model.of_program(image):
        problems.append("the model takes it")
    status, text = bench.run.sfmerge("check", "--for=kernel", path)
    for word in "unusable", "fde-no-rows", "row-past-end":
        if word not in text:
            problems.append(f"check, status {status}: {text}")
    problems += Taken(bench.run).program("convert", path)
    # Its .eh_frame says what gas could not: no function is lost.
    kept = [function.num
            for part, _ in pieces(elf.Elf(bench.run.path("taken")))
            for function in part.functions]
    if len(kept) != piece.num_fdes or not all(kept):
        problems.append(f"{piece.num_fdes} functions became {kept}, in rows")
    bench.run.result(name, problems)


def programs(bench):
    """What the linkers here make."""
    assembled(bench)
    taken = Taken(bench.run)
    for linker in bench.linkers:
        name = f"check/taken-by-kernel: {linker.name}"
        if not bench.run.wanted(name):
            continue
        problems, before = [], sum(taken.count.values())
        for number, kind in enumerate(link_bench.KINDS):
            for version in link_bench.versions_for(linker, kind, number):
                build = link_bench.Build(bench, linker, kind, version)
                if not build.link():
                    problems += taken.program("link", build.image,
                                              *build.inputs)
                    problems += taken.program("convert", build.image)
        if sum(taken.count.values()) == before:
            problems.append("nothing was written")
        bench.run.result(name, problems)
    print(f"note: {taken.count}")
