/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-start-base.c - whether the output says what its starts are relative
   to.

   Version 2 without FDE_FUNC_START_PCREL means the section, but linkers that
   do not know SFrame leave starts that mean their fields, with the same flags
   (doc/internals.md, section 9).  Then only the image's own functions tell.
   Where none confirms a start, the output would be as right as its input, and
   yet check and each later run would have to refuse it.  An image with two
   functions in 29 KiB of code, without .eh_frame and symbols, is enough.  */

#include "config.h"

#include <inttypes.h>

#include "image-edit.h"

/* Whether the section of version 2 in COPY is believed, as a later run reads
   it.  */
static sfm_status
read_copy (const struct image_edit *edit, struct image_context *copy,
           bool *believed)
{
  TRY (image_context_read (copy, edit->options->image.symbols, PLT_NONE,
                           &diag_silent, &diag_silent));
  for (size_t i = 0; i < copy->existing.piece_count; i++)
    *believed &= copy->existing.pieces[i].usable;
  return SFM_OK;
}

sfm_status
image_start_base_check (const struct image_edit *edit)
{
  const struct image_change *change = &edit->change;
  const char *path = edit->context.image.path;
  struct image_context copy = { .keep_rows = true };
  struct sfm_piece piece;
  struct sfm_diag diag;
  bool believed = true;

  if (sfm_piece_open (change->content, change->content_size, 0, &piece, &diag)
          != SFM_OK
      || piece.version != 2 || piece.num_fdes == 0
      || (piece.flags & SFM_F_FDE_FUNC_START_PCREL) != 0)
    return SFM_OK;
  sfm_status status
      = image_open_pages (path, change->copy, &copy.image, &diag_silent);
  if (status == SFM_OK)
    {
      status = read_copy (edit, &copy, &believed);
      image_context_free (&copy);
    }
  /* Its messages were the image's own, once more.  */
  if (status != SFM_OK)
    return diag_fail (edit->sink, status, path,
                      "the output cannot be read back: %s",
                      sfm_status_text (status));
  if (believed)
    return SFM_OK;
  return diag_fail (edit->sink, SFM_ERR_UNSUPP, path,
                    "version 2 without the flag FDE_FUNC_START_PCREL leaves "
                    "open what the starts of its %" PRIu32
                    " functions are relative to, and no symbol, .eh_frame or "
                    "PLT of the image would tell: write --to=v2-pcrel or "
                    "--to=v3",
                    piece.num_fdes);
}
