# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""`sfmerge diff` of archives and directories, of which the differences are
made."""

import os
import shutil

import disk

LOST = ("lost", "changed", "gained", "gone", "new")


def empty(run, name):
    """An empty directory."""
    path = run.path(name)
    disk.fresh(path)
    return path


def compiled(bench, flags):
    """Part 1 of the program, compiled with FLAGS, or None."""
    run = bench.run
    out = run.path(os.path.join("compiled", "link-part.o"))
    os.makedirs(os.path.dirname(out), exist_ok=True)
    include = os.path.join(bench.sources, "..", "..", "..", "include")
    status, text = run.command(
        [bench.objects.cc, *flags, "-fPIC", "-DPART=1", "-Wa,--gsframe",
         "-I" + include, "-c", "-o", out,
         os.path.join(bench.sources, "link-part.c")])
    if status:
        print(text)
    return None if status else out


def archive(run, name, members):
    """The archive NAME of MEMBERS, paths by name."""
    folder = empty(run, "diff-members")
    path = run.path(name)
    disk.remove(path)
    for member, source in members.items():
        shutil.copy(source, os.path.join(folder, member))
    run.command(["ar", "rc", path,
                 *(os.path.join(folder, member) for member in members)])
    return path


def members(bench, ask):
    """Members that are gone, new, the same, changed and without .sframe."""
    run, made = bench.run, bench.objects
    part = {"pic": made.get("link-part.c", "v1", "pic", 1),
            "other": compiled(bench, ["-O1"])}
    bare = run.path("diff-bare-member.o")
    run.command(["objcopy", "-R", ".sframe", part["pic"], bare])
    old = archive(run, "diff-old.a", {
        "same.o": part["pic"], "other.o": part["pic"], "gone.o": part["pic"],
        "lost.o": part["pic"], "version.o": part["pic"]})
    now = archive(run, "diff-now.a", {
        "same.o": part["pic"],
        "version.o": made.get("link-part.c", "v3", "pic", 1),
        "other.o": part["other"], "new.o": part["pic"], "lost.o": bare})
    status, files = ask(run, old, now)
    units = {u["member"]: u for u in files[0]["units"]} if files else {}
    problems = [] if status == 1 else [f"exit status {status}"]
    for member, kind in (("gone.o", "gone"), ("new.o", "new"),
                         ("lost.o", "lost"), ("other.o", "changed")):
        unit = units.get(member, {})
        if not unit.get(kind):
            problems.append(f"{member}: nothing {kind}")
        # Other options make other clones of functions.
        may = (kind, "gone", "new") if kind == "changed" else (kind,)
        problems += [f"{member}: {other}" for other in LOST
                     if other not in may and unit.get(other)]
    for member in ("same.o", "version.o"):
        if member not in units or any(units[member][k] for k in LOST):
            problems.append(f"{member}: {units.get(member)}")
    run.result("diff/archive", problems)
    status, text = run.sfmerge("diff", old, now)
    run.result("diff/archive, text",
               [] if status == 1 and "(lost.o)" in text
               and "(same.o)" not in text else [text[:400]])


def folders(bench, ask):
    """Files that are the same, changed, worse, unread and alone."""
    run, made = bench.run, bench.objects
    old, now = empty(run, "diff-a"), empty(run, "diff-b")
    part = {"pic": made.get("link-part.c", "v1", "pic", 1),
            "other": compiled(bench, ["-O1"])}
    for place, files in (
            (old, {"d/same.o": "pic", "other.o": "pic", "lost.o": "pic",
                   "d-old.o": "pic", "bad.o": "pic"}),
            (now, {"d/same.o": "pic", "other.o": "other", "lost.o": "pic",
                   "d/new.o": "pic", "bad.o": "pic"})):
        os.mkdir(os.path.join(place, "d"))
        for name, kind in files.items():
            shutil.copy(part[kind], os.path.join(place, name))
    run.command(["objcopy", "-R", ".sframe", os.path.join(now, "lost.o")])
    with open(os.path.join(now, "bad.o"), "r+b") as file:
        file.truncate(200)
    status, files = ask(run, old, now, "-r")
    results = [(os.path.relpath(f["old"], old) if f["old"] else None,
                os.path.relpath(f["new"], now) if f["new"] else None,
                f["result"]) for f in files or ()]
    want = [("bad.o", "bad.o", None), ("d-old.o", None, "alone"),
            (None, "d/new.o", "alone"), ("d/same.o", "d/same.o", "same"),
            ("lost.o", "lost.o", "worse"),
            ("other.o", "other.o", "different")]
    run.result("diff/folders", [] if (status, results) == (2, want)
               else [f"exit status {status}: {results}"])
    status, text = run.sfmerge("diff", "-r", old, now)
    last = text.splitlines()[-1]
    run.result("diff/folders, summary",
               [] if status == 2 and last.startswith(
                   "6 files: 1 the same, 1 differ, 1 worse, 1 only in OLD, "
                   "1 only in NEW, 1 not read; functions: ") else [text])
    status, text = run.sfmerge("diff", "-r", "--exclude=bad.*", "--exclude=/d",
                               old, now)
    run.result("diff/folders, excluded names",
               [] if status == 1 and "\n3 files: " in text
               and "new.o" not in text else [text])
    os.remove(os.path.join(now, "bad.o"))
    one, two = (run.sfmerge("diff", "-v", "-r", f"-j{n}", old, now)
                for n in (1, 2))
    run.result("diff/folders, side by side",
               [] if one == two and one[0] == 1 else [f"{one}", f"{two}"])


def cases(bench, ask):
    """All of them."""
    if bench.run.wanted("diff/archive"):
        members(bench, ask)
    if bench.run.wanted("diff/folders"):
        folders(bench, ask)
