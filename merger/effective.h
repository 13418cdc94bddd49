/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   effective.h - the rules of a function at every address, free of how its
   rows are written.

   Of rows with equal start the last counts, rows at or past the end of the
   function (of the block, for MASK) cover nothing, and a row that repeats the
   one before adds nothing (rules F6 and F7 of doc/internals.md).  What is left
   is a normal form: two functions unwind alike if and only if their effective
   rows are the same.  */

#ifndef MERGER_EFFECTIVE_H
#define MERGER_EFFECTIVE_H

#include "sfmerge.h"

struct effective_row
{
  uint32_t start;
  struct sfm_rules rules;
};

/* The rules of ROW in that form, for comparing with others.  */
sfm_status effective_rules (const struct sfm_piece *piece,
                            const struct sfm_fde *fde,
                            const struct sfm_row *row, struct sfm_rules *rules,
                            struct sfm_diag *diag);

/* A walk.  No resources held.  */
struct effective
{
  const struct sfm_piece *piece;
  struct sfm_fde fde;
  struct sfm_rows rows;
  struct sfm_row ahead; /* the row after the one yielded last */
  struct sfm_rules last;
  uint32_t base;
  uint32_t limit;
  bool have_ahead;
  bool have_last;
};

/* Walk the rows of FDE; of a part of a function if FDE's rows, num_fres and
   size are a part's and BASE is where it begins in the whole.  REP_SIZE is
   the block size of a MASK function.  */
sfm_status effective_begin (struct effective *e, const struct sfm_piece *piece,
                            const struct sfm_fde *fde, uint32_t base,
                            uint8_t rep_size, struct sfm_diag *diag);

/* The next effective row, starts rising; SFM_END after the last.  */
sfm_status effective_next (struct effective *e, struct effective_row *row,
                           struct sfm_diag *diag);

#endif /* MERGER_EFFECTIVE_H */
