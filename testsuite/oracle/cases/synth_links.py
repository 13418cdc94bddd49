# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Objects, archives and start files that synth made, linked: by the linkers
that merge .sframe, and with --split by some that do not, whose images `sfmerge
repair` finishes. What has an FDE in the image has to be described, and alike
at every address; the program has to run."""

import os
import re
import shutil

import disk
import elf
import image_frames
import objframes
import toolchain
import walks
from synth_bench import MACHINES
from walks import FRAMES, OUTERMOST

# Of the system: what all links take, and what static ones take.
START = ("crt1.o", "Scrt1.o", "crti.o", "crtn.o", "crtbegin.o", "crtbeginS.o",
         "crtbeginT.o", "crtend.o", "crtendS.o", "libgcc.a")
LIBRARIES = ("libc.a", "libm-2.36.a", "libgcc_eh.a", "libstdc++.a")
# Kind: (sources, compiler's flags, linker's flags)
CXX = ("synth-one.cc", "synth-two.cc")
KINDS = {
    "C, static": (("synth-main.c",), ["-fno-pic"], ["-static"]),
    "C, PIE": (("synth-main.c",), ["-fPIE"], ["-pie"]),
    "C++, static": (CXX, ["-fno-pic"], ["-static"]),
    "C++, static, gc": (CXX, ["-fno-pic", "-ffunction-sections"],
                        ["-static", "-Wl,--gc-sections"]),
    "C++, PIE": (CXX, ["-fPIE", "-ffunction-sections"],
                 ["-pie", "-Wl,--gc-sections"]),
    "C++, PIE, all kept": (CXX, ["-fPIE"], ["-pie"]),
}
# Code that linkers make, and say as they like.
MADE = (".plt", ".plt.got", ".plt.sec", ".iplt")
# Functions with an FDE that start files bring, and no object here.
STARTERS = ("_start", "_init", "_fini", "__libc_csu_init", "__libc_csu_fini",
            "_dl_relocate_static_pie")
MANY = 40  # functions are many: of more, one of so many is compared


class Libraries:
    """Copies of the system's, made for one version: directories."""

    def __init__(self, bench, compiler=None):
        self.bench = bench
        self.compiler = compiler or bench.args.cc

    def folder(self, version, static=True):
        """That of VERSION for links that are STATIC or not, and what was
        wrong."""
        key, known = (self.compiler, version, static), self.bench.libraries
        if key not in known:
            known[key] = self._make(version, static)
        return known[key]

    def _make(self, version, static):
        folder = self.bench.run.path("-".join(
            ("lib", os.path.basename(self.compiler), version,
             "static" if static else "dynamic")))
        os.makedirs(folder)
        paths = []
        for name in START + (LIBRARIES if static else ()):
            status, path = self.bench.run.command(
                [self.compiler, "-print-file-name=" + name])
            if status == 0 and os.path.isabs(path.strip()):
                paths.append(shutil.copy(path.strip(),
                                         os.path.join(folder, name)))
        status, text = self.bench.run.sfmerge(
            "synth", "-q", "--to=" + version, "-i", *paths)
        return folder, [f"synth: status {status}: {text}"] if status else []


def library_cases(bench, libraries):
    """Objects, archives and start files that synth made, linked: by the
    linkers that merge .sframe, and with --split by some that do not, whose
    images `sfmerge repair` finishes.  What has an FDE in the image has to be
    described, and alike at every address; the program has to run."""
    for version in ("v2", "v3"):
        name = f"synth/libraries: {version}"
        if not bench.run.wanted(name):
            continue
        folder, problems = libraries.folder(version)
        found = objframes.Findings()
        for problem in problems:
            found.say(problem)
        for file in sorted(os.listdir(folder)):
            path = os.path.join(folder, file)
            contents = ([c for _, c in disk.members(path)]
                        if file.endswith(".a") else [disk.read(path)])
            for content in contents[::sample(12)]:
                if content[:5] == b"\x7fELF\x02":
                    objframes.judge(elf.Elf(file, content), version, found)
        bench.tell(name, found, 300)


def plain_object(bench, source, flags, problems):
    """The object of SOURCE, compiled once with FLAGS, or None."""
    key = (source, *flags)
    if key not in bench.compiled:
        compiler = (bench.args.cxx if source.endswith(".cc")
                    else bench.args.cc)
        out = bench.fresh()
        status, text = bench.run.command(
            [compiler, "-O2", *flags, "-c", "-o", out,
             os.path.join(bench.args.sources, source)])
        if status:
            problems.append(text)
            return None
        bench.compiled[key] = out
    return bench.compiled[key]


def compiled(bench, kind, version, problems, *options):
    """The objects of KIND, made for VERSION."""
    sources, flags, _ = KINDS[kind]
    paths = []
    for source in sources:
        plain = plain_object(bench, source, flags, problems)
        out = None
        if plain:
            out, _ = bench.made(plain, version, problems, *options)
        if out:
            paths.append(out)
    return paths


def linked(bench, linker, kind, paths, folder):
    """An image of PATHS by LINKER, with the libraries in FOLDER, or None; and
    what the linker said."""
    image = os.path.abspath(bench.fresh(""))
    driver = bench.args.cxx if "C++" in kind else bench.args.cc
    before = ["-B" + folder, "-L" + folder] if folder else []
    status, text = bench.run.command(
        [driver, *before, *linker.flags, *KINDS[kind][2], "-o", image,
         *paths])
    return (None if status else image), text.strip()


def sample(many):
    """Of how many functions of MANY one is compared; all by hand."""
    return many if many and not os.environ.get("SFM_SYNTH_ALL") else 1


def judged(bench, image, version, found, least):
    """Judge IMAGE and run it."""
    if image is None:
        return
    data = elf.Elf(image)
    program = image_frames.Image(data, sample(MANY if least > MANY else 1))
    program.judge(version, found, MADE)
    if len(program.has) < least:
        found.say(f"{len(program.has)} functions are described")
    status, text = bench.run.command([image])
    if status or not text:
        found.say(f"it runs with status {status}: {text[:100]}")
    status, text = bench.run.sfmerge("check", image)
    errors = [line for line in text.splitlines()
              if line.startswith("  error: ")
              # GNU ld 2.47 describes .plt.got as if it were .plt.
              and not line.startswith("  error: plt-wrong-rows: ")]
    if errors or status > 1 or (status and "plt-wrong-rows" not in text):
        found.say(f"check: status {status}: {text[:300]}")
    readelf = bench.newer("x86_64", "readelf", "v3")
    if readelf and version == "v3":
        status, text = bench.run.command([readelf, "--sframe", image])
        if status or "arning" in text or "rror" in text or (
                text.count("func idx") != len(program.has)):
            found.say(f"readelf: status {status}, "
                      f"{text.count('func idx')} functions")
    os.remove(image)


def merged(bench, libraries):
    """Links by what merges .sframe itself."""
    for linker in toolchain.linkers(bench.more):
        version = linker.merges()
        if version not in ("v2", "v3"):
            continue
        for kind in KINDS:
            name = f"synth/{linker.name}: {kind}"
            # 2.44 loses all tables with --gc-sections.
            gc = "--gc-sections" in "".join(KINDS[kind][2])
            if (gc and version == "v2") or not bench.run.wanted(name) or (
                    kind == "C++, static" and sample(2) > 1):
                continue
            found = objframes.Findings()
            folder, problems = libraries.folder(version, "static" in kind)
            paths = compiled(bench, kind, version, problems)
            image, text = linked(bench, linker, kind, paths, folder)
            if text:
                found.say(text[:500])
            for problem in problems:
                found.say(problem)
            judged(bench, image, version, found,
                   500 if "static" in kind else 2)
            bench.tell(name, found)


def relocatable(bench, libraries):
    """`ld -r` of what synth made, and synth of what `ld -r` made."""
    for linker in toolchain.linkers(bench.more):
        version = linker.merges()
        # 2.44 joins tables with -r so that it cannot merge them itself.
        if version != "v3":
            continue
        for first in (True, False):
            name = f"synth/{linker.name}: -r, synth " + (
                "before" if first else "after")
            if bench.run.wanted(name):
                _relocatable(bench, libraries, name, linker, version, first)


def _relocatable(bench, libraries, name, linker, version, first):
    found, problems, kind = objframes.Findings(), [], "C++, PIE"
    paths = compiled(bench, kind, version, problems)
    if not first:
        for path in paths:
            bench.run.command(["objcopy", "-R", ".sframe", "-R",
                               ".rela.sframe", path])
    joined = bench.fresh()
    status, text = bench.run.command(
        [bench.args.cxx, *linker.flags, "-r", "-nostdlib", "-o", joined,
         *paths])
    if status:
        bench.run.unsupported(name, text.strip()[:60])
        return
    made = bench.judged(joined, version, found)
    out, _ = bench.made(joined, version, problems)
    if made and out:
        image, text = linked(bench, linker, kind, [out],
                             libraries.folder(version, False)[0])
        if text:
            found.say(text[:500])
        judged(bench, image, version, found, 50)
    for problem in problems:
        found.say(problem)
    bench.tell(name, found)


def split(bench):
    """--split, for linkers that do not merge, and `sfmerge repair`."""
    for linker in toolchain.linkers(bench.more):
        # Of these only lld keeps .sframe with --gc-sections.
        kind = "C++, PIE" if linker.family == "lld" else "C++, PIE, all kept"
        name = f"synth/{linker.name}: {kind}, --split"
        if not linker.merges() and linker.family != "gnu" and (
                bench.run.wanted(name)):
            _split(bench, name, linker, kind)


def _split(bench, name, linker, kind):
    found, problems = objframes.Findings(), []
    paths = compiled(bench, kind, "v3", problems, "--split")
    plain, text = linked(bench, linker, kind, paths, None)
    for problem in problems + ([text] if text else []):
        found.say(problem[:500])
    if plain:
        image = bench.fresh("")
        status, text = bench.run.sfmerge("repair", "-q", "--grow=pages",
                                         "-o", image, plain)
        if status:
            found.say(f"repair: status {status}: {text[:300]}")
        else:
            program = image_frames.Image(elf.Elf(image))
            # The start files and the library are described by nobody.
            outside = {s.value for s in program.image.symbols()
                       if s.name in STARTERS}
            for addr in outside:
                program.frames.pop(addr, None)
            program.judge("v3", found, MADE)
            status, text = bench.run.command([os.path.abspath(image)])
            if status or not text:
                found.say(f"it runs with status {status}: {text[:100]}")
    bench.tell(name, found, 30)


def links_cases(bench):
    """All of them."""
    libraries = Libraries(bench)
    library_cases(bench, libraries)
    merged(bench, libraries)
    relocatable(bench, libraries)
    split(bench)


# Machine: gcc, emulator.
TOOLS = {"x86_64": (None, None),
         "aarch64": ("aarch64-linux-gnu-gcc", "qemu-aarch64"),
         "s390x": ("s390x-linux-gnu-gcc", "qemu-s390x")}
# Frames above main: two of the C library, and _start.
ABOVE = 2


class Walk:
    """The program for one machine."""

    def __init__(self, bench, machine):
        self.bench, self.run, self.machine = bench, bench.run, machine
        compiler, self.emulator = TOOLS[machine]
        self.compiler = compiler or bench.args.cc
        self.libraries = Libraries(bench, self.compiler)

    def missing(self):
        """What is not here."""
        return [tool for tool in (self.compiler, self.emulator)
                if tool and not shutil.which(tool)]

    def linkers(self):
        """(name, directory for gcc's -B) of the linkers."""
        for name in ("ld-2.47", "mold-3"):
            tool = name
            if name.startswith("ld"):
                tool = MACHINES[self.machine][0] + name
            path = os.path.join(self.bench.more, "bin", tool)
            if os.path.exists(path):
                folder = self.run.path(f"{self.machine}-{name}")
                os.makedirs(folder, exist_ok=True)
                link = os.path.join(folder, "ld")
                if not os.path.exists(link):
                    os.symlink(os.path.abspath(path), link)
                yield name, folder

    def objects(self, problems):
        """Those of the program and of what it needs of the engine."""
        top = os.path.join(self.bench.args.sources, "..", "..", "..")
        flags, engine = walks.engine(top, self.run.folder)
        found = []
        for source in engine + [os.path.join(
                top, "testsuite", "sfmerge.examples", "src",
                "walk-compare.c")]:
            plain = self.bench.fresh()
            status, text = self.run.command(
                [self.compiler, "-O2", "-c", *flags, "-o", plain, source])
            if status:
                problems.append(text[:300])
                continue
            out, _ = self.bench.made(plain, "v3", problems)
            found.append(out or plain)
        return found

    def one(self, name, folder, objects, found):
        """Link by the linker in FOLDER, judge, run."""
        libraries, problems = self.libraries.folder("v3")
        for problem in problems:
            found.say(problem)
        image = os.path.abspath(self.bench.fresh(""))
        status, text = self.run.command(
            [self.compiler, "-B" + libraries, "-L" + libraries, "-B" + folder,
             "-static", "-o", image, *objects])
        if status:
            found.say(f"{name}: {text[:500]}")
            return
        program = image_frames.Image(
            elf.Elf(image), sample(MANY))
        program.judge("v3", found, MADE)
        command = [self.emulator] if self.emulator else []
        status, text = self.run.command([*command, image])
        match = re.match(r"(\d+) frames, (\d+) by the unwinder, the same: (.*)",
                         text)
        if status or not match or (int(match[1]), match[3]) != (
                FRAMES + ABOVE, OUTERMOST):
            found.say(f"it runs with status {status}: {text[:300]}")


def walks_cases(bench):
    """A static program of which nothing was assembled with .sframe: synth
    makes it for the program, the walker, the C library and the start files; a
    linker merges it; and the program walks its own stack up to _start.  It
    compares its frames with those of the C++ unwinder."""
    for machine in TOOLS:
        walk, objects = Walk(bench, machine), None
        if walk.missing():
            bench.run.unsupported(f"synth/walk: {machine}",
                                  f"no {walk.missing()[0]}")
            continue
        for linker, folder in walk.linkers():
            name = f"synth/walk: {machine}, {linker}"
            if not bench.run.wanted(name):
                continue
            found, problems = objframes.Findings(), []
            objects = objects or walk.objects(problems)
            for problem in problems:
                found.say(problem)
            walk.one(name, folder, objects, found)
            bench.tell(name, found, 10)


def library(bench):
    """The library, made for version 3, and its problems."""
    out, problems = bench.fresh(".a"), []
    status, text = bench.run.command(
        ["rustc", "-O", "--crate-type", "staticlib", "-o", out,
         os.path.join(bench.args.sources, "synth-rust.rs")])
    if status:
        return None, text
    made, counts = bench.made(out, "v3", problems)
    if made and counts["refused"]:
        problems.append(f"{counts['refused']} functions are left out")
    return made, "\n".join(problems)


def rust_cases(bench):
    """A static library of Rust, with its standard library, whose compiler
    writes no .sframe: synth, a link by what merges, and a run."""
    name = "synth/rust: the library"
    if not bench.run.wanted("synth/rust"):
        return
    made, text = library(bench) if shutil.which("rustc") else (
        None, "no rustc")
    if made is None:
        bench.run.unsupported(name, text.strip()[:60])
        return
    found = objframes.Findings()
    if text:
        found.say(text)
    members = [c for _, c in disk.members(made)
               if c[:5] == b"\x7fELF\x02"]
    for content in members[::sample(8)]:
        objframes.judge(elf.Elf(made, content), "v3", found)
    bench.tell(name, found, 100)
    libraries = Libraries(bench)
    for linker in toolchain.linkers(bench.more):
        if linker.merges() == "v3":
            program(bench, linker, made, libraries)


def program(bench, linker, made, libraries):
    """A static program of the library MADE."""
    name, found = f"synth/rust: {linker.name}", objframes.Findings()
    folder, problems = libraries.folder("v3")
    plain, image = bench.fresh(), os.path.abspath(bench.fresh(""))
    bench.run.command([bench.args.cc, "-O2", "-c", "-o", plain, os.path.join(
        bench.args.sources, "synth-rust.c")])
    out, _ = bench.made(plain, "v3", problems)
    status, text = bench.run.command(
        [bench.args.cc, "-B" + folder, "-L" + folder, *linker.flags,
         "-static", "-o", image, out or plain, made])
    for problem in problems + ([text] if status else []):
        found.say(problem[:500])
    judged(bench, None if status else image, "v3", found, 500)
    bench.tell(name, found, 20)
