/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fde-relocs.c - which relocation of a .sframe section belongs to which FDE.

   Assemblers write one relocation an FDE, at its start field.  ld -r of
   binutils up to 2.44 merges the contents but leaves the relocations at the
   offsets of the unmerged concatenation; their order is still that of the
   FDEs.  So the offsets decide if every live relocation hits the start field
   of an FDE of its own, and the order decides if the numbers agree.  Mixing
   the two would give one function the rows of another.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "fde-relocs.h"

/* List the pieces of SFRAME.  */
static sfm_status
list_pieces (const struct input_object *object,
             const struct input_sframe *sframe, struct pool *pool,
             struct pairing *pairing, const struct say *sink)
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
  if (status != SFM_END)
    return say_diag (sink, SAY_ERROR, object->name, sframe->name, &diag);

  pairing->pieces = pool_alloc (pool, (count + 1) * sizeof piece);
  pairing->first_fde
      = pool_alloc (pool, (count + 1) * sizeof *pairing->first_fde);
  if (pairing->pieces == NULL || pairing->first_fde == NULL)
    return say_nomem (sink, object->name);
  for (uint64_t at = 0;
       sfm_piece_next (sframe->bytes, sframe->size, at, &piece, &diag)
       == SFM_OK;
       at = piece.end)
    {
      pairing->first_fde[pairing->piece_count] = pairing->fde_count;
      pairing->pieces[pairing->piece_count++] = piece;
      pairing->fde_count += piece.num_fdes;
    }
  return SFM_OK;
}

/* The number of the FDE, counted over all pieces, whose start field is at
   OFFSET; SIZE_MAX if there is none.  */
static size_t
fde_at (const struct pairing *pairing, uint64_t offset)
{
  size_t low = 0, high = pairing->piece_count;

  /* The first piece that ends behind OFFSET.  */
  while (low < high)
    {
      size_t mid = low + (high - low) / 2;
      if (pairing->pieces[mid].end <= offset)
        low = mid + 1;
      else
        high = mid;
    }
  if (low == pairing->piece_count || offset < pairing->pieces[low].fdes)
    return SIZE_MAX;
  const struct sfm_piece *p = &pairing->pieces[low];
  uint64_t from = offset - p->fdes;
  if (from % p->fde_size != 0 || from / p->fde_size >= p->num_fdes)
    return SIZE_MAX;
  return pairing->first_fde[low] + (size_t) (from / p->fde_size);
}

/* Pair by offset; the index of the first relocation that hits no FDE or one
   that has its own already, or their number.  */
static size_t
pair_by_offset (const struct input_sframe *sframe, struct pairing *pairing)
{
  for (size_t i = 0; i < pairing->fde_count; i++)
    pairing->reloc_of[i] = PAIR_NONE;
  for (size_t i = 0; i < sframe->reloc_count; i++)
    {
      size_t fde = fde_at (pairing, sframe->relocs[i].offset);
      if (fde == SIZE_MAX || pairing->reloc_of[fde] != PAIR_NONE)
        return i;
      pairing->reloc_of[fde] = (uint32_t) i;
    }
  return sframe->reloc_count;
}

sfm_status
pair_relocs (const struct input_object *object,
             const struct input_sframe *sframe, struct pool *pool,
             struct pairing *pairing, const struct say *sink)
{
  memset (pairing, 0, sizeof *pairing);
  sfm_status status = list_pieces (object, sframe, pool, pairing, sink);
  if (status != SFM_OK)
    return status;
  pairing->reloc_of = pool_alloc (pool, (pairing->fde_count + 1)
                                            * sizeof *pairing->reloc_of);
  if (pairing->reloc_of == NULL)
    return say_nomem (sink, object->name);
  if (sframe->reloc_count >= PAIR_NONE)
    {
      say (sink, SAY_ERROR, object->name, "%zu relocations are too many",
           sframe->reloc_count);
      return SFM_ERR_LIMIT;
    }

  size_t odd = pair_by_offset (sframe, pairing);
  if (odd == sframe->reloc_count)
    return SFM_OK;
  if (sframe->reloc_count != pairing->fde_count)
    {
      say_at (sink, SAY_ERROR, object->name, sframe->name,
              sframe->relocs[odd].offset,
              "a relocation is at no FDE's start field, and %zu relocations "
              "cannot be those of %zu FDEs in order",
              sframe->reloc_count, pairing->fde_count);
      return SFM_ERR_CORRUPT;
    }
  for (size_t i = 0; i < pairing->fde_count; i++)
    pairing->reloc_of[i] = (uint32_t) i;
  pairing->by_order = true;
  return SFM_OK;
}
