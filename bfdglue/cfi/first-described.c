/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   first-described.c - where the rows of a function begin.  */

#include "config.h"

#include "eh-frame.h"

uint32_t
first_described (const struct sfm_piece *piece, const struct sfm_fde *fde)
{
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_diag diag;

  sfm_rows_begin (piece, fde, &rows);
  /* Starts rise, so that no later row covers what the first does not.  */
  if (sfm_rows_next (&rows, &row, &diag) != SFM_OK || row.start >= fde->size
      || (fde->mask && row.start != 0))
    return fde->size;
  return row.start;
}
