/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   moved-distance.h - how far a section was moved.  */

#ifndef BFDGLUE_MOVED_DISTANCE_H
#define BFDGLUE_MOVED_DISTANCE_H

#include "pieces.h"

/* A function of the section, with the address that its unchanged start
   gives.  */
struct distance_function
{
  uint64_t addr;
  uint32_t size; /* not 0 */
  bool narrow;   /* of V1 or V2, whose starts have 32 bits */
};

struct distances
{
  uint64_t shifts[2]; /* to add to each address, modulo 2^64 */
  unsigned found;     /* number of SHIFTS, at most 2; 2: ambiguous */
  bool given_up;      /* the functions are too similar to decide */
};

/* Whether INDEX has a function of SIZE bytes at ADDR.  */
bool distance_exact (const struct function_index *index, uint64_t addr,
                     uint64_t size);

/* Find the distances that take each live one of the COUNT FUNCTIONS of SECTION
   to an exact start.  Reorders FUNCTIONS.  False: no memory.  */
bool distance_find (const struct image *image, const struct code_ranges *code,
                    const struct function_index *index,
                    const struct code_range *section,
                    struct distance_function *functions, size_t count,
                    struct distances *distances) SFM_CHECKED;

#endif /* BFDGLUE_MOVED_DISTANCE_H */
