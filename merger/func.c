/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   func.c - a function of the merge as an FDE.  */

#include "config.h"

#include "fde.h"
#include "merger.h"

void
func_view (const struct sfm_merger *m, const struct func *f,
           struct sfm_fde *fde, uint32_t *base)
{
  const struct sfm_piece *piece = func_piece (m, f);

  *fde = (struct sfm_fde){
    .field = sfm_piece_field (piece, f->fde),
    .rows = piece->fres + f->rows,
    .size = f->size,
    .num_fres = f->num_fres,
    .info = f->info,
    .rep_size = f->rep_size,
    .fre_type = f->info & FDE_INFO_FRE_TYPE,
    .mask = (f->info & FDE_INFO_MASK) != 0,
    .pauth_b = (f->info & FDE_INFO_PAUTH_B) != 0,
    .signal = (f->info & FDE_INFO_SIGNAL) != 0,
    .flex = (f->flags & FUNC_FLEX) != 0,
  };
  *base = 0;
  if (f->flags & FUNC_TAIL)
    {
      struct sfm_rows rows;
      struct sfm_row row;
      struct sfm_diag diag;

      sfm_rows_begin (piece, fde, &rows);
      if (sfm_rows_next (&rows, &row, &diag) == SFM_OK)
        *base = row.start;
    }
}
