/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reader-records.c - do what the records of a reader process say.

   What depends on all files is decided here, as a reader process knows only
   its own: whether an archive, or a member of a thin one, was read before
   [take_given].  What follows then is dropped, but for the count of
   objects.

   A record is copied out of the shared memory before it is looked at, and
   believed as little as a file.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "flat-object.h"
#include "input-watch.h"
#include "numbers.h"
#include "readers-internal.h"
#include "record.h"

/* Make the buffer for records twice as large.  */
static bool
grow (struct readers *r)
{
  const size_t wanted
      = r->record_capacity == 0 ? RING_SIZE : 2 * r->record_capacity;
  uint8_t *grown
      = wanted > r->record_capacity ? realloc (r->record, wanted) : NULL;

  if (grown == NULL)
    return false;
  r->record = grown;
  r->record_capacity = wanted;
  return true;
}

/* Take the SIZE bytes of a record.  The buffer grows with what has come: the
   size alone takes no memory.  No process can have had more than
   READER_MEMORY.  */
static sfm_status
take_bytes (struct readers *r, struct channel *channel, uint64_t size)
{
  if (size > READER_MEMORY)
    return SFM_ERR_CORRUPT;
  r->record_size = 0;
  while (r->record_size < size)
    {
      if (r->record_size == r->record_capacity && !grow (r))
        return diag_nomem (r->sink, r->now.open);
      const size_t part = (size_t) smaller (
          size - r->record_size, r->record_capacity - r->record_size);
      if (!channel_take (channel, r->record + r->record_size, part))
        return SFM_END;
      r->record_size += part;
    }
  return SFM_OK;
}

/* The string at byte FROM of the record, or NULL if it does not end in it.  */
static const char *
string_at (const struct readers *r, size_t from)
{
  return from < r->record_size
                 && memchr (r->record + from, '\0', r->record_size - from)
                        != NULL
             ? (const char *) r->record + from
             : NULL;
}

/* ------------------------------------------------------------------ */
/* What was read before                                                */

/* Set *FIRST to whether GIVEN comes for the first time.  */
static sfm_status
first_time (struct readers *r, const struct record_given *given, bool *first)
{
  uint32_t number;

  *first = string_set_find (&r->seen, given, sizeof *given) == STRING_SET_NONE;
  if (!*first)
    return SFM_OK;
  const char *key = pool_copy (&r->kept, given, sizeof *given);
  if (key == NULL || !string_set_add (&r->seen, key, sizeof *given, &number))
    return diag_nomem (r->sink, NULL);
  return SFM_OK;
}

static sfm_status
take_given (struct readers *r, uint32_t what)
{
  struct record_given given;
  bool first;

  if (r->record_size != sizeof given || what > INPUT_GIVEN_MEMBER)
    return SFM_ERR_CORRUPT;
  if (r->now.dropped)
    return SFM_OK;
  memcpy (&given, r->record, sizeof given);
  TRY (first_time (r, &given, &first));
  if (first || what == INPUT_GIVEN_OBJECT)
    return SFM_OK;
  r->now.dropped = true;
  if (what == INPUT_GIVEN_MEMBER)
    r->now.repeated++;
  else
    input_tell_archive (r->sink, reader_path (&r->files, r->now.file));
  return SFM_OK;
}

/* The end of a thin archive.  */
static sfm_status
take_repeated (struct readers *r)
{
  uint64_t count;
  const char *path = string_at (r, sizeof count);

  if (path == NULL)
    return SFM_ERR_CORRUPT;
  memcpy (&count, r->record, sizeof count);
  input_tell_members (r->sink, path, (size_t) count + r->now.repeated);
  r->now.repeated = 0;
  return SFM_OK;
}

/* ------------------------------------------------------------------ */
/* Objects and messages                                                */

static sfm_status
take_open (struct readers *r)
{
  const char *name = string_at (r, 0);

  if (name == NULL || r->now.open != NULL)
    return SFM_ERR_CORRUPT;
  r->now.objects++;
  r->now.open = strdup (name);
  return r->now.open != NULL ? SFM_OK : diag_nomem (r->sink, name);
}

static sfm_status
take_close (struct readers *r)
{
  if (r->now.open == NULL)
    return SFM_ERR_CORRUPT;
  free (r->now.open);
  r->now.open = NULL;
  return SFM_OK;
}

/* Call the caller's function for the object of the record.  */
static sfm_status
take_object (struct readers *r)
{
  const struct pool_mark mark = pool_mark (&r->bytes);
  const struct flat_pools pools = { .scratch = &r->scratch,
                                    .kept = &r->kept,
                                    .bytes = &r->bytes,
                                    .path = &r->path };
  struct input_object object;
  bool released = false;

  if (r->now.open == NULL)
    return SFM_ERR_CORRUPT;
  pool_reset (&r->scratch);
  sfm_status status
      = object_unflatten (r->record, r->record_size, &pools, r->sink, &object);
  if (status == SFM_ERR_NOMEM)
    return diag_nomem (r->sink, r->now.open);
  if (status != SFM_OK)
    return status;
  object.released = &released;
  /* Its status may be any, and goes to the caller as it is.  */
  r->now.status = r->fn (r->data, &object);
  r->now.ended = r->now.status != SFM_OK;
  if (released)
    pool_rewind (&r->bytes, &mark);
  return SFM_OK;
}

static sfm_status
take_message (struct readers *r, uint32_t number)
{
  const bool named = (number & RECORD_FILE_NAMED) != 0;
  const uint32_t kind = number & ~(uint32_t) RECORD_FILE_NAMED;
  const char *file = string_at (r, 0);
  const char *place = file != NULL ? string_at (r, strlen (file) + 1) : NULL;
  const char *text
      = place != NULL
            ? string_at (r, (size_t) (place - file) + strlen (place) + 1)
            : NULL;

  if (text == NULL || kind > DIAG_DETAIL)
    return SFM_ERR_CORRUPT;
  r->sink->fn (r->sink->data, (enum diag_severity) kind, named ? file : NULL,
               place, text);
  return SFM_OK;
}

/* ------------------------------------------------------------------ */

/* The file has been read with STATUS.  */
static sfm_status
take_file_end (struct readers *r, uint32_t status)
{
  if (r->now.open != NULL || status > SFM_ERR_IO)
    return SFM_ERR_CORRUPT;
  r->now.ended = true;
  r->now.status = r->now.dropped ? SFM_OK : (sfm_status) status;
  return SFM_OK;
}

/* Do what a record of KIND says, which is dropped if it is about what was read
   before.  */
static sfm_status
obey (struct readers *r, uint32_t kind, uint32_t number)
{
  switch (kind)
    {
    case RECORD_GIVEN:
      return take_given (r, number);
    case RECORD_LEFT:
      r->now.dropped = false;
      return SFM_OK;
    case RECORD_REPEATED:
      return r->now.dropped ? SFM_OK : take_repeated (r);
    case RECORD_OPEN:
      return take_open (r);
    case RECORD_CLOSE:
      return take_close (r);
    case RECORD_OBJECT:
      return r->now.dropped ? SFM_OK : take_object (r);
    case RECORD_MESSAGE:
      return r->now.dropped ? SFM_OK : take_message (r, number);
    case RECORD_FILE_END:
      return take_file_end (r, number);
    default:
      return SFM_ERR_CORRUPT;
    }
}

sfm_status
readers_take (struct readers *r, struct reader_process *process)
{
  struct record record;

  if (!channel_take (&process->channel, &record, sizeof record))
    return SFM_END;
  TRY (take_bytes (r, &process->channel, record.size));
  if (r->now.begun)
    return obey (r, record.kind, record.number);
  if (record.kind != RECORD_FILE || record.number != (uint32_t) r->now.file)
    return SFM_ERR_CORRUPT;
  r->now.begun = true;
  return SFM_OK;
}
