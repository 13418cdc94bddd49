/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   split.c - functions with more rows than V3 can count.

   sfda_func_num_fres has 16 bits.  A function with more rows becomes several,
   each beginning at the start of a row, so that every address keeps its rule
   (doc/internals.md, section 10).  A part never begins between rows of equal
   start, of which only the last counts.  */

#include "config.h"

#include "engine.h"
#include "fde.h"
#include "merger.h"

/* A place where a part may begin: a row that starts above the one before
   it.  */
struct cut
{
  uint64_t offset; /* section offset of the row */
  uint32_t row;    /* its number */
  uint32_t start;
};

/* What is to be done with each part of a function.  OFFSET is the section
   offset of its first row.  */
struct division
{
  const struct sfm_merger *m;
  const struct func *whole;
  sfm_status (*take) (void *data, const struct func *part, uint64_t offset,
                      struct sfm_diag *diag);
  void *data;
};

/* Take the part from FROM up to TO.  */
static sfm_status
take_part (const struct division *d, const struct cut *from,
           const struct cut *to, struct sfm_diag *diag)
{
  struct func part = *d->whole;

  part.addr += from->start;
  part.size = to->start - from->start;
  part.rows = (uint32_t) (from->offset - func_piece (d->m, d->whole)->fres);
  part.rows_size = (uint32_t) (to->offset - from->offset);
  part.num_fres = to->row - from->row;
  /* The first part keeps its starts: it may begin before its first row.  */
  part.flags |= from->row == 0 ? FUNC_PART : FUNC_PART | FUNC_TAIL;
  return d->take (d->data, &part, from->offset, diag);
}

/* Take parts of D's function with at most FDE_MAX_ROWS_V3 rows each, not
   counting rows that repeat a start.  The rest is left to the caller: it
   begins at *FROM, can last be cut at *CUT and ends at *END.  */
static sfm_status
cut_rows (const struct division *d, struct cut *from, struct cut *cut,
          struct cut *end, struct sfm_diag *diag)
{
  struct sfm_fde fde;
  struct sfm_rows rows;
  struct sfm_row row;
  sfm_status status;
  uint32_t number = 0, last = 0, base;

  sfm_func_view (d->m, d->whole, &fde, &base);
  sfm_rows_begin (func_piece (d->m, d->whole), &fde, &rows);
  *from = *cut = (struct cut){ .offset = fde.rows };
  while ((status = sfm_rows_next (&rows, &row, diag)) == SFM_OK
         && row.start < d->whole->size)
    {
      if (number != 0 && row.start > last)
        {
          struct cut here = { row.offset, number, row.start };
          if (here.row - from->row > FDE_MAX_ROWS_V3)
            {
              struct cut to = cut->row == from->row ? here : *cut;
              TRY (take_part (d, from, &to, diag));
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
                       d->whole->size };
  return SFM_OK;
}

/* Take all parts of D's function.  */
static sfm_status
divide (const struct division *d, struct sfm_diag *diag)
{
  struct cut from, cut, end;

  TRY (cut_rows (d, &from, &cut, &end, diag));
  if (end.row - from.row > FDE_MAX_ROWS_V3 && cut.row > from.row)
    {
      TRY (take_part (d, &from, &cut, diag));
      from = cut;
    }
  return take_part (d, &from, &end, diag);
}

/* Append a record for PART to the merger DATA.  */
static sfm_status
append_part (void *data, const struct func *part, uint64_t offset,
             struct sfm_diag *diag)
{
  struct sfm_merger *m = data;
  struct func own = *part;

  if (m->func_count >= m->max_functions)
    return sfm_fail (diag, SFM_ERR_LIMIT, offset,
                     "there are more functions than the limit");
  TRY (sfm_rebuild_measure (m, &own, diag));
  if (!sfm_memory_grow (&m->memory, &m->funcs, &m->func_capacity,
                        m->func_count, 1, sizeof *m->funcs))
    return sfm_fail (diag, SFM_ERR_NOMEM, offset, "out of memory");
  m->funcs[m->func_count++] = own;
  return SFM_OK;
}

/* Replace function IDX by its parts.  */
static sfm_status
split_function (struct sfm_merger *m, size_t idx, struct sfm_diag *diag)
{
  const struct func whole = m->funcs[idx];
  const struct division d = { m, &whole, append_part, m };

  TRY (divide (&d, diag));
  func_lose (&m->funcs[idx], SFM_LOSS_SPLIT);
  return SFM_OK;
}

/* The sums of sfm_split_measure.  */
struct measure
{
  const struct sfm_merger *m;
  uint64_t parts;
  uint64_t size;
};

static sfm_status
add_to_measure (void *data, const struct func *part, uint64_t offset,
                struct sfm_diag *diag)
{
  struct measure *measure = data;
  uint32_t rows;
  uint64_t size;

  (void) offset;
  TRY (sfm_rebuild_rows (measure->m, part, NULL, &rows, &size, diag));
  measure->parts++;
  measure->size += size;
  return SFM_OK;
}

sfm_status
sfm_split_measure (const struct sfm_merger *m, const struct func *f,
                   uint64_t *parts, uint64_t *size, struct sfm_diag *diag)
{
  struct measure measure = { .m = m };
  const struct division d = { m, f, add_to_measure, &measure };

  TRY (divide (&d, diag));
  *parts = measure.parts;
  *size = measure.size;
  return SFM_OK;
}

bool
sfm_split_needed (const struct sfm_merger *m, const struct func *f)
{
  /* Those of an object are lost (resolve.c).  */
  return m->target == SFM_TO_V3 && m->any_long
         && func_out_rows (m, f) > FDE_MAX_ROWS_V3;
}

sfm_status
sfm_split_functions (struct sfm_merger *m, struct sfm_diag *diag)
{
  if (!m->any_long)
    return SFM_OK;
  for (size_t i = 0; i < m->key_count; i++)
    if (sfm_split_needed (m, func_at (m, i)))
      TRY (split_function (m, key_func (m, i), diag));
  return m->func_count == m->whole_count ? SFM_OK : sfm_order_kept (m, diag);
}
