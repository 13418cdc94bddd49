/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-areas.c - the areas of PLT code, by address.  */

#include "config.h"

#include <stdlib.h>

#include "plt-code.h"

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

static int
compare_areas (const void *a, const void *b)
{
  const struct plt_area *x = a, *y = b;

  return x->addr < y->addr ? -1 : x->addr > y->addr;
}

void
plt_code_sort_areas (struct plt_code *plt)
{
  if (plt->area_count != 0)
    qsort (plt->areas, plt->area_count, sizeof *plt->areas, compare_areas);
}

bool
plt_code_in_area (const struct plt_code *plt, uint64_t addr)
{
  size_t low = 0, high = plt->area_count;

  while (low < high)
    {
      size_t mid = low + (high - low) / 2;
      if (plt->areas[mid].addr <= addr)
        low = mid + 1;
      else
        high = mid;
    }
  return low != 0
         && addr - plt->areas[low - 1].addr < plt->areas[low - 1].size;
}
