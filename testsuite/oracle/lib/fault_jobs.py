# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Commands that are disturbed, and the files that they work on."""

import errno
import lzma
import os
import signal

import disk
import fault_run

SOURCES = {
    "one.c": """
int g (int);
int f (int x) { return g (x) + 1; }
int h (int x) { return g (g (x)) * f (x); }
__attribute__ ((section (".text.q"))) int q (int x) { return g (x) + 3; }
""",
    "two.c": """
int f (int);
int g (int x) { return x > 0 ? f (x - 1) + 2 : x; }
""",
    "mangled.c": """
int _Z1fv (void) { return 1; }
int _Z1gv (void) { return 2; }
"""}
ID = "-Wl,--build-id=0x0123456789abcdef"
SHARED = ["-shared", "-nostdlib", ID]
# Functions of the large image, enough for several threads to share them.
MANY = 9000


class Job:
    """A command, and what is in its directory."""

    def __init__(self, name, command, files, links=None, **more):
        self.name, self.command = name, command
        self.files, self.links = files, links or {}
        self.wrapped = more.get("wrapped", False)
        # What it changes was just made, and may be gone.
        self.fresh = more.get("fresh", self.wrapped)
        # Either all files change or none.
        self.together = more.get("together", False)
        # Threads run side by side, so two processors are needed.
        self.processors = more.get("processors", 1)
        self.env = more.get("env", {})
        # A page that is not the expected one may say what could not be read.
        self.report = more.get("report", False)

    def group(self):
        """The column of the table."""
        return self.name.split()[0]

    def argv(self, tool, wrap):
        """The whole command line."""
        return [wrap if self.wrapped else tool, *self.command]

    def bed(self, room):
        """A directory for it in ROOM."""
        return fault_run.Bed(room, self.files, self.links)

    def in_place(self):
        """Whether it rewrites its inputs."""
        return "-i" in self.command

    def side_by_side(self):
        """Whether it runs several processes at a time."""
        return "-j2" in self.command


class Inputs:
    """The files, made once; `missing` says what they cannot be made with."""

    def __init__(self, run, cc):
        self.run, self.cc = run, cc
        self.folder = run.path("inputs")
        self.missing = None
        os.makedirs(self.folder, exist_ok=True)
        for name, text in SOURCES.items():
            self.write(name, text)
        self.write("many.c", "".join(
            f"int f{i} (int x) {{ return x + {i}; }}\n" for i in range(MANY)))
        compiler = [cc, "-O1", "-fPIC", "-fno-stack-protector", "-c"]
        for name in ("one", "two", "mangled"):
            self.make(*compiler, "-o", f"bare-{name}.o", f"{name}.c")
            self.make(*compiler, "-Wa,--gsframe", "-o", f"{name}.o",
                      f"{name}.c")
        self.make(*compiler, "-o", "many.o", "many.c")
        self.make(cc, *SHARED, "-fuse-ld=gold", "-Wl,-Map=map", "-o", "image",
                  "one.o", "two.o")
        self.make(cc, *SHARED, "-o", "bare", "bare-one.o", "bare-two.o")
        self.make(cc, *SHARED, "-Wl,--no-eh-frame-hdr", "-o", "untabled",
                  "bare-one.o", "bare-two.o")
        self.make(cc, *SHARED, "-o", "many", "many.o")
        self.make("ld.gold", "-r", "-o", "both.o", "one.o", "two.o")
        self.make("ar", "rcsD", "both.a", "both.o")
        self.make("ar", "rcsD", "lib.a", "one.o", "two.o")
        self.make("ar", "rcsD", "bare.a", "bare-one.o", "bare-two.o")
        self.make(run.tool, "link", "--quiet", "-o", "merged", "image",
                  "one.o", "two.o")
        self.make(run.tool, "synth", "--quiet", "-o", "large", "many")

    def write(self, name, text):
        """A source file."""
        disk.write(os.path.join(self.folder, name), text)

    def make(self, *command):
        """Run COMMAND unless an earlier one failed."""
        if self.missing is None:
            status, text = self.run.command(list(command), self.folder)
            if status:
                print(text)
                self.missing = f"{command[0]} cannot make {command[-1]}"

    def read(self, *names):
        """{name: bytes}."""
        found = {}
        for name in names:
            found[name] = disk.read(os.path.join(self.folder, name))
        return found


def written(name, command, files, inputs, stale=True, **more):
    """COMMAND to a new file, and over an old one."""
    jobs = [Job(f"{name} -o", [*command[:1], "-o", "out", *command[1:]],
                files, **more)]
    if stale:
        # What is replaced has nothing to do with the input.
        jobs.append(Job(f"{name} -o over a file", jobs[0].command,
                        dict(files, out=inputs.read("two.c")["two.c"]),
                        **more))
    return jobs


def in_place(name, command, files, **more):
    """COMMAND over its input."""
    return [Job(f"{name} -i", [*command[:1], "-i", *command[1:]], files,
                **more)]


def rewriting(inputs):
    """repair, convert, synth and strip of an image, an object and an
    archive."""
    found = []
    for command, names in (
            (["repair"], ("image", "both.o", "both.a")),
            (["convert", "--to=v3"], ("image", "one.o", "lib.a")),
            (["synth"], ("bare", "bare-one.o", "bare.a")),
            (["strip"], ("image", "one.o", "lib.a"))):
        for name, word in zip(names, ("an image", "an object",
                                      "an archive")):
            files = inputs.read(name)
            whole = [*command, name]
            found += written(f"{command[0]} of {word}", whole, files, inputs,
                             stale=word == "an image")
            found += in_place(f"{command[0]} of {word}", whole, files)
    return found


def folders(inputs):
    """Many files at a time, and such as belong together."""
    bare = inputs.read("bare")["bare"]
    tree = {"d/bare": bare, "d/e/bare.o": inputs.read("bare-one.o")[
        "bare-one.o"], "d/bare.a": inputs.read("bare.a")["bare.a"]}
    return [
        Job("synth -r -i -j2", ["synth", "-r", "-i", "-j2", "d"], tree),
        Job("synth -r -i -j1 with a hard link",
            ["synth", "-r", "-i", "-j1", "d"], {"d/bare": bare},
            {"d/second": "d/bare"}, together=True),
        Job("synth -r --detached of two copies",
            ["synth", "-r", "--detached=to", "-j1", "d"],
            {"d/bare": bare, "d/copy": bare, "to/text": b"mine"}),
        Job("repair -i of two files", ["repair", "-i", "image", "both.o"],
            inputs.read("image", "both.o")),
        Job("repair -i --overwrite",
            ["repair", "-i", "--overwrite", "image"], inputs.read("image"),
            fresh=True),
        Job("repair --eh-frame-hdr -i",
            ["repair", "--eh-frame-hdr", "-i", "untabled"],
            inputs.read("untabled")),
    ]


def report(inputs):
    """The report of another file, in the directory out."""
    inputs.make(inputs.run.tool, "check", "--html=out", "large")
    page = os.path.join("out", "index.html")
    return inputs.read(page) if inputs.missing is None else {}


def packed(inputs):
    """A module that is packed, if this sfmerge can unpack it."""
    name = "merged.ko.xz"
    disk.write(os.path.join(inputs.folder, name),
               lzma.compress(inputs.read("merged")["merged"]))
    _, text = inputs.run.command([inputs.run.tool, "check", name],
                                 inputs.folder)
    return [] if "built without" in text else [
        Job("check of a packed module", ["check", name], inputs.read(name))]


def named(inputs):
    """Names that another process demangles, if this sfmerge can do that."""
    _, text = inputs.run.command([inputs.run.tool, "dump", "-C", "mangled.o"],
                                 inputs.folder)
    return [Job("dump -C", ["dump", "-C", "mangled.o"],
                inputs.read("mangled.o"))] if "f()" in text else []


def all_jobs(inputs):
    """All of them."""
    linked = inputs.read("image", "one.o", "two.o")
    link = ["link", "image", "one.o", "two.o"]
    image = inputs.read("image")
    objects = inputs.read("one.o", "two.o")
    strict = {"SFMERGE_OPTIONS": "--require"}
    wrap = ["-shared", "--build-id=0x0123456789abcdef", "-o", "prog", "one.o",
            "two.o"]
    found = written("link", link, linked, inputs)
    found += in_place("link", link, linked)
    found += [
        Job("link --from-map -o",
            ["link", "--from-map=map", "--grow=move-phdrs", "-o", "out",
             "image", "lib.a"], inputs.read("image", "map", "lib.a")),
        Job("link -o beside a thread", ["link", "-o", "out", "image",
                                        "lib.a"],
            inputs.read("image", "lib.a"), processors=2),
        *rewriting(inputs),
        Job("synth --detached", ["synth", "--detached=out", "bare"],
            inputs.read("bare")),
        Job("convert -o beside threads", ["convert", "--to=v2", "-o", "out",
                                          "large"],
            inputs.read("large"), processors=2),
        *folders(inputs),
        Job("reserve -o", ["reserve", "-o", "out", "one.o", "two.o"],
            objects),
        Job("reserve --size", ["reserve", "--size=4096", "-o", "out",
                               "one.o"], objects),
        Job("wrap", wrap, objects, wrapped=True),
        Job("wrap over a file, strict", wrap, dict(objects, prog=image[
            "image"]), wrapped=True, env=strict),
        Job("check", ["check", "--for=all", "merged"],
            inputs.read("merged")),
        *packed(inputs),
        Job("check --html", ["check", "--html=out", "merged"],
            dict(inputs.read("merged"), **report(inputs)), report=True),
        Job("check --json -j2", ["check", "--json", "-j2", "merged",
                                 "other"],
            dict(inputs.read("merged"), other=inputs.read("merged")[
                "merged"])),
        Job("check -r", ["check", "-r", "-j1", "d"],
            {"d/merged": inputs.read("merged")["merged"],
             "d/e/one.o": objects["one.o"]}),
        Job("diff", ["diff", "image", "merged"],
            inputs.read("image", "merged")),
        Job("diff --json of archives", ["diff", "--json", "lib.a", "lib.a"],
            inputs.read("lib.a")),
        Job("dump", ["dump", "merged", "one.o"],
            inputs.read("merged", "one.o")),
        Job("dump --json", ["dump", "--json", "merged", "lib.a"],
            inputs.read("merged", "lib.a")),
        *named(inputs),
    ]
    return found


# Calls that have no way to fail, or that only the C library makes, to set up
# a thread or to end a process; it takes none of their failures.
SURE = {"exit", "exit_group", "futex_wake", "getegid", "geteuid", "getgid",
        "getpgrp", "getpid", "getppid", "gettid", "getuid", "restart_syscall",
        "rseq", "rt_sigreturn", "sched_yield", "set_robust_list",
        "set_tid_address", "umask"}
ERRORS = {
    "access": "EACCES EIO",
    "brk": "ENOMEM",
    "capset": "EPERM",
    "clone": "EAGAIN ENOMEM",
    "clone3": "EAGAIN ENOMEM",
    "copy_file_range": "ENOSPC EIO EINTR EXDEV EOPNOTSUPP",
    "dup": "EMFILE",
    "dup2": "EMFILE EINTR",
    "dup3": "EMFILE EINTR",
    "epoll_wait": "EINTR",
    "eventfd2": "EMFILE",
    "execve": "EACCES ENOMEM",
    "fallocate": "ENOSPC EIO EOPNOTSUPP",
    "fchmod": "EPERM EIO",
    "fchown": "EPERM EIO EDQUOT",
    "fcntl": "EMFILE EINTR",
    "fdatasync": "EIO ENOSPC",
    "fgetxattr": "EIO ENOMEM",
    "flistxattr": "EIO ENOMEM",
    "fork": "EAGAIN ENOMEM",
    "fremovexattr": "EPERM EIO",
    "fsetxattr": "ENOSPC EPERM EOPNOTSUPP",
    "fsync": "EIO ENOSPC EDQUOT",
    "ftruncate": "EIO ENOSPC EINTR",
    "futex": "EINTR",
    "getcwd": "ENOENT ENOMEM",
    "getdents64": "EIO",
    "getrandom": "EINTR ENOSYS",
    "ioctl": "ENOTTY",
    "landlock_add_rule": "EINVAL ENOMEM",
    "landlock_create_ruleset": "ENOSYS EOPNOTSUPP ENOMEM EMFILE",
    "landlock_restrict_self": "EPERM E2BIG ENOMEM",
    "link": "EACCES EIO",
    "linkat": "EACCES EIO EMLINK ENOENT",
    "lseek": "EINVAL EIO",
    "lstat": "EACCES EIO",
    "madvise": "ENOMEM EINVAL",
    "memfd_create": "EMFILE ENOSYS ENFILE",
    "mkdir": "EACCES ENOSPC",
    "mmap": "ENOMEM",
    "mprotect": "ENOMEM",
    "mremap": "ENOMEM",
    "munmap": "ENOMEM",
    "newfstatat": "EACCES EIO",
    "open": "EMFILE EACCES",
    "openat": "EMFILE EACCES ENFILE ENOSPC EINTR",
    # Without it directories are opened one by one.
    "openat2": "EMFILE EACCES ENOSYS EPERM",
    "pipe": "EMFILE",
    "pipe2": "EMFILE ENFILE",
    "poll": "EINTR ENOMEM",
    "recvfrom": "EINTR ENOMEM",
    "sendto": "EINTR ENOMEM",
    "ppoll": "EINTR ENOMEM",
    "prctl": "EINVAL EPERM",
    "pread64": "EIO EINTR",
    "prlimit64": "EPERM",
    "pselect6": "EINTR",
    "pwrite64": "ENOSPC EIO EINTR",
    "pwritev": "ENOSPC EIO EINTR",
    "read": "EIO EINTR",
    "readlink": "EACCES EIO",
    "readlinkat": "EACCES EIO",
    "rename": "EACCES EIO",
    "renameat": "EACCES EIO",
    "renameat2": "EACCES EIO EINVAL ENOSYS ENOSPC",
    "rmdir": "EACCES EIO",
    # Of kernels without filters, and of containers.
    "seccomp": "EINVAL ENOSYS EACCES ENOMEM",
    "select": "EINTR",
    "sendfile": "EIO EINTR",
    "setrlimit": "EPERM",
    "socketpair": "EMFILE ENFILE",
    "stat": "EACCES EIO",
    "statx": "EACCES ENOSYS",
    "unlink": "EACCES EIO",
    "unlinkat": "EACCES EIO",
    "utimensat": "EPERM EIO",
    "vfork": "EAGAIN ENOMEM",
    "wait4": "EINTR ECHILD",
    "waitid": "EINTR ECHILD",
    "write": "ENOSPC EIO EINTR",
    "writev": "ENOSPC EIO EINTR",
}
# Of any other call.
OTHERS = "EINVAL"
SHORT = {"copy_file_range", "getrandom", "pread64", "pwrite64", "read",
         "sendfile", "write"}
# The descriptor is closed whatever close returns.
LATE = {"close": "EIO EINTR"}
# To the process group, as a terminal sends them.
GROUP_SIGNALS = ("SIGINT", "SIGQUIT", "SIGHUP")
SIGNALS = GROUP_SIGNALS + ("SIGTERM", "SIGPIPE", "SIGXCPU", "SIGKILL")
# Calls that a sanitizer makes itself, and it takes no refusal.
SANITIZERS = {"brk", "madvise", "mmap", "mprotect", "mremap", "munmap",
              "sigaltstack"}


class Kind:
    """One way to go wrong: options of fault-at, and a name."""

    def __init__(self, name, options, error=0, number=0):
        self.name, self.options = name, options
        self.error, self.signal = error, number
        # Not one of many that are alike.
        self.usual = not number or name in ("SIGKILL", "SIGTERM")


def errors_of(call):
    """The ways in which CALL itself can go wrong."""
    if call in SURE:
        return []
    late = call in LATE
    names = (LATE[call] if late else ERRORS.get(call, OTHERS)).split()
    found = [Kind(n, ["-E" if late else "-e", str(getattr(errno, n))],
                  error=getattr(errno, n)) for n in names]
    if call in SHORT:
        found += [Kind("half", ["-h"]), Kind("one byte", ["-1"])]
    return found


def signals():
    """The signals that can come at any call."""
    return [Kind(n, ["-g" if n in GROUP_SIGNALS else "-s",
                     str(int(signal.Signals[n]))],
                 number=int(signal.Signals[n])) for n in SIGNALS]
