/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   child.c - child processes, and the signals that would end this one.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paged.h"
#include "process.h"

const int deadly_signals[] = {
  SIGHUP,    SIGINT,  SIGQUIT, SIGTERM, SIGPIPE,   SIGALRM,
  SIGXCPU,   SIGXFSZ, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF,
/* Optional in POSIX, or not in it.  */
#ifdef SIGPOLL
  SIGPOLL,
#endif
#ifdef SIGPWR
  SIGPWR,
#endif
#ifdef SIGSTKFLT
  SIGSTKFLT,
#endif
};
const size_t deadly_signal_count
    = sizeof deadly_signals / sizeof deadly_signals[0];
_Static_assert(sizeof deadly_signals / sizeof deadly_signals[0]
                   <= DEADLY_SIGNALS_MAX,
               "arrays of actions have an entry for each signal");

bool
deadly_signal_is_event (int number)
{
  switch (number)
    {
    case SIGALRM:
    case SIGVTALRM:
    case SIGPROF:
    case SIGUSR1:
    case SIGUSR2:
#ifdef SIGPOLL
    case SIGPOLL:
#endif
      return true;
    default:
      return false;
    }
}

void
deadly_signals_hold (sigset_t *previous)
{
  sigset_t set;

  sigemptyset (&set);
  for (size_t i = 0; i < deadly_signal_count; i++)
    sigaddset (&set, deadly_signals[i]);
  pthread_sigmask (SIG_BLOCK, &set, previous);
}

void
deadly_signals_release (const sigset_t *previous)
{
  int saved_errno = errno;

  pthread_sigmask (SIG_SETMASK, previous, NULL);
  errno = saved_errno;
}

/* In the child of PARENT: take no signal that is meant for PARENT, and end
   when it does.  */
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
  prctl (PR_SET_PDEATHSIG, SIGKILL);
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

void
link_count_add (const char *path, uint64_t links)
{
  const int fd
      = path == NULL
            ? -1
            : open (path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);

  while (fd >= 0 && links-- != 0 && write (fd, ".", 1) == 1)
    continue;
  if (fd >= 0)
    close (fd);
}

/* Run a program from this one, which continues afterwards.

   A terminal sends its signals to all processes of a job, but other senders
   only to this one, so they are passed on.  This program ends after the child,
   and in the same way.  */

enum
{
  /* As in shells, env and nohup.  */
  STATUS_NOT_EXECUTABLE = 126,
  STATUS_NOT_FOUND = 127
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

/* In the child: signals that this program passes on have their default
   effect.  */
static void
take_signals (void)
{
  struct sigaction action;

  for (size_t i = 0; i < deadly_signal_count; i++)
    if (sigaction (deadly_signals[i], NULL, &action) == 0
        && action.sa_handler == pass_on)
      signal (deadly_signals[i], SIG_DFL);
}

/* Start PATH, whose descriptor KEPT is a copy of FD unless FD is 0.  *PID is 0
   if a signal came before.  */
static sfm_status
start (const char *path, char **argv, int kept, int fd, pid_t *pid,
       const struct diag_sink *sink)
{
  sigset_t mask;

  /* A signal before CHILD is set would not be passed on.  */
  deadly_signals_hold (&mask);
  *pid = received == 0 ? fork () : 0;
  if (*pid == 0 && received == 0)
    {
      take_signals ();
      deadly_signals_release (&mask);
      if (fd == 0 || dup2 (fd, kept) >= 0)
        execvp (path, argv);
      _exit (cannot_run (path, sink));
    }
  child = *pid < 0 ? 0 : *pid;
  deadly_signals_release (&mask);
  return *pid < 0 ? diag_errno (sink, path, "cannot run") : SFM_OK;
}

/* Read FD from its beginning into ERRORS.  */
static sfm_status
keep (int fd, struct child_errors *errors, const char *path,
      const struct diag_sink *sink)
{
  struct stat st;

  if (fstat (fd, &st) != 0)
    return diag_errno (sink, path, "cannot read its messages");
  const size_t size = (size_t) st.st_size;
  array_expect (&errors->bytes, &errors->capacity, size + 1, 1);
  if (errors->capacity <= size)
    return diag_nomem (sink, NULL);
  const ssize_t got = read_at (fd, errors->bytes, size, 0);
  errors->size = got > 0 ? (size_t) got : 0;
  errors->bytes[errors->size] = '\0';
  return got >= 0 ? SFM_OK
                  : diag_errno (sink, path, "cannot read its messages");
}

/* Wait for PID and set *END; 0: a signal came instead.  */
static sfm_status
await (pid_t pid, struct child_end *end)
{
  int status = 0;

  while (pid != 0 && waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      return SFM_ERR_IO;
  child = 0;
  *end = (struct child_end){ .status = 0 };
  if (pid == 0)
    end->signal = received;
  else if (WIFSIGNALED (status))
    end->signal = WTERMSIG (status);
  else
    end->status = WEXITSTATUS (status);
  return SFM_OK;
}

sfm_status
child_run (const char *path, char **argv, struct child_errors *errors,
           struct child_end *end, const struct diag_sink *sink)
{
  /* Not a pipe: what the child leaves running may keep that open.  */
  const int fd = errors != NULL ? memory_file_new (0) : 0;
  pid_t pid;

  *end = (struct child_end){ .status = STATUS_NOT_EXECUTABLE };
  if (errors != NULL && fd == 0)
    return diag_errno (sink, path, "cannot run");
  const int kept
      = errors != NULL && errors->output ? STDOUT_FILENO : STDERR_FILENO;
  sfm_status status = start (path, argv, kept, fd, &pid, sink);
  if (status == SFM_OK && await (pid, end) != SFM_OK)
    status = diag_errno (sink, path, "cannot wait for it");
  if (status == SFM_OK && errors != NULL)
    status = keep (fd, errors, path, sink);
  memory_file_close (fd);
  return status;
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
