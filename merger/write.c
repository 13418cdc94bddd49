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

/* F's info byte as the target has it.  */
static uint8_t
func_info (const struct sfm_merger *m, const struct func *f)
{
  uint8_t info
      = (uint8_t) ((f->info & ~FDE_INFO_FRE_TYPE) | rebuild_fre_type (f));

  return m->target == SFM_TO_V3 ? info : info & (uint8_t) ~FDE_INFO_SIGNAL;
}

/* The FDE of F, number IDX, and its attribute block.  */
static void
write_fde (struct writer *w, const struct func *f, size_t idx)
{
  uint64_t start = layout_start (w->m, f, idx);
  uint32_t fre_off = (uint32_t) (w->rows - w->rows_begin);
  uint8_t *p = w->fde;

  if (w->m->target == SFM_TO_V3)
    {
      bool flex = (f->flags & (FUNC_FLEX | FUNC_TO_FLEX)) != 0;
      put_u64 (p, start, w->big);
      put_u32 (p + 8, f->size, w->big);
      put_u32 (p + 12, fre_off, w->big);
      put_u16 (w->rows, (uint16_t) f->out_rows, w->big);
      w->rows[2] = func_info (w->m, f);
      w->rows[3] = flex ? FDE_TYPE_FLEX : FDE_TYPE_DEFAULT;
      w->rows[4] = f->rep_size;
      w->rows += FDE_ATTR_SIZE;
      w->fde += FDE_SIZE_V3;
      return;
    }
  put_u32 (p, (uint32_t) start, w->big);
  put_u32 (p + 4, f->size, w->big);
  put_u32 (p + 8, fre_off, w->big);
  put_u32 (p + 12, f->out_rows, w->big);
  p[16] = func_info (w->m, f);
  p[17] = f->rep_size;
  put_u16 (p + 18, 0, w->big);
  w->fde += FDE_SIZE_V2;
}

static sfm_status
write_rows (struct writer *w, const struct func *f, struct sfm_diag *diag)
{
  if (f->flags & FUNC_REBUILD)
    {
      uint32_t rows;
      uint64_t size;
      TRY (rebuild_rows (w->m, f, w->rows, &rows, &size, diag));
      w->rows += size;
      return SFM_OK;
    }
  const struct sfm_piece *piece = func_piece (w->m, f);
  memcpy (w->rows, piece->bytes + piece->fres + f->rows, f->rows_size);
  w->rows += f->rows_size;
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
  for (size_t i = 0; i < m->key_count; i++)
    {
      const struct func *f = &m->funcs[m->keys[i].func];
      write_fde (&w, f, i);
      TRY (write_rows (&w, f, diag));
    }
  /* Only if the bytes of an input changed between plan and write.  */
  if (w.rows != out + m->size)
    return status_fail (diag, SFM_ERR_USAGE, 0,
                        "the rows took %td bytes, planned were %" PRIu64,
                        w.rows - w.rows_begin, m->out_rows_size);
  return SFM_OK;
}
