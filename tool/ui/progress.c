/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   progress.c - a progress line on the terminal.  */

#include "config.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "report.h"

enum
{
  INTERVAL_MS = 100,
  COLUMNS_USUAL = 80,
  LINE_SIZE = 512,
  FAILURES_SIZE = 40
};

/* The one whose line is on the terminal, or NULL.  */
static struct progress *shown;

void
progress_begin (struct progress *progress, const char *verb, size_t count,
                const char *unit, bool used, bool quiet)
{
  *progress = (struct progress){ .verb = verb, .count = count, .unit = unit };
  progress->on = (count > 1 || unit != NULL) && !quiet
                 && isatty (STDERR_FILENO)
                 && !(used && isatty (STDOUT_FILENO));
}

/* Whether it is time to show the line of PROGRESS again.  */
static bool
is_time (struct progress *progress)
{
  struct timespec now;

  if (!progress->on || clock_gettime (CLOCK_MONOTONIC, &now) != 0)
    return false;
  long long passed = (now.tv_sec - progress->last.tv_sec) * 1000LL
                     + (now.tv_nsec - progress->last.tv_nsec) / 1000000;
  if (passed < INTERVAL_MS)
    return false;
  progress->last = now;
  return true;
}

static int
columns (void)
{
  struct winsize size;

  return ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0
             ? size.ws_col
             : COLUMNS_USUAL;
}

/* Write the printable ASCII of PATH to TEXT, SIZE bytes; other bytes, which
   may have another width, as '?'.  */
static void
plain (const char *path, char *text, size_t size)
{
  size_t i = 0;

  for (; path[i] != '\0' && i + 1 < size; i++)
    text[i] = path[i];
  text[i] = '\0';
  while (i-- > 0)
    if (text[i] < ' ' || text[i] > '~')
      text[i] = '?';
}

void
progress_show (struct progress *progress, size_t done, const char *path,
               bool failed)
{
  char line[LINE_SIZE], failures[FAILURES_SIZE] = "";
  int size;

  progress->failed += failed;
  if (!is_time (progress))
    return;
  progress->visible = true;
  shown = progress;
  if (progress->failed != 0)
    snprintf (failures, sizeof failures, ", %zu failed", progress->failed);
  if (progress->unit != NULL)
    size = snprintf (line, sizeof line, "sfmerge: %s %zu %s: ", progress->verb,
                     done, progress->unit);
  else
    size = snprintf (line, sizeof line,
                     "sfmerge: %s %zu of %zu files%s: ", progress->verb, done,
                     progress->count, failures);
  if (size >= 0 && (size_t) size < sizeof line)
    plain (path, line + size, sizeof line - (size_t) size);
  /* A full last column would wrap.  */
  fprintf (stderr, "\r%.*s\033[K", columns () - 1, line);
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
  shown = NULL;
}

void
progress_forget (void)
{
  shown = NULL;
}

void
progress_clear_shown (void)
{
  if (shown != NULL)
    progress_clear (shown);
}
