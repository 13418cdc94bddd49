/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-headers.h - decoding of an image's headers, for elf-image.c.  */

#ifndef BFDGLUE_ELF_HEADERS_H
#define BFDGLUE_ELF_HEADERS_H

#include "elf-image.h"

/* Decode the headers of IMAGE, whose path, bytes and size are set.  ALLOW_REL
   accepts a relocatable object.  Statuses: those of image_open; IMAGE needs
   image_close in any case.  */
sfm_status headers_decode (struct image *image, bool allow_rel,
                           const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_ELF_HEADERS_H */
