/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-record.c - records of objects, as a reader process hands them back that
   a hostile object has taken over: they are refused, or are objects that a
   file could have had.  Such an object goes through a channel as it is.

   The input is a record.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "flat-object.h"
#include "fuzz.h"
#include "reader-limits.h"
#include "record.h"

const char fuzz_name[] = "fuzz-record";

/* A record in memory of its own, whose end a sanitizer knows.  */
struct bytes
{
  uint8_t *at;
  size_t size;
};

/* Where an object's parts are.  */
struct held
{
  struct pool scratch;
  struct pool kept;
  struct pool bytes;
  struct input_object object;
};

/* What all bytes that were read add up to, so that they are read.  */
static volatile size_t sum;

static void
receive (void *data, enum diag_severity kind, const char *file,
         const char *place, const char *text)
{
  (void) data;
  fuzz_require (kind <= DIAG_DETAIL, "messages have a severity");
  sum += strlen (place) + strlen (text) + (file != NULL ? strlen (file) : 0);
}

static const struct diag_sink sink = { .fn = receive };

static bool
unflatten (const struct bytes *record, struct held *held)
{
  const char *path = NULL;
  const struct flat_pools pools = { .scratch = &held->scratch,
                                    .kept = &held->kept,
                                    .bytes = &held->bytes,
                                    .path = &path };

  *held = (struct held){ .object = { .name = NULL } };
  return object_unflatten (record->at, record->size, &pools, &sink,
                           &held->object)
         == SFM_OK;
}

static void
release (struct held *held)
{
  pool_free (&held->scratch);
  pool_free (&held->kept);
  pool_free (&held->bytes);
}

static void
read_text (const char *text)
{
  if (text != NULL)
    sum += strlen (text);
}

static void
read_bytes (const uint8_t *bytes, uint64_t size)
{
  for (uint64_t i = 0; i < size && bytes != NULL; i++)
    sum += bytes[i];
}

/* Read OBJECT's tables of relocations and code.  */
static void
read_contents (struct held *held)
{
  const struct input_object *object = &held->object;

  for (size_t i = 0; i < object->sframe_count; i++)
    {
      const struct input_sframe *s = &object->sframes[i];
      read_text (s->name);
      read_bytes (s->bytes, s->size);
      for (size_t r = 0; r < s->reloc_count; r++)
        fuzz_require (s->relocs[r].section < object->section_count
                          || s->relocs[r].section == INPUT_NO_SECTION,
                      "relocations are against sections");
      for (size_t n = 0; n < s->none_count; n++)
        sum += (size_t) s->nones[n];
    }
  for (uint32_t i = 0; i < object->section_count; i++)
    {
      struct input_code code;
      if (input_code_read (object, i, &held->scratch, &code) != SFM_OK)
        continue;
      read_bytes (code.bytes, code.size);
      for (size_t m = 0; m < code.mask_count; m++)
        fuzz_require (code.masks[m].from <= code.masks[m].to
                          && code.masks[m].to <= code.size,
                      "masks are within their code");
    }
}

/* Read all of HELD's object.  */
static void
read_object (struct held *held)
{
  const struct input_object *object = &held->object;

  read_text (object->name);
  read_text (object->path);
  read_text (object->member);
  read_text (object->outer);
  read_text (object->source);
  for (size_t i = 0; i < object->section_count; i++)
    {
      read_text (object->sections[i].name);
      read_text (object->sections[i].group);
    }
  for (size_t i = 0; i < object->symbol_count; i++)
    {
      read_text (object->symbols[i].name);
      fuzz_require (object->symbols[i].section < object->section_count,
                    "symbols are in sections");
    }
  read_contents (held);
}

/* Send OBJECT through a channel: the record that comes out, or none if it
   cannot be sent.  */
static struct bytes
flatten (const struct input_object *object)
{
  static struct channel channel, end;
  static struct flattener *flattener;
  struct bytes result = { .at = NULL };
  struct record record;

  if (flattener == NULL)
    {
      /* Both ends are in one process, so that a record must have room in the
         ring, and no end closes that of the other.  */
      if (!channel_open (&channel, 1 << 28))
        return result;
      end = channel;
      channel.fd = channel.fds[1];
      end.fd = end.fds[0];
      flattener = flattener_new (&channel, true);
    }
  if (flattener != NULL
      && object_flatten (flattener, RECORD_OBJECT, object) == SFM_OK
      && channel_take (&end, &record, sizeof record)
      && (result.at = malloc ((size_t) record.size)) != NULL)
    {
      result.size = (size_t) record.size;
      fuzz_require (channel_take (&end, result.at, result.size),
                    "a record has the size that is sent before it");
    }
  return result;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct bytes record = { .at = malloc (size + 1), .size = size };
  struct held first, again;

  if (record.at == NULL)
    return 0;
  memcpy (record.at, data, size);
  if (unflatten (&record, &first))
    {
      read_object (&first);
      struct bytes sent = flatten (&first.object);
      if (sent.at != NULL)
        {
          fuzz_require (unflatten (&sent, &again), "what is sent is sound");
          read_object (&again);
          struct bytes same = flatten (&again.object);
          fuzz_require (same.at == NULL
                            || (same.size == sent.size
                                && memcmp (same.at, sent.at, same.size) == 0),
                        "an object that is sent twice stays as it is");
          free (same.at);
          release (&again);
        }
      free (sent.at);
    }
  release (&first);
  free (record.at);
  return 0;
}
