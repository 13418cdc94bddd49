/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   write.c - writing the planned section, in one pass.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "bytes.h"
#include "engine.h"
#include "fde.h"
#include "merger.h"
#include "output-format.h"

/* The section being written.  */
struct section
{
  const struct sfm_merger *m;
  uint8_t *fdes;
  uint8_t *rows; /* the FRE sub-section */
  bool big;
};

static void
write_header (const struct sfm_merger *m, uint8_t *out, bool big)
{
  const struct sfm_piece *first = &m->sources[0].piece;

  put_u16 (out, SFM_MAGIC, big);
  out[2] = m->target == SFM_TO_V3 ? 3 : 2;
  out[3] = output_flags (m);
  out[4] = first->abi;
  out[5] = (uint8_t) first->fixed_fp;
  out[6] = (uint8_t) first->fixed_ra;
  out[7] = 0; /* sfh_auxhdr_len */
  put_u32 (out + 8, (uint32_t) m->key_count, big);
  put_u32 (out + 12, (uint32_t) m->out_rows, big);
  put_u32 (out + 16, (uint32_t) m->out_rows_size, big);
  put_u32 (out + 20, 0, big); /* sfh_fdeoff */
  put_u32 (out + 24, (uint32_t) (m->key_count * output_fde_size (m)), big);
}

static ALWAYS_INLINE void
put_attr (const struct func *f, bool rebuild, uint32_t rows, uint8_t fre_type,
          const bool big, uint8_t *out)
{
  bool flex = (f->flags & (FUNC_FLEX | FUNC_TO_FLEX)) != 0;

  put_u16 (out, (uint16_t) rows, big);
  out[2] = (uint8_t) (func_out_kind (f, rebuild) | fre_type);
  out[3] = flex ? FDE_TYPE_FLEX : FDE_TYPE_DEFAULT;
  out[4] = func_out_rep (f, rebuild);
}

/* Write the FDE of F to P.  Its ROWS rows of FRE_TYPE, in V3 its attribute
   block, begin FRE_OFF bytes into the FRE sub-section.  */
static ALWAYS_INLINE void
put_fde (const struct func *f, bool rebuild, uint64_t start, uint32_t fre_off,
         uint32_t rows, uint8_t fre_type, const bool v3, const bool big,
         uint8_t *p)
{
  if (v3)
    {
      put_u64 (p, start, big);
      put_u32 (p + 8, func_out_bytes (f), big);
      put_u32 (p + 12, fre_off, big);
      return;
    }
  put_u32 (p, (uint32_t) start, big);
  put_u32 (p + 4, func_out_bytes (f), big);
  put_u32 (p + 8, fre_off, big);
  put_u32 (p + 12, rows, big);
  p[16] = (uint8_t) (func_out_kind (f, rebuild) | fre_type);
  p[17] = func_out_rep (f, rebuild);
  put_u16 (p + 18, 0, big);
}

sfm_status
sfm_write_rows (const struct sfm_merger *m, const struct func *f, uint8_t *out,
                struct sfm_diag *diag)
{
  if (f->flags & FUNC_REBUILD)
    {
      uint32_t rows;
      uint64_t size;
      TRY (sfm_rebuild_rows (m, f, out, &rows, &size, diag));
      /* Happens only if the input bytes have changed since the plan.  */
      if (rows != func_out_rows (m, f) || size != func_out_size (m, f))
        return sfm_fail (diag, SFM_ERR_USAGE, 0,
                         "the rows of the function at 0x%" PRIx64
                         " took %" PRIu64 " bytes, planned were %" PRIu32,
                         f->addr, size, func_out_size (m, f));
      return SFM_OK;
    }
  memcpy (out, func_rows (m, f), f->rows_size);
  return SFM_OK;
}

/* Prefetch what write_compact needs after function IDX if the order is
   scattered; USED bytes of the FRE sub-section have been written.  */
static ALWAYS_INLINE void
prefetch_owned (const struct sfm_merger *m, size_t idx, size_t used)
{
  if (!m->scattered || m->key_count - idx <= AHEAD)
    return;
  prefetch (func_at (m, idx + AHEAD));
  if (m->offsets[idx + AHEAD / 2] >= used)
    prefetch (block_at (m, idx + AHEAD / 2)->bytes);
}

/* Write FDEs and rows of a compact plan.  The block of a function is written
   when its offset is the next that is free (layout.c).  */
static ALWAYS_INLINE void
write_compact (const struct section *s, const bool v3, const bool big)
{
  const struct sfm_merger *m = s->m;
  const uint32_t *offsets = m->offsets;
  const size_t count = m->key_count;
  const size_t fde_size = v3 ? FDE_SIZE_V3 : FDE_SIZE_V2;
  const uint64_t step = m->target == SFM_TO_V2 ? 0 : fde_size;
  uint64_t base = output_base (m, 0);
  uint8_t *fde = s->fdes, *rows = s->rows;
  size_t used = 0;

  for (size_t i = 0; i < count; i++, fde += fde_size, base += step)
    {
      prefetch_owned (m, i, used);
      const struct func *f = func_at (m, i);
      const bool owner = offsets[i] == used;
      const struct block *b = block_at (m, i);
      /* V3 needs the offset only if the block is another's.  */
      const uint8_t type
          = v3 && !owner ? 0 : block_attr (b) & FDE_INFO_FRE_TYPE;
      put_fde (f, true, f->addr - base, offsets[i], v3 ? 0 : block_rows (b),
               type, v3, big, fde);
      if (!owner)
        continue;
      if (v3)
        {
          put_attr (f, true, block_rows (b), type, big, rows + used);
          used += FDE_ATTR_SIZE;
        }
      memcpy (rows + used, b->bytes, b->size);
      used += b->size;
    }
}

/* Write FDEs and rows of the functions from FROM up to TO in the order, one by
   one; the first row goes to ROWS_OFF.  */
static ALWAYS_INLINE sfm_status
write_range (const struct section *s, size_t from, size_t to,
             uint64_t rows_off, const bool v3, const bool big,
             struct sfm_diag *diag)
{
  const struct sfm_merger *m = s->m;
  const size_t fde_size = v3 ? FDE_SIZE_V3 : FDE_SIZE_V2;
  const uint64_t step = m->target == SFM_TO_V2 ? 0 : fde_size;
  uint64_t base = output_base (m, from);
  uint8_t *fde = s->fdes + from * fde_size;
  uint8_t *rows = s->rows + rows_off;

  for (size_t i = from; i < to; i++, fde += fde_size, base += step)
    {
      prefetch_rows (m, i);
      const struct func *f = func_at (m, i);
      const bool rebuild = (f->flags & FUNC_REBUILD) != 0;
      uint32_t count = rebuild ? func_out_rows (m, f) : f->num_fres;
      uint32_t size = rebuild ? func_out_size (m, f) : f->rows_size;
      uint8_t type
          = rebuild ? sfm_rebuild_fre_type (f) : f->info & FDE_INFO_FRE_TYPE;
      put_fde (f, rebuild, m->relocatable ? 0 : f->addr - base,
               (uint32_t) (rows - s->rows), count, type, v3, big, fde);
      if (v3)
        {
          put_attr (f, rebuild, count, type, big, rows);
          rows += FDE_ATTR_SIZE;
        }
      if (rebuild)
        TRY (sfm_write_rows (m, f, rows, diag));
      else
        memcpy (rows, func_rows (m, f), size);
      rows += size;
    }
  return SFM_OK;
}

/* Bytes in the FRE sub-section of the functions from FROM up to TO in the
   order.  */
static uint64_t
range_size (const struct sfm_merger *m, size_t from, size_t to)
{
  uint64_t size = (uint64_t) (to - from) * output_attr_size (m);

  for (size_t i = from; i < to; i++)
    {
      prefetch_func (m, i);
      size += func_out_size (m, func_at (m, i));
    }
  return size;
}

/* The part that one thread writes.  */
struct address_range
{
  const struct section *section;
  size_t from;
  size_t to;
  uint64_t size; /* bytes in the FRE sub-section */
  uint64_t rows_off;
  sfm_status status;
  struct sfm_diag diag;
};

static void
measure_part (void *data, unsigned part)
{
  struct address_range *r = (struct address_range *) data + part;

  r->size = range_size (r->section->m, r->from, r->to);
}

static void
write_part (void *data, unsigned part)
{
  struct address_range *r = (struct address_range *) data + part;
  bool big = r->section->big, v3 = r->section->m->target == SFM_TO_V3;

  if (v3)
    r->status = big ? write_range (r->section, r->from, r->to, r->rows_off,
                                   true, true, &r->diag)
                    : write_range (r->section, r->from, r->to, r->rows_off,
                                   true, false, &r->diag);
  else
    r->status = big ? write_range (r->section, r->from, r->to, r->rows_off,
                                   false, true, &r->diag)
                    : write_range (r->section, r->from, r->to, r->rows_off,
                                   false, false, &r->diag);
}

/* Write FDEs and rows of a plain plan.  The rows of a thread begin at the sum
   of the sizes before, which the threads compute first if there are
   several.  */
static sfm_status
write_plain (const struct section *s, struct sfm_diag *diag)
{
  const size_t count = s->m->key_count;
  unsigned parts = sfm_parallel_parts (s->m->threads, count);
  struct address_range ranges[PARALLEL_MAX];
  uint64_t rows_off = 0;

  for (unsigned i = 0; i < parts; i++)
    {
      struct address_range *r = &ranges[i];
      r->section = s;
      r->from = parallel_first (count, i, parts);
      r->to = parallel_first (count, i + 1, parts);
      r->size = 0;
    }
  if (parts > 1)
    sfm_parallel_run (parts - 1, measure_part, ranges);
  for (unsigned i = 0; i < parts; i++)
    {
      ranges[i].rows_off = rows_off;
      rows_off += ranges[i].size;
    }
  sfm_parallel_run (parts, write_part, ranges);
  for (unsigned i = 0; i < parts; i++)
    if (ranges[i].status != SFM_OK)
      {
        if (diag != NULL)
          *diag = ranges[i].diag;
        return ranges[i].status;
      }
  return SFM_OK;
}

sfm_status
sfm_write_section (const struct sfm_merger *m, uint8_t *out,
                   struct sfm_diag *diag)
{
  uint8_t *fdes = out + SFM_HEADER_SIZE;
  struct section s = { .m = m,
                       .fdes = fdes,
                       .rows = fdes + m->key_count * output_fde_size (m),
                       .big = m->sources[0].piece.big_endian };

  write_header (m, out, s.big);
  if (m->offsets == NULL)
    return write_plain (&s, diag);
  if (m->target == SFM_TO_V3)
    s.big ? write_compact (&s, true, true) : write_compact (&s, true, false);
  else
    s.big ? write_compact (&s, false, true) : write_compact (&s, false, false);
  return SFM_OK;
}
