/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-inputs.c - read an input file: an object or an archive.

   A file is read into memory (bfd-file.c).  Its first bytes tell its kind
   (file-kind.h): BFD would try every format that it knows, has one message for
   all files that fit none, and does not tell e_type, e_machine and the class.
   A bfd on the bytes gives the members of an archive (bfd-archive.c; those of
   a thin one are files again: bfd-thin.c) and the parts of an object
   (bfd-object.c).  Each bfd is closed before the next is opened: 5,000 open
   ones cost more than reading them.  One thread at a time: BFD 2.40 has global
   state without locks.  */

#include "config.h"

#include "bfd-internal.h"
#include "file-kind.h"

/* Read the archive PATH, whose bytes FILE holds, unless it was read
   before.  */
static sfm_status
read_archive (struct inputs *inputs, const char *path, struct bytes_file *file,
              bool thin)
{
  bool first;

  TRY (inputs_first_time (inputs, INPUT_GIVEN_ARCHIVE, &file->id, 0, &first));
  if (!first)
    {
      input_tell_archive (inputs->sink, path);
      return SFM_OK;
    }
  sfm_status status = thin ? inputs_thin_archive (inputs, path, file)
                           : inputs_archive (inputs, path, file);
  inputs_left (inputs);
  return status;
}

/* Read PATH, whose bytes FILE holds; an object each time it is given, as
   linkers do.  */
static sfm_status
read_file (struct inputs *inputs, const char *path, struct bytes_file *file)
{
  const enum file_kind kind = file_kind (file->bytes, file->size);
  const char *why = file_not_object (file->bytes, file->size);
  const char *kept;
  bool first;

  if (!inputs->usable)
    return diag_fail (
        inputs->sink, SFM_ERR_UNSUPP, path,
        "cannot be read: libbfd is not the one that sfmerge was built for");
  TRY (inputs_keep (inputs, path, &kept));
  if (kind == FILE_ARCHIVE || kind == FILE_THIN)
    return read_archive (inputs, kept, file, kind == FILE_THIN);
  if (kind == FILE_LLVM)
    {
      diag (inputs->sink, DIAG_NOTE, path, SLIM_LTO_NOTE);
      return SFM_OK;
    }
  if (why != NULL)
    return diag_fail (inputs->sink, SFM_ERR_UNSUPP, path, "is %s", why);
  TRY (inputs_first_time (inputs, INPUT_GIVEN_OBJECT, &file->id, 0, &first));
  return inputs_object (inputs,
                        &(struct input_object){ .name = kept, .path = kept },
                        file, NULL);
}

/* As inputs_read, for PATH, whose bytes FILE holds.  */
static sfm_status
read_with (struct inputs *inputs, const char *path, struct bytes_file *file,
           input_fn *fn, void *data)
{
  inputs->fn = fn;
  inputs->data = data;
  stderr_hold (&inputs->libbfd_stderr);
  sfm_status status = read_file (inputs, path, file);
  stderr_release (&inputs->libbfd_stderr);
  return status;
}

sfm_status
inputs_read (struct inputs *inputs, const char *path, input_fn *fn, void *data)
{
  return inputs_read_source (inputs, &FILE_SOURCE (path), fn, data);
}

sfm_status
inputs_read_source (struct inputs *inputs, const struct file_source *source,
                    input_fn *fn, void *data)
{
  const char *path = source->path;
  struct bytes_file file = { .bytes = source->bytes, .size = source->size };
  sfm_status status = SFM_OK;

  if (source->bytes == NULL)
    status = bytes_open (source, path, inputs->buffer, &file, inputs->user);
  if (status == SFM_OK)
    status = read_with (inputs, path, &file, fn, data);
  bytes_close (&file);
  return status;
}
