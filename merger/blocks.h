/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   blocks.h - the row blocks of a piece that have been walked.

   So that a block that many functions share is walked once.  While blocks
   come in rising order nothing is looked up or stored but the list of them;
   the hash table is made when one comes that does not.  */

#ifndef MERGER_BLOCKS_H
#define MERGER_BLOCKS_H

#include "memory.h"
#include "sfmerge.h"

/* What a walk over rows has learnt.  */
struct block
{
  uint32_t size; /* bytes */
  uint32_t last_start;
  bool equal_starts;
};

struct block_entry
{
  uint64_t rows; /* section offset of the first row */
  uint32_t num_fres;
  uint8_t kind; /* FRE type and FLEX */
  struct block block;
};

struct blocks
{
  const struct memory *memory;
  uint32_t num_fdes;
  struct block_entry *entries;
  size_t count;
  size_t capacity;
  uint32_t *slots; /* hash table: index + 1 into ENTRIES, or 0 */
  size_t slot_mask;
  uint64_t top;   /* end of the highest block seen */
  uint64_t total; /* bytes of all functions' rows, for the caller */
};

void blocks_begin (struct blocks *blocks, const struct memory *memory,
                   const struct sfm_piece *piece);
void blocks_end (struct blocks *blocks);

/* Whether FDE's block is known; then it is copied to *BLOCK.  */
sfm_status blocks_find (struct blocks *blocks, const struct sfm_fde *fde,
                        struct block *block, bool *known,
                        struct sfm_diag *diag);

/* Remember BLOCK as FDE's.  */
sfm_status blocks_add (struct blocks *blocks, const struct sfm_fde *fde,
                       const struct block *block, struct sfm_diag *diag);

#endif /* MERGER_BLOCKS_H */
