# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What consumers take: what `sfmerge link` and `convert` write for them, and
what `sfmerge check` says of an object for them."""

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


# Consumer, program, version of the objects that it is given.
TAKERS = (("ld-2.44", "ld-2.44", 2), ("ld-2.46", "ld-2.47", 3),
          ("mold-2.42", "mold-3", 3), ("libsframe-2.44", "readelf-2.44", 2),
          ("libsframe-2.46", "readelf-2.47", 2),
          ("libsframe-2.46", "readelf-2.47", 3))

# The functions of most objects.
TWO = """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_row  1, sp, 16, -16
        sf_fde  .text+7, 9
        sf_row  0, sp, 8
"""

# Each has one thing about it: options of sf_begin, then what follows.
OBJECTS = {
    "plain": ("", TWO),
    "the other section type": ("in=SF_OTHER", TWO),
    "said to be sorted": ("flags=SF_FLAGS+1", TWO),
    "the other PCREL flag": ("flags=4-SF_FLAGS", TWO),
    "auxiliary header": ("aux=8", TWO),
    "gap before the functions": ("fdegap=8", TWO),
    "gap before the rows": ("fregap=8", TWO),
    "no function": ("", ""),
    "not in order": ("", """
        sf_fde  .text+7, 9
        sf_row  0, sp, 8
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
"""),
    "shared rows": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_row  1, sp, 16, -16
        sf_row  4, fp, 16, -16
        sf_fde  .text+7, 9, rows=0
        sf_fde  .text+16, 9, rows=0
        sf_fde  .text+25, 9, rows=0
"""),
    "MASK": ("", """
        sf_fde  .text+0, 32, mask=1, rep=16
        sf_row  0, sp, 8
        sf_row  11, sp, 16
"""),
    "a block of size 0": ("", """
        sf_fde  .text+0, 32, mask=1
        sf_row  0, sp, 8
"""),
    "no rows": ("", """
        sf_fde  .text+0, 7
        sf_fde  .text+7, 9
        sf_row  0, sp, 8
"""),
    "a row at the end": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_row  7, sp, 16
"""),
    "a row past the end": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_row  9, sp, 16
"""),
    "rows with equal starts": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_row  0, sp, 16
"""),
    "rows out of order": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_row  4, sp, 16
        sf_row  2, sp, 24
"""),
    "an undefined return address": ("", """
        sf_fde  .text+0, 7
        sf_row  0, undef
"""),
    "two headers": ("", TWO + """
        sf_end
        sf_begin version=SF_VERSION, in=here
        sf_fde  .text+32, 7
        sf_row  0, sp, 8
"""),
    "a function without relocation": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_fde  .text+7, 9, start=0
        sf_row  0, sp, 8
"""),
    "another fixed offset": ("fp=-16", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
"""),
    "twice the same": ("", """
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
"""),
    "FLEX": ("", """
        sf_fde  .text+0, 7, flex=1
        sf_row  0, flex, 0x39, 8
"""),
    "a signal frame": ("", """
        sf_fde  .text+0, 7, signal=1
        sf_row  0, sp, 8
"""),
}
NEW = ("FLEX", "a signal frame")  # version 3 only
# Functions of nothing, which need not be in the output.
DEAD = {"a function without relocation": 1}

# What else is linked: one function that each takes.
OTHER = ("", """
        sf_fde  .text+0, 5
        sf_row  0, sp, 8
""")


class Made:
    """Assembles the objects."""

    def __init__(self, run, assembler, inc):
        self.run, self.assembler, self.inc = run, assembler, inc
        self.serial = 0

    def make(self, what, version, symbol):
        """The path of an object, or None."""
        self.serial += 1
        stem = self.run.path(f"taken-{self.serial}")
        options, body = what
        kinds = ("gnu", "progbits") if version == 3 else ("progbits", "gnu")
        if "in=" in options:
            options = options.replace("SF_OTHER", kinds[1])
        else:
            options = ", ".join(["in=" + kinds[0]] + options.split(", "))
        disk.write(stem + ".s", f"""        .include "sframe.inc"
        .set    SF_VERSION, {version}
        .set    SF_FLAGS, {4 if version == 3 else 0}
        .text
        .globl  {symbol}
{symbol}:
        .skip   64, 0x90
        sf_begin version={version}, {options.rstrip(", ")}
{body}
        sf_end
""".replace("version=SF_VERSION", f"version={version}"))
        status, text = self.run.command(
            [self.assembler, "-I", self.inc, "--defsym", "SF_ABI=3",
             "-o", stem + ".o", stem + ".s"])
        if status or text:
            print(text)
            return None
        return stem + ".o"


def section(path):
    """The size, the functions and the headers of all .sframe of PATH."""
    file = elf.Elf(path)
    size, functions, heads = 0, 0, []
    for found in file.named(".sframe"):
        data = file.bytes_of(found)
        size += len(data)
        if not any(data):
            continue
        pieces = sframe.pieces_of(data, file.big)
        functions += sum(p.num_fdes for p in pieces)
        heads += [data[p.offset + 5:p.offset + 7] for p in pieces]
    return size, functions, heads


def linked(run, program, path, other, dead):
    """Whether PROGRAM takes PATH as it is, but for DEAD functions, into one
    section with OTHER."""
    out = path + ".out"
    disk.remove(out)
    status, text = run.command([program, "-m", "elf_x86_64", "-o", out, path,
                                other])
    if status or text.strip():
        return False, f"status {status}: {text.strip()[:200]}"
    size, functions, heads = section(out)
    sizes, counts, before = zip(section(path), section(other))
    if functions not in (sum(counts), sum(counts) - dead):
        return False, f"{functions} functions of {sum(counts)}"
    if size > sum(sizes):
        return False, f"{size} bytes in the room of {sum(sizes)}"
    if before[0] and heads and heads[0] != before[0][0]:
        return False, "other fixed offsets"
    return True, ""


def shown(run, program, path):
    """Whether PROGRAM shows all functions of PATH."""
    status, text = run.command([program, "--sframe", path])
    count = text.count("func idx [")
    if status or "rror" in text or "ssert" in text:
        return False, f"status {status}: {text.strip()[-200:]}"
    return count == section(path)[1], f"{count} functions"


def judge(verdict, taken, why):
    """Problems with VERDICT, if the consumer has TAKEN the object."""
    if verdict["verdict"] == "usable" and not taken:
        return [f"usable, but {why}"]
    if verdict["verdict"] == "unusable" and taken:
        return [f"unusable, but taken: {verdict['reasons']}"]
    if verdict["verdict"] == "not applicable":
        return ["not applicable"]
    return []


def takers_cases(bench, assembler, inc, more):
    """Compare what `sfmerge check` says of an object for a linker or readelf
    with what that program does with it."""
    run, made = bench.run, Made(bench.run, assembler, inc)
    for consumer, name, version in TAKERS:
        case = f"check/taken: version {version}, {name}"
        program = os.path.join(more, "bin", name) if more else ""
        if not run.wanted(case):
            continue
        if not os.path.exists(program):
            run.unsupported(case, f"no {name}")
            continue
        other = made.make(OTHER, version, "other")
        if not other:
            run.unsupported(case, "no assembler for x86-64")
            continue
        problems, grades = [], {}
        for what, parts in OBJECTS.items():
            if version < 3 and what in NEW:
                continue
            path = made.make(parts, version, "_start")
            verdict = path and bench.verdicts(path, consumer)
            if not verdict:
                problems.append(f"{what}: no verdict")
                continue
            if name.startswith("readelf"):
                taken, why = shown(run, program, path)
            else:
                taken, why = linked(run, program, path, other,
                                    DEAD.get(what, 0))
            grade = verdict[0]["verdict"]
            grades[grade] = grades.get(grade, 0) + 1
            print(f"note: {name}: {what}: {grade}; "
                  f"{'taken' if taken else why}")
            problems += [f"{what}: {p}"
                         for p in judge(verdict[0], taken, why)]
        if grades.get("usable", 0) < 5:
            problems.append(f"{grades}")
        run.result(case, problems)
