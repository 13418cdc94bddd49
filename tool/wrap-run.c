/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-run.c - the programs that the linker wrapper runs, and its temporary
   folder, which no signal leaves behind.

   A terminal sends its signals to all processes of a job, others only to this
   one: so they are passed on.  This program ends after the child did, and as
   the child did.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wrap-run.h"
#include "wrap-text.h"

static const int deadly[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

/* 0: none is running.  */
static volatile sig_atomic_t child;
static volatile sig_atomic_t came;

static void
pass_on (int number)
{
  came = number;
  if (child > 0)
    kill ((pid_t) child, number);
}

void
wrap_signals (void)
{
  struct sigaction action = { .sa_handler = pass_on };

  for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++)
    {
      struct sigaction old;
      /* What the caller ignores, as nohup does, the child ignores too.  */
      if (sigaction (deadly[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction (deadly[i], &action, NULL);
    }
}

int
wrap_signal (void)
{
  return came;
}

/* Make the deadly signals wait, or let them through again.  */
static void
hold_signals (int how)
{
  sigset_t set;

  sigemptyset (&set);
  for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++)
    sigaddset (&set, deadly[i]);
  sigprocmask (how, &set, NULL);
}

static sfm_status
cannot_run (const char *path, const struct say *sink)
{
  say (sink, SAY_ERROR, path, "cannot run: %s", strerror (errno));
  return SFM_ERR_IO;
}

/* The child's part of wrap_run.  */
static void
start (const char *path, char **argv, const char *out, const struct say *sink)
{
  hold_signals (SIG_UNBLOCK);
  if (out != NULL)
    {
      int fd = open (out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
      if (fd < 0 || dup2 (fd, STDOUT_FILENO) < 0)
        {
          cannot_run (out, sink);
          _exit (127);
        }
      close (fd);
    }
  execv (path, argv);
  cannot_run (path, sink);
  _exit (127);
}

sfm_status
wrap_run (const char *path, char **argv, const char *out, struct wrap_end *end,
          const struct say *sink)
{
  int status;

  *end = (struct wrap_end){ .status = 0 };
  /* A signal before CHILD is set would reach nobody.  */
  hold_signals (SIG_BLOCK);
  pid_t pid = came == 0 ? fork () : -1;
  if (pid == 0)
    start (path, argv, out, sink);
  child = pid < 0 ? 0 : pid;
  hold_signals (SIG_UNBLOCK);
  if (pid < 0 && came != 0)
    {
      end->signal = came;
      return SFM_OK;
    }
  if (pid < 0)
    return cannot_run (path, sink);
  while (waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      return cannot_run (path, sink);
  child = 0;
  if (WIFSIGNALED (status))
    end->signal = WTERMSIG (status);
  else
    end->status = WEXITSTATUS (status);
  return SFM_OK;
}

int
wrap_become (const char *path, char **argv, const struct say *sink)
{
  execv (path, argv);
  cannot_run (path, sink);
  return errno == ENOENT ? 127 : 126;
}

char *
wrap_folder_make (struct pool *pool, const struct say *sink)
{
  const char *where = getenv ("TMPDIR");

  if (where == NULL || where[0] == '\0')
    where = "/tmp";
  char *folder = text_format (pool, "%s/sfmerge-XXXXXX", where);
  if (folder == NULL)
    say_nomem (sink, NULL);
  else if (mkdtemp (folder) == NULL)
    say (sink, SAY_ERROR, where, "cannot make a temporary folder in it: %s",
         strerror (errno));
  else
    return folder;
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
wrap_folder_remove (const char *folder, const struct say *sink)
{
  enum
  {
    OPEN_FOLDERS = 8
  };

  if (folder != NULL
      && nftw (folder, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS) != 0)
    say (sink, SAY_WARNING, folder, "cannot remove: %s", strerror (errno));
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
