/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-detached.c - put the merged section of an image into a file of its
   own.

   The place of the section depends on nothing that is planned, so there is no
   search: EDIT->change only carries the address, and the file in place of the
   changed copy.  */

#include "config.h"

#include "image-edit.h"
#include "verify-section.h"

sfm_status
image_detached_plan (struct image_edit *edit)
{
  struct image_change *change = &edit->change;
  const char *path = edit->options->output;
  struct sfm_diag diag;

  if (edit->options->in_dir)
    {
      TRY (detached_name (change->image, path, &edit->detached_path,
                          edit->sink));
      path = edit->detached_path;
    }
  TRY (detached_begin (change->image, path, &edit->detached, edit->sink));
  phdr_nothing (change->image, &change->phdr);
  if (sfm_merger_plan (edit->merger, edit->detached.addr, UINT64_MAX, &diag)
      != SFM_OK)
    return diag_engine (edit->sink, DIAG_ERROR, edit->context.image.path,
                        ".sframe", &diag);
  change->space
      = (struct free_space){ .addr = edit->detached.addr,
                             .size = sfm_merger_size (edit->merger) };
  return SFM_OK;
}

/* Verify the section and the file.  */
static sfm_status
check_file (struct image_edit *edit)
{
  const struct detached_file *file = &edit->detached;
  const struct merged_section section = { .merger = edit->merger,
                                          .path = file->path,
                                          .name = ".sframe",
                                          .bytes = file->content,
                                          .size = file->content_size,
                                          .padded = file->content_size,
                                          .addr = file->addr };

  TRY (verify_section (&section, edit->sink));
  return detached_verify (file, edit->sink);
}

sfm_status
image_detached_make (struct image_edit *edit)
{
  struct detached_file *file = &edit->detached;

  file->content = edit->content;
  file->content_size = edit->change.content_size;
  sfm_status status = detached_write (file, edit->sink);
  if (status == SFM_OK && edit->options->verify)
    status = check_file (edit);
  /* Released with the change.  */
  edit->change.copy = file->bytes;
  edit->change.size = file->size;
  return status;
}
