/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   progress.c - a progress line on the terminal.  */

#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "progress.h"

enum
{
  INTERVAL_MS = 100
};

void
progress_begin (struct progress *progress, const char *verb, size_t count,
                bool quiet)
{
  *progress = (struct progress){ .verb = verb, .count = count };
  progress->on = !quiet && count > 1 && isatty (STDERR_FILENO)
                 && !isatty (STDOUT_FILENO);
}

void
progress_show (struct progress *progress, size_t done)
{
  struct timespec now;

  if (!progress->on || clock_gettime (CLOCK_MONOTONIC, &now) != 0)
    return;
  long long passed = (now.tv_sec - progress->last.tv_sec) * 1000LL
                     + (now.tv_nsec - progress->last.tv_nsec) / 1000000;
  if (passed < INTERVAL_MS)
    return;
  progress->last = now;
  progress->visible = true;
  fprintf (stderr, "\rsfmerge: %s %zu of %zu files", progress->verb, done,
           progress->count);
  fflush (stderr);
}

void
progress_clear (struct progress *progress)
{
  if (!progress->visible)
    return;
  /* Return to the first column and erase to the end of the line.  */
  fputs ("\r\033[K", stderr);
  fflush (stderr);
  progress->visible = false;
}
