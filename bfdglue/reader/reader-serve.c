/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reader-serve.c - what a reader process does: read its share of the files,
   and report what it finds in records (record.h).

   A process that takes the place of one that died skips the objects that
   were read before it, without a word [open_object].  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "flat-object.h"
#include "input-watch.h"
#include "reader-limits.h"
#include "reader-process.h"
#include "record.h"
#include "sandbox.h"

struct serve
{
  struct channel *channel;
  struct flattener *flattener;
  size_t passed; /* objects of the file that are still to be skipped */
  struct diag_sink sink;
};

/* Put a record of KIND with NUMBER and the SIZE bytes at BYTES.  */
static void
put (struct serve *serve, enum record_kind kind, uint32_t number,
     const void *bytes, size_t size)
{
  const struct record record
      = { .kind = (uint32_t) kind, .number = number, .size = size };

  if (serve->passed != 0)
    return;
  channel_put (serve->channel, &record, sizeof record);
  channel_put (serve->channel, bytes, size);
  channel_publish (serve->channel, false);
}

/* The sink: hand the message on, at once or with the code it is about.  */
static void
say (void *data, enum diag_severity kind, const char *file, const char *place,
     const char *text)
{
  struct serve *serve = data;
  const char *parts[] = { file != NULL ? file : "", place, text };
  struct record record
      = { .kind = RECORD_MESSAGE,
          .number = (uint32_t) kind | (file != NULL ? RECORD_FILE_NAMED : 0) };

  if (serve->passed != 0
      || (serve->flattener != NULL
          && flattener_keeps (serve->flattener, (int) kind, text)))
    return;
  for (size_t i = 0; i < 3; i++)
    record.size += strlen (parts[i]) + 1;
  channel_put (serve->channel, &record, sizeof record);
  for (size_t i = 0; i < 3; i++)
    channel_put (serve->channel, parts[i], strlen (parts[i]) + 1);
  channel_publish (serve->channel, false);
}

/* ------------------------------------------------------------------ */
/* The watch                                                           */

static void
given (void *data, enum input_given what, const struct file_id *id,
       uint64_t where)
{
  const struct record_given record = { .id = *id, .where = where };
  put (data, RECORD_GIVEN, (uint32_t) what, &record, sizeof record);
}

static void
left (void *data)
{
  put (data, RECORD_LEFT, 0, NULL, 0);
}

static void
repeated (void *data, const char *path, size_t count)
{
  struct serve *serve = data;
  const uint64_t number = count;
  const size_t size = strlen (path) + 1;
  const struct record record
      = { .kind = RECORD_REPEATED, .size = sizeof number + size };

  if (serve->passed != 0)
    return;
  channel_put (serve->channel, &record, sizeof record);
  channel_put (serve->channel, &number, sizeof number);
  channel_put (serve->channel, path, size);
}

static bool
open_object (void *data, const char *name)
{
  struct serve *serve = data;

  if (serve->passed != 0)
    {
      serve->passed--;
      return false;
    }
  sandbox_allow_time (READER_SECONDS);
  put (serve, RECORD_OPEN, 0, name, strlen (name) + 1);
  return true;
}

static void
close_object (void *data)
{
  put (data, RECORD_CLOSE, 0, NULL, 0);
}

static void
dying (void *data, const char *text, size_t size)
{
  const struct serve *serve = data;
  channel_say_last (serve->channel, text, size);
}

/* An input_fn.  */
static sfm_status
take_object (void *data, const struct input_object *object)
{
  struct serve *serve = data;
  const sfm_status status
      = object_flatten (serve->flattener, RECORD_OBJECT, object);

  *object->released = true;
  if (status == SFM_ERR_LIMIT)
    return diag_fail (&serve->sink, status, object->name,
                      "has names of more than 4 GiB");
  return status == SFM_OK ? status : diag_nomem (&serve->sink, object->name);
}

/* ------------------------------------------------------------------ */
/* Files                                                               */

/* Read file number IDX of FILES.  */
static void
serve_file (struct serve *serve, struct inputs *inputs,
            const struct reader_files *files, size_t idx)
{
  const char *path = reader_path (files, idx);

  if (serve->passed == 0)
    put (serve, RECORD_FILE, (uint32_t) idx, NULL, 0);
  const sfm_status status
      = files->only != NULL
            ? inputs_read_source (inputs, files->only, take_object, serve)
            : inputs_read (inputs, path, take_object, serve);
  /* The file has become shorter since the other process read it.  */
  serve->passed = 0;
  put (serve, RECORD_FILE_END, (uint32_t) status, NULL, 0);
}

/* Read the files of SERVE's process from START on.  */
static void
serve_files (struct serve *serve, struct inputs *inputs,
             const struct reader_files *files,
             const struct reader_start *start)
{
  for (size_t i = start->file; i < files->count; i++)
    {
      if (reader_of_file (i, start->count) != start->number)
        {
          /* The taker may need all of the last files before it goes on.  */
          channel_publish (serve->channel, true);
          i += (start->count - 1) * READER_FILES - 1;
          continue;
        }
      serve_file (serve, inputs, files, i);
    }
  put (serve, RECORD_END, 0, NULL, 0);
}

/* There is no memory to read any file.  */
static void
serve_nothing (struct serve *serve, const struct reader_files *files,
               const struct reader_start *start)
{
  serve->passed = 0;
  if (start->objects == 0)
    put (serve, RECORD_FILE, (uint32_t) start->file, NULL, 0);
  const sfm_status status
      = diag_nomem (&serve->sink, reader_path (files, start->file));
  put (serve, RECORD_FILE_END, (uint32_t) status, NULL, 0);
}

void
reader_serve (struct channel *channel, const struct reader_files *files,
              const struct reader_start *start)
{
  struct serve serve = {
    .channel = channel,
    .flattener = flattener_new (channel, files->code),
    .passed = start->objects,
    .sink = { .fn = say, .data = &serve, .terse = files->terse },
  };
  const struct input_watch watch = { .given = given,
                                     .left = left,
                                     .repeated = repeated,
                                     .open = open_object,
                                     .close = close_object,
                                     .dying = dying,
                                     .data = &serve };
  struct inputs *inputs
      = serve.flattener != NULL ? inputs_new (&serve.sink) : NULL;

  if (inputs != NULL)
    {
      inputs_watch (inputs, &watch);
      serve_files (&serve, inputs, files, start);
    }
  else if (start->file < files->count)
    serve_nothing (&serve, files, start);
  channel_publish (channel, true);
}
