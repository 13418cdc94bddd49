/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   child.c - run a program in place of this one, which goes on afterwards.

   A terminal sends its signals to all processes of a job, but other senders
   only to this one, so they are passed on.  This program ends after the child,
   and in the same way.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "deadly-signals.h"
#include "pool.h"

enum
{
  /* As of shells, env and nohup.  */
  STATUS_NOT_EXECUTABLE = 126,
  STATUS_NOT_FOUND = 127,
  READ_SIZE = 1 << 16
};

/* The child, or 0 if none is running.  */
static volatile sig_atomic_t child;
static volatile sig_atomic_t received;

static void
pass_on (int number)
{
  received = number;
  if (child > 0)
    kill ((pid_t) child, number);
}

void
child_signals (void)
{
  struct sigaction action = { .sa_handler = pass_on };

  for (size_t i = 0; i < deadly_signal_count; i++)
    {
      struct sigaction old;
      /* Signals that the caller ignores, as nohup does, stay ignored in the
         child.  */
      if (sigaction (deadly_signals[i], NULL, &old) == 0
          && old.sa_handler != SIG_IGN)
        sigaction (deadly_signals[i], &action, NULL);
    }
  /* If the caller ignores SIGCHLD, waitpid gets no status.  */
  signal (SIGCHLD, SIG_DFL);
}

int
child_signal (void)
{
  return received;
}

/* Report that PATH cannot be run, and return the status that says so.  */
static int
cannot_run (const char *path, const struct diag_sink *sink)
{
  const int error = errno;

  if (error == ENOENT && strchr (path, '/') == NULL)
    diag (sink, DIAG_ERROR, path, "there is no such command");
  else
    diag_errno (sink, path, "cannot run");
  return error == ENOENT ? STATUS_NOT_FOUND : STATUS_NOT_EXECUTABLE;
}

/* Start PATH, its standard error going to ERRORS unless that is -1; *PID is
   0 if a signal came before.  */
static sfm_status
start (const char *path, char **argv, int errors, pid_t *pid,
       const struct diag_sink *sink)
{
  sigset_t mask;

  /* A signal before CHILD is set would not be passed on.  */
  deadly_signals_hold (&mask);
  *pid = received == 0 ? fork () : 0;
  if (*pid == 0 && received == 0)
    {
      deadly_signals_release (&mask);
      if (errors < 0 || dup2 (errors, STDERR_FILENO) >= 0)
        execvp (path, argv);
      _exit (cannot_run (path, sink));
    }
  child = *pid < 0 ? 0 : *pid;
  deadly_signals_release (&mask);
  return *pid < 0 ? diag_errno (sink, path, "cannot run") : SFM_OK;
}

/* Read FD to its end into ERRORS, and close it.  What there is no memory for
   is lost, and the child is not held up.  */
static sfm_status
keep (int fd, struct child_errors *errors, const struct diag_sink *sink)
{
  static char lost[READ_SIZE];
  bool fits = true;
  ssize_t got;

  do
    {
      char *to = lost;
      array_expect (&errors->bytes, &errors->capacity,
                    errors->size + READ_SIZE + 1, 1);
      fits = fits && errors->capacity > errors->size + READ_SIZE;
      if (fits)
        to = errors->bytes + errors->size;
      got = read (fd, to, READ_SIZE);
      if (got > 0 && fits)
        errors->size += (size_t) got;
    }
  while (got > 0 || (got < 0 && errno == EINTR));
  close (fd);
  if (!fits)
    return diag_nomem (sink, NULL);
  errors->bytes[errors->size] = '\0';
  return SFM_OK;
}

sfm_status
child_run (const char *path, char **argv, struct child_errors *errors,
           struct child_end *end, const struct diag_sink *sink)
{
  int ends[2] = { -1, -1 }, status = 0;
  sfm_status kept = SFM_OK;
  pid_t pid;

  *end = (struct child_end){ .status = 0 };
  if (errors != NULL && pipe2 (ends, O_CLOEXEC) != 0)
    return diag_errno (sink, path, "cannot run");
  sfm_status started = start (path, argv, ends[1], &pid, sink);
  if (errors != NULL)
    {
      close (ends[1]);
      kept = keep (ends[0], errors, sink);
    }
  if (started != SFM_OK)
    return started;
  while (pid != 0 && waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      return diag_errno (sink, path, "cannot wait for it");
  child = 0;
  if (pid == 0)
    end->signal = received;
  else if (WIFSIGNALED (status))
    end->signal = WTERMSIG (status);
  else
    end->status = WEXITSTATUS (status);
  return kept;
}

int
child_become (const char *path, char **argv, const struct diag_sink *sink)
{
  execvp (path, argv);
  return cannot_run (path, sink);
}

int
child_end_as (const struct child_end *end)
{
  if (end->signal != 0)
    {
      signal (end->signal, SIG_DFL);
      raise (end->signal);
      return 128 + end->signal;
    }
  return end->status;
}
