/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   frame-relocs.h - call frame information that is relocated when the image
   runs.  */

#ifndef BFDGLUE_FRAME_RELOCS_H
#define BFDGLUE_FRAME_RELOCS_H

#include "elf-image.h"

/* Set *COPY to the SIZE bytes at BYTES, which are at ADDR of IMAGE, with what
   its relative relocations put there, to be freed; or to NULL if they put
   nothing there that BYTES does not have.  Statuses: NOMEM.  */
sfm_status frame_relocs_apply (const struct image *image, const uint8_t *bytes,
                               size_t size, uint64_t addr, uint8_t **copy,
                               const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_FRAME_RELOCS_H */
