/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   evidence.c - where functions start in an image, according to .eh_frame and
   the symbol tables: sorted once, then asked by binary search.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "evidence.h"

struct named
{
  const char *name;
  uint32_t idx;
};

static int
compare_starts (const void *a, const void *b)
{
  const struct evidence_start *x = a, *y = b;
  if (x->addr != y->addr)
    return x->addr < y->addr ? -1 : 1;
  return (x->size > y->size) - (x->size < y->size);
}

/* By address, then size, then name, and of two that are the same the one of
   .symtab first.  The group keeps locals of one name apart, which are many
   where functions were folded.  */
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
  if (x->dynamic != y->dynamic)
    return x->dynamic ? 1 : -1;
  return (x->file > y->file) - (x->file < y->file);
}

static int
compare_named (const void *a, const void *b)
{
  const struct named *x = a, *y = b;
  int order = strcmp (x->name, y->name);
  return order != 0 ? order : (x->idx > y->idx) - (x->idx < y->idx);
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Merge symbols of .dynsym with the same ones of .symtab.  A name that is
   global in either is global.  */
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
      if (last == NULL || !symbols[i].dynamic || last->addr != symbols[i].addr
          || last->size != symbols[i].size
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

/* Fill in by_name.  */
static bool
order_names (struct evidence *evidence)
{
  size_t count = evidence->symbol_count;

  if (count == 0)
    return true;
  if (count > SIZE_MAX / sizeof (struct named))
    return false;
  evidence->by_name = malloc (count * sizeof *evidence->by_name);
  struct named *named = malloc (count * sizeof *named);
  if (evidence->by_name == NULL || named == NULL)
    {
      free (named);
      return false;
    }
  for (size_t i = 0; i < count; i++)
    named[i] = (struct named){ .name = evidence->symbols[i].name,
                               .idx = (uint32_t) i };
  qsort (named, count, sizeof *named, compare_named);
  for (size_t i = 0; i < count; i++)
    evidence->by_name[i] = named[i].idx;
  free (named);
  return true;
}

/* Fill in files_by_name.  */
static bool
order_files (struct evidence *evidence)
{
  size_t size = evidence->file_count * sizeof *evidence->files;

  if (size == 0)
    return true;
  evidence->files_by_name = malloc (size);
  if (evidence->files_by_name == NULL)
    return false;
  memcpy ((void *) evidence->files_by_name, (const void *) evidence->files,
          size);
  qsort ((void *) evidence->files_by_name, evidence->file_count,
         sizeof *evidence->files_by_name, compare_names);
  return true;
}

sfm_status
evidence_read (const struct image *image, struct evidence *evidence,
               const struct say *sink)
{
  *evidence = (struct evidence){ .eh = NULL };
  sfm_status status = eh_frame_read (image, evidence, sink);
  if (status == SFM_OK)
    status = symbols_read (image, evidence, sink);
  if (status == SFM_OK)
    {
      if (evidence->eh_count != 0)
        qsort (evidence->eh, evidence->eh_count, sizeof *evidence->eh,
               compare_starts);
      if (evidence->symbol_count != 0)
        qsort (evidence->symbols, evidence->symbol_count,
               sizeof *evidence->symbols, compare_symbols);
      merge_tables (evidence);
      if (!order_names (evidence) || !order_files (evidence))
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
  free ((void *) evidence->files);
  free ((void *) evidence->files_by_name);
  free (evidence->by_name);
  *evidence = (struct evidence){ .eh = NULL };
}

/* The first FDE that does not sort before (ADDR, SIZE).  */
static size_t
find_start (const struct evidence *evidence, uint64_t addr, uint64_t size)
{
  const struct evidence_start sought = { .addr = addr, .size = size };
  size_t low = 0, high = evidence->eh_count;

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

/* True if an FDE starts at ADDR, with SIZE if EXACT.  */
static bool
has_start (const struct evidence *evidence, uint64_t addr, uint64_t size,
           bool exact)
{
  size_t at = find_start (evidence, addr, exact ? size : 0);
  return at < evidence->eh_count && evidence->eh[at].addr == addr
         && (!exact || evidence->eh[at].size == size);
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

uint8_t
evidence_about (const struct evidence *evidence, uint64_t addr, uint64_t size)
{
  bool exact;

  if (has_start (evidence, addr, size, false))
    exact = has_start (evidence, addr, size, true);
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
  if (!evidence->eh_complete || has_start (evidence, addr, size, true))
    return false;

  /* FDEs do not overlap each other, but for copies of one function, which
     are in the order of their sizes: what reaches into the function from
     before is the last one before it.  */
  size_t first = find_start (evidence, addr, 0);
  if (first != 0)
    {
      const struct evidence_start *before = &evidence->eh[first - 1];
      if (before->size > addr - before->addr)
        return true;
    }
  return first < evidence->eh_count && evidence->eh[first].addr - addr < size;
}

/* The first position in by_name whose name is not before NAME, or, if BEHIND,
   is behind it.  */
static size_t
find_name (const struct evidence *evidence, const char *name, bool behind)
{
  size_t low = 0, high = evidence->symbol_count;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      uint32_t idx = evidence->by_name[middle];
      int order = strcmp (evidence->symbols[idx].name, name);
      if (order < 0 || (behind && order == 0))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

size_t
evidence_named (const struct evidence *evidence, const char *name,
                size_t *first)
{
  *first = find_name (evidence, name, false);
  return find_name (evidence, name, true) - *first;
}

bool
evidence_has_file (const struct evidence *evidence, const char *name)
{
  if (evidence->file_count == 0)
    return false;
  return bsearch (&name, (const void *) evidence->files_by_name,
                  evidence->file_count, sizeof *evidence->files_by_name,
                  compare_names)
         != NULL;
}
