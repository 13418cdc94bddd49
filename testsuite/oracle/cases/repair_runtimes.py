# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Programs with parts that distributions build without SFrame: start files,
libgcc, libraries that only exist as archives.  All that their objects describe
is in the image, so `sfmerge repair` must not take them for damaged, stripped
or not."""

import os

import elf
import outputs
from link_bench import the_linker

# Each brings in other functions, in front of the program's, between them or
# after.
OPTIONS = ("-no-pie", "-pg", "-ffast-math", "--coverage", "-static-libgcc",
           "-fsanitize=undefined", "-static", "-shared -fPIC",
           "-ffunction-sections -Wl,-z,keep-text-section-prefix")

SOURCE = """
#include <stdio.h>
#include <stdlib.h>
static void bye (void) { puts ("bye"); }
__attribute__ ((noinline)) __int128 divide (__int128 a, __int128 b)
{ return a / b; }
__attribute__ ((noinline)) int count (unsigned long a)
{ return __builtin_popcountl (a); }
__attribute__ ((noinline, cold)) void fail (void) { puts ("no"); exit (2); }
int main (int argc, char **argv)
{
  atexit (bye);
  at_quick_exit (bye);
  if (argc > 1000 || argv == NULL)
    fail ();
  printf ("%d %d\\n", (int) divide (argc * 1000, 7), count (argc));
  return 0;
}
"""
NO_ROOM = "left out: a PLT function for which there is no room"
CXX = """
#include <stdexcept>
#include <vector>
struct S { virtual ~S () { } virtual int f (int x)
  { if (x > 3) throw std::runtime_error ("x"); return x; } };
int main (int argc, char **)
{
  std::vector<int> all;
  S s;
  try { for (int i = 0; i < 9; i++) all.push_back (s.f (i + argc)); }
  catch (std::exception &) { return 0; }
  return 1;
}
"""


def case(check, bench, linker, compiler, source, options):
    """One program, whole and stripped."""
    run = bench.run
    words = options.split()
    kind = os.path.splitext(source)[1][1:]
    name = f"runtimes/{linker.name}/{kind} {options}".strip()
    if not run.wanted(name):
        return
    image, out = run.path("runtimes"), run.path("repaired")
    status, text = run.command(
        [compiler, *linker.flags, "-O2", "-Wa,--gsframe", "-w", *words, "-o",
         image, source], cwd=bench.folder)
    sections = [] if status else elf.Elf(image).named(".sframe")
    if not sections:
        run.unsupported(name, (text.strip() or "no .sframe")[-60:])
        return
    for strip in (False, True):
        if strip:
            run.command(["strip", image])
        outputs.remove(out)
        status, text = run.sfmerge("repair", "--grow=move-phdrs", "-o", out,
                                   image)
        problems = [] if status == 0 else [f"exit status {status}, not 0"]
        if status == 0 and NO_ROOM in text:
            # The free end of a segment took what a new program header
            # displaced; beside that, there is room for the section then.
            run.sfmerge("repair", "-i", out)
        problems += check.settled(out) if status == 0 else []
        run.result(name + (", stripped" if strip else ""), problems, text)
    outputs.remove(image)


def all_cases(check, bench):
    """All of them, with the machine's own linkers."""
    run = bench.run
    plain, cxx = run.path("runtimes.c"), run.path("runtimes.cc")
    for path, text in ((plain, SOURCE), (cxx, CXX)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    for number, word in enumerate(("ld", "gold", "lld", "mold")):
        linker = the_linker(bench, word)
        if not linker:
            continue
        for place, options in enumerate(OPTIONS):
            # Only GNU ld's images are like those of which functions were
            # dropped; of the others a part is enough.
            if number == 0 or place % 3 == number - 1:
                case(check, bench, linker, bench.objects.cc, plain, options)
        case(check, bench, linker, bench.objects.cxx, cxx, "-static-libgcc")
        case(check, bench, linker, bench.objects.cxx, cxx,
             "-static-libgcc -static-libstdc++")
    for path in (plain, cxx, run.path("runtimes.gcno"), run.path("repaired")):
        outputs.remove(path)
