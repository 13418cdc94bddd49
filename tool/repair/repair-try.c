/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-try.c - what a command would do to a file, for check, which advises
   only what was tried.  */

#include "config.h"

#include <string.h>

#include "output-file.h"
#include "repair-run.h"

/* Make the new contents of RUN's file, and refuse those that would break a
   signature, as the command does.  */
static sfm_status
make (struct repair_run *run, uint8_t **out)
{
  const struct file_bytes *file = run->file;
  repair_fn *content = run->kind == FILE_GZIP ? repair_gzip : repair_content;
  size_t size;

  TRY (content (run, run->path, file->bytes, file->size, out, &size));
  return *out == NULL ? SFM_OK
                      : output_check_sealed (run->path, file->fd, NULL, 0,
                                             false, &diag_silent);
}

sfm_status
repair_try (const struct common_options *options, const struct consumer *judge,
            const char *path, const struct file_bytes *file,
            struct repair_tried *tried)
{
  const struct repair_options repair = { .common = *options };
  struct report report = { .sink = diag_silent };
  struct repair_run run = { .options = &repair,
                            .report = &report,
                            .judge = judge,
                            .trial = true,
                            .path = path,
                            .file = file,
                            .kind = file_bytes_kind (file) };
  uint8_t *out = NULL;
  const sfm_status status = make (&run, &out);

  *tried
      = (struct repair_tried){ .works = status == SFM_OK && run.objects != 0,
                               .nothing = status == SFM_OK && run.objects == 0,
                               .grade = run.grade };
  memcpy (tried->help, run.image.help, sizeof tried->help);
  repair_release (&run, out);
  image_edit_free (&run.image);
  repair_thin_free (run.thin);
  return status == SFM_ERR_NOMEM ? status : SFM_OK;
}
