/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   blocks.c - the row blocks of a piece that have been walked.  */

#include "config.h"

#include <string.h>

#include "blocks.h"
#include "status.h"

enum
{
  MAX_PROBES = 64
};

void
blocks_begin (struct blocks *blocks, const struct memory *memory,
              const struct sfm_piece *piece)
{
  memset (blocks, 0, sizeof *blocks);
  blocks->memory = memory;
  blocks->num_fdes = piece->num_fdes;
}

void
blocks_end (struct blocks *blocks)
{
  memory_free (blocks->memory, blocks->entries);
  memory_free (blocks->memory, blocks->slots);
}

static uint8_t
kind_of (const struct sfm_fde *fde)
{
  return (uint8_t) (fde->fre_type | (fde->flex ? 4U : 0U));
}

/* The slot where the block (ROWS, NUM_FRES, KIND) is or belongs; NULL if it is
   not among the first MAX_PROBES.  The table is at most half full, so that is
   for blocks chosen to collide: 200,000 of them took 95 seconds.  A block
   that is not found is walked again, which the caller bounds.  */
static uint32_t *
slot_of (const struct blocks *blocks, uint64_t rows, uint32_t num_fres,
         uint8_t kind)
{
  uint64_t hash = (rows ^ (uint64_t) num_fres << 32 ^ kind)
                  * UINT64_C (0x9e3779b97f4a7c15);
  size_t at = (size_t) (hash >> 20) & blocks->slot_mask;

  for (unsigned probe = 0; probe < MAX_PROBES;
       probe++, at = (at + 1) & blocks->slot_mask)
    {
      if (blocks->slots[at] == 0)
        return &blocks->slots[at];
      const struct block_entry *e = &blocks->entries[blocks->slots[at] - 1];
      if (e->rows == rows && e->num_fres == num_fres && e->kind == kind)
        return &blocks->slots[at];
    }
  return NULL;
}

/* Make the entry number IDX known, if there is a slot for it.  */
static void
set_slot (struct blocks *blocks, size_t idx)
{
  const struct block_entry *e = &blocks->entries[idx];
  uint32_t *slot = slot_of (blocks, e->rows, e->num_fres, e->kind);

  if (slot != NULL)
    *slot = (uint32_t) idx + 1;
}

/* Make the hash table, large enough for all FDEs of the piece.  */
static sfm_status
make_slots (struct blocks *blocks, struct sfm_diag *diag)
{
  size_t size = 16;

  while (size / 2 < blocks->num_fdes)
    size *= 2;
  blocks->slots = memory_array (blocks->memory, size, sizeof *blocks->slots);
  if (blocks->slots == NULL)
    return status_fail (diag, SFM_ERR_NOMEM, 0, "out of memory");
  memset (blocks->slots, 0, size * sizeof *blocks->slots);
  blocks->slot_mask = size - 1;
  for (size_t i = 0; i < blocks->count; i++)
    set_slot (blocks, i);
  return SFM_OK;
}

sfm_status
blocks_find (struct blocks *blocks, const struct sfm_fde *fde,
             struct block *block, bool *known, struct sfm_diag *diag)
{
  *known = false;
  if (fde->rows >= blocks->top)
    return SFM_OK;
  if (blocks->slots == NULL)
    TRY (make_slots (blocks, diag));
  const uint32_t *slot
      = slot_of (blocks, fde->rows, fde->num_fres, kind_of (fde));
  if (slot != NULL && *slot != 0)
    {
      *block = blocks->entries[*slot - 1].block;
      *known = true;
    }
  return SFM_OK;
}

sfm_status
blocks_add (struct blocks *blocks, const struct sfm_fde *fde,
            const struct block *block, struct sfm_diag *diag)
{
  if (!memory_grow (blocks->memory, &blocks->entries, &blocks->capacity,
                    blocks->count, 1, sizeof *blocks->entries))
    return status_fail (diag, SFM_ERR_NOMEM, fde->field, "out of memory");
  blocks->entries[blocks->count++]
      = (struct block_entry){ .rows = fde->rows,
                              .num_fres = fde->num_fres,
                              .kind = kind_of (fde),
                              .block = *block };
  if (blocks->slots != NULL)
    set_slot (blocks, blocks->count - 1);
  if (fde->rows + block->size > blocks->top)
    blocks->top = fde->rows + block->size;
  return SFM_OK;
}
