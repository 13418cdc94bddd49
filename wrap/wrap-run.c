/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-run.c - run programs for the linker wrapper, and make its temporary
   directory, which is removed after a signal too.

   A terminal sends its signals to all processes of a job, but other senders
   only to this one, so they are passed on.  This program ends after the child,
   and in the same way.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "deadly-signals.h"
#include "wrap-run.h"
#include "wrap-text.h"

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
wrap_signals (void)
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
wrap_signal (void)
{
  return received;
}

bool
wrap_one_stream (void)
{
  struct stat out, errors;

  return fstat (STDOUT_FILENO, &out) == 0
         && fstat (STDERR_FILENO, &errors) == 0 && out.st_dev == errors.st_dev
         && out.st_ino == errors.st_ino;
}

/* Redirect STREAM to the new file PATH.  */
static void
redirect (int stream, const char *path, const struct diag_sink *sink)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

  if (fd < 0 || dup2 (fd, stream) < 0)
    {
      diag_errno (sink, path, "cannot run");
      _exit (127);
    }
  if (fd != stream)
    close (fd);
}

/* In the child: run PATH.  */
static void
start (const char *path, char **argv, struct wrap_streams streams,
       const sigset_t *mask, const struct diag_sink *sink)
{
  bool one = streams.out != NULL && streams.errors == streams.out;

  deadly_signals_release (mask);
  if (streams.out != NULL)
    redirect (STDOUT_FILENO, streams.out, sink);
  if (one)
    dup2 (STDOUT_FILENO, STDERR_FILENO);
  else if (streams.errors != NULL)
    redirect (STDERR_FILENO, streams.errors, sink);
  execv (path, argv);
  diag_errno (sink, path, "cannot run");
  _exit (127);
}

sfm_status
wrap_run (const char *path, char **argv, struct wrap_streams streams,
          struct wrap_end *end, const struct diag_sink *sink)
{
  int status;

  *end = (struct wrap_end){ .status = 0 };
  /* A signal before CHILD is set would not be passed on.  */
  sigset_t mask;
  deadly_signals_hold (&mask);
  pid_t pid = received == 0 ? fork () : -1;
  if (pid == 0)
    start (path, argv, streams, &mask, sink);
  child = pid < 0 ? 0 : pid;
  deadly_signals_release (&mask);
  if (pid < 0 && received != 0)
    {
      end->signal = received;
      return SFM_OK;
    }
  if (pid < 0)
    return diag_errno (sink, path, "cannot run");
  while (waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      return diag_errno (sink, path, "cannot run");
  child = 0;
  if (WIFSIGNALED (status))
    end->signal = WTERMSIG (status);
  else
    end->status = WEXITSTATUS (status);
  return SFM_OK;
}

int
wrap_become (const char *path, char **argv, const struct diag_sink *sink)
{
  execv (path, argv);
  diag_errno (sink, path, "cannot run");
  return errno == ENOENT ? 127 : 126;
}

char *
wrap_directory_make (struct pool *pool, const struct diag_sink *sink)
{
  const char *where = getenv ("TMPDIR");

  if (where == NULL || where[0] == '\0')
    where = "/tmp";
  /* The path is searched for in linker output, and lld removes . and .. from
     the paths it writes.  */
  char *whole = realpath (where, NULL);
  char *directory
      = text_format (pool, "%s/sfmerge-XXXXXX", whole != NULL ? whole : where);
  free (whole);
  if (directory == NULL)
    diag_nomem (sink, NULL);
  else if (mkdtemp (directory) == NULL)
    diag (sink, DIAG_ERROR, where, "cannot make a temporary folder in it: %s",
          strerror (errno));
  else
    return directory;
  return NULL;
}

static int
remove_one (const char *path, const struct stat *st, int type,
            struct FTW *where)
{
  (void) st;
  (void) type;
  (void) where;
  return remove (path);
}

void
wrap_directory_remove (const char *directory, const struct diag_sink *sink)
{
  enum
  {
    OPEN_FOLDERS = 8
  };

  int failed = 0;

  /* Retry once if memory was short: some may be free by now.  */
  for (unsigned turn = 0; turn < 2 && directory != NULL; turn++)
    {
      failed
          = nftw (directory, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
      if (failed == 0 || errno != ENOMEM)
        break;
    }
  if (failed != 0)
    diag (sink, DIAG_WARNING, directory, "cannot remove: %s",
          strerror (errno));
}

int
wrap_end_as (const struct wrap_end *end)
{
  if (end->signal != 0)
    {
      signal (end->signal, SIG_DFL);
      raise (end->signal);
      return 128 + end->signal;
    }
  return end->status;
}
