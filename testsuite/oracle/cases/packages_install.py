# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What make install puts below DESTDIR, and that make uninstall takes all of it
away; later cases use the installation from where it was moved."""

import os
import re
import shutil

import disk

# In place of make's: what "make check" hands down is for its own rules.
MAKE = ["env", "-u", "MAKEFLAGS", "-u", "MFLAGS", "-u", "MAKELEVEL", "make"]
ALWAYS = ("bin/sfmerge", "include/sfmerge.h", "pkgconfig/sfmerge.pc",
          "aclocal/sfmerge.m4", "sfmerge/sframe-tree",
          "man/man1/sfmerge.1", "bash-completion/completions/sfmerge",
          "zsh/site-functions/_sfmerge",
          "fish/vendor_completions.d/sfmerge.fish")


def write_files(folder, files):
    """FILES, texts by name, in FOLDER."""
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        disk.write(path, text)


def files_below(root):
    """The files and links below ROOT."""
    return sorted(os.path.join(folder, name) for folder, _, names
                  in os.walk(root) for name in names)


def find(root, tail):
    """The installed file whose path ends in TAIL, or None."""
    found = [path for path in files_below(root) if path.endswith("/" + tail)]
    return found[0] if found else None


def install(run, destination):
    """make install below DESTINATION; the status and what was said."""
    top = os.path.dirname(os.path.abspath(run.tool))
    return run.command([*MAKE, "-C", top, "install", "DESTDIR=" + destination])


def judge_manual(root):
    """Problems with the manual below ROOT."""
    problems = []
    pages = os.path.dirname(find(root, "html/index.html"))
    needed = set()
    for name in os.listdir(pages):
        if name.endswith(".html"):
            needed |= set(re.findall(r'(?:src|href)="([^"#:]+)',
                                     disk.text(os.path.join(pages, name))))
    problems += [f"no {name} beside the pages" for name in sorted(needed)
                 if not os.path.exists(os.path.join(pages, name))]
    if sum(name.endswith(".svg") for name in needed) < 2:
        problems.append("the pages have no pictures")
    if not find(root, "info/sfmerge.info"):
        problems.append("no info file")
    directory = find(root, "info/dir")
    if not shutil.which("install-info"):
        return problems
    if "* sfmerge: (sfmerge)." not in disk.text(directory):
        problems.append("no entry in info/dir")
    return problems


def prepared(run, name, programs):
    """The root of an installation that was moved, for the cases NAME, which
    need PROGRAMS; None if they are not wanted or impossible, which was said."""
    if not run.wanted(name):
        return None
    for program in programs:
        if not shutil.which(program):
            run.unsupported(name, "no " + program)
            return None
    first, then = run.path("staged"), run.path("other place")
    if not os.path.exists(then):
        status, text = install(run, first)
        if status:
            run.result(name, ["make install fails"], text[-600:])
            return None
        shutil.move(first, then)
    return then


def all_cases(run):
    """The files; that they go."""
    name = "packages/install: what is installed"
    gone = "packages/install: what is uninstalled"
    if not run.wanted(name) and not run.wanted(gone):
        return
    root = run.path("installed")
    status, text = install(run, root)
    problems = [f"exit status {status}"] if status else []
    problems += [f"no {tail}" for tail in ALWAYS if not find(root, tail)]
    run.result(name, problems, text[-600:])
    manual = "packages/install: the manual"
    if find(root, "html/index.html"):
        run.result(manual, judge_manual(root))
    else:
        run.unsupported(manual, "configure found no makeinfo")
    top = os.path.dirname(os.path.abspath(run.tool))
    status, text = run.command(
        [*MAKE, "-C", top, "uninstall", "DESTDIR=" + root])
    problems = [f"exit status {status}"] if status else []
    for path in files_below(root):
        if not path.endswith("/info/dir"):
            problems.append(f"left: {path}")
            continue
        if "(sfmerge)" in disk.text(path):
            problems.append("left in info/dir: sfmerge")
    run.result(gone, problems, text[-600:])
