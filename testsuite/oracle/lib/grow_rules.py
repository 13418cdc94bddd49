# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What room can be made in an image without moving its program headers, worked
out from the image alone."""

import os
import shutil

import elf
import grown

MOVABLE = (".interp", ".note", ".gnu.hash", ".hash")
DYNSYM = (".dynsym",)  # where nothing else gives room
DT_FLAGS_1, DF_1_PIE = 0x6FFFFFFB, 0x08000000


def entries(image):
    """(spare entries, their numbers; whether one may take a PT_LOAD)."""
    last = max(s.idx for s in image.segments if s.type == elf.PT_LOAD)
    prop = image.segment_of(grown.PT_GNU_PROPERTY)
    spare = []
    for seg in image.segments:
        twin = (prop and seg.type == grown.PT_NOTE
                and (seg.offset, seg.vaddr, seg.filesz)
                == (prop.offset, prop.vaddr, prop.filesz))
        # The drivers mark a static PIE as one.
        library = (seg.type == grown.PT_PHDR
                   and not image.segment_of(grown.PT_INTERP)
                   and not is_pie(image))
        if seg.type == 0 or twin or library:
            spare.append(seg.idx)
    return spare, last


def is_pie(image):
    """Whether IMAGE is an executable, by DF_1_PIE or its type."""
    dynamic = image.segment_of(2)
    if not dynamic or image.type == 2:
        return True
    for at in range(dynamic.offset, dynamic.offset + dynamic.filesz, 16):
        tag, value = image.unpack("QQ", at)
        if tag == DT_FLAGS_1:
            return bool(value & DF_1_PIE)
    return False


def needed(image, load):
    """How many entries the table must get more."""
    spare, last = entries(image)
    own = image.segment_of(elf.PT_GNU_SFRAME)
    more = 0
    if load:
        above = [i for i in spare if i > last]
        if above:
            spare.remove(above[0])
        elif own and own.idx > last and spare:
            spare.pop()
        else:
            more += 1
    if not own and not spare:
        more += 1
    return more


def grows(image, count, given_up=None, dynsym=True):
    """Whether the table can grow by COUNT entries over what may move."""
    movable = MOVABLE + DYNSYM * dynsym
    start = image.phoff + 56 * len(image.segments)
    end = start + 56 * count
    while count:
        cut = [s for s in image.sections
               if s.flags & elf.SHF_ALLOC and s.type != elf.SHT_NOBITS
               and s.size and s.offset < end and s.offset + s.size > start]
        if any(not s.name.startswith(movable) and s.name != given_up
               for s in cut):
            return False
        notes = [s for s in image.segments if s.type in grown.MOVES
                 and s.offset < end and s.offset + s.filesz > start]
        top = max([end] + [s.offset + s.size for s in cut
                           if s.name != given_up]
                  + [s.offset + s.filesz for s in notes])
        if top == end:
            break
        end = top
    # patchelf leaves no zeros where it moved something from, and what is not
    # zero may be somebody's.
    return not any(byte for at, byte in enumerate(image.data[start:end], start)
                   if not any(s.offset <= at < s.offset + s.size
                              for s in image.sections
                              if s.type != elf.SHT_NOBITS)
                   and not any(s.offset <= at < s.offset + s.filesz
                               for s in image.segments
                               if s.type in grown.MOVES))


def can_add_segment(image, given_up=None, dynsym=True):
    """Whether a new segment is possible with the table where it is."""
    return grows(image, needed(image, True), given_up, dynsym)


def tail(image, pages):
    """The largest free end of a read-only segment; PAGES: with zeros inserted
    there."""
    best = 0
    for load in image.loads():
        if load.flags & elf.PF_W or load.filesz != load.memsz:
            continue
        end = load.offset + load.filesz
        start = max([s.offset + s.size for s in image.sections
                     if s.flags & elf.SHF_ALLOC and s.type != elf.SHT_NOBITS
                     and load.offset <= s.offset < end] or [end])
        top = load.vaddr + load.filesz
        last = -(-top // load.align) * load.align
        for other in image.loads():
            if other.vaddr >= top:
                last = min(last, max(top, other.vaddr & -other.align))
        size = end - start + last - top
        if not pages:
            size = min(size, free_bytes(image, start))
        best = max(best, size)
    return best


def free_bytes(image, start):
    """Zeros of the file from START on that no header describes."""
    after = [image.shoff, image.phoff, len(image.data)]
    after += [s.offset for s in image.sections
              if s.type not in (0, elf.SHT_NOBITS) and s.size]
    after += [s.offset for s in image.segments if s.filesz]
    end = min(a for a in after if a >= start)
    return next((at - start for at in range(start, end) if image.data[at]),
                end - start)


# Name of the case, command; "IN" and "OUT" stand for the files.
REWRITERS = (
    ("strip", ["strip", "-o", "OUT", "IN"]),
    ("strip -g", ["strip", "-g", "-o", "OUT", "IN"]),
    ("objcopy", ["objcopy", "IN", "OUT"]),
    ("eu-strip", ["eu-strip", "-o", "OUT", "IN"]),
    ("objcopy --add-section", ["objcopy", "--add-section", ".note.x=NOTE",
                               "IN", "OUT"]),
    ("llvm-strip", ["llvm-strip", "-o", "OUT", "IN"]),
    ("patchelf", ["patchelf", "--set-rpath", "/nowhere/at/all/" + "x" * 200,
                  "--output", "OUT", "IN"]),
    ("patchelf --set-interpreter", [
        "patchelf", "--set-interpreter", "/lib64" + "/../lib64" * 20
        + "/ld-linux-x86-64.so.2", "--output", "OUT", "IN"]),
)


def section_of(path):
    """The bytes after PT_GNU_SFRAME and their address."""
    image = elf.Elf(path)
    seg = image.segment_of(elf.PT_GNU_SFRAME)
    if not seg:
        return None
    return seg.vaddr, image.read(seg.vaddr, seg.filesz)


def readers(bench, case, out):
    """readelf and gdb say nothing that they did not say before."""
    problems = []
    readelf = ["readelf", "-W", "-l", "-S", "-n", "-d"]
    before = warnings(bench.run.command([*readelf, case.build.image])[1])
    text = bench.run.command([*readelf, out])[1]
    if warnings(text) - before:
        problems.append(f"readelf: {sorted(warnings(text) - before)[0]}")
    if "GNU_SFRAME" not in text and "0x6474e554" not in text:
        problems.append("readelf does not see the header")
    bench.run.result(f"{case.name}: readelf", problems)
    if case.build.kind in ("pie", "static", "no-pie"):
        debugged(bench, f"{case.name}: gdb", out)


def debugged(bench, name, out):
    """gdb stops in main, where it may trace."""
    if not shutil.which("gdb"):
        bench.run.unsupported(name, "no gdb")
        return
    os.chmod(out, 0o755)
    text = bench.run.command(
        ["gdb", "-nx", "-batch", "-ex", "break main", "-ex", "run", "-ex",
         "backtrace", "-ex", "continue", out])[1]
    if "ptrace" in text and "ermitted" in text:
        bench.run.unsupported(name, "it may not trace")
        return
    stops = "#0 " in text and " main " in text
    bench.run.result(name, [] if stops else ["it does not stop in main"], text)


def warnings(text):
    """The lines of TEXT that are warnings or errors."""
    return {line.split(": ", 1)[1] for line in text.splitlines()
            if line.startswith("readelf:") and ": " in line}


def rewritten(bench, case, out, name, command):
    """Run COMMAND on OUT; the result must be as good."""
    run = bench.run
    if not shutil.which(command[0]):
        run.unsupported(f"{case.name}: {name}", "no " + command[0])
        return
    after = run.absent("rewritten")
    args = [{"IN": out, "OUT": after}.get(w, w) for w in command]
    status, text = run.command(args)
    problems = []
    if status or not os.path.exists(after):
        # It may refuse the image as the linker made it, too.
        args = [{"IN": case.build.image, "OUT": after}.get(w, w)
                for w in command]
        if run.command(args)[0] == 0:
            problems.append(f"exit status {status}")
    else:
        if section_of(after) != section_of(out):
            problems.append("PT_GNU_SFRAME does not lead to the section")
        if bench.execute(case.build, after) != case.build.before:
            problems.append("what it makes does not run")
    run.result(f"{case.name}: {name}", problems, text)


def all_programs(bench, case, out, method):
    """All of them that are here."""
    readers(bench, case, out)
    if method == "moved-phdrs":
        return
    for name, command in REWRITERS:
        if name.startswith("patchelf") and not patchable(case):
            continue
        rewritten(bench, case, out, name, command)


def patchable(case):
    """Whether patchelf can be expected to cope.  It wants dynamic images that
    are no static PIEs."""
    return "static" not in case.build.kind
