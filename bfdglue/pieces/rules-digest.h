/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rules-digest.h - digests of a piece's functions, to compare them.  */

#ifndef BFDGLUE_RULES_DIGEST_H
#define BFDGLUE_RULES_DIGEST_H

#include "sfmerge.h"

/* Functions whose digests are known, and which of them probably comes next.
   All zero: none are.  */
struct digest_known
{
  const struct sfm_piece *piece;
  const uint64_t *digests; /* one per FDE */
  uint32_t next;           /* number of the FDE */
};

/* Fill DIGESTS, one per FDE, with the digests of PIECE's functions
   (sfm_fde_digest).  PLACES gives the block sizes where they are known, or is
   NULL.  A function with a row that has no rules (some assemblers write
   impossible registers) gets a digest of its size alone.  SIZES, unless NULL,
   gets their sizes in bytes.  KNOWN, unless NULL,
   saves work for functions that are those of KNOWN->piece, in the same order;
   KNOWN->next moves after them.  Statuses: CORRUPT and TRUNC as
   sfm_fde_digest; LIMIT if functions share rows too often.  */
sfm_status digest_piece (const struct sfm_piece *piece,
                         const struct sfm_place *places,
                         struct digest_known *known, uint64_t *digests,
                         uint32_t *sizes, struct sfm_diag *diag) SFM_CHECKED;

#endif /* BFDGLUE_RULES_DIGEST_H */
