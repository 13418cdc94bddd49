/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   output-options.h - what the options of mergers and builders share.  */

#ifndef MERGER_OUTPUT_OPTIONS_H
#define MERGER_OUTPUT_OPTIONS_H

#include "sfmerge.h"

/* Indices of functions are 32-bit, and sums of two must stay so.  */
#define OUTPUT_MAX_FUNCTIONS UINT64_C (0x7fffffff)

/* The header's lengths and offsets are 32-bit.  */
#define OUTPUT_MAX_BYTES UINT64_C (0xffffffff)

/* Check members that all options have.  ALLOC and RELEASE: whether the
   function is given.  Statuses: USAGE, UNSUPP.  */
sfm_status output_options_check (enum sfm_target target, uint64_t reader,
                                 bool alloc, bool release,
                                 struct sfm_diag *diag);

/* The limit GIVEN, which is 0 for the default, as far as MOST allows.  */
static inline uint64_t
output_limit (uint64_t given, uint64_t most)
{
  return given != 0 && given < most ? given : most;
}

#endif /* MERGER_OUTPUT_OPTIONS_H */
