/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   function-index.c - asking where functions start in an image: by buckets and
   binary search.  */

#include "config.h"

#include "function-index.h"

/* The first FDE that does not sort before (ADDR, SIZE).  */
static size_t
find_start (const struct evidence *evidence, uint64_t addr, uint64_t size)
{
  size_t low = 0, high = evidence->eh_count;

  buckets_narrow (&evidence->eh_buckets, addr, &low, &high);
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const struct eh_function *start = &evidence->eh[middle];
      if (start->addr < addr || (start->addr == addr && start->size < size))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The first symbol that does not sort before (ADDR, SIZE).  */
static size_t
find_symbol (const struct evidence *evidence, uint64_t addr, uint64_t size)
{
  size_t low = 0, high = evidence->symbol_count;

  buckets_narrow (&evidence->symbol_buckets, addr, &low, &high);
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const struct evidence_symbol *symbol = &evidence->symbols[middle];
      if (symbol->addr < addr || (symbol->addr == addr && symbol->size < size))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* True if FDE number AT, the first that is not before ADDR, starts there.  */
static bool
starts_at (const struct evidence *evidence, size_t at, uint64_t addr)
{
  return at < evidence->eh_count && evidence->eh[at].addr == addr;
}

/* The same, or one behind it, with SIZE.  */
static bool
has_size (const struct evidence *evidence, size_t at, uint64_t addr,
          uint64_t size)
{
  if (!starts_at (evidence, at, addr))
    return false;
  if (evidence->eh[at].size == size)
    return true;
  if (!starts_at (evidence, at + 1, addr))
    return false;
  at = find_start (evidence, addr, size);
  return starts_at (evidence, at, addr) && evidence->eh[at].size == size;
}

bool
evidence_inside (const struct evidence *evidence, uint64_t addr)
{
  size_t first = find_symbol (evidence, addr, 0);

  if (first == 0)
    return false;
  const struct evidence_symbol *before = &evidence->symbols[first - 1];
  return before->size > addr - before->addr;
}

bool
evidence_frames_at (const struct evidence *evidence, uint64_t addr)
{
  return starts_at (evidence, find_start (evidence, addr, 0), addr);
}

uint64_t
evidence_frame_size (const struct evidence *evidence, uint64_t addr)
{
  size_t next = find_start (evidence, addr, UINT64_MAX);

  if (next < evidence->eh_count && evidence->eh[next].addr == addr)
    return evidence->eh[next].size;
  if (next == 0 || evidence->eh[next - 1].addr != addr)
    return 0;
  return evidence->eh[next - 1].size;
}

/* The same for a symbol.  */
static bool
has_symbol (const struct evidence *evidence, uint64_t addr, uint64_t size,
            bool exact)
{
  size_t at = find_symbol (evidence, addr, exact ? size : 0);
  return at < evidence->symbol_count && evidence->symbols[at].addr == addr
         && (!exact || evidence->symbols[at].size == size);
}

bool
evidence_any_symbol (const struct evidence *evidence, uint64_t addr)
{
  return has_symbol (evidence, addr, 0, false);
}

uint8_t
evidence_about (const struct evidence *evidence, uint64_t addr, uint64_t size)
{
  const size_t at = find_start (evidence, addr, 0);
  bool exact;

  if (starts_at (evidence, at, addr))
    exact = has_size (evidence, at, addr, size);
  else if (has_symbol (evidence, addr, size, false))
    exact = has_symbol (evidence, addr, size, true);
  else
    return 0;
  return exact ? SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE : SFM_EVIDENCE_START;
}

bool
evidence_against (const struct evidence *evidence, uint64_t addr,
                  uint64_t size)
{
  if (!evidence->eh_complete)
    return false;
  const size_t first = find_start (evidence, addr, 0);
  if (has_size (evidence, first, addr, size))
    return false;

  /* FDEs do not overlap each other, but for copies of one function, which
     are in the order of their sizes: what reaches into the function from
     before is the last one before it.  */
  if (first != 0)
    {
      const struct eh_function *before = &evidence->eh[first - 1];
      if (before->size > addr - before->addr)
        return true;
    }
  return first < evidence->eh_count && evidence->eh[first].addr - addr < size;
}

/* How well SYMBOL names a function of SIZE.  */
static unsigned
name_rank (const struct evidence_symbol *symbol, uint64_t size)
{
  return (symbol->size == size ? 8U : 0U) | (symbol->size != 0 ? 4U : 0U)
         | (symbol->global && !symbol->weak ? 2U : 0U)
         | (symbol->global ? 1U : 0U);
}

const char *
evidence_name (const struct evidence *evidence, uint64_t addr, uint64_t size)
{
  const struct evidence_symbol *best = NULL;

  for (size_t i = find_symbol (evidence, addr, 0);
       i < evidence->symbol_count && evidence->symbols[i].addr == addr; i++)
    {
      const struct evidence_symbol *symbol = &evidence->symbols[i];
      if (best == NULL || name_rank (symbol, size) > name_rank (best, size))
        best = symbol;
    }
  return best == NULL ? NULL : best->name;
}
