/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   placed-piece.h - a piece of an input whose functions have places in an
   image.  */

#ifndef BFDGLUE_PLACED_PIECE_H
#define BFDGLUE_PLACED_PIECE_H

#include <stdint.h>

#include "sfmerge.h"

/* The arrays have an element per FDE, and belong to the placer.  */
struct placed_piece
{
  struct sfm_piece piece;
  struct sfm_place *places;
  uint32_t *sizes; /* of the functions, in bytes */
  uint32_t input;  /* number of the input for the merger */
};

#endif
