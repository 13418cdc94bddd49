#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Let `sfmerge crt` make start files and libraries of one version, link
programs with them by gcc and clang and every linker here, and run these."""

import os
import shutil
import sys

import disk
import elf
import link_bench
import toolchain

KINDS = {"pie": ["-pie"], "no-pie": ["-no-pie"], "static": ["-static"],
         "static-pie": ["-static-pie"]}
MIX = "different format versions"


def make(bench, name, *options, sources=()):
    """A directory by `crt`; the argument for the compiler, and problems."""
    where = bench.run.path(name)
    status, text = bench.run.sfmerge(
        "crt", "-q", f"--cc={bench.objects.cc}", *options, "-o", where,
        *sources)
    if status or text != f"@{where}/flags\n":
        return where, None, [f"crt {options}: status {status}: {text}"]
    return where, text.strip(), []


def versions(path):
    """The versions of the .sframe sections in PATH, an object or archive."""
    data = disk.read(path)
    parts = ([d for _, d in disk.members(path)] if data[:8] == b"!<arch>\n"
             else [data])
    found = set()
    for part in parts:
        if part[:4] != b"\x7fELF":
            continue
        made = elf.Elf(None, part)
        for section in made.named(".sframe"):
            if section.size:
                found.add(made.bytes_of(section)[2])
    return found


def directory(bench, name, wanted, options, problems):
    """One directory: every object in it has the WANTED versions."""
    where, flags, wrong = make(bench, name, *options)
    problems += wrong
    if flags is None:
        return None
    names = set(os.listdir(where))
    absent = {"crt1.o", "Scrt1.o", "crti.o", "crtn.o", "crtbegin.o",
              "crtbeginS.o", "libc.a", "libgcc.a", "flags"} - names
    if absent:
        problems.append(f"not there: {absent}")
    for file in names:
        path = os.path.join(where, file)
        if file.endswith((".o", ".a")) and not (
                versions(path) <= wanted):
            problems.append(f"{file}: versions {versions(path)}")
        if disk.read(path)[:4] == b"/* G" and "/libc_nonshared.a" in disk.read(
                path).decode() and where not in disk.read(path).decode():
            problems.append(f"{file} names files elsewhere")
    before = {f: disk.read(os.path.join(where, f)) for f in names}
    problems += make(bench, name, *options)[2]
    if before != {f: disk.read(os.path.join(where, f)) for f in names}:
        problems.append("a second run makes other files")
    return flags


def link(bench, compiler, flags, linker, kind, objects):
    """A link with FLAGS; its status, its messages, and what it does."""
    out = bench.run.absent("linked")
    status, text = bench.run.command(
        [compiler, *flags, *linker.flags, *KINDS[kind], "-o", out, *objects])
    if status or not os.path.exists(out):
        return status or 1, text, None
    return 0, text, bench.run.command([out])


def compilers(bench, linker):
    """gcc, and clang where it finds the linker as gcc does."""
    found = [bench.objects.cc]
    if shutil.which("clang") and linker.flags[0].startswith("-fuse-ld"):
        found.append("clang")
    return found


def programs(bench, flags, what):
    """Each linker and each kind, beside the link without FLAGS."""
    for linker in bench.linkers:
        for compiler in compilers(bench, linker):
            name = (f"crt/{what}/{linker.name}/"
                    f"{os.path.basename(compiler)}")
            if not bench.run.wanted(name):
                continue
            problems = []
            for kind in KINDS:
                inputs = bench.objects.program(
                    "v3", "pic" if "pie" in kind else "exe")
                wanted = link(bench, compiler, [], linker, kind, inputs)
                if wanted[0] and MIX not in wanted[1]:
                    continue  # types that this linker refuses
                got = link(bench, compiler, [flags], linker, kind, inputs)
                if got[0] or MIX in got[1]:
                    problems.append(f"{kind}: {got[1][:200]}")
                elif wanted[2] and got[2] != wanted[2]:
                    problems.append(f"{kind}: it does {got[2]}")
            bench.run.result(name, problems)


def functions(path):
    """The number of functions in the .sframe of an image, and its version."""
    image = elf.Elf(path)
    section, = image.named(".sframe") or [None]
    head = image.bytes_of(section)[:12] if section else bytes(12)
    return int.from_bytes(head[8:12], "little"), head[2]


def ignored(bench, linker):
    """Libraries of version 2, whose functions ld 2.47 leaves out, with a
    message for each object: after crt it describes them."""
    problems = []
    old, flags, wrong = make(bench, "old", "--synth", "--to=v2-pcrel")
    problems += wrong
    inputs = bench.objects.program("v3", "pic")
    before = link(bench, bench.objects.cc, [flags], linker, "static", inputs)
    few = functions(bench.run.path("linked"))[0]
    if "unexpected SFrame format version 2" not in before[1]:
        problems.append(f"version 2 is not ignored: {before[1][:200]}")
    for option in ("--to=v3", "--strip"):
        _, flags, wrong = make(bench, "new" + option[2:4], option,
                               sources=[old])
        problems += wrong
        after = link(bench, bench.objects.cc, [flags], linker, "static",
                     inputs)
        if after[0] or "SFrame" in after[1] or after[2] != before[2]:
            problems.append(f"{option}: {after[1][:200]}")
            continue
        found = functions(bench.run.path("linked"))
        if found[1] != 3 or (found[0] > few + 500) != (option == "--to=v3"):
            problems.append(f"{option}: {found} functions, {few} before")
    return problems


def refused(bench, linker):
    """A start file of version 1, with which ld 2.44 links nothing: after crt
    it does."""
    run, problems = bench.run, []
    source = run.path("refused")
    os.makedirs(source)
    crt1 = run.command([bench.objects.cc, "-print-file-name=Scrt1.o"])[1]
    disk.write(run.path("one.s"),
               ".text\n.globl one\none: .cfi_startproc\nret\n"
               ".cfi_endproc\n")
    for command in (["as", "--gsframe", "-o", run.path("one.o"),
                     run.path("one.s")],
                    ["ld", "-r", "-o", os.path.join(source, "Scrt1.o"),
                     crt1.strip(), run.path("one.o")]):
        status, text = run.command(command)
        if status:
            return [f"{command}: {text}"]
    if versions(os.path.join(source, "Scrt1.o")) != {1}:
        return ["the start file has not version 1"]
    inputs = bench.objects.program("v2", "pic")
    text = link(bench, bench.objects.cc, ["-B" + source], linker, "pie",
                inputs)[1]
    if MIX not in text:
        problems.append(f"it is not refused: {text[:200]}")
    for option in ("--to=v2", "--strip"):
        _, flags, wrong = make(bench, "fixed" + option[2:4], option,
                               sources=[source])
        problems += wrong
        after = link(bench, bench.objects.cc, [flags], linker, "pie", inputs)
        if after[0] or MIX in after[1] or after[2][0] > 100:
            problems.append(f"{option}: {after}")
        elif functions(run.path("linked"))[1] != 2:
            problems.append(f"{option}: not one section of version 2")
    return problems


def mixed(bench):
    """Versions that a linker does not take together."""
    for case, wanted in ((ignored, "ld-2.47"), (refused, "ld-2.44")):
        name = f"crt/{case.__name__}"
        linker = next((n for n in bench.linkers if n.name == wanted), None)
        if not bench.run.wanted(name):
            continue
        if linker is None:
            bench.run.unsupported(name, f"no {wanted}")
        else:
            bench.run.result(name, case(bench, linker))


def use(bench):
    """Wrong use, and links in the directory."""
    name = "crt/use"
    if not bench.run.wanted(name):
        return
    run, problems = bench.run, []
    where = run.path("wrong")
    empty = run.path("empty")
    os.makedirs(empty)
    for args, wanted in (
            (["--strip"], "give -o DIR"),
            (["-o", where], "--synth or --strip given"),
            (["-o", where, "--strip", "--to=v3"], "cannot be used together"),
            (["-o", where, "--strip", empty], "has neither crt1.o"),
            (["-o", where, "--strip", "--cc=/none"], "cannot run"),
            (["-o", where, "--strip", "--cc=false"], "fails when"),
            (["-o", where, "--strip", "--cc= "], "no compiler")):
        status, text = run.sfmerge("crt", *args)
        if status != 2 or wanted not in text:
            problems.append(f"{args}: {status} {text}")
    # A link in the directory is replaced, and what it leads to stays.
    source, victim = run.path("source"), run.path("victim")
    os.makedirs(source)
    disk.write(victim, b"mine")
    crt1 = run.command([bench.objects.cc, "-print-file-name=crt1.o"])[1]
    shutil.copyfile(crt1.strip(), os.path.join(source, "crt1.o"))
    os.makedirs(where, exist_ok=True)
    os.symlink(victim, os.path.join(where, "crt1.o"))
    status, text = run.sfmerge("crt", "--strip", "-o", where, source)
    if status or disk.read(victim) != b"mine" or os.path.islink(
            os.path.join(where, "crt1.o")):
        problems.append(f"a link: {status} {text}")
    for number, odd in enumerate(("-d", "@d", "a 'b\"", "two\nlines\n", "*")):
        os.makedirs(run.path(odd))
        shutil.copyfile(crt1.strip(), os.path.join(run.path(odd), "crt1.o"))
        status, text = run.command(
            ["sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", run.path(""),
             run.tool, "crt", "--strip", "-o", f"named{number}", "--", odd])
        made = os.path.join(run.path(f"named{number}"), "crt1.o")
        if status or disk.read(made) != disk.read(os.path.join(where, "crt1.o")):
            problems.append(f"from {odd!r}: {status} {text}")
    # A script of the linker cannot name files of every directory.
    odd = run.path("od d")
    status, text = run.sfmerge("crt", "--strip", "-o", odd, source)
    if status != 2 or "linker scripts cannot name" not in text or os.path.exists(
            os.path.join(odd, "crt1.o")):
        problems.append(f"a space: {status} {text}")
    status, text = run.sfmerge("crt", "--strip", "-o", source, source)
    if status != 2 or "replaced by itself" not in text:
        problems.append(f"onto itself: {status} {text}")
    run.result(name, problems)


def musl(bench):
    """A compiler whose specs name another C library than its directories."""
    specs = "/usr/lib/x86_64-linux-musl/musl-gcc.specs"
    for compiler, setting in (("musl-gcc", "--cc"), ("musl-gcc", "CC"),
                              (f"gcc -specs={specs}", "--cc")):
        name = f"crt/{setting}={compiler.split('=')[0]}"
        if not bench.run.wanted(name):
            continue
        if not shutil.which("musl-gcc") or not os.path.exists(specs):
            bench.run.unsupported(name, "no musl-gcc")
            continue
        where, problems = bench.run.path("musl"), []
        shutil.rmtree(where, ignore_errors=True)
        asked = ([f"--cc={compiler}"] if setting == "--cc" else [])
        os.environ["CC"] = compiler if setting == "CC" else "cc"
        status, text = bench.run.sfmerge("crt", "--synth", "-o", where, *asked)
        del os.environ["CC"]
        if status or text.count("warning: ") != 1 or "Scrt1.o" not in text:
            problems.append(f"status {status}: {text}")
        if status == 0 and b"GNU C Library" in disk.read(
                os.path.join(where, "libc.a")):
            problems.append("libc.a is of the GNU C library")
        source = bench.run.path("musl.c")
        disk.write(source, b"int puts (const char *);\n"
                   b"int main (void) { return puts (\"hi\") < 0; }\n")
        for kind in ([], ["-static"]):
            said = bench.run.command(
                [*compiler.split(), f"@{where}/flags", *kind, "-o",
                 source + ".out", source])
            if said[0] or bench.run.command([source + ".out"]) != (0, "hi\n"):
                problems.append(f"{kind}: {said}")
        bench.run.result(name, problems)


# What a compiler may say, and what is said of it.  MORE: the C library's
# directory.
ANSWERS = (
    (' "ld" "-dynamic-linker" "/lib/ld-musl-x86_64.so.1" "-LMORE"',
     "its libc.a is of the GNU C library"),
    (' ld --dynamic-linker=/lib/ld-musl-x86_64.so.1 -L MORE',
     "its libc.a is of the GNU C library"),
    (' ld -dynamic-linker /lib64/ld-linux-x86-64.so.2 -L/nowhere',
     "has neither crt1.o"),
    (' ld crt1.o crti.o -LMORE', "has not got crt1.o, which it links"),
    ('ld -LMORE', "does not say by -### what it links"),
    (' as -o a.o', "does not say by -### what it links"),
)


def answers(bench):
    """Compilers that link what they do not have, or do not say it."""
    name = "crt/answers"
    if not bench.run.wanted(name):
        return
    run, problems = bench.run, []
    library = run.command([bench.objects.cc, "-print-file-name=libc.a"])[1]
    fake, where = run.path("fake-cc"), run.path("answered")
    for answer, wanted in ANSWERS:
        answer = answer.replace("MORE", os.path.dirname(library.strip()))
        disk.script(fake, f"#!/bin/sh\necho '{answer}' >&2\n".encode())
        status, text = run.sfmerge("crt", "--strip", "-o", where,
                                   "--cc=" + fake)
        if status == 0 or wanted not in text:
            problems.append(f"{answer}: {status} {text}")
        if os.listdir(where):
            problems.append(f"{answer}: files were made")
    run.result(name, problems)


def main():
    """The command."""
    bench = link_bench.Bench(toolchain.parser().parse_args())
    if not bench.objects.usable():
        bench.run.unsupported("crt", "no compiler that writes .sframe")
        return bench.run.end()
    for what, wanted, options in (("synth", {3}, ("--synth", "--to=v3")),
                                  ("strip", set(), ("--strip",))):
        problems = []
        flags = directory(bench, what, wanted, options, problems)
        bench.run.result(f"crt/{what}", problems)
        if flags:
            programs(bench, flags, what)
    mixed(bench)
    musl(bench)
    answers(bench)
    use(bench)
    return bench.run.end()


if __name__ == "__main__":
    sys.exit(main())
