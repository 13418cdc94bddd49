/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   deadly-signals.c - the signals that would end a process before it has
   removed its temporary files.  */

#include "config.h"

#include <errno.h>
#include <pthread.h>

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
