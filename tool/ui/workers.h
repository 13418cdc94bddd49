/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers.h - independent jobs side by side, each in a process of its own.

   Processes, not threads: libbfd cannot be used by two threads at once, and a
   file that crashes one process does not affect the others.  */

#ifndef TOOL_WORKERS_H
#define TOOL_WORKERS_H

#include <stddef.h>

#include "report.h"

/* Why the result of a process is lost; NUMBER has the detail.  */
enum workers_loss
{
  WORKERS_KILLED,    /* by a signal, which NUMBER gives */
  WORKERS_NO_STATUS, /* waitpid failed; NUMBER is errno */
  WORKERS_NO_OUTPUT  /* its output is incomplete; NUMBER is errno */
};

/* The job.  Results are shown in the order of the indices, whichever finishes
   first.  */
struct workers_job
{
  /* Do number IDX, writing to stdout and stderr; returns an exit status.  */
  int (*run) (void *data, size_t idx);
  /* The process for number IDX was lost, by LOSS and NUMBER.  Called instead
     of showing its output; returns an exit status.  May be called before any
     run, never during one.  */
  int (*lost) (void *data, size_t idx, enum workers_loss loss, int number);
  /* The first DONE are done.  */
  void (*progress) (void *data, size_t done);
  void *data;
};

/* Do numbers 0 to COUNT - 1 of JOB, at most WORKERS at a time; with 1 worker,
   one after the other in this process.  Returns the highest exit status.  */
int workers_run (const struct workers_job *job, size_t count,
                 unsigned workers);

#endif /* TOOL_WORKERS_H */
