/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   symbol-index.h - the names of an image's functions, by address.

   For callers that need only names.  function-index.h has everything that
   symbols tell, and takes more than three times the memory.  */

#ifndef BFDGLUE_SYMBOL_INDEX_H
#define BFDGLUE_SYMBOL_INDEX_H

#include "image-symbol.h"

/* A symbol by its address, then how good its name is.  */
struct symbol_address
{
  uint64_t addr;
  uint64_t order; /* the symbol's number; above it, in bits 32 and up, lower
                     numbers for better names */
};

/* All zero is an index without names.  */
struct symbol_index
{
  struct image_symbol table;    /* the first symbol of the table */
  struct symbol_address *addrs; /* sorted, one for each address */
  size_t count;
  size_t last; /* index in ADDRS of the one found last */
};

/* Index the functions and labels in executable sections of IMAGE, which must
   outlive INDEX, from .symtab or, if the image is stripped, .dynsym.  Damaged
   tables and entries supply no names.  Statuses: NOMEM, which is reported.  */
sfm_status symbol_index_read (const struct image *image,
                              struct symbol_index *index,
                              const struct diag_sink *sink) SFM_CHECKED;

/* The name of the function or label at ADDR, or NULL.  Of several, a function
   is preferred to a label, then a global to a weak to a local symbol.  Fast if
   addresses rise from call to call.  */
const char *symbol_index_at (struct symbol_index *index, uint64_t addr);

void symbol_index_free (struct symbol_index *index);

#endif /* BFDGLUE_SYMBOL_INDEX_H */
