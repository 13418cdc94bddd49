# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What can go wrong at a system call, by its name."""

import errno
import signal

# Calls that have no way to fail, or that only the C library makes, to set up
# a thread or to end a process; it takes none of their failures.
SURE = {"exit", "exit_group", "futex_wake", "getegid", "geteuid", "getgid",
        "getpgrp", "getpid", "getppid", "gettid", "getuid", "restart_syscall",
        "rseq", "rt_sigreturn", "sched_yield", "set_robust_list",
        "set_tid_address", "umask"}
ERRORS = {
    "access": "EACCES EIO",
    "brk": "ENOMEM",
    "clone": "EAGAIN ENOMEM",
    "clone3": "EAGAIN ENOMEM",
    "copy_file_range": "ENOSPC EIO EINTR",
    "dup": "EMFILE",
    "dup2": "EMFILE EINTR",
    "dup3": "EMFILE EINTR",
    "epoll_wait": "EINTR",
    "eventfd2": "EMFILE",
    "execve": "EACCES ENOMEM",
    "fallocate": "ENOSPC EIO",
    "fchmod": "EPERM EIO",
    "fchown": "EPERM EIO",
    "fcntl": "EMFILE EINTR",
    "fdatasync": "EIO ENOSPC",
    "fgetxattr": "EIO ENOMEM",
    "flistxattr": "EIO ENOMEM",
    "fork": "EAGAIN ENOMEM",
    "fremovexattr": "EPERM EIO",
    "fsetxattr": "ENOSPC EPERM",
    "fsync": "EIO ENOSPC",
    "ftruncate": "EIO ENOSPC",
    "futex": "EINTR",
    "getcwd": "ENOENT ENOMEM",
    "getdents64": "EIO",
    "getrandom": "EINTR ENOSYS",
    "ioctl": "ENOTTY",
    "landlock_create_ruleset": "ENOSYS EOPNOTSUPP",
    "link": "EACCES EIO",
    "linkat": "EACCES EIO",
    "lseek": "EINVAL EIO",
    "lstat": "EACCES EIO",
    "madvise": "ENOMEM EINVAL",
    "memfd_create": "EMFILE ENOSYS",
    "mkdir": "EACCES ENOSPC",
    "mmap": "ENOMEM",
    "mprotect": "ENOMEM",
    "mremap": "ENOMEM",
    "munmap": "ENOMEM",
    "newfstatat": "EACCES EIO",
    "open": "EMFILE EACCES",
    "openat": "EMFILE EACCES",
    # Without it directories are opened one by one.
    "openat2": "EMFILE EACCES ENOSYS EPERM",
    "pipe": "EMFILE",
    "pipe2": "EMFILE",
    "poll": "EINTR ENOMEM",
    "recvfrom": "EINTR ENOMEM",
    "sendto": "EINTR ENOMEM",
    "ppoll": "EINTR ENOMEM",
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
    "renameat2": "EACCES EIO EINVAL",
    "rmdir": "EACCES EIO",
    "select": "EINTR",
    "sendfile": "EIO EINTR",
    "setrlimit": "EPERM",
    "socketpair": "EMFILE",
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
