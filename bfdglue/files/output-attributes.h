/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-attributes.h - owner, mode and extended attributes of an output.  */

#ifndef BFDGLUE_OUTPUT_ATTRIBUTES_H
#define BFDGLUE_OUTPUT_ATTRIBUTES_H

#include "diag.h"

/* Give the file FD, which is to become PATH, the owner, mode and extended
   attributes of the file open as LIKE.  LIKE is no path: that may lead to
   another's file by then, whose rights the new content would get.  What cannot
   be kept gives a warning; rights that would then go to somebody else are
   dropped.  Statuses: IO, NOMEM.  */
sfm_status attributes_copy (int fd, const char *path, int like,
                            const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_OUTPUT_ATTRIBUTES_H */
