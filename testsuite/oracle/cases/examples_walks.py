# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""walk.c, in a process, and remote.c, in another."""

import os
import platform
import re
import shutil
import subprocess

import disk
import elf
from toolchain import VERSIONS
from walks import ENGINE, FRAMES, OUTERMOST, engine

CHAIN = ["innermost", "middle", "outer", "main"]
FORMS = {"pie": ("pic", ["-pie"]), "no-pie": ("exe", ["-no-pie"]),
         "static": ("exe", ["-static"])}
NOT_DESCRIBED = "no SFrame describes the last address"
# Machine: assembler.
MACHINES = {"aarch64": "aarch64-linux-gnu-as",
            "aarch64, version 3": "aarch64-as-2.47",
            "s390x": "s390x-as-2.47"}


class Program:
    """One program of a test: compiled, linked and finished."""

    def __init__(self, bench, source, version, form="pie"):
        self.bench, self.run, self.form = bench, bench.run, form
        compiled, self.flags = FORMS[form]
        self.inputs = [bench.objects.get(source, version, compiled)]
        self.image = os.path.abspath(bench.run.path("finished"))

    def finish(self, *more):
        """Link it with MORE and merge; what went wrong, or None."""
        if None in self.inputs:
            return "it does not compile"
        linked = self.run.absent("linked")
        disk.remove(self.image)
        status, said = self.run.command(
            [self.bench.objects.cc, *self.flags, *more, "-o", linked,
             *self.inputs, self.bench.library])
        if status:
            return said
        status, said = self.run.sfmerge(
            "link", "--grow=move-phdrs", "-o", self.image, linked,
            *self.inputs)
        if status:
            return said
        os.chmod(self.image, 0o755)
        return None


def named(image, text):
    """The functions of IMAGE that are in the lines of TEXT, which have
    offsets in it, by the symbol table."""
    table = [s for s in elf.Elf(image).symbols() if s.size]
    found = []
    for number, offset in re.findall(
            rf"^#(\d+) 0x[0-9a-f]+ {re.escape(image)}\+0x([0-9a-f]+)$", text,
            re.M):
        addr = int(offset, 16) - (number != "0")
        found += [s.name for s in table
                  if s.value <= addr < s.value + s.size][:1]
    return found


def compared(bench, version, form):
    """The walker in a signal handler, beside the C++ unwinder."""
    name = f"examples/walk: {form}, {version}"
    if not bench.run.wanted(name):
        return
    program = Program(bench, "walk-compare.c", version, form)
    refusal = program.finish()
    if refusal:
        bench.run.result(name, ["it is not made"], refusal)
        return
    status, said = bench.run.command([program.image])
    found = re.match(r"(\d+) frames, (\d+) by the unwinder, the same: (.*)",
                     said)
    problems = []
    if status or not found:
        problems.append(f"status {status}")
    elif form == "static" and found[3] != OUTERMOST:
        problems.append("not all the way to _start")
    elif form != "static" and (int(found[1]), found[3]) != (
            FRAMES, NOT_DESCRIBED):
        problems.append(f"not {FRAMES} frames up to main's caller")
    bench.run.result(name, problems, said)


def outermost(bench):
    """All the way to _start, which calls main itself."""
    name = "examples/walk: to _start"
    if not bench.run.wanted(name):
        return
    start = bench.run.path("start.o")
    assembler = os.path.join(bench.more, "bin", "as-2.47")
    if not os.path.exists(assembler) or platform.machine() != "x86_64":
        bench.run.unsupported(name, "no assembler that writes version 3")
        return
    program = Program(bench, "walk-compare.c", "v3")
    status, said = bench.run.command(
        [assembler, "--gsframe", "-o", start,
         os.path.join(bench.sources, "start-x86_64.s")])
    program.inputs.append(start)
    refusal = said if status else program.finish("-nostartfiles")
    if refusal:
        bench.run.result(name, ["it is not made"], refusal)
        return
    status, said = bench.run.command([program.image])
    wanted = f"{FRAMES} frames, "
    bench.run.result(name, [] if status == 0 and said.startswith(wanted)
                     and said.strip().endswith("the same: " + OUTERMOST)
                     else [f"status {status}"], said)


def emulated(bench, machine):
    """The same for another machine, with the sources that look-ups need and
    an empty config.h: they ask for nothing else."""
    name = f"examples/walk: {machine}"
    if not bench.run.wanted(name):
        return
    word = machine.split(",")[0]
    compiler, emulator = f"{word}-linux-gnu-gcc", f"qemu-{word}"
    assembler = MACHINES[machine]
    if "-as-" in assembler:
        assembler = os.path.join(bench.more, "bin", assembler)
    for tool in (compiler, emulator, assembler):
        if not shutil.which(tool):
            bench.run.unsupported(name, f"no {os.path.basename(tool)}")
            return
    if bench.run.command([compiler, "-fsyntax-only", "-include", "dlfcn.h",
                          "-xc", os.devnull])[0]:
        bench.run.unsupported(name, f"{compiler} has no C library")
        return
    top = os.path.join(bench.sources, "../../..")
    flags, sources = engine(top, bench.folder)
    own, text = (bench.run.path("walk-compare" + s) for s in (".o", ".s"))
    linked, out = bench.run.path("linked"), bench.run.path("finished")
    said, status = "", 0
    for command in (
            [compiler, "-O2", "-S", *flags, "-o", text,
             os.path.join(bench.sources, "walk-compare.c")],
            [assembler, "--gsframe", "-o", own, text],
            [compiler, "-O2", "-o", linked, own, *flags, *sources],
            [bench.run.tool, "link", "--grow=move-phdrs", "-o", out, linked,
             own]):
        disk.remove(command[command.index("-o") + 1])
        if not status:
            status, said = bench.run.command(command)
    if not status:
        os.chmod(out, 0o755)
        status, said = bench.run.command(
            [emulator, "-L", f"/usr/{word}-linux-gnu", out])
    found = re.match(r"(\d+) frames, (\d+) by the unwinder, the same: (.*)",
                     said)
    bench.run.result(
        name, [] if status == 0 and found
        and (int(found[1]), found[3]) == (FRAMES, NOT_DESCRIBED)
        else [f"status {status}"], said)


def calls(bench):
    """What look-ups call outside of the engine: nothing that a signal handler
    could not."""
    name = "examples/engine: look-ups in a signal handler"
    if not bench.run.wanted(name):
        return
    harmless = re.compile(r"mem(cmp|cpy|move|set)(_chk)?|stack_chk_fail|sfm_"
                          r"|gcov|GLOBAL_OFFSET_TABLE_")
    status, said = bench.run.command(["nm", "-A", bench.library])
    files = [os.path.basename(part)[:-2].replace("*", "[^:]*")
             for part in ENGINE]
    mine = [line.split() for line in said.splitlines() if re.search(
        rf":(libmerger_la-)?({'|'.join(files)})\.o:", line)]
    defined = {words[-1] for words in mine if words[-2] != "U"}
    foreign = {words[-1] for words in mine if words[-2] == "U"} - defined
    bad = [n for n in sorted(foreign) if not harmless.match(n.lstrip("_"))]
    bench.run.result(name, [f"calls {n}" for n in bad] or (
        [] if status == 0 and len(defined) > 20 else ["nothing is read"]))


def example(bench):
    """The program of walk.c itself, which knows the names of functions."""
    name = "examples/walk: the program"
    if not bench.run.wanted(name):
        return
    program = Program(bench, "walk-example.c", "v1")
    refusal = program.finish("-rdynamic")
    if refusal:
        bench.run.result(name, ["it is not made"], refusal)
        return
    status, said = bench.run.command([program.image])
    names = re.findall(r"^#\d+ 0x[0-9a-f]+ (\w+) in ", said, re.M)
    bench.run.result(name, [] if status == 0 and names[:4] == CHAIN
                     and said.strip().endswith(NOT_DESCRIBED)
                     else [f"status {status}, {names}"], said)


def remote(bench, programs, version, form):
    """A crash, and a process that goes on."""
    name = f"examples/remote: {form}, {version}"
    if not bench.run.wanted(name) or bench.run.lacks_proc(name):
        return
    program = Program(bench, "crash.c", version, form)
    refusal = program.finish()
    if refusal:
        bench.run.result(name, ["it is not made"], refusal)
        return
    reader = os.path.join(programs, "remote")
    status, said = bench.run.command([reader, program.image])
    if "Operation not permitted" in said:
        bench.run.unsupported(name, "ptrace is forbidden")
        return
    problems = wrong(program, status, said)
    with subprocess.Popen([program.image, "forever"],
                          stdout=subprocess.PIPE) as child:
        child.stdout.readline()
        # It says that it is ready before it is in its loop.
        for _ in range(100):
            status, more = bench.run.command([reader, "-p", str(child.pid)])
            if status or named(program.image, more)[:1] == CHAIN[:1]:
                break
        if child.poll() is not None:
            problems.append("the process has ended")
        child.kill()
    # A process may be allowed to look at its own children only.
    if "Operation not permitted" not in more:
        problems += wrong(program, status, more)
    bench.run.result(name, problems, said + more)


def detached(bench, programs):
    """A crash of a program without .sframe, by files that synth made of it and
    of the C library, both of which stay as they are: up to _start."""
    name = "examples/remote: detached files"
    if not bench.run.wanted(name) or bench.run.lacks_proc(name):
        return
    folder, image = (os.path.abspath(bench.run.path(n)) for n in (
        "detached", "plain"))
    os.makedirs(folder, exist_ok=True)
    status, said = bench.run.command(
        [bench.objects.cc, "-O2", "-Wl,--build-id=sha1", "-o", image,
         os.path.join(bench.sources, "crash.c")])
    if status:
        bench.run.result(name, ["it is not made"], said)
        return
    status, said = bench.run.command(["ldd", image])
    problems = []
    for path in [image] + re.findall(r"=> (/\S*/libc\.so\.\d+)", said):
        status, notes = bench.run.command(["readelf", "-n", path])
        build_id = re.search(r"Build ID: ([0-9a-f]+)", notes)
        if not build_id or elf.Elf(path).named(".sframe"):
            bench.run.unsupported(name, path + ": no build-id, or .sframe")
            return
        status, said = bench.run.sfmerge(
            "synth", "-q", "--detached="
            + os.path.join(folder, build_id[1] + ".sframe"), path)
        if status:
            problems.append(f"synth {path}: {said[:200]}")
    reader = os.path.join(programs, "remote")
    status, said = bench.run.command([reader, "-d", folder, image])
    if "Operation not permitted" in said:
        bench.run.unsupported(name, "ptrace is forbidden")
        return
    names = named(image, said)
    if status or names != [*CHAIN, "_start"]:
        problems.append(f"status {status}, functions {names}")
    if not said.strip().endswith(OUTERMOST):
        problems.append("it does not end at _start")
    # Of another object's file, under the wrong name, nothing is used.
    files = [os.path.join(folder, f) for f in sorted(os.listdir(folder))]
    for path in files[1:]:
        shutil.copy(files[0], path)
    status, more = bench.run.command([reader, "-d", folder, image])
    if status or more.strip().endswith(OUTERMOST):
        problems.append("the file of another object is used")
    bench.run.result(name, problems, said + more)


def wrong(program, status, said):
    """What is wrong with what remote has SAID."""
    names = named(program.image, said)
    if status or names[:4] != CHAIN:
        return [f"status {status}, functions {names}"]
    # .eh_frame describes a C library that is in the program.
    end = OUTERMOST if program.form == "static" else NOT_DESCRIBED
    return [] if said.strip().endswith(end) else [f"it does not end: {end}"]


def all_cases(bench, programs):
    """In every version; in every form in version 3."""
    for version in VERSIONS:
        compared(bench, version, "pie")
        remote(bench, programs, version, "pie")
    for form in ("no-pie", "static"):
        compared(bench, "v3", form)
        remote(bench, programs, "v3", form)
    for machine in MACHINES:
        emulated(bench, machine)
    detached(bench, programs)
    outermost(bench)
    calls(bench)
    example(bench)
