# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What can kill a mutant: programs that judge themselves, some cases of the
oracle, and commands that the groups ran, whose text, status and files are
compared."""

import glob
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SUITE = os.path.join(HERE, "../../testsuite")
# A mutant may loop for ever, and ask for anything: KiB that it may have, blocks
# that it may write.
LIMITS = "ulimit -c 0; ulimit -v 8388608; ulimit -f 524288; ulimit -t "
# Programs of the oracle, the directory of their sources, and which of their
# cases are run: one in so many, or those with such names.  Two seconds each.
LINK = "sfmerge.link/src"
CASES = (("check", "sfmerge.check", "check/prove"), ("elf", None, 5),
         ("grow", LINK, 15), ("link", LINK, 40), ("object", LINK, 30),
         ("strip", LINK, 12), ("synth", "sfmerge.synth/src", 20),
         ("synth", "sfmerge.synth/src", "synth/go: a table"))
# Commands of samples.py that are run without memory, and how often at most.
STARVED = ("frames-0", "object-made-3", "shared-made-4")
STARVED_MAX = 2000


class Trial:
    """A test that may see a mutant."""

    def __init__(self, name, argv, **more):
        self.name, self.argv, self.more = name, argv, more
        self.seconds, self.reached = 0.0, frozenset()

    def start(self, folder, argv, mutant, reached=None, within="."):
        """Run ARGV with MUTANT: its status, stdout and stderr."""
        env = dict(os.environ, LC_ALL="C", MUTANT=str(mutant), TMPDIR=folder,
                   **self.more)
        if reached:
            env["MUTANT_REACHED"] = reached
        limit = 2 + int(10 * self.seconds)
        argv = ["sh", "-c", f'{LIMITS} {limit}; exec "$@"', "sh", *argv]
        with subprocess.Popen(
                argv, cwd=os.path.join(folder, within), env=env,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, start_new_session=True) as process:
            try:
                out, err = process.communicate(timeout=20 + 5 * limit)
            except subprocess.TimeoutExpired:
                out, err = b"", b"the time is up"
            # A mutant may have left children.
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        return process.returncode, out, err

    def sees(self, mutant, scratch):
        """Whether the trial ends otherwise with MUTANT."""
        folder = tempfile.mkdtemp(dir=scratch)
        try:
            return self.judge(folder, mutant)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def stamp(self):
        """When what it runs was built, or what it reads was written."""
        return max(os.stat(path).st_mtime_ns
                   for path in self.argv if os.path.isfile(path))

    def measure(self, scratch, limit):
        """Run it without a mutant; returns whether it is of use."""
        folder = tempfile.mkdtemp(dir=scratch)
        path = folder + ".reached"
        with open(path, "wb") as file:
            file.truncate(limit)
        begin = time.monotonic()
        good = self.learn(folder, path)
        self.seconds = time.monotonic() - begin
        with open(path, "rb") as file:
            data = file.read()
        self.reached = frozenset(i for i, byte in enumerate(data) if byte)
        shutil.rmtree(folder, ignore_errors=True)
        os.unlink(path)
        return good

    def judge(self, folder, mutant):
        """Whether it fails in FOLDER."""
        status, out, _ = self.start(folder, self.argv, mutant)
        return status != 0 or b"PASS: " not in out or bool(os.listdir(folder))

    def learn(self, folder, reached):
        """How it ends without a mutant."""
        self.seconds = 5
        status, out, _ = self.start(folder, self.argv, 0, reached)
        return status == 0 and b"PASS: " in out


class Cases(Trial):
    """Cases of the program NAME of the oracle, which judge PROGRAM."""

    def __init__(self, name, sources, which, program):
        argv = [program, "python3",
                os.path.join(SUITE, f"oracle/cases/{name}_cases.py"),
                "--sfmerge", program]
        if sources:
            argv += ["--sources", os.path.join(SUITE, sources)]
        full = f"oracle {name}"
        if isinstance(which, str):
            argv += ["--only", which]
            full, which = f"oracle {which}", 1
        super().__init__(full, argv, PYTHONDONTWRITEBYTECODE="1",
                         PYTHONPATH=os.path.join(SUITE, "oracle/lib"),
                         SFM_EVERY=str(which))
        self.expected = None

    def passed(self, folder, mutant, reached=None):
        """The cases that pass."""
        argv = [*self.argv[1:], "--folder", folder]
        out = self.start(folder, argv, mutant, reached)[1]
        return [line for line in out.decode(errors="replace").split("\n")
                if line.startswith("PASS: ")]

    def learn(self, folder, reached):
        """Twice, as some may fail here, or now and then."""
        self.seconds = 20
        self.expected = self.passed(folder, 0, reached)
        shutil.rmtree(folder)
        os.mkdir(folder)
        return self.expected != [] and self.passed(folder, 0) == self.expected

    def judge(self, folder, mutant):
        return self.passed(folder, mutant) != self.expected


class Command(Trial):
    """A command that record.py has kept in STORE."""

    def __init__(self, store, program):
        super().__init__("command " + os.path.basename(store), None)
        with open(os.path.join(store, "command"), encoding="utf-8") as file:
            self.args, self.within = json.load(file)
        self.store, self.program = store, program
        self.expected = None

    def stamp(self):
        """When the program was built."""
        return os.stat(self.program).st_mtime_ns

    def perform(self, folder, mutant, reached=None):
        """All that can be seen of it."""
        files = os.path.join(self.store, "files")
        if os.path.isdir(files):
            shutil.copytree(files, folder, dirs_exist_ok=True)
        os.makedirs(os.path.join(folder, self.within), exist_ok=True)
        argv = [self.program] + [arg.replace("@", folder) for arg in self.args]
        status, out, err = self.start(folder, argv, mutant, reached, self.within)
        here, found = folder.encode(), {}
        for path, _, names in os.walk(folder):
            for name in names:
                whole = os.path.join(path, name)
                with open(whole, "rb") as file:
                    found[os.path.relpath(whole, folder)] = file.read()
        return (status, out.replace(here, b"@"), err.replace(here, b"@"),
                found)

    def learn(self, folder, reached):
        """Twice: what is not the same each time shows nothing."""
        self.seconds = 5
        self.expected = self.perform(folder, 0, reached)
        shutil.rmtree(folder)
        os.mkdir(folder)
        return self.perform(folder, 0) == self.expected

    def judge(self, folder, mutant):
        """Text, status and names of files are compared; files by what dump,
        check and readelf say of them, as most cases do."""
        got = self.perform(folder, mutant)
        if got[:3] != self.expected[:3] or set(got[3]) != set(self.expected[3]):
            return True
        for name, data in got[3].items():
            if data != self.expected[3][name] and (
                    self.said(folder, data)
                    != self.said(folder, self.expected[3][name])):
                return True
        return False

    def said(self, folder, data):
        """What readers say of a file of DATA."""
        path = os.path.join(folder, "file")
        with open(path, "wb") as file:
            file.write(data)
        return [self.start(folder, [*words, path], 0)
                for words in ([self.program, "dump"],
                              [self.program, "check", "-v"],
                              ["readelf", "-hlSW"])]


class Starved(Command):
    """The same, and each of its allocations fails in turn, as alloc.exp does it:
    then it has to say so and to write nothing."""

    def __init__(self, store, program, library):
        super().__init__(store, program)
        self.name = "starved " + os.path.basename(store)
        self.library = library

    def outcome(self, folder, mutant, fail, reached=None):
        """Whether its allocation FAIL failed, and what came of it."""
        mark = os.path.join(folder, "mark")
        args = ["env", f"LD_PRELOAD={self.library}", f"FAIL_MARK={mark}",
                f"FAIL_AT={fail}", self.program]
        args += [arg.replace("@", folder) for arg in self.args]
        got = self.start(folder, args, mutant, reached)
        with open(mark, "rb") as file:
            failed = b"own" in file.read()
        os.unlink(mark)
        out = os.path.join(folder, "out")
        written = None
        if os.path.exists(out):
            with open(out, "rb") as file:
                written = file.read()
            os.unlink(out)
        return failed, got[0], written, b"sfmerge: " in got[2]

    def perform(self, folder, mutant, reached=None):
        """Whether it is right with each allocation that fails, and the end of
        one where none does."""
        shutil.copytree(os.path.join(self.store, "files"), folder,
                        dirs_exist_ok=True)
        whole = self.outcome(folder, mutant, 0, reached)
        for fail in range(1, STARVED_MAX):
            failed, status, written, said = self.outcome(folder, mutant, fail,
                                                         reached)
            if not failed:
                return whole
            if (status, written) != whole[1:3] and not (
                    status == 1 and written is None and said):
                break
        return None

    def judge(self, folder, mutant):
        return self.perform(folder, mutant) != self.expected


def starved(work, build, store):
    """Some commands of the samples, starved."""
    library = os.path.join(work, "failing.so")
    subprocess.run([os.environ.get("CC", "gcc").split()[0], "-D_GNU_SOURCE",
                    "-shared", "-fPIC", "-o", library,
                    os.path.join(SUITE, "sfmerge.alloc/failing-malloc.c")],
                   check=True)
    return [Starved(os.path.join(store, name), os.path.join(build, "sfmerge"),
                    library) for name in STARVED
            if os.path.isdir(os.path.join(store, name))]


def programs(build, patterns):
    """The unit programs, the replays of the fuzz targets' inputs, and cases of
    the oracle."""
    found = []
    for pattern in patterns:
        for path in sorted(glob.glob(os.path.join(build, "testsuite", pattern))):
            if os.path.isfile(path) and os.access(path, os.X_OK):
                found.append(Trial(os.path.basename(path), [path]))
    for path in sorted(glob.glob(os.path.join(SUITE, "fuzz/corpus/*.hex"))):
        target = os.path.basename(path)[:-4]
        replay = os.path.join(build, "testsuite/fuzz/replay-" + target)
        if os.path.exists(replay):
            found.append(Trial(f"replay-{target} {target}.hex", [replay, path]))
    return found + [Cases(*some, os.path.join(build, "sfmerge"))
                    for some in CASES]


def record(work, group, store):
    """Run GROUP of the suite, and keep their commands in STORE."""
    here = os.path.join(work, "record")
    env = dict(os.environ, RECORD_STORE=store,
               RECORD_PROGRAM=os.path.join(work, "build/sfmerge"),
               RECORD_SCRATCH=here)
    env.setdefault("SFM_EVERY", "12")
    for folder in here, store:
        os.makedirs(folder, exist_ok=True)
    # The suite takes the program from the directory that it runs in.
    program = os.path.join(here, "sfmerge")
    with open(program, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nexec python3 '{HERE}/record.py' \"$@\"\n")
    os.chmod(program, 0o755)
    with open(os.path.join(work, f"record-{group}.log"), "wb") as log:
        subprocess.run(
            ["timeout", "150", "runtest", "--tool", "sfmerge", "--srcdir",
             SUITE, "--outdir", here, f"{group}.exp"], cwd=here, env=env,
            stdout=log, stderr=log, stdin=subprocess.DEVNULL, check=False)


def commands(build, store):
    """What was kept."""
    return [Command(path, os.path.join(build, "sfmerge"))
            for path in sorted(glob.glob(os.path.join(store, "*")))
            if os.path.exists(os.path.join(path, "command"))]
