# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`synth --detached`: the section of an image in a file of its own.  The file
is compared with the image's .eh_frame at every address, by the oracle's
reading of both; other tools read it; it is refused for another image."""

import filecmp
import os
import re
import shutil
import struct

import disk
import elf
import expect
import image_frames
import objframes
import synth_links

PROGRAMS = ("/bin/bash", "/usr/bin/m4", "/lib/x86_64-linux-gnu/libc.so.6",
            "/usr/aarch64-linux-gnu/lib/libc.so.6",
            "/usr/s390x-linux-gnu/lib/libc.so.6")
MANY = 60  # of functions in the suite one of so many is compared
MACHINES = ("x86_64", "aarch64", "s390x")
COMPILERS = {"aarch64": "aarch64-linux-gnu-gcc",
             "s390x": "s390x-linux-gnu-gcc"}
# How an image is linked: (flags, its e_type).
FORMS = {"pie": (["-fPIE", "-pie"], 3), "no-pie": (["-fno-pie", "-no-pie"], 2),
         "shared": (["-fPIC", "-shared"], 3)}
PAGE = 0x10000
NT_BUILD_ID = 3
CODE_NOTE = 0x100
SECTIONS = [".note.gnu.build-id", ".note.sfmerge.code", ".sframe", ".shstrtab"]
PT_NOTE = 4


class Together(elf.Elf):
    """IMAGE with the section of the detached FILE instead of its own."""

    def __init__(self, image, file):
        super().__init__(image)
        extra = elf.Elf(file)
        section, = extra.named(".sframe")
        self.sections = [s for s in self.sections
                         if s.type != elf.SHT_GNU_SFRAME]
        at = len(self.data)
        self.data = bytes(self.data) + bytes(extra.bytes_of(section))
        section.offset = at
        self.sections.append(section)


def notes(image, name):
    """The notes in section NAME of the Elf IMAGE: (owner, type, bytes)."""
    found = []
    for section in image.named(name):
        data, at = image.bytes_of(section), 0
        while at < len(data):
            order = ">" if image.big else "<"
            owner, size, kind = struct.unpack_from(order + "III", data, at)
            at += 12
            text = bytes(data[at:at + owner])
            at += (owner + 3) // 4 * 4
            found.append((text, kind, bytes(data[at:at + size])))
            at += (size + 3) // 4 * 4
    return found


def code_note(image):
    """What the note about the code should have, for a Together."""
    digest, total, done = 0xCBF29CE484222325, 0, 0
    has, _ = expect.own(image)
    for addr, found in sorted(has.items()):
        start, end = max(addr, done), addr + found[0][0].size
        code = image.read(start, end - start) if start < end else None
        if not code:
            continue
        for byte in code:
            digest = (digest ^ byte) * 0x100000001B3 & (1 << 64) - 1
        total, done = total + len(code), end
    order = ">" if image.big else "<"
    return struct.pack(order + "QQ", digest, total)


def form(image, file, found):
    """Judge the headers of FILE, the detached one of IMAGE; both are Elf."""
    names = [s.name for s in file.sections if s.name]
    wanted = SECTIONS if notes(image, SECTIONS[0]) else SECTIONS[1:]
    if names != wanted:
        found.say(f"its sections are {names}")
    top = max(s.vaddr + s.memsz for s in image.loads())
    base = -(-top // PAGE) * PAGE
    section, = file.named(".sframe")
    load, = file.loads()
    sframe = file.segment_of(elf.PT_GNU_SFRAME)
    note = file.segment_of(PT_NOTE)
    if (load.vaddr, load.offset, load.flags) != (base, 0, 4):
        found.say(f"its PT_LOAD is at {load.vaddr:#x}, not {base:#x}")
    if section.addr != base + section.offset or section.addr % 8 or (
            section.type != elf.SHT_GNU_SFRAME or section.flags != 2):
        found.say(f"its section is at {section.addr:#x}")
    if (sframe.vaddr, sframe.offset, sframe.filesz) != (
            section.addr, section.offset, section.size) or (
                load.filesz != section.offset + section.size):
        found.say("its PT_GNU_SFRAME or PT_LOAD is not that of the section")
    if len(file.segments) != 3 or note is None:
        found.say(f"it has {len(file.segments)} segments")
    if file.data[:9] != image.data[:9] or file.data[16:20] != (
            image.data[16:20]) or file.data[48:52] != image.data[48:52]:
        found.say("class, byte order, type, machine or flags differ")
    ids = [n for n in notes(image, SECTIONS[0]) if n[1] == NT_BUILD_ID][:1]
    if notes(file, SECTIONS[0]) != ids:
        found.say("the build-id differs")


def detached(bench, path, found, *options):
    """The detached file of PATH, or None; PATH stays as it is."""
    out, kept = bench.fresh(".sframe"), bench.fresh("")
    shutil.copy(path, kept)
    status, text = bench.run.sfmerge("synth", "-q", *options,
                                     "--detached=" + out, path)
    if not filecmp.cmp(path, kept, shallow=False):
        found.say("the image has changed")
    os.remove(kept)
    if status or not os.path.exists(out):
        found.say(f"synth {path}: status {status}: {text[:300]}")
        return None
    bench.run.verified += 1
    return out


def compared(bench, path, version, found, every=1):
    """Judge the detached file of PATH for VERSION.  Returns it."""
    out = detached(bench, path, found, "--to=" + version)
    if out is None:
        return None
    image, file = elf.Elf(path), elf.Elf(out)
    form(image, file, found)
    together = image_frames.Image(Together(path, out), every)
    together.judge(version[:2], found, synth_links.MADE)
    if every == 1 and notes(file, SECTIONS[1]) != [
            (b"sfmerge\0", CODE_NOTE, code_note(together.image))]:
        found.say("the note about the code is wrong")
    for arguments in (["check", "-q", out],
                      ["check", "-q", "--detached=" + out, path],
                      ["check", "--detached=" + out, path]):
        status, text = bench.run.sfmerge(*arguments)
        if status or ("-q" not in arguments
                      and " described (" not in text):
            found.say(f"{arguments[:2]}: status {status}: {text[:300]}")
    status, text = bench.run.sfmerge("dump", out)
    if status or text.count("\n    fde ") != len(together.has):
        found.say(f"dump: status {status}, {text.count('    fde ')} functions")
    again = detached(bench, path, found, "--to=" + version)
    if again and not filecmp.cmp(out, again, shallow=False):
        found.say("a second run makes another file")
    return out


def by_readelf(bench, machine, image, path, found):
    """The newest readelf reads the section of PATH, made for IMAGE."""
    readelf = bench.newer(machine, "readelf", "v3")
    if not readelf:
        return
    status, text = bench.run.command([readelf, "-nS", "--sframe", path])
    addrs = {int(addr, 16) for addr in re.findall(r"pc = 0x([0-9a-f]+),",
                                                  text)}
    if status or "rror" in text or "arning" in text or (
            "Build ID:" not in text) or (
                addrs != set(expect.own(Together(image, path))[0])):
        found.say(f"readelf: status {status}, {len(addrs)} functions: "
                  f"{text[:200]}")


def of_system(bench):
    """Programs and libraries of the system."""
    for path in PROGRAMS:
        for version in ("v3", "v2-pcrel")[:1 + path.startswith("/bin")]:
            name = f"synth/detached: {path}, {version}"
            if not bench.run.wanted(name):
                continue
            if not os.path.exists(path):
                bench.run.unsupported(name, "it is not there")
                continue
            found = objframes.Findings()
            compared(bench, os.path.realpath(path), version, found,
                     synth_links.sample(MANY))
            bench.tell(name, found, 3)


def program(bench, machine, flags, *more):
    """The program of synth-main.c for MACHINE, or None."""
    image = os.path.abspath(bench.fresh(""))
    status, text = bench.run.command(
        [COMPILERS.get(machine, bench.args.cc), "-O2", *flags, "-o", image,
         "-Wl,--build-id=sha1", *more,
         os.path.join(bench.args.sources, "synth-main.c")])
    if status:
        print(f"note: {machine}: {text[:200]}")
    return None if status else image


def linked(bench):
    """Programs of every machine, linked in every way."""
    for machine in MACHINES:
        for kind, (flags, type_) in FORMS.items():
            name = f"synth/detached: {machine}, {kind}"
            if not bench.run.wanted(name):
                continue
            image = program(bench, machine, flags)
            if image is None:
                bench.run.unsupported(name, "no compiler")
                continue
            found = objframes.Findings()
            for version in ("v3", "v2", "v2-pcrel"):
                out = compared(bench, image, version, found)
                if out and elf.Elf(out).unpack("H", 16)[0] != type_:
                    found.say("its type is wrong")
                if out and version == "v3":
                    by_readelf(bench, machine, image, out, found)
            bench.tell(name, found)


def with_own(bench):
    """An image that has .sframe: what it has is in the file, and not twice;
    repair has nothing but that."""
    name = "synth/detached: beside an image's own .sframe"
    image = program(bench, "x86_64", FORMS["pie"][0])
    if image is None or not bench.run.wanted(name):
        return
    found, made = objframes.Findings(), bench.fresh("")
    status, text = bench.run.sfmerge("synth", "-q", "-o", made, image)
    if status:
        found.say(f"synth: {text[:200]}")
    compared(bench, made, "v3", found)
    for command in (["repair"], ["convert", "--to=v2-pcrel"]):
        out = bench.fresh(".sframe")
        status, text = bench.run.sfmerge(*command, "--detached=" + out, made)
        left = 1 if "v2" in command[-1] else 0  # _start
        if status or len(expect.own(Together(made, out))[0]) + left != len(
                expect.own(elf.Elf(made))[0]):
            found.say(f"{command}: status {status}: {text[:200]}")
    filled = bench.fresh(".sframe")
    plain = detached(bench, image, found)
    status, text = bench.run.sfmerge("repair", "-q", "--fill",
                                     "--detached=" + filled, image)
    if status or not plain or not filecmp.cmp(filled, plain, shallow=False):
        found.say(f"repair --fill: status {status}: {text[:200]}")
    status, text = bench.run.sfmerge("repair", "--detached=" + out, image)
    if status != 1:
        found.say(f"repair without .sframe: status {status}: {text[:200]}")
    bench.tell(name, found)


def refused(bench, wanted, text, out, *arguments):
    """Problems unless ARGUMENTS end with status WANTED and say TEXT, and OUT
    is not there."""
    status, said = bench.run.sfmerge(*arguments)
    problems = []
    if status != wanted or text not in said:
        problems.append(f"{arguments[:2]}: status {status}: {said[:300]}")
    if out and os.path.exists(out):
        problems.append(f"{arguments[:2]}: {out} is written")
    return problems


def matching(bench):
    """Images without build-id, and with another."""
    name = "synth/detached: build-ids"
    image = program(bench, "x86_64", FORMS["pie"][0])
    if image is None or not bench.run.wanted(name):
        return
    other = program(bench, "x86_64", FORMS["no-pie"][0])
    none, changed = bench.fresh(""), bench.fresh("")
    found, out = objframes.Findings(), bench.fresh(".sframe")
    bench.run.command(["objcopy", "-R", ".note.gnu.build-id", image, none])
    file = compared(bench, image, "v3", found)
    ids = [notes(elf.Elf(p), SECTIONS[0])[0][2].hex() for p in (image, other)]
    problems = refused(bench, 2, f"the build-id is {ids[0]}, but that of the "
                       f"image {other} is {ids[1]}", None, "check",
                       "--detached=" + file, other)
    problems += refused(bench, 2, f"the build-id is {ids[0]}, but the image "
                        f"{none} has none", None, "check",
                        "--detached=" + file, none)
    problems += refused(bench, 1, "has no build-id", out, "synth",
                        "--fatal-warnings", "--detached=" + out, none)
    status, text = bench.run.sfmerge("synth", "--detached=" + out, none)
    if status or "warning: has no build-id" not in text:
        problems.append(f"without: status {status}: {text[:200]}")
    form(elf.Elf(none), elf.Elf(out), found)
    problems += refused(bench, 2, "it has no build-id, but the image", None,
                        "check", "--detached=" + out, image)
    status, text = bench.run.sfmerge("check", "-q", "--detached=" + out, none)
    if status:
        problems.append(f"check without: status {status}: {text[:200]}")
    # A byte of code that differs is seen without build-id, and with one.
    for path, detached_file in ((none, out), (image, file)):
        data = bytearray(elf.Elf(path).data)
        main = next(s for s in elf.Elf(path).symbols() if s.name == "main")
        load = next(s for s in elf.Elf(path).loads() if s.flags & elf.PF_X)
        data[main.value - load.vaddr + load.offset + main.size - 1] ^= 1
        disk.write(changed, data)
        problems += refused(bench, 2, "it was made for code with the checksum",
                            None, "check", "--detached=" + detached_file,
                            changed)
    for problem in problems:
        found.say(problem)
    bench.tell(name, found)


def usage(bench):
    """What --detached is not for, and does not go with."""
    name = "synth/detached: refused"
    image = program(bench, "x86_64", FORMS["pie"][0])
    if image is None or not bench.run.wanted(name):
        return
    out, mine = bench.fresh(".sframe"), bench.fresh("")
    shutil.copy(image, mine)
    plain = synth_links.plain_object(bench, "synth-main.c", ["-fPIE"], [])
    bare = bench.fresh("")
    bench.run.command(["objcopy", "-R", ".eh_frame", "-R", ".eh_frame_hdr",
                       image, bare])
    to = "--detached=" + out
    problems = refused(bench, 2, "cannot be used together", out, "synth", "-i", to,
                       image)
    problems += refused(bench, 2, "cannot be used together", out, "synth", "-o",
                        bench.fresh(""), to, image)
    problems += refused(bench, 2, "takes one FILE", out, "synth", to, image,
                        image)
    problems += refused(bench, 1, "not a linked image", out, "synth", to,
                        plain)
    problems += refused(bench, 1, "would replace the image", None, "synth",
                        "--detached=" + mine, mine)
    problems += refused(bench, 1, "neither .sframe nor an .eh_frame", out,
                        "synth", to, bare)
    problems += refused(bench, 2, "--detached needs a linked image", None,
                        "check", to, plain)
    problems += refused(bench, 2, "needs exactly one FILE", None, "check", to,
                        image, image)
    problems += refused(bench, 2, "it has none", None, "check",
                        "--detached=" + image, image)
    if not filecmp.cmp(image, mine, shallow=False):
        problems.append("the image was replaced")
    bench.run.result(name, problems)


def patched(bench, path, changes):
    """A copy of PATH with CHANGES, (offset, bytes)."""
    data, out = bytearray(elf.Elf(path).data), bench.fresh("")
    for offset, text in changes:
        data[offset:offset + len(text)] = text
    disk.write(out, data)
    return out


def hostile(bench):
    """Images whose headers say absurd things."""
    name = "synth/detached: absurd images"
    image = program(bench, "x86_64", FORMS["pie"][0])
    if image is None or not bench.run.wanted(name):
        return
    data, out = elf.Elf(image), bench.fresh(".sframe")
    note, = data.named(".note.gnu.build-id")
    phoff, = data.unpack("Q", 32)
    last = max(i for i, s in enumerate(data.segments) if s.type == elf.PT_LOAD)
    memsz = phoff + 56 * last + 40
    to, problems = "--detached=" + out, []
    # A build-id that ends after its section is none.
    for size in (0xFFFFFFFF, 0x7FFFFFFF, 0):
        path = patched(bench, image,
                       [(note.offset + 4, struct.pack("<I", size))])
        status, text = bench.run.sfmerge("synth", to, path)
        if status or "has no build-id" not in text:
            problems.append(f"{size:#x}: status {status}: {text[:200]}")
        os.remove(out)
    # One that is longer than any.
    text = bench.fresh(".s")
    disk.write(text,
               '.section .note.big,"a",@note\n.balign 4\n.long 4,1025,3\n'
               '.asciz "GNU"\n.fill 1028,1,7\n'
               '.section .note.GNU-stack,"",@progbits\n')
    big = program(bench, "x86_64", FORMS["pie"][0], "-Wl,--build-id=none",
                  text)
    if big:
        problems += refused(bench, 1, "its build-id has 1025 bytes", out,
                            "synth", to, big)
    addr = data.segments[last].vaddr
    for size in (2**64 - 1 - addr, 2**64 - 0x10000 - addr):
        path = patched(bench, image, [(memsz, struct.pack("<Q", size))])
        problems += refused(bench, 1, "there is no address", out, "synth", to,
                            path)
    # Without section headers the notes and .eh_frame are found by segments.
    path = patched(bench, image, [(40, bytes(8)), (58, bytes(6))])
    for bare in (image, path):
        status, text = bench.run.sfmerge("synth", to, path)
        if not status:
            status, text = bench.run.sfmerge("check", "-v", to, bare)
        if status or "100 % of their" not in text:
            problems.append(f"no section headers: {status}: {text[:300]}")
    os.remove(out)
    # 3 GiB of uninitialised data are too far for version 2 only.
    path = patched(bench, image, [(memsz, struct.pack("<Q", 3 << 30))])
    problems += refused(bench, 1, "for the starts of version 2", out, "synth",
                        "--to=v2", to, path)
    found = objframes.Findings()
    compared(bench, path, "v3", found)
    bench.run.result(name, problems + found.wrong)


def damaged(bench):
    """Detached files with bytes changed: check and dump refuse them or say
    what is wrong, and never fail otherwise."""
    name = "synth/detached: damaged files"
    image = program(bench, "x86_64", FORMS["pie"][0])
    if image is None or not bench.run.wanted(name):
        return
    found = objframes.Findings()
    file = detached(bench, image, found)
    data = elf.Elf(file)
    section, = data.named(".sframe")
    places = list(range(16, 64)) + list(range(64, 304, 5)) + list(
        range(section.offset, section.offset + 28)) + list(
            range(data.shoff, len(data.data), 7))
    for at in places[::synth_links.sample(3)]:
        path = patched(bench, file, [(at, bytes([data.data[at] ^ 0xFF]))])
        for arguments in (["check", "--detached=" + path, image],
                          ["check", path], ["dump", path]):
            status, text = bench.run.sfmerge(*arguments)
            if status not in (0, 1, 2) or "Sanitizer" in text or (
                    "runtime error" in text) or (status and not text):
                found.say(f"byte {at:#x}, {arguments[0]}: status {status}: "
                          f"{text[:200]}")
        os.remove(path)
    # Rows that contradict .eh_frame are found: the first CFA offset.
    piece = bytes(data.bytes_of(section))
    rows = section.offset + 28 + struct.unpack_from("<I", piece, 24)[0]
    wrong = 0
    for at in range(rows, section.offset + section.size):
        path = patched(bench, file, [(at, bytes([data.data[at] ^ 8]))])
        status, text = bench.run.sfmerge("check", "--detached=" + path,
                                         image)
        wrong += status == 1 and "rows-contradict" in text
        os.remove(path)
    if wrong < 10:
        found.say(f"only {wrong} wrong rows were seen")
    for cut in (0, 63, 231, section.offset + 10, len(data.data) - 1):
        path = patched(bench, file, [])
        os.truncate(path, cut)
        for problem in refused(bench, 2, path, None, "check",
                               "--detached=" + path, image):
            found.say(problem)
    bench.run.result(name, found.wrong)


def cases(bench):
    """All of them."""
    of_system(bench)
    linked(bench)
    with_own(bench)
    matching(bench)
    usage(bench)
    hostile(bench)
    damaged(bench)
