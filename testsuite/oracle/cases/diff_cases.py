#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Compare files with `sfmerge diff`, and what it says with the oracle."""

import json
import os
import random
import shutil
import sys

import disk
import growth
import link_bench
import toolchain
from standing import CLASSES, Image, Object, Truth

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
    path = run.absent(name)
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


def directories_cases(bench, ask):
    """`sfmerge diff` of archives and directories, of which the differences are
    made."""
    if bench.run.wanted("diff/archive"):
        members(bench, ask)
    if bench.run.wanted("diff/folders"):
        folders(bench, ask)


# Two builds of one program: kind of link, versions of the objects, compiler
# options of part 1 in the second build.
BUILDS = (("pie", "v1", ["-O2"]), ("pie", "v3", ["-O1"]),
          ("gc", "v2-pcrel", ["-Os"]), ("static", "v3", ["-O0"]),
          ("cxx", "v2", None))
# What is done to an image.
CHANGES = (("repair", "--partial"), ("synth", "--to=v3"),
           ("synth", "--to=v2", "--partial"),
           ("convert", "--to=v3", "--partial"))
DAMAGED = 150


def ask(run, old, now, *options):
    """Exit status and JSON of OLD and NOW; None if it is none."""
    status, text = run.command(
        ["sh", "-c", 'exec "$@" 2>/dev/null', "sh", run.tool, "diff",
         "--json", *options, old, now])
    try:
        return status, json.loads(text)["files"]
    except (ValueError, KeyError):
        return status, None


def expected_status(unit):
    """The exit status that the lists and the coverage of UNIT ask for."""
    return int(bool(unit["lost"]) or unit["coverage_lower"])


def compare(run, name, kind, old, now):
    """Test NAME: the difference of OLD and NOW, files of KIND."""
    if not run.wanted(name):
        return
    status, files = ask(run, old, now)
    if not files or len(files[0]["units"]) != 1:
        run.result(name, [f"exit status {status}, {files}"])
        return
    unit = files[0]["units"][0]
    problems = Truth(kind(old), kind(now)).problems(unit)
    if status != expected_status(unit):
        problems.append(f"exit status {status}")
    problems += rules(unit) + words(run, unit, old, now)
    run.result(name, problems)


def rules(unit):
    """What is wrong with the rules of changed functions of UNIT: a place
    where both are alike, or none where the size is."""
    found = []
    for func in unit["changed"]:
        if func.get("rules") == func.get("new_rules", ""):
            found.append(f"{func['name']}: rules alike")
        if func["size"] == func["new_size"] and "at" not in func:
            found.append(f"{func['name']}: no place")
    return found


def words(run, unit, old, now):
    """What is wrong with the last line of the text, and with --fail-on."""
    status, text = run.sfmerge("diff", "--brief", old, now)
    counts = {kind: len(unit[kind]) for kind in CLASSES}
    lines = [line for line in text.splitlines() if ": warning: " not in line]
    found = [] if len(lines) == 1 else [text]
    if run.sfmerge("diff", "-q", old, now) != (status, ""):
        found.append("not quiet")
    for kind, count in counts.items():
        if count and f" {count} {kind}" not in text:
            found.append(f"no {kind}: {text}")
    if status == 1 and ": worse" not in text:
        found.append(text)
    for option, want in (("none", 0), ("lost", int(bool(counts["lost"]))),
                         ("changed", int(bool(counts["changed"]))),
                         ("coverage", int(unit["coverage_lower"]))):
        got = run.sfmerge("diff", "--fail-on=" + option, old, now)[0]
        if got != want:
            found.append(f"--fail-on={option}: {got}")
    return found


def build(bench, linker, kind, version, flags, out):
    """Link with part 1 compiled with FLAGS to OUT; False if that fails."""
    made = link_bench.Build(bench, linker, kind, version)
    if None in made.inputs:
        return False
    if flags:
        other = compiled(bench, flags)
        if other is None:
            return False
        made.inputs = [made.inputs[0], other, *made.inputs[2:]]
    if made.link():
        return False
    shutil.copy(made.image, out)
    return True


def images(bench):
    """Builds with each linker, and what sfmerge makes of them."""
    run = bench.run
    old, now, out = (run.path("diff-" + n) for n in ("old", "now", "out"))
    for linker in bench.linkers:
        for kind, version, flags in BUILDS:
            name = f"diff/{linker.name}/{kind}/{version}"
            if not run.wanted(name):
                continue
            if not (build(bench, linker, kind, version, None, old)
                    and build(bench, linker, kind, version, flags, now)):
                run.unsupported(name, "it cannot be linked")
                continue
            compare(run, name + ", other options", Image, old, now)
            compare(run, name + ", back", Image, now, old)
            compare(run, name + ", itself", Image, old, old)
            for change in CHANGES:
                status, _ = run.sfmerge(change[0], "-q", *change[1:], "-o",
                                        out, old)
                if status == 0 and os.path.exists(out):
                    compare(run, f"{name}, {' '.join(change)}", Image, old,
                            out)
                    os.remove(out)
            for tool in (["strip", "-o", out, old],
                         ["objcopy", "-R", ".sframe", old, out]):
                if run.command(tool)[0] == 0:
                    compare(run, f"{name}, {tool[0]}", Image, old, out)
                    os.remove(out)


def detached(bench):
    """A detached file is the same as the image that synth makes."""
    run, name = bench.run, "diff/detached"
    old, image, file = (run.path("diff-" + n)
                        for n in ("plain", "synth", "detached"))
    if not run.wanted(name):
        return
    if not build(bench, bench.linkers[0], "pie", "v1", None, old):
        run.unsupported(name, "it cannot be linked")
        return
    run.command(["objcopy", "-R", ".sframe", old])
    run.sfmerge("synth", "-q", "-o", image, old)
    run.sfmerge("synth", "-q", "--detached=" + file, old)
    status, files = ask(run, file, image)
    ok = (status == 0 and files and files[0]["result"] == "same"
          and files[0]["units"][0]["same"] > 10)
    run.result(name, [] if ok else [f"exit status {status}, {files}"])


def objects(bench):
    """Objects of all versions, of two compilations, and without .sframe."""
    run, made = bench.run, bench.objects
    bare = run.path("diff-bare.o")
    for version in toolchain.VERSIONS:
        old = made.get("link-part.c", version, "pic", 1)
        name = f"diff/object/{version}"
        compare(run, name, Object, old,
                made.get("link-part.c", "v1", "pic", 1))
        compare(run, name + ", other options", Object, old,
                compiled(bench, ["-O1"]))
        compare(run, name + ", sections", Object, old,
                made.get("link-part.c", version, "gc", 1))
        run.command(["objcopy", "-R", ".sframe", old, bare])
        compare(run, name + ", removed", Object, old, bare)
        compare(run, name + ", added", Object, bare, old)


def damage(bench):
    """Whatever the bytes are, the end is an exit status of the manual, and
    JSON is JSON."""
    run, name = bench.run, "diff/damaged"
    if not run.wanted(name):
        return
    dice, problems, statuses = random.Random(name), [], set()
    image = run.path("diff-image")
    paths = [bench.objects.get("link-part.c", "v3", "pic", 1)]
    if build(bench, bench.linkers[0], "pie", "v1", None, image):
        paths.append(image)
    for path in paths:
        whole = disk.read(path)
        start = whole.find(b"\xe2\xde")
        for _ in range(DAMAGED):
            data = bytearray(whole)
            for _ in range(dice.randrange(1, 4)):
                data[dice.randrange(start, start + 600)
                     % len(data)] = dice.choice((0, 1, 0x7F, 0xFF))
            bad = run.path("diff-damaged")
            disk.write(bad, data)
            order = [path, bad] if dice.random() < .5 else [bad, path]
            status, files = ask(run, *order)
            statuses.add(status)
            if status not in (0, 1, 2) or files is None:
                problems.append(f"exit status {status}: {files}")
    if statuses < {0, 1}:
        problems.append(f"only {statuses}")
    run.result(name, problems)


def many(bench, count):
    """The command that compares COUNT functions with others, of which half have
    other rules."""
    run, paths = bench.run, []
    for build_of, frame in (("old", 8), ("now", 16)):
        source, out = run.path("many.s"), run.path(f"many-{build_of}.o")
        with open(source, "w", encoding="ascii") as file:
            for i in range(count):
                size = frame if i % 2 else 8
                file.write(f"f{i}: .cfi_startproc\n nop\n"
                           f" .cfi_adjust_cfa_offset {size}\n nop\n"
                           " .cfi_endproc\n"
                           f" .size f{i}, .-f{i}\n")
        run.command([bench.objects.cc, "-c", "-Wa,--gsframe", "-o", out,
                     source])
        paths.append(out)
    return [run.tool, "diff", "--json", *paths]


def main():
    """The command."""
    args = toolchain.parser().parse_args()
    bench = link_bench.Bench(args)
    run = bench.run
    if not bench.objects.usable():
        run.unsupported("diff", "no compiler that writes .sframe")
        return run.end()
    images(bench)
    detached(bench)
    objects(bench)
    directories_cases(bench, ask)
    damage(bench)
    growth.Growth(run, args.uncounted).test(
        "diff/many functions", 2000, lambda count: many(bench, count))
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
