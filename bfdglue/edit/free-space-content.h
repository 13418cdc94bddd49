/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-space-content.h - check whether bytes may be overwritten.  */

#ifndef BFDGLUE_FREE_SPACE_CONTENT_H
#define BFDGLUE_FREE_SPACE_CONTENT_H

#include "free-space.h"

/* Offset of the first byte of IMAGE in [AT, END) that is neither zero nor in
   one of the COUNT PIECES, or END.  PIECES are in file order.  */
uint64_t free_space_find_content (const struct image *image, uint64_t at,
                                  uint64_t end,
                                  const struct byte_range *pieces,
                                  size_t count);

/* CORRUPT, with a message, if the used bytes of SPACE, a section, contain such
   a byte.  */
sfm_status free_space_check_content (const struct image *image,
                                     const struct free_space *space,
                                     const struct byte_range *pieces,
                                     size_t count,
                                     const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_FREE_SPACE_CONTENT_H */
