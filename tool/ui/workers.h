/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers.h - independent jobs side by side, in processes of their own.

   Processes, not threads: libbfd cannot be used by two threads at once, and a
   file that crashes one process does not affect the others.  */

#ifndef TOOL_WORKERS_H
#define TOOL_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

#include "report.h"

/* Why the result of a process is lost; NUMBER has the detail.  */
enum workers_loss
{
  WORKERS_KILLED,    /* by a signal, which NUMBER gives */
  WORKERS_NO_STATUS, /* waitpid failed; NUMBER is errno */
  WORKERS_NO_OUTPUT  /* its output is incomplete; NUMBER is errno */
};

enum
{
  /* A job is not started if it is this many or more ahead of the first one
     whose output has not been shown.  With 64, starting processes took a tenth
     of the time of check -r over /usr, as each did 16 jobs at most.  */
  WORKERS_WINDOW = 256,
  /* The same where each job has a process: the files for output that pile up
     after a slow job are bounded.  */
  WORKERS_ALONE = 64
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
  /* Output or messages follow in this process: clear the terminal's line.  */
  void (*clear) (void *data);
  /* Number IDX is done, with the exit status STATUS, and its output is shown.
     Called in the order of the numbers.  */
  void (*done) (void *data, size_t idx, int status);
  void *data;
  bool apart;  /* processes of their own even for one worker */
  bool shifts; /* a process may do some jobs, one after the other, and one
                  that fails is done again: to start and end a process costs
                  1 ms, more than to check most files */
};

/* Do numbers 0 to COUNT - 1 of JOB, at most WORKERS at a time; with 1 worker,
   one after the other in this process.  Returns the highest exit status.  The
   processes end if this one does, whatever ends it.  */
int workers_run (const struct workers_job *job, size_t count,
                 unsigned workers);

/* Memory that is shared with the processes: WORKERS_WINDOW elements of SIZE
   bytes, so that the callbacks run and done have one for job IDX, number IDX %
   WORKERS_WINDOW.  NULL: no memory.  */
void *workers_share (size_t size);

/* Release MEMORY, which may be NULL, from workers_share.  */
void workers_unshare (void *memory, size_t size);

/* For the callback lost: report that the process for PATH was lost by LOSS and
   NUMBER.  */
void workers_say_lost (const struct diag_sink *sink, const char *path,
                       enum workers_loss loss, int number);

#endif /* TOOL_WORKERS_H */
