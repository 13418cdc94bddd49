/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   address-index.h - where in a sorted array an address can be.  */

#ifndef BFDGLUE_ADDRESS_INDEX_H
#define BFDGLUE_ADDRESS_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero: of an array that is not indexed, or empty.  */
struct address_index
{
  uint32_t *first; /* the first element of each bucket, and the count */
  size_t count;    /* buckets */
  uint64_t lowest;
  unsigned shift; /* a bucket's addresses differ in so many low bits */
};

/* Index the COUNT elements of SIZE bytes at ARRAY, which are sorted by the
   uint64_t that is OFFSET bytes into each.  False: no memory.  */
bool address_index_make (struct address_index *b, const void *array,
                         size_t count, size_t size, size_t offset);

void address_index_free (struct address_index *b);

/* Narrow [*LOW, *HIGH), the whole array, to where the first element is that is
   not before ADDR, whatever else it is ordered by among equal ones: that is in
   there or the one at *HIGH.  */
void address_index_narrow (const struct address_index *b, uint64_t addr,
                           size_t *low, size_t *high);

#endif /* BFDGLUE_ADDRESS_INDEX_H */
