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

/* Offset of the string ".sframe" in the table of IMAGE's section names, which
   it must have, or 0 if it is not there.  */
uint32_t name_find (const struct image *image);

/* Call section number IDX of IMAGE .sframe in COPY, unless it is, and note in
   RESULT what came of it.  A byte among the names that changes is added to
   CHANGES.  */
void name_set (const struct image *image, uint8_t *copy, uint32_t idx,
               struct rewrite_result *result, struct byte_changes *changes);

/* Let section number IDX of IMAGE, which is to be empty, not be called .sframe
   in COPY.  */
void name_hide (const struct image *image, uint8_t *copy, uint32_t idx);

#endif /* BFDGLUE_REWRITE_NAME_H */
