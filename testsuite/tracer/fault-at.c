/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fault-at.c - run a command, and let one of its system calls go wrong.

     fault-at [OPTION]... COMMAND [ARGUMENT]...

     -p PROGRAM   count and disturb the calls of the program with this path,
                  which has no symbolic link in it (several are possible);
                  others that the command runs are left alone
     -c COUNT     let the command use COUNT processors, not one
     -r FILE      write to FILE what happened
     -l FILE      write to FILE all calls that count, as TASK CALL NUMBER FILE;
                  FILE of openat begins with how it is opened
     -a TASK:CALL:NUMBER  the call that goes wrong
     -k NUMBER    the call that goes wrong is this one of all calls that count
                  instead, in the order in which they happen
     -e ERRNO     it is not done, and fails with ERRNO
     -E ERRNO     it is done, and seems to fail with ERRNO
     -h           it is asked to move half of the bytes
     -1           it is asked to move one byte
     -s SIGNAL    its process gets SIGNAL
     -g SIGNAL    its process group gets SIGNAL, as from a terminal
     -w OUT,IN    the whole command waits: a byte is written to the descriptor
                  OUT and one read from IN

   Calls count from main on: the loader is not ours, nor what counts branches.
   Lines of FILE of -r: "hit" if the call was reached; "crash SIGNAL WHERE" for
   a process that dies on its own; "foreign SIGNAL" for one of another program
   that a signal ended; "end exit STATUS" or "end signal NUMBER" for the
   command.  Exit status: 0, 77 if nothing can be traced here, 1 if something
   went wrong.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
  STATUS_DONE = 0,
  STATUS_WRONG = 1,
  STATUS_UNABLE = 77
};

#include <linux/ptrace.h>

#include "calls.h"
#include "faults.h"
#include "tasks.h"

enum
{
  /* With PTRACE_O_TRACESYSGOOD a stop at a call is told from a signal.  */
  CALL_STOP = SIGTRAP | 0x80
};

static const char *programs[TASK_PROGRAMS_MAX];
static size_t program_count;
static unsigned processor_count = 1;
static FILE *report, *list;
static char at_task[TASK_NAME_SIZE], at_call[CALL_NAME_SIZE];
static unsigned long at_number; /* 0: no call goes wrong */
static struct fault fault;
static unsigned long call_count; /* of all tasks */
static bool done;                /* the fault has happened */
static pid_t root;

/* Say that something went wrong with the tracing itself.  */
static int
wrong (const char *what)
{
  fprintf (stderr, "fault-at: %s: %s\n", what, strerror (errno));
  return STATUS_WRONG;
}

/* Copy SIZE bytes at most from ADDRESS in T, no further than its page: what
   follows may not be there.  */
static bool
copy_from (const struct task *t, uint64_t address, void *bytes, size_t size)
{
  const size_t page = 4096 - address % 4096;
  const struct iovec here = { bytes, size < page ? size : page };
  const struct iovec there = { (void *) (uintptr_t) address, here.iov_len };

  return process_vm_readv (t->pid, &here, 1, &there, 1, 0) > 0;
}

/* Put into FILE of SIZE bytes what the openat or openat2 of INFO opens in T:
   "r" to read, "w" to write, "t" without a name, "d" for a directory, then a
   space and the path.  Returns its length, or -1.  */
static ssize_t
opened (const struct task *t, const struct __ptrace_syscall_info *info,
        char *file, size_t size)
{
  const uint64_t *arguments = info->entry.args;
  char link[64], path[256] = "";
  uint64_t flags = arguments[2];

  /* The flags of openat2 come first in a struct.  */
  if (!copy_from (t, arguments[1], path, sizeof path - 1)
      || (info->entry.nr != SYS_openat
          && !copy_from (t, arguments[2], &flags, sizeof flags)))
    return -1;
  const char letter = (flags & O_TMPFILE) == O_TMPFILE  ? 't'
                      : (flags & O_DIRECTORY) != 0      ? 'd'
                      : (flags & O_ACCMODE) != O_RDONLY ? 'w'
                                                        : 'r';
  ssize_t used = snprintf (file, size, "%c ", letter);
  if (path[0] != '/')
    {
      if ((int) arguments[0] == AT_FDCWD)
        snprintf (link, sizeof link, "/proc/%d/cwd", (int) t->pid);
      else
        snprintf (link, sizeof link, "/proc/%d/fd/%d", (int) t->pid,
                  (int) arguments[0]);
      ssize_t length = readlink (link, file + used, size - 4);
      if (length < 0)
        return -1;
      used += length;
      file[used++] = '/';
    }
  used += snprintf (file + used, size - (size_t) used, "%s", path);
  return used < (ssize_t) size ? used : -1;
}

/* Add to the list the call that INFO tells of, the COUNT-th of that kind in
   T.  */
static void
list_call (const struct task *t, const struct __ptrace_syscall_info *info,
           const char *name, unsigned count)
{
  char path[64], file[600];
  ssize_t size = -1;

  if (strncmp (name, "openat", 6) == 0)
    size = opened (t, info, file, sizeof file);
  else if (call_has_descriptor (info->entry.nr))
    {
      snprintf (path, sizeof path, "/proc/%d/fd/%d", (int) t->pid,
                (int) info->entry.args[0]);
      size = readlink (path, file, sizeof file - 1);
    }
  file[size < 0 ? 0 : size] = '\0';
  fprintf (list, "%s %s %u %s\n", t->name, name, count, size < 0 ? "-" : file);
}

/* Whether this call of T, NAME, the COUNT-th of that kind there, is the one
   that goes wrong.  */
static bool
is_the_one (const struct task *t, const char *name, unsigned count)
{
  if (at_number == 0 || done)
    return false;
  if (at_task[0] == '\0')
    return call_count == at_number;
  return count == at_number && strcmp (t->name, at_task) == 0
         && strcmp (name, at_call) == 0;
}

/* Report the last call of each task: it is there, or after it.  */
static void
report_places (void)
{
  char buffer[CALL_NAME_SIZE];
  const struct task *t;

  for (size_t i = 0; (t = task_number (i)) != NULL; i++)
    if (t->counts[t->last] != 0)
      fprintf (report, "at %s %s\n", t->name,
               call_name (t->last, NULL, buffer));
}

/* T is before the call of INFO, which goes wrong.  */
static bool
spoil (struct task *t, const struct __ptrace_syscall_info *info)
{
  done = true;
  fputs ("hit\n", report);
  report_places ();
  return fault_begin (&fault, t, info);
}

/* T has stopped before or after a system call.  */
static bool
at_call_stop (struct task *t)
{
  struct __ptrace_syscall_info info;
  char buffer[CALL_NAME_SIZE];

  memset (&info, 0, sizeof info);
  if (ptrace (PTRACE_GET_SYSCALL_INFO, t->pid, sizeof info, &info) <= 0)
    return errno == ESRCH;
  if (info.op == PTRACE_SYSCALL_INFO_EXIT && t->spoiled)
    return fault_end (&fault, t);
  if (info.op != PTRACE_SYSCALL_INFO_ENTRY || t->program != TASK_OURS
      || info.entry.nr >= TASK_CALLS)
    return true;
  const char *name = call_name (info.entry.nr, info.entry.args, buffer);
  unsigned count = ++t->counts[info.entry.nr];
  t->last = (unsigned) info.entry.nr;
  call_count++;
  if (list != NULL)
    list_call (t, &info, name, count);
  return !is_the_one (t, name, count) || spoil (t, &info);
}

/* Let T go on, with signal PASS if that is not 0.  */
static bool
resume (const struct task *t, int pass)
{
  bool calls
      = t->program == TASK_OURS && (list != NULL || !done || t->spoiled);

  return ptrace (calls ? PTRACE_SYSCALL : PTRACE_CONT, t->pid, NULL,
                 (long) pass)
             == 0
         || errno == ESRCH;
}

/* T has created a task.  */
static bool
at_creation (struct task *t)
{
  unsigned long pid;

  if (ptrace (PTRACE_GETEVENTMSG, t->pid, NULL, &pid) != 0)
    return errno == ESRCH;
  struct task *child = task_of ((pid_t) pid);
  if (child == NULL)
    return false;
  /* The vector may have moved, but not what is in it.  */
  task_adopt (t, child);
  return !child->stopped || resume (child, 0);
}

/* T is about to get SIGNAL.  */
static void
at_signal (const struct task *t, int number)
{
  static const int crashes[]
      = { SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS };
  char where[256];

  if (t->program != TASK_OURS)
    return;
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
    if (crashes[i] == number)
      {
        task_where (t, where, sizeof where);
        fprintf (report, "crash %d %s\n", number, where);
      }
}

/* T has stopped, as STATUS of waitpid says.  */
static bool
at_stop (struct task *t, int status)
{
  const int number = WSTOPSIG (status), event = status >> 16;
  int pass = 0;

  if (!t->known)
    {
      t->stopped = true; /* until its creator's stop */
      return true;
    }
  if (number == CALL_STOP)
    {
      if (!at_call_stop (t))
        return false;
    }
  else if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK
           || event == PTRACE_EVENT_CLONE)
    {
      if (!at_creation (t))
        return false;
    }
  else if (event == PTRACE_EVENT_EXEC)
    {
      if (!task_executes (t, programs, program_count))
        return false;
    }
  else if (event == 0 && !(number == SIGTRAP && task_enters (t)))
    {
      at_signal (t, number);
      pass = number;
    }
  return resume (t, pass);
}

/* The task PID has ended, as STATUS of waitpid says.  */
static void
at_end (pid_t pid, int status)
{
  struct task *t = task_of (pid);

  if (t != NULL && t->program == TASK_FOREIGN && WIFSIGNALED (status))
    fprintf (report, "foreign %d\n", WTERMSIG (status));
  task_remove (pid);
}

/* Let tasks go on, as foreign ones, that nobody will make known.  */
static bool
release_orphans (void)
{
  struct task *t;

  while ((t = task_orphan ()) != NULL)
    {
      t->known = true;
      if (!resume (t, 0))
        return false;
    }
  return true;
}

/* A task has stopped or ended, as STATUS of waitpid says.  One that is killed
   meanwhile cannot be let go on; its end is reported next.  */
static bool
at_event (pid_t pid, int status)
{
  if (WIFSTOPPED (status))
    {
      struct task *t = task_of (pid);
      if (t == NULL || (!at_stop (t, status) && errno != ESRCH))
        return false;
    }
  else
    at_end (pid, status);
  return release_orphans ();
}

/* Trace all tasks to their ends.  */
static int
trace (void)
{
  int status;
  pid_t pid;

  while ((pid = waitpid (-1, &status, __WALL)) > 0)
    {
      if (!at_event (pid, status))
        return wrong ("cannot go on");
      if (pid != root || WIFSTOPPED (status))
        continue;
      if (WIFEXITED (status))
        fprintf (report, "end exit %d\n", WEXITSTATUS (status));
      else
        fprintf (report, "end signal %d\n", WTERMSIG (status));
    }
  return errno == ECHILD ? STATUS_DONE : wrong ("cannot wait");
}

/* In the child: run COMMAND when a byte comes from GO.  */
_Noreturn static void
run (char **command, int go)
{
  cpu_set_t set;
  char byte;

  setpgid (0, 0);
  /* A shell's background job ignores some, nohup others.  */
  for (int number = 1; number < SIGRTMIN; number++)
    signal (number, SIG_DFL);
  if (sched_getaffinity (0, sizeof set, &set) == 0)
    {
      unsigned kept = 0;
      for (size_t i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET (i, &set) && ++kept > processor_count)
          CPU_CLR (i, &set);
      sched_setaffinity (0, sizeof set, &set);
    }
  if (read (go, &byte, 1) == 1)
    execvp (command[0], command);
  _exit (127);
}

/* Run COMMAND and trace it.  */
static int
start (char **command)
{
  int go[2];

  if (pipe (go) != 0)
    return wrong ("cannot make a pipe");
  root = fork ();
  if (root < 0)
    return wrong ("cannot fork");
  if (root == 0)
    {
      close (go[1]);
      run (command, go[0]);
    }
  close (go[0]);
  struct task *t = task_of (root);
  if (t == NULL)
    return wrong ("no memory");
  t->known = true;
  snprintf (t->name, sizeof t->name, "0");
  setpgid (root, root);
  fault.group = root;
  if (ptrace (PTRACE_SEIZE, root, NULL,
              PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK
                  | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC
                  | PTRACE_O_EXITKILL)
      != 0)
    {
      wrong ("cannot trace");
      kill (root, SIGKILL);
      return STATUS_UNABLE;
    }
  bool told = write (go[1], "g", 1) == 1;
  close (go[1]);
  return told ? trace () : wrong ("cannot start");
}

/* Take option LETTER with VALUE.  */
static bool
take (int letter, char *value)
{
  switch (letter)
    {
    case 'p':
      if (program_count == TASK_PROGRAMS_MAX)
        return false;
      programs[program_count++] = value;
      return true;
    case 'c':
      processor_count = (unsigned) strtoul (value, NULL, 10);
      return true;
    case 'r':
      return (report = fopen (value, "we")) != NULL;
    case 'l':
      return (list = fopen (value, "we")) != NULL;
    case 'a':
      return sscanf (value, "%63[0-9.]:%31[a-z0-9_-]:%lu", at_task, at_call,
                     &at_number)
             == 3;
    case 'k':
      at_number = strtoul (value, NULL, 10);
      return at_number != 0;
    case 'w':
      fault.kind = FAULT_WAIT;
      return sscanf (value, "%d,%d", &fault.wait_out, &fault.wait_in) == 2;
    case 'h':
      fault.kind = FAULT_HALF;
      return true;
    case '1':
      fault.kind = FAULT_ONE_BYTE;
      return true;
    case 'e':
    case 'E':
      fault.kind = letter == 'e' ? FAULT_ERROR : FAULT_LATE_ERROR;
      fault.number = (int) strtol (value, NULL, 10);
      return true;
    case 's':
    case 'g':
      fault.kind = letter == 's' ? FAULT_SIGNAL : FAULT_GROUP_SIGNAL;
      fault.number = (int) strtol (value, NULL, 10);
      return true;
    default:
      return false;
    }
}

int
main (int argc, char **argv)
{
  int letter;

  while ((letter = getopt (argc, argv, "+p:c:r:l:a:k:e:E:h1s:g:w:")) != -1)
    if (!take (letter, optarg))
      return wrong ("bad option");
  if (optind == argc || report == NULL || program_count == 0)
    {
      fputs ("usage: fault-at -r FILE -p PROGRAM [OPTION]... COMMAND...\n",
             stderr);
      return STATUS_WRONG;
    }
  int status = start (argv + optind);
  if (fclose (report) != 0 || (list != NULL && fclose (list) != 0))
    return wrong ("cannot write");
  return status;
}
