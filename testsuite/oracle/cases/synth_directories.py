# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Synth, repair and convert of whole directories: what is taken and what
skipped, side by side and one by one, what fails, and what a dry run
does."""

import fcntl
import json
import os
import re
import shutil
import subprocess

import directory_tree
import terminal
from synth_bench import counted

NOBODY = "65534"
# Directories that are given, and descriptors that there may be.
GIVEN, DESCRIPTORS = 150, 80
PIPE = 4096


def walked(bench, folder, *options, command="synth"):
    """The status, the JSON and the messages of COMMAND -r in FOLDER."""
    done = subprocess.run([bench.run.tool, command, "-r", "--json", *options,
                           "."], cwd=folder, check=False, timeout=60,
                          capture_output=True)
    return (done.returncode, json.loads(done.stdout),
            done.stderr.decode("utf-8"))


def changes(before, folder):
    """The files of FOLDER that are not as in BEFORE."""
    after = directory_tree.contents(folder)
    return sorted(name for name in set(before) | set(after)
                  if before.get(name) != after.get(name))


def taken(bench, tree):
    """What is taken, and what becomes of it."""
    folder, problems = tree.fresh(), []
    before = directory_tree.contents(folder)
    status, said, text = walked(bench, folder, "-i")
    if status != 1:
        problems.append(f"status {status}: {text[:200]}")
    names = [entry["file"] for entry in said["files"]]
    if names != ["./" + name for name in tree.TAKEN]:
        problems.append(f"taken: {names}")
    if changes(before, folder) != sorted(tree.CHANGED):
        problems.append(f"changed: {changes(before, folder)}")
    counted(said["summary"], problems, dry_run=False, **tree.COUNTS)
    kept = sum(entry["found"]["kept"] for entry in said["files"])
    counted(said["summary"], problems, functions=kept,
            bytes=sections(folder, tree))
    added = sum(entry["synth"]["added"] for entry in said["files"])
    if added == 0 or said["summary"]["synth"]["added"] != added:
        problems.append(f"added: {said['summary']['synth']['added']}, not "
                        f"{added}")
    if [f["files"] for f in said["summary"]["failures"]] != [1]:
        problems.append(f"failures: {said['summary']['failures']}")
    problems += alone(bench, tree, folder)
    # Now all is right.
    status, said, _ = walked(bench, folder, "-i")
    counted(said["summary"], problems, changed=0, unchanged=5)
    return problems


def sections(folder, tree):
    """The bytes of .sframe in the files of FOLDER that synth changes."""
    size = directory_tree.sframe_size(os.path.join(folder, "a/one.o"))
    return size * (directory_tree.MEMBERS - 1) + sum(
        directory_tree.sframe_size(os.path.join(folder, name))
        for name in [*tree.CHANGED[1:], "a/one.o"])


def alone(bench, tree, folder):
    """Each file is as the command makes it of that one alone."""
    problems = []
    for name in tree.CHANGED:
        out = bench.fresh()
        bench.run.sfmerge("synth", "-q", "-o", out, tree.path(name))
        with open(out, "rb") as one, open(os.path.join(folder, name),
                                          "rb") as two:
            if one.read() != two.read():
                problems.append(f"{name}: other bytes than alone")
        bench.run.verified += 1
    return problems


def jobs(bench, tree):
    """Bytes and messages do not depend on how many are done at a time."""
    problems, results = [], []
    for options in (["-j1"], ["-j4"], ["-j0"], []):
        for more in ([], ["-v"]):
            folder = tree.fresh()
            said = walked(bench, folder, "-i", *options, *more)
            results.append((more, said, directory_tree.contents(folder)))
            if results[-1] != results[len(more)]:
                problems.append(f"{options + more}: it differs from -j1")
    if len(results[1][1][2]) <= len(results[0][1][2]):
        problems.append("-v says no more")
    return problems


def dry(bench, tree, command, *options):
    """A dry run says what a run does, and does nothing."""
    folder, problems = tree.fresh(), []
    if command != "synth":
        walked(bench, folder, "-i")
    before = directory_tree.contents(folder)
    tried = walked(bench, folder, "-n", *options, command=command)
    if changes(before, folder):
        problems.append(f"changed: {changes(before, folder)}")
    again = walked(bench, folder, "-n", "-i", *options, command=command)
    done = walked(bench, folder, "-i", *options, command=command)
    if not tried[1]["summary"].pop("dry_run") or done[1]["summary"].pop(
            "dry_run"):
        problems.append("the summary does not tell which is which")
    if tried[0] != done[0] or tried[1] != done[1]:
        problems.append("what it says is not what is done")
    again[1]["summary"].pop("dry_run")
    if again[1:] != tried[1:]:
        problems.append("-n is not stronger than -i")
    said = len(re.findall("would be written: functions [1-9]", tried[2]))
    if said != done[1]["summary"]["changed"]:
        problems.append(f"{said} would be written: {tried[2][:400]}")
    return problems


def dry_one(bench, tree):
    """A dry run of one file, which needs neither -o nor -i."""
    folder, problems = tree.fresh(), []
    before = directory_tree.contents(folder)
    path = os.path.join(folder, "prog")
    status, text = bench.run.sfmerge("synth", "-n", path)
    if status or "would be written: functions" not in text:
        problems.append(f"status {status}: {text}")
    # Nothing is "not described" that is about to be.
    _, text = bench.run.sfmerge("synth", "-n", "-v", path)
    if "not described" in text or ": .eh_frame has " not in text:
        problems.append(f"-v: {text}")
    out = bench.fresh()
    status, text = bench.run.sfmerge("synth", "-n", "-o", out, path)
    if status or os.path.exists(out) or changes(before, folder):
        problems.append(f"-o: status {status}: {text}")
    return problems


def nobody(bench, folder):
    """The start of a command that runs as a user who may not do all, and whom
    FOLDER belongs to; None if there is none."""
    user = []
    if os.geteuid() == 0:
        user = ["setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY,
                "--clear-groups"]
        bench.run.command(["chown", "-R", NOBODY, folder])
    return None if bench.run.command([*user, "test", "-r", folder])[0] else user


def linked(tree):
    """A directory where prog has three names, and the paths of these."""
    folder = tree.fresh()
    paths = [os.path.join(folder, name) for name in ("a/prog", "b/other",
                                                      "prog")]
    for path in paths[:2]:
        os.link(paths[2], path)
    return folder, paths


def hard_links(bench, tree):
    """A file with several names is done once, and keeps them."""
    folder, paths = linked(tree)
    problems = []
    before = directory_tree.contents(folder)
    # The same directory twice: that makes no further names.
    for options in (["-n"], ["-i"]):
        _, said, text = walked(bench, folder, *options, "a")
        counted(said["summary"], problems, files=7, further_names=2,
                refused=0, changed=5)
        if options == ["-n"] and changes(before, folder):
            problems.append("a dry run changes names")
    inodes = {os.stat(path).st_ino for path in paths}
    if len(inodes) != 1 or os.stat(paths[0]).st_nlink != 3:
        problems.append(f"the names are of files {inodes}: {text}")
    if "b/other" not in changes(before, folder):
        problems.append("not changed")
    return problems + alone(bench, tree, folder)


def more_links(bench, tree):
    """A file with a name elsewhere is refused without --force."""
    folder, paths = linked(tree)
    problems = []
    outside = bench.fresh()
    os.link(paths[0], outside)
    before = directory_tree.contents(folder)
    for options in (["-n"], ["-i"]):
        status, said, text = walked(bench, folder, *options)
        counted(said["summary"], problems, refused=1, changed=4)
        if status != 1 or ("a/prog: not written: the file has 4 names (hard "
                           "links), and only 3 of them would") not in text:
            problems.append(f"{options}: status {status}: {text}")
    _, said, _ = walked(bench, folder, "-i", "--force")
    counted(said["summary"], problems, refused=0, changed=1)
    if os.stat(paths[1]).st_nlink != 3 or os.stat(outside).st_nlink != 1:
        problems.append("--force: the names are not as they were")
    if {"a/prog", "b/other", "prog"} - set(changes(before, folder)):
        problems.append(f"--force: {changes(before, folder)}")
    return problems


def stuck_link(bench, tree):
    """If one name cannot be changed, none is."""
    folder, paths = linked(tree)
    user = nobody(bench, folder)
    if user is None:
        return None
    before = directory_tree.contents(folder)
    os.chmod(os.path.join(folder, "b"), 0o555)
    done = subprocess.run([*user, bench.run.tool, "synth", "-i", "-r",
                           folder], check=False, timeout=60,
                          capture_output=True)
    os.chmod(os.path.join(folder, "b"), 0o755)
    text = done.stderr.decode("utf-8")
    problems = []
    if done.returncode != 1 or "b/other: cannot make a temporary file" \
            not in text:
        problems.append(f"status {done.returncode}: {text}")
    if changes(before, folder) != ["a/many.a", "a/one.o", "z/last.o"]:
        problems.append(f"changed: {changes(before, folder)}")
    if os.stat(paths[0]).st_nlink != 3:
        problems.append("the names are not as they were")
    return problems


def unreadable(bench, tree):
    """What cannot be opened is named, and the rest done."""
    folder, problems = tree.fresh(), []
    user = nobody(bench, folder)
    if user is None:
        return None
    os.chmod(os.path.join(folder, "a"), 0)
    os.chmod(os.path.join(folder, "prog"), 0)
    done = subprocess.run([*user, bench.run.tool, "synth", "-i", "-r",
                           "--json", folder], check=False, timeout=60,
                          capture_output=True)
    text = done.stderr.decode("utf-8")
    os.chmod(os.path.join(folder, "a"), 0o755)
    if done.returncode != 1 or not done.stdout:
        return problems + [f"status {done.returncode}: {text[:300]}"]
    counted(json.loads(done.stdout)["summary"], problems, files=5, changed=2,
            unreadable=2, unreadable_directories=1, nothing=1)
    for line in (f"{folder}/a: Permission denied",
                 f"{folder}/prog: cannot open: Permission denied"):
        if line not in text:
            problems.append(f"no word of {line}: {text[:300]}")
    return problems


def meanwhile(bench, tree, what):
    """Call WHAT with the directory after its files were listed and the first
    was done; the JSON and the messages.  The walk waits for us, as the
    messages about the first file do not fit the pipe."""
    folder = tree.fresh()
    here, there = os.pipe()
    fcntl.fcntl(there, fcntl.F_SETPIPE_SZ, PIPE)
    with subprocess.Popen([bench.run.tool, "synth", "-i", "-r", "-v", "-j1",
                           "--json", "."], cwd=folder, stderr=there,
                          stdout=subprocess.PIPE) as walk:
        os.close(there)
        text = os.read(here, 1)
        what(folder)
        with os.fdopen(here, "rb") as rest:
            text += rest.read()
        said = json.loads(walk.stdout.read())
        status = walk.wait()
    return folder, status, said, text.decode("utf-8")


def vanishing(bench, tree):
    """A file that is gone when its turn comes."""
    _, status, said, text = meanwhile(
        bench, tree, lambda folder: os.remove(f"{folder}/z/last.o"))
    problems = []
    counted(said["summary"], problems, files=7, changed=4, unreadable=2)
    if status != 1 or "z/last.o: cannot open: No such file" not in text:
        problems.append(f"status {status}: {text[-300:]}")
    return problems


def exchanged(bench, tree):
    """A directory that has become a link to another one, or that one: what is
    there is left alone."""
    problems = []
    for word, change in (
            ("cannot open: its path leads over a symbolic link", os.symlink),
            ("is another file than was found", os.rename)):
        other = tree.fresh()
        before = directory_tree.contents(os.path.join(other, "z"))

        def exchange(folder, source=os.path.join(other, "z"), put=change):
            shutil.rmtree(os.path.join(folder, "z"))
            put(source, os.path.join(folder, "z"))

        folder, status, said, text = meanwhile(bench, tree, exchange)
        counted(said["summary"], problems, files=7, changed=4, unreadable=2)
        if status != 1 or "z/last.o: " + word not in text:
            problems.append(f"status {status}: {text[-300:]}")
        if changes(before, os.path.join(folder, "z/.")):
            problems.append(f"it followed: {changes(before, folder + '/z/.')}")
    return problems


def many(bench, _):
    """More directories than a process may have descriptors."""
    top, problems = bench.fresh(""), []
    source = os.path.join(bench.run.path("folders-model"), "a/one.o")
    folders = [os.path.join(top, f"{n:03}") for n in range(GIVEN)]
    for folder in folders:
        os.makedirs(folder + "/in/in")
        for name in ("in/in/one.o", "two.o"):
            shutil.copy(source, os.path.join(folder, name))
    done = subprocess.run(
        ["sh", "-c", f"ulimit -n {DESCRIPTORS} && exec \"$@\"", "sh",
         bench.run.tool, "synth", "-i", "-r", "--json", *folders],
        check=False, timeout=60, capture_output=True)
    if done.returncode:
        return [f"status {done.returncode}: {done.stderr[:300]}"]
    counted(json.loads(done.stdout)["summary"], problems, files=2 * GIVEN,
            changed=2 * GIVEN)
    return problems


def deep(bench, tree):
    """Directories deeper than any path."""
    folder, problems = tree.fresh(), []
    directory_tree.deepen(folder)
    status, said, text = walked(bench, folder, "-i")
    counted(said["summary"], problems, changed=5, unreadable_directories=1)
    if status != 1 or "File name too long" not in text:
        problems.append(f"status {status}: {text[-300:]}")
    subprocess.run(["rm", "-rf", folder], check=True)
    return problems


def progress(bench, tree):
    """The line on a terminal, and none elsewhere."""
    problems = []
    if not terminal.can_be_opened():
        return None
    for options, wanted in (([], True), (["-q"], False)):
        folder = tree.fresh()
        text, _ = terminal.watch(
            [bench.run.tool, "synth", "-i", "-r", *options, "."], ("stderr",),
            cwd=folder, env={**os.environ, "NO_COLOR": "1"})
        if ("\rsfmerge: done 1 of 7 files: ./a/many.a" in text) != wanted:
            problems.append(f"{options}: {text[:200]}")
        # Messages take its place.
        if wanted and "\x1b[K\r\x1b[Ksfmerge: ./cut.so" not in text:
            problems.append(f"the line stays: {text[-600:]}")
    if "of 7 files:" in walked(bench, tree.fresh(), "-i")[2]:
        problems.append("a line without a terminal")
    return problems


def others(bench, tree):
    """Repair and convert of what synth made."""
    folder, problems = tree.fresh(), []
    walked(bench, folder, "-i")
    for command, options, wanted in (("repair", [], 0),
                                     ("convert", ["--to=v2-pcrel"], 5)):
        status, said, text = walked(bench, folder, "-i", *options,
                                    command=command)
        counted(said["summary"], problems, changed=wanted, files=7,
                unchanged=5 - wanted, nothing=1, unreadable=1)
        if status != 1:
            problems.append(f"{command}: status {status}: {text[:200]}")
    return problems


def images_only(bench, tree):
    """With --images, objects and archives count as other kinds."""
    del bench
    folder, problems = tree.fresh(), []
    before = directory_tree.contents(folder)
    _, said, _ = walked(tree.bench, folder, "-i", "--images")
    kinds = {entry["kind"] for entry in said["files"]} - {"other"}
    if kinds != {"image"}:
        problems.append(f"kinds that are taken: {sorted(kinds)}")
    wrong = [name for name in changes(before, folder)
             if name.endswith((".o", ".a"))]
    if wrong or not changes(before, folder):
        problems.append(f"changed: {changes(before, folder)}")
    passed = len(tree.TAKEN) - len(said["files"])
    counted(said["summary"], problems,
            other_kinds=tree.COUNTS["other_kinds"] + passed)
    return problems


# Patterns, and what Tree.TAKEN loses by them.
PATTERNS = (
    (["b"], {"b/libc.so", "b/none.o"}),
    (["/b/"], {"b/libc.so", "b/none.o"}),
    (["*.so"], {"b/libc.so", "cut.so"}),
    (["/*.so"], {"cut.so"}),
    (["*/*.so"], {"b/libc.so"}),
    (["[az]/*.o"], {"a/one.o", "z/last.o"}),
    (["/one.o", "last"], set()),
    (["a*", "z"], {"a/many.a", "a/one.o", "z/last.o"}),
)


def excluded(bench, tree):
    """What patterns match is skipped, however the directory is given, but
    not what is given itself."""
    folder, problems = tree.fresh(), []
    for patterns, lost in PATTERNS:
        options = ["--exclude=" + p for p in patterns]
        for given in (".", "./", folder, folder + "/"):
            done = subprocess.run(
                [bench.run.tool, "synth", "-n", "-r", "--json", *options,
                 given], cwd=folder, check=False, timeout=60,
                capture_output=True)
            found = {os.path.relpath(os.path.join(folder, f["file"]), folder)
                     for f in json.loads(done.stdout)["files"]}
            if found != set(tree.TAKEN) - lost:
                problems.append(f"{patterns} of {given}: {sorted(found)}")
    for command, *options in (("check",), ("repair", "-n"), ("strip", "-n"),
                              ("convert", "-n", "--to=v3")):
        _, said, _ = walked(bench, folder, *options, "--exclude=[bcz]*",
                            command=command)
        names = {f["file"] for f in said["files"]}
        if not {"./a/one.o", "./prog"} <= names or any(
                name[2] in "bcz" for name in names):
            problems.append(f"{command}: {sorted(names)}")
    _, said, _ = walked(bench, folder, "-n", "--exclude=p*", "prog")
    if "prog" not in {f["file"] for f in said["files"]}:
        problems.append("what was given is excluded")
    return problems


def cases(bench):
    """All of them."""
    tree = directory_tree.Tree(bench)
    if not tree.good:
        bench.run.unsupported("synth/folders", "the sources do not compile")
        return
    for what, case in (
            ("what is taken", taken), ("several at a time", jobs),
            ("a dry run of one file", dry_one), ("hard links", hard_links),
            ("hard links elsewhere", more_links),
            ("a hard link that cannot be changed", stuck_link),
            ("unreadable ones", unreadable), ("a file vanishes", vanishing),
            ("a folder is exchanged", exchanged), ("deep ones", deep),
            ("many given", many),
            ("the progress", progress), ("repair and convert", others),
            ("images alone", images_only),
            ("patterns", excluded)):
        name = "synth/folders: " + what
        if not bench.run.wanted(name):
            continue
        problems = case(bench, tree)
        if problems is None:
            bench.run.unsupported(name, "this system does not allow it")
        else:
            bench.run.result(name, problems)
    for command, options in (("synth", []), ("repair", []),
                             ("convert", ["--to=v2-pcrel"])):
        name = f"synth/folders: a dry run of {command}"
        if bench.run.wanted(name):
            bench.run.result(name, dry(bench, tree, command, *options))
