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

struct diag_message;

struct diag_queue
{
  struct diag_sink sink; /* adds to the queue */
  struct diag_message *items;
  size_t count;
  size_t capacity;
  struct pool pool;
  bool lost; /* a message was dropped for lack of memory */
};

/* Make QUEUE empty.  It must not be moved, as its sink points to it.  */
void diag_queue_begin (struct diag_queue *queue);

/* Pass the messages to SINK in their order, and empty QUEUE.  NOMEM: some were
   dropped, which is reported.  */
sfm_status diag_queue_flush (struct diag_queue *queue,
                             const struct diag_sink *sink);

#endif /* BFDGLUE_DIAG_QUEUE_H */
