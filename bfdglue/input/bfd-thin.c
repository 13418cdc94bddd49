/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-thin.c - read the members of a thin archive, in their order.

   BFD can walk thin archives too.  But it ends the walk at a missing file,
   without naming it, so that the members after it are lost.  It waits for a
   writer if the file is a FIFO.  It leaks memory for each member of an archive
   in the archive.  And it opens a member in 17 us, against 10 us here.  So the
   headers are read here (archive-header.h), and BFD gets the bytes.

   A member is a file whose name is relative to the directory of the archive
   [read_entry], or it is in another archive [read_nested], which stays open
   for the members that follow.  */

#include "config.h"

#include <string.h>

#include "archive-header.h"
#include "bfd-internal.h"
#include "file-kind.h"

/* The walk over a thin archive.  Names of members cost the file little, so the
   names of those that were read before must not be kept.  */
struct walk
{
  struct inputs *inputs;
  struct archive_file thin;
  struct archive_file nested; /* the archive of the last member; its path is
                                 NULL if it was in none */
  struct bytes_file nested_file;
  const char *nested_kept; /* that path until inputs_free; NULL: not needed
                              yet */
  struct pool names;       /* of the current member */
  struct pool nested_name;
  size_t repeated;
};

/* Read MEMBER of ARCHIVE, which PART holds, unless the member at WHERE of
   FILE, or FILE itself if WHERE is 0, was read before; count it then.  */
static sfm_status
read_first (struct walk *walk, const struct bytes_file *file, uint64_t where,
            const char *archive, const char *member, struct bytes_file *part)
{
  struct inputs *inputs = walk->inputs;
  bool first;

  TRY (inputs_first_time (inputs, INPUT_GIVEN_MEMBER, &file->id, where,
                          &first));
  if (!first)
    {
      walk->repeated++;
      return SFM_OK;
    }
  sfm_status status = inputs_member (inputs, archive, member, part, NULL);
  inputs_left (inputs);
  return status;
}

/* Close the archive of the last member.  */
static void
leave_nested (struct walk *walk)
{
  bytes_close (&walk->nested_file);
  walk->nested = (struct archive_file){ .sink = walk->inputs->sink };
  walk->nested_kept = NULL;
  pool_reset (&walk->nested_name);
}

/* Read the tables of AR, for the long names.  */
static sfm_status
read_tables (struct archive_file *ar)
{
  struct archive_header entry = { .role = ARCHIVE_TABLE };
  uint64_t at = ARCHIVE_MAGIC_SIZE;

  for (int i = 0; entry.role != ARCHIVE_MEMBER && at < ar->size; i++)
    {
      if (i > TABLES_MAX)
        return archive_header_bad (
            ar, at, SFM_ERR_CORRUPT,
            "comes after more tables than archives have");
      TRY (archive_header_read (ar, at, &entry));
      at = archive_header_next (ar, &entry);
    }
  return SFM_OK;
}

/* Open the archive PATH, unless it is open.  */
static sfm_status
enter_nested (struct walk *walk, const char *path)
{
  struct inputs *inputs = walk->inputs;
  struct archive_file *ar = &walk->nested;
  struct bytes_file *file = &walk->nested_file;
  const char *name;

  if (ar->path != NULL && strcmp (ar->path, path) == 0)
    return SFM_OK;
  leave_nested (walk);
  TRY (
      inputs_member_name (inputs, &walk->names, walk->thin.path, path, &name));
  TRY (bytes_open (&FILE_SOURCE (path), name, inputs->member_buffer, file,
                   inputs->sink));
  if (file_kind (file->bytes, file->size) != FILE_ARCHIVE)
    return diag_fail (
        inputs->sink, SFM_ERR_CORRUPT, name,
        "is not the archive with members of its own that it should be");
  ar->bytes = file->bytes;
  ar->size = file->size;
  ar->path = pool_copy (&walk->nested_name, path, strlen (path));
  return ar->path != NULL ? read_tables (ar) : diag_nomem (inputs->sink, name);
}

/* Read the member of the archive PATH whose header is at OFFSET.  Like GNU ld
   and its map, call it a member of that archive, not of the thin one, as gold
   does; lld and mold cannot read these.  */
static sfm_status
read_nested (struct walk *walk, const char *path, uint64_t offset)
{
  struct inputs *inputs = walk->inputs;
  struct archive_file *ar = &walk->nested;
  struct archive_header entry;

  TRY (enter_nested (walk, path));
  TRY (archive_header_read (ar, offset, &entry));
  if (entry.role != ARCHIVE_MEMBER || entry.nested)
    return archive_header_bad (ar, offset, SFM_ERR_CORRUPT,
                               "is not that of a member");
  if (!archive_header_whole (ar, &entry))
    return archive_header_bad (ar, offset, SFM_ERR_TRUNC,
                               "has more bytes than the file");
  const char *member = pool_copy (&walk->names, entry.name, entry.name_size);
  if (member == NULL)
    return diag_nomem (inputs->sink, path);
  if (walk->nested_kept == NULL)
    TRY (inputs_keep (inputs, path, &walk->nested_kept));
  struct bytes_file part
      = { .bytes = ar->bytes + entry.data, .size = (size_t) entry.size };
  inputs->outer = walk->thin.path;
  sfm_status status = read_first (walk, &walk->nested_file, offset,
                                  walk->nested_kept, member, &part);
  inputs->outer = NULL;
  return status;
}

/* Read the member PATH, a file.  */
static sfm_status
read_member (struct walk *walk, const char *path)
{
  struct inputs *inputs = walk->inputs;
  struct bytes_file file;
  const char *name;

  TRY (
      inputs_member_name (inputs, &walk->names, walk->thin.path, path, &name));
  sfm_status status = bytes_open (&FILE_SOURCE (path), name,
                                  inputs->member_buffer, &file, inputs->sink);
  if (status == SFM_OK)
    status = read_first (walk, &file, 0, walk->thin.path, path, &file);
  bytes_close (&file);
  return status;
}

/* Read the member ENTRY.  */
static sfm_status
read_entry (struct walk *walk, const struct archive_header *entry)
{
  const char *name = pool_copy (&walk->names, entry->name, entry->name_size);
  const char *path
      = name == NULL
            ? NULL
            : archive_member_path (&walk->names, walk->thin.path, name);

  if (path == NULL)
    return diag_nomem (walk->inputs->sink, walk->thin.path);
  if (entry->nested)
    return read_nested (walk, path, entry->where);
  /* The nested archive may use the buffer.  */
  leave_nested (walk);
  return read_member (walk, path);
}

sfm_status
inputs_thin_archive (struct inputs *inputs, const char *path,
                     const struct bytes_file *file)
{
  struct walk walk = {
    .inputs = inputs,
    .thin = { .path = path,
              .bytes = file->bytes,
              .size = file->size,
              .sink = inputs->sink },
    .nested = { .sink = inputs->sink },
  };
  sfm_status status = SFM_OK;
  uint64_t at = ARCHIVE_MAGIC_SIZE;

  while (status == SFM_OK && at < file->size)
    {
      struct archive_header entry;
      pool_reset (&walk.names);
      status = archive_header_read (&walk.thin, at, &entry);
      if (status != SFM_OK)
        break;
      /* A thin archive contains the data of its tables only.  */
      at = entry.data;
      if (entry.role == ARCHIVE_MEMBER)
        status = read_entry (&walk, &entry);
      else
        at = archive_header_next (&walk.thin, &entry);
    }
  leave_nested (&walk);
  pool_free (&walk.names);
  pool_free (&walk.nested_name);
  if (status == SFM_OK && inputs->watch != NULL)
    inputs->watch->repeated (inputs->watch->data, path, walk.repeated);
  else if (status == SFM_OK)
    input_tell_members (inputs->sink, path, walk.repeated);
  return status;
}
