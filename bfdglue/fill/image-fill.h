/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-fill.h - functions for what the call frame information of an image
   describes and its .sframe does not.  */

#ifndef BFDGLUE_IMAGE_FILL_H
#define BFDGLUE_IMAGE_FILL_H

#include "image-context.h"
#include "synth-counts.h"

struct fill_options
{
  bool fill;     /* make rows of call frame information, not only count */
  bool optional; /* ... as functions that are left out if there is no room */
  const struct sfm_merger *merger; /* has what is described; or NULL */
  enum sfm_target target;
  uint64_t reader;                /* SFM_READER_*, of who reads the image */
  const struct sfm_input *inputs; /* they describe functions too */
  size_t input_count;
};

/* All zero before image_fill_read.  */
struct image_fill
{
  struct synth_counts counts;
  struct sfm_piece piece;   /* with no bytes if there is nothing to add */
  struct sfm_place *places; /* one per FDE */
  uint8_t *bytes;           /* of PIECE */
  size_t lost; /* functions of existing pieces whose code nothing else
                  describes, and no call frame information judges */
};

/* Make FILL's piece of the functions of CONTEXT->index that neither an
   existing piece nor PLT code of CONTEXT nor an input describes; what is there
   has been decided (plt_code_decide), and the merger has the pieces.  Count
   the functions of pieces that are lost.  Each function without rows is a
   detail.  The caller releases FILL in any case.  Statuses: NOMEM, LIMIT,
   CORRUPT (the rows made are wrong).  */
sfm_status image_fill_read (const struct image_context *context,
                            const struct fill_options *options,
                            struct image_fill *fill,
                            const struct diag_sink *sink) SFM_CHECKED;

void image_fill_free (struct image_fill *fill);

#endif /* BFDGLUE_IMAGE_FILL_H */
