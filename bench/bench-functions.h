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

/* What is to be made.  */
struct bench_shape
{
  size_t piece_count;
  size_t functions; /* a piece */
  size_t rows;      /* a function; 0: as compilers have them */
  uint8_t version;
  bool shuffled; /* the functions lie in any order, not one behind the other */
};

/* Make functions of SHAPE, for AMD64.  The same shape makes the same bytes.
   False: no memory.  */
bool bench_input_make (const struct bench_shape *shape,
                       struct bench_input *input);

/* Take the sections of the objects in the file LIST, one path a line.  False:
   no memory, or a message has said why.  */
bool bench_input_read (const char *list, struct bench_input *input);
void bench_input_free (struct bench_input *input);

#endif /* BENCH_FUNCTIONS_H */
