/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   child-process.c - start a process, and wait for its end.  */

#include "config.h"

#include <errno.h>
#include <signal.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"

/* In the child of PARENT: take no signal that is meant for that, and end when
   it does.  */
static void
leave_signals (pid_t parent)
{
  static const int terminal[] = { SIGINT, SIGQUIT, SIGHUP, SIGTERM };

  /* The handlers remove temporary files, which are the parent's.  */
  for (size_t i = 0; i < deadly_signal_count; i++)
    signal (deadly_signals[i], SIG_DFL);
  for (size_t i = 0; i < sizeof terminal / sizeof terminal[0]; i++)
    signal (terminal[i], SIG_IGN);
  signal (SIGCHLD, SIG_DFL);
#ifdef __linux__
  prctl (PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid () != parent)
    _exit (1);
}

pid_t
child_fork (void)
{
  const pid_t parent = getpid ();
  sigset_t mask;

  deadly_signals_hold (&mask);
  const pid_t pid = fork ();
  if (pid == 0)
    leave_signals (parent);
  deadly_signals_release (&mask);
  return pid;
}

pid_t
child_wait (pid_t pid, int *status)
{
  pid_t ended;

  do
    ended = waitpid (pid, status, 0);
  while (ended < 0 && errno == EINTR);
  return ended;
}
