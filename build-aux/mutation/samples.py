# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Commands for small images, which are linked here, kept as record.py keeps what
the groups run.  The groups compare what becomes of such images with the code and
the call frame information itself, so a mutant that changes it would be seen
there; here the output without a mutant stands in for that."""

import json
import os
import shutil
import subprocess
import tempfile

CODE = """
#include <stdarg.h>
int puts (const char *);
void use (void *);
static int depth (int n, char *p) { char a[64]; use (a); use (p);
  return n ? depth (n - 1, a) + a[n] : 0; }
int many (int a, int b, int c, int d, int e, int f, int g, int h)
{ use (&h); return depth (a, 0) * b + c * d - e * f + g * h; }
void varying (int n) { char a[n]; use (a); puts (a); }
int sum (int n, ...) { va_list l; int s = 0; va_start (l, n);
  while (n-- > 0) s += va_arg (l, int); va_end (l); return s; }
int select (int n) { switch (n) { case 0: return many (1, 2, 3, 4, 5, 6, 7, 8);
  case 1: puts ("1"); return 3; case 2: return sum (1, 2); case 3: use (&n);
  return n; case 4: return 9; case 5: varying (7); return 1; default:
  __builtin_trap (); } }
__attribute__ ((aligned (64))) int big (int n)
{ __attribute__ ((aligned (64))) char a[256]; use (a); return a[n]; }
void use (void *p) { *(char *) p = 1; }
int main (int c, char **v) { return select (c) + big (c) + sum (2, c, c); }
"""
# Words of a compiler, for an image each.
IMAGES = {
    "shared": "gcc -O2 -fPIC -shared",
    "frames": "gcc -O0 -fno-omit-frame-pointer",
    "static": "gcc -O2 -nostartfiles -static -Wl,-e,main",
    "bare": "gcc -O2 -fPIC -shared -fno-asynchronous-unwind-tables"
            " -fcf-protection=none -Wl,--no-eh-frame-hdr",
    "lld": "gcc -O2 -fuse-ld=lld -pie -fPIE",
    "gold": "gcc -O1 -fuse-ld=gold -Wl,-z,now",
    "arm": "aarch64-linux-gnu-gcc -O2 -fPIC -shared -nostdlib",
    "object": "gcc -O2 -c -ffunction-sections",
}
# Files that many systems have, read where they are: real code of all sorts.
FILES = ["/usr/bin/make", "/usr/bin/gawk", "/lib64/ld-linux-x86-64.so.2",
         "/lib/x86_64-linux-gnu/libz.so.1", "/lib/x86_64-linux-gnu/libgmp.so.10",
         "/lib/x86_64-linux-gnu/libm.so.6",
         "/usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1",
         "/usr/aarch64-linux-gnu/lib/libm.so.6",
         "/usr/aarch64-linux-gnu/lib/libc.so.6",
         "/usr/s390x-linux-gnu/lib/ld64.so.1"]
READ = [["check", "--prove", "-v", "@"],
        ["synth", "--prove", "-v", "--detached=@/out", "@"],
        ["synth", "-v", "--grow=slot", "-o", "@/out", "@"],
        ["synth", "-v", "--grow=move-phdrs", "-o", "@/out", "@"],
        ["synth", "-v", "--grow=large-pages", "-o", "@/out", "@"]]
# The first makes what the others read, "made".
FIRST = [["synth", "-o", "@/made", "@/image"]]
PLAIN = [["check", "--prove", "-v", "@/image"],
         ["synth", "--detached=@/out", "@/image"],
         ["synth", "--prove", "-o", "@/out", "@/image"],
         ["synth", "--grow=slot", "-o", "@/out", "@/image"],
         ["synth", "--grow=move-phdrs", "-o", "@/out", "@/image"],
         ["synth", "--grow=large-pages", "-o", "@/out", "@/image"]]
MADE = [["check", "--for=all", "-v", "@/made"], ["check", "--json", "@/made"],
        ["dump", "@/made"], ["strip", "-o", "@/out", "@/made"],
        ["repair", "-o", "@/out", "@/made"],
        ["synth", "-o", "@/out", "@/made"],
        ["convert", "--to=v2", "-o", "@/out", "@/made"],
        ["diff", "@/image", "@/made"]]


def keep(store, name, command, files):
    """Keep COMMAND, which finds FILES, {name: path}."""
    folder = os.path.join(store, name)
    os.makedirs(os.path.join(folder, "files"), exist_ok=True)
    for target, path in files.items():
        shutil.copy(path, os.path.join(folder, "files", target))
    with open(os.path.join(folder, "command"), "w", encoding="utf-8") as file:
        json.dump([command, "."], file)


def make(program, store):
    """Link the images, and keep commands of PROGRAM for each in STORE."""
    os.makedirs(store, exist_ok=True)
    for path in filter(os.path.exists, FILES):
        for number, command in enumerate(READ):
            keep(store, f"{os.path.basename(path)}-{number}",
                 command[:-1] + [path], {})
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "code.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(CODE)
        for name, words in IMAGES.items():
            image = os.path.join(folder, "image")
            made = os.path.join(folder, "made")
            try:
                subprocess.run([*words.split(), "-o", image, source],
                               check=True, capture_output=True)
                subprocess.run(
                    [word.replace("@", folder) for word in [program, *FIRST[0]]],
                    check=True, capture_output=True)
            except (OSError, subprocess.CalledProcessError):
                continue
            for number, command in enumerate(FIRST + PLAIN):
                keep(store, f"{name}-{number}", command, {"image": image})
            for number, command in enumerate(MADE):
                keep(store, f"{name}-made-{number}", command,
                     {"image": image, "made": made})
