/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-dynamic.h - the dynamic section of an image.  */

#ifndef BFDGLUE_ELF_DYNAMIC_H
#define BFDGLUE_ELF_DYNAMIC_H

#include "elf-image.h"

/* Get entry IDX of DYNAMIC, a PT_DYNAMIC of IMAGE or NULL.  False: it has no
   more entries.  */
bool dynamic_entry (const struct image *image,
                    const struct image_segment *dynamic, uint64_t idx,
                    uint64_t *tag, uint64_t *value);

/* Set *VALUE to that of the first entry of TAG in the first PT_DYNAMIC of
   IMAGE.  False: there is none.  */
bool dynamic_find (const struct image *image, uint64_t tag, uint64_t *value);

#endif /* BFDGLUE_ELF_DYNAMIC_H */
