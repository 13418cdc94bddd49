/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   ranges.c - sets of addresses, and lists of the bytes that a rewrite changes,
   sorted once and then searched.

   Theory of operation.  ranges_merge walks the ranges in the order of their
   starts.  From the start of a range on, the earlier ones cover exactly the
   bytes up to their farthest end, so that the part of the range below that end
   is a duplicate.  One pass makes both sets, the merged one in place.  Each
   merged range keeps the number of bytes in the ranges before it.  The number
   of bytes in an interval is then a difference of two such sums [below],
   however many ranges the interval has.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "paged.h"
#include "text.h"

void
byte_changes_add (struct byte_changes *changes, uint64_t start, uint64_t end)
{
  if (changes != NULL && start < end
      && !LIST_ADD (changes, (struct byte_range){ start, end }))
    changes->failed = true;
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
  sort_if_needed (changes->at, changes->count, sizeof *changes->at,
                  compare_u64);
}

uint64_t
byte_changes_compare (const struct byte_changes *changes, const uint8_t *bytes,
                      size_t size, const uint8_t *copy, uint64_t start,
                      uint64_t end)
{
  uint64_t at = start;

  for (size_t i = 0; i < changes->count && changes->at[i].start < end; i++)
    {
      const uint64_t stop = larger (at, changes->at[i].start);
      const uint64_t found = first_difference (bytes, size, copy, at, stop);
      if (found < stop)
        return found;
      at = larger (at, changes->at[i].end);
    }
  const uint64_t found
      = at < end ? first_difference (bytes, size, copy, at, end) : end;
  return found < end ? found : UINT64_MAX;
}

bool
byte_changes_meet (const struct byte_changes *changes, uint64_t start,
                   uint64_t end)
{
  for (size_t i = 0; i < changes->count && changes->at[i].start < end; i++)
    if (changes->at[i].end > start)
      return true;
  return false;
}

void
byte_changes_free (struct byte_changes *changes)
{
  free (changes->at);
  *changes = (struct byte_changes){ 0 };
}

bool
ranges_add (struct address_ranges *r, uint64_t addr, uint64_t size)
{
  if (size > UINT64_MAX - addr)
    size = UINT64_MAX - addr;
  if (size == 0)
    return true;
  return LIST_ADD (r,
                   (struct address_range){ .from = addr, .to = addr + size });
}

uint64_t
ranges_size (const struct address_ranges *r)
{
  if (r->count == 0)
    return 0;
  const struct address_range *last = &r->at[r->count - 1];
  return last->before + (last->to - last->from);
}

/* Append [FROM, TO), which is not below the end of the last range.  */
static bool
append (struct address_ranges *r, uint64_t from, uint64_t to)
{
  if (from >= to)
    return true;
  struct address_range *last = r->count == 0 ? NULL : &r->at[r->count - 1];
  if (last != NULL && last->to == from)
    {
      last->to = to;
      return true;
    }
  uint64_t before = ranges_size (r);
  if (!ranges_add (r, from, to - from))
    return false;
  r->at[r->count - 1].before = before;
  return true;
}

bool
ranges_merge (struct address_ranges *r, struct address_ranges *twice)
{
  size_t count = r->count;
  uint64_t end = 0, twice_end = 0;

  if (count == 0)
    return true;
  qsort (r->at, count, sizeof *r->at, compare_u64);
  /* Writing never overtakes reading.  */
  r->count = 0;
  for (size_t i = 0; i < count; i++)
    {
      const struct address_range next = r->at[i];
      uint64_t again = smaller (next.to, end);
      if (twice != NULL
          && !append (twice, larger (next.from, twice_end), again))
        return false;
      twice_end = larger (twice_end, again);
      if (!append (r, larger (next.from, end), next.to))
        return false;
      end = larger (end, next.to);
    }
  return true;
}

/* The index of the first range of R that starts at ADDR or above.  */
static size_t
first_from (const struct address_ranges *r, uint64_t addr)
{
  return sorted_from (r->at, r->count, sizeof *r->at,
                      offsetof (struct address_range, from), addr);
}

/* The number of bytes of R below ADDR.  */
static uint64_t
below (const struct address_ranges *r, uint64_t addr)
{
  size_t next = first_from (r, addr);

  if (next == 0)
    return 0;
  const struct address_range *last = &r->at[next - 1];
  return last->before + (smaller (last->to, addr) - last->from);
}

uint64_t
ranges_within (const struct address_ranges *r, uint64_t from, uint64_t to)
{
  return from < to ? below (r, to) - below (r, from) : 0;
}

uint64_t
ranges_first_gap (const struct address_ranges *r, uint64_t addr)
{
  size_t next = first_from (r, addr);

  /* Adjacent ranges have been merged.  */
  if (next < r->count && r->at[next].from == addr)
    return r->at[next].to;
  return next != 0 && r->at[next - 1].to > addr ? r->at[next - 1].to : addr;
}

uint64_t
ranges_next (const struct address_ranges *r, uint64_t addr, uint64_t limit)
{
  const size_t next = first_from (r, addr);

  return next < r->count ? smaller (r->at[next].from, limit) : limit;
}

uint64_t
ranges_common (const struct address_ranges *a, const struct address_ranges *b)
{
  uint64_t sum = 0;

  for (size_t i = 0; i < a->count; i++)
    sum += ranges_within (b, a->at[i].from, a->at[i].to);
  return sum;
}

void
ranges_free (struct address_ranges *r)
{
  free (r->at);
  *r = (struct address_ranges){ 0 };
}
