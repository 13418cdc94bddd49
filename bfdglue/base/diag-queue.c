/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diag-queue.c - messages kept until their turn comes.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "diag-queue.h"

struct said
{
  enum diag_severity kind;
  const char *file; /* or NULL */
  const char *place;
  const char *text;
};

static void
keep (void *data, enum diag_severity kind, const char *file, const char *place,
      const char *text)
{
  struct diag_queue *later = data;
  struct said said = { .kind = kind };

  if (file != NULL)
    said.file = pool_copy (&later->pool, file, strlen (file));
  said.place = pool_copy (&later->pool, place, strlen (place));
  said.text = pool_copy (&later->pool, text, strlen (text));
  if ((file != NULL && said.file == NULL) || said.place == NULL
      || said.text == NULL
      || !array_grow (&later->items, &later->capacity, later->count,
                      sizeof *later->items))
    later->lost = true;
  else
    later->items[later->count++] = said;
}

void
diag_queue_begin (struct diag_queue *later)
{
  *later = (struct diag_queue){ .sink = { .fn = keep, .data = later } };
}

sfm_status
diag_queue_flush (struct diag_queue *later, const struct diag_sink *sink)
{
  for (size_t i = 0; i < later->count; i++)
    {
      const struct said *said = &later->items[i];
      sink->fn (sink->data, said->kind, said->file, said->place, said->text);
    }
  sfm_status status = later->lost ? diag_nomem (sink, NULL) : SFM_OK;
  free (later->items);
  pool_free (&later->pool);
  diag_queue_begin (later);
  return status;
}
