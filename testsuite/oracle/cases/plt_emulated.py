# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Linker-made code of AArch64 and s390x, run step by step by an emulator, and
what its rules say compared with what is true at each instruction."""

import os

import elf
import gdbstub
import plt
import plt_trace
import verify

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
    machine = next(m for m in gdbstub.MACHINES.values() if m.name == name)
    if not machine.emulator():
        return "no emulator"
    if not machine.root() or not os.path.exists(
            os.path.join(machine.root(), "lib", LOADERS[name])):
        return "no C library"
    return None


def start(image, path):
    """A process of IMAGE, which is at PATH and may need an interpreter."""
    machine = gdbstub.MACHINES[image.machine]
    args = []
    if machine.name == "aarch64":
        args += PROCESSOR
    if image.segment_of(PT_DYNAMIC):
        folder = os.path.join(machine.root(), "lib")
        args += ["-L", machine.root(), os.path.join(
            folder, LOADERS[machine.name]), "--library-path",
                 folder + ":" + os.path.dirname(path)]
    return gdbstub.Process(machine, args + [path])


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
    machine = gdbstub.MACHINES[image.machine]
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
    except gdbstub.Trouble as trouble:
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
