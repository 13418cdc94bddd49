/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   layout.c - every size and offset of the output.

   The output is packed: header, FDEs, then the rows in the order of the
   functions, with nothing between or after them (all consumers accept this;
   rule S4 of doc/internals.md, section 8).  V3 has a 5-byte attribute block
   before each function's rows.  The sizes of a compact plan are first summed
   up as for a plain one, which bounds everything that is done for it.  */

#include "config.h"

#include <inttypes.h>

#include "engine.h"
#include "merger.h"
#include "output-format.h"

/* The offsets of a plan that stores equal blocks of rows once.

   Theory of operation.  blocks.c knows which functions have equal blocks.  The
   first function in the order that has a block owns it: its block follows that
   of the owner before.  So the write knows an owner by its offset, and no row
   is read here.

   Blocks are not shared beyond what collect.c would accept on reading the
   section back (AMPLIFICATION): then a function owns a copy.  */

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

/* Set the sizes of the functions that have been summed up, without repeated
   rows, and with equal blocks stored once.  */
static sfm_status
compact_rows (struct sfm_merger *m, struct sfm_diag *diag)
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

enum
{
  DROP_ROUNDS = 64
};

/* Sum up the rows and bytes of kept functions.  */
static sfm_status
sum_sizes (struct sfm_merger *m, struct sfm_diag *diag)
{
  uint64_t rows = 0, bytes = 0;
  uint16_t flags = 0;

  /* In memory order, which takes half the time of key order.  */
  for (size_t i = 0; i < m->func_count; i++)
    {
      const struct func *f = &m->funcs[i];
      const bool rebuild = (f->flags & FUNC_REBUILD) != 0;
      if (!func_kept (f))
        continue;
      flags |= f->flags;
      rows += rebuild ? func_out_rows (m, f) : f->num_fres;
      bytes += rebuild ? func_out_size (m, f) : f->rows_size;
    }
  bytes += (uint64_t) m->key_count * output_attr_size (m);
  m->any_optional = (flags & FUNC_OPTIONAL) != 0;
  m->any_rebuilt = (flags & FUNC_REBUILD) != 0;
  m->out_rows = rows;
  m->out_rows_size = bytes;
  m->size = SFM_HEADER_SIZE + (uint64_t) m->key_count * output_fde_size (m)
            + bytes;
  if (m->size > m->max_bytes || rows > UINT32_MAX)
    {
      uint64_t size = m->size;
      m->size = 0;
      return sfm_fail (diag, SFM_ERR_LIMIT, 0,
                       "the merged section would have %" PRIu64
                       " bytes and %" PRIu64 " rows, the limit is %" PRIu64,
                       size, rows, m->max_bytes);
    }
  return SFM_OK;
}

/* Whether START, the value of a start field, fits into 32 bits, signed.  */
static bool
fits_32 (uint64_t start)
{
  return start + UINT64_C (0x80000000) <= UINT32_MAX;
}

/* Drop the functions whose start does not fit.  A start depends only on the
   number of functions kept before it, so one pass in order is exact.  */
static void
drop_far (struct sfm_merger *m)
{
  size_t out = 0;

  /* The starts of an object are zero, for relocations.  */
  if (m->target == SFM_TO_V3 || m->relocatable)
    return;
  for (size_t i = 0; i < m->key_count; i++)
    {
      struct func *f = func_at (m, i);
      if (fits_32 (f->addr - output_base (m, out)))
        m->keys[out++] = m->keys[i];
      else
        func_lose (f, SFM_LOSS_RANGE);
    }
  m->movable &= m->key_count == out;
  m->key_count = out;
}

bool
sfm_layout_reaches (const struct sfm_merger *m, uint64_t section_addr)
{
  const uint64_t moved = section_addr - m->section_addr;

  if (m->target == SFM_TO_V3 || m->relocatable || m->key_count == 0)
    return true;
  /* Both addresses and bases rise.  */
  const size_t last = m->key_count - 1;
  const uint64_t low = func_at (m, 0)->addr, high = func_at (m, last)->addr;
  return high - low <= UINT32_MAX
         && fits_32 (low - output_base (m, last) - moved)
         && fits_32 (high - output_base (m, 0) - moved);
}

/* Set the sizes of the plan, plain or compact.  */
static sfm_status
set_sizes (struct sfm_merger *m, struct sfm_diag *diag)
{
  drop_far (m);
  TRY (sum_sizes (m, diag));
  return m->share ? compact_rows (m, diag) : SFM_OK;
}

/* Bytes of the output that only optional functions need.  */
static uint64_t
optional_size (const struct sfm_merger *m)
{
  uint64_t size = 0;

  for (size_t i = 0; i < m->key_count; i++)
    {
      const struct func *f = func_at (m, i);
      if (!(f->flags & FUNC_OPTIONAL))
        continue;
      size += output_fde_size (m);
      if (m->offsets == NULL)
        size += (uint64_t) output_attr_size (m) + func_out_size (m, f);
    }
  return m->offsets == NULL ? size : size + m->optional_size;
}

/* Bytes by which the output shrinks without F; in a compact plan, where F may
   share its rows, at most these.  */
static uint64_t
cost_of (const struct sfm_merger *m, const struct func *f)
{
  return (uint64_t) output_fde_size (m) + output_attr_size (m)
         + func_out_size (m, f);
}

static bool
is_optional (const struct func *f)
{
  return func_kept (f) && (f->flags & FUNC_OPTIONAL) != 0;
}

/* The size of the smallest optional function.  */
static uint32_t
smallest_optional (const struct sfm_merger *m)
{
  uint32_t smallest = UINT32_MAX;

  for (size_t i = 0; i < m->key_count; i++)
    {
      const struct func *f = func_at (m, i);
      if (is_optional (f) && f->size < smallest)
        smallest = f->size;
    }
  return smallest;
}

/* Drop optional functions of at most SIZE bytes of code, the last first, until
   *EXCESS bytes are saved, and subtract what is saved from *EXCESS.  False:
   there is no such function.  */
static bool
lose_optional (struct sfm_merger *m, uint32_t size, int64_t *excess)
{
  bool any = false;

  for (size_t i = m->key_count; i-- > 0 && *excess > 0;)
    {
      struct func *f = func_at (m, i);
      if (!is_optional (f) || f->size > size)
        continue;
      func_lose (f, SFM_LOSS_NO_ROOM);
      *excess -= (int64_t) cost_of (m, f);
      any = true;
    }
  return any;
}

/* Keep again those functions that were dropped for want of space and fit into
   SPARE bytes.  */
static void
take_back (struct sfm_merger *m, int64_t spare)
{
  for (size_t i = 0; i < m->key_count; i++)
    {
      struct func *f = func_at (m, i);
      int64_t cost = (int64_t) cost_of (m, f);
      if (f->fate == FATE_LOST + SFM_LOSS_NO_ROOM && cost <= spare)
        {
          f->fate = FATE_KEPT;
          spare -= cost;
        }
    }
}

/* Drop optional functions until the rest fits into ROOM, those with the least
   code first.  Real images have a few, of a few sizes; a hostile image's are
   all dropped after DROP_ROUNDS rounds.  A compact plan may save less than was
   estimated, so it can take another pass.  */
static sfm_status
drop_optional (struct sfm_merger *m, uint64_t room, struct sfm_diag *diag)
{
  unsigned rounds = 0;

  while (m->size > room)
    {
      int64_t excess
          = rounds < DROP_ROUNDS ? (int64_t) (m->size - room) : INT64_MAX;
      bool any = true;
      while (excess > 0 && any)
        any = lose_optional (
            m, rounds++ < DROP_ROUNDS ? smallest_optional (m) : UINT32_MAX,
            &excess);
      if (excess < 0)
        take_back (m, -excess);
      size_t before = m->key_count;
      sfm_order_drop_lost (m);
      if (m->key_count == before)
        break;
      m->movable = false;
      TRY (set_sizes (m, diag));
    }
  return SFM_OK;
}

sfm_status
sfm_layout_section (struct sfm_merger *m, uint64_t room, struct sfm_diag *diag)
{
  TRY (set_sizes (m, diag));
  if (m->size <= room)
    return SFM_OK;
  if (m->size - optional_size (m) > room)
    return SFM_OK; /* dropping them would not help */
  return drop_optional (m, room, diag);
}
