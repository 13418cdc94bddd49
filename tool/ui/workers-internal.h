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
  /* Exit status of a process whose output was lost, and of one that could not
     be confined; the low bits are the errno.  */
  OUTPUT_LOST = 0x80,
  UNCONFINED = 0x40,
  WORKERS_OUTPUT = WORKERS_INPUTS, /* number of a job's output */
  WORKERS_FILES,
  WORKERS_SPARE = 24 /* temporary files that are kept, those of 8 shifts */
};

/* What a process notes about a job that it has done.  In the file of its notes
   the elements of the job's memory follow.  */
struct note
{
  bool done; /* zeros are no note */
  int status;
  off_t ends[2]; /* of the output so far, in both files */
};

/* The jobs [FIRST, END) of a process.  */
struct shift
{
  size_t first;
  size_t end;
  pid_t pid;   /* 0: not started */
  FILE *out;   /* what it prints, */
  FILE *err;   /* ... as messages, too, */
  FILE *notes; /* ... and notes */
  bool ended;
  int error;  /* errno of waitpid if the status is unknown, or 0 */
  int status; /* from waitpid */
};

/* The files of a job; -1: there is none.  */
struct job_files
{
  bool opened;
  int fds[WORKERS_FILES];
  int errors[WORKERS_FILES]; /* why they could not be opened, or 0 */
};

struct crew
{
  const struct workers_job *job;
  bool apart; /* as in JOB, or because root may do too much */
  unsigned workers;
  size_t end;    /* of the numbers */
  size_t window; /* how far a job may be ahead of the first not shown */
  struct shift shifts[WORKERS_WINDOW];    /* number FIRST % WORKERS_WINDOW */
  struct job_files files[WORKERS_WINDOW]; /* of job N, number N %
                                             WORKERS_WINDOW */
  size_t first;                           /* the first job not shown yet */
  size_t next;                            /* the first job not dealt out yet */
  unsigned running;
  int exit_status;
  FILE *spare[WORKERS_SPARE]; /* empty, at their start */
  size_t spare_count;
};

/* The shift that begins with the first job not shown.  */
static inline struct shift *
workers_front (struct crew *crew)
{
  return &crew->shifts[crew->first % WORKERS_WINDOW];
}

static inline struct job_files *
workers_files (struct crew *crew, size_t idx)
{
  return &crew->files[idx % WORKERS_WINDOW];
}

/* workers-shift.c: close the files of job IDX.  */
void workers_close_files (struct crew *crew, size_t idx);

enum note_state
{
  NOTE_MISSING,
  NOTE_TAKEN,
  NOTE_UNREAD, /* errno says why */
  NOTE_UNSOUND
};

/* workers-shift.c: read the note of job IDX of SHIFT into *NOTE, and what
   follows it into the job's memory.  */
enum note_state workers_take_note (const struct crew *crew,
                                   const struct shift *shift, size_t idx,
                                   struct note *note);

/* workers-shift.c: start a process for the jobs [FIRST, END).  False with
   errno set if there are not enough processes, files or memory.  */
bool workers_start (struct crew *crew, size_t first, size_t end);

/* workers-shift.c: give the files of SHIFT back to CREW.  */
void workers_close (struct crew *crew, const struct shift *shift);

#endif /* TOOL_WORKERS_INTERNAL_H */
