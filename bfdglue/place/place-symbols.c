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

#include "input.h"
#include "place-limits.h"
#include "placer-internal.h"

bool
symbols_ready (struct placer *p)
{
  const struct input_object *object = p->now.object;
  struct current_object *now = &p->now;

  if (now->symbols != NULL)
    return true;
  now->symbols = pool_alloc (&p->scratch, (object->symbol_count + 1)
                                              * sizeof *now->symbols);
  if (now->symbols == NULL)
    return false;
  for (size_t i = 0; i < object->symbol_count; i++)
    now->symbols[i] = &object->symbols[i];
  object_symbols_sort (now->symbols, object->symbol_count);
  now->file = object->source != NULL
                  ? index_file (&p->from.context->index, object->source)
                  : SIZE_MAX;
  return true;
}

/* The index of the object's first symbol of SECTION at or after VALUE.
   Functions come in order, so it is mostly where the last search ended.  */
static size_t
first_at (const struct placer *p, uint32_t section, uint64_t value)
{
  const struct input_symbol *const *symbols = p->now.symbols;
  const size_t count = p->now.object->symbol_count, at = p->now.at;

  for (size_t i = at; i < count && i - at < LIMIT_NAMES_AT_ADDRESS; i++)
    if (!object_symbol_before (symbols[i], section, value))
      {
        if (i != 0 && !object_symbol_before (symbols[i - 1], section, value))
          break;
        return i;
      }
  return object_symbols_first (symbols, count, section, value);
}

const struct input_symbol *const *
symbols_at (struct placer *p, uint32_t section, uint64_t value, size_t *count)
{
  const size_t first = first_at (p, section, value);
  size_t end = first;

  while (end < p->now.object->symbol_count
         && end - first < LIMIT_NAMES_AT_ADDRESS
         && p->now.symbols[end]->section == section
         && p->now.symbols[end]->value == value)
    end++;
  *count = end - first;
  p->now.at = first;
  return p->now.symbols + first;
}

bool
symbols_in_plt (const struct placer *p, const struct function *symbol)
{
  return code_ranges_plt_section (&p->from.context->index.code, symbol->addr,
                                  1)
         != NULL;
}

/* The image's symbol that alone has a name of F.  The names are those of the
   object's symbols from number now.at on, which moves to the symbol after the
   name.  STRONG: only strong global names count.  *LEFT names may still be
   tried.  NULL: there is none.  */
static const struct function *
next_unique (struct placer *p, const struct text_function *f, bool strong,
             unsigned *left)
{
  const struct input_object *object = p->now.object;
  const bool comdat = object->sections[f->section].group != NULL;
  size_t first;

  while (p->now.at < object->symbol_count && *left != 0)
    {
      const struct input_symbol *symbol = p->now.symbols[p->now.at];
      if (symbol->section != f->section || symbol->value != f->value)
        break;
      p->now.at++;
      --*left;
      /* The body of a weak function that another one overrides is elsewhere,
         without a name.  */
      if ((strong ? symbol->global && !symbol->weak : comdat || !symbol->weak)
          && index_named_near (&p->from.context->index, symbol->name,
                               &p->now.near, &first)
                 == 1)
        return &p->from.context->index.symbols.at[p->now.near - 1];
    }
  return NULL;
}

bool
symbols_described (struct placer *p, const struct text_function *f,
                   size_t *idx)
{
  unsigned left = LIMIT_NAMES_AT_ADDRESS;
  const struct function *named;

  *idx = SIZE_MAX;
  p->now.at = first_at (p, f->section, f->value);
  while (*idx == SIZE_MAX
         && (named = next_unique (p, f, false, &left)) != NULL)
    *idx = pieces_find (&p->from.context->existing, named->addr, f->digest);
  return *idx != SIZE_MAX;
}

const struct function *
symbols_strong (struct placer *p, const struct text_function *f)
{
  unsigned left = LIMIT_NAMES_AT_ADDRESS;
  const struct function *named;

  if (!p->from.context->index.has_symtab || !symbols_ready (p)
      || p->now.object->sections[f->section].group != NULL)
    return NULL;
  p->now.at = first_at (p, f->section, f->value);
  do
    named = next_unique (p, f, true, &left);
  while (named != NULL && symbols_in_plt (p, named));
  return named;
}
