/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   function-index.c - look up functions and symbols of an image by address,
   with buckets and binary search.  */

#include "config.h"

#include "function-index.h"
#include "index-limits.h"

/* True if FDE number AT, the first that is not before ADDR, or one after it
   starts at ADDR and has SIZE.  */
static bool
has_size (const struct function_index *index, size_t at, uint64_t addr,
          uint64_t size)
{
  if (!function_list_starts (&index->eh.functions, at, addr))
    return false;
  if (index->eh.functions.at[at].size == size)
    return true;
  if (!function_list_starts (&index->eh.functions, at + 1, addr))
    return false;
  at = function_list_from (&index->eh.functions, addr, size);
  return function_list_starts (&index->eh.functions, at, addr)
         && index->eh.functions.at[at].size == size;
}

bool
index_inside (const struct function_index *index, uint64_t addr)
{
  size_t over = function_list_over (&index->symbols, addr);

  return over < index->symbols.count && index->symbols.at[over].addr < addr;
}

bool
index_has_fde (const struct function_index *index, uint64_t addr)
{
  return function_list_starts (
      &index->eh.functions, function_list_from (&index->eh.functions, addr, 0),
      addr);
}

uint64_t
index_fde_size (const struct function_index *index, uint64_t addr)
{
  size_t next = function_list_from (&index->eh.functions, addr, UINT64_MAX);

  if (function_list_starts (&index->eh.functions, next, addr))
    return index->eh.functions.at[next].size;
  return next != 0 && index->eh.functions.at[next - 1].addr == addr
             ? index->eh.functions.at[next - 1].size
             : 0;
}

bool
index_has_symbol (const struct function_index *index, uint64_t addr)
{
  return function_list_starts (
      &index->symbols, function_list_from (&index->symbols, addr, 0), addr);
}

/* True if a symbol with SIZE is at ADDR.  */
static bool
has_exact_symbol (const struct function_index *index, uint64_t addr,
                  uint64_t size)
{
  size_t at = function_list_from (&index->symbols, addr, size);

  return function_list_starts (&index->symbols, at, addr)
         && index->symbols.at[at].size == size;
}

/* Whether an FDE covers bytes of [ADDR, ADDR + SIZE); number FIRST is the
   first that is not before ADDR.  */
static bool
any_covers (const struct function_index *index, size_t first, uint64_t addr,
            uint64_t size)
{
  /* FDEs do not overlap, except copies of one function, which are sorted by
     size.  So if an FDE that starts before ADDR reaches into the function, the
     last one does.  */
  const struct function *eh = index->eh.functions.at;

  return (first != 0 && eh[first - 1].size > addr - eh[first - 1].addr)
         || (first < index->eh.functions.count
             && eh[first].addr - addr < size);
}

uint8_t
index_judges (const struct function_index *index, uint64_t addr, uint64_t size,
              bool *contradicts)
{
  const size_t at = function_list_from (&index->eh.functions, addr, 0);
  bool exact = has_size (index, at, addr, size);

  *contradicts
      = index->eh.complete && !exact && any_covers (index, at, addr, size);
  if (!function_list_starts (&index->eh.functions, at, addr))
    {
      if (!index_has_symbol (index, addr))
        return 0;
      exact = has_exact_symbol (index, addr, size);
    }
  return exact ? SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE : SFM_EVIDENCE_START;
}

uint8_t
index_confirms (const struct function_index *index, uint64_t addr,
                uint64_t size)
{
  bool contradicts;

  return index_judges (index, addr, size, &contradicts);
}

bool
index_contradicts (const struct function_index *index, uint64_t addr,
                   uint64_t size)
{
  const size_t at = function_list_from (&index->eh.functions, addr, 0);

  return index->eh.complete && !has_size (index, at, addr, size)
         && any_covers (index, at, addr, size);
}

/* How well SYMBOL names a function of SIZE: higher is better.  */
static unsigned
name_rank (const struct function *symbol, uint64_t size)
{
  return (symbol->size == size ? 8U : 0U) | (symbol->size != 0 ? 4U : 0U)
         | (symbol->global && !symbol->weak ? 2U : 0U)
         | (symbol->global ? 1U : 0U);
}

const char *
index_name (const struct function_index *index, uint64_t addr, uint64_t size)
{
  const struct function_list *symbols = &index->symbols;
  const struct function *best = NULL;
  size_t i = function_list_from (symbols, addr, size);

  if (!function_list_starts (symbols, i, addr) || symbols->at[i].size != size)
    i = function_list_from (symbols, addr, 0);
  for (const size_t end = i + NAMES_TRIED;
       i < end && function_list_starts (symbols, i, addr); i++)
    {
      const struct function *symbol = &symbols->at[i];
      if (best == NULL || name_rank (symbol, size) > name_rank (best, size))
        best = symbol;
    }
  return best == NULL ? NULL : best->name;
}
