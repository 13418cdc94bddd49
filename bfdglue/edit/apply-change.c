/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   apply-change.c - make a copy of an image and apply a change to it.  */

#include "config.h"

#include "patch.h"
#include "sparse.h"

/* Open the copy of CHANGE as CHANGE->grown.  */
static sfm_status
reopen (struct image_change *change)
{
  image_close (&change->grown);
  return image_open_bytes (change->image->path, change->copy, change->size,
                           false, &change->grown, change->sink);
}

sfm_status
image_change_apply (struct image_change *change, struct rewrite_result *result)
{
  change->size = (size_t) change->phdr.file_size;
  TRY (image_copy (change->image, change->size, &change->copy, change->sink));
  if (!phdr_any (&change->phdr))
    return rewrite_image (change, change->image, result);
  phdr_apply (change);
  TRY (reopen (change));
  TRY (section_order_restore (change, &change->grown));
  if (change->numbers != NULL)
    TRY (reopen (change));
  return rewrite_image (change, &change->grown, result);
}

void
image_change_drop_copy (struct image_change *change)
{
  image_close (&change->grown);
  sparse_free (change->copy, change->size);
  change->copy = NULL;
}
