/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   choose-location.h - which section of an image takes the merged section.  */

#ifndef BFDGLUE_CHOOSE_LOCATION_H
#define BFDGLUE_CHOOSE_LOCATION_H

#include "elf-image.h"
#include "free-space.h"
#include "phdr-plan.h"
#include "byte-range.h"

/* Plan MERGER for the best place in IMAGE and say which in *SPACE: of the
   sections called .sframe or .sframe_raw the one with more room, else of
   those called .sframe_reserve, else PT_GNU_SFRAME's range if there are no
   section headers.  Where SHARE lets it choose, the plan is plain if that
   fits there, else compact, before the next place is tried.  Where it fits
   nowhere, or there is no such place, OPTIONS may allow a new segment, and
   where PT_GNU_SFRAME is missing a new header: what has to be done for either
   is in *PHDR.  Only where there can be no such segment, PLT functions go to
   make the rest fit.  Each step is told as a detail.
   Statuses: LIMIT (it fits nowhere; both sizes are said), UNSUPP (there is no
   such section, nor can there be), NOMEM, CORRUPT.  */
sfm_status choose_location (const struct image *image,
                            const struct byte_range *pieces,
                            size_t piece_count, struct sfm_merger *merger,
                            enum sfm_share share,
                            const struct phdr_options *options,
                            struct free_space *space, struct phdr_plan *phdr,
                            const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_CHOOSE_LOCATION_H */
