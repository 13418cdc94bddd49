# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What a command does when nothing goes wrong, by its system calls: which
files it opens, and that what it replaces is on the disk before it has its name."""

import collections
import os

WRITING = {"write", "pwrite64", "pwritev", "writev", "ftruncate", "fallocate",
           "fsync"}
RENAMING = {"renameat", "renameat2"}
DEVICES = {"/dev/null", "/dev/tty"}
# For what was just linked.
LINKED = {"--wait", "--overwrite"}


def problems(job, bed, points):
    """What is wrong with the calls POINTS of JOB, which ran in BED."""
    if job.wrapped:
        return []  # the linker does most of it
    opened = [point.file.split(" ", 1) for point in points
              if point.call in ("openat", "openat2") and " " in point.file]
    opened = [(how, os.path.normpath(path)) for how, path in opened]
    found = [f"{path} is opened for writing" for how, path in opened
             if how == "w" and path not in DEVICES
             and not path.startswith((bed.folder, bed.temporary))]
    times = collections.Counter(path for how, path in opened if how == "r")
    # One that -r finds is opened to see what it is, and whether another one is
    # its copy.
    most = 3 if "-r" in job.command else 1
    for name in bed.old():
        if times[bed.path(name)] > max(most, job.command.count(name)):
            found.append(f"{name} is opened {times[bed.path(name)]} times")
    if not any(how == "r" and path.startswith(bed.folder)
               for how, path in opened):
        found.append("no file is opened")
    # What a linker has just made is not on the disk either.
    if "-i" in job.command and not LINKED & set(job.command):
        found += unsynced(bed, points)
    return found


def unsynced(bed, points):
    """What is written and renamed, and not brought to the disk."""
    found, last, renamed = [], {}, False
    synced = set()  # directories, after the last new name
    for point in points:
        if point.call in RENAMING:
            renamed = True
            synced.discard(point.file)
        elif point.call in WRITING and point.file.startswith(bed.folder):
            last[point.file] = point.call
            if point.call == "fsync":
                synced.add(point.file)
    written = [path for path in last if not os.path.isdir(path)]
    found += [f"{path} ends with {last[path]}, not fsync" for path in written
              if last[path] != "fsync"]
    found += [f"{folder} is not synced after the last new name"
              for folder in sorted({os.path.dirname(p) for p in written})
              if folder not in synced]
    if not written or not renamed:
        found.append("nothing is written, or nothing is renamed")
    return found
