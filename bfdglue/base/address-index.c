/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   address-index.c - search of a sorted array by address.

   Theory of operation.  The range from the lowest to the highest address is
   divided into equal buckets, a power of two of bytes each and about as many
   as there are elements.  The index keeps the first element of each bucket: 2
   to 4 bytes an element.  Functions are close together, so that a bucket
   usually has one or two of them, whereas a binary search of 200,000 takes
   eighteen branches that no processor predicts.  If a bucket has many, as in a
   file made for that, the caller's search goes on within it.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "address-index.h"

/* The address of element IDX.  */
static uint64_t
address_at (const unsigned char *array, size_t size, size_t idx)
{
  uint64_t addr;

  memcpy (&addr, array + idx * size, sizeof addr);
  return addr;
}

bool
address_index_make (struct address_index *b, const void *array, size_t count,
                    size_t size, size_t offset)
{
  *b = (struct address_index){ .first = NULL };
  if (count == 0 || count >= UINT32_MAX)
    return true;
  const unsigned char *first = (const unsigned char *) array + offset;
  b->lowest = address_at (first, size, 0);
  uint64_t range = address_at (first, size, count - 1) - b->lowest;
  while (range >> b->shift >= count)
    b->shift++;
  b->count = (size_t) (range >> b->shift) + 1;
  b->first = malloc ((b->count + 1) * sizeof *b->first);
  if (b->first == NULL)
    return false;
  size_t at = 0;
  for (size_t i = 0; i <= b->count; i++)
    {
      while (at < count
             && (address_at (first, size, at) - b->lowest) >> b->shift < i)
        at++;
      b->first[i] = (uint32_t) at;
    }
  return true;
}

void
address_index_free (struct address_index *b)
{
  free (b->first);
  *b = (struct address_index){ .first = NULL };
}

void
address_index_narrow (const struct address_index *b, uint64_t addr,
                      size_t *low, size_t *high)
{
  if (b->first == NULL)
    return;
  if (addr < b->lowest)
    *high = *low;
  else if ((addr - b->lowest) >> b->shift >= b->count)
    *low = *high;
  else
    {
      size_t bucket = (size_t) ((addr - b->lowest) >> b->shift);
      *low = b->first[bucket];
      *high = b->first[bucket + 1];
    }
}
