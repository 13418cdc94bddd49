/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-cleanup.c - removal of temporary files on a deadly signal.

   O_TMPFILE would need no cleanup, but linkat cannot replace a file, and not
   every file system has it.  The handler removes the files, restores the
   previous action and raises the signal again, so that the process ends as it
   would have, or the previous handler runs.  A signal that was ignored stays
   ignored (nohup).  A signal by which the caller counts events, such as the
   SIGPROF of a profiler, stays the caller's: its handler returns, and a file
   that was removed would be missed.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "files-limits.h"
#include "output-file.h"
#include "pool.h"
#include "process.h"

struct pending
{
  int directory;
  const char *name;
};

/* Written only while the deadly signals are blocked.  */
static struct pending *pending;
static size_t pending_count, pending_capacity;
static struct sigaction previous_actions[DEADLY_SIGNALS_MAX];

/* Whether the signal NUMBER, whose action is ACTION, is handled here while
   files are pending.  */
static bool
is_taken (int number, const struct sigaction *action)
{
  return action->sa_handler == SIG_DFL
         || (action->sa_handler != SIG_IGN
             && !deadly_signal_is_event (number));
}

void
cleanup_remove (void)
{
  for (size_t i = 0; i < pending_count; i++)
    unlinkat (pending[i].directory, pending[i].name, 0);
}

static void
remove_pending (int number)
{
  int saved_errno = errno;

  cleanup_remove ();
  for (size_t i = 0; i < deadly_signal_count; i++)
    if (deadly_signals[i] == number)
      sigaction (number, &previous_actions[i], NULL);
  /* Delivered when this handler returns.  */
  raise (number);
  errno = saved_errno;
}

static void
arm (void)
{
  struct sigaction action = { .sa_handler = remove_pending };

  /* One handler must not interrupt another.  */
  sigemptyset (&action.sa_mask);
  for (size_t i = 0; i < deadly_signal_count; i++)
    sigaddset (&action.sa_mask, deadly_signals[i]);
  for (size_t i = 0; i < deadly_signal_count; i++)
    {
      sigaction (deadly_signals[i], NULL, &previous_actions[i]);
      if (is_taken (deadly_signals[i], &previous_actions[i]))
        sigaction (deadly_signals[i], &action, NULL);
    }
}

static void
disarm (void)
{
  for (size_t i = 0; i < deadly_signal_count; i++)
    if (is_taken (deadly_signals[i], &previous_actions[i]))
      sigaction (deadly_signals[i], &previous_actions[i], NULL);
}

/* Make room for one more.  The signals are blocked.  */
static bool
reserve (void)
{
  return array_grow (&pending, &pending_capacity, pending_count,
                     sizeof *pending);
}

/* Add NAME in DIRECTORY, for which there is room.  The signals are
   blocked.  */
static void
add (int directory, const char *name)
{
  pending[pending_count++] = (struct pending){ directory, name };
  if (pending_count == 1)
    arm ();
}

bool
cleanup_remember (int directory, const char *name)
{
  sigset_t previous;

  deadly_signals_hold (&previous);
  bool good = reserve ();
  if (good)
    add (directory, name);
  deadly_signals_release (&previous);
  return good;
}

int
cleanup_create (int directory, unsigned mode, char *name)
{
  sigset_t previous;
  int fd = -1;

  /* No signal may come between the creation of the file and add.  */
  deadly_signals_hold (&previous);
  for (int attempt = 0; reserve () && attempt < TEMPORARY_ATTEMPTS; attempt++)
    {
      uint64_t number;
      if (getrandom (&number, sizeof number, 0) != (ssize_t) sizeof number)
        break;
      snprintf (name, CLEANUP_NAME_SIZE, ".sfmerge-%016" PRIx64, number);
      fd = openat (directory, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
                   mode);
      if (fd >= 0 || errno != EEXIST)
        break;
    }
  if (fd >= 0)
    add (directory, name);
  deadly_signals_release (&previous);
  return fd;
}

void
cleanup_forget (int directory, const char *name)
{
  sigset_t previous;
  size_t idx = pending_count;

  deadly_signals_hold (&previous);
  /* The last one added is usually the first one forgotten.  */
  while (idx != 0
         && (pending[idx - 1].directory != directory
             || pending[idx - 1].name != name))
    idx--;
  if (idx != 0)
    {
      memmove (pending + idx - 1, pending + idx,
               (pending_count - idx) * sizeof *pending);
      pending_count--;
      if (pending_count == 0)
        {
          disarm ();
          free (pending);
          pending = NULL;
          pending_capacity = 0;
        }
    }
  deadly_signals_release (&previous);
}
