# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The hooks for makepkg and Portage, with an installation that was moved to a
directory with a space in its name.  Their functions are called as the package
managers call them; makepkg itself builds a package where there is one, and
Portage is on no system that the tests know."""

import glob
import os
import shutil
import tarfile
import tempfile

import packages_install
from packages_install import write_files

SOURCE = "int main (void) { return 0; }\n"
# Of no function; synth leaves it alone.
DATA = "int data[4] = { 1, 2 };\n"
BUILD = """\
install -d "$1/usr/bin" "$1/usr/lib"
gcc -g -o "$1/usr/bin/hello" hello.c
ln "$1/usr/bin/hello" "$1/usr/bin/hello-too"
gcc -g -shared -fPIC -o "$1/usr/lib/libhello.so" hello.c
gcc -shared -fPIC -nostdlib -o "$1/usr/lib/libdata.so" data.c
gcc -c -o "$1/usr/lib/hello.o" hello.c
install -d "$1/usr/lib/debug/usr/bin"
cp "$1/usr/bin/hello" "$1/usr/lib/debug/usr/bin"
"""
DESCRIBED = ("usr/bin/hello", "usr/bin/hello-too", "usr/lib/libhello.so")
# The last is the whole program, which a package may have instead of its debug
# symbols alone.
LEFT = ("usr/lib/libdata.so", "usr/lib/hello.o", "usr/lib/debug/usr/bin/hello")
# What both managers do between the hooks.
STRIP = "strip usr/bin/hello usr/bin/hello-too usr/lib/*.so"
# The magic of a header becomes that of nothing.
SPOIL = r"sed -i 's/\xe2\xde\x03/\xe2\xdf\x03/' usr/lib/libhello.so"

# What makepkg's libraries define, as far as the hooks call it.
LIBRARIES = {
    "error.sh": "E_PACKAGE_FAILED=14\n",
    "message.sh": "msg2() { echo \"$@\"; }\nerror() { echo \"$@\" >&2; }\n"
                  "gettext() { echo \"$@\"; }\n",
    "option.sh": "check_option() { [[ $OPTION$2 == $1y ]]; }\n",
}
MAKEPKG = """\
declare -a packaging_options tidy_modify lint_package_functions
LIBRARY=$STUBS
source "$HOOKS/makepkg/tidy-sframe.sh"
source "$HOOKS/makepkg/lint-sframe.sh"
[[ ${packaging_options[*]} == sframe ]] || exit 20
[[ $ON == yes ]] && OPTION=sframe
cd "$TREE" && for step in ${tidy_modify[@]}; do $step; done
eval "$BETWEEN"
for step in ${lint_package_functions[@]}; do $step || exit 14; done
exit 0
"""
PORTAGE = """\
einfo() { echo "$@"; }
die() { echo "$@" >&2; exit 14; }
source "$HOOKS/portage/sframe.bashrc"
[[ $ON == yes ]] || SFRAME=no
D=$TREE MERGE_TYPE=source
post_src_install
cd "$TREE" && eval "$BETWEEN"
pre_pkg_preinst
exit 0
"""
PKGBUILD = """\
pkgname=hello
pkgver=1
pkgrel=1
pkgdesc=hello
arch=(x86_64 aarch64 s390x)
license=(none)
options=(%s)
package() {
  cd "$startdir"
  set -- "$pkgdir"
%s}
"""
CONFIG = """\
CARCH=$(uname -m)
CHOST=$CARCH-linux-gnu
BUILDENV=(!distcc color !ccache check !sign)
OPTIONS=(strip debug sframe)
INTEGRITY_CHECK=(sha256)
PKGEXT=.pkg.tar
SRCEXT=.src.tar
"""


class Hook:
    """A script that calls hooks."""

    def __init__(self, run, top, program, script):
        self.run, self.script, self.program = run, script, program
        self.hooks = os.path.join(top, "packaging")
        self.folder = run.path("hooks")
        self.tree = os.path.join(self.folder, "tree")
        write_files(os.path.join(self.folder, "util"), LIBRARIES)
        write_files(self.folder, {"hello.c": SOURCE, "data.c": DATA})

    def call(self, between=STRIP, on="yes", **settings):
        """Build the tree, and run the script on it; status and words."""
        shutil.rmtree(self.tree, ignore_errors=True)
        self.run.command(["sh", "-ec", BUILD, "sh", self.tree], self.folder)
        return self.run.command(
            ["env", "PATH=" + os.path.dirname(self.program) + ":"
             + os.environ["PATH"], "HOOKS=" + self.hooks, "ON=" + on,
             "STUBS=" + self.folder, "TREE=" + self.tree,
             "BETWEEN=" + between,
             *(f"{name}={value}" for name, value in settings.items()),
             "bash", "-c", self.script])

    def refused(self, problems, word, **how):
        """A call that must fail and say WORD."""
        status, text = self.call(**how)
        if status != 14 or word not in text:
            problems.append(f"{how}: status {status}: {text}")


def judge(run, tree, merged=True, reader="kernel"):
    """Problems with the files in TREE."""
    problems = []
    for names, wanted in ((DESCRIBED, merged), (LEFT, False)):
        for name in names:
            status, text = run.sfmerge("check", "--require", "--for=" + reader,
                                       os.path.join(tree, name))
            if (status == 0) != wanted:
                problems.append(f"{name}: status {status}: {text}")
    if not os.path.samefile(*(os.path.join(tree, name)
                              for name in DESCRIBED[:2])):
        problems.append("the hard link is gone")
    if run.command([os.path.join(tree, DESCRIBED[0])])[0]:
        problems.append("it does not run")
    return problems


def functions(hook, title):
    """The hooks' functions, in the order in which they are called."""
    run = hook.run
    status, text = hook.call()
    problems = [f"exit status {status}"] if status else judge(run, hook.tree)
    run.result(title + "what is shipped is right", problems, text)
    status, text = hook.call(SFRAME_FOR="glibc-2.43")
    problems = ([f"exit status {status}"] if status
                else judge(run, hook.tree, reader="glibc-2.43"))
    run.result(title + "for another reader", problems, text)
    status, text = hook.call(on="no")
    problems = ([f"exit status {status}"] if status
                else judge(run, hook.tree, merged=False))
    run.result(title + "it can be switched off", problems, text)
    problems = []
    hook.refused(problems, "neither .sframe nor an .eh_frame",
                 SFRAME_FLAGS="--require")
    hook.refused(problems, "not valid", between=SPOIL)
    hook.refused(problems, "no-such-reader", SFRAME_FOR="no-such-reader")
    run.result(title + "a failure ends the build", problems)


class Makepkg:
    """makepkg, with the hooks among its own."""

    def __init__(self, run, top, program):
        self.run = run
        self.folder = tempfile.mkdtemp(prefix="makepkg-")
        real = os.path.realpath(shutil.which("makepkg"))
        self.library = os.path.join(self.folder, "library")
        shutil.copytree(os.path.join(os.path.dirname(real),
                                     "../share/makepkg"), self.library)
        for mine, name in (("tidy-sframe.sh", "tidy/sframe.sh"),
                           ("lint-sframe.sh", "lint_package/sframe.sh")):
            shutil.copy(os.path.join(top, "packaging/makepkg", mine),
                        os.path.join(self.library, name))
        write_files(self.folder, {"hello.c": SOURCE, "data.c": DATA,
                            "makepkg.conf": CONFIG})
        self.env = ["env", "LIBRARY=" + self.library, "HOME=" + self.folder,
                    "PATH=" + os.path.dirname(program) + ":"
                    + os.environ["PATH"]]
        # It does not work as root.
        self.user = [] if os.geteuid() else [
            "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    def reaches(self, program):
        """Whether the user who builds can run PROGRAM."""
        return self.run.command([*self.user, "test", "-x", program])[0] == 0

    def build(self, options):
        """A package with OPTIONS; what is in it, status and words."""
        write_files(self.folder, {"PKGBUILD": PKGBUILD % (options, BUILD)})
        if self.user:
            for folder, _, names in os.walk(self.folder):
                for name in (".", *names):
                    os.chown(os.path.join(folder, name), 65534, 65534,
                             follow_symlinks=False)
        status, text = self.run.command(
            [*self.user, *self.env, "makepkg", "-d", "-f", "--nosign",
             "--config", os.path.join(self.folder, "makepkg.conf")],
            self.folder)
        out = os.path.join(self.folder, "unpacked")
        shutil.rmtree(out, ignore_errors=True)
        for package in glob.glob(os.path.join(self.folder, "hello-1-*.tar")):
            with tarfile.open(package) as file:
                file.extractall(out)
        return out, status, text


def with_makepkg(run, top, program):
    """A package by makepkg."""
    title = "packages/makepkg: "
    missing = [name for name in ("makepkg", "bsdtar", "fakeroot")
               if not shutil.which(name)]
    if missing:
        run.unsupported(title + "a package", "no " + missing[0])
        return
    maker = Makepkg(run, top, program)
    try:
        if not maker.reaches(program):
            run.unsupported(title + "a package",
                            "nobody may not run the program")
            return
        for options, merged in (("", True), ("!sframe", False)):
            out, status, text = maker.build(options)
            problems = [f"exit status {status}"] if status else judge(
                run, out, merged)
            run.result(title + ("a package" if merged
                                else "a package without it"), problems,
                       "\n".join(text.splitlines()[-12:]))
    finally:
        shutil.rmtree(maker.folder)


def all_cases(run, top):
    """The functions of both, and makepkg."""
    root = packages_install.prepared(run, "packages/makepkg",
                                     ("gcc", "bash", "readelf", "strip"))
    if root is None:
        return
    program = packages_install.find(root, "bin/sfmerge")
    for name, script in (("makepkg", MAKEPKG), ("Portage", PORTAGE)):
        functions(Hook(run, top, program, script),
                  f"packages/{name}: its functions: ")
    with_makepkg(run, top, program)
