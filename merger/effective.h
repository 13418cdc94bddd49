/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   effective.h - the rules of a function at every address, independent of the
   encoding of its rows.

   Of rows with equal starts the last counts; rows at or past the end of the
   function (of the block, for MASK) cover nothing; and a row that repeats the
   one before it adds nothing (rules F6 and F7 of doc/internals.md, section 8).
   What remains is a normal form: two functions unwind alike if and only if
   their effective rows are the same.  */

#ifndef MERGER_EFFECTIVE_H
#define MERGER_EFFECTIVE_H

#include "sfmerge.h"

struct effective_row
{
  uint32_t start;
  struct sfm_rules rules;
};

/* Bring RULES into normal form.  */
void effective_normalize (struct sfm_rules *rules);

/* The rules of ROW in normal form, for comparisons.  */
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
  struct sfm_row ahead; /* the row after the last one returned */
  struct sfm_rules last;
  uint32_t base;
  uint32_t limit;
  uint32_t block;    /* where the current block begins */
  uint32_t rep_size; /* of blocks that are walked one by one; else 0 */
  bool any;          /* some row holds in a block */
  bool have_ahead;
  bool have_last;
};

/* Start a walk over the rows of FDE.  For a part of a split function FDE has
   the rows, num_fres and size of the part, and BASE is where it begins in the
   whole.  REP_SIZE is the block size of a MASK function.  */
sfm_status effective_begin (struct effective *e, const struct sfm_piece *piece,
                            const struct sfm_fde *fde, uint32_t base,
                            uint8_t rep_size, struct sfm_diag *diag);

/* Start a walk over the rows of FDE, which is MASK with blocks of REP_SIZE, as
   if each block had rows of its own.  */
sfm_status effective_unroll (struct effective *e,
                             const struct sfm_piece *piece,
                             const struct sfm_fde *fde, uint8_t rep_size,
                             struct sfm_diag *diag);

/* Read the next effective row; starts rise.  SFM_END after the last.  */
sfm_status effective_next (struct effective *e, struct effective_row *row,
                           struct sfm_diag *diag);

#endif /* MERGER_EFFECTIVE_H */
