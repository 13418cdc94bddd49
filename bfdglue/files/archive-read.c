/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   archive-read.c - read an archive that is to be changed.

   BSD archives ("#1/LENGTH", "__.SYMDEF") and COFF archives (a second "/") are
   refused: archive-write.c could not update their indices, and no ELF linker
   writes them.  */

#include "config.h"

#include <string.h>

#include "archive.h"

/* A walk over the headers.  */
struct walk
{
  struct archive *archive;
  struct archive_file file;
  size_t capacity;
};

/* Whether the header at AT is one that only BSD archives have.  */
static bool
is_bsd (const struct walk *w, uint64_t at)
{
  const uint8_t *text = w->file.bytes + at;

  return w->file.size - at >= ARCHIVE_HEADER_SIZE
         && (memcmp (text, "#1/", 3) == 0
             || memcmp (text, "__.SYMDEF", 9) == 0);
}

/* Refuse a header that only other kinds of archive have.  */
static sfm_status
check_kind (const struct walk *w, uint64_t at,
            const struct archive_header *header)
{
  if (header->role == ARCHIVE_TABLE || is_bsd (w, at))
    return archive_header_bad (&w->file, at, SFM_ERR_UNSUPP,
                               "is not of the kind that System V and GNU "
                               "have");
  if (w->archive->count != 0
      && (header->role == ARCHIVE_INDEX || header->role == ARCHIVE_INDEX64))
    return archive_header_bad (&w->file, at, SFM_ERR_UNSUPP,
                               "is that of an index that is not the first "
                               "member");
  return SFM_OK;
}

/* Add the member at AT.  */
static sfm_status
read_member (struct walk *w, uint64_t at)
{
  struct archive *a = w->archive;
  struct archive_header header = { .role = ARCHIVE_TABLE };

  /* What its name says does not matter then.  */
  sfm_status status
      = is_bsd (w, at) ? SFM_OK : archive_header_read (&w->file, at, &header);
  if (status == SFM_OK)
    status = check_kind (w, at, &header);
  if (status != SFM_OK)
    return status;
  bool outside = a->thin && header.role == ARCHIVE_MEMBER;
  if (!outside && !archive_header_whole (&w->file, &header))
    return archive_header_bad (&w->file, at, SFM_ERR_TRUNC,
                               "has more bytes than the file");
  const char *name = pool_copy (&a->pool, header.name, header.name_size);
  if (name == NULL
      || !array_grow (&a->members, &w->capacity, a->count, sizeof *a->members))
    return diag_nomem (w->file.sink, a->path);
  a->members[a->count++] = (struct archive_member){
    .role = header.role,
    .header = at,
    .data = header.data,
    .size = header.size,
    .end = outside ? header.data : archive_header_next (&w->file, &header),
    .name = name,
    .nested = header.nested,
    .where = header.where,
  };
  return SFM_OK;
}

sfm_status
archive_open (const char *path, const uint8_t *bytes, size_t size,
              struct archive *archive, const struct diag_sink *sink)
{
  struct walk walk
      = { .archive = archive,
          .file
          = { .path = path, .bytes = bytes, .size = size, .sink = sink } };
  sfm_status status = SFM_OK;

  *archive = (struct archive){ .path = path, .bytes = bytes, .size = size };
  if (size < ARCHIVE_MAGIC_SIZE)
    return archive_header_bad (&walk.file, 0, SFM_ERR_TRUNC, "is missing");
  archive->thin = bytes[2] == 't';
  for (uint64_t at = ARCHIVE_MAGIC_SIZE; status == SFM_OK && at < size;
       at = archive->members[archive->count - 1].end)
    {
      status = read_member (&walk, at);
      if (status != SFM_OK)
        break;
    }
  if (status != SFM_OK)
    archive_close (archive);
  return status;
}
