/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   function-list.h - functions at addresses, and the search for one.

   .eh_frame, the symbol tables, existing pieces and the descriptions of PLT
   code each give a list of functions.  They stay lists of their own: each is
   asked alone, and whether all of it was read decides what its silence
   means.  */

#ifndef BFDGLUE_FUNCTION_LIST_H
#define BFDGLUE_FUNCTION_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sorted.h"

/* A function at an address, and where it comes from.  */
struct function
{
  uint64_t addr;
  uint64_t size; /* in bytes */
  union
  {
    /* Of a symbol.  */
    struct
    {
      const char *name; /* in a string table of the image or the debug file */
      uint32_t file;    /* of a local one: number of its source's name, from 1,
                           in the index's files; 0: none */
      bool global : 1;  /* or weak */
      bool weak : 1;
      bool dynamic : 1; /* only in .dynsym */
      bool extra : 1; /* only in the image's .symtab, beside a debug file's */
    };
    /* Of call frame information.  */
    struct
    {
      uint64_t at;    /* the place of its FDE (eh-frame.h) */
      uint64_t rules; /* the digest of its rules (sfm_cfi_digest), or 0 */
    };
    /* Of SFrame.  */
    struct
    {
      uint64_t digest; /* of its rules (sfm_fde_digest) */
      uint32_t piece;  /* number of the piece, or of the area of PLT code */
      uint32_t fde;    /* number in the piece */
    };
  };
};

/* All zero is an empty list.  */
struct function_list
{
  struct function *at;
  size_t count;
  size_t capacity;

  /* See function-list.c.  */
  uint32_t *buckets; /* the first function of each bucket, and COUNT */
  size_t bucket_count;
  uint64_t lowest;
  unsigned shift; /* log2 of the bytes of a bucket */
};

typedef int function_compare (const void *, const void *);

/* Reserve room for MORE functions in LIST, if there is memory.  */
void function_list_expect (struct function_list *list, size_t more);

/* Append FUNCTION to LIST.  False: no memory.  */
bool function_list_add (struct function_list *list,
                        const struct function *function);

/* Sort LIST by COMPARE, which orders by address before all else.  */
void function_list_sort (struct function_list *list,
                         function_compare *compare);

/* Make the searches below fast; LIST is sorted, and no longer changes.  False:
   no memory.  */
bool function_list_index (struct function_list *list);

/* Add the code of LIST's functions to RANGES.  False: no memory.  */
bool function_list_ranges (const struct function_list *list,
                           struct address_ranges *ranges);

void function_list_free (struct function_list *list);

/* Set [*LOW, *HIGH) to functions of LIST such that the first one not below
   ADDR is one of them or number *HIGH.  That holds for any further order among
   equal addresses.  */
void function_list_narrow (const struct function_list *list, uint64_t addr,
                           size_t *low, size_t *high);

/* The index in LIST, sorted by COMPARE, of the first function that is not
   before SOUGHT; LIST->count if there is none.  */
static inline size_t
function_list_search (const struct function_list *list,
                      const struct function *sought, function_compare *compare)
{
  size_t low, high;

  function_list_narrow (list, sought->addr, &low, &high);
  return sorted_search (list->at, low, high, sizeof *sought, 0, sought,
                        compare);
}

/* The same in a list sorted by address and size, for ADDR and SIZE.  */
size_t function_list_from (const struct function_list *list, uint64_t addr,
                           uint64_t size);

/* The index of the first function of LIST that ends after ADDR, or the first
   one after ADDR, if only the last one before ADDR can extend over it.  */
size_t function_list_over (const struct function_list *list, uint64_t addr);

/* Whether function number IDX of LIST starts at ADDR.  */
static inline bool
function_list_starts (const struct function_list *list, size_t idx,
                      uint64_t addr)
{
  return idx < list->count && list->at[idx].addr == addr;
}

#endif /* BFDGLUE_FUNCTION_LIST_H */
