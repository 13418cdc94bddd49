/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-units.c - what is joined by jumps is proven together, or not at
   all.  */

#include "config.h"

#include <stdlib.h>

#include "prove-internal.h"
#include "sorted.h"

/* The entry that stands for the unit of ENTRY.  */
static uint32_t
unit_of (struct prover *p, uint32_t entry)
{
  while (p->entries[entry].unit != entry)
    {
      const uint32_t up = p->entries[entry].unit;
      p->entries[entry].unit = p->entries[up].unit;
      entry = up;
    }
  return entry;
}

static void
unite (struct prover *p, uint32_t a, uint32_t b)
{
  const uint32_t x = unit_of (p, a), y = unit_of (p, b);

  if (x < y)
    p->entries[y].unit = x;
  else
    p->entries[x].unit = y;
}

/* Whether X and Y say the same.  Code of a helper may be that of a function
   that keeps FP, too: the rule of FP is the same.  */
static bool
rows_agree (const struct proven_row *x, const struct proven_row *y)
{
  const unsigned either = PROVEN_OWN | PROVEN_FREE;
  struct proven_row same = *y;

  if ((x->flags & either) != 0 && (y->flags & either) != 0)
    same.flags = (uint16_t) ((y->flags & ~either) | (x->flags & either));
  return proven_row_same (x, &same);
}

/* Whether A and B say the same where both are.  */
static bool
ranges_agree (const struct prover *p, const struct proven_range *a,
              const struct proven_range *b)
{
  const uint64_t start = a->start > b->start ? a->start : b->start;
  const uint64_t end = a->end < b->end ? a->end : b->end;

  if (!rows_agree (proven_row_at (p, a, start), proven_row_at (p, b, start)))
    return false;
  for (unsigned k = 0; k < 2; k++)
    {
      const struct proven_range *from = k == 0 ? a : b;
      const struct proven_row *row = proven_row_at (p, from, start);
      const struct proven_row *last = &p->rows[from->row] + from->rows;
      while (++row < last && row->addr < end)
        if (!rows_agree (proven_row_at (p, a, row->addr),
                         proven_row_at (p, b, row->addr)))
          return false;
    }
  return true;
}

/* Unite the entries whose ranges overlap; refuse those that differ there.  */
static void
unite_ranges (struct prover *p)
{
  size_t reach = 0; /* the range so far that ends last, */
  size_t known = 0; /* and of those with rows */

  for (size_t i = 1; i < p->range_count; i++)
    {
      const struct proven_range *a = &p->ranges[reach], *b = &p->ranges[i];
      const struct proven_range *k = &p->ranges[known];
      if (b->start < a->end)
        unite (p, a->entry, b->entry);
      if (b->start < k->end && k->rows != 0 && b->rows != 0
          && !ranges_agree (p, k, b))
        prove_refuse (p, b->entry, PROVE_DIFFERS, b->start);
      if (b->end > a->end)
        reach = i;
      if (b->rows != 0 && (k->rows == 0 || b->end > k->end))
        known = i;
    }
}

/* Refuse entries whose instructions overlap others.  */
static void
refuse_overlaps (struct proving *v)
{
  struct prover *p = v->p;
  const unsigned both = BYTE_START | BYTE_INSIDE;

  for (size_t i = 0; v->overlaps && i < p->range_count; i++)
    {
      const struct proven_range *range = &p->ranges[i];
      for (uint64_t at = range->start; at < range->end; at++)
        if ((v->bytes[at - v->base] & both) == both)
          {
            prove_refuse (p, range->entry, PROVE_OVERLAP, at);
            break;
          }
    }
}

/* Unite the entries whose flows meet, though the proofs may not.  Ranges may
   be inside of others, so that only the one that ends last tells.  */
static void
unite_flows (struct proving *v)
{
  struct prover *p = v->p;
  size_t next = 0, reach = 0;

  if (v->join_count != 0)
    qsort (v->joins, v->join_count, sizeof *v->joins, compare_u64);
  for (size_t i = 0; i < v->join_count; i++)
    {
      const struct pending *join = &v->joins[i];
      for (; next < p->range_count && p->ranges[next].start <= join->addr;
           next++)
        if (p->ranges[next].end > p->ranges[reach].end)
          reach = next;
      if (next != 0 && p->ranges[reach].end > join->addr)
        unite (p, join->entry, p->ranges[reach].entry);
    }
}

/* Let all of a unit fail with one.  */
static void
spread (struct prover *p)
{
  for (uint32_t i = 0; i < p->entry_count; i++)
    {
      const uint32_t unit = unit_of (p, i);
      if (p->entries[i].reason != PROVE_OK)
        prove_refuse (p, unit, PROVE_JOINED, p->entries[i].where);
    }
  for (uint32_t i = 0; i < p->entry_count; i++)
    {
      const uint32_t unit = unit_of (p, i);
      if (p->entries[unit].reason != PROVE_OK)
        prove_refuse (p, i, PROVE_JOINED, p->entries[unit].where);
    }
}

/* Keep the ranges of proven entries, without what an earlier one has, and
   count bytes.  */
static void
keep_proven (struct prover *p)
{
  uint64_t reached = 0, decided = 0;
  size_t count = 0;

  for (size_t i = 0; i < p->range_count; i++)
    {
      struct proven_range range = p->ranges[i];
      const uint64_t from = range.start > reached ? range.start : reached;
      if (range.end > from)
        {
          p->reached += range.end - from;
          reached = range.end;
        }
      if (p->entries[range.entry].reason != PROVE_OK || range.rows == 0)
        continue;
      if (range.start < decided)
        range.start = decided;
      if (range.end <= range.start)
        continue;
      p->decided += range.end - range.start;
      decided = range.end;
      p->ranges[count++] = range;
    }
  p->range_count = count;
}

static void
drop_stale (struct prover *p)
{
  size_t count = 0;

  for (size_t i = 0; i < p->range_count; i++)
    if (p->ranges[i].entry != UINT32_MAX)
      p->ranges[count++] = p->ranges[i];
  p->range_count = count;
}

void
prove_units (struct proving *v)
{
  struct prover *p = v->p;

  drop_stale (p);
  if (p->range_count != 0)
    qsort (p->ranges, p->range_count, sizeof *p->ranges, compare_u64_pairs);
  leads_return (v);
  for (uint32_t i = 0; i < p->entry_count; i++)
    {
      p->entries[i].unit = i;
      if (p->entries[i].kind != PROVE_HARD && !p->entries[i].returned)
        prove_refuse (p, i, PROVE_UNSURE, p->entries[i].addr);
      if (p->entries[i].addr == p->index->image->entry)
        prove_refuse (p, i, PROVE_START, p->entries[i].addr);
    }
  refuse_overlaps (v);
  unite_ranges (p);
  unite_flows (v);
  for (unsigned round = 0; round == 0 || helpers_refuse (v, round); round++)
    spread (p);
  keep_proven (p);
}
