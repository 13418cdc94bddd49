# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Files that break one rule of a consumer, each beside one that just does not,
byte by byte: the verdict of every consumer on both, what a model of the
kernel says of both, and what `sfmerge convert --for` makes of the first."""

import os
import struct

import dump_write
import elf
import elf_made
import kernel_model
import sframe
from dump_write import ADDR, CODE, Func, row

AMD64, ARM64 = 3, 2
MACHINES = {AMD64: elf.EM_X86_64, ARM64: elf.EM_AARCH64}
TEXT = 0x100  # bytes of code
X86_KERNEL, MODULES, VMLINUX = "kernel", "kernel-modules", "kernel-vmlinux"
MODELS = {X86_KERNEL: kernel_model.of_program,
          VMLINUX: kernel_model.of_kernel, MODULES: kernel_model.of_module}
ALL, LOSS, NONE = "usable", "usable with loss", "unusable"
NOT = "not applicable"

# Who reads all of an image of version 3 or 2 of AMD64, and who is not meant.
IMAGE3 = {X86_KERNEL: ALL, "libsframe-2.46": ALL, "v3-reader": ALL,
          MODULES: NOT, VMLINUX: NOT, "ld-2.44": NOT, "ld-2.45": NOT,
          "ld-2.46": NOT, "mold-2.42": NOT}
IMAGE2 = dict(IMAGE3, **{X86_KERNEL: NONE, "v3-reader": NONE,
                         "libsframe-2.46": LOSS, "libsframe-2.44": ALL,
                         "libsframe-2.45": ALL, "glibc-2.42": ALL,
                         "glibc-2.43": ALL, "v2-reader": ALL,
                         "v2-profiler": ALL})
KERNEL3 = dict(IMAGE3, **{VMLINUX: ALL, "kernel-eh-frame": NOT})
OBJECT3 = {MODULES: ALL, "ld-2.46": ALL, "mold-2.42": ALL,
           "libsframe-2.46": ALL, "v3-reader": ALL, X86_KERNEL: NOT,
           VMLINUX: NOT, "kernel-eh-frame": NOT, "glibc-2.42": NOT,
           "glibc-2.43": NOT, "v2-profiler": NOT}


def plain(size=16, addr=CODE, rows=None, **more):
    """A function with one row, or ROWS."""
    return Func(addr, size, [row(0, 1, 8)] if rows is None else rows, **more)


def flexible(*words, info=None):
    """A FLEX function whose one row has WORDS."""
    one = row(0, 0, *words)
    if info is not None:
        one = (0, info, words, 1)
    return plain(rows=[one], info2=1)


class Spec:
    """An image or a module: FUNCS and what is unusual about it."""

    def __init__(self, *funcs, **unusual):
        self.funcs, self.unusual = funcs, unusual

    def get(self, name, default=None):
        """What is unusual, or DEFAULT."""
        return self.unusual.get(name, default)

    def content(self, abi):
        """The bytes of .sframe."""
        version = self.get("version", 3)
        funcs = list(self.funcs)
        if not self.get("alone"):
            funcs.append(plain(addr=self.get("code", CODE) + 0x40))
        data = bytearray(dump_write.encode(
            abi, version, self.get("flags", 5), funcs, self.get("fixed"),
            self.get("gap", 0), self.get("aux", b"")))
        if self.get("rows_first"):
            data = rows_first(data)
        return bytes(data)


def rows_first(data):
    """DATA of version 3 with the rows before the functions."""
    count, _, length, _, start = struct.unpack_from("<IIIII", data, 8)
    fdes, fres = data[28:28 + start], data[28 + start:]
    fdes = bytearray(fdes)
    for idx in range(count):
        value = struct.unpack_from("<q", fdes, 16 * idx)[0]
        struct.pack_into("<q", fdes, 16 * idx, value - length)
    out = bytearray(data[:28] + fres + fdes)
    struct.pack_into("<II", out, 20, length, 0)
    return out


def image(spec, abi, path, kernel):
    """Write SPEC as an image; KERNEL: with the symbols of one."""
    made = elf_made.Made(2, MACHINES[abi])
    start = spec.get("code", CODE)
    code = made.section(".text", 1, bytes(TEXT), flags=6, addr=start,
                        align=4096)
    made.segment(elf.PT_LOAD, 5, code, size=TEXT - spec.get("short", 0))
    if spec.get("two"):
        more = made.section(".text.more", 1, bytes(16), flags=6,
                            addr=0x404000, align=4096)
        made.segment(elf.PT_LOAD, 5, more)
    content = spec.content(abi)
    data = made.section(".sframe", elf.SHT_GNU_SFRAME, content, flags=2,
                        addr=ADDR, align=4096)
    made.segment(elf.PT_LOAD, 4, data)
    made.segment(elf.PT_GNU_SFRAME, 4, data)
    if spec.get("init"):
        made.section(".init.sframe", 1, content, flags=2, addr=0x405000,
                     align=4096)
    names = [("main", start, 0), ("more", start + 0x40, 0)]
    if kernel:
        names += [("__start_sframe", ADDR + spec.get("shift", 0), 0, 0x10),
                  ("__end_sframe", ADDR + len(content), 0, 0x10)]
    symbols, strings = dump_write.symbol_table(abi, code, names, 0)
    count = len(made.headers)
    made.section(".symtab", elf.SHT_SYMTAB, symbols, link=count + 1, info=2,
                 entsize=24)
    made.section(".strtab", 3, strings, align=1)
    return made.write(path)


def module(spec, abi, path, _):
    """Write SPEC as a kernel module."""
    content = bytearray(spec.content(abi))
    made = elf_made.Made(elf.ET_REL, MACHINES[abi])
    code = made.section(".text", 1, bytes(TEXT), flags=6, align=16)
    data = len(made.headers)
    relas = b""
    old = content[2] < 3
    stride, width = sframe.STRIDE[content[2]], 4 if old else 8
    count = struct.unpack_from("<I", content, 8)[0]
    first = 28 + content[7] + struct.unpack_from("<I", content, 20)[0]
    for idx in range(count):
        field = first + idx * stride
        raw = int.from_bytes(content[field:field + width], "little",
                             signed=True)
        content[field:field + width] = bytes(width)
        relas += struct.pack("<QQq", field, 1 << 32
                             | dump_write.MACHINES[abi][1 if old else 2],
                             ADDR + field + raw - CODE)
    made.section(".sframe", elf.SHT_GNU_SFRAME, bytes(content), flags=2)
    made.section(".rela.sframe", elf.SHT_RELA, relas, flags=0x40,
                 link=data + 3, info=data, entsize=24)
    made.section(".gnu.linkonce.this_module", 1, bytes(8), flags=3)
    symbols, strings = dump_write.symbol_table(abi, code, [("main", CODE, 0)],
                                               CODE)
    made.section(".symtab", elf.SHT_SYMTAB, symbols, link=data + 4, info=2,
                 entsize=24)
    made.section(".strtab", 3, strings, align=1)
    return made.write(path)


END = [row(0, 1, 8), row(16, 1, 16)]
LAST = [row(0, 1, 8), row(15, 1, 16)]
BEYOND = [row(0, 1, 8), row(17, 1, 16)]
MASK = {"info": 0x10, "rep": 16}
ONLY = {X86_KERNEL: NONE}
FORMAT = dict(ONLY, **{"libsframe-2.46": LOSS, "v3-reader": NONE})
WRONG = dict(FORMAT, **{"libsframe-2.46": NONE})

# Rule: what just passes, what does not, whose verdicts that changes, and
# whether convert --for leaves anything that it takes (Judge.converted).
PROGRAMS = {
    "a row at the end":
        (Spec(plain(rows=LAST)), Spec(plain(rows=END)), ONLY, True),
    "a row at the end of a block":
        (Spec(plain(32, rows=LAST, **MASK)), Spec(plain(32, rows=END, **MASK)),
         ONLY, True),
    "a row beyond the end":
        (Spec(plain(rows=LAST)), Spec(plain(rows=BEYOND)),
         dict(ONLY, **{"libsframe-2.46": NONE}), True),
    "no rows":
        (Spec(plain()), Spec(plain(rows=[])), ONLY, True),
    "no rows of a signal frame":
        (Spec(plain(info=0x80)), Spec(plain(rows=[], info=0x80)), ONLY, True),
    "the first row late":
        (Spec(plain(rows=[row(0, 1, 8)])), Spec(plain(rows=[row(1, 1, 8)])),
         ONLY, True),
    "more rows than bytes":
        (Spec(plain(2, rows=[row(0, 1, 8), row(1, 1, 16)])),
         Spec(plain(2, rows=[row(0, 1, 8), row(1, 1, 16), row(1, 1, 8)])),
         ONLY, True),
    "equal starts of rows":
        (Spec(plain(rows=[row(0, 1, 8), row(1, 1, 16)])),
         Spec(plain(rows=[row(0, 1, 8), row(0, 1, 16)])), ONLY, True),
    "size 0":
        (Spec(plain(1)), Spec(plain(0)), ONLY, True),
    "rows out of order":
        (Spec(plain(rows=[row(0, 1, 8), row(3, 1, 16)])),
         Spec(plain(rows=[row(0, 1, 8), row(3, 1, 16), row(2, 1, 16)])),
         FORMAT, None),
    "words left over":
        (Spec(plain(rows=[row(0, 1, 8, -16)])),
         Spec(plain(rows=[row(0, 1, 8, -16, -24)])),
         WRONG, None),
    "size code 3":
        (Spec(plain(rows=[(0, 0x43, (8,), 4)])),
         Spec(plain(rows=[(0, 0x63, (8,), 4)])),
         WRONG, None),
    "an undefined return address":
        (Spec(plain(rows=[(0, 0, (), 1)])), None, {}, None),
    "FLEX with padding after the CFA":
        (Spec(flexible(0x39, 8)), Spec(flexible(0x39, 8, 0)), ONLY, True),
    "FLEX with padding after RA":
        (Spec(flexible(0x39, 8, 2, -8)), Spec(flexible(0x39, 8, 2, -8, 0, 0)),
         ONLY, True),
    "FLEX with padding before FP":
        (Spec(flexible(0x39, 8, 0, 2, -16)), Spec(flexible(0x39, 8, 0, 0, 0)),
         ONLY, True),
    "FLEX with one word":
        (Spec(flexible(0x39, 8)), Spec(flexible(0x39)),
         WRONG, None),
    "FLEX with the reserved bit":
        (Spec(flexible(0x39, 8)), Spec(flexible(0x3d, 8)), FORMAT, True),
    "FLEX with a CFA from no register":
        (Spec(flexible(0x3b, 8)), Spec(flexible(2, 8)), FORMAT, True),
    "FLEX, FP = CFA + offset":
        (Spec(flexible(0x39, 8, 0, 0x0a & 2, -16)),
         Spec(flexible(0x39, 8, 0, 8, -16)), FORMAT, True),
    "a block of size 0":
        (Spec(plain(16, rows=LAST, **MASK)),
         Spec(plain(16, rows=LAST, info=0x10)), FORMAT, True),
    "an end outside the segment":
        (Spec(plain(), plain(16, CODE + TEXT - 24), alone=True, short=8),
         Spec(plain(), plain(17, CODE + TEXT - 24), alone=True, short=8),
         WRONG, None),
    "equal starts of functions":
        (Spec(plain(8), plain(8, CODE + 8)), Spec(plain(8), plain(8)),
         ONLY, True),
    "two code segments":
        (Spec(plain()), Spec(plain(), two=True), ONLY, False),
    "another fixed offset":
        (Spec(plain(), fixed=(0, -8)), Spec(plain(), fixed=(0, -16)), WRONG,
         None),
    "an auxiliary header":
        (Spec(plain(), gap=8), Spec(plain(), aux=bytes(8)), ONLY, True),
    "rows before functions":
        (Spec(plain()), Spec(plain(), rows_first=True), WRONG, True),
    "not sorted":
        (Spec(plain()), Spec(plain(), flags=4),
         dict(ONLY, **{"libsframe-2.46": LOSS}), True),
    "a header and no more":
        (Spec(plain()), Spec(alone=True), ONLY, False),
    "functions and no row":
        (Spec(plain()), Spec(plain(rows=[]), alone=True), ONLY, False),
}
# The base of an example that another reader does not like either.
BASES = {"an auxiliary header": dict(IMAGE3, **{"libsframe-2.46": LOSS})}

KERNELS = {
    "a row at the end":
        (Spec(plain(rows=LAST)), Spec(plain(rows=END)), True),
    "no rows": (Spec(plain()), Spec(plain(rows=[])), True),
    "the first row late":
        (Spec(plain()), Spec(plain(rows=[row(4, 1, 8)])), True),
    "FLEX": (Spec(plain()), Spec(plain(rows=[row(0, 0, 0xF9, 8)], info2=1)),
             True),
    "equal starts of functions":
        (Spec(plain(8), plain(8, CODE + 8)), Spec(plain(8), plain(8)), True),
    "an auxiliary header":
        (Spec(plain(), gap=8), Spec(plain(), aux=bytes(8)), True),
    "not sorted": (Spec(plain()), Spec(plain(), flags=4), True),
    "a header and no more": (Spec(plain()), Spec(alone=True), False),
    "version 2":
        (Spec(plain()), Spec(plain(rows=[row(0, 1, 16)]), version=2), True),
}


class Judge:
    """Compares verdicts."""

    def __init__(self, bench):
        self.bench, self.run = bench, bench.run
        self.path = bench.run.path("refused")

    def grades(self, path):
        """Consumer: verdict on PATH."""
        return {v["name"]: v["verdict"]
                for v in self.bench.verdicts(path) or ()}

    def differ(self, spec, make, abi, wanted, kernel=False):
        """Problems where the verdicts on SPEC are not WANTED; others are
        unusable.  The model agrees."""
        made = make(spec, abi, self.path, kernel)
        seen = self.grades(made)
        problems = [f"{name}: {seen[name]}, expected {wanted.get(name, NONE)}"
                    for name in seen if seen[name] != wanted.get(name, NONE)]
        if not seen:
            problems.append("no verdict")
        for name, model in MODELS.items():
            if seen.get(name) in (None, NOT):
                continue
            refused = model(elf.Elf(made))
            if bool(refused) != (seen[name] == NONE):
                problems.append(f"{name}: {seen[name]}, the model {refused}")
        return problems

    def converted(self, consumer, left):
        """Problems with what convert --for makes of the file.  LEFT: the
        consumer takes it; False: it cannot, and convert says so; None: convert
        refuses for another reason.  What is refused is not written."""
        out = self.run.absent("converted")
        status, text = self.run.sfmerge("convert", f"--for={consumer}", "-o",
                                        out, self.path)
        if not left:
            said = left is None or f"{consumer} could not use" in text
            return [] if status and said and not os.path.exists(out) else [
                f"converted: {status}, or not a word: {text}"]
        if status:
            return [f"convert: status {status}: {text}"]
        refused = MODELS[consumer](elf.Elf(out))
        grade = self.grades(out).get(consumer)
        if refused or grade != ALL:
            return [f"converted: {refused}, {grade}: {text}"]
        return []

    def case(self, consumer, what, good, bad, kinds, left):
        """One rule.  KINDS: (writer, ABI, verdicts on GOOD, and on BAD)."""
        name = f"check/refused: {consumer}, {what}"
        if not self.run.wanted(name):
            return
        make, abi, before, after = kinds
        kernel = consumer == VMLINUX
        problems = self.differ(good, make, abi, before, kernel)
        if bad:
            problems += self.differ(bad, make, abi, after, kernel)
            problems += self.converted(consumer, left)
        self.run.result(name, problems)


def programs(judge):
    """Rules for a program."""
    for what, (good, bad, changes, left) in PROGRAMS.items():
        judge.case(X86_KERNEL, what, good, bad,
                   (image, AMD64, BASES.get(what, IMAGE3),
                    dict(IMAGE3, **changes)), left)


def kernels(judge):
    """Rules for an arm64 kernel and its modules."""
    for what, (good, bad, left) in KERNELS.items():
        # Version 3 takes more room than there is between the symbols.
        judge.case(VMLINUX, what, good, bad,
                   (image, ARM64, *both(KERNEL3, what, VMLINUX)),
                   None if what == "version 2" else left)
        if what == "not sorted":
            # A module's functions are sorted when it is loaded.
            bad = None
        judge.case(MODULES, what, good, bad,
                   (module, ARM64, *both(OBJECT3, what, MODULES)),
                   left)


BEHIND = 0x403000
# Rules of readers of version 2, as PROGRAMS; after convert --for=libsframe-2.44
# nothing of these is left.
OLD = {
    "MASK before the section":
        (Spec(plain(32, BEHIND, LAST, **MASK), version=2, flags=1,
              code=BEHIND),
         Spec(plain(32, rows=LAST, **MASK), version=2, flags=1),
         {"libsframe-2.44": LOSS}),
    "a row without words":
        (Spec(plain(), version=2, flags=1),
         Spec(plain(rows=[(0, 0, (), 1)]), version=2, flags=1),
         {"libsframe-2.44": LOSS, "glibc-2.42": LOSS, "glibc-2.43": LOSS}),
}


def old_readers(judge):
    """Rules of readers of version 2."""
    for what, (good, bad, changes) in OLD.items():
        name = f"check/refused: libsframe-2.44, {what}"
        if not judge.run.wanted(name):
            continue
        before = dict(IMAGE2, **{"v2-profiler": LOSS if "MASK" in what
                                 else ALL})
        problems = judge.differ(good, image, AMD64, before)
        problems += judge.differ(bad, image, AMD64, dict(before, **changes))
        out = judge.run.path("converted")
        status, text = judge.run.sfmerge(
            "convert", "--for=libsframe-2.44", "-o", out, judge.path)
        if status or judge.grades(out).get("libsframe-2.44") != ALL:
            problems.append(f"convert: status {status}: {text}")
        judge.run.result(name, problems)


def elsewhere(judge):
    """What only a kernel's image can have."""
    for what, unusual, grade in (
            ("the symbol elsewhere", {"shift": 8}, NONE),
            (".init.sframe", {"init": True}, LOSS)):
        name = f"check/refused: {VMLINUX}, {what}"
        if judge.run.wanted(name):
            before, _ = both(KERNEL3, what, VMLINUX)
            made = image(Spec(plain(), **unusual), ARM64, judge.path, True)
            grades = judge.grades(made)
            judge.run.result(name, [
                f"{k}: {grades[k]}" for k in grades if grades[k] != (
                    grade if k == VMLINUX else before.get(k, NONE))]
                or ["no verdict"] * (not grades))
    name = f"check/refused: {VMLINUX}, a program"
    if judge.run.wanted(name):
        made = image(Spec(plain()), ARM64, judge.path, False)
        judge.run.result(name, [] if judge.grades(made)[VMLINUX] == NOT
                         else ["applicable"])


def both(base, what, consumer):
    """The verdicts on what just passes and on what does not."""
    after = dict(base, **{consumer: NONE})
    before = dict(base)
    if consumer == VMLINUX:
        after[X86_KERNEL] = ALL if what == "FLEX" else NONE
    if what == "an auxiliary header":
        before["libsframe-2.46"] = LOSS
        if consumer == MODULES:
            after["libsframe-2.46"] = ALL
    if what == "not sorted" and consumer == VMLINUX:
        after["libsframe-2.46"] = LOSS
    if what == "version 2":
        after.update({"v3-reader": NONE, "ld-2.46": NONE, "mold-2.42": NONE})
        if consumer == VMLINUX:
            after.update({k: ALL for k in (
                "glibc-2.42", "glibc-2.43", "libsframe-2.45", "v2-reader")})
        else:
            after.update({k: ALL for k in (
                "ld-2.45", "libsframe-2.45", "v2-reader")})
    for table in (before, after):
        if consumer == VMLINUX:
            table.update({k: NOT for k in ("ld-2.46", "mold-2.42")})
    return before, after


def cases(bench):
    """All of them."""
    judge = Judge(bench)
    programs(judge)
    kernels(judge)
    old_readers(judge)
    elsewhere(judge)
