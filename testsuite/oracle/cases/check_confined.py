# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A worker that a file has taken over gains nothing.  A preloaded library acts
in its place when it reads its input: it tries to read and to write what is not
the worker's, to connect, to change modes and owners, to start a program and to
signal its parent, and says which errno it got for each."""

import os
import re
import shutil
import socket

import disk

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
#include <sys/socket.h>
#include <sys/stat.h>
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
SECCOMP = {"connect", "chmod", "fchmod", "exec", "signal"}
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


def cases(bench):
    """Commands that walk directories, and as root all."""
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
