/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   synth-proof.c - the proof that a function says what call frame information
   does.  */

#include "config.h"

#include "synth-proof.h"

/* Whether the first row of FDE of PIECE holds from the start on.  */
static bool
starts_at_0 (const struct sfm_piece *piece, const struct sfm_fde *fde)
{
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_diag diag;

  sfm_rows_begin (piece, fde, &rows);
  return sfm_rows_next (&rows, &row, &diag) == SFM_OK && row.start == 0;
}

bool
synth_proves (const struct sfm_piece *piece, uint32_t idx, uint64_t addr,
              const struct sfm_cfi_section *section,
              const struct sfm_cfi_fde *fde, uint32_t *size)
{
  struct sfm_cfi_difference difference;
  struct sfm_fde entry;
  struct sfm_diag diag;

  if (sfm_fde_read (piece, idx, &entry, &diag) != SFM_OK
      || sfm_cfi_compare (piece, &entry, addr, 0, section, fde, &difference,
                          &diag)
             != SFM_OK)
    return false;
  *size = entry.size;
  return difference.verdict == SFM_CFI_AGREES
         && entry.signal == fde->cie.signal
         && entry.pauth_b == fde->cie.pauth_b && starts_at_0 (piece, &entry);
}
