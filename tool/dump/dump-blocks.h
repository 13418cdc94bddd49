/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-blocks.h - which row blocks of a piece were shown already.  */

#ifndef TOOL_DUMP_BLOCKS_H
#define TOOL_DUMP_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"

/* A hash table.  */
struct dump_blocks
{
  uint32_t *slots; /* 0: empty */
  uint64_t count;
  unsigned idx_bits;
  uint64_t last_rows; /* where the rows of the last function begin, as long as
                         each began behind those before it */
  bool listing;       /* no longer so: the table is in use */
};

/* Make an empty table for PIECE.  SFM_ERR_NOMEM if there is no memory.  */
sfm_status dump_blocks_begin (struct dump_blocks *blocks,
                              const struct sfm_piece *piece) SFM_CHECKED;

/* The number of the first FDE that has the row block of FDE, number IDX of
   PIECE, which has rows; IDX itself if it is the first.  To be asked in the
   order of the numbers, of all that can be read and have rows.  */
uint32_t dump_blocks_first (struct dump_blocks *blocks,
                            const struct sfm_piece *piece,
                            const struct sfm_fde *fde, uint32_t idx);

void dump_blocks_end (struct dump_blocks *blocks);

#endif /* TOOL_DUMP_BLOCKS_H */
