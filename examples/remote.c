/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   remote.c - the stack of another process, as a debugger or a crash reporter
   shows it, by the SFrame sections that are in its memory.

   usage: remote [-d DIR] -p PID
          remote [-d DIR] COMMAND [ARGUMENT]...

   The first form stops the process PID, prints where it is, and lets it go on.
   The second runs COMMAND and prints where a signal ends it.

   No file of the process is opened: its program headers and sections are read
   from its memory, some hundred bytes for each frame.  For objects without
   SFrame DIR may have detached files (detached.h).  Only the main thread is
   looked at.  */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "traced.h"

enum
{
  MAX_FRAMES = 256
};

/* Print the stack of P, which is stopped.  */
static bool
print_stack (struct process *p)
{
  enum frame_end end = FRAME_CALLER;
  struct frame frame;

  if (!process_find_objects (p) || !process_frame (p->pid, &frame))
    {
      perror ("remote");
      return false;
    }
  for (unsigned n = 0; end == FRAME_CALLER && n < MAX_FRAMES; n++)
    {
      const struct object *object = process_object (p, frame_lookup (&frame));

      printf ("#%u 0x%" PRIx64, n, frame.pc);
      if (object != NULL)
        printf (" %s+0x%" PRIx64, object->name, frame.pc - object->image.bias);
      printf ("\n");
      end = object != NULL && object->described
                ? frame_step (&object->image.section, &frame, process_read, p)
                : FRAME_NOT_DESCRIBED;
    }
  printf ("%s\n", frame_end_text (end));
  return true;
}

/* Stop P, print its stack and let it go on.  */
static bool
look_at (struct process *p)
{
  int status;

  if (ptrace (PTRACE_SEIZE, p->pid, NULL, NULL) != 0
      || ptrace (PTRACE_INTERRUPT, p->pid, NULL, NULL) != 0
      || waitpid (p->pid, &status, 0) != p->pid || !WIFSTOPPED (status))
    {
      perror ("remote");
      return false;
    }
  const bool good = print_stack (p);
  ptrace (PTRACE_DETACH, p->pid, NULL, NULL);
  return good;
}

static bool
is_fatal (int number)
{
  return number == SIGSEGV || number == SIGBUS || number == SIGILL
         || number == SIGFPE || number == SIGABRT;
}

/* Run P, which has just begun, to its end.  */
static bool
attend (struct process *p)
{
  bool good = true, begun = false;
  int status;

  while (waitpid (p->pid, &status, 0) == p->pid)
    {
      if (!WIFSTOPPED (status))
        return good;
      int number = WSTOPSIG (status);
      if (!begun && number == SIGTRAP)
        {
          /* The stop at exec.  */
          begun = true;
          number = 0;
        }
      if (is_fatal (number))
        good &= print_stack (p);
      ptrace (PTRACE_CONT, p->pid, NULL, (void *) (intptr_t) number);
    }
  return false;
}

int
main (int argc, char **argv)
{
  static struct process process;

  if (argc > 3 && strcmp (argv[1], "-d") == 0)
    {
      process.dir = argv[2];
      argc -= 2;
      argv += 2;
    }
  if (argc == 3 && strcmp (argv[1], "-p") == 0)
    {
      process.pid = (pid_t) strtol (argv[2], NULL, 10);
      return look_at (&process) ? 0 : 1;
    }
  if (argc < 2 || argv[1][0] == '-')
    {
      fprintf (stderr, "usage: remote [-d DIR] -p PID\n"
                       "       remote [-d DIR] COMMAND [ARGUMENT]...\n");
      return 2;
    }
  process.pid = fork ();
  if (process.pid == 0)
    {
      ptrace (PTRACE_TRACEME, 0, NULL, NULL);
      execvp (argv[1], argv + 1);
      perror (argv[1]);
      _exit (127);
    }
  return process.pid > 0 && attend (&process) ? 0 : 1;
}
