/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object-symbols.h - symbols of an object, sorted by section and value.  */

#ifndef BFDGLUE_OBJECT_SYMBOLS_H
#define BFDGLUE_OBJECT_SYMBOLS_H

#include "input.h"

/* Sort the COUNT pointers at SYMBOLS, which are all of one object, by section,
   then value, then their order in the object.  */
void object_symbols_sort (const struct input_symbol **symbols, size_t count);

/* True if S is before VALUE of SECTION.  */
static inline bool
object_symbol_before (const struct input_symbol *s, uint32_t section,
                      uint64_t value)
{
  return s->section < section || (s->section == section && s->value < value);
}

/* The index of the first of the COUNT sorted SYMBOLS that is at or after VALUE
   of SECTION; COUNT if there is none.  */
size_t object_symbols_first (const struct input_symbol *const *symbols,
                             size_t count, uint32_t section, uint64_t value);

#endif /* BFDGLUE_OBJECT_SYMBOLS_H */
