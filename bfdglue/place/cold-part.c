/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cold-part.c - tell functions from the parts that compilers split off.

   Equal code needs equal rows if it begins as functions do.  The cold part of
   a function begins in the frame of the rest, and equal code may be left from
   frames of any size.  GCC and LLVM call the part of f "f.cold"; assembly may
   have parts of any name, which their rows show.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "placer-internal.h"
#include "sorted.h"

/* The length of the name of the function that NAME is a part of, or 0.  */
static size_t
rest_of_name (const char *name)
{
  const char *cold = strstr (name, ".cold");

  return cold == NULL ? 0 : (size_t) (cold - name);
}

/* Whether the first row of F is that of the frame that a call makes.  */
static bool
has_entry_row (const struct placer *p, const struct text_function *f)
{
  const struct sfm_piece *piece = &p->pieces[f->piece].piece;
  const int64_t on_entry = piece->abi == SFM_ABI_AMD64_ENDIAN_LITTLE ? 8
                           : piece->abi == SFM_ABI_S390X_ENDIAN_BIG  ? 160
                                                                     : 0;
  struct sfm_rules rules;
  struct sfm_diag diag;
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_fde fde;

  if (sfm_fde_read (piece, f->fde, &fde, &diag) != SFM_OK)
    return false;
  sfm_rows_begin (piece, &fde, &rows);
  return sfm_rows_next (&rows, &row, &diag) == SFM_OK && row.start == 0
         && sfm_row_rules (piece, &fde, &row, &rules, &diag) == SFM_OK
         && rules.cfa.kind == SFM_RULE_VALUE && rules.cfa.offset == on_entry
         && rules.fp.kind == SFM_RULE_SAME;
}

bool
function_begins (struct placer *p, const struct text_function *f)
{
  size_t count;

  if (!has_entry_row (p, f))
    return false;
  const struct input_symbol *const *symbols
      = symbols_at (p, f->section, f->value, &count);
  for (size_t i = 0; i < count; i++)
    if (rest_of_name (symbols[i]->name) != 0)
      return false;
  return true;
}

/* A name, which may go on after its SIZE bytes.  */
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
function_rest (struct placer *p, const struct text_function *f,
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
