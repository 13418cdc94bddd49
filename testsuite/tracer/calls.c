/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   calls.c - system calls by name.

   These are the calls that programs like ours make; any other is named by its
   number, which the table of the group faults shows as well.  */

#include "config.h"

#include <stdio.h>
#include <sys/syscall.h>

#include <linux/futex.h>

#include "calls.h"

#define CALL(NAME) [SYS_##NAME] = #NAME

/* Since Linux 5.6.  */
#ifdef SYS_openat2
#define OPENAT2 CALL (openat2),
#else
#define OPENAT2
#endif

static const char *const names[] = {
  /* clang-format off */
  CALL (access), CALL (alarm), CALL (arch_prctl), CALL (brk), CALL (capset),
  CALL (chdir),
  CALL (chmod), CALL (chown), CALL (clock_nanosleep), CALL (clone),
  CALL (clone3), CALL (close), CALL (close_range), CALL (copy_file_range),
  CALL (creat), CALL (dup), CALL (dup2), CALL (dup3), CALL (epoll_create1),
  CALL (epoll_ctl), CALL (epoll_wait), CALL (eventfd2), CALL (execve),
  CALL (exit), CALL (exit_group), CALL (faccessat), CALL (faccessat2),
  CALL (fadvise64), CALL (fallocate), CALL (fchdir), CALL (fchmod),
  CALL (fchmodat), CALL (fchown), CALL (fchownat), CALL (fcntl),
  CALL (fdatasync), CALL (fgetxattr), CALL (flistxattr), CALL (flock),
  CALL (fork), CALL (fremovexattr), CALL (fsetxattr), CALL (fstat),
  CALL (fstatfs), CALL (fsync), CALL (ftruncate), CALL (futex), CALL (getcwd),
  CALL (getdents64), CALL (getegid), CALL (geteuid), CALL (getgid),
  CALL (getpgrp), CALL (getpid), CALL (getppid), CALL (getrandom),
  CALL (getrlimit), CALL (getrusage), CALL (gettid), CALL (getuid),
  CALL (getxattr), CALL (ioctl), CALL (kill), CALL (landlock_add_rule),
  CALL (landlock_create_ruleset), CALL (landlock_restrict_self),
  CALL (lgetxattr), CALL (link), CALL (linkat), CALL (listxattr),
  CALL (llistxattr), CALL (lseek), CALL (lstat), CALL (madvise),
  CALL (membarrier), CALL (memfd_create), CALL (mkdir), CALL (mkdirat),
  CALL (mlock), CALL (mmap), CALL (mprotect), CALL (mremap), CALL (msync),
  CALL (munmap), CALL (nanosleep), CALL (newfstatat), CALL (open),
  CALL (openat), OPENAT2 CALL (pause), CALL (pipe), CALL (pipe2), CALL (poll),
  CALL (ppoll), CALL (prctl), CALL (pread64), CALL (preadv), CALL (prlimit64),
  CALL (pselect6), CALL (pwrite64), CALL (pwritev), CALL (read),
  CALL (readlink), CALL (readlinkat), CALL (readv), CALL (recvfrom),
  CALL (recvmsg), CALL (rename), CALL (renameat), CALL (renameat2),
  CALL (restart_syscall), CALL (rmdir), CALL (rseq), CALL (rt_sigaction),
  CALL (rt_sigpending), CALL (rt_sigprocmask), CALL (rt_sigreturn),
  CALL (rt_sigsuspend), CALL (rt_sigtimedwait), CALL (sched_getaffinity),
  CALL (sched_setaffinity), CALL (sched_yield), CALL (seccomp), CALL (select),
  CALL (sendfile), CALL (sendmsg), CALL (sendto), CALL (set_robust_list),
  CALL (set_tid_address), CALL (setpgid), CALL (setpriority),
  CALL (setrlimit), CALL (setsid), CALL (sigaltstack), CALL (signalfd4),
  CALL (socketpair), CALL (splice), CALL (stat), CALL (statfs), CALL (statx),
  CALL (symlink), CALL (symlinkat), CALL (sysinfo), CALL (tgkill),
  CALL (tkill), CALL (truncate), CALL (umask), CALL (uname), CALL (unlink),
  CALL (unlinkat), CALL (utimensat), CALL (vfork), CALL (vmsplice),
  CALL (wait4), CALL (waitid), CALL (write), CALL (writev)
  /* clang-format on */
};

/* Whether a futex call with the argument OPERATION waits.  */
static bool
waits (uint64_t operation)
{
  const int command = (int) operation & FUTEX_CMD_MASK;

  return command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
}

const char *
call_name (uint64_t number, const uint64_t *arguments, char *buffer)
{
  if (number == SYS_futex && arguments != NULL && !waits (arguments[1]))
    return "futex_wake";
  if (number < sizeof names / sizeof *names && names[number] != NULL)
    return names[number];
  snprintf (buffer, CALL_NAME_SIZE, "call-%u", (unsigned) number);
  return buffer;
}

bool
call_has_descriptor (uint64_t number)
{
  static const uint64_t numbers[]
      = { SYS_read,      SYS_write,     SYS_pread64,    SYS_pwrite64,
          SYS_readv,     SYS_lseek,     SYS_close,      SYS_writev,
          SYS_ftruncate, SYS_fsync,     SYS_fstat,      SYS_ioctl,
          SYS_fchmod,    SYS_fallocate, SYS_fcntl,      SYS_dup2,
          SYS_renameat,  SYS_renameat2, SYS_newfstatat, SYS_getdents64 };

  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (numbers[i] == number)
      return true;
  return false;
}

int
call_size_argument (uint64_t number)
{
  switch (number)
    {
    case SYS_read:
    case SYS_write:
    case SYS_pread64:
    case SYS_pwrite64:
      return 2;
    case SYS_getrandom:
      return 1;
    case SYS_sendfile:
      return 3;
    case SYS_copy_file_range:
    case SYS_splice:
      return 4;
    default:
      return -1;
    }
}
