# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What `sfmerge convert --split` meets around objects: archives, the output of
-r, many sections, other programs and machines, wrong use."""

import os
import shutil

import disk
import elf
import expect
import machine_links
import object_check


def cases(bench, link):
    """All of them; LINK is split_cases.Link."""
    for name, case in (("split/archive", archive),
                       ("split/many sections", many),
                       ("split/tools", tools),
                       ("split/other machines", machines),
                       ("split/wrong use", wrong)):
        if bench.run.wanted(name):
            problems = []
            case(bench, link, problems)
            bench.run.result(name, problems)
    partial_links(bench, link)


def some(bench, family):
    """The linkers of FAMILY."""
    return [k for k in bench.linkers if k.family == family]


def archive(bench, link, problems):
    """Archive: its members are split, and link out of it."""
    run = bench.run
    for linker in some(bench, "lld") + some(bench, "gold"):
        made = link(bench, linker, "pie", "v1")
        lib, new = run.path("lib.a"), run.path("new.a")
        disk.remove(lib)
        run.command(["ar", "rcs", lib, *made.build.inputs[1:]])
        status, text = run.sfmerge("convert", "--split", "-o", new, lib)
        if status or text:
            problems.append(f"status {status}: {text}")
            continue
        for number, (_, data) in enumerate(disk.members(new)[-2:]):
            if data != disk.read(bench.split(made.build.inputs[1 + number])):
                problems.append(f"member {number} is not the object, split")
        failed = made.run([bench.split(made.build.inputs[0]), new])
        if failed:
            problems.append(f"{linker.name}: {failed}")
        else:
            made.repaired(problems)


def many(bench, link, problems):
    """Many sections: more than the ELF header can count."""
    run, count = bench.run, 24000
    path, out = run.path("many.o"), run.path("many-split.o")
    text = "".join(f'.section .text.f{n},"ax",@progbits\n.globl f{n}\nf{n}:\n'
                   ".cfi_startproc\nnop\nret\n.cfi_endproc\n"
                   for n in range(count))
    disk.write(run.path("many.s"),
               text + ".text\n.globl _start\n_start: ret\n")
    status, said = run.command(["as", "--gsframe", "-o", path,
                                run.path("many.s")])
    if status:
        problems.append(said)
        return
    status, said = run.sfmerge("convert", "--split", "-o", out, path)
    new = elf.Elf(out)
    if status or said or len(new.sections) < 3 * count or new.unpack(
            "H", 60) != (0,):
        problems.append(f"status {status}, {len(new.sections)} sections: "
                        f"{said}")
        return
    own = new.named(".sframe")
    if len(own) != count or len({s.link for s in own}) != count:
        problems.append(f"{len(own)} sections")
    status, said = run.sfmerge("check", out)
    if status or "valid" not in said:
        problems.append(f"check: {status}: {said[-200:]}")
    # Sections of the new numbers are divided once more, or left.
    status, said = run.sfmerge("convert", "--split", "--to=v3", "-o",
                               run.path("many-v3.o"), out)
    if status or len(elf.Elf(run.path("many-v3.o")).sections) != len(
            new.sections):
        problems.append(f"again: {status}: {said}")
    for linker in some(bench, "lld")[:1] if link else []:
        status, said = run.command(
            [bench.objects.cc, *linker.flags, "-nostdlib", "-no-pie",
             "-Wl,--gc-sections,-u,f7,-u,f11", "-o", run.path("many"), out])
        found = expect.own(elf.Elf(run.path("many")))[0] if not status else {}
        if len(found) != 2:
            problems.append(f"{linker.name}: {len(found)} functions: {said}")


def tools(bench, link, problems):
    """Tools: strip -g, objcopy and the readers take the result."""
    run = bench.run
    path = bench.objects.cxx_program("v1", "gc")[0]
    out = bench.split(path)
    wanted = [(f.size, f.ranges) for f in expect.Object(out).functions]
    for command in (["strip", "-g", "-o", "NEW", "OLD"],
                    ["objcopy", "OLD", "NEW"],
                    ["llvm-objcopy-14", "OLD", "NEW"]):
        if not shutil.which(command[0]):
            continue
        new = run.path("tool.o")
        status, text = run.command([{"OLD": out, "NEW": new}.get(w, w)
                                    for w in command])
        if status or text:
            problems.append(f"{command}: {text}")
            continue
        got = expect.Object(new)
        if sorted(map(repr, wanted)) != sorted(
                repr((f.size, f.ranges)) for f in got.functions):
            problems.append(f"{command}: functions differ")
        for part in object_check.sections(got.elf):
            object_check.one_part(got.elf, part, problems)
    for command in (["readelf", "-agW"], ["objdump", "-dr"], ["nm"]):
        status, text = run.command([*command, out])
        if status or "Warning" in text or "rror:" in text:
            problems.append(f"{command}: status {status}: "
                            f"{[n for n in text.splitlines() if 'arn' in n]}")
    if link and "LINK" in run.command(["readelf", "-h", out])[1]:
        problems.append("readelf")


def machines(bench, link, problems):
    """Other machines: big-endian ones, too; linked, not run."""
    count = 0
    for machine, (_, flags, _) in machine_links.MACHINES.items():
        if not link or not shutil.which(f"{machine}-linux-gnu-as"):
            continue
        for version in flags:
            paths = machine_links.assembled(bench, machine, version)
            for target in ("v2-pcrel", "v3") if paths else ():
                count += one_machine(bench, machine, paths, target, problems)
    print(f"note: {count} functions of other machines linked")


def one_machine(bench, machine, paths, target, problems):
    """Split PATHS, objects for MACHINE, and link them by all that can."""
    outs, count, image = [], 0, bench.run.path("image")
    for path in paths:
        outs.append(bench.split(path, target, problems))
        problems += object_check.split_compare(path, outs[-1], target)[0]
    for linker in machine_links.linkers(bench, machine):
        if linker[0].split("-")[0] not in ("gold", "lld"):
            continue
        said = machine_links.link(bench, linker, outs, image)
        if said:
            problems.append(said)
        elif said is not None:
            wrong_ones, found = object_check.linked(image, paths)
            problems += [f"{linker[0]}: {w}" for w in wrong_ones]
            count += found
    return count


def wrong(bench, link, problems):
    """Wrong use: a message, nothing written."""
    run = bench.run
    path, out = bench.objects.program("v1", "pic")[0], run.path("wrong.o")
    made = link(bench, some(bench, "gnu")[0], "pie", "v1")
    made.build.link()
    for status, args, wanted in (
            (2, ["convert", "-o", out, path], "or --split"),
            (2, ["repair", "--split", "-o", out, path], "--split"),
            (2, ["convert", "--split", "--for=ld-2.44", "-o", out, path],
             "not for ld-2.44"),
            (2, ["convert", "--split", "--for=ld-2.46", "-o", out, path],
             "not for ld-2.46"),
            (2, ["convert", "--split", "--for=kernel-modules", "-o", out,
                 path], "not for kernel-modules"),
            (2, ["convert", "--split", "--to=v2", "-o", out, path],
             "v2-pcrel or v3"),
            (1, ["convert", "--split", "-o", out, made.build.image],
             "already linked")):
        got, text = run.sfmerge(*args)
        if got != status or wanted not in text or os.path.exists(out):
            problems.append(f"{args}: status {got}: {text}")


def partial_links(bench, link):
    """The output of -r: split objects joined and linked, and joined ones
    split."""
    last = (some(bench, "lld") or some(bench, "mold"))[-1]
    for linker in bench.linkers:
        for kind in ("pie", "cxx"):
            for order in ("joined, then split", "split, then joined"):
                name = f"split/-r by {linker.name}, {kind}, {order}"
                if bench.run.wanted(name):
                    made = link(bench, last, kind, version_for(linker, order))
                    partial(bench, name, linker, made,
                            order.startswith("split"))


def version_for(linker, order):
    """What a linker merges, or does not know."""
    return (linker.merges() if linker.merges()
            and not order.startswith("split") else "v3")


def partial(bench, name, linker, made, first):
    """LINKER -r of the inputs of MADE, split FIRST or afterwards, linked as
    MADE is to be."""
    run, problems = bench.run, []
    paths = made.build.inputs
    if first:
        paths = [bench.split(p) for p in paths]
    joined, out = run.path("joined.o"), run.path("joined-split.o")
    status, text = run.command([bench.objects.cc, *linker.flags, "-r",
                                "-nostdlib", "-o", joined, *paths])
    if status:
        run.unsupported(name, text.strip()[:60])
        return
    status, text = run.sfmerge("convert", "--split", "-o", out, joined)
    # mold 1.10 puts one section into several groups.
    if status == 2 and linker.name == "mold" and " is in the groups " in text:
        run.unsupported(name, "the linker has damaged the groups")
        return
    if status:
        run.result(name, [f"status {status}: {text}"])
        return
    problems += object_check.split_compare(joined, out, made.target)[0]
    made.build.inputs = [joined]
    failed = made.run([out])
    # lld takes the .eh_frame that gold -r makes of C++ for another.
    if failed is None and not (linker.name == "gold"
                               and made.kind == "cxx"):
        made.repaired(problems)
    elif failed:
        problems.append(failed)
    run.result(name, problems)
