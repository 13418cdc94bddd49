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
  uint64_t before; /* bytes of the ranges before it, once settled */
};

/* All zero is an empty set.  */
struct address_ranges
{
  struct address_range *items;
  size_t count;
  size_t capacity;
};

/* Add [ADDR, ADDR + SIZE), up to the highest address.  False: no memory.  */
bool ranges_add (struct address_ranges *ranges, uint64_t addr, uint64_t size);

/* Put RANGES in order, each byte in one of them only; TWICE, which is empty or
   NULL, gets those bytes that were in several.  False: no memory.  */
bool ranges_merge (struct address_ranges *ranges,
                   struct address_ranges *twice);

/* How many bytes of [FROM, TO) are in RANGES, which are settled.  */
uint64_t ranges_within (const struct address_ranges *ranges, uint64_t from,
                        uint64_t to);

/* The first address from ADDR on that is not in RANGES, which are settled.  */
uint64_t ranges_first_gap (const struct address_ranges *ranges, uint64_t addr);

/* How many bytes are both in A and in B, which are settled.  */
uint64_t ranges_common (const struct address_ranges *a,
                        const struct address_ranges *b);

/* Bytes of RANGES, which are settled.  */
uint64_t ranges_size (const struct address_ranges *ranges);

void ranges_free (struct address_ranges *ranges);

#endif /* BFDGLUE_ADDRESS_RANGES_H */
