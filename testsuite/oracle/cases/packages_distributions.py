# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Packages that debhelper and rpmbuild make: what they ship has .sframe that
is right, and their debug symbols are of what they ship."""

import glob
import os
import re
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
DEBHELPER_SPOIL = """
override_dh_strip:
\tdh_strip
\tsed -i 's/\\xe2\\xde\\x03/\\xe2\\xdf\\x03/' debian/hello/usr/lib/hello/*.so
"""
DEBHELPER_FILES = {"hello.c": PROGRAM, "data.c": "int data[4] = { 1, 2 };\n",
                   "Makefile": MAKEFILE, "debian/control": CONTROL,
                   "debian/changelog": CHANGELOG, "debian/rules": RULES,
                   "debian/source/format": "1.0\n"}
SHIPPED = ("usr/bin/hello", "usr/bin/hello-too", "usr/lib/hello/libhello.so")


def write_package(folder):
    """The source package."""
    shutil.rmtree(folder, ignore_errors=True)
    packages_install.write_files(folder, DEBHELPER_FILES)
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


def debhelper_judge_debug(run, folder, shipped):
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


def debhelper_cases(run, top):
    """A small Debian package, built by `dh --with sframe` of the source tree:
    what it ships has .sframe that is right, its debug symbols fit, its hard
    links stay, and DEB_BUILD_OPTIONS=nosframe leaves it alone."""
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
                   debhelper_judge_debug(run, folder, shipped), text)
    write_package(folder)
    with open(os.path.join(folder, "debian/rules"), "a",
              encoding="ascii") as file:
        file.write(DEBHELPER_SPOIL)
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


SPEC = """\
Name: hello
Version: 1
Release: 1
Summary: hello
License: none
Source0: hello.c
Source1: tree.cc
Source2: data.c
%{?sframe_package}

%description
hello

# Some systems make the package of debug symbols without being asked.
%{!?_enable_debug_packages:%debug_package}

%prep
%setup -q -c -T
cp %{SOURCE0} %{SOURCE1} %{SOURCE2} .

%build
gcc -g -O2 -Wl,--build-id -o hello hello.c
g++ -g -O2 -Wl,--build-id -fPIC -shared -o libtree.so tree.cc
gcc -O2 -Wl,--build-id -fPIC -shared -nostdlib -o libdata.so data.c

%install
install -D hello %{buildroot}/usr/bin/hello
ln %{buildroot}/usr/bin/hello %{buildroot}/usr/bin/hello-too
install -D -t %{buildroot}/usr/lib libtree.so libdata.so

%files
/usr/bin/hello*
/usr/lib/lib*.so
"""
# The version of SFrame in a header becomes none that there is.
RPM_SPOIL = r"""sed -i 's/\xe2\xde\x03/\xe2\xdf\x03/' \
  "$RPM_BUILD_ROOT/usr/lib/libtree.so"
"""
RPM_FILES = {
    "hello.c": "static __attribute__ ((noinline)) int twice (int x)\n"
               "{ return x * 2; }\n"
               "int main (int argc, char **argv)\n"
               "{ (void) argv; return twice (argc) != 2; }\n",
    "tree.cc": "#include <string>\n"
               "std::string tree (int x) { return std::to_string (x); }\n",
    "data.c": "int data[4] = { 1, 2 };\n",
    "hello.spec": SPEC, "spoil.sh": RPM_SPOIL,
}
DESCRIBED = ("usr/bin/hello", "usr/bin/hello-too", "usr/lib/libtree.so")
NEEDED = ("rpmbuild", "find-debuginfo", "eu-strip", "cpio", "g++", "readelf")


class Package:
    """The package, and builds of it."""

    def __init__(self, run, top, program):
        self.run, self.program = run, program
        self.top = os.path.join(os.path.abspath(top), "packaging/rpm")
        self.folder = run.path("rpm")
        packages_install.write_files(self.folder, RPM_FILES)

    def build(self, *options):
        """Build it; the directory of what it ships, the status, and what was
        said."""
        out = os.path.join(self.folder, "out")
        shutil.rmtree(out, ignore_errors=True)
        status, text = self.run.command(
            ["env", "SFMERGE=" + self.program, "HOME=" + self.folder,
             "rpmbuild", "-ba", "--nodeps", "--noclean",
             "--load=" + os.path.join(self.top, "macros.sframe"),
             "--define", "_topdir " + out,
             "--define", "_sourcedir " + self.folder,
             "--define", "__brp_sframe " + os.path.join(self.top,
                                                        "brp-sframe"),
             *options, os.path.join(self.folder, "hello.spec")],
            self.folder)
        roots = os.path.join(out, "BUILDROOT")
        names = os.listdir(roots) if os.path.isdir(roots) else []
        return os.path.join(roots, *names[:1]), status, text

    def result(self, name, problems, text):
        """The result NAME, and the end of what was said."""
        self.run.result("packages/rpm: " + name, problems,
                        "\n".join(text.splitlines()[-12:]))


def judge(run, root, merged):
    """Problems with what is shipped, in ROOT."""
    problems = []
    for name in DESCRIBED:
        status, text = run.sfmerge("check", "--require", "--for=kernel",
                                   os.path.join(root, name))
        if (status == 0) != merged:
            problems.append(f"{name}: status {status}: {text}")
    if not os.path.samefile(*(os.path.join(root, name)
                              for name in DESCRIBED[:2])):
        problems.append("the hard link is gone")
    if run.command([os.path.join(root, DESCRIBED[0])])[0]:
        problems.append("it does not run")
    return problems


def rpm_judge_debug(root):
    """Problems with the debug symbols in ROOT, which are of what is shipped by
    its build-id, and have the header of its .sframe."""
    problems = []
    for name in DESCRIBED[1:]:
        folder, base = os.path.split(os.path.join(root, "usr/lib/debug", name))
        found = [entry for entry in os.listdir(folder)
                 if entry.startswith(base) and entry.endswith(".debug")]
        if not found and name.endswith("-too"):
            continue
        if not found:
            problems.append(f"{name}: no debug symbols")
        elif build_id(os.path.join(folder, found[0])) != build_id(
                os.path.join(root, name)):
            problems.append(f"{name}: debug symbols of another build-id")
    return problems


def version(run, top):
    """The spec file of sfmerge is of this version."""
    with open(os.path.join(top, "packaging/rpm/sfmerge.spec"),
              encoding="ascii") as file:
        mine = re.search(r"^Version: (.*)$", file.read(), re.M).group(1)
    said = run.sfmerge("--version")[1].split()[1]
    run.result("packages/rpm: the version of the spec file",
               [] if mine == said else [f"{mine}, sfmerge is {said}"])


def rpm_cases(run, top):
    """The macros for RPM and brp-sframe, in a small package that rpmbuild
    builds: what it ships has .sframe that is right, its debug symbols are of
    what it ships, and --without sframe leaves it alone."""
    if run.wanted("packages/rpm"):
        version(run, top)
    root = packages_install.prepared(run, "packages/rpm", NEEDED)
    if root is None:
        return
    package = Package(run, top, packages_install.find(root, "bin/sfmerge"))
    root, status, text = package.build()
    problems = [f"exit status {status}"] if status else judge(run, root, True)
    package.result("what is shipped is right", problems, text)
    if status == 0:
        package.result("debug symbols fit", rpm_judge_debug(root), text)
    root, status, text = package.build("--without", "sframe")
    package.result("--without sframe leaves it alone",
                   [f"exit status {status}"] if status
                   else judge(run, root, False), text)
    _, status, text = package.build("--define", "_sframe_for nobody")
    package.result("an unknown reader fails the build",
                   [] if status and "nobody" in text
                   else [f"exit status {status}"], text)
    _, status, text = package.build(
        "--define", "__arch_install_post sh "
        + os.path.join(package.folder, "spoil.sh"))
    package.result("a bad table fails the build",
                   [] if status and "not valid" in text
                   else [f"exit status {status}"], text)
