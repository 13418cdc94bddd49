# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Objects that kill libbfd: one message each, status 2, and all other inputs
are read.  A preloaded library aborts where libbfd recognises an object of a
certain name; what it does instead of a crash of libbfd's own is nothing to
sfmerge."""

import os
import shutil

MESSAGE = "cannot be read: libbfd ended the process that reads it (Aborted)"
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
    abort ();
  return next (abfd, format);
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
        with open(source, "w", encoding="ascii") as file:
            file.write(SHIM)
        if not shutil.which("cc"):
            return "no compiler"
        status, _ = self.run.command(["cc", "-D_GNU_SOURCE", "-shared",
                                      "-fPIC", "-o", self.path, source])
        return "no bfd.h" if status else None

    def sfmerge(self, *args):
        """Status and text of a command."""
        return self.run.command(["env", "LD_PRELOAD=" + self.path,
                                 self.run.tool, *args])


def name(number):
    """The name of an object."""
    return f"deadly{number}.o" if number in DEADLY else f"sound{number}.o"


def objects(run):
    """The paths of the objects, or None."""
    paths = [run.path(name(i)) for i in range(OBJECTS)]
    for i, path in enumerate(paths):
        with open(path + ".s", "w", encoding="ascii") as file:
            file.write(FUNCTION.format(f"f{i}", 1000 + i))
        status, _ = run.command(["as", "--gsframe", "-o", path, path + ".s"])
        if status:
            return None
    return paths


def judge(shim, what, names, others, command):
    """COMMAND tells of each of NAMES once, ends with 2, names all OTHERS, and
    writes nothing."""
    run, out = shim.run, shim.run.path("readers-out")
    status, text = shim.sfmerge(*command)
    said = [line for line in text.splitlines() if MESSAGE in line]
    problems = [f"exit status {status}"] if status != 2 else []
    if [line.split(": ")[1] for line in said] != names:
        problems.append(f"messages: {said}, wanted one for each of {names}")
    problems += [f"nothing about {other}" for other in others
                 if other not in text]
    if os.path.exists(out):
        problems.append("an output was written")
        os.remove(out)
    run.result("readers: " + what, problems, text)


def judge_all(shim, paths, image):
    """Each command that reads objects."""
    run, out = shim.run, shim.run.path("readers-out")
    archive, thin = run.path("readers.a"), run.path("readers-thin.a")
    run.command(["ar", "rcs", archive, *paths])
    run.command(["ar", "rcsT", thin, *paths])
    bad = [paths[i] for i in DEADLY]
    sound = [path for path in paths if path not in bad]
    members = [f"{archive}({name(i)})" for i in DEADLY]
    thins = [f"{thin}({path})" for path in bad]
    judge(shim, "link", bad, [], ["link", "-o", out, image, *paths])
    judge(shim, "link of an archive", members, [],
          ["link", "-o", out, image, archive])
    judge(shim, "link of a thin archive", thins, [],
          ["link", "-o", out, image, thin])
    judge(shim, "link of an archive, then its objects", members + bad, [],
          ["link", "-o", out, image, archive, archive, *paths])
    judge(shim, "reserve", bad, [], ["reserve", "-o", out, *paths])
    judge(shim, "check", bad, sound, ["check", *paths])
    judge(shim, "check of an archive", members, map(os.path.basename, sound),
          ["check", archive])
    judge(shim, "check --against", bad[:1], [],
          ["check", "--against=" + bad[0], image])
    judge(shim, "dump", bad, [], ["dump", *paths])
    judge(shim, "dump of an archive", members, map(os.path.basename, sound),
          ["dump", archive])
    judge(shim, "dump of one", bad[:1], [], ["dump", bad[0]])


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
    status, text = shim.sfmerge("dump", "--trust-inputs", paths[DEADLY[0]])
    if status in (0, 1, 2):
        run.unsupported("readers", "libbfd is a part of sfmerge")
        return
    run.result("readers: without processes it dies",
               [] if MESSAGE not in text else ["there was a process"], text)
    judge_all(shim, paths, image)
