/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reader-process.c - the life of one process that reads inputs.  */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child-process.h"
#include "reader-limits.h"
#include "reader-process.h"
#include "sandbox.h"
#include "threads.h"

bool
reader_start (struct reader_process *process, const struct reader_files *files,
              const struct reader_start *start)
{
  *process = (struct reader_process){ .pid = 0 };
  if (!channel_open (&process->channel, RING_SIZE))
    return false;
  process->pid = child_fork ();
  if (process->pid == 0)
    {
      channel_be_putter (&process->channel);
      sandbox_enter (process->channel.fd,
                     files->only != NULL ? files->only->fd : -1, READER_MEMORY,
                     READER_SECONDS);
      threads_alone ();
      reader_serve (&process->channel, files, start);
      _exit (0);
    }
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

  /* It does not know that nobody listens.  */
  if (process->channel.error != 0)
    kill (process->pid, SIGKILL);
  const pid_t pid = child_wait (process->pid, &status);
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
  int status;

  if (process->pid != 0)
    {
      if (now)
        kill (process->pid, SIGKILL);
      (void) child_wait (process->pid, &status);
    }
  process->pid = 0;
  channel_close (&process->channel);
}
