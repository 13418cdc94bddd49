# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What a disturbed run must have left: each file whole, old or new; a message
if it is not new; nothing else."""

import os
import re
import signal

import fault_run

LITTER = re.compile(r"(.*/)?\.sfmerge-[0-9a-f]{16}$")
MESSAGE = re.compile(r"^sfmerge: \S.*", re.M)
# A program or a directory outside, or a stream.
PLACE = re.compile(r"sfmerge: /|.*standard (output|error)|.* in PATH")
# Of a directory that could not be seen, and so is read as a file; of a program
# that is looked for, as shells do, only where it can be seen.
NOT_SEEN = re.compile("not a (regular )?file|there is no .* in PATH"
                      "|-r needs .* --detached=DIR")
# The words for a lack of memory need not be those of strerror.
NO_MEMORY = re.compile("memory", re.I)


class Expected:
    """What a job does undisturbed, and states of its files that are right if
    it does not do that: {name: set of bytes, None if there is none}."""

    def __init__(self, job, bed, run):
        self.job, self.status, self.out = job, run.status, run.out
        self.old, self.new = bed.old(), fault_run.contents(bed.folder)
        self.attributes = fault_run.attributes(bed.folder, self.names())
        self.quiet = not run.err
        self.allowed = {name: {self.old.get(name), self.new.get(name)}
                        for name in {**self.old, **self.new}}

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
    now = fault_run.contents(bed.folder)
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
    stamps = fault_run.stamps(bed.folder, kept)
    if not expected.job.wrapped:
        found += [f"touched: {n}" for n in kept
                  if stamps[n] != bed.before[n]]
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
    if run.out != expected.out:
        found.append("status 0, but standard output differs: "
                     f"{run.out[-200:]!r}")
    if unwritten(expected, kind, point):
        found.append(f"status 0, though {point.call} of {point.file} failed")
    if not found:
        attributes = fault_run.attributes(bed.folder, expected.names())
        found += [f"{n}: {attributes[n]}, not {value}, without a word"
                  for n, value in expected.attributes.items()
                  if attributes[n] != value and not MESSAGE.search(run.err)]
    return found


def unwritten(expected, kind, point):
    """Whether KIND at POINT means that output may not be on the disk."""
    if point.call == "close" and expected.job.links:
        return False  # also of files that only keep a name free
    return (point.call in ("write", "pwrite64", "fsync", "close", "ftruncate")
            and kind.name in ("EIO", "ENOSPC")
            and (LITTER.match(os.path.basename(point.file))
                 or point.file.endswith(".out")))


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
