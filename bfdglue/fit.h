/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fit.h - which section of an image takes the merged section.  */

#ifndef BFDGLUE_FIT_H
#define BFDGLUE_FIT_H

#include "elf-image.h"
#include "elf-room.h"
#include "own.h"

/* Plan MERGER for the best place in IMAGE and say which in *ROOM: of the
   sections called .sframe or .sframe_raw the one with more room, else of
   those called .sframe_reserve, else PT_GNU_SFRAME's range if there are no
   section headers.  Where SHARE lets it choose, the plan is plain if that
   fits there, else compact, before the next place is tried.  A place where
   all fits is better than one for which PLT functions must go.  Statuses:
   LIMIT (it fits nowhere; both sizes are said), UNSUPP (there is no such
   section), NOMEM, CORRUPT.  */
sfm_status fit_plan (const struct image *image, const struct own *own,
                     struct sfm_merger *merger, enum sfm_share share,
                     struct room *room, const struct say *sink) SFM_CHECKED;

#endif /* BFDGLUE_FIT_H */
