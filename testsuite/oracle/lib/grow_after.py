# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What other programs do with an image that room was made in: readelf and gdb
read it; what strip, objcopy, eu-strip and patchelf make of it still runs and
has the same section after PT_GNU_SFRAME."""

import os
import shutil

import disk
import elf

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
    after = run.path("rewritten")
    disk.remove(after)
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
