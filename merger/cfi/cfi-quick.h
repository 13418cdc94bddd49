/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-quick.h - the digest of call frame information in which nothing is
   unusual.  */

#ifndef MERGER_CFI_QUICK_H
#define MERGER_CFI_QUICK_H

#include "sfmerge.h"

/* Mix the rows that FDE of SECTION means into *DIGEST.  False: something is
   unusual; *DIGEST is unchanged.  */
bool cfi_digest_quick (const struct sfm_cfi_section *section,
                       const struct sfm_cfi_fde *fde, uint64_t *digest);

#endif /* MERGER_CFI_QUICK_H */
