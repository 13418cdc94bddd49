/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   foreign-files.c - ELF files of a class or machine that SFrame has no ABI
   for, which have a section for it.  */

#include "config.h"

#include "archive.h"
#include "file-bytes.h"
#include "file-list.h"
#include "sframe-section.h"

bool
foreign_open (const struct file_source *source, struct image *image)
{
  if ((source->bytes != NULL
       && file_foreign (source->bytes, source->size) == NULL)
      || image_open_any_source (source, image, &diag_silent) != SFM_OK)
    return false;
  if (image->foreign && image_has_sframe (image))
    return true;
  image_close (image);
  return false;
}

/* Call FN for MEMBER of ARCHIVE if it is such a file, and count it.  */
static sfm_status
visit_member (struct archive *archive, const struct archive_member *member,
              foreign_fn *fn, void *data, size_t *count,
              const struct diag_sink *sink)
{
  struct image image;
  const char *name
      = archive_member_name (&archive->pool, archive->path, member->name);

  if (name == NULL)
    return diag_nomem (sink, archive->path);
  const struct file_source source = { .path = name,
                                      .fd = -1,
                                      .bytes = archive->bytes + member->data,
                                      .size = (size_t) member->size };
  if (!foreign_open (&source, &image))
    return SFM_OK;
  ++*count;
  const sfm_status status = fn (data, &image);
  image_close (&image);
  return status;
}

/* Visit the members of the SIZE bytes at BYTES.  */
static sfm_status
visit_members (const struct file_source *from, const uint8_t *bytes,
               size_t size, foreign_fn *fn, void *data, size_t *count,
               const struct diag_sink *sink)
{
  struct archive archive;
  sfm_status status = SFM_OK;

  /* The reader of inputs says why it cannot be read.  */
  if (file_kind (bytes, size) != FILE_ARCHIVE
      || archive_open (from->path, bytes, size, &archive, &diag_silent)
             != SFM_OK)
    return SFM_OK;
  for (size_t i = 0; i < archive.count && status == SFM_OK; i++)
    if (archive.members[i].role == ARCHIVE_MEMBER)
      status = visit_member (&archive, &archive.members[i], fn, data, count,
                             sink);
  archive_close (&archive);
  return status;
}

sfm_status
foreign_members (const struct file_source *from, foreign_fn *fn, void *data,
                 size_t *count, const struct diag_sink *sink)
{
  struct file_bytes file;

  if (from->bytes != NULL)
    return visit_members (from, from->bytes, from->size, fn, data, count,
                          sink);
  if (file_bytes_read_source (from, &file, &diag_silent) != SFM_OK)
    return SFM_OK;
  const sfm_status status
      = visit_members (from, file.bytes, file.size, fn, data, count, sink);
  file_bytes_close (&file);
  return status;
}
