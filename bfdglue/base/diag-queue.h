/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diag-queue.h - messages that are kept until their turn comes: what is done
   in a thread is told where it would have been told without one.  */

#ifndef BFDGLUE_DIAG_QUEUE_H
#define BFDGLUE_DIAG_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

#include "pool.h"
#include "diag.h"

struct said;

struct diag_queue
{
  struct diag_sink sink; /* for those who say something */
  struct said *items;
  size_t count;
  size_t capacity;
  struct pool pool;
  bool lost; /* there was no memory for one */
};

/* Make LATER an empty one, which must stay where it is.  */
void diag_queue_begin (struct diag_queue *later);

/* Tell SINK what was said, in that order, and forget it.  NOMEM: there was no
   memory to keep all of it, which is said.  */
sfm_status diag_queue_flush (struct diag_queue *later,
                             const struct diag_sink *sink);

#endif /* BFDGLUE_DIAG_QUEUE_H */
