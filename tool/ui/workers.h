/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers.h - independent jobs side by side, each in a process of its own.

   Processes, not threads: libbfd cannot be used by two threads at once, and
   what kills one of them, a file that no reader is safe from, leaves the
   others alone.  */

#ifndef TOOL_WORKERS_H
#define TOOL_WORKERS_H

#include <stddef.h>

#include "report.h"

/* Why nothing is known of what a process did, and what NUMBER of it is.  */
enum workers_loss
{
  WORKERS_KILLED,    /* a signal ended it: which one */
  WORKERS_NO_STATUS, /* nobody can say how it ended: errno */
  WORKERS_NO_OUTPUT  /* what it wrote is incomplete: errno */
};

/* What is done, all in the order of the numbers whatever finishes first.  */
struct workers_job
{
  /* Do number IDX, writing to stdout and stderr; returns an exit status.  */
  int (*run) (void *data, size_t idx);
  /* The process that did number IDX was lost, by LOSS and NUMBER.  Called in
     the place of what it wrote; returns an exit status.  May be called before
     any run, never during one.  */
  int (*lost) (void *data, size_t idx, enum workers_loss loss, int number);
  /* All up to number DONE, not included, are done.  */
  void (*progress) (void *data, size_t done);
  void *data;
};

/* Do COUNT of JOB, at most WORKERS at a time: 1 does them here, one after the
   other.  Returns the highest exit status.  */
int workers_run (const struct workers_job *job, size_t count,
                 unsigned workers);

#endif /* TOOL_WORKERS_H */
