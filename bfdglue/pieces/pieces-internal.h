/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces-internal.h - the work in progress of pieces_read.  */

#ifndef BFDGLUE_PIECES_INTERNAL_H
#define BFDGLUE_PIECES_INTERNAL_H

#include "pieces.h"

struct piece_reader
{
  const struct image *image;
  const struct code_ranges *code;
  const struct function_index *index;
  struct existing_sframe *existing;
  const struct diag_sink *sink;
  size_t piece_capacity;
  size_t run_capacity;
};

/* pieces-find.c: list the pieces of the image and the runs of bytes that they
   cover.  Statuses: NOMEM, LIMIT.  */
sfm_status pieces_walk (struct piece_reader *reader);

/* moved-section.c: decide the shift of the COUNT pieces at P, which are all of
   one section and have the anchors that their flags mean, or that they are
   lost. Statuses: NOMEM.  */
sfm_status pieces_find_shift (const struct piece_reader *reader,
                              struct image_piece *p, size_t count) SFM_CHECKED;

/* piece-function.c: whether .eh_frame contradicts FDE of P, which lies in
   code; INDEX is what index_confirms says of its place.  */
bool piece_contradicted (const struct piece_reader *reader,
                         const struct image_piece *p,
                         const struct sfm_fde *fde, uint8_t index);

/* pieces-resolve.c: read all FDEs of P, their digests and places.  A piece
   that cannot be read whole is dropped: what is left of it may be as wrong as
   what is not.  Statuses: NOMEM.  */
sfm_status pieces_resolve (struct piece_reader *reader,
                           struct image_piece *p) SFM_CHECKED;

/* fde-cover.c: make those of P's contradicted functions live that together
   are what .eh_frame has as one, and count them as wrong no more.  Statuses:
   NOMEM.  */
sfm_status pieces_accept_cover (const struct piece_reader *reader,
                                struct image_piece *p) SFM_CHECKED;

#endif /* BFDGLUE_PIECES_INTERNAL_H */
