/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-areas.c - the areas of PLT code, by address, and lists of addresses.  */

#include "config.h"

#include "plt-code.h"
#include "sorted.h"

sfm_status
plt_code_add_area (struct plt_code *plt, const struct plt_area *area,
                   const struct diag_sink *sink)
{
  if (!array_grow (&plt->areas, &plt->area_capacity, plt->area_count,
                   sizeof *plt->areas))
    return diag_nomem (sink, plt->index->image->path);
  plt->areas[plt->area_count++] = *area;
  return SFM_OK;
}

void
plt_code_sort_areas (struct plt_code *plt)
{
  sort_if_needed (plt->areas, plt->area_count, sizeof *plt->areas,
                  compare_u64);
}

size_t
plt_code_area_from (const struct plt_code *plt, uint64_t addr)
{
  size_t i = sorted_after (plt->areas, plt->area_count, sizeof *plt->areas,
                           offsetof (struct plt_area, addr), addr);

  if (i != 0 && addr - plt->areas[i - 1].addr < plt->areas[i - 1].size)
    return i - 1;
  return i;
}

bool
plt_code_in_area (const struct plt_code *plt, uint64_t addr)
{
  size_t i = plt_code_area_from (plt, addr);

  return i != plt->area_count && plt->areas[i].addr <= addr;
}

bool
addresses_add (struct addresses *addrs, uint64_t addr)
{
  if (!array_grow (&addrs->at, &addrs->capacity, addrs->count,
                   sizeof *addrs->at))
    return false;
  addrs->at[addrs->count++] = addr;
  return true;
}

void
addresses_sort (struct addresses *addrs)
{
  sort_if_needed (addrs->at, addrs->count, sizeof *addrs->at, compare_u64);
}
