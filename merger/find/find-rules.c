/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   find-rules.c - the rules that hold at an address.

   Rows have different sizes, so all rows before the one that counts are passed
   over; only that one is decoded.  */

#include "config.h"

#include <inttypes.h>

#include "engine.h"
#include "find-window.h"
#include "rows.h"

/* Set *OFFSET to where PC is in the function FOUND: what the starts of its
   rows are compared with.  */
static sfm_status
offset_of (const struct sfm_piece *piece, const struct sfm_found *found,
           uint64_t pc, uint32_t *offset, struct sfm_diag *diag)
{
  const struct sfm_fde *fde = &found->fde;

  *offset = (uint32_t) (pc - found->addr);
  if (!fde->mask)
    return SFM_OK;
  if (piece->version == 1)
    return sfm_fail (diag, SFM_ERR_UNSUPP, fde->field + 16,
                     "the function info is 0x%02x: PC type MASK, but "
                     "version 1 does not say the block size",
                     fde->info);
  if (fde->rep_size == 0)
    return sfm_fail (diag, SFM_ERR_CORRUPT, fde->field,
                     "the function info is 0x%02x: PC type MASK, but the "
                     "block size is 0",
                     fde->info);
  *offset %= fde->rep_size;
  return SFM_OK;
}

/* The row that find_row has come to.  */
struct step
{
  uint64_t at;
  uint32_t start;
  uint32_t size;
};

/* Set START and SIZE of STEP to those of its row, which is of FRE_TYPE and
   ends at END at the latest.  False: measure_any must decide.  */
static ALWAYS_INLINE bool
measure (const uint8_t *p, uint8_t fre_type, bool big, uint64_t end,
         struct step *step)
{
  const unsigned start_size = row_start_size (fre_type);
  const uint8_t words_size = row_words_size (p[start_size]);

  step->start = row_start (p, fre_type, big);
  step->size = start_size + 1U + words_size;
  return words_size != ROW_BAD && step->size <= end - step->at;
}

/* measure for any row, with a failure that says what is wrong.  LEFT: rows
   from this one on.  */
static sfm_status
measure_any (struct window *w, const struct sfm_fde *fde, uint32_t left,
             struct step *step, struct sfm_diag *diag)
{
  const struct sfm_piece *piece = &w->section->piece;
  const struct window_range fres = find_fres (piece);
  const size_t need = row_start_size (fde->fre_type) + 1U;
  const struct row_place place = { step->at, fres.to, left };
  const uint8_t *p = NULL;
  struct sfm_row row;

  if (step->at <= fres.to && need <= fres.to - step->at)
    {
      TRY (window_get (w, w->section->read != NULL, step->at, need, fres,
                       false, &p, diag));
      if (measure (p, fde->fre_type, piece->big_endian, fres.to, step))
        return SFM_OK;
    }
  TRY (sfm_row_read (piece, fde->fre_type, p, place, &row, diag));
  step->start = row.start;
  step->size = row.size;
  return SFM_OK;
}

/* Set *FOUND to the last of FDE's rows that begins at or before OFFSET.
   QUICK: the section is in memory, and the starts of its rows have one byte,
   as in most functions.  */
static ALWAYS_INLINE sfm_status
find_step (struct window *w, bool quick, const struct sfm_fde *fde,
           uint32_t offset, struct step *found, struct sfm_diag *diag)
{
  const uint8_t *bytes = w->section->piece.bytes;
  const uint64_t end = find_fres (&w->section->piece).to;
  struct step step = { .at = fde->rows };

  *found = (struct step){ .at = 0 };
  for (uint32_t left = fde->num_fres; left != 0; left--)
    {
      if (!quick || step.at >= end || end - step.at < 2
          || !measure (bytes + step.at, SFM_FRE_TYPE_ADDR1, false, end, &step))
        TRY (measure_any (w, fde, left, &step, diag));
      if (step.start > offset)
        break;
      if (step.start < found->start)
        return sfm_fail (diag, SFM_ERR_CORRUPT, step.at,
                         "the row starts at 0x%" PRIx32
                         ", the one before it at 0x%" PRIx32,
                         step.start, found->start);
      *found = step;
      step.at += step.size;
    }
  return found->size == 0 ? SFM_END : SFM_OK;
}

/* Read into *ROW the last of FDE's rows that begins at or before OFFSET.  */
static sfm_status
find_row (struct window *w, const struct sfm_fde *fde, uint32_t offset,
          struct sfm_row *row, struct sfm_diag *diag)
{
  const struct sfm_piece *piece = &w->section->piece;
  const bool remote = w->section->read != NULL;
  struct step found;
  const uint8_t *p;

  if (!remote && fde->fre_type == SFM_FRE_TYPE_ADDR1)
    TRY (find_step (w, true, fde, offset, &found, diag));
  else
    TRY (find_step (w, false, fde, offset, &found, diag));
  TRY (window_get (w, remote, found.at, found.size, find_fres (piece), false,
                   &p, diag));
  /* If the bytes have changed meanwhile, the row still ends there.  */
  const struct row_place place = { found.at, found.at + found.size, 1 };
  return sfm_row_read (piece, fde->fre_type, p, place, row, diag);
}

sfm_status
sfm_find_rules (const struct sfm_section *section, uint64_t pc,
                struct sfm_found *found, struct sfm_rules *rules,
                struct sfm_diag *diag)
{
  struct window w;
  struct sfm_found own;
  struct sfm_row row;
  uint32_t offset;

  if (found == NULL)
    found = &own;
  window_open (&w, section);
  TRY (sfm_find_function (&w, pc, found, diag));
  TRY (offset_of (&section->piece, found, pc, &offset, diag));
  TRY (find_row (&w, &found->fde, offset, &row, diag));
  return sfm_row_rules (&section->piece, &found->fde, &row, rules, diag);
}
