/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crt-make.c - make the files of the directory, by their kinds.  */

#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crt.h"
#include "file-bytes.h"
#include "output-file.h"
#include "repair-run.h"
#include "report.h"

/* Let the symbolic link TO lead to PATH.  */
static sfm_status
make_link (const struct crt *crt, const char *path, const char *to)
{
  char *target = realpath (path, NULL);

  if (target == NULL)
    return diag_errno (&crt->report->sink, path, "finding");
  const int failed = symlink (target, to);
  const int error = errno;
  free (target);
  errno = error;
  return failed == 0 ? SFM_OK : diag_errno (&crt->report->sink, to, "linking");
}

/* Write the script FILE, the contents of SOURCE, to TO.  */
static sfm_status
make_script (struct crt *crt, const struct file_bytes *source, const char *to)
{
  const struct output_options how = { .fsync = crt->how.common.fsync };
  const char *text;

  TRY (crt_script (crt, source->bytes, source->size, &text));
  return output_write (to, (const uint8_t *) text, strlen (text), &how,
                       &crt->report->sink);
}

/* Change PATH to TO; returns the exit status.  */
static int
make_changed (struct crt *crt, const char *path, const char *to)
{
  const bool quiet = crt->report->quiet;
  char *files[] = { pool_copy (&crt->pool, path, strlen (path)) };

  if (files[0] == NULL)
    return report_input_status (diag_nomem (&crt->report->sink, path));
  crt->how.files = files;
  crt->how.file_count = 1;
  crt->how.common.output = to;
  /* What is left out of a library would be hundreds of notes.  */
  crt->report->quiet = quiet || !crt->report->verbose;
  const int status = repair_files (&crt->how, crt->report);
  crt->report->quiet = quiet;
  return status;
}

/* Remove the symbolic link TO, if it is one: what it leads to is not ours to
   write.  */
static sfm_status
remove_link (const struct crt *crt, const char *to)
{
  char old[1];

  if (readlink (to, old, sizeof old) < 0 || unlink (to) == 0)
    return SFM_OK;
  return diag_errno (&crt->report->sink, to, "removing");
}

/* Make FILE, whose contents are SOURCE; returns the exit status.  */
static int
make_of (struct crt *crt, const struct crt_file *file,
         const struct file_bytes *source, const char *to)
{
  switch (file_kind (source->bytes, source->size))
    {
    case FILE_OBJECT:
    case FILE_ARCHIVE:
    case FILE_THIN:
      return make_changed (crt, file->path, to);
    case FILE_IMAGE:
      return report_input_status (make_link (crt, file->path, to));
    default:
      if (crt_is_script (source->bytes, source->size))
        return report_input_status (make_script (crt, source, to));
      diag (&crt->report->sink, DIAG_WARNING, file->path,
            "neither an object, an archive nor a script: it is left out");
      return STATUS_DONE;
    }
}

/* Whether the output TO is FILE itself.  A link that an earlier run has made
   leads to FILE, but is not FILE.  */
static bool
is_itself (const char *to, const struct crt_file *file)
{
  struct stat output, source;

  if (lstat (to, &output) != 0 || !S_ISLNK (output.st_mode))
    return output_replaces (to, &file->path, 1);
  return lstat (file->path, &source) == 0 && output.st_dev == source.st_dev
         && output.st_ino == source.st_ino;
}

static int
make_file (struct crt *crt, const struct crt_file *file)
{
  const struct diag_sink *sink = &crt->report->sink;
  const char *to = crt_join (crt, crt->dir, file->name);
  struct file_bytes source;

  if (to == NULL)
    return report_input_status (diag_nomem (sink, NULL));
  if (is_itself (to, file))
    return report_usage ("crt: '%s' would be replaced by itself", to);
  sfm_status status = file_bytes_read (file->path, &source, sink);
  if (status != SFM_OK)
    return report_input_status (status);
  status = remove_link (crt, to);
  const int exit_status = status == SFM_OK ? make_of (crt, file, &source, to)
                                           : report_input_status (status);
  file_bytes_close (&source);
  crt->written += exit_status == STATUS_DONE;
  return exit_status;
}

int
crt_make (struct crt *crt)
{
  int highest = STATUS_DONE;
  struct progress progress;

  progress_begin (&progress, "made", crt->count, true, crt->report->quiet);
  for (size_t i = 0; i < crt->count; i++)
    {
      /* The array may move.  */
      const struct crt_file file = crt->files[i];
      const int status = make_file (crt, &file);
      if (status > highest)
        highest = status;
      /* Scripts add files that they name.  */
      progress.count = crt->count;
      progress_show (&progress, i + 1, file.path, status != STATUS_DONE);
    }
  progress_clear (&progress);
  return highest;
}
