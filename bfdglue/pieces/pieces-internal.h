/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces-internal.h - the work in progress of own_read.  */

#ifndef BFDGLUE_PIECES_INTERNAL_H
#define BFDGLUE_PIECES_INTERNAL_H

#include "pieces.h"

struct own_reader
{
  const struct image *image;
  const struct code *code;
  const struct evidence *evidence;
  struct own *own;
  const struct say *sink;
  size_t piece_capacity;
  size_t run_capacity;
};

/* pieces-find.c: list the pieces of the image and the runs of bytes that they
   cover.  Statuses: NOMEM, LIMIT.  */
sfm_status own_walk (struct own_reader *reader);

/* moved-section.c: decide the shift of the COUNT pieces at P, which are all of
   one section and have the anchors that their flags mean, or that they are
   lost. Statuses: NOMEM.  */
sfm_status own_find_shift (const struct own_reader *reader,
                           struct own_piece *p, size_t count) SFM_CHECKED;

/* piece-function.c: whether .eh_frame contradicts FDE of P, which lies in
   code; EVIDENCE is what evidence_about says of its place.  */
bool own_contradicted (const struct own_reader *reader,
                       const struct own_piece *p, const struct sfm_fde *fde,
                       uint8_t evidence);

/* pieces-resolve.c: read all FDEs of P, their digests and places.  A piece
   that cannot be read whole is dropped: what is left of it may be as wrong as
   what is not.  Statuses: NOMEM.  */
sfm_status own_place_functions (struct own_reader *reader,
                                struct own_piece *p) SFM_CHECKED;

/* fde-cover.c: make those of P's contradicted functions live that together
   are what .eh_frame has as one, and count them as wrong no more.  Statuses:
   NOMEM.  */
sfm_status own_keep_tiles (const struct own_reader *reader,
                           struct own_piece *p) SFM_CHECKED;

#endif /* BFDGLUE_PIECES_INTERNAL_H */
