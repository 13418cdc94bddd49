# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Room in images that are special: a program that finds its own PT_GNU_SFRAME,
no section headers, appended data, symbols for what would move, other
machines."""

import os
import shutil

import disk
import elf
import grow_rules
import grown
import link_bench
import machine_links
import verify

STT_OBJECT = 1


def merged(bench, build, *options, image=None):
    """sfmerge link of BUILD; (status, text, output)."""
    out = bench.run.absent("grown")
    status, text = bench.run.sfmerge(
        "link", "-v", *options, "--from-map=" + build.map, "-o", out,
        image or build.image, *build.inputs)
    return status, text, out


def walks(bench, linker):
    """A program that finds its section by dl_iterate_phdr and walks its
    stack by it."""
    for kind in ("pie", "no-pie", "static", "static-pie"):
        for mode in ("slot", "pages", "move-phdrs"):
            name = f"grow/{linker.name}/{kind}: walks its stack, {mode}"
            if not bench.run.wanted(name):
                continue
            if not bench.library:
                bench.run.unsupported(name, "no libsfmerge")
                continue
            build = link_bench.Build(bench, linker, kind, "v1")
            compiled = "exe" if kind in ("no-pie", "static") else "pic"
            build.inputs = [bench.objects.get(source, "v1", compiled)
                            for source in ("walk-main.c", "walk-self.c")]
            if build.link(bench.library):
                continue
            status, text, out = merged(bench, build, "--grow=" + mode,
                                       "--partial")
            problems = []
            if status:
                if mode == "move-phdrs":
                    problems = [f"exit status {status}"]
                bench.run.result(name, problems, text)
                continue
            os.chmod(out, 0o755)
            ended, said = bench.run.command([out])
            header = elf.Elf(out).segment_of(elf.PT_GNU_SFRAME)
            if ended or not said.strip().endswith(" 0 wrong"):
                problems.append(f"it says {said.strip()}")
            if bool(header) != ("by PT_GNU_SFRAME" in said):
                problems.append("it does not find its header")
            if mode == "move-phdrs" and not header:
                problems.append("it has no header")
            bench.run.result(name, problems, text)


def patched(bench, image, changes, append=b""):
    """A copy of IMAGE with CHANGES, (offset, bytes), and APPEND."""
    data = bytearray(disk.read(image))
    for offset, value in changes:
        data[offset:offset + len(value)] = value
    out = bench.run.path("patched")
    disk.script(out, bytes(data) + append)
    return out


def bare(bench, linker, kind, build=None):
    """A link, BUILD if it is given, whose image has no .sframe, or None."""
    build = build or link_bench.Build(bench, linker, kind, "v3")
    folder = bench.run.path("objects")
    os.makedirs(folder, exist_ok=True)
    full = build.inputs
    build.inputs = [os.path.join(folder, f"{i}.o") for i in range(len(full))]
    for source, path in zip(full, build.inputs):
        bench.run.command(["objcopy", "--remove-section=.sframe",
                           "--remove-section=.rela.sframe", source, path])
    refusal = build.link()
    for source, path in zip(full, build.inputs):
        shutil.copy(source, path)
    return None if refusal else build


def run_in_place(bench, build, out):
    """What the program does with OUT for the image: no linker takes a library
    without section headers."""
    if build.kind != "shared":
        return bench.execute(build, out)
    if bench.execute(build, build.image) != build.before:
        return None
    kept = bench.run.path("kept")
    shutil.copy(build.image, kept)
    shutil.copy(out, build.image)
    result = bench.run.command([bench.run.path("host")])
    shutil.copy(kept, build.image)
    return result


def headerless(bench, build, name):
    """Without section headers: only a spare entry, or a moved table."""
    image = patched(bench, build.image, [(40, bytes(8)), (60, bytes(4))])
    os.truncate(image, max(s.offset + s.filesz
                           for s in elf.Elf(image).segments))
    for mode in ("slot", "pages", "move-phdrs"):
        # No symbols are left, so the map alone says where functions are; in
        # static programs nothing leads to .eh_frame either, and code that is
        # there twice proves no place.
        status, text, out = merged(bench, build, "--grow=" + mode,
                                   image=image)
        problems = verify.Problems()
        unproven = "have no call frame information" in text
        if unproven:
            if status != 1 or build.kind != "static":
                problems.say(f"unproven functions, exit status {status}")
            status, text, out = merged(bench, build, "--grow=" + mode,
                                       "--partial", image=image)
        if status == 0:
            found, _ = verify.verify(
                elf.Elf(image), elf.Elf(out), build.objects(),
                verify.Options(symbols=elf.Elf(build.image),
                               partial=unproven))
            problems += found
            if run_in_place(bench, build, out) != build.before:
                problems.append("it does not run")
        elif mode == "move-phdrs":
            problems.append(f"exit status {status}")
        elif "sfmerge reserve" in text:
            problems.append("no section header leads to a reserve")
        bench.run.result(f"{name}: no section headers, {mode}", problems,
                         text)


def appended(bench, build, name):
    """Something at the end of the file: no segment without --force."""
    image = patched(bench, build.image, [], b"payload" * 100)
    problems = []
    status, text, out = merged(bench, build, "--grow=move-phdrs",
                               image=image)
    if status != 1 or os.path.exists(out) or "appended" not in text:
        problems.append(f"exit status {status} without --force")
    status, more, out = merged(bench, build, "--grow=move-phdrs", "--force",
                               image=image)
    if status or b"payload" * 100 not in elf.Elf(out).data:
        problems.append(f"exit status {status} with --force")
    elif bench.execute(build, out) != build.before:
        problems.append("it does not run")
    bench.run.result(f"{name}: something appended", problems, text + more)


def shares(bench, build, name):
    """A new segment takes the compact section, or the plain one if that is
    asked for."""
    image, sizes, problems = elf.Elf(build.image), {}, verify.Problems()
    for when in ("always", "auto", "never"):
        status, text, out = merged(bench, build, "--grow=move-phdrs",
                                   "--share-rows=" + when)
        if status:
            bench.run.result(f"{name}: shared rows",
                             [f"exit status {status} with {when}"], text)
            return
        result = elf.Elf(out)
        found, _ = verify.verify(image, result, build.objects(),
                                 verify.Options(compact=when != "never"))
        problems += found
        sizes[when] = result.named(".sframe")[0].size
        os.chmod(out, 0o755)
        if bench.execute(build, out) != build.before:
            problems.append(f"it does not run with {when}")
    if not sizes["always"] == sizes["auto"] < sizes["never"]:
        problems.append(f"bytes: {sizes}")
    bench.run.result(f"{name}: shared rows", problems, text)


def refuses(bench, build, name):
    """Headers that forbid a segment."""
    image = elf.Elf(build.image)
    order = "big" if image.big else "little"
    load = image.phoff + 56 * image.loads()[-1].idx
    cases = {
        "physical addresses": (
            [(image.phoff + 56 * li.idx + 24, (0x100000).to_bytes(8, order))
             for li in image.loads()], "physical"),
        "an alignment that is none": (
            [(load + 48, (0x1001).to_bytes(8, order))], "no address"),
        "an enormous alignment": (
            [(load + 48, (1 << 40).to_bytes(8, order))], "no address"),
    }
    for what, (changes, word) in cases.items():
        bad = patched(bench, build.image, changes)
        status, text, out = merged(bench, build, "--grow=move-phdrs",
                                   image=bad)
        # The free end of a segment needs no address above all others.
        right = word in text and not os.path.exists(out) if status else (
            "align" in what and "goes to the free end" in text)
        bench.run.result(f"{name}: {what}",
                         [] if right else [f"exit status {status}"], text)


def named(bench, build, name):
    """A symbol names what would move, and other names for it."""
    image = elf.Elf(build.image)
    interp = image.segment_of(grown.PT_INTERP)
    if not interp or not grow_rules.can_add_segment(image):
        return
    order = "big" if image.big else "little"
    where = interp.vaddr.to_bytes(8, order)
    tables = [s for s in image.sections if s.type == elf.SHT_SYMTAB]
    changes = {}
    for at in range(tables[0].offset, tables[0].offset + tables[0].size, 24):
        if image.data[at + 4] & 15 == 2 and image.unpack("H", at + 6)[0]:
            changes["a symbol"] = (at + 8, where)
    dynamic = image.segment_of(2)
    for at in range(dynamic.offset, dynamic.offset + dynamic.filesz, 16):
        if image.unpack("Q", at)[0] == 21:  # DT_DEBUG
            changes["a dynamic tag"] = (at + 8, where)
    for rela in image.sections:
        if rela.type == elf.SHT_RELA and rela.flags & elf.SHF_ALLOC:
            for at in range(rela.offset, rela.offset + rela.size, 24):
                if image.unpack("Q", at + 8)[0] == 8:  # R_X86_64_RELATIVE
                    changes["a relocation"] = (at + 16, where)
    changes["the entry point"] = (24, where)
    for what, change in changes.items():
        bad = patched(bench, build.image, [change])
        status, text, out = merged(bench, build, "--partial", image=bad)
        problems = []
        if status == 0:
            moved = elf.Elf(out).segment_of(grown.PT_INTERP)
            if moved.offset != interp.offset:
                problems.append("it moved all the same")
        elif "would move" not in text:
            problems.append("the reason is not said")
        bench.run.result(f"{name}: {what} for .interp", problems, text)


def neighbour(bench, linker):
    """A symbol of the section after .sframe names nothing that would move."""
    name = f"grow/{linker.name}/pie: a symbol at the end of .sframe"
    if not bench.run.wanted(name):
        return
    build = link_bench.Build(bench, linker, "pie", "v1")
    if build.link():
        return
    image = elf.Elf(build.image)
    own = [s for s in image.named(".sframe") if s.size]
    objects = [at for table in image.sections if table.type == elf.SHT_SYMTAB
               for at in range(table.offset, table.offset + table.size, 24)
               if image.data[at + 4] & 15 == STT_OBJECT
               and image.unpack("H", at + 6)[0]]
    if not own or not objects:
        return
    end = (own[0].addr + own[0].size).to_bytes(8, "little")
    found, problems = [], []
    for changes in ([], [(objects[-1] + 8, end)]):
        status, text, out = merged(
            bench, build, "--partial",
            image=patched(bench, build.image, changes))
        made = elf.Elf(out) if status == 0 else None
        found.append((status, made and [
            (s.addr, s.size) for s in made.named(".sframe")]))
    if found[0] != found[1]:
        problems.append(f"without it {found[0]}, with it {found[1]}")
    bench.run.result(name, problems, text)


def large(bench, linker):
    """Pages of 4 MiB: they are inserted only if that is asked for."""
    name = f"grow/{linker.name}/pie: pages of 4 MiB"
    if not bench.run.wanted(name) or linker.family != "lld":
        return
    build = link_bench.Build(bench, linker, "pie", "v3")
    build.flags = build.flags + ["-Wl,-z,max-page-size=4194304"]
    build = bare(bench, linker, "pie", build)
    if not build:
        return
    image, problems = elf.Elf(build.image), []
    for mode, most in (("pages", 0), ("large-pages", 4 << 20)):
        status, text, out = merged(bench, build, "--grow=" + mode)
        if status:
            problems.append(f"exit status {status} with {mode}")
            continue
        size = grown.pages(image, elf.Elf(out), verify.Problems())[1]
        if size != most:
            problems.append(f"{size} bytes were inserted with {mode}")
        os.chmod(out, 0o755)
        if bench.execute(build, out) != build.before:
            problems.append(f"it does not run with {mode}")
    bench.run.result(name, problems, text)


def machines(bench):
    """Shared objects of other machines, with and without .sframe."""
    for machine in machine_links.MACHINES:
        if not shutil.which(f"{machine}-linux-gnu-as"):
            bench.run.unsupported(f"grow/{machine}", "no assembler for it")
            continue
        version = "v3" if machine == "s390x" else "v1"
        inputs = machine_links.assembled(bench, machine, version)
        for linker in machine_links.linkers(bench, machine) if inputs else ():
            machine_cases(bench, machine, linker, version, inputs)


def machine_cases(bench, machine, linker, version, inputs):
    """One linker of one machine."""
    build = machine_links.Build(bench, machine, linker, version, inputs)
    name = f"grow/{machine}/{build.linker}"
    if not bench.run.wanted(name):
        return
    for having in ("all", "none"):
        build.inputs = []
        for idx, source in enumerate(inputs):
            path = bench.run.path(f"{machine}-{idx}.o")
            shutil.copy(source, path)
            build.inputs.append(path)
            if having == "none":
                remove_section(path)
        refusal = build.link()
        for source, path in zip(inputs, build.inputs):
            shutil.copy(source, path)
        if refusal:
            continue
        image = elf.Elf(build.image)
        for mode in ("slot", "pages", "move-phdrs"):
            status, text, out = merged(bench, build, "--grow=" + mode)
            problems = verify.Problems()
            method = "refused"
            if status == 0:
                result = elf.Elf(out)
                found, _ = verify.verify(image, result, build.objects(),
                                         verify.Options())
                problems += found
                growth = grown.Grown(image, result, problems)
                method = growth.method() + (" and pages" if growth.pages
                                            else "")
                if mode == "move-phdrs" and not result.segment_of(
                        elf.PT_GNU_SFRAME):
                    problems.append("no header")
            elif mode == "move-phdrs" and "not found" not in text:
                problems.append(f"exit status {status}")
            bench.run.result(f"{name}/{having}: {mode}", problems, text)
            print(f"note: {name}/{having}: {mode}: {method}")


def remove_section(path):
    """Let the .sframe of the object at PATH be something that no linker
    takes."""
    image = elf.Elf(path)
    data = bytearray(image.data)
    for section in image.sections:
        if section.name in (".sframe", ".rela.sframe"):
            at = image.shoff + 64 * section.idx
            data[at + 4:at + 16] = bytes(12)
    disk.write(path, data)


def all_cases(bench):
    """All of them."""
    for linker in bench.linkers:
        walks(bench, linker)
        large(bench, linker)
        neighbour(bench, linker)
        for kind in ("pie", "static", "shared"):
            name = f"grow/{linker.name}/{kind}"
            if not bench.run.wanted(name):
                continue
            build = bare(bench, linker, kind)
            if not build:
                continue
            headerless(bench, build, name)
            appended(bench, build, name)
            shares(bench, build, name)
            if kind == "pie":
                refuses(bench, build, name)
                named(bench, build, name)
    machines(bench)
