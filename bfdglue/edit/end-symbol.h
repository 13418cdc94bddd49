/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   end-symbol.h - symbols that mark where a section ends.  */

#ifndef BFDGLUE_END_SYMBOL_H
#define BFDGLUE_END_SYMBOL_H

#include "elf-image.h"

/* Whether a symbol of IMAGE marks the end of section IDX, which is not empty:
   code finds the section's bytes by it, and not by headers.  */
bool end_symbol_at (const struct image *image, uint32_t idx);

#endif /* BFDGLUE_END_SYMBOL_H */
