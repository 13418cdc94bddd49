/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-symbols.c - compare the symbols of an object with those of the image.

   A name that is missing in the image proves that its function is missing only
   if names of its kind were kept [symbols_ready].  strip -K and
   --retain-symbols-file remove globals, and the STT_FILE symbols with them.
   strip -x removes local and hidden symbols but keeps the STT_FILE symbols; -x
   of ld, gold, lld and mold removes both; ld -r -x does so for some
   objects.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "place-limits.h"
#include "object-symbols.h"
#include "place-symbols.h"

void
symbols_begin (struct symbol_finder *finder, const struct input_object *object,
               const struct function_index *index,
               const struct code_ranges *code, struct pool *pool)
{
  *finder = (struct symbol_finder){
    .object = object, .index = index, .code = code, .pool = pool
  };
}

bool
symbols_ready (struct symbol_finder *f)
{
  const struct input_object *object = f->object;

  if (f->sorted != NULL)
    return true;
  f->sorted
      = pool_alloc (f->pool, (object->symbol_count + 1) * sizeof *f->sorted);
  if (f->sorted == NULL)
    return false;
  for (size_t i = 0; i < object->symbol_count; i++)
    f->sorted[i] = &object->symbols[i];
  object_symbols_sort (f->sorted, object->symbol_count);
  /* All programs have some STT_FILE symbols, from crtstuff.c.  */
  f->globals_kept = f->index->has_file_locals;
  /* gold, lld and mold keep no STT_FILE symbol of an object whose sections are
     all garbage-collected.  */
  f->locals_kept = f->globals_kept && object->source != NULL
                   && (index_has_file (f->index, object->source)
                       || symbols_show_nothing (object, f->index));
  return true;
}

/* The index of the object's first symbol of SECTION at or after VALUE.
   Functions come in order, so it is mostly where the last search ended.  */
static size_t
first_at (const struct symbol_finder *f, uint32_t section, uint64_t value)
{
  const size_t count = f->object->symbol_count;

  for (size_t i = f->at; i < count && i - f->at < LIMIT_NAMES_AT_ADDRESS; i++)
    if (!object_symbol_before (f->sorted[i], section, value))
      {
        if (i != 0 && !object_symbol_before (f->sorted[i - 1], section, value))
          break;
        return i;
      }
  return object_symbols_first (f->sorted, count, section, value);
}

const struct input_symbol *const *
symbols_of_section (const struct symbol_finder *f, uint32_t section,
                    size_t *count)
{
  size_t first = first_at (f, section, 0);

  *count = first_at (f, section + 1, 0) - first;
  return f->sorted + first;
}

bool
symbols_in_plt (const struct code_ranges *code, const struct function *symbol)
{
  return code_ranges_plt_section (code, symbol->addr, 1) != NULL;
}

/* The symbol number *AT of F if it names the function at VALUE of SECTION,
   else NULL; moves *AT to the next one.  */
static const struct input_symbol *
next_name (struct symbol_finder *f, uint32_t section, uint64_t value,
           size_t *at, unsigned *left)
{
  if (*at >= f->object->symbol_count || *left == 0)
    return NULL;
  const struct input_symbol *symbol = f->sorted[*at];
  if (symbol->section != section || symbol->value != value)
    return NULL;
  f->at = ++*at;
  --*left;
  return symbol;
}

bool
symbols_described (struct symbol_finder *f,
                   const struct text_function *function,
                   const struct existing_sframe *existing, size_t *idx)
{
  const uint32_t section = function->section;
  const bool comdat = f->object->sections[section].group != NULL;
  size_t at = first_at (f, section, function->value), first;
  unsigned left = LIMIT_NAMES_AT_ADDRESS;
  const struct input_symbol *symbol;

  while ((symbol = next_name (f, section, function->value, &at, &left))
         != NULL)
    {
      /* The body of a weak function that another one overrides is elsewhere,
         without a name.  */
      if ((symbol->weak && !comdat)
          || index_named_near (f->index, symbol->name, &f->near, &first) != 1)
        continue;
      *idx = pieces_find (existing, f->index->symbols.at[f->near - 1].addr,
                          function->digest);
      if (*idx != SIZE_MAX)
        return true;
    }
  return false;
}

bool
symbols_show_nothing (const struct input_object *object,
                      const struct function_index *index)
{
  bool any = false;
  size_t first;

  for (size_t i = 0; index->has_file_locals && i < object->symbol_count; i++)
    {
      const struct input_symbol *symbol = &object->symbols[i];
      if (!symbol->global || !object->sections[symbol->section].code)
        continue;
      if (index_named (index, symbol->name, &first) != 0)
        return false;
      any = true;
    }
  return any;
}

const struct function *
symbols_strong (struct symbol_finder *f, uint32_t section, uint64_t value)
{
  const struct function_index *index = f->index;
  unsigned left = LIMIT_NAMES_AT_ADDRESS;
  const struct input_symbol *symbol;

  if (!index->has_symtab || !symbols_ready (f)
      || f->object->sections[section].group != NULL)
    return NULL;
  size_t at = first_at (f, section, value), first;
  while ((symbol = next_name (f, section, value, &at, &left)) != NULL)
    {
      if (!symbol->global || symbol->weak
          || index_named_near (index, symbol->name, &f->near, &first) != 1)
        continue;
      const struct function *named = &index->symbols.at[f->near - 1];
      if (!symbols_in_plt (f->code, named))
        return named;
    }
  return NULL;
}
