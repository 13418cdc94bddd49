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
  size_t count;     /* of all files; 0: unknown */
  const char *unit; /* what is counted then, such as "objects" */
  size_t failed;    /* of those that are done */
  bool on;
  bool visible; /* the line is on the terminal */
  struct timespec last;
};

/* Initialise PROGRESS for COUNT files; VERB, a participle, describes a
   finished one.  Progress is shown only for more than one file, if stderr is a
   terminal, and not if QUIET; nor if stdout, which is USED, is a terminal, as
   the lines would mix.  */
void progress_begin (struct progress *progress, const char *verb, size_t count,
                     bool used, bool quiet);

/* The same for a number of UNIT that nobody knows before.  */
void progress_begin_open (struct progress *progress, const char *verb,
                          const char *unit, bool used, bool quiet);

/* Show that DONE files are done, the last of which is PATH, at most ten times
   a second.  Count it as failed if FAILED.  */
void progress_show (struct progress *progress, size_t done, const char *path,
                    bool failed);

/* Erase the line, before any other output.  */
void progress_clear (struct progress *progress);

/* The same for whichever line is on the terminal.  Each message does it.  */
void progress_clear_shown (void);

/* The line on the terminal, if there is any, is another process's.  */
void progress_forget (void);

#endif /* TOOL_PROGRESS_H */
