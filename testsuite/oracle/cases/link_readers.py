# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Objects that kill libbfd: one message, status 2, nothing is left behind.
Commands that do not link never call it.  A preloaded library aborts where
libbfd recognises an object of a certain name, or at any use; what it does
instead of a crash of libbfd's own is nothing to sfmerge."""

import os
import shutil

import disk

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


def all_cases(bench):
    """With the assembler of the machine."""
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
