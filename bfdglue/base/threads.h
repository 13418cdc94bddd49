/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   threads.h - work beside other work.

   libbfd is the caller's thread's alone, and so is the sink of messages: what
   is done beside has one of its own (diag-queue.h).  */

#ifndef BFDGLUE_THREADS_H
#define BFDGLUE_THREADS_H

#include <stdbool.h>
#include <stddef.h>

struct threads_worker;

/* Work that was begun.  */
struct threads_task
{
  void (*run) (void *data);
  void *data;
  struct threads_worker *worker; /* NULL: it is done by threads_end */
};

enum
{
  THREADS_WORTH_BYTES = 1 << 20 /* of an image: a millisecond of work */
};

/* The number of processors that there are for us, at least 1.  */
unsigned threads_processors (void);

/* Let threads_processors return 1 from here on: this is one of several
   processes that do the work.  */
void threads_alone (void);

/* Begin RUN with DATA in a thread of its own, if WORTH, there is a second
   processor, and the system gives a thread.  Each call wants one of
   threads_end; where TASK has no worker it may be forgotten instead.  */
void threads_begin (struct threads_task *task, bool worth,
                    void (*run) (void *data), void *data);

/* Come back when TASK is done, which is now if it was not begun.  */
void threads_end (struct threads_task *task);

enum
{
  THREADS_PARTS_MAX = 8
};

/* Call RUN for [0, COUNT) in parts, whose numbers are below THREADS_PARTS_MAX,
   side by side if that is worth it, as it is for some ten thousand functions,
   and come back when all are done.  How many there are depends on the machine:
   what comes out must not.  */
void threads_parts (size_t count,
                    void (*run) (void *data, unsigned part, size_t from,
                                 size_t to),
                    void *data);

#endif /* BFDGLUE_THREADS_H */
