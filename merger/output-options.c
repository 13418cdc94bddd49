/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   output-options.c - what the options of mergers and builders share.  */

#include "config.h"

#include <inttypes.h>

#include "engine.h"

enum
{
  READER_BITS = SFM_READER_STRICT | SFM_READER_NO_FLEX | SFM_READER_NO_MASK
                | SFM_READER_STOPS | SFM_READER_NO_EMPTY
};

sfm_status
output_options_check (enum sfm_target target, uint64_t reader, bool alloc,
                      bool release, struct sfm_diag *diag)
{
  if ((reader & ~(uint64_t) READER_BITS) != 0)
    return status_fail (diag, SFM_ERR_UNSUPP, 0,
                        "the bits 0x%" PRIx64
                        " of the reader are not all among the known 0x%x",
                        reader, (unsigned) READER_BITS);
  if (alloc != release)
    return status_fail (diag, SFM_ERR_USAGE, 0,
                        "alloc and release must be given together");
  if (target > SFM_TO_V3)
    return status_fail (diag, SFM_ERR_USAGE, 0, "no target %d", (int) target);
  return SFM_OK;
}
