/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-detached.c - put the merged section of an image into a file of its
   own.

   The place of the section depends on nothing that is planned, so there is no
   search: EDIT->change only carries the address, and the file in place of the
   changed copy.  */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "file-bytes.h"
#include "image-edit.h"
#include "sframe-section.h"

/* Refuse to replace the file PATH if it has SFrame that the engine does not
   know, unless --partial says so.  */
static sfm_status
check_old (const struct image_edit *edit, const char *path)
{
  struct detached_section section;
  struct image old;
  struct sfm_piece piece;
  struct sfm_diag diag = { .status = SFM_OK };

  if (edit->options->partial
      || image_open (path, ALLOW_IMAGES, &old, &diag_silent) != SFM_OK)
    return SFM_OK;
  if (detached_find (&old, &section, &diag_silent) == SFM_OK
      && sfm_piece_open (section.bytes, section.size, 0, &piece, &diag)
             == SFM_ERR_UNSUPP)
    diag_at (edit->sink, DIAG_ERROR, path, ".sframe", diag.offset,
             "%s: " LATER_TEXT "; --partial replaces it", diag.text);
  const sfm_status status = image_settle (
      &old, diag.status == SFM_ERR_UNSUPP ? SFM_ERR_UNSUPP : SFM_OK,
      edit->sink);
  image_close (&old);
  return status;
}

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
  TRY (check_old (edit, path));
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

sfm_status
image_detached_make (struct image_edit *edit)
{
  edit->detached.content = edit->content;
  edit->detached.content_size = edit->change.content_size;
  return detached_write (&edit->detached, edit->sink);
}

/* Check that EDIT's file may replace the file OLD.  */
static sfm_status
check_older (const struct image_edit *edit, const struct file_bytes *old,
             const char *twin)
{
  const struct detached_file *file = &edit->detached;
  const char *image_path = file->image->path;
  struct image image;
  char *name;

  if (asprintf (&name, "%s%s%s", file->path, twin != NULL ? ", made of " : "",
                twin != NULL ? twin : "")
      < 0)
    return diag_nomem (edit->sink, image_path);
  /* A file that is not ELF is not a detached file either.  */
  sfm_status status = image_open_bytes (file->path, old->bytes, old->size,
                                        ALLOW_OBJECTS, &image, &diag_silent);
  if (status != SFM_OK)
    image = (struct image){ .path = file->path };
  status = detached_same_code (file, &image, name, edit->sink);
  image_close (&image);
  free (name);
  if (status != SFM_OK || twin == NULL)
    return status;
  return diag_fail (edit->sink, SFM_ERR_UNSUPP, image_path,
                    "not written: %s has been made of %s, which has the same "
                    "build-id and code but is described otherwise (see "
                    "--force)",
                    file->path, twin);
}

sfm_status
image_detached_replaces (const struct image_edit *edit, const char *twin,
                         bool *equal)
{
  const struct detached_file *file = &edit->detached;
  struct file_bytes old;
  struct stat st;

  *equal = false;
  if (stat (file->path, &st) != 0)
    return errno == ENOENT
               ? SFM_OK
               : diag_errno (edit->sink, file->path, "cannot stat");
  TRY (file_bytes_read (file->path, &old, edit->sink));
  *equal = old.size == file->size
           && memcmp (old.bytes, file->bytes, old.size) == 0;
  sfm_status status = *equal || edit->options->force
                          ? SFM_OK
                          : check_older (edit, &old, twin);
  file_bytes_close (&old);
  return status;
}
