# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Functions that assemblers leave out of .sframe: no linker has lost them, so
that `sfmerge check` notes them, and repair, convert and link go on.  Others
that lack are lost: that is said, and a repair refused."""

import os
import re
import shutil

import outputs

PLAIN = {
    "amd64": """
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset 6, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register 6
    pop %rbp
    .cfi_def_cfa 7, 8
    ret
""",
    "aarch64": """
    stp x29, x30, [sp, -16]!
    .cfi_def_cfa_offset 16
    .cfi_offset 29, -16
    .cfi_offset 30, -8
    ldp x29, x30, [sp], 16
    .cfi_restore 29
    .cfi_restore 30
    .cfi_def_cfa_offset 0
    ret
""",
    "s390x": """
    stmg %r14, %r15, 112(%r15)
    .cfi_offset 14, -48
    .cfi_offset 15, -40
    lay %r15, -160(%r15)
    .cfi_def_cfa_offset 320
    br %r14
""",
}
# Bodies that this or that assembler makes no rows of.
ODD = {
    "amd64": {
        "realigned": """
    lea 8(%rsp), %r10
    .cfi_def_cfa 10, 0
    and $-32, %rsp
    pushq -8(%r10)
    push %rbp
    mov %rsp, %rbp
    .cfi_escape 0x10, 6, 2, 0x76, 0
    push %r10
    .cfi_escape 0xf, 3, 0x76, 0x78, 6
    pop %r10
    .cfi_def_cfa 10, 0
    pop %rbp
    lea -8(%r10), %rsp
    .cfi_def_cfa 7, 8
    ret
""",
        # As code of OpenSSL has it: *(%rsp + 152) + 8.
        "expression": ".cfi_escape 0xf, 6, 0x77, 0x98, 1, 6, 0x23, 8\nnop\n",
        "short_expression": ".cfi_escape 0xf, 2, 0x77, 16\nnop\n",
        "other_base": "nop\n.cfi_def_cfa 0, 8\nnop\n",
        "arguments": "nop\n.cfi_escape 0x2e, 16\nnop\n",
        "saved_elsewhere": ".cfi_escape 0x10, 3, 2, 0x76, 0x78\nnop\n",
        "valued": ".cfi_escape 0x16, 3, 2, 0x76, 0x78\nnop\n",
        "fp_is_value": ".cfi_val_offset 6, -16\nnop\n",
        "fp_in_register": ".cfi_register 6, 3\nnop\n",
        "no_fp": ".cfi_undefined 6\nnop\n",
        "return_column": ".cfi_return_column 3\nnop\n",
        "no_cfa": None,
        "outermost": ".cfi_undefined 16\nnop\n",
        "signal_frame": ".cfi_signal_frame\nnop\n",
        # As glibc's __restore_rt has it.
        "signal_return": """
    .cfi_signal_frame
    .cfi_escape 0xf, 4, 0x77, 0xa0, 1, 6
    .cfi_escape 0x10, 16, 3, 0x77, 0xa8, 1
    .cfi_escape 0x10, 6, 3, 0x77, 0xf8, 0
    nop
""",
    },
    "aarch64": {
        "fp_alone": ".cfi_offset 29, -16\nnop\n",
        "other_base": ".cfi_def_cfa 10, 16\nnop\n",
        "expression": ".cfi_escape 0xf, 4, 0x8f, 8, 6, 6\nnop\n",
        "ra_in_register": ".cfi_register 30, 10\nnop\n",
        "arguments": ".cfi_escape 0x2e, 16\nnop\n",
    },
    "s390x": {
        "expression": ".cfi_escape 0xf, 4, 0x7f, 8, 6, 6\nnop\n",
        "fp_in_register": ".cfi_register 11, 18\nnop\n",
    },
}
# Machine, name, assembler, linker.
TOOLS = (
    ("amd64", "2.40", "as", "ld.bfd"),
    ("amd64", "2.44", "as-2.44", "ld-2.44"),
    ("amd64", "2.47", "as-2.47", "ld-2.47"),
    ("amd64", "LLVM 22", "clang-as-22", "ld-2.44"),
    ("aarch64", "2.40", "aarch64-linux-gnu-as", "aarch64-linux-gnu-ld"),
    ("aarch64", "2.44", "aarch64-as-2.44", "aarch64-ld-2.44"),
    ("aarch64", "2.47", "aarch64-as-2.47", "aarch64-ld-2.47"),
    ("s390x", "2.47", "s390x-as-2.47", "s390x-ld-2.47"),
)
PARTS = 6  # plain functions of an object: more than are excused by number


def function(name, body):
    """The text of one function; without BODY nothing defines its CFA."""
    start = ".cfi_startproc" + ("" if body else " simple")
    return (f".globl {name}\n.type {name}, %function\n{name}:\n{start}\n"
            f"{body or 'nop'}\n.cfi_endproc\n.size {name}, . - {name}\n")


class Case:
    """One assembler and linker."""

    def __init__(self, check, bench, tools):
        self.check, self.run = check, bench.run
        self.machine, version, *names = tools
        self.name = f"undescribable/{self.machine}/{version}"
        folder = os.path.join(bench.objects.more or "", "bin")
        self.tools = [
            os.path.join(folder, name)
            if bench.objects.more and os.path.exists(os.path.join(folder, name))
            else shutil.which(name) for name in names]

    def assemble(self, name, bodies, described=True):
        """The object of BODIES by name; None if it cannot be made."""
        source, obj = (self.run.path(name + end) for end in (".s", ".o"))
        with open(source, "w", encoding="ascii") as file:
            file.write(".text\n" + "".join(function(*b) for b in bodies))
        words = (["-Wa,--gsframe", "-c"] if "clang" in self.tools[0]
                 else ["--gsframe"])
        outputs.remove(obj)
        status, text = self.run.command(
            [self.tools[0], *(words if described else ()), source, "-o", obj])
        if not status and not described:
            self.run.command(["objcopy", "-R", ".sframe", obj])
        return (None, text) if status else (obj, text)

    def link(self, name, *objects):
        """The shared object of OBJECTS, or None."""
        out = self.run.path(name)
        outputs.remove(out)
        status, text = self.run.command(
            [self.tools[1], "-shared", "-e", "0", *objects, "-o", out])
        return None if status else out, text

    def goes_on(self, path, problems):
        """Note PROBLEMS of commands that should use PATH as it is."""
        for words in (["repair", "--plt=keep"], ["convert", "--to=v3"],
                      ["convert", "--to=v2-pcrel"]):
            out = self.run.path("made")
            outputs.remove(out)
            status, text = self.run.sfmerge(*words, "--grow=move-phdrs", "-o",
                                            out, path)
            if status:
                problems.append(f"{' '.join(words)}: {text}")

    def left_out(self, path, odd):
        """Those of ODD that nothing in PATH describes."""
        _, text = self.run.sfmerge("dump", path)
        return [name for name in odd if f"<{name}>" not in text]

    def described(self, name, odd):
        """The object of plain functions and ODD."""
        return self.assemble(name, [
            *((f"plain{i}", PLAIN[self.machine]) for i in range(PARTS)),
            *odd.items()])

    def excused(self):
        """All functions that lack are such.  Those that the assembler
        describes, some with wrong rows, are not in the object."""
        obj, text = self.described("all", ODD[self.machine])
        odd = {name: ODD[self.machine][name] for name in (
            self.left_out(obj, ODD[self.machine]) if obj else ())}
        if obj:
            obj, text = self.described("odd", odd)
        path = None
        if obj:
            path, text = self.link("odd.so", obj)
        if not path:
            self.run.result(self.name, ["no image"], text)
            return None
        lack = list(odd)
        status, text = self.run.sfmerge("check", path)
        noted = re.search(r"functions-undescribable: \S+ (\d+) of", text)
        problems = [] if lack else ["the assembler describes everything"]
        if status or "functions-left-out" in text:
            problems.append("check does not excuse them")
        if (int(noted.group(1)) if noted else 0) != len(lack):
            problems.append(f"{len(lack)} are not noted: {', '.join(lack)}")
        self.goes_on(path, problems)
        self.run.result(self.name, problems, text)
        return obj

    def lost(self, obj):
        """Of a second object, nothing is described."""
        more, text = self.assemble(
            "more", [(f"part{i}", PLAIN[self.machine]) for i in range(PARTS)]
            + list(("more_" + name, body)
                   for name, body in ODD[self.machine].items()),
            described=False)
        path = None
        if more:
            path, text = self.link("lost.so", obj, more)
        if not path:
            self.run.result(self.name + ": lost", ["no image"], text)
            return
        _, text = self.run.sfmerge("check", path)
        found = re.search(r"functions-left-out: \S+ (\d+) of", text)
        problems = []
        if not found or int(found.group(1)) < PARTS:
            problems.append("check does not say what is lost")
        for words in (["repair"], ["convert", "--to=v2-pcrel"]):
            out = self.run.path("made")
            outputs.remove(out)
            if not self.run.sfmerge(*words, "-o", out, path)[0]:
                problems.append(f"{words[0]} goes on")
        self.run.result(self.name + ": lost", problems, text)

    def down(self, words):
        """What link with WORDS makes of version 3, without what is not written
        then."""
        obj, _ = self.described("down", ODD[self.machine])
        image, _ = self.link("down.so", obj)
        out = self.run.path("down")
        outputs.remove(out)
        status, text = self.run.sfmerge("link", words, "--grow=move-phdrs",
                                        "-o", out, image, obj)
        problems = [f"link: exit status {status}"] if status else []
        if not status:
            if len(self.left_out(out, ODD[self.machine])) == len(
                    self.left_out(image, ODD[self.machine])):
                problems.append("nothing is left out")
            self.goes_on(out, problems)
            status, text = self.run.sfmerge("check", out)
            if status or "functions-left-out" in text:
                problems.append("check does not excuse them")
        self.run.result(f"{self.name}: link {words}", problems, text)


def all_cases(check, bench):
    """All assemblers here."""
    for tools in TOOLS:
        case = Case(check, bench, tools)
        if not bench.run.wanted(case.name):
            continue
        if None in case.tools:
            bench.run.unsupported(case.name, "no such tools")
            continue
        obj = case.excused()
        # LLVM's tables are left as they are: nothing in them could be lost.
        if obj and "LLVM" not in case.name:
            case.lost(obj)
        if obj and case.name == "undescribable/amd64/2.47":
            case.down("--to=v2-pcrel")
            case.down("--for=kernel")
