/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-headers.h - decoding of an image's headers, for elf-open.c.  */

#ifndef BFDGLUE_ELF_HEADERS_H
#define BFDGLUE_ELF_HEADERS_H

#include "elf-image.h"

/* Fill the rest of IMAGE from its bytes, size and path.  Statuses as for
   image_open; what was taken is then still in IMAGE, for image_close.  */
sfm_status headers_decode (struct image *image, bool allow_rel,
                           const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_ELF_HEADERS_H */
