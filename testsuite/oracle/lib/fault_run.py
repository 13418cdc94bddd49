# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Runs of a command in a directory of its own under the tracer fault-at."""

import os
import re
import signal
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


LITTER = re.compile(r"(.*/)?\.sfmerge-[0-9a-f]{16}$")
MESSAGE = re.compile(r"^sfmerge: \S.*", re.M)
# A program or a directory outside, or a stream.
PLACE = re.compile(r"sfmerge: /|.*standard (output|error)|.* in PATH")
# Of a directory that could not be seen, and so is read as a file; of a program
# that is looked for, as shells do, only where it can be seen.
NOT_SEEN = re.compile("not a (regular )?file|there is no .* in PATH"
                      "|-r needs .* --detached=DIR")
# Of names that are shown as they are.
MANGLED = "names from here on are not demangled"
# A process that reads what is root's is confined, where the kernel can; a lack
# of what that takes is no reason to read it otherwise.
CONFINING = {"landlock_add_rule", "landlock_create_ruleset",
             "landlock_restrict_self", "seccomp"}
STARTING = {"clone", "fork"}  # clone3 is for threads
# The words for a lack of memory need not be those of strerror.
NO_MEMORY = re.compile("memory", re.I)


class Expected:
    """What a job does undisturbed, and states of its files that are right if
    it does not do that: {name: set of bytes, None if there is none}."""

    def __init__(self, job, bed, run):
        self.job, self.status, self.out = job, run.status, run.out
        self.old, self.new = bed.old(), contents(bed.folder)
        self.attributes = attributes(bed.folder, self.names())
        self.quiet = not run.err
        self.allowed = {name: {self.old.get(name), self.new.get(name)}
                        for name in {**self.old, **self.new}}
        if job.fresh:
            for name in self.new:
                self.allow(name, None)

    def names(self):
        """Of the files that are new."""
        return [n for n in self.new if not n.endswith("/")]

    def allow(self, name, data):
        """NAME may be DATA, too."""
        self.allowed[name].add(data)


class Verdict:
    """On one run."""

    def __init__(self, outcome, problems):
        self.outcome, self.problems = outcome, problems


def judge(expected, bed, run, kind, point):
    """The Verdict on RUN, in which KIND happened at POINT."""
    if run is None:
        return Verdict("hung", ["it does not end"])
    if run.wrong:
        return Verdict("lost", [run.wrong])
    now = contents(bed.folder)
    problems = crashes(run)
    problems += files(expected, bed, now, run, kind)
    problems += litter(expected, bed, now, run, kind)
    if run.status == 0:
        problems += complete(expected, bed, now, run, kind, point)
    elif run.status is not None:
        problems += message(expected, run, kind, point)
    elif run.signal != kind.signal:
        problems.append(f"ended by signal {run.signal}")
    outcome = ("killed" if run.status is None else
               "done" if run.status == expected.status else "refused")
    return Verdict(outcome, problems)


def crashes(run):
    """Signals that a process gave itself."""
    found = []
    for crash in run.crashes:
        number, where = crash.split(" ", 1)
        if not where.startswith("libbfd"):
            found.append(f"{signal.Signals(int(number)).name} in {where}")
    if re.search(r"Sanitizer|free\(\)|malloc\(\)|corrupted|double free"
                 r"|Assertion|runtime error", run.err):
        found.append(f"it says {run.err.strip()[:300]}")
    return found


def files(expected, bed, now, run, kind):
    """Files that are neither old nor new; old ones that were touched."""
    found = []
    if expected.job.wrapped and run.foreign:
        return found  # the linker was interrupted
    for name, allowed in expected.allowed.items():
        if now.get(name) not in allowed and not (
                expected.job.report and run.status
                and is_page(now.get(name))):
            found.append(f"torn: {name}")
    kept = [n for n in bed.before
            if n in now and now[n] == expected.old[n]
            and expected.new.get(n) != expected.old[n]]
    touched = stamps(bed.folder, kept)
    if not expected.job.wrapped:
        found += [f"touched: {n}" for n in kept
                  if touched[n] != bed.before[n]]
    changed = {now.get(n) == expected.new.get(n) for n in expected.allowed
               if expected.new.get(n) != expected.old.get(n)}
    if expected.job.together and len(changed) > 1 \
            and kind.signal != signal.SIGKILL:
        found.append("torn: some files are new, and some old")
    return found


def is_page(data):
    """Whether DATA is a whole page of HTML."""
    return data is not None and data.startswith(b"<!DOCTYPE html>") \
        and data.endswith(b"</html>\n")


def litter(expected, bed, now, run, kind):
    """Files that should not be there."""
    left = [n for n in now if n not in expected.allowed]
    if kind.signal == signal.SIGKILL:
        # Nobody can clean up.
        left = [n for n in left if not LITTER.match(n)]
    elif os.listdir(bed.temporary):
        left += [f"$TMPDIR/{n}" for n in os.listdir(bed.temporary)]
    if kind.error:
        # What could not be removed must be named.
        left = [n for n in left if os.path.basename(n) not in run.err]
    return [f"left behind: {' '.join(left)}"] if left else []


def complete(expected, bed, now, run, kind, point):
    """What is missing after status 0."""
    if expected.job.wrapped and MESSAGE.search(run.err):
        return []  # the output is as the linker made it, and it says so
    found = [f"status 0, but {n} is not new" for n in expected.allowed
             if now.get(n) != expected.new.get(n)]
    if run.out != expected.out and MANGLED not in run.err:
        found.append("status 0, but standard output differs: "
                     f"{run.out[-200:]!r}")
    if unwritten(expected, kind, point):
        found.append(f"status 0, though {point.call} of {point.file} failed")
    if unconfined(expected, kind, point) and MANGLED not in run.err:
        found.append("status 0, though a process was not confined")
    if not found:
        have = attributes(bed.folder, expected.names())
        found += [f"{n}: {have[n]}, not {value}, without a word"
                  for n, value in expected.attributes.items()
                  if have[n] != value and not MESSAGE.search(run.err)]
    return found


def unwritten(expected, kind, point):
    """Whether KIND at POINT means that output may not be on the disk."""
    if point.call == "close" and expected.job.links:
        return False  # also of files that only keep a name free
    return (point.call in ("write", "pwrite64", "fsync", "close", "ftruncate")
            and kind.name in ("EIO", "ENOSPC")
            and (LITTER.match(os.path.basename(point.file))
                 or point.file.endswith(".out")))


def unconfined(expected, kind, point):
    """Whether KIND at POINT means that a process would read with more rights
    than it needs.  One of several is started again when another has ended."""
    if point.call in CONFINING:
        return kind.name in ("ENOMEM", "EMFILE")
    return (point.call in STARTING and kind.error and os.geteuid() == 0
            and not expected.job.side_by_side())


def message(expected, run, kind, point):
    """Problems with what is said after a failure."""
    if point.file.endswith(".err"):
        return []  # that cannot be written
    found = MESSAGE.findall(run.err)
    if not found:
        return [f"{run.ended()} without a message: {run.err[-200:]!r}"]
    problems = []
    if not any(names_something(line, expected) for line in found):
        problems.append(f"no file is named: {found}")
    if kind.error and os.strerror(kind.error) not in run.err \
            and not NO_MEMORY.search(run.err) \
            and not NOT_SEEN.search(run.err):
        problems.append(f"no reason is given: {found}")
    return problems


def names_something(line, expected):
    """Whether LINE of stderr names a file of the job."""
    return (any(part in line for name in expected.allowed
                for part in (name, os.path.dirname(name)) if part)
            or PLACE.search(line) or NO_MEMORY.search(line))
