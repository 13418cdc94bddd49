/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-archive.c - sfmerge repair of archives.

   Members other than objects of a known machine stay as they are.  If one
   member cannot be rewritten, the archive is not written.  */

#include "config.h"

#include <stdlib.h>

#include "archive.h"
#include "repair-run.h"

sfm_status
repair_member (struct repair_run *run, struct archive *archive,
               struct archive_member *member, const uint8_t *bytes,
               size_t size)
{
  /* strip does any machine.  */
  if (file_kind (bytes, size) != FILE_OBJECT
      && (!run->options->strip || !file_is_relocatable (bytes, size)))
    return SFM_OK;
  const char *name
      = archive_member_name (&archive->pool, archive->path, member->name);
  if (name == NULL)
    return diag_nomem (&run->report->sink, archive->path);
  return repair_object (run, name, bytes, size, &member->new_bytes,
                        &member->new_size);
}

/* Rewrite all members of ARCHIVE, which is not thin.  */
static sfm_status
rewrite_members (struct repair_run *run, struct archive *archive)
{
  sfm_status status = SFM_OK;

  for (size_t i = 0; i < archive->count && status == SFM_OK; i++)
    {
      struct archive_member *m = &archive->members[i];
      if (m->role == ARCHIVE_MEMBER)
        status = repair_member (run, archive, m, archive->bytes + m->data,
                                (size_t) m->size);
    }
  return status;
}

sfm_status
repair_archive (struct repair_run *run, const char *name, const uint8_t *bytes,
                size_t size, uint8_t **out, size_t *out_size)
{
  const struct diag_sink *sink = &run->report->sink;
  struct archive archive;
  uint64_t before = run->rewritten;

  *out = NULL;
  *out_size = 0;
  sfm_status status = archive_open (name, bytes, size, &archive, sink);
  if (status == SFM_OK)
    status = rewrite_members (run, &archive);
  if (status == SFM_OK && run->rewritten != before)
    status = archive_write (&archive, out, out_size, sink);
  archive_close (&archive);
  return status;
}
