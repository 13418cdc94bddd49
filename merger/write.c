/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   write.c - the planned section, in one pass.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "bytes.h"
#include "fde.h"
#include "layout.h"
#include "merger.h"
#include "status.h"

/* Where the next bytes of each area go.  */
struct writer
{
  const struct sfm_merger *m;
  uint8_t *fde;  /* the FDE array */
  uint8_t *rows; /* the FRE sub-section */
  uint8_t *rows_begin;
  bool big;
};

static void
write_header (const struct sfm_merger *m, uint8_t *out, bool big)
{
  const struct sfm_piece *first = &m->sources[0].piece;

  put_u16 (out, SFRAME_MAGIC, big);
  out[2] = m->target == SFM_TO_V3 ? 3 : 2;
  out[3] = layout_flags (m);
  out[4] = first->abi;
  out[5] = (uint8_t) first->fixed_fp;
  out[6] = (uint8_t) first->fixed_ra;
  out[7] = 0; /* sfh_auxhdr_len */
  put_u32 (out + 8, (uint32_t) m->key_count, big);
  put_u32 (out + 12, (uint32_t) m->out_rows, big);
  put_u32 (out + 16, (uint32_t) m->out_rows_size, big);
  put_u32 (out + 20, 0, big); /* sfh_fdeoff */
  put_u32 (out + 24, (uint32_t) (m->key_count * layout_fde_size (m)), big);
}

static inline void
put_attr (const struct sfm_merger *m, const struct func *f, uint32_t rows,
          uint8_t fre_type, uint8_t *out)
{
  bool flex = (f->flags & (FUNC_FLEX | FUNC_TO_FLEX)) != 0;

  put_u16 (out, (uint16_t) rows, m->sources[0].piece.big_endian);
  out[2] = (uint8_t) ((f->info & ~FDE_INFO_FRE_TYPE) | fre_type);
  out[3] = flex ? FDE_TYPE_FLEX : FDE_TYPE_DEFAULT;
  out[4] = f->rep_size;
}

void
write_attr (const struct sfm_merger *m, const struct func *f, uint32_t rows,
            uint8_t fre_type, uint8_t *out)
{
  put_attr (m, f, rows, fre_type, out);
}

/* The FDE of F, number IDX, whose ROWS rows of FRE_TYPE begin FRE_OFF bytes
   into the FRE sub-section, in V3 with the attribute block.  */
static inline void
write_fde (struct writer *w, const struct func *f, size_t idx,
           uint32_t fre_off, uint32_t rows, uint8_t fre_type)
{
  uint64_t start = layout_start (w->m, f, idx);
  uint8_t *p = w->fde;

  if (w->m->target == SFM_TO_V3)
    {
      put_u64 (p, start, w->big);
      put_u32 (p + 8, f->size, w->big);
      put_u32 (p + 12, fre_off, w->big);
      w->fde += FDE_SIZE_V3;
      return;
    }
  put_u32 (p, (uint32_t) start, w->big);
  put_u32 (p + 4, f->size, w->big);
  put_u32 (p + 8, fre_off, w->big);
  put_u32 (p + 12, rows, w->big);
  p[16] = (uint8_t) ((f->info & ~(FDE_INFO_FRE_TYPE | FDE_INFO_SIGNAL))
                     | fre_type);
  p[17] = f->rep_size;
  put_u16 (p + 18, 0, w->big);
  w->fde += FDE_SIZE_V2;
}

/* The rows of F, which are not to be rebuilt.  */
static inline void
copy_rows (const struct sfm_merger *m, const struct func *f, uint8_t *out)
{
  const struct sfm_piece *piece = func_piece (m, f);

  memcpy (out, piece->bytes + piece->fres + f->rows, f->out_rows_size);
}

sfm_status
write_rows (const struct sfm_merger *m, const struct func *f, uint8_t *out,
            struct sfm_diag *diag)
{
  if (f->flags & FUNC_REBUILD)
    {
      uint32_t rows;
      uint64_t size;
      TRY (rebuild_rows (m, f, out, &rows, &size, diag));
      /* Only if the bytes of an input changed since the plan.  */
      if (rows != f->out_rows || size != f->out_rows_size)
        return status_fail (diag, SFM_ERR_USAGE, 0,
                            "the rows of the function at 0x%" PRIx64
                            " took %" PRIu64 " bytes, planned were %" PRIu32,
                            f->addr, size, f->out_rows_size);
      return SFM_OK;
    }
  copy_rows (m, f, out);
  return SFM_OK;
}

/* FDEs and rows of a compact plan, which has all but the FDEs ready.  */
static void
write_packed (struct writer *w)
{
  const struct sfm_merger *m = w->m;

  for (size_t i = 0; i < m->key_count; i++)
    {
      const struct packed *p = &m->packed[i];
      write_fde (w, &m->funcs[m->keys[i].func], i, p->block, p->rows,
                 p->attr & FDE_INFO_FRE_TYPE);
    }
  memcpy (w->rows, m->packed_rows, (size_t) m->out_rows_size);
}

/* FDEs and rows, function by function.  */
static sfm_status
write_plain (struct writer *w, struct sfm_diag *diag)
{
  const struct sfm_merger *m = w->m;

  for (size_t i = 0; i < m->key_count; i++)
    {
      const struct func *f = &m->funcs[m->keys[i].func];
      uint8_t type = rebuild_fre_type (f);
      write_fde (w, f, i, (uint32_t) (w->rows - w->rows_begin), f->out_rows,
                 type);
      if (m->target == SFM_TO_V3)
        {
          put_attr (m, f, f->out_rows, type, w->rows);
          w->rows += FDE_ATTR_SIZE;
        }
      if (f->flags & FUNC_REBUILD)
        TRY (write_rows (m, f, w->rows, diag));
      else
        copy_rows (m, f, w->rows);
      w->rows += f->out_rows_size;
    }
  return SFM_OK;
}

sfm_status
write_section (const struct sfm_merger *m, uint8_t *out, struct sfm_diag *diag)
{
  uint8_t *fdes = out + SFRAME_HEADER_SIZE;
  struct writer w = { .m = m, .fde = fdes };

  w.rows = w.rows_begin = fdes + m->key_count * layout_fde_size (m);
  w.big = m->sources[0].piece.big_endian;
  write_header (m, out, w.big);
  if (m->packed != NULL)
    {
      write_packed (&w);
      return SFM_OK;
    }
  return write_plain (&w, diag);
}
