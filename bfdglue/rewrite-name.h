/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rewrite-name.h - making a section's name .sframe, for rewrite-image.c.  */

#ifndef BFDGLUE_REWRITE_NAME_H
#define BFDGLUE_REWRITE_NAME_H

#include "rewrite-image.h"

/* True if section number IDX of IMAGE has one of the names that a merged or
   still unmerged section has in an image: .sframe, .sframe_raw or
   .sframe_reserve.  */
bool name_is_sframe (const struct image *image, uint32_t idx);

/* Call section number IDX of IMAGE .sframe in COPY, unless it is, and note in
   RESULT what came of it.  */
void name_set (const struct image *image, uint8_t *copy, uint32_t idx,
               struct rewrite_result *result);

/* Let section number IDX of IMAGE, which is to be empty, not be called .sframe
   in COPY.  */
void name_hide (const struct image *image, uint8_t *copy, uint32_t idx);

#endif /* BFDGLUE_REWRITE_NAME_H */
