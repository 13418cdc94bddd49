/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   moved-distance.h - how far a section was moved.  */

#ifndef BFDGLUE_MOVED_DISTANCE_H
#define BFDGLUE_MOVED_DISTANCE_H

#include "pieces-internal.h"

struct distances
{
  uint64_t shifts[2]; /* to add to each address, modulo 2^64 */
  unsigned found;     /* number of SHIFTS, at most 2; 2: ambiguous */
  bool given_up;      /* the functions are too similar to decide */
};

/* Whether .eh_frame has a function of SIZE bytes at ADDR.  */
bool distance_exact (const struct function_index *index, uint64_t addr,
                     uint64_t size);

/* Find the distances that take each live one of FUNCTIONS to an exact start.
   FUNCTIONS are those of the pieces at P, all the pieces of a section, with
   the addresses that their unchanged starts give, and not empty.  Reorders
   FUNCTIONS.  False: no memory.  */
bool distance_find (const struct piece_reader *r, const struct image_piece *p,
                    const struct function_list *functions,
                    struct distances *distances) SFM_CHECKED;

#endif /* BFDGLUE_MOVED_DISTANCE_H */
