/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-blocks.h - find row blocks of a piece that were shown already.  */

#ifndef TOOL_DUMP_BLOCKS_H
#define TOOL_DUMP_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"

/* A hash table of row blocks, filled when the first block comes out of
   order.  */
struct dump_blocks
{
  uint32_t *slots; /* 0: empty */
  uint64_t count;
  unsigned idx_bits;  /* of a slot, for the number of an FDE plus one */
  uint64_t last_rows; /* start of the last block, unless IN_USE */
  bool in_use;        /* a block was out of order: the table is in use */
};

/* Make an empty table for PIECE.  dump_blocks_end releases it.  Statuses:
   NOMEM.  */
sfm_status dump_blocks_begin (struct dump_blocks *blocks,
                              const struct sfm_piece *piece) SFM_CHECKED;

/* The number of the first FDE of PIECE with the row block of FDE; IDX, the
   number of FDE, if FDE is the first or the limits of dump-blocks.c are
   reached.  Must be called for each readable FDE with rows, in the order of
   their numbers.  */
uint32_t dump_blocks_first (struct dump_blocks *blocks,
                            const struct sfm_piece *piece,
                            const struct sfm_fde *fde, uint32_t idx);

void dump_blocks_end (struct dump_blocks *blocks);

#endif /* TOOL_DUMP_BLOCKS_H */
