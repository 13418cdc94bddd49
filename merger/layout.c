/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   layout.c - every size and offset of the output.

   The output is packed: header, FDEs, then the rows in the order of the
   functions, with nothing between and behind (what all consumers accept;
   format reference, S4).  V3 puts a 5-byte attribute block in front of each
   function's rows.  A compact plan is summed up as a plain one first, which
   is the bound of all that compact.c then does.  */

#include "config.h"

#include <inttypes.h>

#include "fde.h"
#include "layout.h"
#include "merger.h"
#include "status.h"

uint32_t
layout_fde_size (const struct sfm_merger *m)
{
  return m->target == SFM_TO_V3 ? FDE_SIZE_V3 : FDE_SIZE_V2;
}

uint32_t
layout_attr_size (const struct sfm_merger *m)
{
  return m->target == SFM_TO_V3 ? FDE_ATTR_SIZE : 0;
}

uint8_t
layout_flags (const struct sfm_merger *m)
{
  uint8_t flags = m->relocatable ? 0 : SFRAME_F_FDE_SORTED;

  if (m->target != SFM_TO_V2)
    flags |= SFRAME_F_FDE_FUNC_START_PCREL;
  /* FRAME_POINTER holds only if it holds in all inputs; V3 has no such
     flag.  */
  bool all = m->target != SFM_TO_V3 && m->source_count != 0;
  for (size_t i = 0; all && i < m->source_count; i++)
    all = (m->sources[i].piece.flags & SFRAME_F_FRAME_POINTER) != 0;
  return all ? flags | SFRAME_F_FRAME_POINTER : flags;
}

uint64_t
layout_field_addr (const struct sfm_merger *m, size_t idx)
{
  return m->section_addr + SFRAME_HEADER_SIZE
         + (uint64_t) idx * layout_fde_size (m);
}

uint64_t
layout_start (const struct sfm_merger *m, const struct func *f, size_t idx)
{
  if (m->relocatable)
    return 0; /* RELA: the addend is in the relocation */
  return f->addr
         - (m->target == SFM_TO_V2 ? m->section_addr
                                   : layout_field_addr (m, idx));
}

/* Keep the keys of kept functions.  */
static void
drop_lost (struct sfm_merger *m)
{
  size_t out = 0;

  for (size_t i = 0; i < m->key_count; i++)
    if (func_kept (&m->funcs[m->keys[i].func]))
      m->keys[out++] = m->keys[i];
  m->key_count = out;
}

/* Add up what is kept.  */
static sfm_status
sum_sizes (struct sfm_merger *m, struct sfm_diag *diag)
{
  uint64_t rows = 0, bytes = 0;

  for (size_t i = 0; i < m->key_count; i++)
    {
      const struct func *f = &m->funcs[m->keys[i].func];
      rows += f->out_rows;
      bytes += f->out_rows_size;
    }
  bytes += (uint64_t) m->key_count * layout_attr_size (m);
  m->out_rows = rows;
  m->out_rows_size = bytes;
  m->size = SFRAME_HEADER_SIZE + (uint64_t) m->key_count * layout_fde_size (m)
            + bytes;
  if (m->size > m->max_bytes || rows > UINT32_MAX)
    {
      uint64_t size = m->size;
      m->size = 0;
      return status_fail (diag, SFM_ERR_LIMIT, 0,
                          "the merged section would have %" PRIu64
                          " bytes and %" PRIu64 " rows, the limit is %" PRIu64,
                          size, rows, m->max_bytes);
    }
  return SFM_OK;
}

/* Whether START, a value of the start field, fits into 32 bits.  */
static bool
fits_32 (uint64_t start)
{
  return start + UINT64_C (0x80000000) <= UINT32_MAX;
}

/* Take out the functions whose start does not fit.  A start depends on how
   many functions stay in front of it, and on nothing behind, so one pass in
   order is exact.  */
static void
drop_far (struct sfm_merger *m)
{
  size_t out = 0;

  if (m->target == SFM_TO_V3)
    return;
  for (size_t i = 0; i < m->key_count; i++)
    {
      struct func *f = &m->funcs[m->keys[i].func];
      if (fits_32 (layout_start (m, f, out)))
        m->keys[out++] = m->keys[i];
      else
        func_lose (f, SFM_LOSS_RANGE);
    }
  m->key_count = out;
}

/* Sizes of what is kept, plain or compact.  */
static sfm_status
set_sizes (struct sfm_merger *m, struct sfm_diag *diag)
{
  drop_far (m);
  TRY (sum_sizes (m, diag));
  return m->share ? compact_rows (m, diag) : SFM_OK;
}

/* Bytes of the output that optional functions alone need.  */
static uint64_t
optional_size (const struct sfm_merger *m)
{
  uint64_t size = 0;

  for (size_t i = 0; i < m->key_count; i++)
    {
      const struct func *f = &m->funcs[m->keys[i].func];
      if (!(f->flags & FUNC_OPTIONAL))
        continue;
      size += layout_fde_size (m);
      if (m->packed == NULL)
        size += (uint64_t) layout_attr_size (m) + f->out_rows_size;
    }
  return m->packed == NULL ? size : size + m->optional_size;
}

sfm_status
layout_section (struct sfm_merger *m, uint64_t room, struct sfm_diag *diag)
{
  TRY (set_sizes (m, diag));
  if (m->size <= room)
    return SFM_OK;
  if (m->size - optional_size (m) > room)
    return SFM_OK; /* it would not help */
  for (size_t i = 0; i < m->key_count; i++)
    {
      struct func *f = &m->funcs[m->keys[i].func];
      if (f->flags & FUNC_OPTIONAL)
        func_lose (f, SFM_LOSS_NO_ROOM);
    }
  drop_lost (m);
  return set_sizes (m, diag);
}
