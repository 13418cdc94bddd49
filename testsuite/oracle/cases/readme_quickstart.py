# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What quickstart says: at its end, and where it cannot go on.  Other programs
than the system's answer for package managers, so that nothing is installed,
and the build is the one that is tested."""

import os
import re
import shutil
import signal
import subprocess
import threading

import disk
import readme_files
import runner

# Programs in the place of the system's, by their names.
INSTALLED = {"dpkg-query": "echo 'install ok installed'"}
BARE = {"dpkg-query": "exit 1", "apt-cache": "exit 0", "apt-get": "exit 0"}
USER = {"id": "echo 1000"}
SUDO = {"sudo": 'echo "sudo $*" >>"$HOME/asked"; test "$1" != -n || shift\n'
                'exec "$@"'}
NO_SUDO = {"sudo": 'echo "sudo: a password is required" >&2; exit 1'}
# apt-get, that says the sizes and fails.
FAILING = """case "$*" in
*--assume-no*) echo 'Need to get 12.3 MB of archives.'
  echo 'After this operation, 45.6 MB of additional disk space will be used.'
  exit 1 ;;
*--version*|*update*) exit 0 ;;
esac
echo "E: {0}"; exit 100"""

# In the place of the suite.
SUITE = """check-programs:
check-parallel:
\t@echo '  CHECK    one: 3 passed, 0 failed, 0 skipped'
\t@read word <read
\t@echo '  CHECK    two: 1 passed, 1 failed, 3 skipped'
\t@echo 'FAIL: two/x'
\t@echo 'skipped 2: no mold'
\t@echo 'skipped 1: no lld'
\t@echo 'skipped 1: no more time'
\t@echo 'data points: 7 passed, 1 failed, 3 skipped'
\t@echo '4 passed, 1 failed, 3 skipped'
\t@exit 1
"""


class Quickstart:
    """A home directory, programs and a build directory."""

    def __init__(self, run, top, *programs):
        self.run, self.top = run, top
        self.folder = run.path("quickstart")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.bin = os.path.join(self.folder, "bin")
        self.build = os.path.join(self.folder, "build")
        os.makedirs(self.bin)
        os.makedirs(self.build)
        self.env = dict(os.environ, HOME=self.folder, LC_ALL="C",
                        SFMERGE_BUILD=self.build,
                        PATH=self.bin + ":" + os.environ["PATH"])
        for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "COMPILER_PATH",
                     "XDG_CACHE_HOME", "SFMERGE", "SFMERGE_OPTIONS"):
            self.env.pop(name, None)
        for group in programs:
            for name, text in group.items():
                self.program(name, text)

    def program(self, name, text):
        """Another program NAME."""
        path = os.path.join(self.bin, name)
        if os.path.lexists(path):
            os.remove(path)
        disk.script(path, f"#!/bin/sh\n{text}\n")

    def only(self, *without):
        """Let PATH have everything that it has but WITHOUT."""
        for folder in reversed(os.environ["PATH"].split(":")):
            for name in os.listdir(folder) if os.path.isdir(folder) else []:
                path = os.path.join(self.bin, name)
                if name not in without and not os.path.lexists(path):
                    os.symlink(os.path.join(folder, name), path)
        self.env["PATH"] = self.bin

    def built(self, rules=""):
        """Let the build directory have the program that is tested, and a
        Makefile with RULES that builds nothing."""
        disk.write(os.path.join(self.build, "Makefile"),
                   f"abs_top_srcdir = {os.path.realpath(self.top)}\n"
                   "all:\n" + rules)
        os.symlink(self.run.tool, os.path.join(self.build, "sfmerge"))

    def start(self, *args, top=None):
        """Run it; returns the status and both outputs as one text."""
        done = subprocess.run(
            [os.path.join(top or self.top, "quickstart"), *args],
            env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, check=False, timeout=runner.TIMEOUT,
            cwd=self.folder)
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def asked(self):
        """What was asked of sudo."""
        path = os.path.join(self.folder, "asked")
        if not os.path.exists(path):
            return ""
        return disk.text(path)


def lacks(got, status, *words):
    """Problems with what was GOT, unless it has the STATUS and the WORDS."""
    problems = [] if got[0] == status else [f"exit status {got[0]}"]
    return problems + [f"it does not say: {word}" for word in words
                       if word not in got[1]]


def next_commands(text):
    """The indented lines after "Next" but the one that installs."""
    return [line[4:] for line in text[text.index("\nNext"):].split("\n")
            if re.match(r"    \S", line) and "install" not in line]


def end(run, top):
    """The sample, and the commands at the end as they are printed."""
    quick = Quickstart(run, top, INSTALLED)
    quick.built()
    got = quick.start()
    problems = lacks(got, 0, "linking it through sfmerge", "\nNext",
                     "1 table, sorted, SFrame version 3",
                     "Both programs run")
    if not problems:
        folder = os.path.join(quick.folder, "own")
        os.makedirs(folder)
        for name, text in (("a.c", readme_files.A_C),
                           ("b.c", readme_files.B_C)):
            disk.write(os.path.join(folder, name), text)
        commands = next_commands(got[1])
        if len(commands) != 5:
            problems.append(f"{len(commands)} commands")
        status, text = run.command(["sh", "-e", "-c", "\n".join(commands)],
                                   folder)
        if status:
            problems.append(f"exit status {status}: {text[-300:]}")
        problems += (readme_files.described(run, folder, "prog")
                     + readme_files.runs(run, folder, "prog")
                     + readme_files.described(run, folder, "ls.new", ()))
    run.result("quickstart: its last lines can be used as they are",
               problems, got[1])


def packages(run, top):
    """Packages that are missing, and who may install them."""
    got = Quickstart(run, top, BARE, USER, NO_SUDO).start()
    run.result("quickstart: neither root nor sudo", lacks(
        got, 1, "these packages are missing", "needs root",
        "    apt-get update &&\n"
        "    apt-get install --no-install-recommends autoconf automake ",
        " zlib1g-dev\n"), got[1])

    quick = Quickstart(run, top, BARE, USER, SUDO)
    quick.program("apt-get", FAILING.format(
        "Failed to fetch x: Temporary failure resolving 'mirror'"))
    got = quick.start()
    problems = lacks(got, 1, "(12.3 MB to download, 45.6 MB on disk)",
                     "  | E: Failed to fetch", "is there a network?",
                     "quickstart.log")
    if not re.search("sudo -n env .*apt-get .* install -y ", quick.asked()):
        problems.append("sudo is not used")
    run.result("quickstart: sudo, but no network", problems, got[1])

    for said, word in (
            ("You don't have enough free space in /var.", "the disk is full"),
            ("write error: No space left on device", "the disk is full"),
            ("Could not get lock /var/lib/dpkg/lock.", "try again later"),
            ("Unable to locate package mold", "lack what is named above")):
        quick = Quickstart(run, top, BARE, USER, SUDO)
        quick.program("apt-get", FAILING.format(said))
        got = quick.start("--test")
        run.result(f"quickstart: apt-get says: {said}",
                   lacks(got, 1, "  | E: " + said, word), got[1])

    # As where /proc is not mounted.
    quick = Quickstart(run, top, BARE, USER, SUDO, {"df": "exit 1"})
    quick.program("apt-get", FAILING.format("Something else"))
    got = quick.start()
    problems = lacks(got, 1, "  | E: Something else")
    if "the disk is full" in got[1]:
        problems.append("it speaks of a full disk")
    run.result("quickstart: df says nothing", problems, got[1])


def other_systems(run, top):
    """Without the package manager of Debian."""
    quick = Quickstart(run, top)
    quick.only("apt-get", "dpkg-query", "autoreconf", "libtoolize")
    got = quick.start()
    run.result("quickstart: no apt-get, and something is missing", lacks(
        got, 1, "there is no apt-get here", "    autoreconf libtoolize\n",
        "libbfd", "zlib1g-dev"), got[1])

    quick = Quickstart(run, top)
    quick.only("apt-get", "dpkg-query")
    quick.built()
    name = "quickstart: no apt-get, and everything is there"
    absent = [program for program in ("autoreconf", "libtoolize", "pkg-config")
              if not shutil.which(program)]
    if absent:
        run.unsupported(name, "no " + absent[0])
        return
    got = quick.start()
    run.result(name, lacks(got, 0, "Both programs run"), got[1])


def places(run, top):
    """Where nothing can be built."""
    broken = {"autoreconf": "echo 'configure.ac:1: error: broken'; seq 50; "
                            "exit 3"}
    quick = Quickstart(run, top, INSTALLED, broken)
    del quick.env["SFMERGE_BUILD"]
    spaced = os.path.join(quick.folder, "my sources")
    os.makedirs(spaced)
    shutil.copy(os.path.join(top, "quickstart"), spaced)
    got = quick.start(top=spaced)
    run.result("quickstart: a path with a space, and a step that fails", lacks(
        got, 1, "characters that make cannot take", "copying the sources to",
        "failed (status 3): autoreconf", "  | configure.ac:1: error: broken",
        "  | 50\n", ".cache/sfmerge-build/quickstart.log"), got[1])

    quick = Quickstart(run, top, INSTALLED)
    with open(os.path.join(quick.folder, "file"), "w", encoding="ascii"):
        pass
    quick.env["SFMERGE_BUILD"] = "file/build"
    got = quick.start()
    run.result("quickstart: a build directory that cannot be made",
               lacks(got, 1, "cannot write in"), got[1])
    quick = Quickstart(run, top, INSTALLED)
    quick.built()
    disk.write(os.path.join(quick.build, "Makefile"),
               "abs_top_srcdir = /elsewhere\nall:\n")
    got = quick.start()
    run.result("quickstart: a build directory of other sources",
               lacks(got, 1, "was made for other sources; remove it"), got[1])
    got = quick.start("--tset")
    run.result("quickstart: an option that it has not",
               lacks(got, 2, "usage: ./quickstart [--test]"), got[1])


def suite(run, top):
    """What is shown of the suite, while it runs: its second group waits until
    somebody has read of the first."""
    quick = Quickstart(run, top, INSTALLED)
    quick.built(SUITE)
    fifo = os.path.join(quick.build, "read")
    os.mkfifo(fifo)
    text = ""
    with subprocess.Popen(
            [os.path.join(top, "quickstart"), "--test"], env=quick.env,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, cwd=quick.folder,
            start_new_session=True) as process:
        timer = threading.Timer(runner.TIMEOUT, os.killpg,
                                (process.pid, signal.SIGKILL))
        timer.start()
        for line in process.stdout:
            text += line.decode()
            if "] one: " in text and os.path.exists(fifo):
                disk.write(fifo, "yes\n")
                os.remove(fifo)
        status = process.wait()
        timer.cancel()
    problems = lacks((status, text), 1,
                     "] one: 3 passed, 0 failed, 0 skipped\n",
                     "] two: 1 passed, 1 failed, 3 skipped\n",
                     "FAIL: two/x\n",
                     "* why tests were skipped:\n      2  need mold\n"
                     "      1  needs lld\n      1  no more time\n",
                     "\ndata points: 7 passed, 1 failed, 3 skipped\n")
    if not text.endswith("\n4 passed, 1 failed, 3 skipped\n"):
        problems.append("the last line is not the counts")
    run.result("quickstart: --test shows groups as they end", problems, text)


def all_cases(run, top):
    """The sources are in TOP."""
    top = os.path.abspath(top)
    if not run.wanted("quickstart"):
        return
    packages(run, top)
    other_systems(run, top)
    places(run, top)
    suite(run, top)
    missing = readme_files.missing(run)
    if missing:
        run.unsupported("quickstart: its last lines", missing)
    else:
        end(run, top)
