/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-symbols.c - compare the symbols of an object with those of the image,
   and tell functions from parts of them.

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
#include "sorted.h"

/* Tell functions from the parts that compilers split off.

   Equal code needs equal rows if it begins as functions do.  The cold part of
   a function begins in the frame of the rest, so equal cold parts may have
   frames of different sizes.  GCC and LLVM call the part of f "f.cold";
   assembly may have parts of any name, which their rows show.  */

/* The length of the name of the function of which NAME is a part, or 0.  */
static size_t
rest_of_name (const char *name)
{
  const char *cold = strstr (name, ".cold");

  return cold == NULL ? 0 : (size_t) (cold - name);
}

/* Whether the first row of F is that of the frame that a call makes.  */
static bool
has_entry_row (const struct input_function *f)
{
  const struct sfm_piece *piece = f->said.piece;
  const int64_t on_entry = piece->abi == SFM_ABI_AMD64_ENDIAN_LITTLE ? 8
                           : piece->abi == SFM_ABI_S390X_ENDIAN_BIG  ? 160
                                                                     : 0;
  struct sfm_rules rules;
  struct sfm_diag diag;
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_fde fde;

  if (sfm_fde_read (piece, f->said.fde, &fde, &diag) != SFM_OK)
    return false;
  sfm_rows_begin (piece, &fde, &rows);
  return sfm_rows_next (&rows, &row, &diag) == SFM_OK && row.start == 0
         && sfm_row_rules (piece, &fde, &row, &rules, &diag) == SFM_OK
         && rules.cfa.kind == SFM_RULE_VALUE && rules.cfa.offset == on_entry
         && rules.fp.kind == SFM_RULE_SAME;
}

bool
function_begins (struct placer *p, const struct input_function *f)
{
  size_t count;

  if (!has_entry_row (f))
    return false;
  const struct input_symbol *const *symbols
      = symbols_at (p, f->section, f->value, &count);
  for (size_t i = 0; i < count; i++)
    if (rest_of_name (symbols[i]->name) != 0)
      return false;
  return true;
}

/* A name that may continue after its first SIZE bytes.  */
struct part_name
{
  const char *name;
  size_t size;
};

static int
compare_names (const void *a, const void *b)
{
  return strcmp ((*(const struct input_symbol *const *) a)->name,
                 (*(const struct input_symbol *const *) b)->name);
}

static int
compare_part (const void *element, const void *key)
{
  const struct input_symbol *const *symbol = element;
  const struct part_name *sought = key;
  const int order = strncmp ((*symbol)->name, sought->name, sought->size);

  return order != 0 ? order : (*symbol)->name[sought->size] != '\0';
}

/* Sort the symbols of the current object by name, once.  False: no memory.  */
static bool
order_names (struct placer *p)
{
  const struct input_object *object = p->now.object;
  const size_t count = object->symbol_count;

  if (p->now.by_name != NULL)
    return true;
  p->now.by_name = (const struct input_symbol **) pool_alloc (
      &p->scratch, (count + 1) * sizeof *p->now.by_name);
  for (size_t i = 0; i < count && p->now.by_name != NULL; i++)
    p->now.by_name[i] = &object->symbols[i];
  if (p->now.by_name != NULL && count != 0)
    qsort ((void *) p->now.by_name, count, sizeof *p->now.by_name,
           compare_names);
  return p->now.by_name != NULL;
}

sfm_status
function_rest (struct placer *p, const struct input_function *f,
               const struct input_symbol **rest)
{
  const size_t all = p->now.object->symbol_count;
  struct part_name sought = { .size = 0 };
  size_t count;

  *rest = NULL;
  const struct input_symbol *const *symbols
      = symbols_at (p, f->section, f->value, &count);
  for (size_t i = 0; i < count && sought.size == 0; i++)
    sought = (struct part_name){ .name = symbols[i]->name,
                                 .size = rest_of_name (symbols[i]->name) };
  if (sought.size == 0)
    return SFM_OK;
  if (!order_names (p))
    return diag_nomem (p->sink, p->now.object->name);
  const size_t at = sorted_first (p->now.by_name, all, sizeof *p->now.by_name,
                                  &sought, compare_part);
  if (at < all && compare_part (&p->now.by_name[at], &sought) == 0)
    *rest = p->now.by_name[at];
  return SFM_OK;
}

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
                  : 0;
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
   object's symbols from number now.at on; now.at moves past the symbol tried.
   STRONG: only strong global names count.  *LEFT names may still be tried.
   NULL: there is none.  */
static const struct function *
next_unique (struct placer *p, const struct input_function *f, bool strong,
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
symbols_described (struct placer *p, const struct input_function *f,
                   size_t *idx)
{
  unsigned left = LIMIT_NAMES_AT_ADDRESS;
  const struct function *named;

  *idx = SIZE_MAX;
  p->now.at = first_at (p, f->section, f->value);
  while (*idx == SIZE_MAX
         && (named = next_unique (p, f, false, &left)) != NULL)
    *idx = pieces_find (&p->from.context->existing, named->addr,
                        f->said.digest);
  return *idx != SIZE_MAX;
}

const struct function *
symbols_strong (struct placer *p, const struct input_function *f)
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
