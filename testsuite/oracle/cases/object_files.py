# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Archives, compressed modules and what else `sfmerge repair` and `convert`
meet around objects."""

import gzip
import json
import os
import shutil
import struct
import zlib

import cfiterms
import disk
import elf
import object_check

LONG = "a-name-that-does-not-fit-into-sixteen-bytes.o"
SIGNATURE = b"~Module signature appended~\n"


def cases(bench):
    """All of them."""
    for name, case in (
            ("objects/archive", archive),
            ("objects/archive forms", index_forms),
            ("objects/relocations that the file does not have", relocations),
            ("objects/forms of relocations", forms),
            ("objects/thin archive", thin),
            ("objects/compressed modules", modules),
            ("objects/signed modules", signed),
            ("objects/tools", tools),
            ("objects/many files", many),
            ("objects/wrong use", wrong)):
        if bench.run.wanted(name):
            problems = []
            case(bench, problems)
            bench.run.result(name, problems)


def copies(bench, version, folder):
    """The program's objects in VERSION, copied to a fresh FOLDER."""
    os.makedirs(folder, exist_ok=True)
    out = []
    for idx, path in enumerate(bench.objects.program(version, "pic")):
        name = os.path.join(folder, LONG if idx == 1 else f"m{idx}.o")
        shutil.copyfile(path, name)
        out.append(name)
    return out


def check_archive(bench, old, new, target, problems):
    """Compare the archives OLD and NEW."""
    one, two = disk.members(old), disk.members(new)
    if [h for h, _ in one] != [h for h, _ in two]:
        problems.append("headers changed")
        return
    for idx, ((head, before), (_, after)) in enumerate(zip(one, two)):
        if before[:4] == b"\x7fELF" and before[18:20] == b"\x3e\0":
            disk.write(bench.run.path("old.o"), before)
            disk.write(bench.run.path("new.o"), after)
            problems += object_check.compare(bench.run.path("old.o"),
                                             bench.run.path("new.o"), target)
        elif head[:1] != b"/" and before != after:
            problems.append(f"member {idx} changed")
    for command in (["ar", "t"], ["nm", "-s"]):
        if (bench.run.command([*command, old])[1].replace(old, "")
                != bench.run.command([*command, new])[1].replace(new, "")):
            problems.append(f"{command} differs")
    again = new + ".ranlib"
    shutil.copyfile(new, again)
    status, text = bench.run.command(["ranlib", "-D", again])
    if status or text or disk.read(again) != disk.read(new):
        problems.append(f"ranlib -D changes it: {text}")


def archive(bench, problems):
    """Archive: names, order, index, members that are no objects."""
    run = bench.run
    folder = run.path("archive")
    paths = copies(bench, "v1", folder)
    odd = os.path.join(folder, "odd.txt")
    disk.write(odd, b"odd")
    for target in ("v2", "v2-pcrel", "v3"):
        lib, out = run.path("lib.a"), run.path(f"lib-{target}.a")
        disk.remove(lib)
        run.command(["ar", "rcsD", lib, paths[1], odd, paths[2], paths[1]])
        run.command(["ar", "qD", lib, paths[1]])
        run.command(["ranlib", "-D", lib])
        status, text = run.sfmerge("convert", f"--to={target}", "-o", out,
                                   lib)
        if status or text:
            problems.append(f"status {status}: {text}")
            continue
        check_archive(bench, lib, out, target, problems)
        status, text = run.sfmerge("convert", f"--to={target}", "-o",
                                   run.path("again.a"), out)
        if status or disk.read(run.path("again.a")) != disk.read(out):
            problems.append("a second run changed it")
        status, text = run.sfmerge("convert", "-i", f"--to={target}", lib)
        if status or text or disk.read(lib) != disk.read(out):
            problems.append(f"-i makes another file: {status} {text}")
        main = bench.rewrite(paths[0], target, problems)
        for linker in bench.takers(target, False):
            image, text = bench.link(linker, [main, out])
            if image is None:
                problems.append(f"{linker.name}: {text}")
                continue
            wrong, _ = object_check.linked(image, paths[1:])
            problems += [f"{linker.name}: {w}" for w in wrong]


def index_forms(bench, problems):
    """Archive forms: no index, 64-bit index, empty, damaged, BSD."""
    run = bench.run
    paths = copies(bench, "v1", run.path("forms"))
    plain, wide = run.path("plain.a"), run.path("wide.a")
    run.command(["ar", "rcSD", plain, *paths])
    run.command(["ar", "rcsD", run.path("narrow.a"), *paths])
    data = disk.read(run.path("narrow.a"))
    size = int(data[56:66])
    count, = struct.unpack_from(">I", data, 68)
    offsets = struct.unpack_from(f">{count}I", data, 72)
    names = data[72 + 4 * count:68 + size]
    shift = 4 * count + 4
    index = struct.pack(f">{count + 1}Q", count,
                        *(o + shift for o in offsets)) + names
    disk.write(wide, data[:8] + b"/SYM64/".ljust(16) + data[24:56]
               + str(len(index)).encode().ljust(10) + b"`\n" + index
               + data[68 + size:])
    for path in (plain, wide):
        out = path + ".out"
        status, text = run.sfmerge("convert", "--to=v3", "-o", out, path)
        if status or text:
            problems.append(f"{path}: status {status}: {text}")
            continue
        one, two = disk.members(path), disk.members(out)
        if [h for h, _ in one] != [h for h, _ in two]:
            problems.append(f"{path}: headers changed")
        if path == wide and run.command(["nm", "-s", path])[1].replace(
                path, "") != run.command(["nm", "-s", out])[1].replace(
                    out, ""):
            problems.append("the 64-bit index is wrong")
    for name, text in (
            ("empty.a", b"!<arch>\n"),
            ("text.a", b"!<arch>\n" + b"t.txt/".ljust(48) + b"3".ljust(10)
             + b"`\nabc")):
        disk.write(run.path(name), text)
        status, said = run.sfmerge("repair", "-i", run.path(name))
        if status or disk.read(run.path(name)) != text:
            problems.append(f"{name}: status {status}: {said}")
    bad = bytearray(data)
    struct.pack_into(">I", bad, 72, 70)
    for name, text, wanted in (
            ("index", bytes(bad), "index names a member"),
            ("cut", data[:-100], "more bytes than the file"),
            ("bsd", b"!<arch>\n" + b"#1/20".ljust(48) + b"3".ljust(10)
             + b"`\nabc", "unknown kind")):
        path = run.path(f"bad-{name}.a")
        disk.write(path, text)
        status, said = run.sfmerge("convert", "--to=v3", "-i", path)
        if status != 2 or wanted not in said or disk.read(path) != text:
            problems.append(f"{name}: status {status}: {said}")
    unreadable_fields(run, data, problems)


def unreadable_fields(run, data, problems):
    """Linkers ignore the date, owner and mode of a member, and so do we."""
    path = run.path("fields.a")
    disk.write(path, data)
    whole = run.sfmerge("check", path)
    first = data.index(b"`\n", 68) - 58
    for at, size in ((16, 12), (28, 6), (34, 6), (40, 8)):
        disk.write(path, data[:first + at] + b"x" * size
                   + data[first + at + size:])
        if run.sfmerge("check", path) != whole:
            problems.append(f"other members with no number at {at}")


def relocations(bench, problems):
    """Relocations that the file does not have."""
    run = bench.run
    path = run.path("wide-relocations.o")
    data = bytearray(disk.read(bench.objects.program("v1", "pic")[0]))
    made = elf.Elf(None, data)
    section, = made.named(".rela.sframe")
    struct.pack_into(made.order + "Q", data, made.shoff + 64 * section.idx
                     + 32, section.size + (24 << 32))
    disk.write(path, data)
    status, text = run.sfmerge("check", path)
    if status != 2 or f"{section.size + (24 << 32):#x} bytes at" not in text:
        problems.append(f"status {status}: {text}")


def crel(relas):
    """RELAS, each an offset, a symbol, a type and an addend, as SHT_CREL."""
    out, last = bytearray(cfiterms.uleb(len(relas) << 3 | 4)), (0, 0, 0, 0)
    for rela in relas:
        step = [now - then for now, then in zip(rela, last)]
        out += cfiterms.uleb(step[0] << 3 | (step[1] != 0)
                             | (step[2] != 0) << 1 | (step[3] != 0) << 2)
        for value in step[1:]:
            out += cfiterms.sleb(value) if value else b""
        last = rela
    return bytes(out)


def in_form(path, form):
    """The object at PATH with all relocations as SHT_REL or SHT_CREL, at the
    end of the file."""
    data = bytearray(disk.read(path))
    made = elf.Elf(None, bytes(data))
    for section in made.sections:
        if section.type != 4:
            continue
        of = made.sections[section.info]
        relas = []
        for at in range(section.offset, section.offset + section.size, 24):
            offset, info, addend = struct.unpack_from(made.order + "QQq", data,
                                                      at)
            relas.append((offset, info >> 32, info & 0xffffffff, addend))
            if form == "rel" and of.name in (".sframe", ".eh_frame"):
                struct.pack_into(made.order + "i", data, of.offset + offset,
                                 addend)
        relas.sort()
        entries = crel(relas) if form == "crel" else b"".join(
            struct.pack(made.order + "QQ", r[0], r[1] << 32 | r[2])
            for r in relas)
        data += bytes(-len(data) % 8)
        header = made.shoff + 64 * section.idx
        struct.pack_into(made.order + "I", data, header + 4,
                         9 if form == "rel" else 0x40000014)
        struct.pack_into(made.order + "QQ", data, header + 24, len(data),
                         len(entries))
        struct.pack_into(made.order + "Q", data, header + 56,
                         16 if form == "rel" else 1)
        data += entries
    return bytes(data)


def forms(bench, problems):
    """Forms of relocations: what is said and made of an object is the same."""
    run = bench.run
    path, out = run.path("form.o"), run.path("made.o")
    plain = bench.objects.program("v1", "pic")[0]
    for command in (["check", "-v"], ["dump"], ["convert", "--to=v3", "-o",
                                                out],
                    ["synth", "-o", out], ["repair", "-o", out],
                    ["strip", "-o", out]):
        told = {}
        for form in ("rela", "rel", "crel"):
            disk.write(path, disk.read(plain) if form == "rela"
                       else in_form(plain, form))
            status, text = run.sfmerge(*command, path)
            made = elf.Elf(out).named(".sframe") if "-o" in command else []
            shown = run.sfmerge("dump", out)[1] if made else ""
            relas = [(s.name, s.type) for s in elf.Elf(out).sections
                     if s.info and made and s.info == made[0].idx
                     and s.type != 4] if command[0] == "convert" else []
            told[form] = (status, text, shown, relas)
        problems += [f"{command[0]}, {form}: {told[form]}, not {told['rela']}"
                     for form in ("rel", "crel") if told[form] != told["rela"]]


def thin(bench, problems):
    """Thin archive: refused."""
    run = bench.run
    folder = run.path("thin")
    paths = copies(bench, "v1", folder)
    lib = os.path.join(folder, "thin.a")
    run.command(["ar", "rcsTD", "thin.a", *map(os.path.basename, paths)],
                cwd=folder)
    before = [disk.read(p) for p in paths]
    status, text = run.sfmerge("convert", "--to=v3", "-i", lib)
    if status != 1 or "a thin archive" not in text or before != [
            disk.read(p) for p in paths]:
        problems.append(f"{status} {text}")


def modules(bench, problems):
    """Compressed modules: gzip as it was, others named."""
    run = bench.run
    path = bench.objects.program("v1", "pic")[1]
    data = disk.read(path)
    packed = run.path("m.ko.gz")
    with open(packed, "wb") as file:
        with gzip.GzipFile("m.ko", "wb", 9, file, mtime=1234567) as stream:
            stream.write(data)
    head = disk.read(packed)[:15]
    status, text = run.sfmerge("convert", "--to=v3", "-i", packed)
    if status or text:
        problems.append(f"status {status}: {text}")
    if disk.read(packed)[:15] != head:
        problems.append("the gzip header changed")
    once = disk.read(packed)
    disk.write(run.path("new.o"), gzip.decompress(once))
    problems += object_check.compare(path, run.path("new.o"), "v3")
    run.sfmerge("convert", "--to=v3", "-i", packed)
    if disk.read(packed) != once:
        problems.append("a second run changed it")
    # The level that XFL says is kept, and no name stays none.
    bare = zlib.compressobj(1, zlib.DEFLATED, 31)
    disk.write(packed, bare.compress(data) + bare.flush())
    run.sfmerge("convert", "--to=v3", "-i", packed)
    if disk.read(packed)[:10] != b"\x1f\x8b\x08\0\0\0\0\0\x04\x03":
        problems.append(f"header {disk.read(packed)[:10].hex()}")
    for name, content, wanted in (
            ("xz", b"\xfd7zXZ\0" + data, "unxz"),
            ("zst", b"\x28\xb5\x2f\xfd" + data, "unzstd"),
            ("cut.gz", once[:len(once) // 2], "too early"),
            ("tail.gz", once + b"signature", "after the compressed"),
            ("bad.gz", once[:40] + bytes(40) + once[80:], "cannot decompress"),
            ("twice.gz", gzip.compress(once), "twice"),
            ("other.gz", gzip.compress(b"text"), "no ELF file")):
        disk.write(run.path(name), content)
        status, text = run.sfmerge("convert", "--to=v2", "-i",
                                   run.path(name))
        if status != 2 or wanted not in text or (
                disk.read(run.path(name)) != content):
            problems.append(f"{name}: status {status}: {text}")


def signed(bench, problems):
    """Signed modules: refused without --force."""
    run = bench.run
    data = disk.read(bench.objects.program("v1", "pic")[1]) + b"x" + SIGNATURE
    for path, content in ((run.path("s.ko"), data),
                          (run.path("s.ko.gz"), gzip.compress(data))):
        disk.write(path, content)
        status, text = run.sfmerge("convert", "--to=v3", "-i", path)
        if (status != 1 or "signature" not in text
                or disk.read(path) != content):
            problems.append(f"{path}: status {status}: {text}")
        status, text = run.sfmerge("convert", "--to=v3", "-i", "--force",
                                   path)
        if status or "signature" not in text or disk.read(path) == content:
            problems.append(f"{path}, forced: status {status}: {text}")


def tools(bench, problems):
    """Tools: strip -g, objcopy and the readers take the result."""
    run = bench.run
    path = bench.objects.program("v1", "pic")[1]
    for target in ("v2", "v3"):
        new = bench.rewrite(path, target, problems)
        for command in (["strip", "-g", "-o"], ["objcopy"]):
            out = run.path("tool.o")
            args = ([*command, out, new] if command[-1] == "-o"
                    else [*command, new, out])
            status, text = run.command(args)
            if status or text:
                problems.append(f"{command}: {text}")
                continue
            one, = object_check.sections(elf.Elf(new))
            two, = object_check.sections(elf.Elf(out))
            if [(f.func.size, f.ranges) for f in one.functions] != [
                    (f.func.size, f.ranges) for f in two.functions]:
                problems.append(f"{command}: functions differ")
        for command in (["readelf", "-aW"], ["objdump", "-dr"], ["nm"]):
            status, text = run.command([*command, new])
            if status or "Warning" in text or "rror:" in text:
                problems.append(f"{command}: status {status}")


def many(bench, problems):
    """Many files: each by itself, the highest status."""
    run = bench.run
    paths = copies(bench, "v1", run.path("many"))
    bad = os.path.join(run.path("many"), "bad.o")
    disk.write(bad, disk.read(paths[0])[:100])
    wanted = [bench.rewrite(p, "v3", problems) for p in paths]
    os.chmod(paths[0], 0o640)
    one, text = run.sfmerge("convert", "--to=v3", "--json", "-o",
                            run.path("json.o"), paths[0])
    two, more = run.sfmerge("convert", "--to=v3", "--json", "-q", "-i",
                            wanted[0], bad, wanted[1])
    states = [f["state"] for t in (text, "{" + more.split("{", 1)[1])
              for f in json.loads("\n".join(
                  n for n in t.splitlines()
                  if not n.startswith("sfmerge: ")))["files"]]
    if (one, two, states) != (0, 2, ["rewritten", "unchanged", "failed",
                                     "unchanged"]):
        problems.append(f"--json: status {one}, {two}, {states}")
    status, text = run.sfmerge("convert", "--to=v3", "-i", paths[0], bad,
                               *paths[1:])
    if status != 2 or "bad.o" not in text:
        problems.append(f"status {status}: {text}")
    if [disk.read(p) for p in paths] != [disk.read(p) for p in wanted]:
        problems.append("the good ones were not changed")
    if os.stat(paths[0]).st_mode & 0o777 != 0o640:
        problems.append("the mode changed")
    if sorted(os.listdir(run.path("many"))) != sorted(
            ["bad.o", *map(os.path.basename, paths)]):
        problems.append("other files are there")


def wrong(bench, problems):
    """Wrong use: a message, status 2, nothing written."""
    run = bench.run
    path = bench.objects.program("v1", "pic")[0]
    before = disk.read(path)
    out = run.path("wrong.o")
    for args, wanted in (
            (["repair", path], "no output"),
            (["repair", "-i"], "no FILE"),
            (["convert", "-i", path], "--to=VERSION"),
            (["convert", "--to=v1", "-i", path], "version 1 is only read"),
            (["convert", "--for=nobody", "-i", path], "unknown consumer"),
            (["repair", "-i", "-o", out, path], "used together"),
            (["repair", "-o", out, path, path], "one FILE"),
            (["repair", "-o", out, run.path("missing")], "cannot open"),
            (["repair", "-o", out, "/dev/null"], "not a regular file"),
            (["repair", "-o", out, __file__], "neither an ELF")):
        status, text = run.sfmerge(*args)
        if status != 2 or wanted not in text:
            problems.append(f"{args}: status {status}: {text}")
    if os.path.exists(out) or disk.read(path) != before:
        problems.append("something was written")
    plain = run.path("plain.o")
    disk.write(run.path("plain.s"), b"nop\n")
    run.command(["as", "-o", plain, run.path("plain.s")])
    for args, wanted in ((["repair", "-i"], 0),
                         (["repair", "-i", "--require"], 1)):
        status, text = run.sfmerge(*args, plain)
        if status != wanted or "no .sframe" not in text:
            problems.append(f"{args}: status {status}: {text}")
