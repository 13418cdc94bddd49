/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   first-described.h - where the rows of a function begin.  */

#ifndef BFDGLUE_FIRST_DESCRIBED_H
#define BFDGLUE_FIRST_DESCRIBED_H

#include "sfmerge.h"

/* The first byte of FDE of PIECE that has a row, from the function's start; a
   look-up finds nothing before it.  The function's size if no row covers
   anything, or the first row cannot be read.  A function of PC type MASK has
   rows in all of its blocks from their first byte on, or counts as having
   none.  */
uint32_t first_described (const struct sfm_piece *piece,
                          const struct sfm_fde *fde);

#endif /* BFDGLUE_FIRST_DESCRIBED_H */
