/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fill-internal.h - what the files of fill/ share.  */

#ifndef BFDGLUE_FILL_INTERNAL_H
#define BFDGLUE_FILL_INTERNAL_H

#include "image-fill.h"

/* A range of code that has a function.  Its first two members order it.  */
struct described
{
  uint64_t addr;
  uint64_t end;
  bool incomplete; /* what is made for it takes its place */
};

/* The ranges, by address.  */
struct described_list
{
  struct described *at;
  size_t count;
  size_t capacity;
};

/* fill-described.c: list the live functions of CONTEXT's pieces, of its PLT
   code, and of the inputs of OPTIONS.  The caller frees LIST->at in any case.
   Statuses: NOMEM.  */
sfm_status described_read (const struct image_context *context,
                           const struct fill_options *options,
                           struct described_list *list,
                           const struct diag_sink *sink) SFM_CHECKED;

/* A function of the index that is to be added, by its number there.  */
struct fill_frames
{
  uint32_t *numbers;
  bool *instead; /* whether it takes the place of an incomplete one */
  size_t count;
};

/* fill-piece.c: make FILL's piece of FRAMES, and prove it.  Statuses: NOMEM,
   LIMIT, CORRUPT.  */
sfm_status fill_build (const struct image_context *context,
                       const struct fill_options *options,
                       const struct fill_frames *frames,
                       struct image_fill *fill,
                       const struct diag_sink *sink) SFM_CHECKED;

/* fill-lost.c: count in FILL the functions of CONTEXT's pieces of which
   nothing is left: they are not used, DESCRIBED has none of their code, and,
   if FILLED, no FDE does.  Each is a detail.  Statuses: NOMEM.  */
sfm_status fill_find_lost (const struct image_context *context, bool filled,
                           const struct described_list *described,
                           struct image_fill *fill,
                           const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_FILL_INTERNAL_H */
