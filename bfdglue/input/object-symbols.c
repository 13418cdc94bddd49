/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object-symbols.c - symbols of an object, sorted by section and value.  */

#include "config.h"

#include "input.h"
#include "sorted.h"

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

/* Compare the symbol to which ELEMENT points with PLACE.  */
static int
compare_place (const void *element, const void *place)
{
  const struct input_symbol *s = *(const struct input_symbol *const *) element;
  const struct input_symbol *p = place;

  return object_symbol_before (s, p->section, p->value) ? -1 : 1;
}

size_t
object_symbols_first (const struct input_symbol *const *symbols, size_t count,
                      uint32_t section, uint64_t value)
{
  const struct input_symbol place = { .section = section, .value = value };

  return sorted_first (symbols, count, sizeof *symbols, &place, compare_place);
}
