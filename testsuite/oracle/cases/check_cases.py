#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run `sfmerge check` on files of a corpus, of the linkers here, and with one
thing wrong; measure what they describe, and compare it with their inputs."""

import os
import re
import shutil
import socket
import sys

import check_broken
import check_compared
import check_files
import check_html
import check_images
import check_objects
import check_proven
import check_reports
import check_rows
import check_takers
import disk
import elf
import growth
import link_bench
import toolchain
from check_classes import Checked

SHIM = r"""
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
static void
tell (const char *what, long result)
{
  char line[200];
  int size = snprintf (line, sizeof line, "TAKEN %s %d\n", what,
                       result < 0 ? errno : 0);
  if (write (2, line, size) < 0)
    return;
}
static int
to_port (void)
{
  struct sockaddr_in to = { .sin_family = AF_INET,
                            .sin_port = htons (atoi (getenv ("TAKEN_PORT"))) };
  to.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  int fd = socket (AF_INET, SOCK_STREAM, 0);
  return fd < 0 ? fd : connect (fd, (struct sockaddr *) &to, sizeof to);
}
/* Calls that the C library may not know, by their numbers, and what they are
   for.  */
static void
act_newly (int input)
{
  siginfo_t info = { .si_signo = SIGTERM, .si_code = SI_QUEUE };
  struct rlimit limit;
  int parent = syscall (434, getppid (), 0);
  tell ("fchmodat2", syscall (452, input, "", 0777, 0x1000));
  tell ("setxattrat", syscall (463, input, "", 0x1000, "user.x", NULL, 0));
  tell ("utime", syscall (SYS_utimensat, input, NULL, NULL, 0));
  tell ("queue", syscall (SYS_rt_sigqueueinfo, getppid (), SIGTERM, &info));
  tell ("pidfd", syscall (424, parent, 0, NULL, 0));
  tell ("limits", prlimit (getppid (), RLIMIT_CORE, NULL, &limit));
  tell ("own-limits", prlimit (0, RLIMIT_CORE, NULL, &limit) ? 0 : -1);
  tell ("priority", setpriority (PRIO_PROCESS, getppid (), 0));
  tell ("shared", shmget (IPC_PRIVATE, 1, IPC_CREAT | 0600));
  tell ("fsopen", syscall (430, "tmpfs", 0));
}
static void
act (int input)
{
  char byte, *argv[] = { "/bin/true", NULL };
  const char *other = getenv ("TAKEN_OTHER"), *own = getenv ("TAKEN_OWN");
  tell ("read-other", open (other, O_RDONLY));
  tell ("write-own", open (own, O_WRONLY));
  tell ("create", open (getenv ("TAKEN_NEW"), O_WRONLY | O_CREAT, 0600));
  tell ("unlink", unlink (own));
  tell ("connect", to_port ());
  tell ("chmod", chmod (own, 0777));
  tell ("fchmod", fchmod (input, 0777));
  tell ("chown", chown (own, 1, 1));
  tell ("write-inherited", write (9, "x", 1));
  tell ("write-input", write (input, "x", 1));
  tell ("exec", execv (argv[0], argv));
  tell ("signal", kill (getppid (), SIGTERM));
  tell ("capability", chroot ("/"));
  byte = 'y';
  act_newly (input);
  tell ("stdin", read (0, &byte, 1) == 0 ? -1 : 0);
}
ssize_t
pread64 (int fd, void *to, size_t size, off64_t at)
{
  static int done;
  ssize_t (*next) (int, void *, size_t, off64_t)
      = (ssize_t (*) (int, void *, size_t, off64_t)) dlsym (RTLD_NEXT,
                                                           "pread64");
  if (!done && prctl (PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1)
    {
      done = 1;
      act (fd);
    }
  return next (fd, to, size, at);
}
ssize_t
pread (int fd, void *to, size_t size, off64_t at)
{
  return pread64 (fd, to, size, at);
}
"""
# What Landlock refuses, and the filter; the rest is refused anyway.
LANDLOCK = {"write-own", "create", "unlink"}
SECCOMP = {"connect", "chmod", "fchmod", "exec", "signal", "fchmodat2",
           "setxattrat", "utime", "queue", "pidfd", "limits", "own-limits",
           "priority", "shared", "fsopen"}
ROOT = {"chown", "capability"}


def built(run, path):
    """Whether the library could be built at PATH."""
    disk.write(path + ".c", SHIM)
    return shutil.which("cc") and not run.command(
        ["cc", "-D_GNU_SOURCE", "-shared", "-fPIC", "-o", path,
         path + ".c"])[0]


def tried(run, shim, tree, port, *command):
    """The errno of each attempt of COMMAND's first worker, and its text."""
    own, new = f"{tree}/ls", f"{tree}/new"
    other = run.path("confined-other")
    inherited = run.path("confined-inherited")
    line = (f"exec 9>{inherited}; echo y | LD_PRELOAD={shim} "
            f"TAKEN_OTHER={other} TAKEN_OWN={own} TAKEN_NEW={new} "
            f"TAKEN_PORT={port} \"$@\"")
    status, text = run.command(["sh", "-c", line, "sh", run.tool, *command])
    done = dict(re.findall(r"^TAKEN (\S+) (\d+)$", text, re.M))
    problems = [] if status in (0, 1) else [f"exit status {status}"]
    if os.path.exists(new) or os.path.getsize(inherited):
        problems.append("something was written")
    if not os.path.exists(own) or os.stat(own).st_mode & 0o777 != 0o755:
        problems.append("a file was changed")
    return done, problems, text


def confined_cases(bench):
    """A worker that a file has taken over gains nothing.  A preloaded library
    acts in its place when it reads its input: it tries to read and to write
    what is not the worker's, to connect, to change modes and owners, to start
    a program and to signal its parent, and says which errno it got for
    each."""
    run, root = bench.run, os.geteuid() == 0
    if not run.wanted("check/confined"):
        return
    shim, tree = run.path("confined.so"), run.path("confined-tree")
    version = run.sfmerge("--version", "-v")[1]
    if not built(run, shim) or run.command(
            ["env", "LD_PRELOAD=" + shim, run.tool, "--version"])[0]:
        run.unsupported("check/confined", "no compiler, or a sanitizer")
        return
    os.mkdir(tree)
    shutil.copy("/bin/ls", f"{tree}/ls")
    os.chmod(f"{tree}/ls", 0o755)
    other = run.path("confined-other")
    disk.write(other, "secret\n")
    os.chmod(other, 0o600)
    if root:
        os.chown(other, 1, 1)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        commands = [["check", "-r", "-j2", tree], ["synth", "-i", "-r", tree],
                    ["diff", "-r", "-j2", tree, tree]]
        if root:
            commands += [["check", f"{tree}/ls"],
                         ["synth", "-o", run.path("confined-out"),
                          f"{tree}/ls"], ["strip", "-i", f"{tree}/ls"],
                         ["dump", f"{tree}/ls"]]
        for command in commands:
            done, problems, text = tried(run, shim, tree, port, *command)
            wanted = {"write-inherited", "write-input", "stdin"}
            landlock = ", Landlock," in version
            wanted |= LANDLOCK if landlock else set()
            wanted |= {"read-other"} if landlock or root else set()
            wanted |= SECCOMP if ", system calls refused" in version else set()
            wanted |= ROOT if root else set()
            if not done:
                problems.append("no worker was taken over")
            problems += [f"{what} succeeded" for what in sorted(wanted)
                         if done.get(what) == "0"]
            run.result(f"check/confined: {command[0]}"
                       f"{' -r' if '-r' in command else ''}", problems,
                       text[-2000:])


FUNCTION = """
        .globl  f{0}
        .type   f{0}, @function
f{0}:   mov     ${0}, %eax
        .skip   10, 0x90
        ret
        .size   f{0}, 16
"""
# 51 bytes: a piece of version 2 that has one function.
PIECE = """
        .2byte  0xdee2
        .byte   2, 5, 3, 0, -8, 0
        .4byte  1, 1, 3, 0, 20
        .4byte  f{0} - ., 16, 0, 1
        .byte   0, 0, 0, 0
        .byte   0, 3, 8
        .balign {1}
"""


def pieces(*aligned):
    """A source with a function and a piece for each of ALIGNED, to which what
    follows the piece is aligned."""
    lines = ["        .text", "        .globl _start", "_start: ret"]
    lines += [FUNCTION.format(i) for i in range(len(aligned))]
    lines += ['        .section .sframe, "a", @progbits']
    lines += [PIECE.format(i, to) for i, to in enumerate(aligned)]
    return "\n".join(lines) + "\n"


def other_version(source):
    """SOURCE of three pieces, the second of a version that is none."""
    head, first, second, third = source.split("2, 5, 3")
    return f"{head}2, 5, 3{first}9, 5, 3{second}2, 5, 3{third}"


# Name, source, what is found in the image, and what in the object beside its
# relocations.  The reader takes up what is at a multiple of 8 again, the
# checker does not.
PIECES = (
    ("two pieces", pieces(8, 8),
     {"several-pieces": 2, "padding-between-pieces": 2},
     {"several-pieces": 2, "padding-between-pieces": 2}),
    ("the second is not aligned", pieces(4, 8),
     {"damaged-bytes": 1, "tail-not-zero": 2, "unused-bytes": 53},
     {"damaged-bytes": 1, "tail-not-zero": 2}),
    ("every other is not aligned", pieces(4, 4, 4, 4),
     {"several-pieces": 2, "damaged-bytes": 2, "tail-not-zero": 2,
      "unused-bytes": 53},
     {"damaged-bytes": 1, "tail-not-zero": 2}),
    ("other bytes between two",
     pieces(8, 8).replace(".balign 8\n", ".balign 8\n .skip 8, 0xa5\n", 1),
     {"several-pieces": 2, "damaged-bytes": 1, "tail-not-zero": 1,
      "padding-between-pieces": 1},
     {"damaged-bytes": 1, "tail-not-zero": 1}),
    ("the second is of no version",
     other_version(pieces(8, 8, 8)),
     {"several-pieces": 2, "bad-version": 1, "padding-between-pieces": 1},
     {"bad-version": 1}),
)


# So many functions and pieces, and of how many the growth is counted.
MANY, PIECES_MANY, GROWING = 100000, 90000, 1000


def empty_functions(count):
    """A source with COUNT empty functions that have sizes at one place."""
    return "        .text\n" + "".join(
        f"f{i}: .cfi_startproc\n.cfi_endproc\n.size f{i}, 16\n"
        f".type f{i}, @function\n" for i in range(count)) + ".skip 16\n"


def other_rules(count):
    """A source with the functions of `pieces`, under other rules."""
    return "        .text\n" + "".join(
        FUNCTION.format(i).replace(":", ": .cfi_startproc\n").replace(
            "%eax\n", "%eax\n .cfi_adjust_cfa_offset 8\n")
        + " .cfi_endproc\n"
        for i in range(count))


def many_sections(count):
    """A source with COUNT sections of a piece each, of which the last says
    that its function, which another follows, is longer."""
    lines = ["        .text"]
    lines += [FUNCTION.format(i) for i in range(count + 1)]
    for i in range(count):
        size = "17" if i == count - 1 else "16"
        lines += [f'        .section .sframe, "a", @progbits, unique, {i}',
                  PIECE.format(i, 8).replace("., 16", f"., {size}")]
    return "\n".join(lines) + "\n"


def over(size, *of):
    """A source with three functions, and pieces for those numbered OF, of
    which the first has SIZE bytes."""
    lines = ["        .text"] + [FUNCTION.format(i) for i in range(3)]
    lines += ['        .section .sframe, "a", @progbits']
    lines += [PIECE.format(i, 8).replace("., 16",
                                         f"., {size if i == of[0] else 16}")
              for i in of]
    return "\n".join(lines) + "\n"


# What a relocation names, and what is found.  A procedure of assembly can
# have two symbols.
TARGETS = (
    ("a function over two symbols", over(32, 0, 2), {"relocation-across": 1}),
    ("a function over three symbols", over(48, 0), {"relocation-across": 1}),
    ("a function over another", over(32, 0, 1), {"relocation-target": 1}),
    ("a function that ends in another symbol", over(24, 0),
     {"relocation-target": 1}),
    ("a function of its symbol", over(16, 0, 1), {}),
)


def assembled(bench, source, *flags):
    """The object of SOURCE, or None."""
    run = bench.run
    path, out = run.path("source.s"), run.path("source.o")
    disk.write(path, source)
    disk.remove(out)
    run.command([bench.objects.cc, "-c", *flags, "-o", out, path])
    return out if os.path.exists(out) else None


def found(run, name, path, wanted, names):
    """Those findings of PATH that NAMES has are WANTED."""
    if path is None:
        run.result(name, ["it cannot be assembled"])
        return
    checked = Checked(run, path)
    seen = {k: v for k, v in checked.count.items() if k in names}
    run.result(name, checked.problems
               + ([] if seen == wanted else [f"{seen}, not {wanted}"]),
               checked.text)


def layouts(bench, linker):
    """Each of PIECES as an object and linked."""
    run = bench.run
    names = {n for p in PIECES for kind in p[2:] for n in kind}
    for tag, source, in_image, in_object in PIECES:
        name = f"check/source/{linker.name}: {tag}"
        path = assembled(bench, source)
        if path is None or not run.wanted(name):
            continue
        found(run, name + ", object", path, in_object,
              names - {"unused-bytes"})
        out = run.path("source")
        status, text = run.command([bench.objects.cc, *linker.flags,
                                    "-nostdlib", "-static", "-o", out, path])
        if status:
            run.unsupported(name, text.splitlines()[0])
            continue
        found(run, name, out, in_image, names)


def at_one_place(bench, count):
    """The command that checks COUNT functions and symbols at one place."""
    path = assembled(bench, empty_functions(count), "-Wa,--gsframe")
    return [bench.run.tool, "check", path or ""]


def against_many(bench, linker, count):
    """The command that compares COUNT pieces with an input of other rules."""
    run = bench.run
    path, image = assembled(bench, pieces(*[8] * count)), ""
    if path:
        image = run.path("source")
        run.command([bench.objects.cc, *linker.flags, "-nostdlib", "-static",
                     "-o", image, path])
    path = assembled(bench, other_rules(count), "-Wa,--gsframe")
    return [run.tool, "check", "--against", path or "", image]


def counts(run, name, status, wanted, command):
    """COMMAND ends with STATUS and says WANTED."""
    got, text = run.command(command)
    run.result(name, [] if got == status and wanted in text
               else [f"status {got}"], text)


def many(bench, growth):
    """What must not take work that grows faster, or be left out, where there
    is much of it."""
    run = bench.run
    name = f"check/source: {MANY} functions and symbols at one place"
    if run.wanted(name):
        counts(run, name, 0, f"fde-zero-size: {MANY - 10} more",
               at_one_place(bench, MANY))
    growth.test("check/growth: functions and symbols at one place", GROWING,
                lambda count: at_one_place(bench, count))
    linker = link_bench.the_linker(bench, "lld", "gold")
    if linker:
        name = f"check/source: {PIECES_MANY} pieces against other rules"
        if run.wanted(name):
            counts(run, name, 1,
                   f"function-different: {PIECES_MANY - 10} more",
                   against_many(bench, linker, PIECES_MANY))
        growth.test("check/growth: pieces against other rules", GROWING,
                    lambda count: against_many(bench, linker, count), (1,))
    name = "check/source: a target among many sections"
    if run.wanted(name):
        found(run, name, assembled(bench, many_sections(40)),
              {"relocation-target": 1}, {"relocation-target"})


def numbered(bench):
    """Places in several sections have their numbers."""
    run = bench.run
    name = "check/source: the numbers of sections"
    path = assembled(bench, many_sections(3))
    if not path or not run.wanted(name):
        return
    places = [f".sframe[{s.idx}]+0x33: "
              for s in elf.Elf(path).named(".sframe")]
    _, text = run.sfmerge("check", "-v", path)
    checked = Checked(run, path)
    numbers = [f.get("number") for f in checked.findings
               if f["name"] == "unused-bytes"]
    seen = [p for p in places if text.count(p) == 1]
    run.result(name, checked.problems + (
        [] if len(places) == 3 and seen == places
        and [f".sframe[{n}]+0x33: " for n in numbers] == places
        else [f"{numbers}, {seen}, not {places}"]), text)


def sources_cases(bench, growth):
    """`sfmerge check` on what is assembled here: files that no tool writes, of
    which the source tells what is to be found."""
    numbered(bench)
    many(bench, growth)
    for tag, source, wanted in TARGETS:
        name = "check/source: " + tag
        if bench.run.wanted(name):
            found(bench.run, name, assembled(bench, source), wanted,
                  {"relocation-target", "relocation-across"})
    for linker_name in ("gold", "lld"):
        linker = link_bench.the_linker(bench, linker_name)
        if linker:
            layouts(bench, linker)


def main():
    """The command."""
    options = toolchain.parser()
    options.add_argument("--corpus")
    args = options.parse_args()
    bench = link_bench.Bench(args)
    run = bench.run
    if args.corpus:
        check_images.corpus_cases(run, args.corpus)
        check_compared.coverage_corpus(run, args.corpus)
        check_compared.against_corpus(run, args.corpus)
        check_rows.corpus(run, args.corpus)
    else:
        run.unsupported("check/corpus", "no corpus: set SFMERGE_CORPUS")
    confined_cases(bench)
    check_files.without_room(run)
    check_proven.proven_cases(bench)
    if bench.objects.usable():
        check_images.linked_cases(bench)
        check_takers.programs(bench)
        check_broken.broken_cases(bench)
        check_broken.edges_cases(bench)
        check_objects.holes_cases(bench)
        check_objects.objects_cases(bench)
        check_reports.summary_cases(bench)
        check_files.sparse_cases(bench)
        check_files.packed_cases(bench)
        check_html.html_cases(bench)
        sources_cases(bench, growth.Growth(run, args.uncounted))
        check_compared.coverage_programs(bench)
        check_images.described_cases(bench)
        check_compared.against_programs(bench)
        check_rows.cases(bench)
    else:
        run.unsupported("check/linked", "no compiler that writes .sframe")
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
