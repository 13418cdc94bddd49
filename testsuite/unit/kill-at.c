/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   kill-at.c - run a command and send it a signal at one of its system calls.

     kill-at SIGNAL COUNT COMMAND [ARGUMENT]...

   Only calls that can change what files are there count, from the first one on
   that creates a file; before that a program that replaces files has changed
   nothing, but opened its libraries and inputs.  The COUNT-th stop, when such
   a call begins or when it has ended, is the one.  Exit status: 0 if the
   signal was sent, 3 if the command ended before, 77 if nothing can be traced
   here, 1 if something went wrong.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/ptrace.h>

enum
{
  STATUS_SENT = 0,
  STATUS_WRONG = 1,
  STATUS_ENDED = 3,
  STATUS_UNABLE = 77,
  /* With PTRACE_O_TRACESYSGOOD a stop at a call is told from a signal.  */
  CALL_STOP = SIGTRAP | 0x80
};

/* Calls that change files or their names.  */
static const long watched[] = {
  SYS_write,     SYS_pwrite64,  SYS_writev,    SYS_close,
  SYS_openat,    SYS_ftruncate, SYS_fallocate, SYS_fsync,
  SYS_fdatasync, SYS_fchmod,    SYS_fchown,    SYS_fchownat,
  SYS_fsetxattr, SYS_linkat,    SYS_unlinkat,  SYS_renameat2,
  SYS_utimensat, SYS_lseek,     SYS_munmap,    SYS_copy_file_range,
#ifdef SYS_renameat
  SYS_renameat,
#endif
#ifdef SYS_rename
  SYS_rename,    SYS_open,      SYS_unlink,    SYS_link,
  SYS_chmod,     SYS_chown,
#endif
};

/* True if the call that INFO tells of creates a file.  */
static bool
creates (const struct __ptrace_syscall_info *info)
{
  if (info->entry.nr == SYS_openat)
    return (info->entry.args[2] & O_CREAT) != 0;
#ifdef SYS_open
  if (info->entry.nr == SYS_open)
    return (info->entry.args[1] & O_CREAT) != 0;
#endif
  return false;
}

/* True if the stopped process PID is at a call that counts; remembers from its
   start to its end which it is.  */
static bool
at_watched_call (pid_t pid)
{
  static bool started, inside;
  struct __ptrace_syscall_info info;

  memset (&info, 0, sizeof info);
  if (ptrace (PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info) <= 0)
    return false;
  if (info.op == PTRACE_SYSCALL_INFO_EXIT)
    return inside;
  if (info.op != PTRACE_SYSCALL_INFO_ENTRY)
    return false;
  inside = false;
  started |= creates (&info);
  if (!started)
    return false;
  for (size_t i = 0; i < sizeof watched / sizeof watched[0]; i++)
    if (info.entry.nr == (uint64_t) watched[i])
      inside = true;
  return inside;
}

/* Send signal NUMBER to PID, which is stopped, and see it to its end.  */
static int
finish (pid_t pid, int number)
{
  int status;

  if (kill (pid, number) != 0)
    return STATUS_WRONG;
  if (ptrace (PTRACE_CONT, pid, NULL, 0) != 0 && errno != ESRCH)
    return STATUS_WRONG;
  /* A handler of the signal may make calls of its own, and raise it
     again.  */
  while (waitpid (pid, &status, 0) == pid)
    {
      if (!WIFSTOPPED (status))
        return STATUS_SENT;
      int stop = WSTOPSIG (status);
      long pass = stop == CALL_STOP || stop == SIGTRAP ? 0 : stop;
      if (ptrace (PTRACE_CONT, pid, NULL, pass) != 0 && errno != ESRCH)
        return STATUS_WRONG;
    }
  return STATUS_WRONG;
}

/* Trace PID up to stop COUNT and send it signal NUMBER.  */
static int
trace (pid_t pid, int number, long count)
{
  int status;
  long pass = 0;

  if (waitpid (pid, &status, 0) != pid || !WIFSTOPPED (status))
    return WIFEXITED (status) ? WEXITSTATUS (status) : STATUS_WRONG;
  if (ptrace (PTRACE_SETOPTIONS, pid, NULL,
              PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL)
      != 0)
    return STATUS_UNABLE;
  for (;;)
    {
      if (ptrace (PTRACE_SYSCALL, pid, NULL, pass) != 0
          || waitpid (pid, &status, 0) != pid)
        return STATUS_WRONG;
      if (!WIFSTOPPED (status))
        return STATUS_ENDED;
      int stop = WSTOPSIG (status);
      pass = stop == CALL_STOP || stop == SIGTRAP ? 0 : stop;
      if (stop == CALL_STOP && at_watched_call (pid) && --count == 0)
        return finish (pid, number);
    }
}

int
main (int argc, char **argv)
{
  if (argc < 4)
    {
      fputs ("usage: kill-at SIGNAL COUNT COMMAND [ARGUMENT]...\n", stderr);
      return STATUS_WRONG;
    }
  int number = (int) strtol (argv[1], NULL, 10);
  long count = strtol (argv[2], NULL, 10);
  pid_t pid = fork ();
  if (pid < 0)
    return STATUS_WRONG;
  if (pid == 0)
    {
      if (ptrace (PTRACE_TRACEME, 0, NULL, NULL) != 0)
        _exit (STATUS_UNABLE);
      execvp (argv[3], argv + 3);
      _exit (STATUS_WRONG);
    }
  return trace (pid, number, count);
}
