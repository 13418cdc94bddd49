/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-blocks.c - which row blocks of a piece were shown already.

   A slot of the table holds four bytes: the number of an FDE plus one, and in
   the bits that this leaves a part of the key's hash.  The key itself is read
   again from the FDE.  With a fifth of the slots left empty a piece of 1 M
   functions, of 16 bytes at least each, takes 5 MB; double hashing keeps the
   walks short, and the bits of the hash the FDEs of other keys from being
   read.

   Blocks that begin one behind the other are none of them shown before, and
   most sections have nothing else.  So the table is filled when the first
   function comes that breaks this, with those before it: its slots lie where
   the hash says, and each is a miss of the cache.  */

#include "config.h"

#include <stdlib.h>

#include "dump-blocks.h"

enum
{
  /* Blocks chosen to meet in the table would make each look-up a walk over
     it.  One that is not found this far is shown again.  */
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

/* The number of the first FDE in the table that has the row block of FDE,
   number IDX; it is put there if it is the first.  */
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
    return idx; /* of more than 2^31 functions the last are shown each */
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

  if (!blocks->listing && fde->rows > blocks->last_rows)
    {
      blocks->last_rows = fde->rows;
      return idx;
    }
  for (uint32_t i = 0; !blocks->listing && i < idx; i++)
    if (sfm_fde_read (piece, i, &before, &diag) == SFM_OK
        && before.num_fres != 0)
      find (blocks, piece, &before, i);
  blocks->listing = true;
  return find (blocks, piece, fde, idx);
}

void
dump_blocks_end (struct dump_blocks *blocks)
{
  free (blocks->slots);
  blocks->slots = NULL;
}
