/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   verify.c - the written section means what the inputs mean.

   Theory of operation.  The output is read back with the reader, which does
   not depend on the writer.  Header and every FDE are compared with the plan
   [verify_header, verify_fde].  The rows are compared with those of the input,
   as bytes if these are equal, else rule by rule at every address
   [verify_rows].  Whether the section is well formed is left to the checker
   (check.c).  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "engine.h"
#include "fde.h"
#include "merger.h"
#include "output-format.h"
#include "rows.h"

static sfm_status
verify_header (const struct sfm_merger *m, const struct sfm_piece *piece,
               size_t size, struct sfm_diag *diag)
{
  const struct sfm_piece *first = &m->sources[0].piece;
  uint8_t version = m->target == SFM_TO_V3 ? 3 : 2;

  if (piece->version != version || piece->flags != output_flags (m))
    return sfm_fail (
        diag, SFM_ERR_CORRUPT, 0,
        "the output has version %u and flags 0x%x, planned were %u "
        "and 0x%x",
        piece->version, piece->flags, version, output_flags (m));
  if (piece->abi != first->abi || piece->fixed_fp != first->fixed_fp
      || piece->fixed_ra != first->fixed_ra || piece->auxhdr_len != 0
      || piece->fdeoff != 0)
    return sfm_fail (diag, SFM_ERR_CORRUPT, 4,
                     "the output's header differs from the plan");
  if (piece->num_fdes != m->key_count || piece->num_fres != m->out_rows
      || piece->end != size || size != m->size)
    return sfm_fail (diag, SFM_ERR_CORRUPT, 8,
                     "the output has %" PRIu32 " FDEs, %" PRIu32
                     " FREs and %zu bytes, planned were %zu, %" PRIu64
                     " and %" PRIu64,
                     piece->num_fdes, piece->num_fres, size, m->key_count,
                     m->out_rows, m->size);
  return SFM_OK;
}

/* Compare FDE, read from the output, with F, which should have ROWS rows
   there.  */
static sfm_status
verify_fde (const struct sfm_merger *m, const struct sfm_fde *fde,
            const struct func *f, uint32_t rows, struct sfm_diag *diag)
{
  enum sfm_start_base start_base
      = m->target == SFM_TO_V2 ? SFM_START_BASE_SECTION : SFM_START_BASE_FIELD;
  uint64_t addr = m->relocatable
                      ? f->addr + (uint64_t) fde->start
                      : sfm_fde_address (fde, m->section_addr, start_base);
  uint8_t kind = func_out_kind (f, true), rep = func_out_rep (f, true);

  if (addr != f->addr || fde->size != func_out_bytes (f))
    return sfm_fail (diag, SFM_ERR_CORRUPT, fde->field,
                     "the output has a function at 0x%" PRIx64 " of %" PRIu32
                     " bytes, planned was 0x%" PRIx64 " of %" PRIu32,
                     addr, fde->size, f->addr, func_out_bytes (f));
  if ((fde->info & ~FDE_INFO_FRE_TYPE) != kind || fde->rep_size != rep
      || fde->num_fres != rows)
    return sfm_fail (diag, SFM_ERR_CORRUPT, fde->field,
                     "the output has info 0x%x, block size %u and %" PRIu32
                     " rows, planned were 0x%x, %u and %" PRIu32,
                     fde->info, fde->rep_size, fde->num_fres, kind, rep, rows);
  return SFM_OK;
}

static sfm_status
verify_rows (const struct sfm_merger *m, const struct sfm_piece *piece,
             const struct sfm_fde *fde, const struct func *f,
             struct sfm_diag *diag)
{
  const struct sfm_piece *in_piece = func_piece (m, f);
  struct effective in, out;
  struct sfm_fde in_fde;
  uint32_t base, start;
  bool equal;

  if (!(f->flags & FUNC_REBUILD) && fde->flex == ((f->flags & FUNC_FLEX) != 0)
      && fde->fre_type == (f->info & FDE_INFO_FRE_TYPE)
      && fde->num_fres == f->num_fres && f->rows_size <= piece->end - fde->rows
      && memcmp (piece->bytes + fde->rows,
                 in_piece->bytes + in_piece->fres + f->rows, f->rows_size)
             == 0)
    return SFM_OK;
  sfm_func_view (m, f, &in_fde, &base);
  if (f->flags & FUNC_UNROLL)
    TRY (sfm_effective_unroll (&in, in_piece, &in_fde, f->rep_size, diag));
  else
    TRY (
        sfm_effective_begin (&in, in_piece, &in_fde, base, f->rep_size, diag));
  TRY (sfm_effective_begin (&out, piece, fde, 0, fde->rep_size, diag));
  TRY (sfm_compare_effective (&in, &out, &equal, &start, diag));
  if (!equal)
    return sfm_fail (diag, SFM_ERR_CORRUPT, fde->rows,
                     "the rules of the function at 0x%" PRIx64
                     " differ from its input's at +0x%" PRIx32,
                     f->addr, start);
  return SFM_OK;
}

sfm_status
sfm_merger_verify (const struct sfm_merger *m, const void *buffer, size_t size,
                   struct sfm_diag *diag)
{
  struct sfm_piece piece;
  struct sfm_fde fde;

  if (m->size == 0)
    return sfm_fail (diag, SFM_ERR_USAGE, 0, "nothing is planned");
  TRY (sfm_piece_open (buffer, size, 0, &piece, diag));
  TRY (verify_header (m, &piece, size, diag));
  for (size_t i = 0; i < m->key_count; i++)
    {
      const struct func *f = func_at (m, i);
      TRY (sfm_fde_read (&piece, (uint32_t) i, &fde, diag));
      TRY (verify_fde (m, &fde, f,
                       m->offsets != NULL ? block_rows (block_at (m, i))
                                          : func_out_rows (m, f),
                       diag));
      TRY (verify_rows (m, &piece, &fde, f, diag));
    }
  return SFM_OK;
}
