/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   synth-counts.h - what call frame information has, and what became of it.  */

#ifndef BFDGLUE_SYNTH_COUNTS_H
#define BFDGLUE_SYNTH_COUNTS_H

#include <stdint.h>

#include "sfmerge.h"

/* X (MEMBER): the counts that are single numbers.  They are of FDEs, but the
   last three of functions of .sframe.  */
#define SYNTH_COUNTS(X)                                                       \
  X (frames)      /* all */                                                   \
  X (described)   /* .sframe has a function for them */                       \
  X (added)       /* they became functions */                                 \
  X (dead)        /* of code that is gone */                                  \
  X (empty)       /* of size 0 */                                             \
  X (outside)     /* not wholly in one section of code */                     \
  X (twice)       /* equal to another one */                                  \
  X (overlapping) /* two claim the same code */                               \
  X (unread)      /* damaged, or relocated inside */                          \
  X (refused)     /* SFrame, or the version, cannot say them */               \
  X (completed)   /* functions that lacked rows for them, and are gone */     \
  X (unfilled)    /* they could become functions; nobody asked for that */    \
  X (replaced)    /* functions that contradicted them, and are gone */        \
  X (kept)        /* functions that contradict them, and stay */

struct synth_counts
{
#define SYNTH_X(member) uint64_t member;
  SYNTH_COUNTS (SYNTH_X)
#undef SYNTH_X
  uint64_t by_reason[SFM_REFUSAL_COUNT];  /* of those refused */
  uint64_t by_cfi[SFM_CFI_PROBLEM_COUNT]; /* of these, those with a problem */
};

/* Add COUNTS to SUM.  */
void synth_counts_add (struct synth_counts *sum,
                       const struct synth_counts *counts);

/* Count an FDE that is refused.  */
void synth_counts_refuse (struct synth_counts *counts,
                          const struct sfm_refusal *refusal);

#endif /* BFDGLUE_SYNTH_COUNTS_H */
