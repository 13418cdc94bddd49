/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sorted.h - comparisons for qsort and bsearch, and binary searches for the
   first of several equal elements.

   The functions are inline: with a constant size and a known comparison, gcc
   12 -O2 makes the loop that one would write by hand.  keyed-sort.h sorts
   large arrays.  */

#ifndef BFDGLUE_SORTED_H
#define BFDGLUE_SORTED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

  if (x[0] != y[0])
    return x[0] < y[0] ? -1 : 1;
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

/* The same for whole elements.  */
static inline size_t
sorted_within (const void *array, size_t low, size_t high, size_t size,
               const void *key,
               int (*compare) (const void *element, const void *key))
{
  return sorted_search (array, low, high, size, 0, key, compare);
}

/* The same for all COUNT elements.  */
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

#endif /* BFDGLUE_SORTED_H */
