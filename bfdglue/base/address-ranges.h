/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   address-ranges.h - sets of addresses.  */

#ifndef BFDGLUE_ADDRESS_RANGES_H
#define BFDGLUE_ADDRESS_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* [FROM, TO).  */
struct address_range
{
  uint64_t from;
  uint64_t to;
  uint64_t before; /* bytes of the ranges before it, once merged */
};

/* An all-zero set is empty.  */
struct address_ranges
{
  struct address_range *items;
  size_t count;
  size_t capacity;
};

/* Add [ADDR, ADDR + SIZE), cut at the highest address.  False: no memory.  */
bool ranges_add (struct address_ranges *ranges, uint64_t addr, uint64_t size);

/* Sort and merge RANGES, so that each byte is in one of them only.  TWICE,
   empty or NULL, gets the bytes that were in several.  The queries below
   need merged RANGES.  False: no memory.  */
bool ranges_merge (struct address_ranges *ranges,
                   struct address_ranges *twice);

/* The number of bytes of [FROM, TO) in RANGES.  */
uint64_t ranges_within (const struct address_ranges *ranges, uint64_t from,
                        uint64_t to);

/* The first address at or above ADDR that is not in RANGES.  */
uint64_t ranges_first_gap (const struct address_ranges *ranges, uint64_t addr);

/* The start of the first range of RANGES at or above ADDR, at most LIMIT.  */
uint64_t ranges_next (const struct address_ranges *ranges, uint64_t addr,
                      uint64_t limit);

/* The number of bytes in both A and B.  */
uint64_t ranges_common (const struct address_ranges *a,
                        const struct address_ranges *b);

/* The number of bytes in RANGES.  */
uint64_t ranges_size (const struct address_ranges *ranges);

void ranges_free (struct address_ranges *ranges);

#endif /* BFDGLUE_ADDRESS_RANGES_H */
