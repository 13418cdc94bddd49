/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-areas.c - the areas of linker-made code, by address.  */

#include "config.h"

#include <stdlib.h>

#include "plt-code.h"

sfm_status
image_plt_add_area (const struct image *image,
                    const struct image_plt_area *area, struct image_plt *plt,
                    const struct say *sink)
{
  struct image_plt_area *areas = plt->areas;

  if (!array_grow (&areas, &plt->area_capacity, plt->area_count,
                   sizeof *areas))
    return say_nomem (sink, image->path);
  plt->areas = areas;
  plt->areas[plt->area_count++] = *area;
  return SFM_OK;
}

static int
compare_areas (const void *a, const void *b)
{
  const struct image_plt_area *x = a, *y = b;

  return x->addr < y->addr ? -1 : x->addr > y->addr;
}

void
image_plt_sort_areas (struct image_plt *plt)
{
  if (plt->area_count != 0)
    qsort (plt->areas, plt->area_count, sizeof *plt->areas, compare_areas);
}

bool
image_plt_in_area (const struct image_plt *plt, uint64_t addr)
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
