/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   compact.c - the offsets of a plan that stores equal blocks of rows once.

   Theory of operation.  blocks.c knows which functions have equal blocks.  The
   first function in the order that has a block owns it: its block follows that
   of the owner before.  So the write knows an owner by its offset, and no row
   is read here.

   Blocks are not shared beyond what collect.c would accept on reading the
   section back (AMPLIFICATION): then a function owns a copy.  */

#include "config.h"

#include "engine.h"
#include "merger.h"
#include "output-format.h"

/* The state of one compaction.  */
struct compaction
{
  struct sfm_merger *m;
  uint32_t attr_size; /* bytes of an attribute block */
  uint64_t fixed;     /* bytes of header and FDEs */
  uint64_t size;      /* bytes of the section so far */
  uint64_t rows_size; /* bytes of all functions' rows, shared or not */
  uint64_t rows;
  uint64_t sharing; /* functions that do not own their block */
};

void
sfm_compact_drop (struct sfm_merger *m)
{
  sfm_memory_free (&m->memory, m->offsets);
  m->offsets = NULL;
  m->saved_bytes = m->repeated_rows = 0;
  m->sharing_functions = m->optional_size = 0;
}

/* The offset of a function whose rows are those of B.  OPTIONAL: the plan may
   drop it.  */
static ALWAYS_INLINE uint32_t
place_block (struct compaction *c, struct block *b, bool optional)
{
  struct sfm_merger *m = c->m;
  const uint32_t size = c->attr_size + b->size;
  const bool used = b->offset != BLOCK_UNUSED;

  c->rows_size += b->size;
  c->rows += block_rows (b);
  if (used && c->rows_size / AMPLIFICATION <= c->size)
    {
      c->sharing++;
      if (!optional && !b->required)
        {
          b->required = true;
          m->optional_size -= size;
        }
      return b->offset;
    }
  uint32_t offset = (uint32_t) (c->size - c->fixed);
  c->size += size;
  if (optional)
    m->optional_size += size;
  if (!used)
    {
      b->offset = offset;
      b->required = !optional;
    }
  return offset;
}

/* Place the block of each function in the order.  ANY: some may be
   optional.  */
static ALWAYS_INLINE void
place_all (struct compaction *state, const bool any)
{
  struct compaction c = *state;
  const struct sfm_merger *m = c.m;

  for (size_t i = 0; i < m->key_count; i++)
    {
      prefetch_block (m, i);
      bool optional = any && (func_at (m, i)->flags & FUNC_OPTIONAL) != 0;
      m->offsets[i] = place_block (&c, block_at (m, i), optional);
    }
  *state = c;
}

sfm_status
sfm_compact_rows (struct sfm_merger *m, struct sfm_diag *diag)
{
  struct compaction c = { .m = m,
                          .attr_size = output_attr_size (m),
                          .fixed = m->size - m->out_rows_size,
                          .size = m->size - m->out_rows_size };
  const uint64_t plain_size = m->size;

  sfm_compact_drop (m);
  m->size = 0; /* no plan until this has succeeded */
  TRY (sfm_blocks_find (m, diag));
  m->offsets = sfm_memory_array (&m->memory, m->key_count, sizeof *m->offsets);
  if (m->offsets == NULL)
    return sfm_no_memory (diag);
  for (size_t i = 0; i < m->blocks.count; i++)
    m->blocks.list[i].offset = BLOCK_UNUSED;
  if (m->any_optional)
    place_all (&c, true);
  else
    place_all (&c, false);
  m->sharing_functions = c.sharing;
  m->repeated_rows = m->out_rows - c.rows;
  m->out_rows = c.rows;
  m->out_rows_size = c.size - c.fixed;
  m->size = c.size;
  m->saved_bytes = plain_size - m->size;
  return SFM_OK;
}
