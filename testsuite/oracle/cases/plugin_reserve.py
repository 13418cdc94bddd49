# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The reserve that the plugin adds to a link: where it does, what that looks
like from outside, and that images of few large inputs have room by it."""

import os

import elf

START = """    .cfi_sections .sframe
    .text
    .globl main
    .type main, @function
main:
    .cfi_startproc
    xor %eax, %eax
    ret
    .cfi_endproc
    .size main, .-main
    .section .note.GNU-stack,"",@progbits
    .text
"""
# No two have equal rows, which could be shared: then the headers that the
# merge saves are no room for what it needs, as a function of version 1 grows
# by a byte.
FUNCTION = """    .type f{0}, @function
f{0}:
    .cfi_startproc
    .skip {1}, 0x90
    push %rax
    .cfi_adjust_cfa_offset 8
    .skip {2}, 0x90
    pop %rax
    .cfi_adjust_cfa_offset -8
    ret
    .cfi_endproc
    .size f{0}, .-f{0}
"""
KINDS = ("pie", "no-pie", "static", "static-pie", "shared", "gc")


def reserved(image):
    """Bytes of the reserve in IMAGE, or None."""
    found = elf.Elf(image).named(".sframe_reserve")
    return found[0].size if found else None


def by_itself(bench, linker, kind, link_class):
    """In which links it is without an option, and with either."""
    name = f"plugin/{linker.name}/reserve/{kind}"
    if (not bench.run.wanted(name)
            or (kind == "static-pie" and linker.family == "gold")):
        return
    link = link_class(bench, linker, kind, linker.merges() or "v1")
    expected = (linker.family == "gold"
                or kind in ("static", "static-pie", "shared"))
    problems, text = [], ""
    for option, want in ((None, expected), ("auto", expected),
                         ("always", True), ("never", False)):
        status, said = bench.run.command(link.command(*bench.plugged(
            *(["reserve=" + option] if option else []), tool=bench.idle())))
        text += said
        if status or (reserved(link.build.image) is not None) != want:
            problems.append(f"{option}: exit status {status}, "
                            f"{reserved(link.build.image)} bytes")
        if said:
            problems.append("there are messages")
    bench.run.result(name, problems, text)


def unlike(bench, linker, link_class):
    """Links that get none, whatever the option."""
    for name, flags, out in (("-r", ["-r", "-nostdlib"], None),
                             ("/dev/null", ["-pie"], "/dev/null")):
        title = f"plugin/{linker.name}/reserve/none for {name}"
        if not bench.run.wanted(title):
            continue
        link = link_class(bench, linker, "pie", linker.merges() or "v3")
        link.build.flags = flags
        mark = bench.run.path("was-run")
        tool = bench.run.path("marker")
        with open(tool, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\necho $1 >>'{mark}'\n")
        os.chmod(tool, 0o755)
        if os.path.exists(mark):
            os.remove(mark)
        status, text = bench.run.command(link.command(
            *bench.plugged("reserve=always", tool=tool), out=out))
        problems = [f"exit status {status}"] if status else []
        if os.path.exists(mark):
            with open(mark, encoding="utf-8") as file:
                if "reserve" in file.read():
                    problems.append("it was made")
        bench.run.result(title, problems, text)


def wrong_value(bench, linker, link_class):
    """A value that does not exist ends the link."""
    name = f"plugin/{linker.name}/reserve/wrong value"
    if not bench.run.wanted(name):
        return
    link = link_class(bench, linker, "pie", linker.merges() or "v1")
    status, text = link.with_it("reserve=some")
    problems = [] if status else ["the link does not fail"]
    if "auto, always or never: 'reserve=some'" not in text:
        problems.append("the message does not say what there is")
    bench.run.result(name, problems, text)


def large(bench, linker):
    """One object of many functions: room with it, in one case only then."""
    if linker.merges() not in (None, "v1"):
        return
    path = bench.run.path("large.o")
    source = bench.run.path("large.s")
    with open(source, "w", encoding="ascii") as file:
        file.write(START + "".join(
            FUNCTION.format(i, 1 + i % 20, 1 + i // 20) for i in range(400)))
    image = bench.run.path("large")
    for kind in ("static", "shared", "pie"):
        name = f"plugin/{linker.name}/reserve/one large object, {kind}"
        if not bench.run.wanted(name):
            continue
        status, text = bench.run.command(["as", "-o", path, source])
        problems = [f"as: exit status {status}"] if status else []
        # gold's table of program headers cannot grow there.
        needed = (linker.family, kind) == ("gold", "static")
        for option in ("auto", "never", "always"):
            status, said = bench.run.command(
                [bench.objects.cc, *linker.flags, "-" + kind,
                 "-o", image, path,
                 *bench.plugged("fatal", "reserve=" + option)])
            text += said
            if option == "never" and needed:
                if status == 0 or "there is room for" not in said:
                    problems.append("there is room without it")
            elif status:
                problems.append(f"{option}: exit status {status}")
            else:
                # Of the C library not all fits there.
                problems += bench.checked(image, "kernel", [path],
                                          crowded=needed)
                if kind != "shared" and bench.run.command([image])[0]:
                    problems.append("it does not run")
        bench.run.result(name, problems, text)


def all_cases(bench, linker, link_class):
    """Everything here, with LINKER."""
    for kind in KINDS:
        by_itself(bench, linker, kind, link_class)
    unlike(bench, linker, link_class)
    wrong_value(bench, linker, link_class)
    large(bench, linker)
