# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Images that lack names: taken away, of other objects, or of LTO's making."""

import glob
import os
import shutil

import disk
import elf
import expect
import outputs
from symbol_bench import SymbolBuild, Wanted, anything

NO_SYMBOLS = ["--from-map", "--symbols"]
# What takes none of the names of functions away, and what takes some.
HARMLESS = {"strip -g": ["strip", "-g"],
            "strip -X": ["strip", "-X"]}
HARMFUL = {"strip -x": ["strip", "-x"],
           "strip --strip-unneeded": ["strip", "--strip-unneeded"],
           "strip -K main": ["strip", "-K", "main"]}
LINKED = {"-X": False, "-x": True, "-S": False}


def build_of(bench, linker, what, kind="pic"):
    """A program of two parts, some assembly, and a constructor."""
    version = linker.merges() or "v1"
    flags = ["-pie", "-Wl,--build-id=sha1"]
    if kind == "gc":
        flags.append("-Wl,--gc-sections")
    return SymbolBuild(
        bench, linker, what,
        bench.objects.program(version, kind)
        + [bench.objects.get("trap-asm.c", version, kind)], flags)


def reduced(bench, image, command, name="reduced"):
    """A copy of IMAGE after COMMAND."""
    out = bench.run.absent(name)
    if os.path.basename(command[0]) == "eu-strip":
        status, text = bench.run.command([*command, "-o", out, image])
    elif command[0] == "objcopy":
        status, text = bench.run.command([*command, image, out])
    else:
        status, text = bench.run.command([*command, "-o", out, image])
    if status:
        print(f"note: {command}: {text}")
        return None
    return out


def some_names(bench, linker, kind):
    """All functions where their names are left; without, all that is right,
    or a refusal."""
    build = build_of(bench, linker, f"names, {kind}", kind)
    if not bench.run.wanted(build.name):
        return
    image = bench.lose(build)
    if not image:
        return
    keep = bench.run.path("keep.txt")
    disk.write(keep, "main\npart1_public\n")
    harmful = dict(HARMFUL)
    harmful["objcopy --keep-global-symbols"] = [
        "objcopy", "--keep-global-symbols=" + keep]
    for what, command in HARMLESS.items():
        bench.place(build, ", " + what, reduced(bench, image, command))
    lossy = Wanted(refusal=["not found"], counts=False)
    for what, command in harmful.items():
        less = reduced(bench, image, command)
        bench.place(build, ", " + what, less, wanted=lossy)
        bench.place(build, f", {what}, partial", less,
                    wanted=Wanted(anything, partial=True, counts=False))
    for flag, harms in LINKED.items():
        again = bench.lose(build, "-Wl," + flag)
        if again:
            # mold takes -S for -s.
            harms = harms or not elf.Elf(again).named(".symtab")
            bench.place(build, f", linked with {flag}", again,
                        wanted=lossy if harms else None)


def no_names(bench, linker, kind):
    """No symbol is left but .dynsym's."""
    build = build_of(bench, linker, f"stripped, {kind}", kind)
    if not bench.run.wanted(build.name):
        return
    image = bench.lose(build)
    bare = reduced(bench, image, ["strip"]) if image else None
    if not bare:
        return
    bench.place(build, "", bare, wanted=Wanted(refusal=NO_SYMBOLS,
                                               counts=False))
    bench.place(build, ", partial", bare,
                wanted=Wanted(anything, partial=True, counts=False))
    bench.place(build, ", map", bare, "--from-map=" + build.map)
    again = bench.lose(build, "-Wl,-s")
    if again:
        bench.place(build, ", linked with -s", again, wanted=Wanted(
            refusal=NO_SYMBOLS, counts=False), symbols=again)


def debug_files(bench, image):
    """Files with the symbols of IMAGE: (how made, path)."""
    ways = {"objcopy --only-keep-debug": ["objcopy", "--only-keep-debug"],
            "strip --only-keep-debug": ["strip", "--only-keep-debug"],
            "compressed": ["objcopy", "--only-keep-debug",
                           "--compress-debug-sections"]}
    found = [("the image itself", image)]
    for what, command in ways.items():
        path = reduced(bench, image, command, what.replace(" ", "") + ".debug")
        if path:
            found.append((what, path))
    if shutil.which("eu-strip"):
        path = bench.run.absent("eu.debug")
        status, _ = bench.run.command(
            ["eu-strip", "-f", path, "-o", bench.run.path("eu.image"), image])
        if status == 0 and os.path.exists(path):
            found.append(("eu-strip", path))
    return found


def with_debug_file(bench, linker):
    """The stripped image and the symbols of a separate file give what the
    whole image gives; a file of another link gives nothing."""
    build = build_of(bench, linker, "debug file")
    if not bench.run.wanted(build.name):
        return
    image = bench.lose(build)
    bare = reduced(bench, image, ["strip"]) if image else None
    if not bare or not bench.place(build, ", whole image", image):
        return
    whole = shutil.copy(bench.run.path("merged"), bench.run.path("whole"))
    truth = build.truth()
    for what, path in debug_files(bench, image):
        done = bench.place(build, ", " + what, bare, "--symbols=" + path,
                           truth=truth)
        if done:
            bench.run.result(
                f"{build.name}, {what}: the same",
                same_section(whole, bench.run.path("merged")))
    right = shutil.copy(build.image, bench.run.path("right"))
    wrong = another(bench, build, linker)
    if wrong:
        refused_file(bench, build, "of another link", bare, wrong)
    shutil.copy(right, build.image)
    for what, path in (("an object", build.inputs[0]),
                       ("stripped itself", bare)):
        refused_file(bench, build, what, bare, path)


def another(bench, build, linker):
    """The debug file of a link of the same objects in another order."""
    other = SymbolBuild(bench, linker, "another", build.inputs[::-1],
                        build.flags)
    if not bench.lose(other):
        return None
    return reduced(bench, other.image, ["objcopy", "--only-keep-debug"],
                   "other.debug")


def refused_file(bench, build, what, image, path):
    """PATH is not taken for the symbols of IMAGE."""
    out = bench.run.absent("merged")
    status, text = bench.run.sfmerge("link", "-o", out, "--partial",
                                     "--symbols=" + path, image,
                                     *build.inputs)
    problems = outputs.refused(1 if status == 2 else status, text, out, [])
    if os.path.basename(path) not in text or "unrecognized" in text:
        problems.append("the message does not name the file")
    bench.run.result(f"{build.name}, {what}", problems, text)


def same_section(one, two):
    """Whether the results ONE and TWO have the same .sframe."""
    found = []
    for path in (one, two):
        image = elf.Elf(path)
        sections = [s for s in image.named(".sframe") if s.size]
        found.append([(s.addr, image.bytes_of(s)) for s in sections])
    return [] if found[0] and found[0] == found[1] else [
        "the section differs from that of the whole image"]


def stripped_cases(bench):
    """Images whose symbols were taken away, all or some, and what a separate
    debug file gives back."""
    for linker in bench.linkers:
        for kind in ("pic", "gc"):
            some_names(bench, linker, kind)
            no_names(bench, linker, kind)
        with_debug_file(bench, linker)


VERSIONS = "V1 { global: versioned; };\nV2 { global: versioned; } V1;\n"
# Flags of the parts, those of the link.
FORMS = {
    "groups": (["-DGROUPS"], (1, 2), ["-pie"]),
    "groups, same code": (["-DGROUPS", "-DSAME"], (1, 2), ["-pie"]),
    "copies, stripped": (["-DGROUPS", "-DCOPIES"], (1, 2), ["-shared"]),
    ".symver": (["-DVERSIONS"], (1,), ["-shared"]),
    "temporary names": (["-DLOCALS", "-Wa,-L"], (1, 2), ["-pie"]),
}


def form(bench, linker, what):
    """One link of other-names.S."""
    flags, parts, how = FORMS[what]
    build_name = f"names, {what}"
    if not bench.run.wanted(f"symbols/{linker.name}/{build_name}"):
        return
    version = linker.merges() or "v1"
    objects = [bench.in_version(bench.compile(
        "other-names.S", f"other-{what.replace(' ', '-')}-{part}",
        f"-DPART={part}", *flags), version) for part in parts]
    program = [] if "-shared" in how else bench.objects.program(version,
                                                               "pic")
    more = []
    if what == ".symver":
        script = bench.run.path("other-versions.map")
        disk.write(script, VERSIONS)
        more = ["-Wl,--version-script," + script]
    build = SymbolBuild(bench, linker, build_name, program + objects, how,
                        kind="shared" if "-shared" in how else "pie")
    image = bench.lose(build, *more)
    if image and "stripped" in what:
        image = reduced(bench, image, ["strip"])
    if image and what == "temporary names":
        # Neither a name nor .eh_frame tells where they are.
        bench.refuse(build, "", image, ["are not found", "--from-map"])
    elif image:
        bench.place(build, "", image, wanted=Wanted(),
                    run="-shared" not in how)


def names_cases(bench):
    """Functions that are in the image without the names of their objects:
    COMDAT groups of other signatures, .symver, .L names, tiny overridden
    ones."""
    for linker in bench.linkers:
        for what in FORMS:
            form(bench, linker, what)


UNDECIDED = ["not found"]


class Nothing:
    """The truth about OBJECTS of whose code nothing, or what looks just like
    it, is in the image."""

    def __init__(self, objects):
        self.objects, self.found, self.gone = objects, {}, []
        self.placed = 0
        self.unsure = [f for obj in objects for f in obj.functions]

    def functions(self):
        """As expect.functions gives them."""
        return self.found, self.unsure

    def doubts(self, image):
        """None."""
        del self, image
        return []


def fat(bench, version):
    """The objects of the C program, with code and with more."""
    found = []
    for source, part in (("link-main.c", 0), ("link-part.c", 1),
                         ("link-part.c", 2), ("link-part.c", 3)):
        path = bench.compile(
            os.path.join(bench.sources, source), f"fat-{part}", "-O2",
            "-fPIC", "-flto", "-ffat-lto-objects", f"-DPART={part}",
            stem=source[:-2])
        if not path:
            return None
        found.append(bench.in_version(path, version))
    return found


def own_code(bench, linker, objects):
    """The linker takes the code, not the intermediate language."""
    build = SymbolBuild(bench, linker, "LTO objects, their own code", objects,
                        ["-pie", "-fno-lto"])
    if linker.family == "mold":
        # Told nothing, it would hand them to GCC's plug-in.
        build.flags.append("-fno-use-linker-plugin")
    image = bench.lose(build)
    if image:
        bench.place(build, "", image)


def with_lto(bench, linker, objects):
    """The image is what LTO made."""
    build = SymbolBuild(bench, linker, "LTO objects, LTO's image", objects,
                        ["-pie", "-O2", "-flto=1", "-Wa,--gsframe",
                         "-save-temps"])
    if not bench.run.wanted(build.name) or linker.name not in (
            "ld", "gold", "mold"):
        return
    # mold runs itself again, by its name in /proc.
    if linker.family == "mold" and bench.run.lacks_proc(build.name):
        return
    for file in glob.glob(build.image + ".*.o"):
        os.remove(file)
    # What LTO made is described, where the linker keeps that.
    image = bench.lose(build)
    if not image:
        return
    made = sorted(p for p in glob.glob(build.image + ".*.ltrans.o")
                  if elf.Elf(p).named(".sframe"))
    truth = Nothing(build.objects())
    bench.place(build, "", image, truth=truth,
                wanted=Wanted(refusal=UNDECIDED, counts=False))
    bench.place(build, ", partial", image, truth=truth,
                wanted=Wanted(anything, partial=True, counts=False))
    if not made:
        bench.run.result(build.name, ["LTO's own object is not kept"])
        return
    build.inputs = made
    build.parts = [(p, [p]) for p in made]
    if not bench.place(build, ", LTO's object", image):
        return
    # Both kinds: LTO's code has the rows of LTO's object.
    truth = build.truth()
    others = [expect.Object(p, len(made) + i) for i, p in enumerate(objects)]
    truth.unsure += [f for obj in others for f in obj.functions]
    for what, inputs in ((", LTO's object first", made + objects),
                         (", LTO's object last", objects + made)):
        build.inputs = inputs
        bench.place(build, what, image, truth=truth,
                    wanted=Wanted(partial=True, counts=False))


def lto_cases(bench):
    """Objects with both code and LTO's intermediate language, beside an image
    of what LTO made of them, and beside one of their own code."""
    for linker in bench.linkers:
        if not bench.run.wanted(f"symbols/{linker.name}/LTO objects"):
            continue
        objects = fat(bench, linker.merges() or "v1")
        if not objects:
            bench.run.unsupported(f"symbols/{linker.name}/LTO objects",
                                  "no LTO")
            return
        own_code(bench, linker, objects)
        with_lto(bench, linker, objects)
