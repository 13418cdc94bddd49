/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   report.h - messages to the user: the only place that prints them.  */

#ifndef TOOL_REPORT_H
#define TOOL_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"

/* Exit statuses.  Of several files' the highest counts.  */
enum
{
  STATUS_DONE = 0,
  STATUS_FAILED = 1, /* findings, loss refused, or failure */
  STATUS_USAGE = 2   /* wrong use, or an input that cannot be read */
};

struct report
{
  struct diag_sink sink; /* hand this to bfdglue; prints, and counts below */
  bool quiet;            /* no notes */
  bool verbose;          /* details too */
  bool fatal_warnings;
  size_t warnings;
  size_t errors;
};

/* Make REPORT ready.  It must not be moved afterwards: its sink points to
   it.  */
void report_init (struct report *report);

/* True if a warning was said and the user wants warnings to be fatal.  */
bool report_fatal (const struct report *report);

/* The same, and say that nothing is written for FILE.  */
bool report_refuse (const struct report *report, const char *file);

/* Say what is wrong with the command line, and where help is; returns
   STATUS_USAGE.  */
int report_usage (const char *format, ...) DIAG_PRINTF (1, 2);

/* Only where help is, after getopt_long said what is wrong; returns
   STATUS_USAGE.  */
int report_try_help (void);

/* Close standard output; returns STATUS, or STATUS_FAILED, having said why,
   if anything written to it was lost.  A reader that went away (EPIPE) is
   not worth a message.  */
int report_stdout (int status);

/* Remember that writing to standard output failed with ERROR, an errno, for
   report_stdout: by then errno is another's.  */
void report_stdout_lost (int error);

/* For a process whose streams another one reads: forget what was lost before
   they were its own, and write all that is buffered.  The latter returns the
   errno of the first failure to write to either, or 0.  */
void report_streams_fresh (void);
int report_streams_flush (void);

/* The exit status for STATUS of reading an input: input that cannot be read
   is the user's, exhausted memory is not.  */
int report_input_status (sfm_status status);

/* Copy NAME to TEXT, of SIZE bytes, with control characters and bytes that
   are not UTF-8 as \xNN: names come from the files, and a terminal or a JSON
   reader must not be at their mercy.  Returns TEXT.  */
const char *report_escape (const char *name, char *text, size_t size);

#endif /* TOOL_REPORT_H */
