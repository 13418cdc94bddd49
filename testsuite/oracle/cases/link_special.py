# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Links of other shapes: stripped images, archives, response files, a keep
script, versions mixed in one image, and a program that unwinds itself."""

import os
import shutil

import disk
import elf

KEEP = ("SECTIONS { .sframe_raw : { KEEP(*(.sframe)) } }\n"
        "INSERT AFTER .rodata;\n")
MIXED = ("v1", "v2", "v2-pcrel", "v3")


def linked_of(run, build, name, inputs):
    """Whether BUILD can be linked of INPUTS, not its own; else that is the
    result of the case NAME."""
    whole, build.inputs = build.inputs, inputs
    refusal = build.link()
    build.inputs = whole
    if refusal:
        run.result(name, ["the link failed"], refusal)
    return not refusal


def stripped(bench, build, must):
    """The image stripped, with its map; verified by the symbols of the one
    that was not."""
    out = bench.run.path("stripped")
    status, _ = bench.run.command(["strip", "-o", out, build.image])
    if status:
        return
    bench.merge(build, build.name + ": stripped, map", out,
                "--from-map=" + build.map, symbols=build.image, must=must)


def archives(bench, build_class, linker):
    """Inputs as archive, thin archive and response file."""
    version = linker.merges() or "v1"
    build = build_class(bench, linker, "pie", version)
    run = bench.run
    if not run.wanted(build.name):
        return
    parts = build.inputs[1:]
    for thin in (False, True):
        name = f"{build.name}: {'thin ' if thin else ''}archive"
        lib = run.absent("libparts.a")
        # The names in an archive differ only by the order: link-part.o twice,
        # and a third that the linker has no reason to extract.
        unused = bench.objects.get("walk-main.c", version, "gc")
        status, text = run.command(["ar", "rcST" if thin else "rcS", lib,
                                    *parts, unused])
        status, text = run.command(["ranlib", lib])
        if status:
            run.unsupported(name, "no archive")
            continue
        inputs = [build.inputs[0], lib]
        if not linked_of(run, build, name, inputs):
            continue
        must = build.need() <= build.room()
        bench.merge(build, name, build.image, "--from-map=" + build.map,
                    inputs=inputs, must=must)
    if build.link():
        return
    listed = run.path("inputs.rsp")
    disk.write(listed, "\n".join(f'"{p}"' for p in build.inputs))
    bench.merge(build, build.name + ": response file", build.image,
                "--from-map=" + build.map, inputs=["@" + listed],
                must=build.need() <= build.room())


def nested_archive(bench, build_class, linker):
    """An archive in a thin one: gold's map has its members as the thin one's,
    GNU ld's as its own.  The image is stripped, so that nothing else tells."""
    version = linker.merges() or "v1"
    build = build_class(bench, linker, "gc", version)
    run, name = bench.run, build.name + ": archive in a thin one, stripped"
    if not run.wanted(name):
        return
    inner, outer = run.path("libinner.a"), run.path("libouter.a")
    for file in (inner, outer):
        disk.remove(file)
    for command in (["ar", "rc", inner, *build.inputs[1:]],
                    ["ar", "rcST", outer, inner], ["ranlib", outer]):
        if run.command(command)[0]:
            run.unsupported(name, "no archive in an archive")
            return
    inputs = [build.inputs[0], outer]
    if not linked_of(run, build, name, inputs):
        return
    out = run.path("stripped")
    if run.command(["strip", "-o", out, build.image])[0]:
        return
    bench.merge(build, name, out, "--from-map=" + build.map,
                symbols=build.image, inputs=inputs,
                must=build.need() <= build.room())


def keep_script(bench, build_class, linker):
    """GNU ld with a script that keeps the input sections as they are: the
    image's own pieces say all, whatever the versions."""
    script = bench.run.path("keep.ld")
    disk.write(script, KEEP)
    for version in ("v1", "v2", "v3", MIXED):
        build = build_class(bench, linker, "pie", version)
        name = build.name + ": keep script"
        if not bench.run.wanted(name):
            continue
        if build.link("-Wl,-T," + script):
            continue
        image = elf.Elf(build.image)
        if not any(s.size for s in image.named(".sframe_raw")):
            continue
        must = build.need() <= sum(s.size
                                   for s in image.named(".sframe_raw"))
        bench.merge(build, name, build.image, must=must)
        bench.merge(build, name + ", to v2-pcrel", build.image, to="v2-pcrel",
                    must=must)


def mixed_types(bench, build_class, linker):
    """Versions mixed: as assemblers write them where the linker takes both
    section types (gold and mold make two output sections), or all of one
    type (lld)."""
    build = build_class(bench, linker, "pie", MIXED)
    if linker.family == "lld":
        build.inputs = bench.objects.program(MIXED, "pic", True)
    name = build.name + ": mixed versions"
    if not bench.run.wanted(name):
        return
    if build.link():
        return
    image = elf.Elf(build.image)
    sections = image.named(".sframe")
    if not sections:
        return
    # Two sections side by side hold the result together; of others only the
    # larger has to.
    start = min(s.addr for s in sections)
    room = max(s.addr + s.size for s in sections) - start
    if room > sum(s.size + s.align for s in sections):
        room = max(s.size for s in sections)
    must = build.need() <= room
    bench.merge(build, name, build.image, must=must)
    bench.merge(build, name + ", map", build.image,
                "--from-map=" + build.map, must=must)
    bench.merge(build, name + ", to v2-pcrel", build.image, to="v2-pcrel",
                must=must)
    # What is beside the larger one is room as well.
    bench.merge(build, name + ", nothing grown", build.image, "--grow=none",
                to="v2-pcrel", must=must)
    # With a reserve beside them, all old sections are retired.
    reserve = bench.run.path("reserve.o")
    if (bench.run.sfmerge("reserve", "-o", reserve, *build.inputs)[0]
            or build.link(reserve)):
        bench.run.result(name + ", reserve", ["no image"])
        return
    bench.merge(build, name + ", reserve", build.image,
                "--from-map=" + build.map)


def input_order(bench, build_class, linker):
    """The order of independent inputs does not matter, with a map."""
    build = build_class(bench, linker, "pie", linker.merges() or "v1")
    name = build.name + ": order of the inputs"
    if not bench.run.wanted(name) or build.link():
        return
    texts = []
    for number, inputs in enumerate((build.inputs, build.inputs[::-1])):
        out = bench.run.absent(f"order{number}")
        status, text = bench.run.sfmerge(
            "link", "-o", out, "--to=v2-pcrel", "--from-map=" + build.map,
            build.image, *inputs)
        if status:
            break
        texts.append(disk.read(out))
    bench.run.result(name, [] if len(texts) == 2 and texts[0] == texts[1]
                     else ["the outputs differ"], text)


def unwinds(bench, build_class, linker):
    """A program that walks its stack by its own merged section, and finds
    what the C++ unwinder finds."""
    for kind in ("pie", "no-pie", "static"):
        build = build_class(bench, linker, kind, "v1")
        name = f"link/{linker.name}/{kind}: unwinds itself"
        if not bench.run.wanted(name):
            continue
        if not bench.library or not os.path.exists(bench.library):
            bench.run.unsupported(name, "no libsfmerge")
            continue
        compiled = "exe" if kind != "pie" else "pic"
        build.inputs = [bench.objects.get("walk-main.c", "v1", compiled),
                        bench.objects.get("walk-self.c", "v1", compiled)]
        reserve = bench.run.path("reserve.o")
        more = [bench.library]
        if bench.run.sfmerge("reserve", "-o", reserve,
                             *build.inputs)[0] == 0:
            more.append(reserve)
        refusal = build.link(*more)
        if refusal:
            bench.run.result(name, ["the link failed"], refusal)
            continue
        # What it prints before is part of what changes.
        out = bench.run.path("merged")
        status, text = bench.run.sfmerge(
            "link", "-o", out, "--from-map=" + build.map, build.image,
            *build.inputs)
        problems = []
        if status:
            problems.append(f"exit status {status}")
        else:
            os.chmod(out, 0o755)
            status, said = bench.run.command([out])
            frames = [int(w) for w in said.split() if w.isdigit()]
            if status or not said.strip().endswith(" 0 wrong"):
                problems.append(f"it says {said.strip()}")
            elif frames[1] < 30 * frames[0]:
                problems.append(f"too few frames: {said.strip()}")
        bench.run.result(name, problems, text)


def without_sframe(bench, build_class, linker):
    """An image without any room is refused, and nothing written, if no room may
    be made."""
    build = build_class(bench, linker, "gc", "v1")
    name = f"link/{linker.name}/gc: an image without .sframe"
    if not bench.run.wanted(name) or build.link():
        return
    if elf.Elf(build.image).named(".sframe"):
        return
    out = bench.run.absent("merged")
    status, text = bench.run.sfmerge(
        "link", "--grow=none", "-o", out, "--from-map=" + build.map,
        build.image, *build.inputs)
    problems = []
    if status != 1:
        problems.append(f"exit status {status}, not 1")
    if ".sframe" not in text or "reserve" not in text:
        problems.append("the message does not say what is missing and what "
                        "helps")
    if os.path.exists(out):
        problems.append("a file was written all the same")
    bench.run.result(name, problems, text)


def dead_object(bench, build_class, linker):
    """An object of which --gc-sections leaves nothing at all.  The maps of lld
    and mold do not name it, the others' do; the image's symbols show that it
    is gone."""
    version = linker.merges() or "v1"
    build = build_class(bench, linker, "gc", version)
    name = build.name + ": an object wholly collected"
    if not bench.run.wanted(name):
        return
    build.inputs = bench.objects.program((version,) * 4, "gc")
    reserve = bench.run.path("reserve.o")
    if (bench.run.sfmerge("reserve", "-o", reserve, *build.inputs)[0]
            or build.link(reserve)):
        bench.run.result(name, ["no image"])
        return
    bench.merge(build, name, build.image, "--from-map=" + build.map)


def special_cases(bench, build_class):
    """Links of other shapes: stripped images, archives, response files, a keep
    script, versions mixed in one image, and a program that unwinds itself."""
    for linker in bench.linkers:
        archives(bench, build_class, linker)
        if linker.family == "gnu" or linker.name == "gold":
            nested_archive(bench, build_class, linker)
        if linker.family == "gnu":
            keep_script(bench, build_class, linker)
        else:
            mixed_types(bench, build_class, linker)
        input_order(bench, build_class, linker)
        dead_object(bench, build_class, linker)
        if linker.name in ("ld", "gold", "lld", "mold"):
            unwinds(bench, build_class, linker)
            without_sframe(bench, build_class, linker)


OBJECTS = 100
FUNCTIONS = 400


def source(number):
    """Functions with frames of other sizes, every third static."""
    lines = []
    for i in range(FUNCTIONS):
        name, size = f"many{number}_{i}", 8 + 16 * ((number + i) % 9)
        if i % 3:
            lines.append(f"\t.globl\t{name}")
        lines += [f"\t.type\t{name}, @function", f"{name}:", "\t.cfi_startproc",
                  f"\tsub\t${size}, %rsp", f"\t.cfi_def_cfa_offset {size + 8}",
                  f"\tadd\t${number * FUNCTIONS + i}, %eax",
                  f"\tadd\t${size}, %rsp", "\t.cfi_def_cfa_offset 8", "\tret",
                  "\t.cfi_endproc", f"\t.size\t{name}, .-{name}"]
    return "\n".join(["\t.text", *lines, ""])


def objects(run):
    """The objects, or None."""
    made = []
    for number in range(OBJECTS):
        path = run.path(f"many{number}.s")
        disk.write(path, source(number))
        made.append(run.path(f"many{number}.o"))
        status, _ = run.command(["as", "--gsframe", "-o", made[-1], path])
        os.remove(path)
        if status:
            return None
    return made


def outcome(run, processors, *args):
    """Status, text and output of a link on PROCESSORS."""
    out, all_of_them = run.path("many-out"), os.sched_getaffinity(0)
    disk.remove(out)
    os.sched_setaffinity(0, processors)
    status, text = run.sfmerge("link", "-v", "--grow=move-phdrs", "-o", out,
                               *args)
    os.sched_setaffinity(0, all_of_them)
    if not os.path.exists(out):
        return status, text, None
    return status, text, disk.read(out)


def same(run, name, fails, *args):
    """Whether several processors make no difference."""
    several = os.sched_getaffinity(0)
    threads = outcome(run, several, *args)
    problems = []
    if (threads[0] != 0) != fails or (threads[2] is None) != fails:
        problems.append(f"exit status {threads[0]}")
    alone = outcome(run, {min(several)}, *args)
    problems += [f"another {what} on one processor" for what, a, b
                 in zip(("exit status", "text", "output"), threads, alone)
                 if a != b]
    run.result("many: " + name, problems, threads[1])


def broken(run, inputs):
    """Inputs of which one is cut short, and one after it is not there."""
    cut = run.path("many-cut.o")
    with open(inputs[80], "rb") as file:
        start = file.read(2000)
    disk.write(cut, start)
    return inputs[:80] + [cut] + inputs[81:90] + [run.path("none.o")]


def many_cases(bench):
    """Links of so much that threads take part: the output and the messages are
    those of one processor, also where inputs fail."""
    run = bench.run
    if not run.wanted("many"):
        return
    inputs = (objects(run) if len(os.sched_getaffinity(0)) > 1
              and os.uname().machine == "x86_64" else None)
    if not inputs:
        run.unsupported("many", "one processor, or no assembler for it")
        return
    for linker in ("ld.bfd", "ld.gold"):
        image, plain = run.path("many-image"), run.path("many-plain")
        if not shutil.which(linker):
            continue
        status, _ = run.command([linker, "-e", "many0_1", "-Map=" + image
                                 + ".map", "-o", image, *inputs])
        if status:
            run.unsupported("many: " + linker, "the link failed")
            continue
        run.command(["objcopy", "-R", ".sframe", image, plain])
        same(run, f"{linker}, its own pieces", False, image, *inputs)
        same(run, f"{linker}, a map", False, f"--from-map={image}.map", plain,
             *inputs)
        same(run, f"{linker}, symbols", False, plain, *inputs)
        same(run, f"{linker}, broken inputs", True, image,
             *broken(run, inputs))
    for path in inputs:
        os.remove(path)
