/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-symbols.h - compare the symbols of an object with those of the
   image.  */

#ifndef BFDGLUE_PLACE_SYMBOLS_H
#define BFDGLUE_PLACE_SYMBOLS_H

#include "code-ranges.h"
#include "function-index.h"
#include "input.h"
#include "pieces.h"
#include "pool.h"
#include "text-function.h"

/* The symbols of one object, by section and value.  */
struct symbol_finder
{
  const struct input_object *object;
  const struct function_index *index;
  const struct code_ranges *code;
  struct pool *pool;
  const struct input_symbol **sorted; /* NULL until symbols_ready */
  size_t near;       /* index + 1 of the image's symbol found last */
  size_t at;         /* index into SORTED after the last look-up */
  bool globals_kept; /* the image would have the object's global names */
  bool locals_kept;  /* and its local ones */
};

void symbols_begin (struct symbol_finder *finder,
                    const struct input_object *object,
                    const struct function_index *index,
                    const struct code_ranges *code, struct pool *pool);

/* Sort the symbols and fill in the rest of FINDER, once.  False: no
   memory.  */
bool symbols_ready (struct symbol_finder *finder);

/* The object's symbols of SECTION, by value; *COUNT is their number.  FINDER
   is ready.  */
const struct input_symbol *const *
symbols_of_section (const struct symbol_finder *finder, uint32_t section,
                    size_t *count);

/* Whether OBJECT has global functions and the image has none of them, although
   it has all its symbols.  */
bool symbols_show_nothing (const struct input_object *object,
                           const struct function_index *index);

/* Whether EXISTING describes a function with the digest of FUNCTION at an
   address whose name only FUNCTION can have.  *IDX is its index.  FINDER is
   ready.  */
bool symbols_described (struct symbol_finder *finder,
                        const struct text_function *function,
                        const struct existing_sframe *existing, size_t *idx);

/* The image's symbol for a strong global name, in no COMDAT group, of the
   function that begins at VALUE of SECTION; NULL if there is none, or
   several.  */
const struct function *symbols_strong (struct symbol_finder *finder,
                                       uint32_t section, uint64_t value);

/* Whether SYMBOL names a PLT entry.  An indirect function's symbol does if the
   function's address must be the same everywhere.  */
bool symbols_in_plt (const struct code_ranges *code,
                     const struct function *symbol);

#endif /* BFDGLUE_PLACE_SYMBOLS_H */
