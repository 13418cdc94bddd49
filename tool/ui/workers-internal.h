/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers-internal.h - what the parts of workers.c share.  */

#ifndef TOOL_WORKERS_INTERNAL_H
#define TOOL_WORKERS_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "workers.h"

enum
{
  /* Exit status of a process whose output was lost; the low bits are the
     errno.  */
  OUTPUT_LOST = 0x80
};

/* What a process notes of a job that it has done.  */
struct note
{
  bool done;
  int status;
  off_t ends[2]; /* of the output so far, in both files */
};

/* The jobs [FIRST, END) of a process.  */
struct shift
{
  size_t first;
  size_t end;
  pid_t pid; /* 0: not started */
  FILE *out;
  FILE *err;
  bool ended;
  int error;  /* errno of waitpid if the status is unknown, or 0 */
  int status; /* from waitpid */
};

struct crew
{
  const struct workers_job *job;
  unsigned workers;
  size_t count;
  struct shift shifts[WORKERS_WINDOW]; /* number FIRST % WORKERS_WINDOW */
  struct note *notes;                  /* of job N, number N % WORKERS_WINDOW,
                                          shared with the processes */
  size_t first;                        /* the first job not shown yet */
  size_t next;                         /* the first job not dealt out yet */
  unsigned running;
  int exit_status;
};

/* The shift that begins with the first job not shown.  */
static inline struct shift *
workers_front (struct crew *crew)
{
  return &crew->shifts[crew->first % WORKERS_WINDOW];
}

/* workers-shift.c: start a process for the jobs [FIRST, END).  False if there
   are not enough processes, files or memory.  */
bool workers_start (struct crew *crew, size_t first, size_t end);

/* workers-shift.c: close the files of SHIFT, which may be NULL.  */
void workers_close (const struct shift *shift);

/* workers-show.c: show what the first shift, which has ended, has done.  */
void workers_show_front (struct crew *crew);

/* workers-show.c: the first job not shown, of SHIFT, was done with STATUS in
   this process.  */
void workers_take_front (struct crew *crew, const struct shift *shift,
                         int status);

/* The first job not shown has the exit status STATUS.  */
void workers_take_status (struct crew *crew, int status);

#endif /* TOOL_WORKERS_INTERNAL_H */
