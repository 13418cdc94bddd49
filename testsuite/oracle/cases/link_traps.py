# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Programs that are hard to place by what names and maps say, and objects that
are read in processes and threads."""

import os
import shutil
import struct

import disk
import elf
import expect
import outputs
from link_bench import (distinct, placed, reduced, the_map, with_reserve,
                        without)

MESSAGE = "cannot be read: libbfd crashed while it read this file"
SHIM = """
#define PACKAGE "shim"
#define PACKAGE_VERSION "0"
#include <bfd.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
bool
bfd_check_format (bfd *abfd, bfd_format format)
{
  bool (*next) (bfd *, bfd_format)
      = (bool (*) (bfd *, bfd_format)) dlsym (RTLD_NEXT, "bfd_check_format");
  if (strstr (bfd_get_filename (abfd), "deadly") != NULL)
    {
      if (strstr (bfd_get_filename (abfd), "deadly4") != NULL)
        *(volatile int *) 0 = 0;
      abort ();
    }
  return next (abfd, format);
}
unsigned int
bfd_init (void)
{
  unsigned int (*next) (void)
      = (unsigned int (*) (void)) dlsym (RTLD_NEXT, "bfd_init");
  if (getenv ("SHIM_ANY") != NULL)
    abort ();
  return next ();
}
"""
FUNCTION = """
\t.text
\t.globl\t{0}
\t.type\t{0}, @function
{0}:
\t.cfi_startproc
\tpush\t%rbp
\t.cfi_def_cfa_offset 16
\tadd\t${1}, %eax
\tpop\t%rbp
\t.cfi_def_cfa_offset 8
\tret
\t.cfi_endproc
\t.size\t{0}, .-{0}
"""
OBJECTS = 40
DEADLY = (3, 4, 17, 39)


class Shim:
    """sfmerge with a libbfd that dies."""

    def __init__(self, run):
        self.run, self.path = run, run.path("shim.so")
        self.lacks = self.build()

    def build(self):
        """Why there is no such libbfd, or None."""
        source = self.run.path("shim.c")
        disk.write(source, SHIM)
        if not shutil.which("cc"):
            return "no compiler"
        status, _ = self.run.command(["cc", "-D_GNU_SOURCE", "-shared",
                                      "-fPIC", "-o", self.path, source])
        return "no bfd.h" if status else None

    def sfmerge(self, *args, any_use=False):
        """Status and text of a command."""
        return self.run.command(["env", "LD_PRELOAD=" + self.path,
                                 *(["SHIM_ANY=1"] if any_use else []),
                                 self.run.tool, *args])


def name(number):
    """The name of an object."""
    return f"deadly{number}.o" if number in DEADLY else f"sound{number}.o"


def objects(run):
    """The paths of the objects, or None."""
    paths = [run.path(name(i)) for i in range(OBJECTS)]
    for i, path in enumerate(paths):
        disk.write(path + ".s", FUNCTION.format(f"f{i}", 1000 + i))
        status, _ = run.command(["as", "--gsframe", "-o", path, path + ".s"])
        if status:
            return None
    return paths


def judge(shim, what, bad, *command):
    """COMMAND tells of BAD, ends with 2, and leaves nothing behind."""
    run = shim.run
    before = set(os.listdir(run.path("")))
    status, text = shim.sfmerge(*command)
    problems = [f"exit status {status}"] if status != 2 else []
    if [line for line in text.splitlines() if "libbfd" in line] != [
            f"sfmerge: {bad}: {MESSAGE}"]:
        problems.append("no message, or others")
    left = set(os.listdir(run.path(""))) - before
    if left:
        problems.append(f"{left} is left")
    run.result("readers: " + what, problems, text)


def judge_links(shim, paths, image):
    """Each command that has libbfd."""
    run, out = shim.run, shim.run.path("readers-out")
    archive, thin = run.path("readers.a"), run.path("readers-thin.a")
    run.command(["ar", "rcs", archive, *paths])
    run.command(["ar", "rcsT", thin, *paths])
    bad, after = paths[DEADLY[0]], paths[DEADLY[1]:]
    judge(shim, "link", bad, "link", "-o", out, image, *paths)
    judge(shim, "link -i", bad, "link", "-i", image, *paths)
    judge(shim, "link, SIGSEGV", paths[DEADLY[1]], "link", "-o", out, image,
          *after)
    judge(shim, "link of an archive", f"{archive}({name(DEADLY[0])})",
          "link", "-o", out, image, archive)
    judge(shim, "link of a thin archive", f"{thin}({bad})", "link", "-o", out,
          image, thin)
    judge(shim, "reserve", bad, "reserve", "-o", out, *paths)
    judge(shim, "check --against", bad, "check", "--against=" + bad, image)


def judge_others(shim, paths, image):
    """No other command calls libbfd, whatever it reads."""
    run = shim.run
    folder = run.path("readers-tree")
    os.mkdir(folder)
    shutil.copy(image, folder)
    for path in paths[:5]:
        shutil.copy(path, folder)
    run.command(["ar", "rcs", folder + "/l.a", *paths[:5]])
    for command in (["check", "-r", "-v"], ["diff", "-r", folder],
                    ["synth", "-i", "-r"], ["repair", "-i", "-r"],
                    ["convert", "--to=v3", "-i", "-r"], ["strip", "-i", "-r"],
                    ["dump"]):
        files = [folder] if command[0] != "dump" else [
            f"{folder}/{entry}" for entry in sorted(os.listdir(folder))]
        plain = run.command([run.tool, *command, *files])
        status, text = shim.sfmerge(*command, *files, any_use=True)
        run.result("readers: " + command[0] + " calls no libbfd",
                   [f"exit status {status}"] if status < 0 or status > 1
                   or (command[0] in ("check", "diff", "dump")
                       and (status, text) != plain) else [], text)
    status, _ = shim.sfmerge("reserve", "-o", run.path("readers-any"),
                             paths[0], any_use=True)
    run.result("readers: reserve calls it", [] if status == 2 else [
        f"exit status {status}"])
    shutil.rmtree(folder)


def readers_cases(bench):
    """Objects that kill libbfd: one message, status 2, nothing is left behind.
    Commands that do not link never call it.  A preloaded library aborts where
    libbfd recognises an object of a certain name, or at any use; what it does
    instead of a crash of libbfd's own is nothing to sfmerge."""
    run = bench.run
    if not run.wanted("readers"):
        return
    if os.uname().machine != "x86_64" or not shutil.which("as"):
        run.unsupported("readers", "no assembler for it")
        return
    shim, paths = Shim(run), objects(run)
    if shim.lacks or not paths:
        run.unsupported("readers", shim.lacks or "no assembler with --gsframe")
        return
    image = run.path("readers-image")
    run.command(["ld", "-e", "f0", "-o", image, *paths])
    status, text = shim.sfmerge("reserve", "-o", run.path("readers-out"),
                                paths[DEADLY[0]])
    if MESSAGE not in text:
        run.unsupported("readers", "libbfd is a part of sfmerge")
        return
    judge_links(shim, paths, image)
    judge_others(shim, paths, image)


DISAGREE = "is it the map of this link?"


def refused(bench, name, image, inputs, words, *options):
    """sfmerge refuses, writes nothing, and its message has all WORDS."""
    out = bench.run.absent("merged")
    status, text = bench.run.sfmerge("link", "-o", out, *options, image,
                                     *inputs)
    problems = outputs.refused(status, text, out, [])
    problems += [f"the message lacks \"{w}\"" for w in words
                 if w not in text]
    bench.run.result(name, problems, text)


def other_map(bench, build_class, linker):
    """The map of another link, of an image with .eh_frame and of one where
    only the symbols can tell."""
    version = linker.merges() or "v1"
    for kind in ("bare", "pic"):
        build = build_class(bench, linker, "shared", version)
        name = f"{build.name}: another link's map, {kind}"
        if not bench.run.wanted(name):
            continue
        parts = [bench.objects.get("link-part.c", version, kind, part)
                 for part in (1, 2, 3)]
        build.inputs = parts[1:] + parts[:1]
        flags = ["-nostartfiles"]
        if linker.family in ("gnu", "gold"):
            flags.append("-Wl,--no-ld-generated-unwind-info")
        if build.link(*flags):
            bench.run.result(name, ["no image"])
            continue
        other = shutil.move(build.map, bench.run.path("other.map"))
        build.inputs = parts
        build.link(*flags)
        if kind == "bare" and elf.Elf(build.image).named(".eh_frame"):
            # mold describes its PLT, and has no option against it.
            continue
        option = "--from-map=" + other
        words = [DISAGREE, "other.map"]
        zeroed = bench.zero(build.image)
        refused(bench, name + ", zeroed", zeroed, parts, words, option)
        if kind == "pic":
            refused(bench, name + ", zeroed and stripped",
                    reduced(bench, zeroed), parts, words, option)
        refused(bench, name, build.image, parts, words, option)


def stale_map(bench, build_class, linker):
    """A part that was compiled anew, a section a function: after the link,
    and after the link that wrote the map."""
    version = linker.merges() or "v1"
    build = build_class(bench, linker, "pie", version)
    name = build.name + ": a stale map"
    if not bench.run.wanted(name):
        return
    part = bench.run.path("stale.o")
    shutil.copy(build.inputs[2], part)
    newer = bench.objects.get("link-part.c", version, "gc", 2)
    build.inputs = build.inputs[:2] + [part]
    if not with_reserve(bench, build):
        return
    shutil.copy(newer, part)
    # Its code is the same, in other sections: GNU ld and gold list what they
    # discard, so the map knows nothing of them; lld and mold deny them.
    knows = linker.family in ("lld", "mold")
    if knows:
        refused(bench, name + ", newer object", bench.zero(build.image),
                build.inputs, [DISAGREE], the_map(build))
    bench.merge(build, name + ", newer object, as it is", build.image,
                the_map(build))
    stale = shutil.move(build.map, bench.run.path("stale.map"))
    if not with_reserve(bench, build):
        return
    option = "--from-map=" + stale
    if knows:
        refused(bench, name + ", newer image", bench.zero(build.image),
                build.inputs, [DISAGREE, "stale.map"], option)
    else:
        placed(bench, build, name + ", newer image",
               bench.zero(build.image), option, zeroed=True)
    # Maps of lld and mold show discarded functions by their absence: what the
    # image describes stays, but those of the part are counted wrongly.
    if knows:
        bench.merge(build, name + ", newer image, as it is", build.image,
                    option)
    else:
        placed(bench, build, name + ", newer image, as it is", build.image,
               option)
    if not without(bench, build, [part]):
        return
    # The code of the part is there, though the map lacks its sections.
    nameless = reduced(bench, build.image)
    if knows:
        refused(bench, name + ", newer image, stripped", nameless,
                build.inputs, [DISAGREE, "stale.map"], option)
    else:
        placed(bench, build, name + ", newer image, stripped", nameless,
               option, symbols=build.image)


def reduced_symbols(bench, build_class, linker):
    """Functions that nothing describes and whose names were taken from the
    symbol table are found by their code or not at all; they do not count as
    discarded."""
    version = linker.merges() or "v1"
    keep = bench.run.path("keep.txt")
    disk.write(keep, "main\n")
    linked = {"-x": "-Wl,-x",
              "retain": "-Wl,--retain-symbols-file," + keep}
    if linker.family == "lld":
        del linked["retain"]
    # The other source has nothing but global functions.
    for kind, source in (("hidden", "link-part.c"), ("pic", "trap-weak.c")):
        build = build_class(bench, linker, "pie", version)
        name = f"{build.name}: without the names, {kind}, "
        if not bench.run.wanted(name):
            continue
        part = bench.objects.get(source, version, kind, 2)
        if source == "link-part.c":
            build.inputs.pop()
        build.inputs = build.inputs + [part]
        if not without(bench, build, [part]):
            continue
        for strip in ((), ("-x",), ("-K", "main"), ("--strip-unneeded",)):
            nameless(bench, build, name + " ".join(("strip",) + strip),
                     reduced(bench, build.image, *strip), part)
        for what, flag in linked.items():
            if without(bench, build, [part], flag):
                nameless(bench, build, f"{name}link {what}", build.image,
                         part)


def nameless(bench, build, name, image, part):
    """IMAGE without names of PART, which it does not describe."""
    placed(bench, build, name + ", all inputs", image)
    # Cold parts whose code other parts have as well are placed by their rules.
    placed(bench, build, name, image, inputs=[part])


def lookalike(bench, build_class, linker):
    """A function that the image does not describe, alike in content to one
    that it does."""
    version = linker.merges() or "v1"
    build = build_class(bench, linker, "pie", version)
    name = build.name + ": a lookalike"
    if not bench.run.wanted(name):
        return
    leaves = [bench.objects.get("trap-leaf.c", version, "pic", part)
              for part in (1, 2)]
    whole = build.inputs + leaves
    build.inputs = whole
    if not without(bench, build, leaves[1:]):
        return
    bare = reduced(bench, build.image)
    for inputs, what in ((leaves[1:], "alone"), (whole, "and all inputs"),
                         ([whole[1], leaves[1]], "and a part")):
        placed(bench, build, f"{name} {what}", build.image, inputs=inputs)
        placed(bench, build, f"{name} {what}, stripped", bare, inputs=inputs,
               symbols=build.image)
    placed(bench, build, name + ", map", build.image, the_map(build))
    build.inputs = leaves[1:]
    placed(bench, build, name + " alone, map", build.image, the_map(build))
    placed(bench, build, name + " alone, stripped, map", bare, the_map(build),
           symbols=build.image)


def moved_start(bench, build):
    """A copy of BUILD's image where the start of one function, not of its
    first input, is off by four in its own section."""
    whole = elf.Elf(build.image)
    section = next(s for s in whole.named(".sframe") if s.size)
    mine, _ = expect.own(whole)
    found, _ = expect.functions(whole, build.objects()[1:])
    func, origin = next((mine[a][0][0], f[0]) for a, f in sorted(
        found.items()) if a in mine and f[0].size > 16)
    data = bytearray(whole.data)
    form = "<q" if origin.version == 3 else "<i"
    at = section.offset + func.field
    struct.pack_into(form, data, at, struct.unpack_from(form, data, at)[0]
                     + 4)
    out = bench.run.path("damaged")
    disk.write(out, data)
    return out


def damaged(bench, build_class, linker):
    """An entry of the image's own that .eh_frame contradicts is not taken
    over; the map restores it, and the symbols do."""
    build = build_class(bench, linker, "pie", linker.merges() or "v1")
    name = build.name + ": a start that is wrong"
    if not bench.run.wanted(name) or not with_reserve(bench, build):
        return
    if not any(s.size for s in elf.Elf(build.image).named(".sframe")):
        return
    image = moved_start(bench, build)
    placed(bench, build, name + ", map", image, the_map(build))
    placed(bench, build, name + ", no map", image)
    placed(bench, build, name + ", no map, stripped", reduced(bench, image),
           symbols=build.image)
    placed(bench, build, name + ", partial", image, "--partial")
    build.inputs = build.inputs[:1]
    placed(bench, build, name + ", one input", image)


def overridden(bench, build_class, linker):
    """A weak function and the strong one that takes its place: both bodies
    are in the image, one without a name."""
    version = linker.merges() or "v1"
    build = build_class(bench, linker, "pie", version)
    name = build.name + ": a weak function"
    if not bench.run.wanted(name):
        return
    both = [bench.objects.get("trap-weak.c", version, "pic", part)
            for part in (1, 2)]
    build.inputs = build.inputs + both
    for hidden, what in (((), ""), (both[:1], ", weak one not described"),
                         (both[1:], ", strong one not described"),
                         (both, ", both not described")):
        if not without(bench, build, hidden):
            continue
        placed(bench, build, f"{name}{what}, map", build.image,
               the_map(build))
        placed(bench, build, f"{name}{what}, zeroed, map",
               bench.zero(build.image), the_map(build), zeroed=True)
        placed(bench, build, f"{name}{what}, no map", build.image)
        placed(bench, build, f"{name}{what}, zeroed, no map",
               bench.zero(build.image), zeroed=True)


def traps_cases(bench, build_class):
    """Links where a wrong answer looks right: maps of other links, reduced
    symbol tables, functions that are alike, damaged entries, overridden
    functions."""
    for linker in distinct(bench):
        other_map(bench, build_class, linker)
        stale_map(bench, build_class, linker)
        reduced_symbols(bench, build_class, linker)
        lookalike(bench, build_class, linker)
        damaged(bench, build_class, linker)
        overridden(bench, build_class, linker)
