/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   choose-location.h - choose where in an image the merged section goes.  */

#ifndef BFDGLUE_CHOOSE_LOCATION_H
#define BFDGLUE_CHOOSE_LOCATION_H

#include "elf-image.h"
#include "free-space.h"
#include "phdr-plan.h"
#include "byte-range.h"

/* Plan MERGER for the best location in IMAGE and set *SPACE to it.  Locations
   are tried in this order: the larger of the SFrame sections
   (without section headers, the range of PT_GNU_SFRAME), then the largest
   .sframe_reserve, then, if OPTIONS allow it, a new segment.  A section whose
   end a symbol marks rules out the others.  If SHARE allows both forms, the
   plain plan is tried before the compact one at each location.  Functions of
   PLT code are dropped to save space only if a new segment is impossible.  If
   PT_GNU_SFRAME is missing, OPTIONS may also allow a new program header.
   *PHDR receives the changes for a segment or header, or why there is none.
   PIECES are the PIECE_COUNT existing pieces, in file order.  Each step is
   reported as a detail.

   Statuses: LIMIT (it fits nowhere; the message gives both sizes), UNSUPP
   (there is no such section and none can be added), NOMEM, CORRUPT.  */
sfm_status choose_location (const struct image *image,
                            const struct byte_range *pieces,
                            size_t piece_count, struct sfm_merger *merger,
                            enum sfm_share share,
                            const struct phdr_options *options,
                            struct free_space *space, struct phdr_plan *phdr,
                            const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_CHOOSE_LOCATION_H */
