/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   end-symbol.h - detect a symbol at the end of a section.  */

#ifndef BFDGLUE_END_SYMBOL_H
#define BFDGLUE_END_SYMBOL_H

#include "elf-image.h"

/* True if section IDX of IMAGE is not empty and a symbol marks its end.  Code
   then finds the section's bytes through the symbol, not through the headers,
   and the section must keep its size.  */
bool end_symbol_at (const struct image *image, uint32_t idx);

#endif /* BFDGLUE_END_SYMBOL_H */
