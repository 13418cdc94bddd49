# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Run sfmerge and print one result line a case, for the .exp to forward."""

import argparse
import os
import platform
import re
import subprocess
import sys
import time
import zlib

# Seconds after which what hangs is ended.  No result depends on it otherwise.
TIMEOUT = 60
# Builds that run slowly take one case of so many, by name: of a number of
# linkers, kinds and versions each is in some.
EVERY = int(os.environ.get("SFM_EVERY", "1"))
# Some build roots have none.
HAS_PROC, NO_PROC = os.path.exists("/proc/self/fd"), "no /proc"


def parser(*more):
    """The parser of a command line with what every program of the oracle
    takes; MORE are options that must be given too."""
    options = argparse.ArgumentParser()
    for name in ("--sfmerge", "--folder") + more:
        options.add_argument(name, required=True)
    options.add_argument("--only")
    # Why the instructions of what was built cannot be counted.
    options.add_argument("--uncounted", default="")
    return options


def case_of(name):
    """The case of a result NAME, as build-aux/count-results has it."""
    return re.match(r"([a-z]+: )?.*?(?=: |$)", name)[0]


class Runner:
    """Counts results; runs commands with a limit."""

    def __init__(self, tool, folder, only=None):
        self.tool, self.folder, self.only = tool, folder, only
        self.failed = 0
        self.cases = 0
        self.left_out, self.told = set(), set()
        self.spent = 0.0
        self.runs = 0
        self.verified = self.refusals = 0

    def path(self, name):
        """A file in the directory of this run."""
        return os.path.join(self.folder, name)

    def absent(self, name):
        """A file there that is not there yet."""
        path = self.path(name)
        if os.path.exists(path):
            os.remove(path)
        return path

    def wanted(self, name):
        """Whether the case NAME was asked for."""
        self.cases += 1
        if self.only is not None:
            return self.only in name
        wanted = zlib.crc32(name.encode()) % EVERY == 0
        if not wanted:
            self.left_out.add(case_of(name))
        return wanted

    def command(self, args, cwd=None):
        """Run ARGS; returns status and both outputs as one text."""
        env = dict(os.environ, LC_ALL="C")
        try:
            done = subprocess.run(args, cwd=cwd, env=env, timeout=TIMEOUT,
                                  stdin=subprocess.DEVNULL, check=False,
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
            return done.returncode, done.stdout.decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            return 124, f"no end after {TIMEOUT} s"
        except OSError as error:
            return 127, str(error)

    def without_proc(self, name):
        """The words before a command that runs it without /proc; None: it
        cannot be run so, which is the result of NAME then."""
        hide = self.hiding("/proc") if HAS_PROC else ["env"]
        if not hide:
            self.unsupported(name, "nothing can be mounted here")
        # That finds its threads there, and reads its options.
        elif "LeakSanitizer" in self.command(
                [*hide, self.tool, "--version"])[1]:
            self.unsupported(name, "built with what looks for leaks")
            hide = None
        return hide

    def hiding(self, folder):
        """The words before a command for which FOLDER is empty, and nobody
        can write to it; None: nothing can be mounted here."""
        hide = ["unshare", "-m", "-r", "sh", "-c",
                f'mount -t tmpfs -o ro none {folder} && exec "$@"', "sh"]
        return None if self.command([*hide, "true"])[0] else hide

    def sfmerge(self, *args, cwd=None):
        """Run the tool."""
        start = time.monotonic()
        result = self.command([self.tool, *args], cwd)
        self.spent += time.monotonic() - start
        self.runs += 1
        return result

    def names_temporary(self, text):
        """Whether TEXT names a temporary file of the wrapper.  The source may
        lie in a directory like sfmerge-0.1, so names in this run's are
        none."""
        return "/sfmerge-" in text.replace(self.folder, "")

    def result(self, name, problems, note=""):
        """Print PASS, or FAIL and why."""
        self.cases += 1
        self.told.add(case_of(name))
        if problems:
            self.failed += 1
            for line in list(problems)[:8]:
                print(f"{name}: {line}")
            if note:
                print("\n".join(f"  | {line}"
                                for line in note.splitlines()[:12]))
        print(("FAIL: " if problems else "PASS: ") + name, flush=True)

    def unsupported(self, name, why):
        """Print that NAME cannot run here."""
        self.cases += 1
        print(f"UNSUPPORTED: {name} ({why})", flush=True)

    def lacks_proc(self, name):
        """Whether there is no /proc, so that NAME, which needs it, cannot run:
        that is its result then."""
        if not HAS_PROC:
            self.unsupported(name, NO_PROC)
        return not HAS_PROC

    def lacks_decoder(self, name):
        """Whether instructions of x86-64 are not decoded here, where NAME
        needs them: that is its result then."""
        status, text = self.sfmerge("check", "--prove", self.tool)
        lacks = ("are not decoded" in text or status == 2
                 or platform.machine() != "x86_64")
        if lacks:
            self.unsupported(name, "instructions are not decoded: " + text)
        return lacks

    def end(self):
        """A line with the cost, and the exit status.  A loop over nothing is
        a failure; cases that were not asked for are none."""
        if self.cases == 0:
            self.result(os.path.basename(sys.argv[0]), ["it has no case"])
        print(f"note: {self.verified} outputs verified, {self.refusals} "
              "refused for lack of room")
        print(f"note: {self.runs} runs of sfmerge took {self.spent:.1f} s")
        # What a group has can so be told from what it ran.
        print(f"left out: {len(self.left_out - self.told)} cases")
        print("end of cases")
        sys.stdout.flush()
        return 1 if self.failed else 0
