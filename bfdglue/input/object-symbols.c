/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object-symbols.c - symbols of an object, sorted by section and value.  */

#include "config.h"

#include <stdlib.h>

#include "input.h"
#include "sorted.h"

struct object_name
{
  uint32_t section;
  uint32_t rank; /* lower is better */
  uint64_t offset;
  const char *name;
};

static int
compare_names (const void *a, const void *b)
{
  const struct object_name *x = a, *y = b;

  if (x->section != y->section)
    return x->section < y->section ? -1 : 1;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* The rank of SYMBOL, number IDX.  Symbols with a size, which are functions,
   come before others, which may be labels; then global before weak before
   local ones; then the first.  */
static uint32_t
rank_of (const struct input_symbol *symbol, size_t idx)
{
  unsigned kind = !symbol->global ? 2 : symbol->weak ? 1 : 0;

  if (symbol->size == 0)
    kind += 3;
  return (uint32_t) kind << 28
         | (idx < 0xfffffff ? (uint32_t) idx : 0xfffffff);
}

sfm_status
object_names_read (struct object_names *names,
                   const struct input_object *object, struct pool *pool)
{
  size_t count = object->symbol_count, kept = 0;

  *names = (struct object_names){ 0 };
  if (count == 0)
    return SFM_OK;
  if (count > SIZE_MAX / sizeof *names->names)
    return SFM_ERR_NOMEM;
  struct object_name *all = pool_alloc (pool, count * sizeof *all);
  if (all == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < count; i++)
    all[i] = (struct object_name){ .section = object->symbols[i].section,
                                   .rank = rank_of (&object->symbols[i], i),
                                   .offset = object->symbols[i].value,
                                   .name = object->symbols[i].name };
  qsort (all, count, sizeof *all, compare_names);
  for (size_t i = 0; i < count; i++)
    if (kept == 0 || all[kept - 1].section != all[i].section
        || all[kept - 1].offset != all[i].offset)
      all[kept++] = all[i];
  *names = (struct object_names){ .names = all, .count = kept };
  return SFM_OK;
}

const char *
object_names_at (const struct object_names *names, uint32_t section,
                 uint64_t offset)
{
  const struct object_name wanted = { .section = section, .offset = offset };
  /* WANTED has the lowest rank, 0.  */
  size_t i = sorted_first (names->names, names->count, sizeof wanted, &wanted,
                           compare_names);

  if (i == names->count || names->names[i].section != section
      || names->names[i].offset != offset)
    return NULL;
  return names->names[i].name;
}

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
