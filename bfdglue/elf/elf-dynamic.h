/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-dynamic.h - the dynamic section of an image.  */

#ifndef BFDGLUE_ELF_DYNAMIC_H
#define BFDGLUE_ELF_DYNAMIC_H

#include "elf-image.h"

/* Whether the first PT_DYNAMIC of IMAGE has an entry of TAG before its end;
   sets *VALUE to the first one's.  */
bool dynamic_find (const struct image *image, uint64_t tag, uint64_t *value);

/* Whether IMAGE names LIBRARY as one that it needs.  */
bool dynamic_needs (const struct image *image, const char *library);

/* Whether IMAGE needs other objects to run, or is a shared object: it was not
   linked statically.  */
bool dynamic_linked (const struct image *image);

#endif /* BFDGLUE_ELF_DYNAMIC_H */
