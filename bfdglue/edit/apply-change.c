/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   apply-change.c - make a copy of an image and apply a change to it.  */

#include "config.h"

#include "image-change.h"

/* Open the copy of CHANGE as CHANGE->grown.  */
static sfm_status
reopen (struct image_change *change)
{
  image_close (&change->grown);
  return image_open_pages (change->image->path, change->copy, &change->grown,
                           change->sink);
}

/* Apply CHANGE to its copy.  */
static sfm_status
apply (struct image_change *change, struct rewrite_result *result)
{
  if (!phdr_any (&change->phdr))
    return rewrite_image (change, change->image, result);
  phdr_apply (change);
  TRY (reopen (change));
  TRY (section_order_restore (change, &change->grown));
  if (change->numbers != NULL)
    TRY (reopen (change));
  return rewrite_image (change, &change->grown, result);
}

sfm_status
image_change_apply (struct image_change *change, struct rewrite_result *result)
{
  TRY (image_copy (change->image, 0, 0, (size_t) change->phdr.file_size,
                   &change->copy, change->sink));
  TRY (apply (change, result));
  /* What is not listed would not get into the output.  */
  if (change->copy->written.failed)
    return diag_nomem (change->sink, change->image->path);
  /* Before threads look at it.  */
  byte_changes_sort (&change->copy->written);
  return SFM_OK;
}

void
image_change_drop_copy (struct image_change *change)
{
  image_close (&change->grown);
  paged_free (change->copy);
  change->copy = NULL;
}
