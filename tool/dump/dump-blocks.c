/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-blocks.c - find row blocks of a piece that were shown already.

   Each slot of the hash table has four bytes: the number of an FDE plus one,
   and in the remaining bits a part of the key's hash.  The key itself is read
   again from the FDE; the bits of the hash avoid most of these reads for other
   keys.  A fifth of the slots stay empty, so that a piece of 1 M functions, of
   at least 16 bytes each, takes 5 MB.  Double hashing keeps probe sequences
   short.

   As long as each block begins after those before it, all are new; most
   sections have no other blocks.  The table is filled only when a function
   breaks this order, because each access to it is a cache miss.  */

#include "config.h"

#include <stdlib.h>

#include "dump.h"

enum
{
  /* Hostile keys that collide would make each look-up a walk over the table.
     A block that is not found after this many probes is shown again.  */
  PROBE_LIMIT = 256,
  SPARE_SLOTS = 8
};

sfm_status
dump_blocks_begin (struct dump_blocks *blocks, const struct sfm_piece *piece)
{
  uint64_t count = (uint64_t) piece->num_fdes * 5 / 4 + SPARE_SLOTS;

  *blocks = (struct dump_blocks){ .count = count };
  while (piece->num_fdes >> blocks->idx_bits != 0 && blocks->idx_bits < 31)
    blocks->idx_bits++;
  if (count > SIZE_MAX / sizeof *blocks->slots)
    return SFM_ERR_NOMEM;
  blocks->slots = calloc ((size_t) count, sizeof *blocks->slots);
  return blocks->slots != NULL ? SFM_OK : SFM_ERR_NOMEM;
}

/* The number of the FDE in the table with the row block of FDE.  If there is
   none, insert FDE, whose number is IDX, and return IDX.  */
static uint32_t
find (struct dump_blocks *blocks, const struct sfm_piece *piece,
      const struct sfm_fde *fde, uint32_t idx)
{
  struct sfm_fde other;
  struct sfm_diag diag;
  uint32_t mask = (UINT32_C (1) << blocks->idx_bits) - 1;
  /* Fibonacci hashing, twice: the upper bits of the product depend on all bits
     of the key.  */
  uint64_t key = fde->rows ^ (uint64_t) fde->num_fres << 40 ^ fde->fre_type;
  uint64_t hash = key * UINT64_C (0x9e3779b97f4a7c15);
  uint32_t more
      = (uint32_t) ((hash ^ hash >> 29) * UINT64_C (0xbf58476d1ce4e5b9) >> 32);
  uint64_t at = (hash >> 32) * blocks->count >> 32;
  uint64_t step = (more * (blocks->count - 1) >> 32) + 1;
  uint32_t mark = more & ~mask;

  if (idx >= mask)
    return idx; /* its number does not fit: past 2^31 all rows are shown */
  for (unsigned probe = 0; probe < PROBE_LIMIT; probe++)
    {
      uint32_t *slot = &blocks->slots[at];
      if (*slot == 0)
        {
          *slot = mark | (idx + 1);
          return idx;
        }
      if ((*slot & ~mask) == mark
          && sfm_fde_read (piece, (*slot & mask) - 1, &other, &diag) == SFM_OK
          && other.rows == fde->rows && other.num_fres == fde->num_fres
          && other.fre_type == fde->fre_type)
        return (*slot & mask) - 1;
      at += step;
      at -= at >= blocks->count ? blocks->count : 0;
    }
  return idx;
}

uint32_t
dump_blocks_first (struct dump_blocks *blocks, const struct sfm_piece *piece,
                   const struct sfm_fde *fde, uint32_t idx)
{
  struct sfm_fde before;
  struct sfm_diag diag;

  if (!blocks->in_use && fde->rows > blocks->last_rows)
    {
      blocks->last_rows = fde->rows;
      return idx;
    }
  for (uint32_t i = 0; !blocks->in_use && i < idx; i++)
    if (sfm_fde_read (piece, i, &before, &diag) == SFM_OK
        && before.num_fres != 0)
      find (blocks, piece, &before, i);
  blocks->in_use = true;
  return find (blocks, piece, fde, idx);
}

void
dump_blocks_end (struct dump_blocks *blocks)
{
  free (blocks->slots);
  blocks->slots = NULL;
}
