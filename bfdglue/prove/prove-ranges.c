/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-ranges.c - look-ups in what is proven, and refusals of it.  */

#include "config.h"

#include "prove-internal.h"

void
prove_refuse (struct prover *p, uint32_t entry, enum prove_reason reason,
              uint64_t where)
{
  struct prove_entry *e = &p->entries[entry];

  if (e->reason == PROVE_OK)
    {
      e->reason = (uint8_t) reason;
      e->where = where;
    }
}

const struct proven_row *
proven_row_at (const struct prover *p, const struct proven_range *range,
               uint64_t addr)
{
  const struct proven_row *rows = &p->rows[range->row];
  size_t low = 0, high = range->rows;

  while (high - low > 1)
    {
      const size_t middle = low + (high - low) / 2;
      if (rows[middle].addr <= addr)
        low = middle;
      else
        high = middle;
    }
  return &rows[low];
}

/* The first range that ends after ADDR.  */
static size_t
range_after (const struct prover *p, uint64_t addr, size_t *near)
{
  size_t low = 0, high = p->range_count;

  if (*near < p->range_count && p->ranges[*near].start <= addr)
    {
      /* Mostly this one, or the next.  */
      low = *near;
      if (p->ranges[low].end > addr)
        return low;
      if (low + 1 < high && p->ranges[low + 1].end > addr)
        return *near = low + 1;
    }
  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      if (p->ranges[middle].end <= addr)
        low = middle + 1;
      else
        high = middle;
    }
  return *near = low;
}

const struct proven_row *
prove_at (const struct prover *p, uint64_t addr, size_t *near)
{
  const size_t at = range_after (p, addr, near);

  return at < p->range_count && p->ranges[at].start <= addr
             ? proven_row_at (p, &p->ranges[at], addr)
             : NULL;
}

uint64_t
prove_next (const struct prover *p, uint64_t addr, size_t *near)
{
  const size_t at = range_after (p, addr, near);

  if (at == p->range_count)
    return UINT64_MAX;
  const struct proven_range *range = &p->ranges[at];
  if (range->start > addr)
    return range->start;
  const struct proven_row *row = proven_row_at (p, range, addr);
  return row + 1 < &p->rows[range->row] + range->rows ? row[1].addr
                                                      : range->end;
}
