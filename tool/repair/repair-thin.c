/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-thin.c - sfmerge repair of thin archives.

   The members of a thin archive are separate files, which may have other
   users, so they are changed only on request.  The headers of the archive hold
   their sizes: the members and the archive are replaced together or not at
   all.  */

#include "config.h"

#include <stdlib.h>

#include "file-bytes.h"
#include "output-file.h"
#include "pool.h"
#include "repair-run.h"

/* The file of a member.  */
struct thin_file
{
  const char *path; /* NULL: it does not change, or an earlier member names it
                       too */
  struct file_bytes file; /* open only while it is read or replaced */
  struct output_options options;
};

struct thin_files
{
  struct archive archive;
  struct thin_file *files; /* one per member */
  struct string_set seen;  /* ids of the files that change */
};

void
repair_thin_free (struct thin_files *thin)
{
  if (thin == NULL)
    return;
  archive_close (&thin->archive);
  string_set_free (&thin->seen);
  free (thin->files);
  free (thin);
}

/* Rewrite MEMBER, the contents of TO's file at PATH, in memory.  */
static sfm_status
rewrite_file (struct repair_run *run, struct thin_files *thin,
              struct archive_member *member, struct thin_file *to,
              const char *path)
{
  const struct diag_sink *sink = &run->report->sink;
  const struct file_bytes *file = &to->file;
  uint32_t before = (uint32_t) thin->seen.count, number;

  sfm_status status
      = repair_member (run, &thin->archive, member, file->bytes, file->size);
  const bool changed = member->new_bytes != NULL;
  if (status == SFM_OK)
    status
        = repair_judge (run, path, changed ? member->new_bytes : file->bytes,
                        changed ? member->new_size : file->size);
  if (status != SFM_OK || !changed)
    return status;
  status = output_check_sealed (path, file->fd, NULL, 0,
                                run->options->common.force, sink);
  run->refused |= status != SFM_OK;
  if (status != SFM_OK)
    return status;
  if (!string_set_add (&thin->seen, &to->file.id, sizeof to->file.id, &number))
    return diag_nomem (sink, path);
  /* An archive may name one file twice.  */
  if (number == before)
    to->path = path;
  return SFM_OK;
}

/* Read and rewrite member number IDX.  */
static sfm_status
rewrite_named (struct repair_run *run, struct thin_files *thin, size_t idx)
{
  const struct diag_sink *sink = &run->report->sink;
  struct archive_member *member = &thin->archive.members[idx];
  struct thin_file *to = &thin->files[idx];
  const char *path = archive_member_path (&thin->archive.pool,
                                          thin->archive.path, member->name);

  if (path == NULL)
    return diag_nomem (sink, thin->archive.path);
  if (member->nested)
    {
      diag (sink, DIAG_ERROR, thin->archive.path,
            "has a member of the archive %s: change that one, then make this "
            "anew",
            member->name);
      run->refused = true;
      return SFM_ERR_UNSUPP;
    }
  sfm_status status = file_bytes_read (path, &to->file, sink);
  if (status != SFM_OK)
    return status;
  status = rewrite_file (run, thin, member, to, path);
  file_bytes_drop (&to->file);
  return status;
}

/* Open the archive NAME, whose SIZE bytes are at BYTES, as THIN.  */
static sfm_status
open_thin (struct thin_files *thin, const char *name, const uint8_t *bytes,
           size_t size, const struct diag_sink *sink)
{
  sfm_status status = archive_open (name, bytes, size, &thin->archive, sink);

  if (status != SFM_OK)
    return status;
  thin->files = calloc (thin->archive.count + 1, sizeof *thin->files);
  return thin->files != NULL ? SFM_OK : diag_nomem (sink, name);
}

sfm_status
repair_thin (struct repair_run *run, const char *name, const uint8_t *bytes,
             size_t size, uint8_t **out, size_t *out_size)
{
  const struct diag_sink *sink = &run->report->sink;
  uint64_t before = run->rewritten;

  *out = NULL;
  *out_size = 0;
  if (!run->options->follow_thin)
    {
      diag (sink, DIAG_ERROR, name,
            "a thin archive, whose members are files of their own; name them, "
            "or change them with -i --follow-thin");
      run->refused = true;
      return SFM_ERR_UNSUPP;
    }
  struct thin_files *thin = run->thin = calloc (1, sizeof *thin);
  if (thin == NULL)
    return diag_nomem (sink, name);
  sfm_status status = open_thin (thin, name, bytes, size, sink);
  for (size_t i = 0; status == SFM_OK && i < thin->archive.count; i++)
    if (thin->archive.members[i].role == ARCHIVE_MEMBER)
      status = rewrite_named (run, thin, i);
  if (status == SFM_OK && run->rewritten != before)
    status = archive_write (&thin->archive, out, out_size, sink);
  return status;
}

/* Add to SET the output PATH, with the SIZE bytes at DATA.  */
static sfm_status
add_output (struct output_set *set, const char *path, const uint8_t *data,
            size_t size, const struct output_options *options)
{
  struct target target;
  sfm_status status
      = target_open (path, NULL, options, &target, &set->later.sink);

  if (status == SFM_OK)
    return output_set_add (set, &target, data, size, options);
  target_close (&target);
  return status;
}

/* Add TO, the file of MEMBER, to SET.  The file is opened again, as there may
   be more members than a process may have open files.  */
static sfm_status
add_file (struct repair_run *run, struct output_set *set, struct thin_file *to,
          const struct archive_member *member)
{
  sfm_status status
      = file_bytes_reopen (to->path, &to->file, &set->later.sink);

  if (status != SFM_OK)
    return status;
  to->options = common_options_output (&run->options->common, &to->file);
  status = add_output (set, to->path, member->new_bytes, member->new_size,
                       &to->options);
  file_bytes_drop (&to->file);
  return status;
}

sfm_status
repair_thin_write (struct repair_run *run, const uint8_t *out, size_t out_size)
{
  const struct thin_files *thin = run->thin;
  const struct output_options options
      = common_options_output (&run->options->common, run->file);
  struct output_set set;
  sfm_status status = SFM_OK;

  output_set_begin (&set, &run->report->sink);
  for (size_t i = 0; i < thin->archive.count && status == SFM_OK; i++)
    if (thin->files[i].path != NULL)
      status
          = add_file (run, &set, &thin->files[i], &thin->archive.members[i]);
  if (status == SFM_OK)
    status = add_output (&set, run->path, out, out_size, &options);
  if (status == SFM_OK)
    status = output_set_commit (&set);
  sfm_status reported = output_set_end (&set);
  return status == SFM_OK ? reported : status;
}
