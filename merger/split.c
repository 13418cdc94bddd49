/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   split.c - functions with more rows than V3 can count.

   sfda_func_num_fres has 16 bits.  A function with more rows becomes several,
   each beginning at the start of a row, so that every address keeps its rule
   (doc/internals.md, section 10).  A part never begins between rows of equal
   start, of which only the last counts.  */

#include "config.h"

#include "fde.h"
#include "merger.h"
#include "status.h"

/* A place where a part may begin: a row that starts above the one before
   it.  */
struct cut
{
  uint64_t offset; /* section offset of the row */
  uint32_t row;    /* its number */
  uint32_t start;
};

/* Append a record for the part of WHOLE from FROM up to TO.  */
static sfm_status
add_part (struct sfm_merger *m, const struct func *whole,
          const struct cut *from, const struct cut *to, struct sfm_diag *diag)
{
  struct func part = *whole;

  if (m->func_count >= m->max_functions)
    return status_fail (diag, SFM_ERR_LIMIT, from->offset,
                        "there are more functions than the limit");
  part.addr += from->start;
  part.size = to->start - from->start;
  part.rows = (uint32_t) (from->offset - func_piece (m, whole)->fres);
  part.rows_size = (uint32_t) (to->offset - from->offset);
  part.num_fres = to->row - from->row;
  /* The first part keeps its starts: it may begin before its first row.  */
  part.flags |= from->row == 0 ? FUNC_PART : FUNC_PART | FUNC_TAIL;
  TRY (rebuild_measure (m, &part, diag));
  if (!memory_grow (&m->memory, &m->funcs, &m->func_capacity, m->func_count, 1,
                    sizeof *m->funcs))
    return status_fail (diag, SFM_ERR_NOMEM, from->offset, "out of memory");
  m->funcs[m->func_count++] = part;
  return SFM_OK;
}

/* Append parts of WHOLE with at most FDE_MAX_ROWS_V3 rows each, not counting
   rows that repeat a start.  The rest is left to the caller: it begins at
   *FROM, can last be cut at *CUT and ends at *END.  */
static sfm_status
cut_rows (struct sfm_merger *m, const struct func *whole, struct cut *from,
          struct cut *cut, struct cut *end, struct sfm_diag *diag)
{
  struct sfm_fde fde;
  struct sfm_rows rows;
  struct sfm_row row;
  sfm_status status;
  uint32_t number = 0, last = 0, base;

  func_view (m, whole, &fde, &base);
  sfm_rows_begin (func_piece (m, whole), &fde, &rows);
  *from = *cut = (struct cut){ .offset = fde.rows };
  while ((status = sfm_rows_next (&rows, &row, diag)) == SFM_OK
         && row.start < whole->size)
    {
      if (number != 0 && row.start > last)
        {
          struct cut here = { row.offset, number, row.start };
          if (here.row - from->row > FDE_MAX_ROWS_V3)
            {
              struct cut to = cut->row == from->row ? here : *cut;
              TRY (add_part (m, whole, from, &to, diag));
              *from = to;
            }
          *cut = here;
        }
      last = row.start;
      number++;
    }
  if (status != SFM_OK && status != SFM_END)
    return status;
  *end = (struct cut){ status == SFM_OK ? row.offset : rows.next, number,
                       whole->size };
  return SFM_OK;
}

/* Replace function IDX by its parts.  */
static sfm_status
split_function (struct sfm_merger *m, size_t idx, struct sfm_diag *diag)
{
  struct func whole = m->funcs[idx];
  struct cut from, cut, end;

  TRY (cut_rows (m, &whole, &from, &cut, &end, diag));
  if (end.row - from.row > FDE_MAX_ROWS_V3 && cut.row > from.row)
    {
      TRY (add_part (m, &whole, &from, &cut, diag));
      from = cut;
    }
  TRY (add_part (m, &whole, &from, &end, diag));
  func_lose (&m->funcs[idx], SFM_LOSS_SPLIT);
  return SFM_OK;
}

sfm_status
split_functions (struct sfm_merger *m, struct sfm_diag *diag)
{
  if (m->target != SFM_TO_V3 || !m->any_long)
    return SFM_OK;
  for (size_t i = 0; i < m->key_count; i++)
    if (func_out_rows (m, func_at (m, i)) > FDE_MAX_ROWS_V3)
      TRY (split_function (m, key_func (m, i), diag));
  return m->func_count == m->whole_count ? SFM_OK : order_kept (m, diag);
}
