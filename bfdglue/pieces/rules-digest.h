/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rules-digest.h - the contents of a piece's functions as numbers to
   compare.  */

#ifndef BFDGLUE_RULES_DIGEST_H
#define BFDGLUE_RULES_DIGEST_H

#include "sfmerge.h"

/* Fill DIGESTS, an element an FDE, with the digests of PIECE's functions
   (sfm_fde_digest).  PLACES
   gives block sizes where they are known, or is NULL.  A function with a
   row that has no rules (an assembler writes impossible registers) gets a
   digest of its size alone.  CORRUPT and TRUNC as sfm_fde_digest; LIMIT if
   the functions share rows without measure.  */
sfm_status digest_piece (const struct sfm_piece *piece,
                         const struct sfm_place *places, uint64_t *digests,
                         struct sfm_diag *diag) SFM_CHECKED;

#endif /* BFDGLUE_RULES_DIGEST_H */
