/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-build-judge.h - whether a builder has written what was given.  */

#ifndef FUZZ_BUILD_JUDGE_H
#define FUZZ_BUILD_JUDGE_H

#include "sfmerge.h"

enum
{
  MOST_ROWS = 7
};

/* A function that was given.  */
struct given
{
  struct sfm_function function;
  struct sfm_rules_at rows[MOST_ROWS];
  size_t count;
  uint32_t number;
};

/* Compare FDE of PIECE with G at each row and around it.  SECTION has PIECE
   open for look-ups; NULL: it cannot be searched.  */
void compare_function (const struct sfm_piece *piece,
                       const struct sfm_fde *fde,
                       const struct sfm_section *section,
                       const struct given *g);

#endif /* FUZZ_BUILD_JUDGE_H */
