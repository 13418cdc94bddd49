/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sorted.c - sort large arrays, by a number first.

   Theory of operation.  An array that is sorted already is left as it is,
   after one scan.  Otherwise each element gets a number of 64 bits: its key
   less the lowest key in the high bits, its index in the low bits.  An LSD
   radix sort orders the numbers, in one pass for each byte in which the keys
   differ.  The elements are copied once, into that order, and only those with
   equal keys are compared.  qsort sorts small arrays, and keys that leave no
   bits for the indices, which no sound file has.

   200,000 symbols by address take 32 M instructions.  Following the cycles of
   the permutation needs no copy, but each move waits for the one before:
   reading a million symbols took twice as long.  */

#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base-limits.h"
#include "sorted.h"
#include "text.h"

enum
{
  RADIX = 256
};

/* The array being sorted.  */
struct keyed
{
  unsigned char *array;
  size_t count;
  size_t size;
  size_t offset;
  uint64_t lowest;
  unsigned index_bits; /* low bits of each number, for the index */
  int (*compare) (const void *, const void *);
};

static uint64_t
key_at (const struct keyed *k, size_t idx)
{
  uint64_t key;

  memcpy (&key, k->array + idx * k->size + k->offset, sizeof key);
  return key;
}

static void
radix_pass (const uint64_t *from, uint64_t *to, size_t count, unsigned shift)
{
  size_t next[RADIX] = { 0 };
  size_t sum = 0;

  for (size_t i = 0; i < count; i++)
    next[from[i] >> shift & (RADIX - 1)]++;
  for (unsigned digit = 0; digit < RADIX; digit++)
    {
      size_t here = next[digit];
      next[digit] = sum;
      sum += here;
    }
  for (size_t i = 0; i < count; i++)
    to[next[from[i] >> shift & (RADIX - 1)]++] = from[i];
}

/* Sort NUMBERS, with SPARE of the same size; return the one that has the
   result.  */
static uint64_t *
sort_numbers (const struct keyed *k, uint64_t *numbers, uint64_t *spare)
{
  uint64_t bits = 0;

  for (size_t i = 1; i < k->count; i++)
    bits |= numbers[i] ^ numbers[0];
  for (unsigned shift = k->index_bits; shift < 64; shift += 8)
    if (bits >> shift & (RADIX - 1))
      {
        radix_pass (numbers, spare, k->count, shift);
        uint64_t *sorted = spare;
        spare = numbers;
        numbers = sorted;
      }
  return numbers;
}

/* How many elements from the first on are in order.  */
static size_t
sorted_count (const unsigned char *array, size_t count, size_t size,
              int (*compare) (const void *, const void *))
{
  size_t i = 1;

  while (i < count && compare (array + (i - 1) * size, array + i * size) <= 0)
    i++;
  return i < count ? i : count;
}

/* Put the elements into the order of NUMBERS, by way of COPY, which has room
   for all of them.  */
static void
permute (const struct keyed *k, const uint64_t *numbers, unsigned char *copy)
{
  const uint64_t mask = (UINT64_C (1) << k->index_bits) - 1;

  memcpy (copy, k->array, k->count * k->size);
  for (size_t i = 0; i < k->count; i++)
    memcpy (k->array + i * k->size,
            copy + (size_t) (numbers[i] & mask) * k->size, k->size);
}

/* Sort each run of elements with equal keys.  */
static void
sort_runs (const struct keyed *k)
{
  for (size_t i = 0, end; i < k->count; i = end)
    {
      const uint64_t key = key_at (k, i);
      for (end = i + 1; end < k->count && key_at (k, end) == key; end++)
        ;
      if (end - i > 1)
        qsort (k->array + i * k->size, end - i, k->size, k->compare);
    }
}

/* Find the lowest key, and how many bits an index takes.  False: the keys
   leave no room for them.  */
static bool
measure (struct keyed *k)
{
  uint64_t highest = key_at (k, 0);

  k->lowest = highest;
  for (size_t i = 1; i < k->count; i++)
    {
      k->lowest = smaller (k->lowest, key_at (k, i));
      highest = larger (highest, key_at (k, i));
    }
  k->index_bits = 0;
  while (k->count >> k->index_bits != 0)
    k->index_bits++;
  return (highest - k->lowest) >> (64 - k->index_bits) == 0;
}

/* Sort K by its keys.  False: no memory, and the array is unchanged.  */
static bool
sort_by_keys (const struct keyed *k)
{
  /* Numbers, as many to spare, and a copy of the elements.  */
  const size_t each = 2 * sizeof (uint64_t) + k->size;
  uint64_t *numbers
      = k->count <= SIZE_MAX / each ? malloc (k->count * each) : NULL;

  if (numbers == NULL)
    return false;
  uint64_t *spare = numbers + k->count;
  for (size_t i = 0; i < k->count; i++)
    numbers[i] = (key_at (k, i) - k->lowest) << k->index_bits | i;
  permute (k, sort_numbers (k, numbers, spare),
           (unsigned char *) (spare + k->count));
  sort_runs (k);
  free (numbers);
  return true;
}

void
keyed_sort (void *array, size_t count, size_t size, size_t offset,
            int (*compare) (const void *, const void *))
{
  struct keyed k = { .array = array,
                     .count = count,
                     .size = size,
                     .offset = offset,
                     .compare = compare };

  if (sorted_count (array, count, size, compare) == count
      || (count > KEYED_SORT_MIN && measure (&k) && sort_by_keys (&k)))
    return;
  qsort (array, count, size, compare);
}

/* Merge the first FIRST elements of ARRAY with the others; both are in order.
   False: no memory.  */
static bool
merge_runs (unsigned char *array, size_t first, size_t count, size_t size,
            int (*compare) (const void *, const void *))
{
  unsigned char *copy = malloc (first * size);
  size_t from = 0, other = first, to = 0;

  if (copy == NULL)
    return false;
  memcpy (copy, array, first * size);
  while (from < first && other < count)
    if (compare (copy + from * size, array + other * size) <= 0)
      memcpy (array + to++ * size, copy + from++ * size, size);
    else
      memmove (array + to++ * size, array + other++ * size, size);
  memcpy (array + to * size, copy + from * size, (first - from) * size);
  free (copy);
  return true;
}

void
sort_if_needed (void *array, size_t count, size_t size,
                int (*compare) (const void *, const void *))
{
  unsigned char *elements = array;
  const size_t first = sorted_count (elements, count, size, compare);

  if (first == count)
    return;
  if (sorted_count (elements + first * size, count - first, size, compare)
          != count - first
      || !merge_runs (elements, first, count, size, compare))
    qsort (array, count, size, compare);
}
