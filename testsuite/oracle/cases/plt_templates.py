# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Every form of linker-generated code for AArch64 and s390x, also of linkers that
are not here, as a program without a C library: run step by step until each of
its instructions has run."""

import disk
import elf
import plt
import plt_emulated

# Instructions by name.  WORD is what leads on, of an entry to its function or
# to what resolves it, of others to what takes back what they did.
AARCH64 = {
    "adrp": "adrp x16, WORD", "ldr": "ldr x17, [x16, :lo12:WORD]",
    "add": "add x16, x16, :lo12:WORD", "br": "br x17", "bti": "hint #34",
    "aut": "hint #12", "nop": "nop", "brk": "brk #1000",
    "stp": "stp x16, x30, [sp, #-16]!", "stp2": "stp x2, x3, [sp, #-16]!",
    "adrp2": "adrp x2, WORD", "adrp3": "adrp x3, WORD",
    "ldr2": "ldr x2, [x2, :lo12:WORD]", "add3": "add x3, x3, :lo12:WORD",
    "br2": "br x2",
}
S390X = {
    "stg": "stg %r1, 56(%r15)", "stg0": "stg %r0, 56(%r15)",
    "larl": "larl %r1, WORD", "mvc": "mvc 48(8, %r15), 8(%r1)",
    "next": "lg %r1, 16(%r1)", "lg": "lg %r1, 0(%r1)", "br": "br %r1",
    "basr": "basr %r1, %r0", "number": "lgf %r1, 12(%r1)", "jg": "jg head",
    "value": ".long 5", "nop": "nopr", "zero": ".short 0",
    "call": "basr %r0, %r1", "lgfi": "lgfi %r0, 5", "sgr": "sgr %r0, %r1",
    "aghi": "aghi %r0, -62", "srlg": "srlg %r1, %r0, 1",
    "agr": "agr %r0, %r1",
}

# (Head, entry, tail): the forms of each are gone through side by side.
LOAD, RELAXED = "adrp ldr add", "adrp ldr nop"
HEAD = "stg larl mvc next br"
COMPUTED = "sgr aghi srlg agr stg0 larl mvc next br"
FORMS = {
    "aarch64": (
        (f"stp {LOAD} br nop nop nop", f"bti stp {LOAD} br nop nop",
         f"stp {LOAD} br brk brk brk"),
        tuple(form.replace("LOAD", load) for load in (LOAD, RELAXED)
              for form in ("LOAD br nop nop", "LOAD aut br nop",
                           "bti LOAD br nop", "bti LOAD aut br", "LOAD br"))
        + ("adrp ldr br brk", "adrp ldr br nop"),
        ("stp2 adrp2 adrp3 ldr2 add3 br2 nop nop",
         "bti stp2 adrp2 adrp3 ldr2 add3 br2 nop")),
    "s390x": (
        (f"{HEAD} nop nop nop", f"{HEAD} nop nop nop".replace("stg", "stg0"),
         f"{COMPUTED} nop nop", f"{COMPUTED} zero zero"),
        ("larl lg br basr number jg value",
         "larl lg lgfi br nop nop nop nop nop nop", "larl lg call nop",
         "larl lg call zero", "larl lg br nop", "larl lg br zero"),
        ("",)),
}
# What is never reached, or no instruction.
FILLING = ("nop", "brk", "zero", "value")

# The program: two entries, the word of the first leading to the function, of
# the second to the head or, in GNU ld's entries for s390x, into the entry.
SOURCE = {
    "aarch64": """
_start:
first_trap: brk #0
    bl one
    bl two
    bl tail
last_trap: brk #0
function: ret
resolver: ldp x16, x30, [sp], #16
    ret
landing: ldp x2, x3, [sp], #16
    ret
""",
    "s390x": """
_start:
    aghi %r15, -160
first_trap: .short 1
    brasl %r14, one
    brasl %r14, two
last_trap: .short 1
function:
resolver:
landing:
    br %r14
""",
}


def _code(known, label, form, word):
    """The lines of the code of FORM at LABEL."""
    lines = [f"{label}:"] if form else []
    for name in form.split():
        if name == "basr":
            lines.append(f"{label}_lazy:")
        lines.append("    " + known[name].replace("WORD", word))
    return lines


def _source(name, head, entry, tail):
    """The program of these forms."""
    known = AARCH64 if name == "aarch64" else S390X
    lines = ["    .globl _start", "    .text", SOURCE[name],
             '    .section .plt, "ax"', "    .balign 16"]
    lines += _code(known, "head", head, "table")
    lines += _code(known, "one", entry, "word_one")
    lines += _code(known, "two", entry, "word_two")
    lines += _code(known, "tail", tail, "word_tail")
    lazy = "two_lazy" if "basr" in entry else "head"
    # A head for s390x goes on by the third of its words.
    words = [("table", "resolver, 0, resolver"), ("word_one", "function"),
             ("word_two", lazy), ("word_tail", "landing")]
    lines += ["    .data", "    .balign 8"]
    lines += [f"{label}: .quad {value}" for label, value in words]
    return "\n".join(lines) + "\n"


def _executed(*forms):
    """How many instructions of the FORMS must run."""
    count = 0
    for form in forms:
        words = form.split()
        while words and words[-1] in FILLING:
            words.pop()
        count += len(words)
    return count


def _whole(head, entry, tail):
    """That each instruction of these forms has run; of entries in two parts
    the second one in the second entry."""
    # GNU ld's entries for s390x run to their first jump if they are resolved.
    want = _executed(head, tail) + 2 * _executed(entry)
    if "basr" in entry:
        want -= len("basr number jg".split())

    def whole(_image, moments):
        found = len({moment.addr for moment in moments})
        return (None if found == want
                else f"{found} instructions ran, not {want}")
    return whole


def cases(bench, name, assembler, linker):
    """All forms for the machine called NAME."""
    run = bench.run
    why = "no assembler" if not bench.program(
        assembler) else plt_emulated.ready(name)
    if why:
        run.unsupported(f"plt/{name}/forms", why)
        return
    heads, entries, tails = FORMS[name]
    source, obj, out = (run.path(f"forms{end}") for end in (".s", ".o", ""))
    for number, entry in enumerate(entries):
        head = heads[number % len(heads)]
        tail = tails[number % len(tails)]
        case = f"plt/{name}/forms: {entry}"
        if not run.wanted(case):
            continue
        disk.write(source, _source(name, head, entry, tail))
        status, text = run.command([bench.program(assembler), source, "-o",
                                    obj])
        if status == 0:
            status, text = run.command([bench.program(linker), obj, "-o",
                                        out])
        if status or not plt.areas(elf.Elf(out)):
            run.result(case, ["it does not link"], text)
            continue
        plt_emulated.examine(bench, case, out,
                             _whole(head, entry, tail))
