# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What make install puts below DESTDIR, and that make uninstall takes all of
it away; later cases use the installation from where it was moved."""

import os
import re
import shlex
import shutil

import disk

# In place of make's: what "make check" hands down is for its own rules.
MAKE = ["env", "-u", "MAKEFLAGS", "-u", "MFLAGS", "-u", "MAKELEVEL", "make"]
ALWAYS = ("bin/sfmerge", "include/sfmerge.h", "include/sfmerge/read.h",
          "pkgconfig/sfmerge.pc",
          "aclocal/sfmerge.m4", "sfmerge/sframe-tree",
          "man/man1/sfmerge.1", "man/man1/sfmerge-link.1",
          "man/man1/sfmerge-convert.1", "man/man1/sframe-tree.1",
          "man/man3/sfm_merger_add.3", "bash-completion/completions/sfmerge",
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


def install_cases(run):
    """What make install puts below DESTDIR, and that make uninstall takes all
    of it away; later cases use the installation from where it was moved."""
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


READER = """#include <sfmerge.h>
#include <stdio.h>
int main (void) { puts (sfm_version ()); return 0; }
"""
# The variable, and what sfmerge says of the same place.
PARTS = {"wrapdir": "--print-wrap", "scriptdir": "--print-data",
         "plugin": "--print-plugin"}


class Installed:
    """pkg-config, asked about the installation below ROOT."""

    def __init__(self, run, root):
        self.run = run
        self.file = find(root, "pkgconfig/sfmerge.pc")
        self.program = find(root, "bin/sfmerge")
        self.problems = []

    def ask(self, *args):
        """The words of its answer to ARGS."""
        status, text = self.run.command(
            ["env", "PKG_CONFIG_PATH=" + os.path.dirname(self.file),
             "pkg-config", "--define-prefix", *args, "sfmerge"])
        if status:
            self.problems.append(f"{args}: status {status}: {text}")
        return shlex.split(text)

    def reader(self, name, flags, more):
        """Compile and run a program with FLAGS, in an environment with
        MORE."""
        source = self.run.path("pkg-config.c")
        disk.write(source, READER)
        program = self.run.path("pkg-config-" + name)
        status, text = self.run.command(["gcc", "-o", program, source, *flags])
        if not status:
            status, text = self.run.command(["env", *more, program])
        if status or not re.fullmatch(r"\d+\.\d+\.\d+\n", text):
            self.problems.append(f"{name}: status {status}: {text}")

    def judge_parts(self):
        """Each variable names the place that the program itself names."""
        told = self.ask("--variable=sfmerge")
        if not told or not os.path.samefile(told[0], self.program):
            self.problems.append(f"the program is {told}")
        for variable, option in PARTS.items():
            told = self.ask("--variable=" + variable)
            status, said = self.run.command([self.program, option])
            # A plugin that is not built has no variable.
            if status and told:
                self.problems.append(f"{variable}: {told}, but: {said}")
            elif not status and (not told or not os.path.samefile(
                    told[0], said.rstrip("\n"))):
                self.problems.append(f"{variable}: {told}, not {said}")


def pkgconfig_cases(run, sanitizers):
    """What pkg-config tells of an installation that was moved to a directory
    with a space in its name: flags that compile, link and run a program, with
    the shared library and with the static one, and where the program's parts
    are."""
    name = "packages/pkg-config: "
    root = prepared(run, name + "all", ("pkg-config", "gcc"))
    if root is None:
        return
    places = Installed(run, root)
    # What the prefix was, pkg-config takes from this.
    if not places.file.endswith("/lib/pkgconfig/sfmerge.pc"):
        run.unsupported(name + "all", "it moves only PREFIX/lib/pkgconfig")
        return
    if find(root, "lib/libsfmerge.so"):
        folder = "".join(places.ask("--variable=libdir"))
        places.reader("shared", [*places.ask("--cflags", "--libs"),
                                 *sanitizers], ["LD_LIBRARY_PATH=" + folder])
        run.result(name + "a program with the shared library",
                   places.problems)
    places.problems = []
    static = name + "a program with the static library"
    if sanitizers or not find(root, "lib/libsfmerge.a"):
        run.unsupported(static, "none that can be linked by -static")
    else:
        flags = places.ask("--static", "--cflags", "--libs")
        places.reader("static", ["-static", *flags], [])
        run.result(static, places.problems)
    places.problems = []
    places.judge_parts()
    run.result(name + "the program and its parts", places.problems)


FILES = {
    "main.c": "int part (int);\n"
              "int main (void) { return part (3) != 4; }\n",
    "part.c": "int part (int x) { return x + 1; }\n",
}
OBJECTS = ("main.o", "part.o")


class Place:
    """The installed PROGRAM below ROOT, and links by what it prints."""

    def __init__(self, run, root):
        self.run, self.root = run, os.path.realpath(root)
        self.program = find(root, "bin/sfmerge")
        self.folder = run.path("places")
        self.problems, self.said = [], ""
        shutil.rmtree(self.folder, ignore_errors=True)
        write_files(self.folder, dict(
            FILES,
            sfmerge="#!/bin/sh\necho the sfmerge of PATH >&2\nexit 1\n"))
        os.chmod(os.path.join(self.folder, "sfmerge"), 0o755)
        self.env = ["env", "-u", "SFMERGE", "-u", "SFMERGE_LD",
                    "-u", "SFMERGE_OPTIONS", "-u", "COMPILER_PATH",
                    f"PATH={self.folder}:{os.environ['PATH']}"]

    def do(self, *command):
        """Run COMMAND, which succeeds; what it said."""
        status, text = self.run.command([*self.env, *command], self.folder)
        self.said += text
        if status:
            self.problems.append(f"{command}: status {status}: {text}")
        return text

    def link(self, *flags, objects=OBJECTS, before=()):
        """Link a fresh program with FLAGS."""
        image = os.path.join(self.folder, "prog")
        disk.remove(image)
        self.do(*before, "gcc", *flags, "-o", "prog", *objects)

    def judge(self, what):
        """The program is merged, and runs."""
        image = os.path.join(self.folder, "prog")
        status, text = self.run.sfmerge("check", "--require", "--for=kernel",
                                        image)
        _, shown = self.run.sfmerge("dump", image)
        if status or "<main>" not in shown or "<part>" not in shown:
            self.problems.append(f"{what}: status {status}: {text}")
        self.do("./prog")

    def wrapper(self, folder):
        """-B, COMPILER_PATH, and run, which knows the place itself."""
        self.link("-B" + folder)
        self.judge("-B")
        self.link(before=["env", "COMPILER_PATH=" + folder])
        self.judge("COMPILER_PATH")
        self.link(before=[self.program, "run", "--"])
        self.judge("run")

    def plugin(self, path):
        """The compiler hands it to GNU ld."""
        self.link("-Wl,-plugin," + path)
        self.judge("plugin")

    def data(self, folder):
        """Both linker scripts, as the manual says."""
        self.link(f"-Wl,-T,{folder}/keep.ld")
        self.do(self.program, "convert", "--to=v3", "-i", "prog")
        self.judge("keep.ld")
        self.do(self.program, "reserve", "-o", "reserve.o", *OBJECTS)
        self.link(f"-Wl,-T,{folder}/discard.ld",
                  objects=[*OBJECTS, "reserve.o"])
        self.do(self.program, "link", "-i", "prog", *OBJECTS)
        self.judge("discard.ld")


USES = {"--print-data": Place.data, "--print-plugin": Place.plugin,
        "--print-wrap": Place.wrapper}


def places_cases(run):
    """Each --print option of an installation that was moved to a directory
    with a space in its name: the place that it prints is the new one, and what
    is there works, with no help from PATH."""
    name = "packages/places: "
    root = prepared(run, name + "all", ["gcc"])
    if root is None:
        return
    place = Place(run, root)
    place.do("gcc", "-O2", "-Wa,--gsframe", "-c", *FILES)
    if place.problems:
        run.unsupported(name + "all", "no compiler that writes .sframe")
        return
    options = re.findall(r"^ +(--print-\S+)", place.do(place.program,
                                                       "--help"), re.M)
    run.result(name + "the options", [] if set(options) == set(USES)
               else [f"{options}, but tests of {list(USES)}"])
    for option in sorted(set(options) & set(USES)):
        place.problems, place.said = [], ""
        if option == "--print-plugin" and not find(
                root, "sfmerge/sfmerge-plugin.so"):
            run.unsupported(name + option, "no plugin was built")
            continue
        if option == "--print-plugin" and run.lacks_proc(name + option):
            continue
        path = place.do(place.program, option).rstrip("\n")
        if not os.path.realpath(path).startswith(place.root + "/"):
            place.problems.append(f"{path} is not below {place.root}")
        else:
            USES[option](place, path)
        run.result(name + option, place.problems, place.said)
