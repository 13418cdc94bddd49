/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-functions.h - sections like those of compilers, in memory.  */

#ifndef BENCH_FUNCTIONS_H
#define BENCH_FUNCTIONS_H

#include "sfmerge.h"

/* The .sframe of one object.  */
struct bench_piece
{
  uint8_t *bytes;
  size_t size;
  struct sfm_piece piece;
  struct sfm_place *places; /* one a function */
};

struct bench_input
{
  struct bench_piece *pieces;
  struct sfm_input *inputs; /* the same, for sfm_merger_add_all */
  size_t piece_count;
  uint64_t function_count;
  uint64_t row_count;
  uint64_t byte_count;
  uint64_t end; /* of all functions */
};

/* Make PIECE_COUNT pieces of VERSION with FUNCTIONS functions each, for AMD64,
   that lie one behind the other, or if SHUFFLED in any order.  The same
   arguments make the same bytes.  False: no memory.  */
bool bench_input_make (size_t piece_count, size_t functions, uint8_t version,
                       bool shuffled, struct bench_input *input);
void bench_input_free (struct bench_input *input);

#endif /* BENCH_FUNCTIONS_H */
