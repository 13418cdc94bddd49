/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-functions.h - generated sections like those of compilers, in
   memory.  */

#ifndef BENCH_FUNCTIONS_H
#define BENCH_FUNCTIONS_H

#include "sfmerge.h"

/* The .sframe of one object.  */
struct bench_piece
{
  uint8_t *bytes;
  size_t size;
  struct sfm_piece piece;
  struct sfm_place *places; /* one per function */
};

struct bench_input
{
  struct bench_piece *pieces;
  struct sfm_input *inputs; /* the pieces, for sfm_merger_add_all */
  size_t piece_count;
  uint64_t function_count;
  uint64_t row_count;
  uint64_t byte_count;
  uint64_t end; /* end address of all functions */
};

/* The parameters of generated input.  */
struct bench_shape
{
  size_t piece_count;
  size_t functions; /* per piece */
  size_t rows;      /* per function; 0: as compilers generate them */
  uint8_t version;
  bool shuffled; /* place the functions in random order */
};

/* Generate functions of SHAPE for AMD64.  The same shape gives the same bytes.
   False: no memory.  */
bool bench_input_make (const struct bench_shape *shape,
                       struct bench_input *input);

/* Read the sections of the objects in the file LIST, which has one path per
   line.  False: no memory, or an error that was reported.  */
bool bench_input_read (const char *list, struct bench_input *input);
/* Set CFI to the call frame information of INPUT, generated for AMD64, in
   memory that the caller frees, also after a failure.  */
bool bench_cfi_make (const struct bench_input *input,
                     struct sfm_cfi_section *cfi);

void bench_input_free (struct bench_input *input);

#endif /* BENCH_FUNCTIONS_H */
