/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diag.c - messages to the user, without printing.  */

#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base-limits.h"
#include "diag.h"

char *
text_format (struct pool *pool, const char *format, ...)
{
  va_list ap;

  va_start (ap, format);
  int size = vsnprintf (NULL, 0, format, ap);
  va_end (ap);
  char *text = size < 0 ? NULL : pool_alloc (pool, (size_t) size + 1);
  if (text == NULL)
    return NULL;
  va_start (ap, format);
  vsnprintf (text, (size_t) size + 1, format, ap);
  va_end (ap);
  return text;
}

char *
temporary_template (struct pool *pool, const char *name)
{
  const char *where = getenv ("TMPDIR");

  if (where == NULL || access (where, W_OK | X_OK) != 0)
    where = "/tmp";
  return text_format (pool, "%s/%s-XXXXXX", where, name);
}

void
text_list_add (struct text_list *list, const char *text)
{
  list->failed |= text == NULL || !LIST_ADD (list, (char *) (uintptr_t) text);
}

char **
text_list_end (struct text_list *list)
{
  if (list->failed || !LIST_ADD (list, NULL))
    return NULL;
  list->count--;
  return list->at;
}

void
text_list_free (struct text_list *list)
{
  free (list->at);
  *list = (struct text_list){ 0 };
}

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
      || message.text == NULL || !LIST_ADD (queue, message))
    queue->lost = true;
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
      const struct diag_message *message = &queue->at[i];
      sink->fn (sink->data, message->kind, message->file, message->place,
                message->text);
    }
  sfm_status status = queue->lost ? diag_nomem (sink, NULL) : SFM_OK;
  free (queue->at);
  pool_free (&queue->pool);
  diag_queue_begin (queue);
  return status;
}

static void
diag_nothing (void *data, enum diag_severity kind, const char *file,
              const char *place, const char *text)
{
  (void) data;
  (void) kind;
  (void) file;
  (void) place;
  (void) text;
}

const struct diag_sink diag_silent = { .fn = diag_nothing };

void
diag_at (const struct diag_sink *sink, enum diag_severity kind,
         const char *file, const char *section, uint64_t offset,
         const char *format, ...)
{
  /* What is longer is cut off, as a message must not need memory.  */
  char text[DIAG_TEXT_SIZE], place[DIAG_PLACE_SIZE] = "";
  va_list args;

  if (sink->terse && kind == DIAG_DETAIL)
    return;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  if (section != NULL)
    snprintf (place, sizeof place, "(%s+0x%" PRIx64 ")", section, offset);
  sink->fn (sink->data, kind, file, place, text);
}

sfm_status
diag_engine (const struct diag_sink *sink, enum diag_severity kind,
             const char *file, const char *section,
             const struct sfm_diag *diag)
{
  if (diag->status == SFM_ERR_NOMEM)
    return diag_nomem (sink, file);
  diag_at (sink, kind, file, section, diag->offset, "%s", diag->text);
  return diag->status;
}

sfm_status
diag_errno (const struct diag_sink *sink, const char *file, const char *doing)
{
  if (errno == ENOMEM)
    return diag_nomem (sink, file);
  return diag_fail (sink, SFM_ERR_IO, file, "%s: %s", doing, strerror (errno));
}

sfm_status
diag_nomem (const struct diag_sink *sink, const char *file)
{
  sink->fn (sink->data, DIAG_ERROR, file, "", sfm_status_text (SFM_ERR_NOMEM));
  return SFM_ERR_NOMEM;
}
