/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object-symbols.c - symbols of an object, sorted by section and value.  */

#include "config.h"

#include "keyed-sort.h"
#include "object-symbols.h"

static int
compare (const void *a, const void *b)
{
  const struct input_symbol *x = *(const struct input_symbol *const *) a;
  const struct input_symbol *y = *(const struct input_symbol *const *) b;

  if (x->section != y->section)
    return x->section < y->section ? -1 : 1;
  if (x->value != y->value)
    return x->value < y->value ? -1 : 1;
  return x < y ? -1 : x > y;
}

void
object_symbols_sort (const struct input_symbol **symbols, size_t count)
{
  sort_if_needed (symbols, count, sizeof *symbols, compare);
}

size_t
object_symbols_first (const struct input_symbol *const *symbols, size_t count,
                      uint32_t section, uint64_t value)
{
  size_t low = 0, high = count;

  while (low < high)
    {
      size_t mid = low + (high - low) / 2;
      if (object_symbol_before (symbols[mid], section, value))
        low = mid + 1;
      else
        high = mid;
    }
  return low;
}
