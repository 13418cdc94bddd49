# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""A small Debian package, built by `dh --with sframe` of the source tree: what
it ships has .sframe that is right, its debug symbols fit, its hard links stay,
and DEB_BUILD_OPTIONS=nosframe leaves it alone."""

import glob
import os
import shutil
import subprocess

import elf
import packages_install

PROGRAM = """
#include <stdio.h>
static __attribute__ ((noinline)) int twice (int x) { return x * 2; }
int main (int argc, char **argv) { (void) argv;
  return printf ("%d\\n", twice (argc)) < 0; }
"""
# A library without functions has nothing to describe.
MAKEFILE = """
all: hello libhello.so libdata.so
hello: hello.c
\t$(CC) -g -O2 $(LDFLAGS) -o $@ $<
libhello.so: hello.c
\t$(CC) -g -O2 -shared -fPIC $(LDFLAGS) -o $@ $<
libdata.so: data.c
\t$(CC) -g -O2 -shared -fPIC -nostdlib $(LDFLAGS) -o $@ $<
install: all
\tinstall -D hello $(DESTDIR)/usr/bin/hello
\tln $(DESTDIR)/usr/bin/hello $(DESTDIR)/usr/bin/hello-too
\tinstall -D -m 644 libhello.so $(DESTDIR)/usr/lib/hello/libhello.so
\tinstall -m 644 libdata.so $(DESTDIR)/usr/lib/hello
clean:
\trm -f hello libhello.so libdata.so
"""
CONTROL = """Source: hello
Section: misc
Priority: optional
Maintainer: Nobody <nobody@example.org>
Build-Depends: debhelper-compat (= 13)
Standards-Version: 4.6.2
Rules-Requires-Root: no

Package: hello
Architecture: any
Description: a program
 A program.
"""
CHANGELOG = """hello (1) unstable; urgency=medium

  * A program.

 -- Nobody <nobody@example.org>  Wed, 25 Nov 2026 12:00:00 +0000
"""
RULES = "#!/usr/bin/make -f\n%:\n\tdh $@ --with sframe\n"
# The magic of a header becomes that of nothing.
SPOIL = """
override_dh_strip:
\tdh_strip
\tsed -i 's/\\xe2\\xde\\x03/\\xe2\\xdf\\x03/' debian/hello/usr/lib/hello/*.so
"""
FILES = {"hello.c": PROGRAM, "data.c": "int data[4] = { 1, 2 };\n",
         "Makefile": MAKEFILE, "debian/control": CONTROL,
         "debian/changelog": CHANGELOG, "debian/rules": RULES,
         "debian/source/format": "1.0\n"}
SHIPPED = ("usr/bin/hello", "usr/bin/hello-too", "usr/lib/hello/libhello.so")


def write_package(folder):
    """The source package."""
    shutil.rmtree(folder, ignore_errors=True)
    packages_install.write_files(folder, FILES)
    os.chmod(os.path.join(folder, "debian/rules"), 0o755)


def add_on(run, top):
    """The add-on as it is installed, below a directory; its environment."""
    folder = run.path("add-on")
    shutil.rmtree(folder, ignore_errors=True)
    source = os.path.join(top, "packaging/debhelper")
    sequence = os.path.join(folder, "Debian/Debhelper/Sequence")
    os.makedirs(sequence)
    shutil.copy(os.path.join(source, "sframe.pm"), sequence)
    shutil.copy(os.path.join(source, "dh_sframe"), folder)
    os.symlink("dh_sframe", os.path.join(folder, "dh_sframe_check"))
    # The suite may run inside of the build of another package.
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("DEB_", "DH_", "MAKE", "MFLAGS"))}
    environment.update(PATH=folder + ":" + os.environ["PATH"],
                       PERL5LIB=folder, SFMERGE=run.tool)
    return environment


def build(folder, environment, options):
    """Build the package with DEB_BUILD_OPTIONS; the status and what was
    said."""
    done = subprocess.run(
        ["dpkg-buildpackage", "-us", "-uc", "-b", "-d"], cwd=folder,
        env={**environment, "DEB_BUILD_OPTIONS": options},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode(errors="replace")


def build_id(path):
    """The build-id of the file at PATH."""
    image = elf.Elf(path)
    notes = image.named(".note.gnu.build-id")
    return bytes(image.bytes_of(notes[0])) if notes else None


def judge_shipped(run, shipped):
    """Problems with the files of the package."""
    problems = []
    for name in SHIPPED:
        path = os.path.join(shipped, name)
        status, text = run.sfmerge("check", "--require", "--for=kernel",
                                   "--min-coverage=99", path)
        if status:
            problems.append(f"{name}: {text}")
    one, two = (os.stat(os.path.join(shipped, name)).st_ino
                for name in SHIPPED[:2])
    if one != two:
        problems.append("the hard link is gone")
    status, text = run.command([os.path.join(shipped, SHIPPED[0]), "x"])
    if status or text.strip() != "4":
        problems.append(f"it does not run: {status}, {text}")
    return problems


def judge_debug(run, folder, shipped):
    """Problems with the package of debug symbols."""
    packages = glob.glob(os.path.join(os.path.dirname(folder),
                                      "hello-dbgsym_1_*deb"))
    if not packages:
        return ["no debug symbols"]
    out = run.path("debug")
    shutil.rmtree(out, ignore_errors=True)
    run.command(["dpkg-deb", "-x", packages[0], out])
    problems = []
    for name in SHIPPED[1:]:
        note = build_id(os.path.join(shipped, name))
        number = note[16:].hex() if note else ""
        debug = os.path.join(out, "usr/lib/debug/.build-id", number[:2],
                             number[2:] + ".debug")
        if not os.path.exists(debug):
            problems.append(f"{name}: no debug file of its build-id")
        elif build_id(debug) != note:
            problems.append(f"{name}: the debug file has another build-id")
    return problems


def all_cases(run, top):
    """The package, with and without."""
    if not run.wanted("packages/debhelper"):
        return
    absent = [name for name in ("dh", "dpkg-buildpackage", "gcc", "perl")
              if not shutil.which(name)]
    if absent:
        run.unsupported("packages/debhelper", f"no {absent[0]}")
        return
    environment = add_on(run, top)
    folder = os.path.join(run.path("package"), "hello")
    shipped = os.path.join(folder, "debian/hello")
    write_package(folder)
    status, text = build(folder, environment, "")
    problems = [f"exit status {status}"] if status else []
    run.result("packages/debhelper: the package is built", problems, text)
    if not problems:
        run.result("packages/debhelper: what is shipped is right",
                   judge_shipped(run, shipped), text)
        run.result("packages/debhelper: debug symbols fit",
                   judge_debug(run, folder, shipped), text)
    write_package(folder)
    with open(os.path.join(folder, "debian/rules"), "a",
              encoding="ascii") as file:
        file.write(SPOIL)
    status, text = build(folder, environment, "")
    run.result("packages/debhelper: a bad table fails the build",
               [] if status and "not valid" in text
               else [f"exit status {status}"], text)
    write_package(folder)
    status, text = build(folder, environment, "nosframe")
    problems = [f"exit status {status}"] if status else []
    for name in SHIPPED if not status else ():
        if not run.sfmerge("check", "--require",
                           os.path.join(shipped, name))[0]:
            problems.append(f"{name} has .sframe")
    run.result("packages/debhelper: nosframe leaves it alone", problems, text)
