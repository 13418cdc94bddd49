/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   check-memory.c - the checker's memory, and its sort.

   No allocation is made for a single function or row.  If functions are in the
   order of their rows and of their addresses, each with rows of its own, the
   check needs no such memory.  Output of GNU ld, which sorts functions but not
   their rows, needs an eighth of the bytes of rows.  Shared rows, and
   addresses out of order, need 32 bytes an FDE for a sort.  Sizes come from
   counts that check_header has checked against the section, so no header can
   ask for more than a few times the section's size.  */

#include "config.h"

#include <string.h>

#include "checker.h"

void *
check_alloc (const struct check *c, size_t size)
{
  return c->options->alloc (c->options->alloc_data, size);
}

void
check_release (const struct check *c, void *pointer)
{
  if (pointer != NULL)
    c->options->release (c->options->alloc_data, pointer);
}

bool
check_scratch (struct check *c, const struct check_piece *p)
{
  /* A bit for each byte, and one word more for code that looks at two.  */
  size_t need = ((size_t) p->fre_len / 64 + 2) * sizeof (uint64_t);

  if (need > c->scratch_size)
    {
      check_release (c, c->scratch);
      c->scratch_size = 0;
      c->scratch = check_alloc (c, need);
      if (c->scratch == NULL)
        return false;
      c->scratch_size = need;
    }
  c->covered = c->scratch;
  memset (c->covered, 0, need);
  return true;
}

bool
check_remember (struct check *c, const struct check_piece *p)
{
  if (c->piece_count == c->piece_capacity)
    {
      size_t wanted = c->piece_capacity == 0 ? 4 : c->piece_capacity * 2;
      if (wanted > SIZE_MAX / sizeof *c->pieces)
        return false;
      struct check_piece *grown = check_alloc (c, wanted * sizeof *grown);
      if (grown == NULL)
        return false;
      if (c->piece_count != 0)
        memcpy (grown, c->pieces, c->piece_count * sizeof *grown);
      check_release (c, c->pieces);
      c->pieces = grown;
      c->piece_capacity = wanted;
    }
  struct check_piece *copy = &c->pieces[c->piece_count];
  *copy = *p;
  copy->first_fde = 0;
  if (c->piece_count != 0)
    copy->first_fde = copy[-1].first_fde + copy[-1].num_fdes;
  c->piece_count++;
  return true;
}

struct check_item *
check_items (const struct check *c, size_t count)
{
  if (count > SIZE_MAX / 2 / sizeof (struct check_item))
    return NULL;
  return check_alloc (c, 2 * count * sizeof (struct check_item));
}

/* An LSD radix sort by bytes: linear for all keys, and stable.  The C
   library's qsort is not stable and may allocate by itself.  Bytes that all
   keys share, which are most of an address, cost no pass.  */
struct check_item *
check_sort (struct check_item *items, struct check_item *spare, size_t count)
{
  for (unsigned shift = 0; shift < 64; shift += 8)
    {
      size_t place[256] = { 0 };

      for (size_t i = 0; i < count; i++)
        place[items[i].key >> shift & 0xff]++;
      if (count == 0 || place[items[0].key >> shift & 0xff] == count)
        continue;
      size_t sum = 0;
      for (size_t i = 0; i < 256; i++)
        {
          size_t here = place[i];
          place[i] = sum;
          sum += here;
        }
      for (size_t i = 0; i < count; i++)
        spare[place[items[i].key >> shift & 0xff]++] = items[i];
      struct check_item *swap = items;
      items = spare;
      spare = swap;
    }
  return items;
}
