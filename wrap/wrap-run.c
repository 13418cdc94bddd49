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
#include <sys/socket.h>
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

/* In the child: report that PATH cannot be run, or written to, and end.  */
static _Noreturn void
cannot_run (const char *path, const struct diag_sink *sink)
{
  diag_errno (sink, path, "cannot run");
  _exit (127);
}

/* Redirect STREAM to the new file PATH.  */
static void
redirect (int stream, const char *path, const struct diag_sink *sink)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

  if (fd < 0 || dup2 (fd, stream) < 0)
    cannot_run (path, sink);
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
  if (streams.in != STDIN_FILENO && dup2 (streams.in, STDIN_FILENO) < 0)
    cannot_run (path, sink);
  if (streams.out != NULL)
    redirect (STDOUT_FILENO, streams.out, sink);
  if (one)
    dup2 (STDOUT_FILENO, STDERR_FILENO);
  else if (streams.errors != NULL)
    redirect (STDERR_FILENO, streams.errors, sink);
  execv (path, argv);
  cannot_run (path, sink);
}

/* Start PATH; 0: a signal came before.  It is the child that signals go to if
   it runs ALONE.  */
static sfm_status
launch (const char *path, char **argv, struct wrap_streams streams, bool alone,
        pid_t *pid, const struct diag_sink *sink)
{
  sigset_t mask;

  /* A signal before CHILD is set would not be passed on.  */
  deadly_signals_hold (&mask);
  *pid = received == 0 ? fork () : 0;
  if (*pid == 0 && received == 0)
    start (path, argv, streams, &mask, sink);
  if (alone)
    child = *pid < 0 ? 0 : *pid;
  const int error = errno;
  deadly_signals_release (&mask);
  errno = error;
  return *pid < 0 ? diag_errno (sink, path, "cannot run") : SFM_OK;
}

/* Wait for PID and set *END; 0: a signal came instead.  */
static sfm_status
await (pid_t pid, struct wrap_end *end)
{
  int status;

  *end = (struct wrap_end){ .status = 0 };
  while (pid != 0 && waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      return SFM_ERR_IO;
  child = 0;
  if (pid == 0)
    end->signal = received;
  else if (WIFSIGNALED (status))
    end->signal = WTERMSIG (status);
  else
    end->status = WEXITSTATUS (status);
  return SFM_OK;
}

sfm_status
wrap_run (const char *path, char **argv, struct wrap_streams streams,
          struct wrap_end *end, const struct diag_sink *sink)
{
  pid_t pid;

  *end = (struct wrap_end){ .status = 0 };
  TRY (launch (path, argv, streams, true, &pid, sink));
  return await (pid, end) == SFM_OK ? SFM_OK
                                    : diag_errno (sink, path, "cannot run");
}

sfm_status
wrap_begin (const char *path, char **argv, struct wrap_streams streams,
            struct wrap_child *begun, const struct diag_sink *sink)
{
  int ends[2];
  pid_t pid;

  *begun = (struct wrap_child){ .pid = 0 };
  /* Not a pipe: a write to one that nobody reads sends a signal.  */
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return diag_errno (sink, path, "cannot run");
  streams.in = ends[1];
  sfm_status status = launch (path, argv, streams, false, &pid, sink);
  close (ends[1]);
  if (status == SFM_OK && pid != 0)
    *begun = (struct wrap_child){ .path = path, .pid = pid, .feed = ends[0] };
  else
    close (ends[0]);
  return status;
}

sfm_status
wrap_hear (const struct wrap_child *begun, uint8_t *byte)
{
  ssize_t got = 0;

  child = begun->pid;
  if (begun->pid != 0 && received == 0)
    do
      got = recv (begun->feed, byte, 1, 0);
    while (got < 0 && errno == EINTR && received == 0);
  child = 0;
  return got == 1 ? SFM_OK : SFM_END;
}

sfm_status
wrap_finish (struct wrap_child *begun, bool go, struct wrap_end *end,
             const struct diag_sink *sink)
{
  ssize_t sent = 0;

  *end = (struct wrap_end){ .signal = received };
  if (begun->pid == 0)
    return SFM_OK;
  child = begun->pid;
  /* A signal before CHILD was set was not passed on.  */
  if (go && received == 0)
    do
      sent = send (begun->feed, "", 1, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
  /* One that has ended already has said why.  */
  const bool unheard = sent < 0 && errno != EPIPE && errno != ECONNRESET;
  close (begun->feed);
  sfm_status status = await (begun->pid, end);
  if (status != SFM_OK)
    status = diag_errno (sink, begun->path, "cannot wait for it");
  begun->pid = 0;
  return status == SFM_OK && unheard ? SFM_END : status;
}

void
wrap_drop (struct wrap_child *begun)
{
  struct wrap_end end;

  if (begun->pid == 0)
    return;
  kill (begun->pid, SIGKILL);
  if (wrap_finish (begun, false, &end, &diag_silent) != SFM_OK)
    begun->pid = 0;
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
    diag (sink, DIAG_ERROR, where,
          "cannot make a temporary directory in it: %s", strerror (errno));
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
    OPEN_DIRS = 8
  };

  int failed = 0;

  /* Retry once if memory was short: some may be free by now.  */
  for (unsigned turn = 0; turn < 2 && directory != NULL; turn++)
    {
      failed = nftw (directory, remove_one, OPEN_DIRS, FTW_DEPTH | FTW_PHYS);
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
