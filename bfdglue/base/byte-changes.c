/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   byte-changes.c - the byte ranges that a rewrite changes.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "paged.h"
#include "pool.h"
#include "sorted.h"
#include "text.h"

void
byte_changes_add (struct byte_changes *changes, uint64_t start, uint64_t end)
{
  if (changes == NULL || start >= end)
    return;
  if (!array_grow (&changes->ranges, &changes->capacity, changes->count,
                   sizeof *changes->ranges))
    {
      changes->failed = true;
      return;
    }
  changes->ranges[changes->count++]
      = (struct byte_range){ .start = start, .end = end };
}

/* Offset of the first byte in [START, END) that differs between COPY and
   BYTES, or END.  Past its SIZE bytes, BYTES counts as zero.  */
static uint64_t
first_difference (const uint8_t *bytes, size_t size, const uint8_t *copy,
                  uint64_t start, uint64_t end)
{
  const uint64_t both = smaller (size, end);

  /* Nearly always all are equal.  */
  if (start < both
      && memcmp (bytes + start, copy + start, (size_t) (both - start)) == 0)
    start = both;
  while (start < both && bytes[start] == copy[start])
    start++;
  if (start < both)
    return start;
  if (start < end && copy[start] == 0
      && memcmp (copy + start, copy + start + 1, (size_t) (end - start - 1))
             == 0)
    start = end;
  while (start < end && copy[start] == 0)
    start++;
  return start;
}

void
byte_changes_sort (struct byte_changes *changes)
{
  sort_if_needed (changes->ranges, changes->count, sizeof *changes->ranges,
                  compare_u64);
}

uint64_t
byte_changes_compare (const struct byte_changes *changes, const uint8_t *bytes,
                      size_t size, const uint8_t *copy, uint64_t start,
                      uint64_t end)
{
  uint64_t at = start;

  for (size_t i = 0; i < changes->count && changes->ranges[i].start < end; i++)
    {
      const uint64_t stop = larger (at, changes->ranges[i].start);
      const uint64_t found = first_difference (bytes, size, copy, at, stop);
      if (found < stop)
        return found;
      at = larger (at, changes->ranges[i].end);
    }
  const uint64_t found
      = at < end ? first_difference (bytes, size, copy, at, end) : end;
  return found < end ? found : UINT64_MAX;
}

bool
byte_changes_meet (const struct byte_changes *changes, uint64_t start,
                   uint64_t end)
{
  for (size_t i = 0; i < changes->count && changes->ranges[i].start < end; i++)
    if (changes->ranges[i].end > start)
      return true;
  return false;
}

void
byte_changes_free (struct byte_changes *changes)
{
  free (changes->ranges);
  *changes = (struct byte_changes){ 0 };
}
