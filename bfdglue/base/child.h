/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   child.h - run a program in place of this one, which goes on afterwards.  */

#ifndef BFDGLUE_CHILD_H
#define BFDGLUE_CHILD_H

#include "diag.h"

/* How a child ended: by its exit status, or by SIGNAL if that is not 0.  */
struct child_end
{
  int status;
  int signal;
};

/* What a child writes to standard error, if it is caught.  All zero is
   empty; the caller frees BYTES.  */
struct child_errors
{
  char *bytes; /* SIZE of them, and a 0 */
  size_t size;
  size_t capacity;
};

/* From here on, pass signals that would end this program to the child, and let
   it end first.  */
void child_signals (void);

/* The last signal received, or 0.  */
int child_signal (void);

/* Run PATH, or the program of PATH's name in PATH if it has no slash, with
   ARGV and wait for it.  With ERRORS, its standard error is kept there instead
   of shown.  If a signal came before, nothing is run, and END says so.  On
   failure, which is reported, END has a status that is not 0; a program that
   is not there, or cannot be executed, ends with 127 or 126.  Statuses: IO,
   NOMEM.  */
sfm_status child_run (const char *path, char **argv,
                      struct child_errors *errors, struct child_end *end,
                      const struct diag_sink *sink) SFM_CHECKED;

/* Execute PATH with ARGV in this process.  Returns only if that fails, which
   is reported: the exit status.  */
int child_become (const char *path, char **argv, const struct diag_sink *sink);

/* End as END says: raise its signal, or return its exit status.  */
int child_end_as (const struct child_end *end);

#endif /* BFDGLUE_CHILD_H */
