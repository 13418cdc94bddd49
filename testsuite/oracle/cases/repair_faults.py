# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`sfmerge repair` where writing fails: the old file, and nothing else in the
directory.  faults_cases.py has failures of single system calls, among them
those of a full disk, and interruptions."""

import os
import shutil
import signal
import stat

import disk
import link_bench
from link_bench import the_linker

NOBODY = "65534"


class Bed:
    """A directory with files that are to be rewritten in place."""

    def __init__(self, bench, files):
        self.run, self.files = bench.run, files
        self.folder = bench.run.path("bed")

    def fresh(self):
        """The files as they were; their paths."""
        if os.path.isdir(self.folder):
            os.chmod(self.folder, 0o755)
            shutil.rmtree(self.folder)
        os.mkdir(self.folder)
        paths = []
        for name, data in self.files.items():
            paths.append(os.path.join(self.folder, name))
            disk.script(paths[-1], data)
        return paths

    def contents(self):
        """What is in the directory now."""
        found = {}
        for name in sorted(os.listdir(self.folder)):
            found[name] = disk.read(os.path.join(self.folder, name))
        return found

    def problems(self, what):
        """Problems if a file is not the old one, or another is there."""
        now = self.contents()
        problems = []
        for name, data in self.files.items():
            if now.pop(name, None) != data:
                problems.append(f"{what}: {name} has changed")
        if now:
            problems.append(f"{what}: left behind: {' '.join(now)}")
        return problems


def jobs(bench):
    """(name, Bed, command) of what rewrites files in place."""
    linker = the_linker(bench, "gold", "mold", "lld")
    name = "faults: "
    build = linker and link_bench.linked(bench, name, linker, "pie", "v1")
    if not build:
        return []
    run = bench.run
    image = disk.read(build.image)
    objects = [disk.read(p) for p in build.inputs]
    lib = run.absent("lib.a")
    run.command(["ar", "rcsD", lib, *build.inputs[:2]])
    return [
        ("an image", Bed(bench, {"image": image}),
         ["repair", "-i", "image"]),
        ("an object", Bed(bench, {"one.o": objects[0]}),
         ["convert", "--to=v3", "-i", "one.o"]),
        ("an archive", Bed(bench, {"lib.a": disk.read(lib)}),
         ["convert", "--to=v3", "-i", "lib.a"]),
        ("two files", Bed(bench, {"image": image, "one.o": objects[0]}),
         ["convert", "--to=v3", "-i", "one.o", "image"]),
        ("an image and its inputs",
         Bed(bench, dict({"image": image}, **{
             f"in{i}.o": data for i, data in enumerate(objects)})),
         ["link", "-i", "image"] + [f"in{i}.o"
                                    for i in range(len(objects))]),
        ("a new file", Bed(bench, {"image": image}),
         ["repair", "-o", "new", "image"]),
    ]


def full(bench):
    """No room on the disk: the old file, and nothing else."""
    if not shutil.which("prlimit"):
        bench.run.unsupported("faults: a limit of the file size",
                              "no prlimit")
        return
    for word, bed, command in jobs(bench):
        name = f"faults: {word}, a limit of the file size"
        problems = []
        least = min(len(d) for d in bed.files.values())
        for size in (0, 1, 512, least // 2):
            bed.fresh()
            status, text = bench.run.command(
                ["prlimit", f"--fsize={size}", bench.run.tool, *command],
                cwd=bed.folder)
            # The signal may end it, as it would have without a handler.
            if status not in (1, -signal.SIGXFSZ):
                problems.append(f"{size}: exit status {status} {text}")
            problems += bed.problems(f"{size} bytes")
        bench.run.result(name, problems)
    name = "faults: an image, to a full device"
    build_jobs = jobs(bench)
    if build_jobs and os.path.exists("/dev/full"):
        bed = build_jobs[0][1]
        bed.fresh()
        status, text = bench.run.sfmerge("repair", "-o", "/dev/full",
                                         "image", cwd=bed.folder)
        problems = bed.problems("/dev/full")
        if status != 1 or "space" not in text:
            problems.append(f"exit status {status}")
        if not stat.S_ISCHR(os.stat("/dev/full").st_mode):
            problems.append("/dev/full is no device any more")
        bench.run.result(name, problems, text)


def read_only(bench):
    """A directory that cannot be written to; a file that need not be."""
    user = []
    if os.geteuid() == 0:
        if not shutil.which("setpriv"):
            bench.run.unsupported("faults: read-only", "root may all")
            return
        user = ["setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY,
                "--clear-groups"]
    for word, bed, command in jobs(bench):
        name = f"faults: {word}, the folder is read-only"
        bed.fresh()
        os.chmod(bed.folder, 0o555)
        if bench.run.command([*user, "test", "-r", bed.folder])[0] or (
                bench.run.command([*user, bench.run.tool, "--version"])[0]):
            bench.run.unsupported(name, "others cannot come here")
            continue
        before = bed.contents()
        status, text = bench.run.command([*user, bench.run.tool, *command],
                                         cwd=bed.folder)
        problems = []
        if status != 1 or "ermission" not in text:
            problems.append(f"exit status {status}")
        if bed.contents() != before:
            problems.append("something is written")
        bench.run.result(name, problems, text)
        os.chmod(bed.folder, 0o755)


def all_cases(bench):
    """All of them."""
    full(bench)
    read_only(bench)
