/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   progress.h - a progress line on the terminal.  */

#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct progress
{
  const char *verb; /* such as "checked" */
  size_t count;     /* of all files */
  bool on;
  bool visible; /* the line is on the terminal */
  struct timespec last;
};

/* Initialise PROGRESS for COUNT files; VERB, a participle, describes a
   finished one.  Progress is shown only for more than one file, if stderr is a
   terminal, stdout is not (the lines would mix), and not if QUIET.  */
void progress_begin (struct progress *progress, const char *verb, size_t count,
                     bool quiet);

/* Show that DONE files are done, at most ten times a second.  */
void progress_show (struct progress *progress, size_t done);

/* Erase the line, before any other output.  */
void progress_clear (struct progress *progress);

#endif /* TOOL_PROGRESS_H */
