/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   mutate-values.c - other numbers in place of those in a file.  */

#include "config.h"

#include "mutate.h"

uint64_t
number_get (const uint8_t *at, unsigned width, bool big)
{
  uint64_t value = 0;

  for (unsigned i = 0; i < width; i++)
    value |= (uint64_t) at[i] << 8 * (big ? width - 1 - i : i);
  return value;
}

void
number_put (uint8_t *at, unsigned width, bool big, uint64_t value)
{
  for (unsigned i = 0; i < width; i++)
    at[i] = (uint8_t) (value >> 8 * (big ? width - 1 - i : i));
}

/* Near and far from what was there, at the limits of types, and what means
   something as a size, an offset or an alignment.  */
static uint64_t
other (struct gen *g, uint64_t value, unsigned width, uint64_t size)
{
  uint64_t step = UINT64_C (1) << gen_below (g, 4);

  switch (gen_below (g, 14))
    {
    case 0:
      return 0;
    case 1:
      return UINT64_MAX;
    case 2:
      return UINT64_C (1) << gen_below (g, 8 * width);
    case 3:
      return (UINT64_C (1) << gen_below (g, 8 * width)) - 1;
    case 4:
      return size;
    case 5:
      return size + 1 - gen_below (g, 16);
    case 6:
      return gen_below (g, (uint32_t) (size < UINT32_MAX ? size + 1 : 1000));
    case 7:
      return gen_below (g, 8);
    case 8:
      return gen_next (g);
    case 9:
      return value - step;
    case 10:
      return 0 - value;
    case 11:
      return value ^ UINT64_C (1) << gen_below (g, 8 * width);
    default:
      return value + step;
    }
}

void
mutate_number (struct gen *g, uint8_t *at, unsigned width, bool big,
               uint64_t size)
{
  number_put (at, width, big,
              other (g, number_get (at, width, big), width, size));
}
