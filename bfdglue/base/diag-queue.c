/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diag-queue.c - messages kept until their turn comes.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "diag.h"

struct diag_message
{
  enum diag_severity kind;
  const char *file; /* or NULL */
  const char *place;
  const char *text;
};

static void
enqueue (void *data, enum diag_severity kind, const char *file,
         const char *place, const char *text)
{
  struct diag_queue *queue = data;
  struct diag_message message = { .kind = kind };

  if (file != NULL)
    message.file = pool_copy (&queue->pool, file, strlen (file));
  message.place = pool_copy (&queue->pool, place, strlen (place));
  message.text = pool_copy (&queue->pool, text, strlen (text));
  if ((file != NULL && message.file == NULL) || message.place == NULL
      || message.text == NULL
      || !array_grow (&queue->items, &queue->capacity, queue->count,
                      sizeof *queue->items))
    queue->lost = true;
  else
    queue->items[queue->count++] = message;
}

void
diag_queue_begin (struct diag_queue *queue)
{
  *queue = (struct diag_queue){ .sink = { .fn = enqueue, .data = queue } };
}

sfm_status
diag_queue_flush (struct diag_queue *queue, const struct diag_sink *sink)
{
  for (size_t i = 0; i < queue->count; i++)
    {
      const struct diag_message *message = &queue->items[i];
      sink->fn (sink->data, message->kind, message->file, message->place,
                message->text);
    }
  sfm_status status = queue->lost ? diag_nomem (sink, NULL) : SFM_OK;
  free (queue->items);
  pool_free (&queue->pool);
  diag_queue_begin (queue);
  return status;
}
