/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   function-index.c - look up functions and symbols of an image by address,
   with buckets and binary search.  */

#include "config.h"

#include "function-index.h"
#include "sorted.h"

/* The first FDE that does not sort before (ADDR, SIZE).  */
static size_t
find_start (const struct function_index *index, uint64_t addr, uint64_t size)
{
  const uint64_t key[] = { addr, size };
  size_t low = 0, high = index->eh_count;

  address_index_narrow (&index->eh_addresses, addr, &low, &high);
  return sorted_within (index->eh, low, high, sizeof *index->eh, key,
                        compare_u64_pairs);
}

/* The first symbol that does not sort before (ADDR, SIZE).  */
static size_t
find_symbol (const struct function_index *index, uint64_t addr, uint64_t size)
{
  const uint64_t key[] = { addr, size };
  size_t low = 0, high = index->symbol_count;

  address_index_narrow (&index->symbol_addresses, addr, &low, &high);
  return sorted_within (index->symbols, low, high, sizeof *index->symbols, key,
                        compare_u64_pairs);
}

/* True if FDE number AT, the first that is not before ADDR, starts at
   ADDR.  */
static bool
starts_at (const struct function_index *index, size_t at, uint64_t addr)
{
  return at < index->eh_count && index->eh[at].addr == addr;
}

/* True if FDE number AT, the first that is not before ADDR, or one after it
   starts at ADDR and has SIZE.  */
static bool
has_size (const struct function_index *index, size_t at, uint64_t addr,
          uint64_t size)
{
  if (!starts_at (index, at, addr))
    return false;
  if (index->eh[at].size == size)
    return true;
  if (!starts_at (index, at + 1, addr))
    return false;
  at = find_start (index, addr, size);
  return starts_at (index, at, addr) && index->eh[at].size == size;
}

bool
index_inside (const struct function_index *index, uint64_t addr)
{
  size_t first = find_symbol (index, addr, 0);

  if (first == 0)
    return false;
  const struct indexed_symbol *before = &index->symbols[first - 1];
  return before->size > addr - before->addr;
}

bool
index_has_fde (const struct function_index *index, uint64_t addr)
{
  return starts_at (index, find_start (index, addr, 0), addr);
}

uint64_t
index_fde_size (const struct function_index *index, uint64_t addr)
{
  size_t next = find_start (index, addr, UINT64_MAX);

  if (next < index->eh_count && index->eh[next].addr == addr)
    return index->eh[next].size;
  if (next == 0 || index->eh[next - 1].addr != addr)
    return 0;
  return index->eh[next - 1].size;
}

/* True if a symbol is at ADDR, if EXACT with SIZE.  */
static bool
has_symbol (const struct function_index *index, uint64_t addr, uint64_t size,
            bool exact)
{
  size_t at = find_symbol (index, addr, exact ? size : 0);
  return at < index->symbol_count && index->symbols[at].addr == addr
         && (!exact || index->symbols[at].size == size);
}

bool
index_has_symbol (const struct function_index *index, uint64_t addr)
{
  return has_symbol (index, addr, 0, false);
}

uint8_t
index_confirms (const struct function_index *index, uint64_t addr,
                uint64_t size)
{
  const size_t at = find_start (index, addr, 0);
  bool exact;

  if (starts_at (index, at, addr))
    exact = has_size (index, at, addr, size);
  else if (has_symbol (index, addr, size, false))
    exact = has_symbol (index, addr, size, true);
  else
    return 0;
  return exact ? SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE : SFM_EVIDENCE_START;
}

bool
index_contradicts (const struct function_index *index, uint64_t addr,
                   uint64_t size)
{
  if (!index->eh_complete)
    return false;
  const size_t first = find_start (index, addr, 0);
  if (has_size (index, first, addr, size))
    return false;

  /* FDEs do not overlap, except copies of one function, which are sorted by
     size.  So if an FDE that starts before ADDR reaches into the function, the
     last one does.  */
  if (first != 0)
    {
      const struct eh_function *before = &index->eh[first - 1];
      if (before->size > addr - before->addr)
        return true;
    }
  return first < index->eh_count && index->eh[first].addr - addr < size;
}

/* How well SYMBOL names a function of SIZE: higher is better.  */
static unsigned
name_rank (const struct indexed_symbol *symbol, uint64_t size)
{
  return (symbol->size == size ? 8U : 0U) | (symbol->size != 0 ? 4U : 0U)
         | (symbol->global && !symbol->weak ? 2U : 0U)
         | (symbol->global ? 1U : 0U);
}

const char *
index_name (const struct function_index *index, uint64_t addr, uint64_t size)
{
  const struct indexed_symbol *best = NULL;

  for (size_t i = find_symbol (index, addr, 0);
       i < index->symbol_count && index->symbols[i].addr == addr; i++)
    {
      const struct indexed_symbol *symbol = &index->symbols[i];
      if (best == NULL || name_rank (symbol, size) > name_rank (best, size))
        best = symbol;
    }
  return best == NULL ? NULL : best->name;
}
