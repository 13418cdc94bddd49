/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-spoil.c - make what a piece says of linker-generated code wrong, one
   thing at a time, to see that a run notices.

   A run can only notice what it comes to: a row that no instruction ran with
   may say anything, and where it begins matters to the instruction there.  So
   a good run comes first, and what it has seen decides.  */

#include "config.h"

#include <string.h>

#include "plt-spoil.h"

enum
{
  HEADER_FIXED_RA = 6, /* offsets of version 3 */
  FDE_FUNC_SIZE = 8,
  WRONG_BY = 8
};

/* A row and where it holds in each block of its function.  */
struct extent
{
  struct sfm_row row;
  uint64_t end;
};

/* Row number IDX of FDE.  */
static bool
find_row (const struct stepped *code, const struct sfm_fde *fde, unsigned idx,
          struct extent *extent)
{
  struct sfm_rows rows;
  struct sfm_row next;
  struct sfm_diag diag;

  extent->end = fde->mask ? fde->rep_size : fde->size;
  sfm_rows_begin (&code->piece, fde, &rows);
  for (unsigned i = 0; i <= idx; i++)
    if (sfm_rows_next (&rows, &extent->row, &diag) != SFM_OK)
      return false;
  if (sfm_rows_next (&rows, &next, &diag) == SFM_OK)
    extent->end = next.start;
  return true;
}

/* Whether an instruction ran that begins FROM or more, but less than TO, bytes
   into FDE, which is OFF bytes into CODE, or into one of its blocks.  */
static bool
ran (const struct stepped *code, const struct sfm_fde *fde, uint64_t off,
     uint64_t from, uint64_t to)
{
  for (uint64_t i = 0; i < fde->size; i++)
    {
      uint64_t at = fde->mask ? i % fde->rep_size : i;
      if (at >= from && at < to && code->seen[off + i] != 0)
        return true;
    }
  return false;
}

/* Where to spoil EXTENT of FDE in the way of SPOIL; NULL: no instruction that
   ran tells the difference.  */
static uint8_t *
find_place (struct stepped *code, const struct sfm_fde *fde,
            const struct extent *extent, const struct spoil *spoil)
{
  const struct sfm_row *row = &extent->row;
  bool first = spoil->row == 0;

  switch (spoil->way)
    {
    case SPOIL_CFA:
      return ran (code, fde, spoil->off, row->start, extent->end)
                 ? code->bytes + row->offset + 2
                 : NULL;
    case SPOIL_START:
      return !first && ran (code, fde, spoil->off, row->start, row->start + 1)
                 ? code->bytes + row->offset
                 : NULL;
    case SPOIL_SIZE:
      return first && ran (code, fde, spoil->off, 0, fde->size)
                 ? code->bytes + fde->field + FDE_FUNC_SIZE
                 : NULL;
    default:
      return first && spoil->fde == 0 && stepped_seen (code) != 0
                 ? code->bytes + HEADER_FIXED_RA
                 : NULL;
    }
}

/* Spoil what is at SPOIL's place in its way.  */
static void
change (struct spoil *spoil)
{
  spoil->changed = spoil->way == SPOIL_SIZE ? sizeof spoil->was : 1;
  memcpy (spoil->was, spoil->at, spoil->changed);
  switch (spoil->way)
    {
    case SPOIL_CFA:
      *spoil->at = (uint8_t) (*spoil->at + WRONG_BY);
      break;
    case SPOIL_START:
      ++*spoil->at;
      break;
    case SPOIL_SIZE:
      memset (spoil->at, 0, spoil->changed);
      break;
    default:
      *spoil->at = (uint8_t) (*spoil->at - WRONG_BY);
      break;
    }
}

/* Read the piece again, whose header may have changed.  */
static bool
reopen (struct stepped *code)
{
  struct sfm_diag diag;

  return sfm_piece_open (code->bytes, code->piece.size, 0, &code->piece, &diag)
         == SFM_OK;
}

bool
spoil_next (struct stepped *code, struct spoil *spoil)
{
  struct sfm_fde fde;
  struct sfm_diag diag;
  struct extent extent;

  if (spoil->at != NULL)
    memcpy (spoil->at, spoil->was, spoil->changed);
  spoil->at = NULL;
  if (!reopen (code))
    return false;
  for (; spoil->fde < code->piece.num_fdes; spoil->fde++, spoil->row = 0)
    {
      if (sfm_fde_read (&code->piece, spoil->fde, &fde, &diag) != SFM_OK)
        return false;
      spoil->off
          = sfm_fde_address (&fde, 0, SFM_START_BASE_FIELD) - code->addr;
      for (; find_row (code, &fde, spoil->row, &extent);
           spoil->row++, spoil->way = 0)
        while (spoil->way < SPOIL_WAYS)
          {
            spoil->at = find_place (code, &fde, &extent, spoil);
            if (spoil->at != NULL)
              change (spoil);
            spoil->way++;
            if (spoil->at != NULL)
              return reopen (code);
          }
    }
  return false;
}

const char *
spoil_name (const struct spoil *spoil)
{
  static const char *const names[]
      = { [SPOIL_CFA] = "a CFA that is too far",
          [SPOIL_START] = "a row that begins late",
          [SPOIL_SIZE] = "a function without bytes",
          [SPOIL_RA] = "a return address that is too low" };

  return names[spoil->way - 1];
}
