# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
""""-" for standard input and output: the same bytes as with files, and refused
where it cannot be."""

import os
import shutil
import subprocess

import disk
import terminal

SOURCE = """\t.globl _start
_start:
\t.cfi_startproc
\tpush %rbx
\t.cfi_adjust_cfa_offset 8
\tpop %rbx
\t.cfi_adjust_cfa_offset -8
\tret
\t.cfi_endproc
"""
WRITERS = (("repair",), ("convert", "--to=v2"), ("synth",), ("strip",))
REFUSED = (
    (("repair", "-i", "-"), "replaced (-i)"),
    (("synth", "-n", "-"), "replaced (-n without -o)"),
    (("synth", "-r", "-n", "-"), "a directory (-r)"),
    (("check", "-r", "-"), "a directory (-r)"),
    (("diff", "-r", "-", "."), "a directory (-r)"),
    (("check", "--html=-", "im.age"), "a directory"),
    (("crt", "-o", "-", "--strip"), "a directory"),
    (("crt", "-o", "out", "--strip", "-"), "a directory"),
    (("link", "-i", "-", "in.o"), "replaced (-i)"),
    (("strip", "--json", "-o", "-", "im.age"), "for both the file and JSON"),
    (("reserve", "--json", "-o", "-", "in.o"), "for both the file and JSON"))


def made(folder, tool):
    """Make the inputs in FOLDER: an object, an image, an archive."""
    disk.write(os.path.join(folder, "in.s"), SOURCE)
    for args in (["as", "--64", "-o", "in.o", "in.s"],
                 ["ld", "-m", "elf_x86_64", "--eh-frame-hdr", "-o", "bare",
                  "in.o"],
                 [tool, "synth", "-q", "-i", "in.o"],
                 [tool, "synth", "-q", "-o", "im.age", "bare"],
                 ["ar", "rc", "in.a", "in.o"]):
        subprocess.run(args, check=True, cwd=folder, timeout=60)
    os.remove(os.path.join(folder, "in.s"))


class Standard:
    """sfmerge in a directory that must not change."""

    def __init__(self, tool, folder):
        self.tool, self.folder = tool, folder
        self.problems = []
        made(folder, tool)
        self.names = sorted(os.listdir(folder))

    def data(self, name):
        """The bytes of file NAME."""
        return disk.read(os.path.join(self.folder, name))

    def run(self, *args, data=None, file=None):
        """Run it with DATA in a pipe, or with FILE, as standard input."""
        how = {"stdin": subprocess.DEVNULL} if data is None else {"input": data}
        if file is not None:
            with open(os.path.join(self.folder, file), "rb") as opened:
                return subprocess.run(
                    [self.tool, *args], check=False, cwd=self.folder,
                    timeout=60, stdin=opened, capture_output=True)
        return subprocess.run([self.tool, *args], check=False, timeout=60,
                              cwd=self.folder, capture_output=True, **how)

    def same(self, what, done, wanted):
        """DONE succeeded and wrote WANTED."""
        if done.returncode != 0 or done.stdout != wanted:
            self.problems.append(f"{what}: status {done.returncode}, "
                                 f"{len(done.stdout)} bytes: {done.stderr}")

    def kept(self, what, *args):
        """What the command ARGS with -o FILE write."""
        done = self.run(*args[:-1], "-o", "out", args[-1])
        path = os.path.join(self.folder, "out")
        data = self.data("out") if os.path.exists(path) else None
        if done.returncode != 0 or data is None:
            self.problems.append(f"{what}: {done.stderr}")
            return b""
        os.remove(path)
        return data

    def end(self):
        """No file came, and none is called "-"."""
        left = sorted(os.listdir(self.folder))
        if left != self.names:
            self.problems.append(f"files: {left}")
        return self.problems


def written(check):
    """Commands that write, with a pipe or a file on either side."""
    for args in WRITERS:
        for name in ("im.age", "in.o", "in.a"):
            wanted = check.kept(args, *args, name)
            for what, done in (
                    ("output", check.run(*args, "-o", "-", name)),
                    ("both", check.run(*args, "-o", "-", "-",
                                       data=check.data(name))),
                    ("file", check.run(*args, "-o", "-", "-", file=name))):
                check.same((args, name, what), done, wanted)
    wanted = check.kept("link", "link", "im.age", "in.o")
    image, inputs = check.data("im.age"), check.data("in.o")
    check.same("link output", check.run("link", "-o", "-", "im.age", "in.o"),
               wanted)
    check.same("link IMAGE", check.run("link", "-o", "-", "-", "in.o",
                                       data=image), wanted)
    check.same("link INPUT", check.run("link", "-o", "-", "im.age", "-",
                                       data=inputs), wanted)
    check.same("reserve", check.run("reserve", "-o", "-", "-", data=inputs),
               check.kept("reserve", "reserve", "in.o"))


def shown(check):
    """Commands that only read."""
    for args in (("check", "--for=all"), ("dump",), ("dump", "--json")):
        for name in ("im.age", "in.o"):
            wanted = check.run(*args, name).stdout
            # It is no file that a command could fix.
            wanted = wanted.replace(b"-i " + name.encode(), b"-i FILE")
            wanted = wanted.replace(name.encode(), b"/dev/stdin")
            check.same(args, check.run(*args, "-", data=check.data(name)),
                       wanted)
            check.same(args, check.run(*args, "-", file=name), wanted)
    check.same("diff", check.run("diff", "-q", "im.age", "-",
                                 data=check.data("im.age")), b"")


def refused(check):
    """Where "-" cannot be."""
    for args, why in REFUSED:
        done = check.run(*args, data=check.data("im.age"))
        if done.returncode != 2 or f"('-') cannot be {why}" not in \
                done.stderr.decode():
            check.problems.append(f"{args}: {done}")
    done = check.run("synth", "-o", "-", "-", data=b"no ELF file")
    if done.returncode == 0 or done.stdout or b"/dev/stdin: " not in \
            done.stderr:
        check.problems.append(f"a failure: {done}")
    # A stream without an end, and a limit that lets it not be read for long.
    done = subprocess.run(
        ["sh", "-c", 'ulimit -f 64; exec "$1" dump - </dev/zero', "sh",
         check.tool], check=False, timeout=60, capture_output=True)
    if done.returncode != 2 or b"File too large" not in done.stderr:
        check.problems.append(f"too much: {done}")


def to_terminal(check):
    """A terminal gets no file."""
    env = dict(os.environ, NO_COLOR="1")
    for output in ("-", "/dev/stdout"):
        text, _ = terminal.watch(
            [check.tool, "synth", "-q", "-o", output,
             os.path.join(check.folder, "bare")], env=env)
        if "is a terminal" not in text or "\x7fELF" in text:
            check.problems.append(f"a terminal: {text[:200]}")


def cases(run):
    """Run all."""
    missing = [name for name in ("as", "ld", "ar") if not shutil.which(name)]
    for name, case in (("written", written), ("shown", shown),
                       ("refused", refused), ("terminal", to_terminal)):
        name = "cli/standard: " + name
        if not run.wanted(name):
            continue
        # /dev/stdin and /dev/stdout are in /proc.
        if case is not refused and run.lacks_proc(name):
            continue
        if case is to_terminal and terminal.lacks(run, name):
            continue
        if missing or os.uname().machine != "x86_64":
            run.unsupported(name, "no x86-64 binutils")
            continue
        folder = os.path.join(run.folder, name.replace(": ", ".")[4:])
        os.makedirs(folder)
        check = Standard(run.tool, folder)
        case(check)
        run.result(name, check.end())
