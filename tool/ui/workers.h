/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers.h - independent jobs in parallel, in processes of their own.

   Processes, not threads: a file that crashes one process does not affect the
   others, and a process can be confined: what it needs is opened for it, it
   owns nothing, and what it hands back is checked before it is used.  */

#ifndef TOOL_WORKERS_H
#define TOOL_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

#include "file-bytes.h"
#include "file-list.h"
#include "report.h"

/* Why the result of a process is lost; NUMBER has the detail.  */
enum workers_loss
{
  WORKERS_KILLED,    /* by a signal, which NUMBER gives */
  WORKERS_NO_STATUS, /* waitpid failed; NUMBER is errno */
  WORKERS_NO_OUTPUT, /* its output is incomplete; NUMBER is errno */
  WORKERS_UNSOUND,   /* what it handed back is impossible; NUMBER is EBADMSG */
  WORKERS_UNSTARTED, /* there is no process; NUMBER is errno */
  WORKERS_UNCONFINED /* it could not be confined; NUMBER is errno */
};

enum
{
  /* A job is not started if it is this many or more ahead of the first one
     whose output has not been shown.  With 64, starting processes took a tenth
     of the time of check -r over /usr, as each did 16 jobs at most.  */
  WORKERS_WINDOW = 256,
  /* The same if each job has a process: this bounds the output files that pile
     up after a slow job.  */
  WORKERS_ALONE = 64,

  WORKERS_INPUTS = 2, /* files that a job is about, at most */
  WORKERS_MEMORY = 2  /* arrays that a job writes to, at most */
};

/* Elements of SIZE bytes, WORKERS_WINDOW of them, at AT: job IDX writes to
   number IDX % WORKERS_WINDOW.  NULL: there are none.  */
struct workers_memory
{
  void *at;
  size_t size;
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
  /* Number IDX is done, with the exit status STATUS, and its output is shown.
     Called in the order of the numbers.  */
  void (*done) (void *data, size_t idx, int status);
  void *data;
  size_t first; /* number */

  /* What RUN writes for DONE.  */
  struct workers_memory memory[WORKERS_MEMORY];
  /* Whether what a process wrote to MEMORY for number IDX is possible: numbers
     are in their range, and texts end.  NULL: there is no memory.  */
  bool (*sound) (void *data, size_t idx);

  /* Set *SOURCE to file K of number IDX, which RUN gets from workers_input.
     False: there is no such file.  NULL: processes are not confined to what
     they are given.  If they are, those of root are also APART.  */
  bool (*input) (void *data, size_t idx, unsigned k,
                 struct file_source *source);
  /* Make a file, open for writing, for what RUN, which reads INPUT, writes to
     workers_output; -1 if that fails.  NULL: it writes nothing.  */
  int (*output) (void *data, size_t idx, int input);
  /* Number IDX is done with STATUS; INPUT is its file 0.  Give its file OUTPUT
     its name.  If the result is not STATUS, it replaces STATUS, and what RUN
     has printed is not shown.  */
  int (*commit) (void *data, size_t idx, int input, int output, int status);
  /* What else processes may open to read: these files, and what is below these
     directories.  */
  const char *const *readable;
  size_t readable_count;

  bool apart;  /* use processes even for one worker, and do no job in this
                  process if none can be started */
  bool shifts; /* a process may do several jobs in turn, and those left when it
                  fails are done again: starting and ending a process costs 1
                  ms, more than checking most files */
};

/* MOST, or fewer, but at least 1, if this process may have too few descriptors
   for MOST times EACH.  */
size_t workers_able (size_t most, unsigned each);

/* Do the numbers of JOB up to END - 1, at most WORKERS at a time; with 1
   worker, one after the other in this process, unless they are apart.  Returns
   the highest exit status.  The processes end if this one does, whatever ends
   it.  */
int workers_run (const struct workers_job *job, size_t end, unsigned workers);

/* In RUN: set in SOURCE the descriptor of file K of the job, or the error why
   it is not open, if this process was given the file; if not, RUN has to open
   it.  */
void workers_input (unsigned k, struct file_source *source);

/* In RUN: whether what it writes goes to *FD, which is -1 with errno set if
   that file could not be made.  False: RUN has to make one.  */
bool workers_output (int *fd);

/* For the rest of its life, confine this process to its streams, the COUNT FDS
   and reading what is in READABLE.  False with errno set: it cannot be
   confined.  */
bool workers_confine_self (const int *fds, size_t count,
                           const char *const *readable, size_t readable_count);

/* For the callback lost: report that the process for PATH was lost by LOSS and
   NUMBER.  */
void workers_say_lost (const struct diag_sink *sink, const char *path,
                       enum workers_loss loss, int number);

/* The number of job IDX's element in a struct workers_memory.  */
static inline size_t
workers_slot (size_t idx)
{
  return idx % WORKERS_WINDOW;
}

#endif /* TOOL_WORKERS_H */
