/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   synth-proof.h - whether a function says what call frame information
   does.  */

#ifndef BFDGLUE_SYNTH_PROOF_H
#define BFDGLUE_SYNTH_PROOF_H

#include <stdbool.h>
#include <stdint.h>

#include "sfmerge.h"

/* Whether function number IDX of PIECE has the digest RULES of call frame
   information (sfm_cfi_digest), not 0: the same rules at every address, the
   same size and marks.  Those of the piece are read from its bytes.  *SIZE is
   set as below.  */
bool synth_equal (const struct sfm_piece *piece, uint32_t idx, uint64_t rules,
                  uint32_t *size);

/* Whether function number IDX of PIECE, at ADDR, says what FDE of SECTION does
   for all of its bytes: the same rules at every address from the first on, and
   the same marks.  *SIZE is set to its bytes.  The instructions are walked
   again, for their digest, or if that differs beside the rows; that shares
   their reader with the making of rows, but nothing else.  */
bool synth_proves (const struct sfm_piece *piece, uint32_t idx, uint64_t addr,
                   const struct sfm_cfi_section *section,
                   const struct sfm_cfi_fde *fde, uint32_t *size);

#endif /* BFDGLUE_SYNTH_PROOF_H */
