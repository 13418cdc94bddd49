/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-inputs.c - read an input file: an object or an archive.

   A file is read into memory (bfd-file.c; if there are many, before its turn:
   bfd-prefetch.c).  Its first bytes tell its kind (bfd-kind.c).  A bfd on the
   bytes gives the members of an archive (bfd-archive.c; those of a thin one
   are files again: bfd-thin.c) and the parts of an object (bfd-object.c).
   Each bfd is closed before the next is opened: 5,000 open ones cost more than
   reading them.  One thread at a time: BFD 2.40 has global state without
   locks.  */

#include "config.h"

#include <string.h>

#include "bfd-internal.h"

/* Read the object PATH, whose bytes FILE holds, each time it is given, as
   linkers do.  */
static sfm_status
read_object (struct inputs *inputs, const char *path, struct bytes_file *file,
             input_fn *fn, void *data)
{
  bool first;

  sfm_status status = inputs_first_time (inputs, &file->id, 0, &first);
  if (status != SFM_OK)
    return status;
  return inputs_bytes (inputs, path, path, NULL, file, fn, data);
}

/* Read the archive PATH, whose bytes FILE holds, unless it was read
   before.  */
static sfm_status
read_archive (struct inputs *inputs, const char *path, struct bytes_file *file,
              input_fn *fn, void *data)
{
  bool first;

  sfm_status status = inputs_first_time (inputs, &file->id, 0, &first);
  if (status != SFM_OK)
    return status;
  if (!first)
    {
      diag (inputs->sink, DIAG_DETAIL, path, "was read before");
      return SFM_OK;
    }
  if (is_thin (file))
    return inputs_thin_archive (inputs, path, file, fn, data);
  return inputs_archive (inputs, path, file, fn, data);
}

/* Read PATH, whose bytes FILE holds.  */
static sfm_status
read_file (struct inputs *inputs, const char *path, struct bytes_file *file,
           input_fn *fn, void *data)
{
  const char *why = "";

  switch (input_kind (file->bytes, file->size, &why))
    {
    case KIND_OBJECT:
      return read_object (inputs, path, file, fn, data);
    case KIND_ARCHIVE:
      return read_archive (inputs, path, file, fn, data);
    case KIND_LLVM:
      inputs->counts.slim_lto++;
      diag (inputs->sink, DIAG_NOTE, path, SLIM_LTO_NOTE);
      return SFM_OK;
    case KIND_IMAGE:
    case KIND_FOREIGN:
      break;
    }
  diag (inputs->sink, DIAG_ERROR, path, "is %s", why);
  return SFM_ERR_UNSUPP;
}

/* Set *KEPT to a copy of PATH, until inputs_free, if libbfd is usable.  */
static sfm_status
keep_path (struct inputs *inputs, const char *path, const char **kept)
{
  if (!inputs->usable)
    {
      diag (
          inputs->sink, DIAG_ERROR, path,
          "cannot be read: libbfd is not the one that sfmerge was built for");
      return SFM_ERR_UNSUPP;
    }
  *kept = pool_copy (&inputs->kept, path, strlen (path));
  return *kept != NULL ? SFM_OK : diag_nomem (inputs->sink, path);
}

sfm_status
inputs_read (struct inputs *inputs, const char *path, input_fn *fn, void *data)
{
  struct bytes_file file;

  sfm_status status
      = bytes_open (path, path, inputs->buffer, &file, inputs->sink);
  if (status == SFM_OK)
    status = inputs_read_bytes_file (inputs, path, &file, fn, data);
  bytes_close (&file);
  return status;
}

sfm_status
inputs_read_bytes_file (struct inputs *inputs, const char *path,
                        struct bytes_file *file, input_fn *fn, void *data)
{
  const char *kept = "";

  sfm_status status = keep_path (inputs, path, &kept);
  return status == SFM_OK ? read_file (inputs, kept, file, fn, data) : status;
}

sfm_status
inputs_read_bytes (struct inputs *inputs, const char *path,
                   const uint8_t *bytes, size_t size, input_fn *fn, void *data)
{
  const char *kept = "", *why = "";
  struct bytes_file file = { .bytes = bytes, .size = size };

  sfm_status status = keep_path (inputs, path, &kept);
  if (status != SFM_OK)
    return status;
  if (input_kind (bytes, size, &why) == KIND_OBJECT)
    return inputs_bytes (inputs, kept, kept, NULL, &file, fn, data);
  diag (inputs->sink, DIAG_ERROR, path, "holds %s", why);
  return SFM_ERR_UNSUPP;
}
