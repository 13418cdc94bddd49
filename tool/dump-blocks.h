/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-blocks.h - which row blocks of a piece were shown already.  */

#ifndef TOOL_DUMP_BLOCKS_H
#define TOOL_DUMP_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"

/* A hash table of FDE numbers plus one; 0 is an empty slot.  */
struct dump_blocks
{
  uint32_t *slots;
  size_t mask;
};

/* Make an empty table for PIECE.  SFM_ERR_NOMEM if there is no memory.  */
sfm_status dump_blocks_begin (struct dump_blocks *blocks,
                              const struct sfm_piece *piece) SFM_CHECKED;

/* The number of the first FDE that has the row block of FDE, number IDX of
   PIECE; IDX itself if it is the first.  */
uint32_t dump_blocks_first (struct dump_blocks *blocks,
                            const struct sfm_piece *piece,
                            const struct sfm_fde *fde, uint32_t idx);

void dump_blocks_end (struct dump_blocks *blocks);

#endif /* TOOL_DUMP_BLOCKS_H */
