# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Mode and owner of what `synth` writes, and what it advises for a file with
several names."""

import filecmp
import os
import shutil
import subprocess

import disk
import synth_detached

NOBODY = 65534
NONE, SHARED = 0o077, 0o022


def rights(path):
    """Mode, owner and group of PATH."""
    st = os.stat(path)
    return oct(st.st_mode & 0o7777), st.st_uid, st.st_gid


def written(bench, mask, option, path, *files):
    """Run synth with OPTION for FILES under the umask MASK; problems, and what
    PATH has then."""
    done = subprocess.run(
        ["sh", "-c", f"umask {mask:03o} && exec \"$@\"", "sh",
         bench.run.tool, "synth", "-q", option + path, *files],
        check=False, capture_output=True, timeout=60)
    if done.returncode or done.stderr:
        return [f"{option}: {done.stderr.decode()[:300]}"], None
    return [], rights(path)


def modes(bench, image):
    """A copy by -o has the rights of the input, set-id bits too, whatever the
    umask and the old file say; a detached file has those of a new one."""
    problems, mine = [], (os.geteuid(), os.getegid())
    for mode in (0o4755, 0o2711, 0o600):
        if os.geteuid() == 0:
            os.chown(image, NOBODY, NOBODY)
        os.chmod(image, mode)
        for mask in (SHARED, NONE):
            for old in (False, True):
                for option, wanted in (
                        ("--output=", rights(image)),
                        ("--detached=", (oct(0o666 & ~mask), *mine))):
                    path = bench.fresh("")
                    if old:
                        disk.write(path, "old")
                        os.chmod(path, 0o6640)
                    found, has = written(bench, mask, option, path, image)
                    if not found and has != wanted:
                        found = [f"{option} of {mode:o}, umask {mask:03o}, "
                                 f"old {old}: {has}, not {wanted}"]
                    problems += found
    return problems


def two_names(bench, image):
    """As Cargo makes them: synth -i says what helps, and that does."""
    folder, problems = bench.fresh(""), []
    os.makedirs(folder + "/deps")
    first, second = folder + "/x", folder + "/deps/x-0123456789abcdef"
    shutil.copy(image, second)
    os.link(second, first)
    for option in ("-i", "-n"):
        status, text = bench.run.sfmerge("synth", option, first)
        if status != 1 or os.stat(first).st_nlink != 2 or any(
                word not in text for word in (
                    f"{first}: not written: the file has 2 names (hard links),"
                    " and only this one would change", "--force gives it a new "
                    "file", "-o FILE writes one elsewhere")):
            problems.append(f"{option}: status {status}: {text[:300]}")
    out = bench.fresh("")
    status, text = bench.run.sfmerge("synth", "-q", "-o", out, first)
    if status or not filecmp.cmp(first, image, shallow=False):
        problems.append(f"-o: status {status}: {text[:300]}")
    # With -r there is no -o.
    status, text = bench.run.sfmerge("synth", "-i", "-r", folder + "/deps")
    if status != 1 or "--force gives these a new file" not in text \
            or "-o FILE" in text:
        problems.append(f"-r: status {status}: {text[:300]}")
    status, text = bench.run.sfmerge("synth", "-q", "-i", "--force", first)
    if status or not filecmp.cmp(first, out, shallow=False) \
            or not filecmp.cmp(second, image, shallow=False):
        problems.append(f"--force: status {status}: {text[:300]}")
    return problems


def cases(bench):
    """All of them."""
    for what, case in (("mode and owner", modes), ("two names", two_names)):
        name = "synth/outputs: " + what
        if not bench.run.wanted(name):
            continue
        image = synth_detached.program(bench, "x86_64", ["-pie"])
        if image is None:
            bench.run.unsupported(name, "no compiler")
        else:
            bench.run.result(name, case(bench, image))
