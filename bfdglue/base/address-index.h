/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   address-index.h - search of a sorted array by address.  */

#ifndef BFDGLUE_ADDRESS_INDEX_H
#define BFDGLUE_ADDRESS_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero for an array that is empty or not indexed.  */
struct address_index
{
  uint32_t *first; /* the first element of each bucket, and the count */
  size_t count;    /* buckets */
  uint64_t lowest;
  unsigned shift; /* log2 of the bytes of a bucket */
};

/* Index the COUNT elements of SIZE bytes at ARRAY, sorted by the uint64_t at
   OFFSET in each.  ARRAY is not kept.  False: no memory.  */
bool address_index_make (struct address_index *b, const void *array,
                         size_t count, size_t size, size_t offset);

void address_index_free (struct address_index *b);

/* Narrow [*LOW, *HIGH), on entry the whole array: the first element not below
   ADDR is then in it or at *HIGH.  That holds for any further order among
   equal addresses.  Without an index nothing changes.  */
void address_index_narrow (const struct address_index *b, uint64_t addr,
                           size_t *low, size_t *high);

#endif /* BFDGLUE_ADDRESS_INDEX_H */
