/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   func.c - a function of the merge as an FDE, and whether two are equal.  */

#include "config.h"

#include <string.h>

#include "engine.h"
#include "fde.h"
#include "merger.h"
#include "rows.h"

sfm_status
sfm_compare_effective (struct effective *a, struct effective *b, bool *equal,
                       uint32_t *start, struct sfm_diag *diag)
{
  struct effective_row row_a, row_b;

  *equal = false;
  for (;;)
    {
      sfm_status end_a = sfm_effective_next (a, &row_a, diag);
      if (end_a != SFM_OK && end_a != SFM_END)
        return end_a;
      sfm_status end_b = sfm_effective_next (b, &row_b, diag);
      if (end_b != SFM_OK && end_b != SFM_END)
        return end_b;
      *start
          = end_a == SFM_OK && (end_b == SFM_END || row_a.start < row_b.start)
                ? row_a.start
            : end_b == SFM_OK ? row_b.start
                              : 0;
      if (end_a != end_b)
        return SFM_OK;
      if (end_a == SFM_END)
        break;
      if (row_a.start != row_b.start
          || !sfm_rules_equal (&row_a.rules, &row_b.rules))
        return SFM_OK;
    }
  *equal = true;
  return SFM_OK;
}

/* Whether the rows of A and B are the same bytes of the same form.  */
static bool
same_rows (const struct sfm_merger *m, const struct func *a,
           const struct func *b)
{
  const struct sfm_piece *pa = func_piece (m, a), *pb = func_piece (m, b);

  /* Their number follows from the bytes.  */
  return ((a->flags | b->flags) & FUNC_REBUILD) == 0
         && a->rows_size == b->rows_size
         && (a->info & FDE_INFO_FRE_TYPE) == (b->info & FDE_INFO_FRE_TYPE)
         && ((a->flags ^ b->flags) & FUNC_FLEX) == 0
         && memcmp (pa->bytes + pa->fres + a->rows,
                    pb->bytes + pb->fres + b->rows, a->rows_size)
                == 0;
}

sfm_status
sfm_compare_funcs (const struct sfm_merger *m, const struct func *a,
                   const struct func *b, bool *equal, uint64_t *rows,
                   struct sfm_diag *diag)
{
  struct effective ea, eb;
  struct sfm_fde fde;
  uint32_t base, start;

  *equal = false;
  *rows = 0;
  if (a->size != b->size || a->rep_size != b->rep_size
      || ((a->info ^ b->info) & ~FDE_INFO_FRE_TYPE) != 0)
    return SFM_OK;
  if (same_rows (m, a, b))
    {
      *equal = true;
      return SFM_OK;
    }
  sfm_func_view (m, a, &fde, &base);
  TRY (sfm_effective_begin (&ea, func_piece (m, a), &fde, base, a->rep_size,
                            diag));
  sfm_func_view (m, b, &fde, &base);
  TRY (sfm_effective_begin (&eb, func_piece (m, b), &fde, base, b->rep_size,
                            diag));
  TRY (sfm_compare_effective (&ea, &eb, equal, &start, diag));
  *rows
      = (uint64_t) (a->num_fres - ea.rows.left) + (b->num_fres - eb.rows.left);
  return SFM_OK;
}

void
sfm_func_view (const struct sfm_merger *m, const struct func *f,
               struct sfm_fde *fde, uint32_t *base)
{
  const struct sfm_piece *piece = func_piece (m, f);

  *fde = (struct sfm_fde){
    .rows = piece->fres + f->rows,
    .size = f->size,
    .num_fres = f->num_fres,
    .rep_size = f->rep_size,
    .fre_type = f->info & FDE_INFO_FRE_TYPE,
    .mask = (f->info & FDE_INFO_MASK) != 0,
    .flex = (f->flags & FUNC_FLEX) != 0,
  };
  *base = 0;
  if (f->flags & FUNC_TAIL)
    {
      struct sfm_rows rows;
      struct sfm_row row;

      sfm_rows_begin (piece, fde, &rows);
      if (sfm_rows_next (&rows, &row, NULL) == SFM_OK)
        *base = row.start;
    }
}
