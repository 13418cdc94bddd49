# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Linker-made code of AArch64 and s390x, run step by step by an emulator, and
what its rules say compared with what is true at each instruction."""

import os

import disk
import elf
import plt
import plt_trace
import verify

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


def templates_cases(bench, name, assembler, linker):
    """Every form of linker-generated code for AArch64 and s390x, also of
    linkers that are not here, as a program without a C library: run step by
    step until each of its instructions has run."""
    run = bench.run
    why = "no assembler" if not bench.program(
        assembler) else ready(name)
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
        examine(bench, case, out,
                _whole(head, entry, tail))


DT_TLSDESC_PLT, DT_TLSDESC_GOT = 0x6FFFFEF6, 0x6FFFFEF7
PT_DYNAMIC = 2

# How a program is linked: a shared object, which the dynamic linker runs as a
# program, with a GOT that stays writable, for _descriptor; and a program.
KINDS = {
    "shared": ("-shared", "-e", "_start", "-z", "norelro"),
    "program": ("-dynamic-linker", "LOADER"),
}
# A processor for which the instruction that checks a word of the PLT does
# nothing: glibc 2.36 does not sign these words.
PROCESSOR = ("-cpu", "cortex-a57")
LOADERS = {"aarch64": "ld-linux-aarch64.so.1", "s390x": "ld64.so.1"}


def ready(name):
    """Why programs of the machine called NAME cannot run; or None."""
    machine = next(m for m in plt_trace.MACHINES.values() if m.name == name)
    if not machine.emulator():
        return "no emulator"
    if not machine.root() or not os.path.exists(
            os.path.join(machine.root(), "lib", LOADERS[name])):
        return "no C library"
    return None


def start(image, path):
    """A process of IMAGE, which is at PATH and may need an interpreter."""
    machine = plt_trace.MACHINES[image.machine]
    args = []
    if machine.name == "aarch64":
        args += PROCESSOR
    if image.segment_of(PT_DYNAMIC):
        folder = os.path.join(machine.root(), "lib")
        args += ["-L", machine.root(), os.path.join(
            folder, LOADERS[machine.name]), "--library-path",
                 folder + ":" + os.path.dirname(path)]
    return plt_trace.Process(machine, args + [path])


def _dynamic(image, tag):
    """The value of TAG in the dynamic section, or None."""
    segment = image.segment_of(PT_DYNAMIC)
    for at in range(0, segment.filesz if segment else 0, 16):
        found, value = image.unpack("QQ", segment.offset + at)
        if found == tag:
            return value
    return None


def _descriptor(image, tracer, symbols):
    """Run the code for TLS descriptors that are not resolved yet.  glibc
    resolves all at once, so that nothing else would."""
    code = _dynamic(image, DT_TLSDESC_PLT)
    word = _dynamic(image, DT_TLSDESC_GOT)
    if not code or not word:
        return
    process, machine, bias = tracer.process, tracer.machine, tracer.bias
    process.set_word(word + bias, symbols["landing"] + bias)
    process.set_register(machine.ra, symbols["last_trap"] + bias)
    process.set_register(machine.pc, code + bias)
    tracer.run(symbols["last_trap"])


def trace(image, path, areas=None):
    """The moments of a run of IMAGE in AREAS, (START, END), or in the sections
    of linker-generated code, from one of its breakpoint instructions to the other.
    Raises Trouble."""
    symbols = {s.name: s.value for s in image.symbols()}
    nested = areas is not None
    areas = areas or [(s.addr, s.addr + s.size) for s in plt.areas(image)]
    with start(image, path) as process:
        machine = process.machine
        behind = symbols["first_trap"] + machine.trap
        bias = (process.run_to_trap() - symbols["first_trap"]) & ~0xFFF
        process.set_register(machine.pc, behind + bias)
        tracer = plt_trace.Tracer(process, areas, bias, nested)
        tracer.run(symbols["last_trap"])
        _descriptor(image, tracer, symbols)
        return tracer.moments


def lazily(image, moments):
    """The head of .plt runs where words are resolved when they are used."""
    start = image.named(".plt")[0].addr
    return (None if any(m.addr == start for m in moments)
            else "the head of .plt did not run")


def examine(bench, name, path, whole=None, areas=None):
    """Run the image at PATH and compare in AREAS, and see that what is wrong is
    noticed.  WHOLE tells what more is wrong with the moments, if anything."""
    image = elf.Elf(path)
    machine = plt_trace.MACHINES[image.machine]
    problems, missed, tried = verify.Problems(), [], 0
    functions = [(f.addr, f.ranges) for f in bench.functions(path, problems)]
    try:
        moments = trace(image, path, areas)
        wrong = plt_trace.check(machine, moments, functions)
        if not moments:
            problems.say("no linker-generated code ran")
        elif wrong:
            problems.say(wrong)
        elif whole and whole(image, moments):
            problems.say(whole(image, moments))
        else:
            missed, tried = plt_trace.blind(machine, moments, functions)
    except plt_trace.Trouble as trouble:
        problems.say(trouble)
    bench.run.result(f"{name}: run", problems)
    bench.run.result(f"{name}: run sees a wrong rule",
                     missed if tried > 2 else ["too little was tried"])


class Programs:
    """The objects of the programs for the machine called NAME."""

    def __init__(self, bench, name, assembler):
        self.bench, self.name = bench, name
        self.program = bench.program(assembler)

    def assemble(self, source, out, *options):
        """Assemble the file SOURCE to OUT in the directory of this run."""
        run = self.bench.run
        status, text = run.command(
            [self.program, *options,
             os.path.join(self.bench.args.sources, source), "-o",
             run.path(out)])
        return None if status else run.path(out)

    def library(self, linker):
        """Make what the programs call, with the command LINKER."""
        run = self.bench.run
        obj = self.assemble(f"plt-library-{self.name}.s", "library.o")
        if not obj:
            return None
        out = run.path("libplt.so")
        status, _ = run.command([*linker, "-shared", "-soname", "libplt.so",
                                 obj, "-o", out])
        return None if status else out


def linked(bench, name, assembler, commands, options):
    """What linkers make for the machine called NAME."""
    run = bench.run
    why = "no assembler" if not bench.program(assembler) else ready(name)
    if why:
        run.unsupported(f"plt/{name}: run", why)
        return
    programs = Programs(bench, name, assembler)
    source = f"plt-{name}.s"
    objects = {"shared": programs.assemble(source, "shared.o"),
               "program": programs.assemble(source, "program.o", "--defsym",
                                            "canonical=1")}
    loader = os.path.join("/lib", LOADERS[name])
    for command in commands:
        words = command.split()
        if not bench.program(words[0]):
            continue
        words[0] = bench.program(words[0])
        library = programs.library(words)
        if not library or not all(objects.values()):
            run.result(f"plt/{name}/{command}: run", ["it does not link"])
            continue
        for kind, flags in KINDS.items():
            flags = [loader if f == "LOADER" else f for f in flags]
            for option in options:
                case = " ".join(f"plt/{name}/{command.split()[0]} {kind} "
                                f"{option}".replace("-z ", "").split())
                if not run.wanted(case):
                    continue
                out = run.path("emulated")
                status, text = run.command(
                    [*words, *flags, *option.split(), objects[kind], library,
                     "-o", out])
                if status:
                    run.unsupported(f"{case}: run", "it does not link")
                    continue
                examine(bench, case, out, None if "now" in option else lazily)
