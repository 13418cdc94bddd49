/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-thin.c - thin archives: read the files of their members, and convert
   them to plain archives.

   A thin archive names its members relative to its own directory, or by
   absolute paths, or inside other archives, so a copy in another place with
   changed members would need a new table of names.  A plain archive has the
   same headers, index and names, with each member after its header.  So a thin
   archive is converted to a plain one, and archive_write corrects the offsets.
   Linkers then call a member ARCHIVE(NAME), as in other archives, and sfmerge
   finds that in a link map as well.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "wrap-text.h"
#include "wrap-thin.h"

sfm_status
thin_member_read (const struct archive *archive,
                  const struct archive_member *member, struct file_bytes *file,
                  const uint8_t **bytes, size_t *size)
{
  struct pool pool = { 0 };
  uint64_t skip = member->nested ? member->where : 0;

  *file = FILE_BYTES_NONE;
  char *path = archive_member_path (&pool, archive->path, member->name);
  sfm_status status = path == NULL
                          ? SFM_ERR_NOMEM
                          : file_bytes_read (path, file, &diag_silent);
  pool_free (&pool);
  if (status != SFM_OK)
    return status;
  if (member->nested)
    skip = skip > file->size || file->size - skip < ARCHIVE_HEADER_SIZE
               ? UINT64_MAX
               : skip + ARCHIVE_HEADER_SIZE;
  if (skip > file->size || member->size > file->size - skip)
    {
      file_bytes_close (file);
      return SFM_ERR_TRUNC;
    }
  /* Like linkers, use the present size of the file.  */
  *size = member->nested ? (size_t) member->size : file->size;
  *bytes = file->bytes == NULL ? NULL : file->bytes + skip;
  return SFM_OK;
}

/* Give member number IDX of PLAIN its contents from THIN.  PLAIN is a copy of
   THIN, with its own headers at HEADERS.  */
static sfm_status
take_member (const struct archive *thin, const struct archive *plain,
             size_t idx, uint8_t *headers)
{
  struct archive_member *member = &plain->members[idx];
  struct file_bytes file;
  const uint8_t *bytes;
  size_t size;

  sfm_status status
      = thin_member_read (thin, &thin->members[idx], &file, &bytes, &size);
  if (status != SFM_OK)
    return status;
  member->new_bytes = malloc (size + 1);
  if (member->new_bytes == NULL)
    status = SFM_ERR_NOMEM;
  else if (size != 0)
    memcpy (member->new_bytes, bytes, size);
  member->new_size = size;
  file_bytes_close (&file);
  /* "/NAME:WHERE" becomes "/NAME".  */
  uint8_t *colon = memchr (headers + member->header, ':', ARCHIVE_NAME_SIZE);
  if (member->nested && colon != NULL)
    memset (colon, ' ',
            (size_t) (headers + member->header + ARCHIVE_NAME_SIZE - colon));
  return status;
}

sfm_status
thin_to_plain (const struct archive *archive, uint8_t **bytes, size_t *size)
{
  static const char magic[] = "!<arch>\n";
  struct archive plain = { 0 };
  uint8_t *headers = malloc (archive->size);

  *bytes = NULL;
  if (headers == NULL)
    return SFM_ERR_NOMEM;
  memcpy (headers, archive->bytes, archive->size);
  sfm_status status = archive_open (archive->path, headers, archive->size,
                                    &plain, &diag_silent);
  plain.thin = false;
  for (size_t i = 0; i < plain.count && status == SFM_OK; i++)
    if (plain.members[i].role == ARCHIVE_MEMBER)
      status = take_member (archive, &plain, i, headers);
  if (status == SFM_OK)
    status = archive_write (&plain, bytes, size, &diag_silent);
  if (status == SFM_OK)
    memcpy (*bytes, magic, ARCHIVE_MAGIC_SIZE);
  archive_close (&plain);
  free (headers);
  return status;
}
