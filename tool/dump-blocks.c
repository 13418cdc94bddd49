/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-blocks.c - which row blocks of a piece were shown already.

   A slot holds four bytes, the number of an FDE, and the key is read again
   from that FDE: at most half full, the table is at most as large as the FDE
   array itself, whatever the header claims.  */

#include "config.h"

#include <stdlib.h>

#include "dump-blocks.h"

enum
{
  /* Blocks chosen to meet in the table would make each look-up a walk over
     it.  One that is not found this far is shown again.  */
  PROBE_LIMIT = 256
};

sfm_status
dump_blocks_begin (struct dump_blocks *blocks, const struct sfm_piece *piece)
{
  size_t count = 16;

  while (count / 2 < piece->num_fdes)
    count *= 2;
  blocks->mask = count - 1;
  blocks->slots = calloc (count, sizeof *blocks->slots);
  return blocks->slots != NULL ? SFM_OK : SFM_ERR_NOMEM;
}

uint32_t
dump_blocks_first (struct dump_blocks *blocks, const struct sfm_piece *piece,
                   const struct sfm_fde *fde, uint32_t idx)
{
  struct sfm_fde other;
  struct sfm_diag diag;
  /* Fibonacci hashing: the upper bits of the product depend on all bits of
     the key.  */
  uint64_t key = fde->rows ^ (uint64_t) fde->num_fres << 40 ^ fde->fre_type;
  size_t at = (size_t) ((key * UINT64_C (0x9e3779b97f4a7c15)) >> 32);

  for (unsigned probe = 0; probe < PROBE_LIMIT; probe++, at++)
    {
      uint32_t *slot = &blocks->slots[at & blocks->mask];
      if (*slot == 0)
        {
          *slot = idx + 1;
          return idx;
        }
      if (sfm_fde_read (piece, *slot - 1, &other, &diag) == SFM_OK
          && other.rows == fde->rows && other.num_fres == fde->num_fres
          && other.fre_type == fde->fre_type)
        return *slot - 1;
    }
  return idx;
}

void
dump_blocks_end (struct dump_blocks *blocks)
{
  free (blocks->slots);
  blocks->slots = NULL;
}
