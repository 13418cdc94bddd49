/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   parallel.h - one pass in several threads.  */

#ifndef MERGER_PARALLEL_H
#define MERGER_PARALLEL_H

#include <stddef.h>

enum
{
  PARALLEL_MAX = 16
};

/* How many of at most THREADS threads COUNT functions are worth; at least 1,
   at most PARALLEL_MAX.  */
unsigned parallel_parts (unsigned threads, size_t count);

/* Call RUN for each part below PARTS, which is at most PARALLEL_MAX, and come
   back when all are done.  The parts must not write to the same bytes.  Those
   for which the system has no thread run in this one.  */
void parallel_run (unsigned parts, void (*run) (void *data, unsigned part),
                   void *data);

/* The first of COUNT elements that is PART's, of PARTS; that of PARTS is
   COUNT.  */
static inline size_t
parallel_first (size_t count, unsigned part, unsigned parts)
{
  return count / parts * part + count % parts * part / parts;
}

#endif /* MERGER_PARALLEL_H */
