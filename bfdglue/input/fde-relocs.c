/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fde-relocs.c - which relocation of a .sframe section belongs to which FDE.

   Assemblers write one relocation an FDE, at its start field.  ld -r of
   binutils up to 2.44 merges the contents but leaves the relocations at the
   offsets of the unmerged concatenation; their order is still that of the
   FDEs.  So the offsets decide if every live relocation is at the start field
   of an FDE of its own; otherwise the order decides, if there are as many
   relocations as FDEs.  Mixing the two would give one function the rows of
   another.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "input.h"
#include "sorted.h"

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
