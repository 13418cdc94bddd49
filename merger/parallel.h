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

/* The number of threads, at most THREADS, that COUNT functions are worth:
   between 1 and PARALLEL_MAX.  */
unsigned parallel_parts (unsigned threads, size_t count);

/* Call RUN for each part below PARTS, which is at most PARALLEL_MAX, and
   return when all are done.  The parts must not write to the same bytes.  If
   the system has no thread for a part, it runs in the caller's.  */
void parallel_run (unsigned parts, void (*run) (void *data, unsigned part),
                   void *data);

/* The index of the first of COUNT elements in PART of PARTS; COUNT if PART is
   PARTS.  */
static inline size_t
parallel_first (size_t count, unsigned part, unsigned parts)
{
  return count / parts * part + count % parts * part / parts;
}

#endif /* MERGER_PARALLEL_H */
