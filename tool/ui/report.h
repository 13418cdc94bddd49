/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   report.h - messages to the user: the only place that prints them.  */

#ifndef TOOL_REPORT_H
#define TOOL_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"

/* Exit statuses.  For several files, the highest is used.  */
enum
{
  STATUS_DONE = 0,
  STATUS_FAILED = 1, /* findings, a refused loss, or a failure */
  STATUS_USAGE = 2   /* wrong usage, or an unreadable input */
};

enum
{
  REPORT_ERROR_SIZE = 256 /* longer ones are cut */
};

struct report
{
  struct diag_sink sink; /* to pass to bfdglue; prints, and counts below */
  bool quiet;            /* no notes */
  bool errors_only;      /* no warnings either */
  bool verbose;          /* details too */
  bool fatal_warnings;
  size_t warnings;
  size_t errors;
  char first_error[REPORT_ERROR_SIZE]; /* if there are any */
};

/* Initialise REPORT.  It must not be moved afterwards: its sink points to
   it.  */
void report_init (struct report *report);

/* True if there was a warning and --fatal-warnings is set.  */
bool report_fatal (const struct report *report);

/* The same, and report that nothing is written for FILE.  */
bool report_refuse (const struct report *report, const char *file);

/* Pass each error, made printable, to FN before it is printed; if FN is NULL,
   no longer.  FILE is NULL if the error is about none, and PLACE if it has
   none.  */
void report_listen (void (*fn) (const char *file, const char *place,
                                const char *text));

/* NAME, which must stay, is the command whose help is meant from here on;
   NULL: that of the whole program.  */
void report_command (const char *name);

/* Report a wrong command line, and how to get help; returns STATUS_USAGE.  */
int report_usage (const char *format, ...) DIAG_PRINTF (1, 2);

/* Report an input of the command line that cannot be read; returns
   STATUS_USAGE.  */
int report_unread (const char *format, ...) DIAG_PRINTF (1, 2);

/* Close standard output.  Returns STATUS, or at least STATUS_FAILED if any
   output was lost, which is reported unless the reader closed the pipe
   (EPIPE).  */
int report_stdout (int status);

/* Remember for report_stdout that a write to standard output failed with
   ERROR, an errno; errno may change before report_stdout runs.  */
void report_stdout_lost (int error);

/* Flush standard output; remember a failure for report_stdout.  stdio itself
   keeps a flag, but not the reason.  */
void report_stdout_flush (void);

/* For a process whose streams are read by another one.  report_streams_fresh
   forgets errors from before the process owned the streams.
   report_streams_flush flushes both and returns the errno of the first failed
   write to either, or 0.  */
void report_streams_fresh (void);
int report_streams_flush (void);

/* The exit status for STATUS of reading an input: exhausted memory is a
   failure, any other error is a usage error.  */
int report_input_status (sfm_status status);

#endif /* TOOL_REPORT_H */
