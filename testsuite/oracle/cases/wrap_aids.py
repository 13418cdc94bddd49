# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The linker scripts and the build systems of the manual, links without
section headers, and cold parts that a linker folds, through the wrapper."""

import os
import shutil

import disk
import elf
import manual
import symbol_truth

CASES = (("pie", "v1"), ("pie", "v3"), ("pie", "mix"), ("shared", "v3"),
         ("static", "v1"), ("gc", "v3"), ("gc", "v1"), ("cxx", "v1"),
         ("cxx", "v3"))


def keep_works(linker, kind, version):
    """What the manual's table says: True, False, or "lost"."""
    if linker.family == "lld":
        return version != "mix" and "cxx" not in kind
    if linker.name == "ld-2.47" and kind == "gc":
        return False if version == "v3" else "lost"
    if linker.name == "ld-2.47" and kind == "cxx":
        return version == "v3"
    return True


class Aid:
    """A case with a script."""

    def __init__(self, bench, case, script):
        self.bench, self.case = bench, case
        self.script = "-Wl,-T," + os.path.join(bench.aids, script)

    def link(self, *more):
        """Without the wrapper; status and text."""
        case = self.case
        disk.remove(case.image)
        return self.bench.run.command(
            [case.driver, *case.linker.flags, *case.flags, "-o", case.image,
             "-Wl,-Map," + case.map, self.script, *case.inputs, *more])

    def verified(self):
        """Problems with the image."""
        case = self.case
        # GNU ld then makes no header, and shared objects have no entry.
        headless = (case.linker.family == "gnu"
                    and "-shared" in case.flags)
        case.headless = lambda: headless
        truth = symbol_truth.Truth(case.map, case.objects(),
                                   elf.Elf(case.image))
        # Of a C library in the program, not all fits into the reserve.
        return [problem for problem in case.verified(truth)
                if case.kind != "static"
                or "plt-uncovered" not in problem] + case.ran()


def keep(bench, case):
    """keep.ld and convert."""
    works = keep_works(case.linker, case.kind, case.version)
    aid = Aid(bench, case, "keep.ld")
    # What went into the section, by its name there.
    status, text = aid.link()
    problems = []
    if works is False:
        if status == 0:
            problems.append("the link works, the manual says it does not")
    elif status:
        problems.append(f"exit status {status}")
    else:
        ended, said = bench.run.sfmerge("convert", "-q", "-i", "--to=v3",
                                        "--require", case.image)
        text += said
        if works == "lost":
            if ended == 0:
                problems.append("nothing is lost")
        elif ended:
            problems.append(f"convert: exit status {ended}")
        else:
            problems = aid.verified()
    bench.run.result(f"{case.name}: keep.ld", problems, text)


def discard(bench, case):
    """discard.ld, the reserve and link."""
    aid = Aid(bench, case, "discard.ld")
    reserve = bench.run.path("reserve.o")
    status, text = bench.run.sfmerge("reserve", "-o", reserve, *case.inputs)
    if not status:
        status, more = aid.link(reserve)
        text += more
    if not status:
        status, more = bench.run.sfmerge("link", "-i", case.image,
                                         *case.inputs)
        text += more
    problems = [f"exit status {status}"] if status else aid.verified()
    bench.run.result(f"{case.name}: discard.ld", problems, text)


def aids_cases(bench, linker, case_class):
    """The linker scripts that are installed: with every linker, each of them
    works or fails as the manual says."""
    for kind, version in CASES:
        case = case_class(bench, linker, kind, version)
        case.name = case.name.replace("wrap/", "aids/", 1)
        if not bench.run.wanted(case.name):
            continue
        if linker.family in ("gnu", "lld"):
            keep(bench, case)
            discard(bench, case)
        elif kind == "pie" and version == "v1":
            for script in ("keep.ld", "discard.ld"):
                status, text = Aid(bench, case, script).link()
                bench.run.result(f"{case.name}: {script} is refused",
                                 [] if status else ["it is taken"], text)


BUILDS_MAIN = """#include <stdio.h>
int part (int n);
int main (void) { printf ("%d\\n", part (20)); return 0; }
"""
BUILDS_PART = """int part (int n)
{
  return n < 2 ? n : part (n - 1) + part (n - 2);
}
"""
# Example: (program, file it is put in, commands, where the result is).
SYSTEMS = {
    "Makefile": ("make", "Makefile", [["make"]], "prog"),
    "Makefile.steps": ("make", "Makefile", [["make"]], "prog"),
    "CMakeLists.txt": (
        "cmake", "CMakeLists.txt",
        [["cmake", "-S", ".", "-B", "out"], ["cmake", "--build", "out"]],
        "out/prog"),
    "CMakeLists.txt.steps": (
        "cmake", "CMakeLists.txt",
        [["cmake", "-S", ".", "-B", "out"], ["cmake", "--build", "out"]],
        "out/prog"),
    "meson.build": (
        "meson", "meson.build",
        [["meson", "setup", "out"], ["meson", "compile", "-C", "out"]],
        "out/prog"),
    "build.ninja": ("ninja", "build.ninja", [["ninja"]], "prog"),
}


def shim(bench):
    """A directory with sfmerge as it would be if it were installed."""
    folder = bench.run.path("bin")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "sfmerge")
    disk.script(path, "#!/bin/sh\ncase $1 in\n"
                      f"--print-wrap) echo '{bench.wrap}' ;;\n"
                      f"*) exec '{bench.run.tool}' \"$@\" ;;\nesac\n")
    return folder


def build(bench, name, body):
    """Build the example NAME."""
    program, file_name, commands, result = SYSTEMS[name]
    title = f"wrap: the manual's example {name}"
    if not bench.run.wanted(title):
        return
    if not shutil.which(program):
        bench.run.unsupported(title, "no " + program)
        return
    if not shutil.which("ld.gold"):
        bench.run.unsupported(title, "no gold")
        return
    folder = bench.run.path("build-" + name)
    os.makedirs(folder)
    for path, text in (("main.c", BUILDS_MAIN), ("part.c", BUILDS_PART),
                       (file_name, body.replace("@WRAP@", bench.wrap))):
        disk.write(os.path.join(folder, path), text)
    problems, text = [], ""
    for command in commands:
        status, said = bench.run.command(command, folder)
        text += said
        if status:
            problems.append(f"{command}: exit status {status}")
            break
    image = os.path.join(folder, result)
    if not problems:
        if bench.run.command([image]) != (0, "6765\n"):
            problems.append("it does not run")
        status, said = bench.run.sfmerge("check", "--for=kernel", image)
        text += said
        if status or "main at" in said:
            problems.append("check is not content")
        status, said = bench.run.sfmerge("dump", image)
        for function in ("<main>", "<part>"):
            if function not in said:
                problems.append(f"{function} is not described")
    bench.run.result(title, problems + bench.left(), text)


def builds_cases(bench):
    """The examples that the manual has for build systems, taken out of it and
    built."""
    found = manual.examples(bench.manual, "check")
    missing = sorted(set(SYSTEMS) - set(found))
    bench.run.result("wrap: the manual has the examples",
                     [f"no example {name}" for name in missing])
    path = os.environ["PATH"]
    os.environ["PATH"] = shim(bench) + ":" + path
    for name in SYSTEMS:
        if name in found:
            build(bench, name, found[name])
    os.environ["PATH"] = path


# Ways to say it; in the last, it is taken back.
WAYS = {
    "-z nosectionheader": ["-Xlinker", "-z", "-Xlinker", "nosectionheader"],
    "-znosectionheader": ["-Wl,-z,sectionheader", "-Wl,-znosectionheader"],
    "a response file": ["-Wl,@omit.rsp"],
    "-z sectionheader": ["-Wl,-z,nosectionheader", "-Wl,-z,sectionheader"],
}
KINDS = ([], ["-shared"], ["-static"], ["-s"])


def judged(c, inputs, omitted, runs):
    """Problems of the output, which has section headers unless they are
    OMITTED."""
    path, problems = c.path("prog"), []
    image = elf.Elf(path)
    if bool(image.shoff) == omitted or bool(image.sections) == omitted:
        problems.append("it has section headers, or none")
    if not image.segment_of(elf.PT_GNU_SFRAME) and (
            not omitted or image.segment_of(elf.PT_GNU_EH_FRAME)):
        problems.append("there is no PT_GNU_SFRAME")
    if runs and c.run.command([path])[0]:
        problems.append("it does not run")
    if omitted and not image.segment_of(elf.PT_GNU_EH_FRAME):
        return problems  # nothing leads to .eh_frame
    status, said = c.run.sfmerge(
        "check", "--from-map=" + c.path("map"),
        *("--against=" + name for name in inputs), path)
    if status or "valid" not in said:
        problems.append("check is not content: " + said)
    return problems


def headers_cases(c):
    """Links without section headers: the wrapper merges, and leaves none."""
    inputs = c.case.bench.objects.program("v3", "pic")
    status, _ = c.link(*inputs, *WAYS["-z nosectionheader"], wrapped=False)
    plain = c.path("prog")
    if status:
        return
    if elf.Elf(plain).shoff:
        # Nothing is removed that the linker would write.
        status, text = c.link(*inputs, *WAYS["-z nosectionheader"])
        c.result("section headers that the linker cannot omit",
                 [f"exit status {status}"] if status else
                 ["they are gone"] * (not elf.Elf(plain).shoff), text)
        return
    c.write("omit.rsp", "-z nosectionheader")
    for way, flags in WAYS.items():
        for kind in KINDS:
            used = inputs[1:] if "-shared" in kind else inputs
            status, text = c.link("-Wl,-Map,map", *kind, *used, *flags)
            problems = [f"exit status {status}"] if status else judged(
                c, used, way != "-z sectionheader", "-shared" not in kind)
            problems += [line for line in text.splitlines()
                         if line.startswith("sfmerge:")]
            c.result(" ".join(["section headers:", way, *kind]), problems,
                     text)
    failing(c, inputs)


def failing(c, inputs):
    """sfmerge fails: the linker's output, as it was to be."""
    os.environ["SFMERGE_OPTIONS"] = "--for=nobody"
    status, text = c.link(*inputs, *WAYS["-z nosectionheader"])
    del os.environ["SFMERGE_OPTIONS"]
    problems = [f"exit status {status}"] if status else []
    image = elf.Elf(c.path("prog"))
    if image.shoff:
        problems.append("it has section headers")
    if c.run.command([c.path("prog")])[0]:
        problems.append("it does not run")
    c.result("section headers: sfmerge fails", problems, text)


FRAMES = (8, 80)
FOLDED_PART = """\
int use (int *);

static __attribute__ ((noinline)) int
helper (int x)
{
  int frame[FRAME];
  if (__builtin_expect (use (frame) < 0, 0))
    __builtin_trap ();
  return frame[1] + x;
}

int
NAME (int x)
{
  int frame[2 * FRAME];
  if (__builtin_expect (use (frame) < 0, 0))
    __builtin_trap ();
  return helper (frame[1]) * x;
}
"""
FOLDED_MAIN = """\
int fold8 (int), fold80 (int);

__attribute__ ((noinline)) int
use (int *frame)
{
  return frame[0] = frame[1] = 2;
}

int
main (int argc, char **argv)
{
  (void) argv;
  return fold8 (argc) + fold80 (argc) == 0;
}
"""


def parts(c):
    """The objects; None if the compiler makes no cold parts."""
    objects = []
    sources = [(f"fold{frame}", FOLDED_PART.replace(
        "FRAME", str(frame)).replace("NAME", f"fold{frame}"))
               for frame in FRAMES]
    for name, text in sources + [("fold", FOLDED_MAIN)]:
        c.write(name + ".c", text)
        status, _ = c.run.command(
            [c.bench.objects.cc, "-O2", "-fPIC", "-ffunction-sections",
             "-Wa,--gsframe", "-c", name + ".c"], c.folder)
        if status:
            return None
        objects.append(name + ".o")
    _, text = c.run.command(["nm", *objects], c.folder)
    return objects if text.count(".cold") == 2 * len(FRAMES) else None


def folded_cases(c):
    """Cold parts that the linker folds although their frames differ: the rows
    are those that .eh_frame has there, and nothing else is left out."""
    what = "folded cold parts"
    objects = parts(c)
    status, text = 1, ""
    if objects:
        status, text = c.link(*objects, "-Wl,--icf=all", wrapped=False)
    if status:
        c.run.unsupported(f"wrap/{c.linker.name}: {what}", "no folding")
        return
    status, text = c.link(*objects, "-Wl,--icf=all")
    problems = [f"exit status {status}"] if status else []
    status, dump = c.run.sfmerge("dump", c.path("prog"))
    problems += [f"{name} is not described" for name in (
        "main", "use", "helper", "fold8", "fold80", "helper.cold")
                 if f"<{name}>" not in dump]
    if not problems:
        # It compares all rows with .eh_frame.
        status, dump = c.run.sfmerge("check", c.path("prog"))
        if status:
            problems.append("it is not valid")
    c.result(what, problems, text + dump)
