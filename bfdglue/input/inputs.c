/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   inputs.c - read input files: objects and archives.

   A file is read into memory, and its first bytes tell its kind
   (file-bytes.h).  The members of an archive follow in their order
   (inputs-archive.c).  An object is read by object.c and given to the caller
   (input-queue.c), at once or through a queue.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "file-bytes.h"
#include "inputs-internal.h"
#include "paged.h"

struct inputs *
inputs_new (enum input_reader reader, const struct diag_sink *sink)
{
  struct inputs *inputs = calloc (1, sizeof *inputs);

  if (inputs == NULL)
    return NULL;
  inputs->user = sink;
  inputs->reader = reader;
  inputs->object = &inputs->alone;
  inputs->alone.sink = sink;
  inputs->alone.buffer = malloc (FILE_BUFFER);
  if (inputs->alone.buffer != NULL)
    return inputs;
  free (inputs);
  return NULL;
}

void
inputs_free (struct inputs *inputs)
{
  if (inputs == NULL)
    return;
  input_queue_free (inputs);
  object_clear (&inputs->alone);
  free (inputs->alone.buffer);
  string_set_free (&inputs->seen);
  pool_free (&inputs->alone.pool);
  pool_free (&inputs->kept);
  pool_free (&inputs->given);
  free (inputs);
}

/* Read the archive PATH, unless it was read before.  */
static sfm_status
read_archive (struct inputs *inputs, const char *path,
              const struct bytes_file *file)
{
  bool first;

  TRY (inputs_first_time (inputs, &file->id, 0, &first));
  if (first)
    return inputs_archive (inputs, path, file);
  diag (inputs->object->sink, DIAG_DETAIL, path, "was read before");
  return SFM_OK;
}

/* Read PATH, whose bytes FILE holds; an object each time it is given, as
   linkers do.  */
static sfm_status
read_file (struct inputs *inputs, const char *path,
           const struct bytes_file *file)
{
  const struct diag_sink *sink = inputs->object->sink;
  const enum file_kind kind = file_kind (file->bytes, file->size);
  const char *why = file_not_object (file->bytes, file->size);
  const char *kept;

  TRY (inputs_keep (inputs, path, &kept));
  if (kind == FILE_ARCHIVE || kind == FILE_THIN)
    return read_archive (inputs, kept, file);
  if (kind == FILE_LLVM)
    {
      diag (sink, DIAG_NOTE, path, SLIM_LTO_NOTE);
      return SFM_OK;
    }
  if (why != NULL)
    return diag_fail (sink, SFM_ERR_UNSUPP, path, "is %s", why);
  return inputs_object (inputs,
                        &(struct input_object){ .name = kept, .path = kept },
                        file->bytes, file->size);
}

/* Read SOURCE.  An archive's bytes serve for all its members.  */
static sfm_status
read_source (struct inputs *inputs, const struct file_source *source)
{
  struct object *object = inputs->object;
  struct bytes_file archive = { .bytes = source->bytes, .size = source->size };

  object_clear (object);
  if (source->bytes != NULL)
    return read_file (inputs, source->path, &archive);
  TRY (bytes_open (source, source->path, object->buffer, &object->file,
                   object->sink));
  const enum file_kind kind
      = file_kind (object->file.bytes, object->file.size);
  if (kind != FILE_ARCHIVE && kind != FILE_THIN)
    return read_file (inputs, source->path, &object->file);
  archive = object->file;
  object->file = (struct bytes_file){ .bytes = NULL };
  if (!archive.taken)
    {
      uint8_t *copy = sparse_alloc (archive.size);
      if (copy == NULL)
        return diag_nomem (object->sink, source->path);
      memcpy (copy, archive.bytes, archive.size);
      archive.bytes = copy;
      archive.taken = true;
    }
  const sfm_status status = read_file (inputs, source->path, &archive);
  input_queue_settle (inputs);
  bytes_close (&archive);
  return status;
}

/* Read the COUNT files PATHS.  */
static sfm_status
read_paths (struct inputs *inputs, char *const *paths, size_t count)
{
  sfm_status status = SFM_OK;

  for (size_t i = 0;
       i < count && status == SFM_OK && input_queue_wanted (inputs); i++)
    status = read_source (inputs, &FILE_SOURCE (paths[i]));
  return status;
}

void
inputs_begin (struct inputs *inputs, char *const *paths, size_t count)
{
  input_queue_begin (inputs, read_paths, paths, count);
}

sfm_status
inputs_read_all (struct inputs *inputs, char *const *paths, size_t count,
                 input_fn *fn, void *data)
{
  inputs->fn = fn;
  inputs->data = data;
  const sfm_status status = inputs->queue != NULL
                                ? input_queue_take (inputs)
                                : read_paths (inputs, paths, count);
  object_clear (inputs->object);
  return status;
}

sfm_status
inputs_read_source (struct inputs *inputs, const struct file_source *source,
                    input_fn *fn, void *data)
{
  inputs->fn = fn;
  inputs->data = data;
  const sfm_status status = read_source (inputs, source);
  object_clear (inputs->object);
  return status;
}
