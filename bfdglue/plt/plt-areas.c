/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-areas.c - the areas of PLT code, by address.  */

#include "config.h"

#include "plt-code.h"
#include "sorted.h"
#include "keyed-sort.h"

sfm_status
plt_code_add_area (const struct image *image, const struct plt_area *area,
                   struct plt_code *plt, const struct diag_sink *sink)
{
  struct plt_area *areas = plt->areas;

  if (!array_grow (&areas, &plt->area_capacity, plt->area_count,
                   sizeof *areas))
    return diag_nomem (sink, image->path);
  plt->areas = areas;
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
