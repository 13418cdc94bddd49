/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   compare-split.h - compare a function of an input with the parts into which
   a merge has split it.  */

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
  size_t piece; /* index into existing_sframe.pieces */
  uint32_t fde; /* number in that piece */
  uint32_t size;
};

/* A function of an input with more rows than version 3 can count.  */
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
  const struct compared_long *rows; /* NULL: version 3 can count its rows */
  uint32_t size;
  uint32_t input; /* number */
};

/* Set F->rows if FOUND has more rows than version 3 can count, with memory
   from POOL.  False: no memory.  */
bool comparison_keep_long (struct comparison_found *f,
                           const struct found_function *found,
                           struct pool *pool);

/* Whether adjacent functions of EXISTING together describe F by the same rules
   at every address.  FUNCTIONS are the COUNT functions of EXISTING, by
   address.  False if F has no ROWS.  */
bool split_same (const struct comparison_found *f,
                 const struct existing_sframe *existing,
                 const struct compared_function *functions, size_t count);

#endif /* BFDGLUE_COMPARE_SPLIT_H */
