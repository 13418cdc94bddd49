/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   threads.h - work done in parallel.

   libbfd and the sink of messages belong to the calling thread.  A task in
   another thread reports to a queue (diag-queue.h).  */

#ifndef BFDGLUE_THREADS_H
#define BFDGLUE_THREADS_H

#include <stdbool.h>
#include <stddef.h>

#include "base-limits.h"

struct threads_worker;

/* A task that was begun.  */
struct threads_task
{
  void (*run) (void *data);
  void *data;
  struct threads_worker *worker; /* NULL: threads_end runs it */
};

/* The number of processors that this process may use, at least 1.  */
unsigned threads_processors (void);

/* Make threads_processors return 1 from here on: this is one of several
   processes that share the work.  */
void threads_alone (void);

/* Begin RUN with DATA in a thread of its own, if WORTH, there is a second
   processor, and the system grants a thread.  threads_end must be called; if
   TASK has no worker, it may be forgotten instead.  */
void threads_begin (struct threads_task *task, bool worth,
                    void (*run) (void *data), void *data);

/* Wait for TASK, or run it now if it has no worker.  */
void threads_end (struct threads_task *task);

/* Call RUN for consecutive parts of [0, COUNT), numbered below
   THREADS_PARTS_MAX, and return when all are done.  From some ten thousand
   elements on they run in parallel.  Their number depends on the machine; the
   result must not.  */
void threads_parts (size_t count,
                    void (*run) (void *data, unsigned part, size_t from,
                                 size_t to),
                    void *data);

#endif /* BFDGLUE_THREADS_H */
