/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sorted.h - comparisons for qsort and bsearch, and binary searches for the
   first of several equal elements.

   The functions are inline: with a constant size and a known comparison, gcc
   12 -O2 makes the loop that one would write by hand.  Large arrays have a
   sort of their own, below.  */

#ifndef BFDGLUE_SORTED_H
#define BFDGLUE_SORTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Return the order of the numbers A and B from a comparison, unless they are
   equal.  */
#define ORDER_BY(a, b)                                                        \
  do                                                                          \
    if ((a) != (b))                                                           \
      return (a) < (b) ? -1 : 1;                                              \
  while (0)

/* Compare the uint64_t at the start of A and B.  */
static inline int
compare_u64 (const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

/* Compare the two uint64_t at the start of A and B, the first one first.  */
static inline int
compare_u64_pairs (const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;

  ORDER_BY (x[0], y[0]);
  return x[1] < y[1] ? -1 : x[1] > y[1];
}

/* Compare the strings to which A and B point.  */
static inline int
compare_strings (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The index in [LOW, HIGH) of the first of the sorted elements of SIZE bytes
   at ARRAY for which COMPARE (element + OFFSET, KEY) is not negative; HIGH if
   there is none.  */
static inline size_t
sorted_search (const void *array, size_t low, size_t high, size_t size,
               size_t offset, const void *key,
               int (*compare) (const void *element, const void *key))
{
  const unsigned char *elements = array;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (compare (elements + middle * size + offset, key) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The same for all COUNT elements, compared whole.  */
static inline size_t
sorted_first (const void *array, size_t count, size_t size, const void *key,
              int (*compare) (const void *element, const void *key))
{
  return sorted_search (array, 0, count, size, 0, key, compare);
}

/* The index of the first of the COUNT elements of SIZE bytes at ARRAY, sorted
   by the uint64_t at OFFSET, in which that is at least KEY; COUNT if there is
   none.  */
static inline size_t
sorted_from (const void *array, size_t count, size_t size, size_t offset,
             uint64_t key)
{
  return sorted_search (array, 0, count, size, offset, &key, compare_u64);
}

/* Compare the uint64_t at the start of ELEMENT with KEY, as if an equal one
   were below it.  */
static inline int
compare_u64_after (const void *element, const void *key)
{
  return *(const uint64_t *) element <= *(const uint64_t *) key ? -1 : 1;
}

/* The same as sorted_from for the first element in which it is above KEY.  */
static inline size_t
sorted_after (const void *array, size_t count, size_t size, size_t offset,
              uint64_t key)
{
  return sorted_search (array, 0, count, size, offset, &key,
                        compare_u64_after);
}

/* Sort large arrays, by a number first.  */

/* Sort the COUNT elements of SIZE bytes at ARRAY by COMPARE, as qsort does.
   COMPARE must order by the uint64_t at OFFSET in each element before all
   else.  This takes memory for 16 bytes and a copy of each element; without
   it, qsort sorts them.  */
void keyed_sort (void *array, size_t count, size_t size, size_t offset,
                 int (*compare) (const void *, const void *));

/* Sort elements that are mostly in order, or two such runs: assemblers list
   the local symbols first.  */
void sort_if_needed (void *array, size_t count, size_t size,
                     int (*compare) (const void *, const void *));

/* Sets of addresses.  */

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
  struct address_range *at;
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

/* A range of bytes in a file.  */

/* [START, END), as file offsets.  */
struct byte_range
{
  uint64_t start;
  uint64_t end;
};

#endif /* BFDGLUE_SORTED_H */
