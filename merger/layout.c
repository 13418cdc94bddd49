/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   layout.c - every size and offset of the output.

   The output is packed: header, FDEs, then the rows in the order of the
   functions, with nothing between or after them (all consumers accept this;
   rule S4 of doc/internals.md, section 8).  V3 has a 5-byte attribute block
   before each function's rows.  The sizes of a compact plan are first summed
   up as for a plain one, which bounds everything that compact.c does.  */

#include "config.h"

#include <inttypes.h>

#include "engine.h"
#include "merger.h"
#include "output-format.h"

enum
{
  DROP_ROUNDS = 64
};

/* Drop the keys of lost functions.  */
static void
drop_lost (struct sfm_merger *m)
{
  size_t out = 0;

  for (size_t i = 0; i < m->key_count; i++)
    if (func_kept (func_at (m, i)))
      m->keys[out++] = m->keys[i];
  m->key_count = out;
}

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
  m->key_count = out;
}

/* Set the sizes of the plan, plain or compact.  */
static sfm_status
set_sizes (struct sfm_merger *m, struct sfm_diag *diag)
{
  drop_far (m);
  TRY (sum_sizes (m, diag));
  return m->share ? sfm_compact_rows (m, diag) : SFM_OK;
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

/* Keep functions again that were dropped for want of space and fit into SPARE
   bytes.  */
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
      drop_lost (m);
      if (m->key_count == before)
        break;
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
