/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reader-process.c - the life of one process that reads inputs.  */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "deadly-signals.h"
#include "reader-limits.h"
#include "reader-process.h"
#include "sandbox.h"
#include "threads.h"

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

bool
reader_start (struct reader_process *process, const struct reader_files *files,
              const struct reader_start *start)
{
  const pid_t parent = getpid ();
  sigset_t mask;

  *process = (struct reader_process){ .pid = 0 };
  if (!channel_open (&process->channel, files->ring_size))
    return false;
  deadly_signals_hold (&mask);
  process->pid = fork ();
  if (process->pid == 0)
    {
      leave_signals (parent);
      deadly_signals_release (&mask);
      channel_be_putter (&process->channel);
      sandbox_enter (process->channel.fd);
      threads_alone ();
      reader_serve (&process->channel, files, start);
      /* Not exit: the atexit handlers and streams are the parent's.  */
      _exit (0);
    }
  deadly_signals_release (&mask);
  if (process->pid > 0)
    {
      channel_be_taker (&process->channel);
      return true;
    }
  const int error = errno;
  process->pid = 0;
  channel_be_taker (&process->channel);
  channel_close (&process->channel);
  errno = error;
  return false;
}

/* Describe the end by SIGNAL.  */
static void
describe_signal (int signal, char *buffer, size_t size)
{
  if (signal == SIGXCPU)
    snprintf (buffer, size, "no end after %d seconds of processor time",
              READER_SECONDS);
  else
    snprintf (buffer, size, "%s", strsignal (signal));
}

void
reader_end (struct reader_process *process, char *buffer, size_t size)
{
  char last[LAST_WORDS_SIZE];
  int status = 0;
  pid_t pid;

  /* It does not know that nobody listens.  */
  if (process->channel.error != 0)
    kill (process->pid, SIGKILL);
  do
    pid = waitpid (process->pid, &status, 0);
  while (pid < 0 && errno == EINTR);
  channel_last_words (&process->channel, last);
  if (process->channel.error != 0)
    snprintf (buffer, size, "%s", strerror (process->channel.error));
  else if (last[0] != '\0')
    snprintf (buffer, size, "%s", last);
  else if (pid < 0)
    snprintf (buffer, size, "for an unknown reason");
  else if (WIFSIGNALED (status))
    describe_signal (WTERMSIG (status), buffer, size);
  else
    snprintf (buffer, size, "exit status %d", WEXITSTATUS (status));
  process->pid = 0;
  channel_close (&process->channel);
}

void
reader_stop (struct reader_process *process, bool now)
{
  pid_t pid;

  if (process->pid != 0)
    {
      if (now)
        kill (process->pid, SIGKILL);
      do
        pid = waitpid (process->pid, NULL, 0);
      while (pid < 0 && errno == EINTR);
    }
  process->pid = 0;
  channel_close (&process->channel);
}
