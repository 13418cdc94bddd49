# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Runs of a command in a directory of its own under the tracer fault-at."""

import os
import subprocess

import disk
import runner

UNABLE = 77


class Point:
    """A system call of a run: the NUMBER-th CALL of the process TASK."""

    def __init__(self, line):
        self.task, self.call, number, self.file = line.rstrip("\n").split(
            " ", 3)
        self.number = int(number)

    def option(self):
        """How fault-at is told of it."""
        return ["-a", f"{self.task}:{self.call}:{self.number}"]

    def __str__(self):
        return f"{self.task}/{self.call}/{self.number} ({self.file})"


class Run:
    """How a run ended."""

    def __init__(self, status, report, out, err):
        self.unable = status == UNABLE
        self.out, self.err = out, err.decode("utf-8", "replace")
        self.hit, self.crashes, self.foreign = False, [], False
        self.last = {}  # the last call of each task when the fault came
        self.status = self.signal = None
        for line in report.splitlines():
            word, _, rest = line.partition(" ")
            self.hit |= word == "hit"
            self.foreign |= word == "foreign"
            if word == "at":
                task, call = rest.split()
                self.last[task] = call
            if word == "crash":
                self.crashes.append(rest)
            if word == "end":
                way, number = rest.split()
                if way == "exit":
                    self.status = int(number)
                else:
                    self.signal = int(number)
        self.wrong = None
        if status != 0 or (self.status is None and self.signal is None):
            self.wrong = f"fault-at: {status}: {self.err.strip()[-200:]}"

    def ended(self):
        """A word or two."""
        if self.status is None:
            return f"signal {self.signal}"
        return f"exit status {self.status}"


def contents(folder):
    """{name: bytes} of all files in FOLDER, whose symbolic links and empty
    directories count too."""
    found = {}
    for where, folders, files in os.walk(folder):
        for name in files + folders:
            path = os.path.join(where, name)
            short = os.path.relpath(path, folder)
            if os.path.islink(path):
                found[short] = os.readlink(path).encode()
            elif name in files:
                found[short] = disk.read(path)
            elif not os.listdir(path):
                found[short + "/"] = b""
    return found


def stamps(folder, names):
    """{name: what tells whether it was touched}."""
    found = {}
    for name in names:
        st = os.lstat(os.path.join(folder, name))
        found[name] = (st.st_ino, st.st_mtime_ns, st.st_size)
    return found


def attributes(folder, names):
    """{name: owner, mode, number of names, extended attributes}."""
    found = {}
    for name in names:
        path = os.path.join(folder, name)
        st = os.lstat(path)
        try:
            more = {n: os.getxattr(path, n) for n in os.listxattr(path)}
        except OSError:
            more = {}
        found[name] = (st.st_uid, st.st_gid, oct(st.st_mode), st.st_nlink,
                       more)
    return found


class Bed:
    """A directory with FILES, {name: bytes}; LINKS, {name: of which}, are
    further names of some.  ROOM is a directory for it and for what belongs to
    it."""

    def __init__(self, room, files, links=None):
        self.files, self.links = dict(files), dict(links or {})
        self.folder = os.path.join(room, "bed")
        self.temporary = os.path.join(room, "temporary")
        self.room = room
        self.before = {}
        os.makedirs(room, exist_ok=True)

    def fresh(self):
        """Make it as it is to be before a run."""
        for folder in (self.folder, self.temporary):
            disk.fresh(folder)
        for name, data in self.files.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            disk.write(path, data)
            os.chmod(path, 0o750)
            try:
                os.setxattr(path, "user.sfmerge", b"kept")
            except OSError:
                pass  # not every file system has them
        for name, of in self.links.items():
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            os.link(os.path.join(self.folder, of), path)
        self.before = stamps(self.folder, self.old())

    def old(self):
        """{name: bytes} before a run."""
        return dict(self.files, **{n: self.files[of]
                                   for n, of in self.links.items()})

    def path(self, name):
        """A file in it."""
        return os.path.join(self.folder, name)


class Tracer:
    """The program fault-at, for the programs OURS."""

    def __init__(self, program, ours, processors=1):
        self.base = [program, "-c", str(processors)]
        for path in ours:
            self.base += ["-p", os.path.realpath(path)]

    def begin(self, bed, command, options, env=(), name="run", fds=()):
        """Start COMMAND in BED; returns what end takes."""
        place = os.path.join(bed.room, name)
        with open(place + ".out", "wb") as out, \
                open(place + ".err", "wb") as err:
            # No posix_spawn: what changes the directory is not in it.
            process = subprocess.Popen(
                self.base + ["-r", place + ".report"] + options + command,
                cwd=bed.folder, stdin=subprocess.DEVNULL, stdout=out,
                stderr=err, pass_fds=fds,
                env=dict(os.environ, LC_ALL="C", TMPDIR=bed.temporary,
                         **dict(env)))
        return process, place

    def end(self, begun):
        """Wait for the end; the Run.  None: it hung."""
        process, place = begun
        try:
            status = process.wait(timeout=runner.TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return None
        texts = []
        for suffix in (".report", ".out", ".err"):
            texts.append(disk.read(place + suffix))
        return Run(status, texts[0].decode(), *texts[1:])

    def run(self, bed, command, options=(), env=()):
        """Run COMMAND in BED to its end."""
        return self.end(self.begin(bed, command, list(options), env))

    def points(self, bed, command, env=()):
        """Run COMMAND undisturbed; the Run and its calls."""
        path = os.path.join(bed.room, "calls")
        run = self.run(bed, command, ["-l", path], env)
        with open(path, encoding="utf-8", errors="replace") as file:
            return run, [Point(line) for line in file]
