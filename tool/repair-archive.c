/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-archive.c - sfmerge repair of archives.

   Members that are no objects of a known machine stay as they are.  If one
   cannot be rewritten, nothing of the archive is.  The members of a thin
   archive are files of their own, which others may use: they are changed only
   if that is asked for, all of them before the archive, whose headers say
   their sizes.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "file-map.h"
#include "output-file.h"
#include "repair-job.h"

/* "ARCHIVE(MEMBER)", in the pool of ARCHIVE.  */
static const char *
member_name (struct archive *archive, const struct archive_member *member)
{
  size_t size = strlen (archive->path) + strlen (member->name) + 3;
  char *name = pool_alloc (&archive->pool, size);

  if (name != NULL)
    snprintf (name, size, "%s(%s)", archive->path, member->name);
  return name;
}

/* Rewrite MEMBER, whose SIZE bytes are at BYTES, if it is an object.  */
static sfm_status
rewrite_member (struct repair_job *job, struct archive *archive,
                struct archive_member *member, const uint8_t *bytes,
                size_t size)
{
  if (content_kind (bytes, size) != CONTENT_OBJECT)
    return SFM_OK;
  const char *name = member_name (archive, member);
  if (name == NULL)
    return say_nomem (&job->report->sink, archive->path);
  return repair_object (job, name, bytes, size, &member->new_bytes,
                        &member->new_size);
}

/* Rewrite all members of ARCHIVE, which is not thin.  */
static sfm_status
rewrite_members (struct repair_job *job, struct archive *archive)
{
  sfm_status status = SFM_OK;

  for (size_t i = 0; i < archive->count && status == SFM_OK; i++)
    {
      struct archive_member *m = &archive->members[i];
      if (m->role == ARCHIVE_MEMBER)
        status = rewrite_member (job, archive, m, archive->bytes + m->data,
                                 (size_t) m->size);
    }
  return status;
}

sfm_status
repair_archive (struct repair_job *job, const char *name, const uint8_t *bytes,
                size_t size, uint8_t **out, size_t *out_size)
{
  const struct say *sink = &job->report->sink;
  struct archive archive;
  uint64_t before = job->rewritten;

  *out = NULL;
  *out_size = 0;
  sfm_status status = archive_open (name, bytes, size, &archive, sink);
  if (status == SFM_OK)
    status = rewrite_members (job, &archive);
  if (status == SFM_OK && job->rewritten != before)
    status = archive_write (&archive, out, out_size, sink);
  archive_close (&archive);
  return status;
}

/* The path of the file that MEMBER of the thin ARCHIVE names, in its pool.  */
static const char *
member_path (struct archive *archive, const struct archive_member *member)
{
  const char *slash = strrchr (archive->path, '/');
  size_t folder = slash == NULL || member->name[0] == '/'
                      ? 0
                      : (size_t) (slash - archive->path) + 1;
  size_t size = folder + strlen (member->name) + 1;
  char *path = pool_alloc (&archive->pool, size);

  if (path == NULL)
    return NULL;
  memcpy (path, archive->path, folder);
  memcpy (path + folder, member->name, size - folder);
  return path;
}

/* Rewrite in memory the file that MEMBER names.  */
static sfm_status
rewrite_named (struct repair_job *job, struct archive *archive,
               struct archive_member *member)
{
  const struct say *sink = &job->report->sink;
  const char *path = member_path (archive, member);
  struct file_map map;

  if (path == NULL)
    return say_nomem (sink, archive->path);
  if (member->nested)
    {
      say (sink, SAY_ERROR, archive->path,
           "has a member of the archive %s: change that one, then make this "
           "anew",
           member->name);
      job->refused = true;
      return SFM_ERR_UNSUPP;
    }
  sfm_status status = file_map_open (path, &map, sink);
  if (status != SFM_OK)
    return status;
  status = rewrite_member (job, archive, member, map.bytes, map.size);
  if (status == SFM_OK && member->new_bytes != NULL)
    {
      status = output_check_sealed (path, map.bytes, map.size,
                                    job->options->common.force, sink);
      job->refused |= status != SFM_OK;
    }
  file_map_close (&map);
  return status;
}

/* Write the files that the members of ARCHIVE name.  */
static sfm_status
write_named (struct repair_job *job, struct archive *archive)
{
  sfm_status status = SFM_OK;

  repair_tell (job);
  if (report_fatal (job->report))
    return SFM_OK; /* the caller says it */
  for (size_t i = 0; i < archive->count && status == SFM_OK; i++)
    {
      const struct archive_member *m = &archive->members[i];
      if (m->new_bytes == NULL)
        continue;
      const char *path = member_path (archive, m);
      status = path == NULL
                   ? say_nomem (&job->report->sink, archive->path)
                   : common_options_write (&job->options->common, path,
                                           m->new_bytes, m->new_size,
                                           &job->report->sink);
    }
  job->refused |= status != SFM_OK;
  return status;
}

sfm_status
repair_thin (struct repair_job *job, const char *name, const uint8_t *bytes,
             size_t size, uint8_t **out, size_t *out_size)
{
  const struct say *sink = &job->report->sink;
  struct archive archive;

  *out = NULL;
  *out_size = 0;
  if (!job->options->follow_thin)
    {
      say (sink, SAY_ERROR, name,
           "a thin archive, whose members are files of their own; name them, "
           "or change them with -i --follow-thin");
      job->refused = true;
      return SFM_ERR_UNSUPP;
    }
  uint64_t before = job->rewritten;
  sfm_status status = archive_open (name, bytes, size, &archive, sink);
  for (size_t i = 0; status == SFM_OK && i < archive.count; i++)
    if (archive.members[i].role == ARCHIVE_MEMBER)
      status = rewrite_named (job, &archive, &archive.members[i]);
  if (status == SFM_OK && job->rewritten != before)
    status = archive_write (&archive, out, out_size, sink);
  if (status == SFM_OK)
    status = write_named (job, &archive);
  archive_close (&archive);
  return status;
}
