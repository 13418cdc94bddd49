#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A system whose every file went through `sfmerge synth`, and whether it works:

    bench-chroot.py [--suite NAME | --base FOLDER] WORK

As root.  debootstrap makes a small Debian with gcc and python3 in WORK/base,
or FOLDER is one; its copy WORK/root is changed by `sfmerge synth -i -r`, from
outside, and then has to run.  What was found replaces the block "chroot" of
the file BENCH_RESULTS.  The exit status is 1 if anything failed.
"""

import argparse
import hashlib
import importlib
import json
import os
import shutil
import subprocess
import sys
import time

bench_results = importlib.import_module("bench-results")

SFMERGE = os.environ.get("SFMERGE", "./sfmerge")
PACKAGES = "gcc,libc6-dev,python3,libpython3.11-testsuite"
PROGRAM = '#include <stdio.h>\nint main (void) { puts ("hello"); }\n'
# What has to work inside: a name, a command for its shell.
TRIALS = (
    ("a shell", "ls /usr/bin >/dev/null && perl -e 'exit 0'"),
    ("apt-get installs a package",
     "apt-get -qq update && apt-get -qq -y install --no-install-recommends "
     "tree && tree --version"),
    ("gcc compiles and links", "gcc -O2 -o hello hello.c && ./hello"),
    ("gcc links statically",
     "gcc -O2 -static -o hello hello.c && ./hello"),
    ("gcc links, linker warnings fatal",
     "gcc -O2 -Wl,--fatal-warnings -o hello hello.c && ./hello"),
    ("tests of Python's json and re", "python3 -m test test_json test_re"))
# What fails for a known reason, which the manual has.
KNOWN = {"gcc links, linker warnings fatal"}

# Counts of synth's JSON, and their names here.
COUNTED = (("files", "files with ELF, archives"),
           ("changed", "files changed"),
           ("nothing", "files with nothing to describe"),
           ("refused", "files refused"),
           ("unreadable", "files unreadable"))
MUST_BE_NONE = ("files unreadable", "files that a second run changes",
                "files with errors or warnings of check")


def regular_files(root):
    """The regular files below ROOT."""
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield path


def state(root):
    """Files of ROOT to (inode, time, digest) of each."""
    found = {}
    for path in regular_files(root):
        about = os.stat(path)
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).digest()
        found[path] = about.st_ino, about.st_mtime_ns, digest
    return found


def size(root, paths=None):
    """The bytes of PATHS, or of all files of ROOT; of one with several names
    once."""
    sizes = {}
    for path in paths if paths is not None else regular_files(root):
        about = os.stat(path)
        sizes[about.st_ino] = about.st_size
    return sum(sizes.values())


def synth(root):
    """Seconds and the JSON of what is done to all of ROOT."""
    start = time.monotonic()
    done = subprocess.run([SFMERGE, "synth", "-i", "-r", "--json", "-q",
                           os.path.join(root, "usr")],
                          stdout=subprocess.PIPE, check=False)
    if done.returncode > 1:
        sys.exit(f"bench-chroot: sfmerge ended with {done.returncode}")
    return time.monotonic() - start, json.loads(done.stdout)


def inside(root, command):
    """Whether COMMAND succeeds in ROOT."""
    done = subprocess.run(
        ["chroot", root, "/bin/sh", "-c", f"cd /tmp && {command}"],
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
             "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        text=True, errors="replace")
    if done.returncode != 0:
        print(done.stdout[-1000:])
    return done.returncode == 0


def changed_by_package(root):
    """How many files differ from dpkg's checksums."""
    done = subprocess.run(["chroot", root, "dpkg", "-V"], check=False,
                          stdout=subprocess.PIPE, text=True)
    return sum(line[2:3] == "5" for line in done.stdout.splitlines())


def make(args):
    """WORK/root, a fresh copy of a system."""
    os.makedirs(args.work, exist_ok=True)
    base = args.base or os.path.join(args.work, "base")
    if not os.path.exists(os.path.join(base, "usr/bin/python3")):
        subprocess.run(["debootstrap", "--variant=minbase",
                        "--include=" + PACKAGES, args.suite, base],
                       check=True, stdout=subprocess.DEVNULL)
    root = os.path.join(args.work, "root")
    shutil.rmtree(root, ignore_errors=True)
    subprocess.run(["cp", "-a", base, root], check=True)
    shutil.copy("/etc/resolv.conf", os.path.join(root, "etc/resolv.conf"))
    with open(os.path.join(root, "tmp/hello.c"), "w",
              encoding="utf-8") as file:
        file.write(PROGRAM)
    return root


def change(root, note):
    """Change ROOT, twice; NOTE what that did."""
    whole, differed = size(root), changed_by_package(root)
    seconds, found = synth(root)
    sums = found["summary"]
    of = [f["file"] for f in found["files"] if f["state"] == "rewritten"]
    for word, name in COUNTED:
        note(name, sums[word])
    note("FDEs", sums["synth"]["frames"])
    note("FDEs left out", sums["synth"]["refused"])
    note("bytes of .sframe", sums["bytes"])
    note("bytes of all files before", whole)
    note("bytes of all files after", size(root))
    note("bytes of changed files after", size(root, of))
    note("seconds that synth took", seconds)
    note("files that differ from dpkg's checksums before", differed)
    note("files that differ from dpkg's checksums after",
         changed_by_package(root))
    once = state(root)
    synth(root)
    note("files that a second run changes",
         sum(once[path] != after for path, after in state(root).items()))


def unclean(root):
    """How many files `sfmerge check -r` finds errors or warnings in."""
    done = subprocess.run([SFMERGE, "check", "-r", "--json",
                           os.path.join(root, "usr")],
                          stdout=subprocess.PIPE, check=False)
    return sum(bool(file.get("errors") or file.get("warnings"))
               for file in json.loads(done.stdout)["files"])


def main():
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--suite", default="bookworm")
    parser.add_argument("--base")
    parser.add_argument("work")
    args = parser.parse_args()
    found, failed = {}, []

    def note(name, value):
        print(f"{name}: {value}", flush=True)
        found[name] = value

    root = make(args)
    change(root, note)
    note("files with errors or warnings of check", unclean(root))
    failed += [name for name in MUST_BE_NONE if found[name]]
    for name, command in TRIALS:
        works = inside(root, command)
        note("works: " + name, int(works))
        if not works and name not in KNOWN:
            failed.append(name)
    bench_results.record("chroot", "what, number",
                         [list(row) for row in found.items()])
    if failed:
        print("bench-chroot: failed:", "; ".join(failed))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
