/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   symbol-index.h - the names of an image's functions, by address.

   For those that only want names.  function-index.h has all that symbols tell,
   and takes fourteen times the memory for it.  */

#ifndef BFDGLUE_SYMBOL_INDEX_H
#define BFDGLUE_SYMBOL_INDEX_H

#include "elf-image.h"

/* All zero is an index without names.  */
struct symbol_index
{
  const struct image *image;
  const uint8_t *table; /* the symbol table in the file */
  const char *strings;
  size_t strings_size; /* up to the last NUL */
  uint32_t *order;     /* numbers of symbols, by address, one an address */
  size_t count;
  size_t last; /* found last */
};

/* Index the functions and labels in executable sections of IMAGE, which must
   outlive INDEX, from .symtab or, if it is stripped, .dynsym.  What is damaged
   has no names.  NOMEM only, and said so.  */
sfm_status symbol_index_read (const struct image *image,
                              struct symbol_index *index,
                              const struct diag_sink *sink) SFM_CHECKED;

/* The name of the function or label at ADDR, or NULL: of several a function's
   before a label's, then a global, a weak, a local one.  Quick if addresses
   rise from call to call.  */
const char *symbol_index_at (struct symbol_index *index, uint64_t addr);

void symbol_index_free (struct symbol_index *index);

#endif /* BFDGLUE_SYMBOL_INDEX_H */
