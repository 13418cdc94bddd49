# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The macros for RPM and brp-sframe, in a small package that rpmbuild builds:
what it ships has .sframe that is right, its debug symbols are of what it
ships, and --without sframe leaves it alone."""

import os
import re
import shutil

import packages_install
from packages_debhelper import build_id

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
SPOIL = r"""sed -i 's/\xe2\xde\x03/\xe2\xdf\x03/' \
  "$RPM_BUILD_ROOT/usr/lib/libtree.so"
"""
FILES = {
    "hello.c": "static __attribute__ ((noinline)) int twice (int x)\n"
               "{ return x * 2; }\n"
               "int main (int argc, char **argv)\n"
               "{ (void) argv; return twice (argc) != 2; }\n",
    "tree.cc": "#include <string>\n"
               "std::string tree (int x) { return std::to_string (x); }\n",
    "data.c": "int data[4] = { 1, 2 };\n",
    "hello.spec": SPEC, "spoil.sh": SPOIL,
}
DESCRIBED = ("usr/bin/hello", "usr/bin/hello-too", "usr/lib/libtree.so")
NEEDED = ("rpmbuild", "find-debuginfo", "eu-strip", "cpio", "g++", "readelf")


class Package:
    """The package, and builds of it."""

    def __init__(self, run, top, program):
        self.run, self.program = run, program
        self.top = os.path.join(os.path.abspath(top), "packaging/rpm")
        self.folder = run.path("rpm")
        packages_install.write_files(self.folder, FILES)

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


def judge_debug(root):
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


def all_cases(run, top):
    """The package, with and without."""
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
        package.result("debug symbols fit", judge_debug(root), text)
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
