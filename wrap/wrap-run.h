/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-run.h - run programs for the linker wrapper, and make its temporary
   directory, which is removed after a signal too.  */

#ifndef WRAP_WRAP_RUN_H
#define WRAP_WRAP_RUN_H

#include <stdint.h>

#include "pool.h"
#include "diag.h"

/* How a child ended: by its exit status, or by SIGNAL if that is not 0.  */
struct wrap_end
{
  int status;
  int signal;
};

/* A child that runs beside others, and reads standard input from FEED.  */
struct wrap_child
{
  const char *path;
  int pid; /* 0: there is none */
  int feed;
};

/* New files for a child's output, or NULL for the streams of this program.
   ERRORS may be equal to OUT.  IN is the descriptor that becomes standard
   input, or 0 for that of this program.  */
struct wrap_streams
{
  int in;
  const char *out;
  const char *errors;
};

/* From here on, pass signals that would end this program to the child, and let
   it end first.  */
void wrap_signals (void);

/* The last signal received, or 0.  */
int wrap_signal (void);

/* Whether standard output and standard error are the same file.  */
bool wrap_one_stream (void);

/* Run PATH with ARGV and wait for it.  A failure to start it is reported.
   Statuses: IO.  */
sfm_status wrap_run (const char *path, char **argv,
                     struct wrap_streams streams, struct wrap_end *end,
                     const struct diag_sink *sink) SFM_CHECKED;

/* Start PATH with ARGV, to go on beside this program; STREAMS has no standard
   input.  A failure is reported.  Statuses: IO.  */
sfm_status wrap_begin (const char *path, char **argv,
                       struct wrap_streams streams, struct wrap_child *begun,
                       const struct diag_sink *sink) SFM_CHECKED;

/* Wait for a byte that BEGUN sends through its standard input, a socket.
   Statuses: END (it sends none, or a signal came).  */
sfm_status wrap_hear (const struct wrap_child *begun,
                      uint8_t *byte) SFM_CHECKED;

/* End the standard input of BEGUN, with a byte before the end if GO, and wait
   for it.  Statuses: END, the byte was not sent; IO, which is reported.  */
sfm_status wrap_finish (struct wrap_child *begun, bool go,
                        struct wrap_end *end,
                        const struct diag_sink *sink) SFM_CHECKED;

/* Kill BEGUN, if there is one.  */
void wrap_drop (struct wrap_child *begun);

/* Execute PATH with ARGV in this process.  Returns only if that fails, which
   is reported: the exit status.  */
int wrap_become (const char *path, char **argv, const struct diag_sink *sink);

/* Make a new directory in TMPDIR; returns its canonical path, or NULL on
   failure, which is reported.  */
char *wrap_directory_make (struct pool *pool, const struct diag_sink *sink);

/* Remove DIRECTORY and its contents.  NULL is allowed.  */
void wrap_directory_remove (const char *directory,
                            const struct diag_sink *sink);

/* End as END says: raise its signal, or return its exit status.  */
int wrap_end_as (const struct wrap_end *end);

#endif /* WRAP_WRAP_RUN_H */
