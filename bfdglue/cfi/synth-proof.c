/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   synth-proof.c - the proof that a function says what call frame information
   does.

   Theory of operation.  Nearly every function is a whole FDE's, and has the
   digest of its rules: that is proof enough, as it is for existing functions
   (row-proof.c).  A part of an FDE, and what call frame information says in
   another way than rows do, are compared at each address where either
   changes, which takes ten times as long.  */

#include "config.h"

#include "eh-frame.h"
#include "sfmerge-tool.h"

uint32_t
first_described (const struct sfm_piece *piece, const struct sfm_fde *fde)
{
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_diag diag;

  sfm_rows_begin (piece, fde, &rows);
  /* Starts rise, so that no later row covers what the first does not.  */
  if (sfm_rows_next (&rows, &row, &diag) != SFM_OK || row.start >= fde->size
      || (fde->mask && row.start != 0))
    return fde->size;
  return row.start;
}

void
synth_counts_add (struct synth_counts *sum, const struct synth_counts *counts)
{
#define SYNTH_X(member) sum->member += counts->member;
  SYNTH_COUNTS (SYNTH_X)
#undef SYNTH_X
  for (unsigned i = 0; i < SFM_REFUSAL_COUNT; i++)
    sum->by_reason[i] += counts->by_reason[i];
  for (unsigned i = 0; i < SFM_CFI_PROBLEM_COUNT; i++)
    sum->by_cfi[i] += counts->by_cfi[i];
}

void
synth_counts_refuse (struct synth_counts *counts,
                     const struct sfm_refusal *refusal)
{
  counts->refused++;
  counts->by_reason[refusal->reason]++;
  if (refusal->reason == SFM_REFUSED_CFI)
    counts->by_cfi[refusal->cfi]++;
}

bool
synth_equal (const struct sfm_piece *piece, uint32_t idx, uint64_t rules,
             struct sfm_digest_cache *cache, uint32_t *size)
{
  struct sfm_fde entry;
  struct sfm_diag diag;
  uint64_t digest;

  if (rules == 0 || sfm_fde_read (piece, idx, &entry, &diag) != SFM_OK
      || sfm_fde_digest (piece, &entry, 0, cache, &digest, &diag) != SFM_OK)
    return false;
  *size = entry.size;
  return digest == rules;
}

bool
synth_proves (const struct sfm_piece *piece, uint32_t idx, uint64_t addr,
              const struct sfm_cfi_section *section,
              const struct sfm_cfi_fde *fde, uint32_t *size)
{
  struct sfm_cfi_difference difference;
  struct sfm_fde entry;
  struct sfm_diag diag;
  uint64_t rules;

  if (addr == fde->start
      && sfm_cfi_digest (section, fde, NULL, &rules, &diag) == SFM_OK
      && synth_equal (piece, idx, rules, NULL, size))
    return true;
  if (sfm_fde_read (piece, idx, &entry, &diag) != SFM_OK
      || sfm_cfi_compare (piece, &entry, addr, 0, section, fde, &difference,
                          &diag)
             != SFM_OK)
    return false;
  *size = entry.size;
  return difference.verdict == SFM_CFI_AGREES
         && entry.signal == fde->cie.signal
         && entry.pauth_b == fde->cie.pauth_b
         && first_described (piece, &entry) == 0;
}
