/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rewrite-name.h - rename a section to .sframe, for rewrite-image.c.  */

#ifndef BFDGLUE_REWRITE_NAME_H
#define BFDGLUE_REWRITE_NAME_H

#include "patch.h"
#include "rewrite-image.h"

/* Offset of the string ".sframe" in the section names of IMAGE, or 0 if it is
   not there.  IMAGE must have section names.  */
uint32_t name_find (const struct image *image);

/* Rename section IDX of IMAGE to .sframe by PATCH, unless it has that name,
   and set RESULT->renamed or RESULT->rename_failed.  */
void name_set (const struct image *image, const struct patch *patch,
               uint32_t idx, struct rewrite_result *result);

/* Rename section IDX of IMAGE, which is emptied, by PATCH if its name alone
   makes it SFrame data.  */
void name_hide (const struct image *image, const struct patch *patch,
                uint32_t idx);

#endif /* BFDGLUE_REWRITE_NAME_H */
