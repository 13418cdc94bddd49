/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object-symbols.c - what belongs to a function of an object: its relocation
   of .sframe, and its symbols, sorted by section and value.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "sorted.h"

/* Which relocation of a .sframe section belongs to which FDE.

   Assemblers write one relocation an FDE, at its start field.  ld -r of
   binutils up to 2.44 merges the contents but leaves the relocations at the
   offsets of the unmerged concatenation; their order is still that of the
   FDEs.  So the offsets decide if every live relocation is at the start field
   of an FDE of its own; otherwise the order decides, if there are as many
   relocations as FDEs.  Mixing the two would give one function the rows of
   another.  */

bool
sframe_is_later (const struct input_sframe *sframe, struct sfm_diag *what)
{
  struct sfm_piece piece = { .end = 0 };
  sfm_status status;

  do
    status = sfm_piece_next (sframe->bytes, sframe->size, piece.end, &piece,
                             what);
  while (status == SFM_OK);
  return status == SFM_ERR_UNSUPP;
}

/* List the pieces of SFRAME.  */
static sfm_status
list_pieces (const struct input_object *object,
             const struct input_sframe *sframe, struct pool *pool,
             struct fde_relocs *fde_relocs, const struct diag_sink *sink)
{
  struct sfm_piece piece;
  struct sfm_diag diag;
  sfm_status status;
  size_t count = 0;

  for (uint64_t at = 0; (status = sfm_piece_next (sframe->bytes, sframe->size,
                                                  at, &piece, &diag))
                        == SFM_OK;
       at = piece.end)
    count++;
  if (status == SFM_ERR_UNSUPP)
    return diag_fail_at (sink, status, object->name, sframe->name, diag.offset,
                         "%s: " LATER_TEXT, diag.text);
  if (status != SFM_END)
    return diag_engine (sink, DIAG_ERROR, object->name, sframe->name, &diag);

  fde_relocs->pieces = pool_alloc (pool, (count + 1) * sizeof piece);
  fde_relocs->first_fde
      = pool_alloc (pool, (count + 1) * sizeof *fde_relocs->first_fde);
  if (fde_relocs->pieces == NULL || fde_relocs->first_fde == NULL)
    return diag_nomem (sink, object->name);
  for (uint64_t at = 0;
       sfm_piece_next (sframe->bytes, sframe->size, at, &piece, &diag)
       == SFM_OK;
       at = piece.end)
    {
      fde_relocs->first_fde[fde_relocs->piece_count] = fde_relocs->fde_count;
      fde_relocs->pieces[fde_relocs->piece_count++] = piece;
      fde_relocs->fde_count += piece.num_fdes;
    }
  return SFM_OK;
}

/* The number of the FDE, counted over all pieces, whose start field is at
   OFFSET; SIZE_MAX if there is none.  */
static size_t
fde_at (const struct fde_relocs *fde_relocs, uint64_t offset)
{
  size_t i = sorted_after (fde_relocs->pieces, fde_relocs->piece_count,
                           sizeof *fde_relocs->pieces,
                           offsetof (struct sfm_piece, end), offset);

  if (i == fde_relocs->piece_count || offset < fde_relocs->pieces[i].fdes)
    return SIZE_MAX;
  const struct sfm_piece *p = &fde_relocs->pieces[i];
  uint64_t from = offset - p->fdes;
  if (from % p->fde_size != 0 || from / p->fde_size >= p->num_fdes)
    return SIZE_MAX;
  return (size_t) (fde_relocs->first_fde[i] + from / p->fde_size);
}

/* Pair by offset.  Return the index of the first relocation that is at no
   FDE's start field or at that of a paired FDE; the number of relocations if
   there is none.  */
static size_t
pair_by_offset (const struct input_sframe *sframe,
                struct fde_relocs *fde_relocs)
{
  for (size_t i = 0; i < fde_relocs->fde_count; i++)
    fde_relocs->reloc_of[i] = FDE_RELOC_NONE;
  for (size_t i = 0; i < sframe->reloc_count; i++)
    {
      size_t fde = fde_at (fde_relocs, sframe->relocs[i].offset);
      if (fde == SIZE_MAX || fde_relocs->reloc_of[fde] != FDE_RELOC_NONE)
        return i;
      fde_relocs->reloc_of[fde] = (uint32_t) i;
    }
  return sframe->reloc_count;
}

sfm_status
fde_relocs_pair (const struct input_object *object,
                 const struct input_sframe *sframe, struct pool *pool,
                 struct fde_relocs *fde_relocs, const struct diag_sink *sink)
{
  memset (fde_relocs, 0, sizeof *fde_relocs);
  TRY (list_pieces (object, sframe, pool, fde_relocs, sink));
  fde_relocs->reloc_of = pool_alloc (pool, (fde_relocs->fde_count + 1)
                                               * sizeof *fde_relocs->reloc_of);
  if (fde_relocs->reloc_of == NULL)
    return diag_nomem (sink, object->name);
  if (sframe->reloc_count >= FDE_RELOC_NONE)
    return diag_fail (sink, SFM_ERR_LIMIT, object->name,
                      "%zu relocations are too many", sframe->reloc_count);

  size_t first_bad = pair_by_offset (sframe, fde_relocs);
  if (first_bad == sframe->reloc_count)
    return SFM_OK;
  if (sframe->reloc_count != fde_relocs->fde_count)
    return diag_fail_at (sink, SFM_ERR_CORRUPT, object->name, sframe->name,
                         sframe->relocs[first_bad].offset,
                         "a relocation is at no FDE's start field, and %zu "
                         "relocations cannot be those of %zu FDEs in order",
                         sframe->reloc_count, fde_relocs->fde_count);
  for (size_t i = 0; i < fde_relocs->fde_count; i++)
    fde_relocs->reloc_of[i] = (uint32_t) i;
  fde_relocs->by_order = true;
  return SFM_OK;
}

static int
compare_symbols (const void *a, const void *b)
{
  const struct input_symbol *x = *(const struct input_symbol *const *) a;
  const struct input_symbol *y = *(const struct input_symbol *const *) b;

  ORDER_BY (x->section, y->section);
  ORDER_BY (x->value, y->value);
  return x < y ? -1 : x > y;
}

void
object_symbols_sort (const struct input_symbol **symbols, size_t count)
{
  sort_if_needed (symbols, count, sizeof *symbols, compare_symbols);
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

/* The rank of SYMBOL; lower is better.  Symbols with a size, which are
   functions, come before others, which may be labels; then global before weak
   before local ones.  */
static int
rank_of (const struct input_symbol *symbol)
{
  return (!symbol->global ? 2
          : symbol->weak  ? 1
                          : 0)
         + (symbol->size == 0 ? 3 : 0);
}

/* Compare by section, value and rank; the first of equals is best.  */
static int
compare_names (const void *a, const void *b)
{
  const struct input_symbol *x = *(const struct input_symbol *const *) a;
  const struct input_symbol *y = *(const struct input_symbol *const *) b;
  const int rank = rank_of (x) - rank_of (y);

  return x->section == y->section && x->value == y->value && rank != 0
             ? rank
             : compare_symbols (a, b);
}

sfm_status
object_names_read (struct object_names *names,
                   const struct input_object *object, struct pool *pool)
{
  const size_t count = object->symbol_count;
  size_t kept = 0;

  *names = (struct object_names){ 0 };
  if (count == 0)
    return SFM_OK;
  const struct input_symbol **all = pool_alloc (pool, count * sizeof *all);
  if (all == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < count; i++)
    all[i] = &object->symbols[i];
  qsort (all, count, sizeof *all, compare_names);
  for (size_t i = 0; i < count; i++)
    if (kept == 0
        || object_symbol_before (all[kept - 1], all[i]->section,
                                 all[i]->value))
      all[kept++] = all[i];
  *names = (struct object_names){ .symbols = all, .count = kept };
  return SFM_OK;
}

const char *
object_names_at (const struct object_names *names, uint32_t section,
                 uint64_t offset)
{
  const size_t i
      = object_symbols_first (names->symbols, names->count, section, offset);

  return i != names->count && names->symbols[i]->section == section
                 && names->symbols[i]->value == offset
             ? names->symbols[i]->name
             : NULL;
}
