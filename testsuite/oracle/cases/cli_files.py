# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Names of files in what is said, advice that has them, and "-" in their
place."""

import json
import os
import re
import shutil
import subprocess

import commands
import disk
import dump_write
import terminal
from unseen import escaped, is_unseen

# One of each kind: C0, C1, bidirectional, separators, zero width, a mark of
# byte order, a variation selector, a tag, no character.
ODD = "\x1b\x7f\x85\x9b\xad\u061c\u200b\u200d\u200e\u200f\u2028\u2029" \
    "\u202a\u202e\u2060\u2066\u2069\ufeff\ufe0f\U000e0041\ufdd0\uffff"
SEEN = "gr\u00fc\u00df \u65e5\u672c \U0001f600"


def every(tool):
    """All code points, in names of files that do not exist."""
    codes = [code for code in range(1, 0x110000)
             if not 0xD800 <= code < 0xE000 and chr(code) != "/"]
    size, problems = 1000, []
    for at in range(0, len(codes), 300 * size):
        parts = [codes[i:i + size]
                 for i in range(at, min(at + 300 * size, len(codes)), size)]
        names = ["/x" + "".join(map(chr, part)) for part in parts]
        status, _, said = commands.run(tool, "dump", *names)
        lines = said.split("\n")
        if status != 2 or len(lines) != len(names) + 1:
            return [f"status {status}, {len(lines) - 1} lines, not "
                    f"{len(names)}"]
        for part, line in zip(parts, lines):
            where = len("sfmerge: /x")
            for code in part:
                have, wanted = chr(code), is_unseen(code)
                if not line.startswith(have, where):
                    have = escaped(have)
                if not line.startswith(have, where) or (
                        wanted is not None and wanted == (len(have) == 1)):
                    problems.append(f"U+{code:04X}: {line[where:][:20]!a}")
                where += len(have)
    return problems


def image(name):
    """An image with one function, NAME."""
    functions = dump_write.functions(7, 3, 3, 1)
    return dump_write.image(
        3, dump_write.encode(3, 3, 5, functions),
        [(name, functions[0].addr, functions[0].size)])


def commands_of(tool, folder):
    """The names in what commands print as text, JSON and HTML."""
    name = "f" + ODD + SEEN
    folder = os.path.join(folder, "names")
    os.mkdir(folder)
    path = os.path.join(folder, name)
    disk.write(path, image(name))
    disk.write(os.path.join(folder, "other"), image("other"))
    want = "f" + escaped(ODD) + SEEN
    problems = []
    lines = [("dump", name), ("dump", "-C", name), ("dump", "--json", name),
             ("dump", "-C", "--json", name), ("check", name), ("check", "-v", name), ("check", "--json", name),
             ("check", "-r", "--json", "."), ("check", "-rv", "."),
             ("check", "-r", "--html=report", "."),
             ("diff", "other", name), ("diff", "--json", "other", name),
             ("repair", "-nv", name), ("repair", "-n", "--json", name),
             ("synth", "-o", "no/out", "-v", name),
             ("strip", "-n", "--json", name), ("dump", name + "/"),
             ("no " + name,), ("dump", "--no-" + name)]
    for line in lines:
        _, out, said = commands.run(tool, *line, cwd=folder)
        text = out + said
        if "-C" in line and "built without libbfd" in text:
            continue
        if "--json" in line:
            text += str(json.loads(out))
        if line[-2:-1] == ("--html=report",):
            for page in sorted(os.listdir(os.path.join(folder, "report"))):
                text += disk.text(os.path.join(folder, "report", page))
            shutil.rmtree(os.path.join(folder, "report"))
        problems += [f"{line[:2]}: U+{ord(c):04X}"
                     for c in sorted(set(text) - {"\n"})
                     if is_unseen(ord(c))]
        if want not in text.replace("\\\\", "\\"):
            problems.append(f"{line[:2]}: not {want}: {text[:200]!a}")
    return problems


def names_cases(run):
    """Names of files and functions: what is not seen is escaped wherever they
    are printed, and what is seen never."""
    name = "cli/names: every character is seen or escaped"
    if run.wanted(name):
        run.result(name, every(run.tool))
    name = "cli/names: in text, JSON and HTML"
    if run.wanted(name):
        run.result(name, commands_of(run.tool, run.folder))


NAMES = (b"plain", b"with space", b"it's", b"$HOME", b"`x`", b"-i", b"@list",
         b"a\nb", b"\xff\xfe", "ä".encode(), b"*", b"\\", b"!1", b"a;b",
         b"~", b"#x", b"tab\t'q'")
# (the file to copy, what spoils it, the consumer)
SUBJECTS = (("im.age", ("convert", "--to=v2"), "kernel"),
            ("in.o", ("convert", "--to=v2"), "ld-2.46"),
            ("in.a", ("convert", "--to=v2"), "ld-2.46"))


def advice(run, folder, name, consumer, *more):
    """The commands that check names for the file NAME."""
    done = subprocess.run(
        [run.tool, "check", f"--for={consumer}", *more, "--", name],
        cwd=folder, check=False, stdin=subprocess.DEVNULL, capture_output=True,
        timeout=60)
    return re.findall(rb"^    fixed by: (.*)$", done.stdout, re.MULTILINE), \
        done.stdout + done.stderr


def followed(run, folder, name, consumer, *more):
    """Follow what is said of NAME."""
    said, text = advice(run, folder, name, consumer, *more)
    if len(said) != 1 or re.search(rb"[^ -~]", said[0]):
        return [f"{name}: {consumer}: advice {said}: {text}"]
    done = subprocess.run(
        ["bash", "-c", said[0]], cwd=folder, check=False, timeout=60,
        stdin=subprocess.DEVNULL, capture_output=True,
        env={**os.environ, "HOME": "/", "PATH": os.path.dirname(run.tool)
             + ":" + os.environ["PATH"]})
    after, text = advice(run, folder, name, consumer, *more)
    if done.returncode or after or f"  {consumer}: usable\n".encode() not in \
            text:
        return [f"{said[0]}: {done.returncode} {done.stderr}: {text}"]
    return []


def copied(run, folder):
    """Files of every kind, under every name."""
    made(folder, run.tool)
    problems = []
    for source, spoiled, consumer in SUBJECTS:
        subprocess.run([run.tool, *spoiled, "-q", "-i", source], cwd=folder,
                       check=True, timeout=60)
        for name in NAMES:
            path = os.path.join(os.fsencode(folder), name)
            shutil.copy(os.path.join(os.fsencode(folder), source.encode()),
                        path)
            problems += followed(run, folder, name, consumer)
            os.remove(path)
    return problems


def linked(run, folder):
    """What is lost comes from objects, which the user has named."""
    made(folder, run.tool)
    image = os.path.join(folder, "an image")
    data = bytearray(disk.read(os.path.join(folder, "im.age")))
    # More functions than there are.
    data[data.index(b"\xe2\xde\x03") + 10] = 9
    disk.write(image, data)
    os.rename(os.path.join(folder, "in.o"), os.path.join(folder, "it's.o"))
    return followed(run, folder, b"an image", "kernel", "--against=it's.o")


def advice_cases(run):
    """What check says fixes a file can be copied: run by a shell as it is
    printed, whatever the file is called, it lets check say "usable"."""
    missing = [tool for tool in ("as", "ld", "ar", "bash")
               if not shutil.which(tool)]
    for case in copied, linked:
        name = f"cli/advice: what check says, followed, {case.__name__}"
        if not run.wanted(name):
            continue
        if missing or os.uname().machine != "x86_64":
            run.unsupported(name, "no x86-64 binutils")
            continue
        folder = os.path.join(run.folder, "advice." + case.__name__)
        os.makedirs(folder)
        run.result(name, case(run, folder))


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
    bare = os.path.join(check.folder, "bare")
    for args in (["synth", "-q", "-o", "-", bare],
                 ["synth", "-q", "-o", "/dev/stdout", bare],
                 ["dump", "--format=rows", os.path.join(check.folder, "im.age")]):
        text, _ = terminal.watch([check.tool, *args], env=env)
        if "is a terminal" not in text or "\x7fELF" in text:
            check.problems.append(f"a terminal: {text[:200]}")


def standard_cases(run):
    """"-" for standard input and output: the same bytes as with files, and
    refused where it cannot be."""
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
