/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diag-queue.h - messages kept until their turn comes.

   Work done in a thread reports to a queue; its messages come out where they
   would without threads.  */

#ifndef BFDGLUE_DIAG_QUEUE_H
#define BFDGLUE_DIAG_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

#include "pool.h"
#include "diag.h"

struct said;

struct diag_queue
{
  struct diag_sink sink; /* adds to the queue */
  struct said *items;
  size_t count;
  size_t capacity;
  struct pool pool;
  bool lost; /* a message was dropped for lack of memory */
};

/* Make LATER empty.  It must not be moved, as its sink points to it.  */
void diag_queue_begin (struct diag_queue *later);

/* Pass the messages to SINK in their order, and empty LATER.  NOMEM: some were
   dropped, which is reported.  */
sfm_status diag_queue_flush (struct diag_queue *later,
                             const struct diag_sink *sink);

#endif /* BFDGLUE_DIAG_QUEUE_H */
