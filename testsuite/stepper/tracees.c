/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   tracees.c - the threads of the process: they run while one is looked at.

   A thread that waits for another would wait for ever if that one was held
   while the first is stepped.  So whatever happens to others meanwhile is
   dealt with at once, and their breakpoints stay for another time.  */

#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "breaks.h"
#include "tracees.h"

enum
{
  MAX_THREADS = 1024,
  PATIENCE = 1000 /* rings of the timer, after which another thread is asked: a
                     thread that waits in the kernel may not stop for long */
};

static pid_t root;
static pid_t threads[MAX_THREADS];
static unsigned thread_count;
static pid_t asked;                 /* to stop, or 0 */
static volatile sig_atomic_t rings; /* the timer has run down */
static bool ended;
static int end_status;

static void
add_thread (pid_t tid)
{
  for (unsigned i = 0; i < thread_count; i++)
    if (threads[i] == tid)
      return;
  if (thread_count < MAX_THREADS)
    threads[thread_count++] = tid;
}

/* The thread TID is gone, and that was STATUS.  */
static void
remove_thread (pid_t tid, int status)
{
  for (unsigned i = 0; i < thread_count; i++)
    if (threads[i] == tid)
      threads[i] = threads[--thread_count];
  if (tid == asked)
    asked = 0;
  if (tid == root)
    {
      ended = true;
      end_status = status;
    }
}

static void
ring (int number)
{
  (void) number;
  rings = 1;
}

/* Let the timer run down in about MICROSECONDS, and again: the first signal
   may come just before the wait that it should end.  */
static void
set_timer (unsigned microseconds)
{
  struct itimerval timer = { .it_value = { 0 } };

  if (microseconds != 0)
    {
      const unsigned wait
          = microseconds / 2 + (unsigned) random () % (microseconds + 1);
      timer.it_value.tv_sec = wait / 1000000;
      timer.it_value.tv_usec = wait % 1000000 + 1;
      timer.it_interval = timer.it_value;
    }
  rings = 0;
  setitimer (ITIMER_REAL, &timer, NULL);
}

/* Run COMMAND when a byte comes from IN.  */
static void
run (char **command, int in)
{
  char byte;

  if (read (in, &byte, 1) == 1)
    execvp (command[0], command);
  perror (command[0]);
  _exit (127);
}

pid_t
tracees_start (char **command)
{
  const struct sigaction action = { .sa_handler = ring };
  int go[2], status;

  if (pipe (go) != 0 || (root = fork ()) < 0)
    return 0;
  if (root == 0)
    {
      close (go[1]);
      run (command, go[0]);
    }
  close (go[0]);
  if (ptrace (PTRACE_SEIZE, root, NULL,
              PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL)
      != 0)
    {
      kill (root, SIGKILL);
      return 0;
    }
  add_thread (root);
  const bool told = write (go[1], "g", 1) == 1;
  close (go[1]);
  sigaction (SIGALRM, &action, NULL);
  if (!told || waitpid (root, &status, __WALL) != root
      || status >> 8 != (SIGTRAP | PTRACE_EVENT_EXEC << 8))
    return 0;
  return root;
}

void
tracees_go (pid_t tid)
{
  ptrace (PTRACE_CONT, tid, NULL, NULL);
}

/* What came of a stop.  */
enum dealt
{
  DEALT_GOES,  /* the thread goes on, or is gone */
  DEALT_BREAK, /* it is at a breakpoint, which was removed */
  DEALT_PASSED /* it was at one that is gone, or this ends a step of which a
                  stop for another reason was told first */
};

/* The thread TID has got SIGTRAP.  If it has reached a breakpoint it is before
   the instruction there now.  */
static enum dealt
at_break (pid_t tid)
{
  struct user_regs_struct regs;
  siginfo_t info;

  if (ptrace (PTRACE_GETSIGINFO, tid, NULL, &info) == 0
      && info.si_code == TRAP_TRACE)
    return DEALT_PASSED;
  if (ptrace (PTRACE_GETREGS, tid, NULL, &regs) != 0
      || !breaks_known (regs.rip - 1))
    return DEALT_GOES;
  const bool there = breaks_lift (tid, --regs.rip);
  ptrace (PTRACE_SETREGS, tid, NULL, &regs);
  return there ? DEALT_BREAK : DEALT_PASSED;
}

/* Deal with STATUS of the thread TID.  */
static enum dealt
deal (pid_t tid, int status)
{
  if (!WIFSTOPPED (status))
    {
      remove_thread (tid, status);
      return DEALT_GOES;
    }
  add_thread (tid);
  if (tid == asked && status >> 16 == PTRACE_EVENT_STOP)
    asked = 0;
  int number = status >> 16 == 0 ? WSTOPSIG (status) : 0;
  if (number == SIGTRAP)
    {
      const enum dealt dealt = at_break (tid);
      if (dealt == DEALT_BREAK)
        return dealt;
      if (dealt == DEALT_PASSED)
        number = 0;
    }
  ptrace (PTRACE_CONT, tid, NULL, (void *) (intptr_t) number);
  return DEALT_GOES;
}

/* Whether the thread TID may have done a breakpoint of which it will get
   SIGTRAP only now.  */
static bool
past_break (pid_t tid)
{
  struct user_regs_struct regs;

  return ptrace (PTRACE_GETREGS, tid, NULL, &regs) == 0
         && breaks_known (regs.rip - 1);
}

/* Whether the thread TID runs, or could.  */
static bool
is_running (pid_t tid)
{
  char path[64], state = 'R';

  snprintf (path, sizeof path, "/proc/%d/task/%d/stat", (int) root, (int) tid);
  FILE *file = fopen (path, "r");
  if (file == NULL)
    return false;
  /* The name of the program is in parentheses, and may have some.  */
  if (fscanf (file, "%*d %*[^)]) %c", &state) != 1)
    state = 'R';
  fclose (file);
  return state == 'R';
}

/* Stop a random thread of those that run, or none.  */
static void
ask (void)
{
  static unsigned missed;

  rings = 0;
  if (thread_count == 0 || (asked != 0 && ++missed < PATIENCE))
    return;
  asked = 0;
  missed = 0;
  const unsigned first = (unsigned) random () % thread_count;
  for (unsigned i = 0; i < thread_count && asked == 0; i++)
    if (is_running (threads[(first + i) % thread_count]))
      asked = threads[(first + i) % thread_count];
  if (asked == 0)
    return;
  if (ptrace (PTRACE_INTERRUPT, asked, NULL, NULL) != 0)
    asked = 0;
}

enum tracees_event
tracees_next (unsigned microseconds, pid_t *tid, int *status)
{
  set_timer (microseconds);
  while (!ended)
    {
      if (rings)
        ask ();
      *tid = waitpid (-1, status, __WALL);
      if (*tid < 0 && errno == EINTR)
        continue;
      if (*tid < 0)
        break;
      if (WIFSTOPPED (*status) && *status >> 16 == PTRACE_EVENT_STOP
          && *tid == asked)
        {
          asked = 0;
          if (!past_break (*tid))
            return TRACEES_TIMER;
        }
      if (deal (*tid, *status) == DEALT_BREAK)
        return TRACEES_BREAK;
    }
  *status = end_status;
  return TRACEES_END;
}

/* Whether the process has a handler of the signal NUMBER.  */
static bool
is_handled (int number)
{
  char path[64], line[256];
  uint64_t mask = 0;

  snprintf (path, sizeof path, "/proc/%d/status", (int) root);
  FILE *file = fopen (path, "r");
  if (file == NULL)
    return false;
  while (fgets (line, sizeof line, file) != NULL)
    if (sscanf (line, "SigCgt: %" SCNx64, &mask) == 1)
      break;
  fclose (file);
  return mask >> (number - 1) & 1;
}

/* Let the thread TID, from which a breakpoint was taken away, do the
   instruction there, and put it back.  */
static void
step_over (pid_t tid)
{
  struct user_regs_struct regs;
  int status, number = 0;

  if (ptrace (PTRACE_GETREGS, tid, NULL, &regs) != 0
      || ptrace (PTRACE_SINGLESTEP, tid, NULL, NULL) != 0)
    return;
  while (waitpid (tid, &status, __WALL) != tid)
    if (errno != EINTR)
      return;
  if (!WIFSTOPPED (status))
    {
      remove_thread (tid, status);
      return;
    }
  if (tid == asked && status >> 16 == PTRACE_EVENT_STOP)
    asked = 0;
  if (status >> 16 == 0 && WSTOPSIG (status) != SIGTRAP)
    number = WSTOPSIG (status);
  breaks_drop (tid, regs.rip);
  ptrace (PTRACE_CONT, tid, NULL, (void *) (intptr_t) number);
}

/* Wait until something happens to TID.  */
static bool
wait_for (pid_t tid, int *status)
{
  for (;;)
    {
      const pid_t which = waitpid (-1, status, __WALL);
      if (which == tid)
        return true;
      if (which < 0 && errno != EINTR)
        return false;
      if (which > 0 && deal (which, *status) == DEALT_BREAK)
        step_over (which);
    }
}

enum tracees_step
tracees_step (pid_t tid)
{
  bool handler = false;
  int number = 0, status;

  for (;;)
    {
      if (ptrace (PTRACE_SINGLESTEP, tid, NULL, (void *) (intptr_t) number)
              != 0
          || !wait_for (tid, &status))
        return STEP_ENDED;
      if (!WIFSTOPPED (status))
        {
          remove_thread (tid, status);
          return STEP_ENDED;
        }
      number = 0;
      if (tid == asked && status >> 16 == PTRACE_EVENT_STOP)
        asked = 0;
      if (status >> 16 != 0)
        continue;
      if (WSTOPSIG (status) == SIGTRAP)
        return handler ? STEP_HANDLER : STEP_DONE;
      number = WSTOPSIG (status);
      handler |= is_handled (number);
    }
}

void
tracees_kill (void)
{
  int status;

  if (ended)
    return;
  kill (root, SIGKILL);
  while (!ended && waitpid (root, &status, __WALL) == root)
    if (!WIFSTOPPED (status))
      ended = true;
}
