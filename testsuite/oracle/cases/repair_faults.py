# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`sfmerge repair` where the file is damaged, and where writing fails: the
old file, and nothing else in the directory.  faults_cases.py has failures of
single system calls, and interruptions."""

import os
import random
import shutil
import signal
import stat

import disk
import elf
import link_bench
import repair_check
from link_bench import the_linker

CUTS, FLIPS = 48, 160
PAGE = 4096
NOBODY = "65534"


def damaged(check, bench):
    """Cut short, or with a wrong bit: an answer, never a crash, and what is
    written is right."""
    for linker_name, version in (("gold", "v1"), ("ld", "v3"),
                                 ("lld", "v3")):
        name = f"faults/{linker_name}/{version}"
        build = link_bench.linked(bench, name, the_linker(
            bench, linker_name), "pie", version)
        if build:
            image = elf.Elf(build.image)
            cut_short(check, f"{name}: cut short", image)
            flipped(check, f"{name}: wrong bits", image)


def cut_short(check, name, image):
    """IMAGE with its end missing."""
    run, problems = check.run, []
    size = len(image.data)
    for step in range(CUTS):
        # The section headers are last, so all of these lack some.
        cut = size * step // CUTS
        problems += answer(run, image.data[:cut], f"{cut} bytes", (1, 2))
    run.result(name, problems)


def flipped(check, name, image):
    """IMAGE with a bit wrong in its headers or in the section."""
    run, problems = check.run, []
    chance = random.Random(20)
    spots = list(range(64 + 56 * len(image.segments)))
    spots += range(image.shoff, len(image.data))
    for section in image.named(".sframe"):
        spots += list(range(section.offset, section.offset
                            + section.size)) * 4
    for _ in range(FLIPS):
        data = bytearray(image.data)
        at = chance.choice(spots)
        data[at] ^= 1 << chance.randrange(8)
        problems += answer(run, data, f"byte {at:#x}", (0, 1, 2))
    run.result(name, problems)


def answer(run, data, what, statuses):
    """Problems with the answer to DATA: a status of STATUSES, a file if and
    only if it is 0, which has nothing left to repair."""
    path, out = run.path("broken"), run.path("answer")
    disk.remove(out)
    disk.write(path, data)
    status, text = run.sfmerge("repair", "-o", out, path)
    if status not in statuses:
        return [f"{what}: exit status {status}: {text.strip()[-300:]}"]
    if (status == 0) != os.path.exists(out):
        return [f"{what}: exit status {status}, and the output"]
    if status and not text.strip():
        return [f"{what}: exit status {status} without a word"]
    if status == 0:
        before = repair_check.stamp(out)
        again, text = run.sfmerge("repair", "-i", out)
        if again or repair_check.stamp(out) != before:
            return [f"{what}: the second repair: {again}, {text.strip()}"]
    return []


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
            disk.write(paths[-1], data)
            os.chmod(paths[-1], 0o755)
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


def read(path):
    """The bytes of PATH."""
    return disk.read(path)


def jobs(bench):
    """(name, Bed, command) of what rewrites files in place."""
    linker = the_linker(bench, "gold", "mold", "lld")
    name = "faults: "
    build = linker and link_bench.linked(bench, name, linker, "pie", "v1")
    if not build:
        return []
    run = bench.run
    image, objects = read(build.image), [read(p) for p in build.inputs]
    lib = run.path("lib.a")
    disk.remove(lib)
    run.command(["ar", "rcsD", lib, *build.inputs[:2]])
    return [
        ("an image", Bed(bench, {"image": image}),
         ["repair", "-i", "image"]),
        ("an object", Bed(bench, {"one.o": objects[0]}),
         ["convert", "--to=v3", "-i", "one.o"]),
        ("an archive", Bed(bench, {"lib.a": read(lib)}),
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


def small_disk(bench):
    """A file system that is full but for some bytes."""
    name = "faults: a full file system"
    if not bench.run.wanted(name):
        return
    mount = ["unshare", "-m", "-r", "sh", "-c"]
    if not shutil.which("unshare") or bench.run.command(
            [*mount, "mount -t tmpfs -o size=64k tmpfs /mnt"])[0]:
        bench.run.unsupported(name, "no file system can be mounted here")
        return
    beds = jobs(bench)
    if not beds:
        return
    problems = []
    for word, bed, command in beds:
        paths = bed.fresh()
        # Not a page is left.
        size = sum(-(-len(d) // PAGE) for d in bed.files.values())
        script = (
            f"mount -t tmpfs -o size={size * PAGE} tmpfs /mnt && "
            f"cp -p {' '.join(paths)} /mnt && cd /mnt && "
            f"{bench.run.tool} {' '.join(command)}; echo status=$?; "
            f"cp -p /mnt/* {bed.folder}; ls -A /mnt")
        text = bench.run.command([*mount, script])[1]
        if "status=1" not in text:
            problems.append(f"{word}: {text.strip()}")
        problems += bed.problems(word)
    bench.run.result(name, problems)


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


def all_cases(check, bench):
    """All of them."""
    damaged(check, bench)
    full(bench)
    small_disk(bench)
    read_only(bench)
