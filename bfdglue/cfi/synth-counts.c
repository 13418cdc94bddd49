/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   synth-counts.c - counting what becomes of call frame information.  */

#include "config.h"

#include "eh-frame.h"

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
