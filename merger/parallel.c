/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   parallel.c - one pass in several threads.

   The threads are those of C11, so that the engine needs no other library;
   without them the caller's thread does all the work.  Threads live for one
   pass.  Creating one takes some 20 us; the least work for one is twenty times
   that [MIN_FUNCTIONS].  */

#include "config.h"

#include <stdbool.h>
#include <stddef.h>

#if defined HAVE_THREADS_H && !defined __STDC_NO_THREADS__
#include <threads.h>
#define USE_THREADS 1
#endif

#include "engine.h"

enum
{
  MIN_FUNCTIONS = 16384 /* for each thread; half a millisecond */
};

unsigned
sfm_parallel_parts (unsigned threads, size_t count)
{
  size_t parts = count / MIN_FUNCTIONS;

  if (parts > threads)
    parts = threads;
  if (parts > PARALLEL_MAX)
    parts = PARALLEL_MAX;
  return parts == 0 ? 1 : (unsigned) parts;
}

#ifdef USE_THREADS
struct worker
{
  void (*run) (void *data, unsigned part);
  void *data;
  unsigned part;
  bool started;
  thrd_t thread;
};

static int
work (void *data)
{
  struct worker *w = data;

  w->run (w->data, w->part);
  return 0;
}

void
sfm_parallel_run (unsigned parts, void (*run) (void *data, unsigned part),
                  void *data)
{
  struct worker workers[PARALLEL_MAX];

  for (unsigned i = 1; i < parts; i++)
    {
      struct worker *w = &workers[i];
      *w = (struct worker){ .run = run, .data = data, .part = i };
      w->started = thrd_create (&w->thread, work, w) == thrd_success;
    }
  run (data, 0);
  for (unsigned i = 1; i < parts; i++)
    if (workers[i].started)
      thrd_join (workers[i].thread, NULL);
    else
      run (data, i);
}
#else
void
sfm_parallel_run (unsigned parts, void (*run) (void *data, unsigned part),
                  void *data)
{
  for (unsigned i = 0; i < parts; i++)
    run (data, i);
}
#endif
