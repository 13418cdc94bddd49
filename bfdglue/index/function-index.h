/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   function-index.h - where the code of an image is, where its functions start
   and what they are called, according to .eh_frame and the symbol tables,
   including those of a separate debug file.

   Both confirm or contradict an address.  Symbols also propose addresses where
   neither the existing pieces nor the link map has one; the section code must
   confirm those.  */

#ifndef BFDGLUE_FUNCTION_INDEX_H
#define BFDGLUE_FUNCTION_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "eh-frame.h"
#include "elf-image.h"
#include "elf-symbols.h"
#include "function-list.h"
#include "pool.h"

struct go_table;

/* A symbol by its name.  */
struct indexed_name
{
  uint32_t hash; /* of the name */
  uint32_t idx;  /* into the symbols of the index */
};

struct function_index
{
  const struct image *image;
  struct code_ranges code;
  struct eh_frame eh;   /* its functions sorted by address, then size */
  struct eh_frame rest; /* .debug_frame beside .eh_frame, likewise: for code
                           that nothing else describes; it judges nothing */
  struct go_table *go;  /* that of Go, or NULL: there is none */
  /* Defined STT_FUNC, STT_GNU_IFUNC and STT_NOTYPE symbols of executable
     sections, sorted by address, then size.  A symbol that several tables have
     is listed once.  */
  struct function_list symbols;
  /* Names of the STT_FILE groups, of the debug file's .symtab, or of the
     image's if there is no debug file.  Symbols have their number + 1.  */
  struct string_set files;
  bool has_symtab; /* a .symtab was read whole: the image is not
                                 stripped, or there is a debug file */
  /* The symbols sorted by hash of the name, name, size and address.  Hashes
     that agree above the low NAME_SHIFT bits are a bucket; NAME_BUCKETS has
     the start of each bucket in BY_NAME, and the end of the last.  */
  struct indexed_name *by_name;
  uint32_t *name_buckets;
  unsigned name_shift;
  uint32_t *position; /* index in BY_NAME of each symbol, or NAME_SHARED */
};

/* The position of a symbol whose name others have, too.  */
#define NAME_SHARED UINT32_MAX

/* Read the index of IMAGE and of DEBUG, its debug file (debug-file.h) or NULL,
   without the order of names; both must outlive INDEX.
   Damage to IMAGE's .eh_frame or symbol tables is a warning, and the part that
   can be read counts.  Damage to DEBUG's symbol table is an error.  On failure
   INDEX is empty.  Statuses: NOMEM, CORRUPT.  */
sfm_status function_index_read (const struct image *image,
                                const struct image *debug,
                                struct function_index *index,
                                const struct diag_sink *sink) SFM_CHECKED;

void function_index_free (struct function_index *index);

/* The SFM_EVIDENCE_* bits for a function [ADDR, ADDR + SIZE): from .eh_frame
   if an FDE starts there, else from the table of Go, else from the
   symbols.  */
uint8_t index_confirms (const struct function_index *index, uint64_t addr,
                        uint64_t size);

/* True if the last symbol before ADDR extends over ADDR.  */
bool index_inside (const struct function_index *index, uint64_t addr);

/* True if an FDE of .eh_frame starts at ADDR.  */
bool index_has_fde (const struct function_index *index, uint64_t addr);

/* The size of the FDE of .eh_frame that starts at ADDR, the largest if there
   are several; 0 if there is none.  */
uint64_t index_fde_size (const struct function_index *index, uint64_t addr);

/* True if .eh_frame was read whole and contradicts a function [ADDR, ADDR +
   SIZE): no FDE starts at ADDR with that size, but some FDE covers bytes of
   it.  .eh_frame says nothing about bytes that no FDE covers: objects may be
   built to describe functions in .sframe alone.  */
bool index_contradicts (const struct function_index *index, uint64_t addr,
                        uint64_t size);

/* Both index_confirms, whose bits are returned, and index_contradicts.  */
uint8_t index_judges (const struct function_index *index, uint64_t addr,
                      uint64_t size, bool *contradicts);

/* Find the symbols called NAME, or else NAME without its "@" version: set
   *FIRST to the index of the first in by_name and return their number.  INDEX
   has its order of names [index_order_names].  */
size_t index_named (const struct function_index *index, const char *name,
                    size_t *first);

/* Like index_named, but try the symbols from number *NEAR on first, and set
   *NEAR to the one after the symbol found.  Linkers keep the order of an
   object's symbols, so the symbol after the last one found is mostly the next
   one sought: that saves the search, an eighth of a link.  */
size_t index_named_near (const struct function_index *index, const char *name,
                         size_t *near, size_t *first);

/* True if there is a symbol at ADDR.  */
bool index_has_symbol (const struct function_index *index, uint64_t addr);

/* The name of a function [ADDR, ADDR + SIZE), or NULL.  Of several symbols at
   ADDR, one with this size is preferred to one with another size, and that to
   one without a size; then a global to a weak to a local one.  */
const char *index_name (const struct function_index *index, uint64_t addr,
                        uint64_t size);

/* The number of the STT_FILE groups called NAME, from 1; 0: there is none.  */
uint32_t index_file (const struct function_index *index, const char *name);

/* Fill in by_name, name_buckets and position.  False: no memory.  */
bool index_order_names (struct function_index *index);

/* Which code is a call, and which is padding.  */

/* Whether the SIZE bytes at CODE, the code of a function for MACHINE
   (e_machine), seem to end with a call.  Instructions of AMD64 and s390x are
   decoded backwards, so that other code may seem to be one, and no call is
   overlooked.  False for other machines than these and AArch64.  */
bool code_ends_in_call (uint16_t machine, const uint8_t *code, uint64_t size);

/* The size in bytes of the instruction at the start of the SIZE bytes at CODE
   if compilers, assemblers or linkers put it between functions, as one that
   does nothing or that traps; 0 if it is another one.  */
unsigned padding_instruction (uint16_t machine, const uint8_t *code,
                              uint64_t size);

/* Functions of an image whose last instruction is a call.

   Such a call does not return.  Its return address is the first byte after the
   function, where a reader that does not subtract 1 finds another function or
   none.  A description that is one byte longer helps if nothing else is
   there.  */

struct last_call
{
  uint64_t addr; /* of the function */
  uint32_t size;
  uint8_t padding; /* bytes of the padding instruction after it, 0 if it is not
                      proven that there is one */
  bool pads;       /* a padding instruction is there that has no FDE */
  bool named;   /* a symbol begins at that instruction, or reaches over it */
  bool covered; /* the image describes the function with one byte more */
};

/* Whether the function of CALL may be described with one byte more.  If a
   symbol names the byte, it is not added.  But a byte that is there already is
   no error: in a stripped image, which had no symbols, it was right.  */
static inline bool
last_call_may_cover (const struct last_call *call)
{
  return call->padding != 0 && !call->named;
}

/* All zero is a list that was not read.  */
struct last_calls
{
  struct last_call *at; /* sorted by address, one at each */
  size_t count;
  size_t capacity;
  bool read;
};

/* List the functions of INDEX's image in CALLS, which is all zero.  Only those
   count whose start and size .eh_frame confirms, or a symbol where there is no
   .eh_frame at all.  After a failure CALLS is empty.  Statuses: NOMEM.  */
sfm_status last_calls_read (const struct function_index *index,
                            struct last_calls *calls,
                            const struct diag_sink *sink) SFM_CHECKED;

/* The function of CALLS at ADDR if it has SIZE, or NULL.  */
struct last_call *last_calls_find (const struct last_calls *calls,
                                   uint64_t addr, uint64_t size);

void last_calls_free (struct last_calls *calls);

/* The hash of a symbol's name, and its bucket (name-lookup.c).  */

static inline uint64_t
name_hash_mix (uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * UINT64_C (0x9e3779b97f4a7c15);
  return (hash ^ hash >> 32) * UINT64_C (0xd6e8feb86659fd93);
}

/* The hash of the SIZE bytes of NAME.  */
static inline uint32_t
name_hash (const char *name, size_t size)
{
  uint64_t hash = size, word = 0;

  for (; size > sizeof word; name += sizeof word, size -= sizeof word)
    {
      memcpy (&word, name, sizeof word);
      hash = name_hash_mix (hash, word);
    }
  word = 0;
  memcpy (&word, name, size);
  return (uint32_t) (name_hash_mix (hash, word) >> 32);
}

/* The bucket of HASH.  */
static inline size_t
name_bucket (const struct function_index *index, uint32_t hash)
{
  return (size_t) ((uint64_t) hash >> index->name_shift);
}

/* The names of an image's functions, by address.

   For callers that need only names.  A function_index has everything that
   symbols tell, and takes more than three times the memory.  */

/* A symbol by its address, then how good its name is.  */
struct symbol_address
{
  uint64_t addr;
  uint64_t order; /* the symbol's number; above it, in bit 32, that of its
                     table, and in the next ones lower numbers for better
                     names */
};

/* All zero is an index without names.  */
struct symbol_index
{
  struct image_symbol tables[2]; /* the first symbols of its tables */
  size_t table_count;
  struct image packed; /* what .gnu_debugdata is unpacked to, if anything */
  struct symbol_address *addrs; /* sorted, one for each address */
  size_t count;
  size_t last; /* index in ADDRS of the one found last */
};

/* Index the functions and labels in executable sections of IMAGE, which must
   outlive INDEX, from .symtab or, if the image is stripped, .dynsym and the
   .symtab in .gnu_debugdata.  Damaged tables and entries supply no names.
   Statuses: NOMEM, which is reported.  */
sfm_status symbol_index_read (const struct image *image,
                              struct symbol_index *index,
                              const struct diag_sink *sink) SFM_CHECKED;

/* The name of the function or label at ADDR, or NULL.  Of several, a function
   is preferred to a label, then a global to a weak to a local symbol.  Fast if
   addresses rise from call to call.  */
const char *symbol_index_at (struct symbol_index *index, uint64_t addr);

void symbol_index_free (struct symbol_index *index);

#endif /* BFDGLUE_FUNCTION_INDEX_H */
