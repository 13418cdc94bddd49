/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   effective.c - the rules of a function at every address.  */

#include "config.h"

#include <inttypes.h>

#include "engine.h"
#include "rows.h"
#include "sfmerge.h"

/* sfm_rows_next; after the last row of a block it goes on with the next
   block.  */
static sfm_status
next_row (struct effective *e, struct sfm_diag *diag)
{
  for (;;)
    {
      sfm_status status = sfm_rows_next (&e->rows, &e->ahead, diag);

      if (e->rep_size == 0 || (status != SFM_OK && status != SFM_END))
        return status;
      if (status == SFM_OK && e->ahead.start < e->rep_size)
        {
          e->any = true;
          e->ahead.start += e->block;
          return SFM_OK;
        }
      if (status == SFM_OK)
        continue;
      if (!e->any || e->limit - e->block <= e->rep_size)
        return SFM_END;
      e->block += e->rep_size;
      sfm_rows_begin (e->piece, &e->fde, &e->rows);
    }
}

/* Read the next row into E->ahead, relative to E->base.  */
static sfm_status
read_ahead (struct effective *e, struct sfm_diag *diag)
{
  sfm_status status = next_row (e, diag);

  e->have_ahead = false;
  if (status == SFM_END)
    return SFM_OK;
  TRY (status);
  if (e->ahead.start < e->base)
    return sfm_fail (diag, SFM_ERR_CORRUPT, e->ahead.offset,
                     "the row starts at 0x%" PRIx32 ", below 0x%" PRIx32
                     " where its part begins",
                     e->ahead.start, e->base);
  e->ahead.start -= e->base;
  e->have_ahead = true;
  return SFM_OK;
}

sfm_status
sfm_effective_begin (struct effective *e, const struct sfm_piece *piece,
                     const struct sfm_fde *fde, uint32_t base,
                     uint8_t rep_size, struct sfm_diag *diag)
{
  e->piece = piece;
  e->fde = *fde;
  e->base = base;
  e->limit = fde->mask ? rep_size : fde->size;
  e->have_last = false;
  e->block = e->rep_size = 0;
  sfm_rows_begin (piece, fde, &e->rows);
  return read_ahead (e, diag);
}

sfm_status
sfm_effective_unroll (struct effective *e, const struct sfm_piece *piece,
                      const struct sfm_fde *fde, uint8_t rep_size,
                      struct sfm_diag *diag)
{
  *e = (struct effective){
    .piece = piece, .fde = *fde, .limit = fde->size, .rep_size = rep_size
  };
  sfm_rows_begin (piece, fde, &e->rows);
  return read_ahead (e, diag);
}

/* A rule relative to the register of the CFA equals one relative to the CFA:
   with CFA = R + y, *(R + x) is *(CFA + x - y).  Use the second form, the only
   one that DEFAULT rows have.  */
static void
normalize_rule (const struct sfm_rule *cfa, struct sfm_rule *rule)
{
  if (cfa->kind != SFM_RULE_VALUE || rule->reg != cfa->reg
      || (rule->kind != SFM_RULE_MEMORY && rule->kind != SFM_RULE_VALUE))
    return;
  rule->reg = SFM_REG_CFA;
  rule->offset -= cfa->offset;
}

void
sfm_effective_normalize (struct sfm_rules *rules)
{
  normalize_rule (&rules->cfa, &rules->ra);
  normalize_rule (&rules->cfa, &rules->fp);
}

sfm_status
sfm_effective_rules (const struct sfm_piece *piece, const struct sfm_fde *fde,
                     const struct sfm_row *row, struct sfm_rules *rules,
                     struct sfm_diag *diag)
{
  TRY (sfm_row_rules (piece, fde, row, rules, diag));
  sfm_effective_normalize (rules);
  return SFM_OK;
}

sfm_status
sfm_effective_next (struct effective *e, struct effective_row *row,
                    struct sfm_diag *diag)
{
  while (e->have_ahead)
    {
      struct sfm_row current = e->ahead;

      TRY (read_ahead (e, diag));
      if (e->have_ahead && e->ahead.start < current.start)
        return sfm_fail (diag, SFM_ERR_CORRUPT, e->ahead.offset,
                         "the row starts at 0x%" PRIx32
                         ", the one before it at 0x%" PRIx32,
                         e->ahead.start, current.start);
      if (current.start >= e->limit
          || (e->have_ahead && e->ahead.start == current.start))
        continue;
      TRY (sfm_effective_rules (e->piece, &e->fde, &current, &row->rules,
                                diag));
      if (e->have_last && sfm_rules_equal (&e->last, &row->rules))
        continue;
      e->last = row->rules;
      e->have_last = true;
      row->start = current.start;
      return SFM_OK;
    }
  return SFM_END;
}
