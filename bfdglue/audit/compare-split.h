/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   compare-split.h - functions of inputs beside those of the image that are
   parts of them.  */

#ifndef BFDGLUE_COMPARE_SPLIT_H
#define BFDGLUE_COMPARE_SPLIT_H

#include "found-function.h"
#include "pieces.h"
#include "pool.h"

/* A function that the image describes.  */
struct compared_function
{
  uint64_t addr;
  uint64_t digest;
  size_t piece; /* index into own.pieces */
  uint32_t fde; /* number in it */
  uint32_t size;
};

/* A function of an input that has more rows than a function of version 3
   can.  */
struct compared_long
{
  struct sfm_piece piece;
  struct sfm_fde fde;
};

/* A function of an input.  */
struct comparison_found
{
  uint64_t addr;
  uint64_t digest;
  uint64_t field;                   /* offset of its start field */
  const struct compared_long *rows; /* if it has that many, else NULL */
  uint32_t size;
  uint32_t input; /* number */
};

/* Set F->rows, if FOUND has so many; memory is from POOL.  False: no
   memory.  */
bool comparison_keep_long (struct comparison_found *f,
                           const struct found_function *found,
                           struct pool *pool);

/* Whether F, a function with so many rows, is described by several functions
   that are one behind the other, of the COUNT at FUNCTIONS of EXISTING, which
   are in the order of their addresses: by the same rules at every address.  */
bool split_same (const struct comparison_found *f,
                 const struct existing_sframe *existing,
                 const struct compared_function *functions, size_t count);

#endif /* BFDGLUE_COMPARE_SPLIT_H */
