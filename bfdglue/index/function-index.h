/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   function-index.h - where functions start in an image, according to
   everything but SFrame: .eh_frame and the symbol tables, also those of a
   separate debug file.

   .eh_frame confirms or contradicts an address.  Symbols do that too, and they
   supply addresses where the image's own pieces and the link map have none:
   candidates, which the bytes of the code have to prove.  */

#ifndef BFDGLUE_FUNCTION_INDEX_H
#define BFDGLUE_FUNCTION_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "address-index.h"
#include "eh-frame.h"
#include "elf-image.h"

/* A named function or label of .symtab or .dynsym.  */
struct indexed_symbol
{
  const char *name; /* in a string table of the image or the debug file */
  uint64_t addr;
  uint64_t size;
  uint32_t file;   /* number of the STT_FILE group it is a local of, from 1;
                    0: none */
  bool global : 1; /* or weak */
  bool weak : 1;
  bool dynamic : 1; /* only in .dynsym */
  bool extra : 1;   /* only in the image's .symtab, and there is a debug
                       file */
  bool alone : 1;   /* no other has its name */
};

/* A symbol by its name.  */
struct indexed_name
{
  uint32_t hash; /* of the name */
  uint32_t idx;  /* into evidence.symbols */
};

struct function_index
{
  /* .eh_frame's functions, by address then size.  EH_COMPLETE: as
     eh_functions.complete.  */
  struct eh_function *eh;
  size_t eh_count;
  struct address_index eh_buckets;
  bool eh_complete;
  /* Defined STT_FUNC, STT_GNU_IFUNC and STT_NOTYPE symbols of executable
     sections, by address then size.  What the tables have in common is here
     once.  */
  struct indexed_symbol *symbols;
  size_t symbol_count;
  struct address_index symbol_buckets;
  /* Names of the STT_FILE groups of the debug file's .symtab, or the image's
     if there is no such file, in symbol table order; group N is
     files[N - 1].  */
  const char **files;
  size_t file_count;
  const char **files_by_name; /* the same, ordered by name */
  bool has_symtab;            /* a .symtab was read whole: the image is not
                                 stripped, or there is a debug file */
  bool has_file_locals;       /* an STT_FILE group has a local name */
  /* The same symbols, those of a name together and ordered by size, then
     address; and for the search where those begin whose names' hashes have the
     same bits from NAME_SHIFT on.  */
  struct indexed_name *by_name;
  uint32_t *name_buckets;
  unsigned name_shift;
  uint32_t *position; /* where in it each symbol is */
};

/* Collect the evidence of IMAGE and of DEBUG, its debug file (debug-file.h)
   or NULL, which both must outlive it.  Damage to IMAGE's .eh_frame or symbol
   tables is a warning, and they count as far as they could be read; damage to
   DEBUG's symbol table is an error.  Statuses: NOMEM, CORRUPT.  */
sfm_status function_index_read (const struct image *image,
                                const struct image *debug,
                                struct function_index *index,
                                const struct diag_sink *sink) SFM_CHECKED;

void function_index_free (struct function_index *index);

/* SFM_EVIDENCE_* bits for a function [ADDR, ADDR + SIZE): by .eh_frame if it
   has an FDE that starts there, else by the symbols.  */
uint8_t index_confirms (const struct function_index *index, uint64_t addr,
                        uint64_t size);

/* True if the last symbol before ADDR reaches over it.  */
bool index_inside (const struct function_index *index, uint64_t addr);

/* True if an FDE of .eh_frame starts at ADDR.  */
bool index_has_fde (const struct function_index *index, uint64_t addr);

/* The size of the FDE of .eh_frame that starts at ADDR, of the largest if
   there are several; 0 if none does.  */
uint64_t index_fde_size (const struct function_index *index, uint64_t addr);

/* True if .eh_frame was read whole and contradicts a function [ADDR, ADDR +
   SIZE): no FDE starts at ADDR with that size, but some FDE has bytes of it.
   About bytes that no FDE has, .eh_frame says nothing: objects may be built
   to describe their functions in .sframe alone.  */
bool index_contradicts (const struct function_index *index, uint64_t addr,
                        uint64_t size);

/* The symbols called NAME: sets *FIRST to the first position in by_name and
   returns their number.  */
size_t index_named (const struct function_index *index, const char *name,
                    size_t *first);

/* The same; *NEAR is the number of the symbol where NAME is expected, and
   becomes that behind the one that was found.  Objects are linked as they are,
   so that what comes behind one of their symbols is mostly what comes behind
   it in the image: that saves the search, an eighth of a link.  */
size_t index_named_near (const struct function_index *index, const char *name,
                         size_t *near, size_t *first);

/* The symbols called NAME that have SIZE: the same.  */
size_t index_named_size (const struct function_index *index, const char *name,
                         uint64_t size, size_t *first);

/* Whether there is a symbol at ADDR.  */
bool index_has_symbol (const struct function_index *index, uint64_t addr);

/* The name of a function [ADDR, ADDR + SIZE), or NULL: of several symbols at
   ADDR that of one with this size, or else any size, then that of a global, a
   weak, a local one.  */
const char *index_name (const struct function_index *index, uint64_t addr,
                        uint64_t size);

/* A number for the name of STT_FILE groups NAME, the same for equal names and
   below file_count; SIZE_MAX if no group is called NAME.  */
size_t index_file (const struct function_index *index, const char *name);

/* True if there is an STT_FILE group called NAME.  */
bool index_has_file (const struct function_index *index, const char *name);

/* symtab-read.c: fill in the symbols, unsorted, and the files, by the contract
   of function_index_read.  */
sfm_status symbols_read (const struct image *image, const struct image *debug,
                         struct function_index *index,
                         const struct diag_sink *sink) SFM_CHECKED;

/* Fill in by_name, name_buckets, position and files_by_name
   (name-index.c).  False: no memory.  */
bool index_order_names (struct function_index *index);

#endif /* BFDGLUE_FUNCTION_INDEX_H */
