/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   evidence.c - where functions start in an image, according to .eh_frame and
   the symbol tables: sorted once, then asked by binary search.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "evidence.h"
#include "keyed-sort.h"

static int
compare_starts (const void *a, const void *b)
{
  const struct evidence_start *x = a, *y = b;
  if (x->addr != y->addr)
    return x->addr < y->addr ? -1 : 1;
  return (x->size > y->size) - (x->size < y->size);
}

/* The place of SYMBOL's table among those that may have the same symbol: the
   first is the one that has most of them.  */
static int
table_rank (const struct evidence_symbol *symbol)
{
  return symbol->dynamic ? 2 : symbol->extra ? 1 : 0;
}

/* By address, then size, then name, and of two that are the same the one of
   the table that has the groups first.  The group keeps locals of one name
   apart, which are many where functions were folded.  */
static int
compare_symbols (const void *a, const void *b)
{
  const struct evidence_symbol *x = a, *y = b;
  if (x->addr != y->addr)
    return x->addr < y->addr ? -1 : 1;
  if (x->size != y->size)
    return x->size < y->size ? -1 : 1;
  int order = strcmp (x->name, y->name);
  if (order != 0)
    return order;
  if (table_rank (x) != table_rank (y))
    return table_rank (x) - table_rank (y);
  return (x->file > y->file) - (x->file < y->file);
}

/* Merge symbols of .dynsym, and of the image's .symtab beside a debug file,
   with the same ones of the table that has the groups.  A name that is global
   in either is global.  */
static void
merge_tables (struct evidence *evidence)
{
  struct evidence_symbol *symbols = evidence->symbols;
  size_t kept = 0;

  for (size_t i = 0; i < evidence->symbol_count; i++)
    {
      struct evidence_symbol *last = kept == 0 ? NULL : &symbols[kept - 1];
      if (symbols[i].file != 0 && !symbols[i].global)
        evidence->has_file_locals = true;
      if (last == NULL || table_rank (&symbols[i]) == 0
          || last->addr != symbols[i].addr || last->size != symbols[i].size
          || strcmp (last->name, symbols[i].name) != 0)
        symbols[kept++] = symbols[i];
      else if (!last->global)
        {
          last->global = symbols[i].global;
          last->weak = symbols[i].weak;
        }
    }
  evidence->symbol_count = kept;
}

sfm_status
evidence_read (const struct image *image, const struct image *debug,
               struct evidence *evidence, const struct say *sink)
{
  *evidence = (struct evidence){ .eh = NULL };
  sfm_status status = eh_frame_read (image, evidence, sink);
  if (status == SFM_OK)
    status = symbols_read (image, debug, evidence, sink);
  if (status == SFM_OK)
    {
      if (evidence->eh_count != 0)
        keyed_sort (evidence->eh, evidence->eh_count, sizeof *evidence->eh,
                    offsetof (struct evidence_start, addr), compare_starts);
      if (evidence->symbol_count != 0)
        keyed_sort (evidence->symbols, evidence->symbol_count,
                    sizeof *evidence->symbols,
                    offsetof (struct evidence_symbol, addr), compare_symbols);
      merge_tables (evidence);
      if (!evidence_order_names (evidence)
          || !buckets_make (&evidence->eh_buckets, evidence->eh,
                            evidence->eh_count, sizeof *evidence->eh,
                            offsetof (struct evidence_start, addr))
          || !buckets_make (&evidence->symbol_buckets, evidence->symbols,
                            evidence->symbol_count, sizeof *evidence->symbols,
                            offsetof (struct evidence_symbol, addr)))
        status = say_nomem (sink, image->path);
    }
  if (status != SFM_OK)
    evidence_free (evidence);
  return status;
}

void
evidence_free (struct evidence *evidence)
{
  free (evidence->eh);
  free (evidence->symbols);
  buckets_free (&evidence->eh_buckets);
  buckets_free (&evidence->symbol_buckets);
  free ((void *) evidence->files);
  free ((void *) evidence->files_by_name);
  free (evidence->by_name);
  free (evidence->name_buckets);
  free (evidence->position);
  *evidence = (struct evidence){ .eh = NULL };
}

/* The first FDE that does not sort before (ADDR, SIZE).  */
static size_t
find_start (const struct evidence *evidence, uint64_t addr, uint64_t size)
{
  const struct evidence_start sought = { .addr = addr, .size = size };
  size_t low = 0, high = evidence->eh_count;

  buckets_narrow (&evidence->eh_buckets, addr, &low, &high);
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (compare_starts (&evidence->eh[middle], &sought) < 0)
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
      const struct evidence_start *before = &evidence->eh[first - 1];
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
