/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   progress.h - a line on the terminal about long work.  */

#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct progress
{
  const char *verb; /* "checked" */
  size_t count;     /* of all files */
  bool on;
  bool visible; /* the line is on the terminal */
  struct timespec last;
};

/* Make PROGRESS ready for COUNT files, which are VERB when they are done.  It
   is on if stderr is a terminal, stdout is none, which lines would mix with,
   and the user does not want it QUIET.  */
void progress_begin (struct progress *progress, const char *verb, size_t count,
                     bool quiet);

/* DONE files are done: say so, ten times a second at most.  */
void progress_show (struct progress *progress, size_t done);

/* Take the line away, before anything else is said.  */
void progress_clear (struct progress *progress);

#endif /* TOOL_PROGRESS_H */
