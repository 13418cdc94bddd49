/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-stubs.c - stubs that linkers put amid the code of objects if a branch
   cannot reach its target: GNU ld's veneers, lld's and mold's thunks.

   Theory of operation.  Three instructions that load an address and jump there
   may also come from a compiler, with any rule.  So a stub needs a local
   symbol named in the manner of its linker [named_as_stub], the bytes of a
   stub, and the symbol's size if that has one [stub_at].  By .eh_frame and the
   other symbols it must not be part of something else.  gold's stubs have no
   symbols and are not found.  Stubs against processor errata hold an
   instruction of the function that jumps to them, so their rules are that
   function's; their names are different.

   Adjacent stubs are one area.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "plt-code.h"
#include "sfmerge-tool.h"
#include "sorted.h"
#include "text.h"

sfm_status
plt_code_add_area (struct plt_code *plt, const struct plt_area *area,
                   const struct diag_sink *sink)
{
  if (!array_grow (&plt->areas, &plt->area_capacity, plt->area_count,
                   sizeof *plt->areas))
    return diag_nomem (sink, plt->index->image->path);
  plt->areas[plt->area_count++] = *area;
  return SFM_OK;
}

void
plt_code_sort_areas (struct plt_code *plt)
{
  sort_if_needed (plt->areas, plt->area_count, sizeof *plt->areas,
                  compare_u64);
}

size_t
plt_code_area_from (const struct plt_code *plt, uint64_t addr)
{
  size_t i = sorted_after (plt->areas, plt->area_count, sizeof *plt->areas,
                           offsetof (struct plt_area, addr), addr);

  if (i != 0 && addr - plt->areas[i - 1].addr < plt->areas[i - 1].size)
    return i - 1;
  return i;
}

bool
plt_code_in_area (const struct plt_code *plt, uint64_t addr)
{
  size_t i = plt_code_area_from (plt, addr);

  return i != plt->area_count && plt->areas[i].addr <= addr;
}

bool
addresses_add (struct addresses *addrs, uint64_t addr)
{
  if (!array_grow (&addrs->at, &addrs->capacity, addrs->count,
                   sizeof *addrs->at))
    return false;
  addrs->at[addrs->count++] = addr;
  return true;
}

void
addresses_sort (struct addresses *addrs)
{
  sort_if_needed (addrs->at, addrs->count, sizeof *addrs->at, compare_u64);
}

enum
{
  STUB_MAX = 24, /* bytes of the longest */
  STUB_MIN = 8,
  ALIGN = 4
};

/* Whether NAME is a stub's: "__f_veneer" by GNU ld,
   "__AArch64...Thunk_f" by lld, "f$thunk", with or without a number after it,
   by mold.  */
static bool
named_as_stub (const char *name)
{
  static const char veneer[] = "_veneer", thunk[] = "$thunk";
  size_t size = strlen (name);

  if (text_begins (name, "__AArch64"))
    return strstr (name, "Thunk_") != NULL;
  if (text_begins (name, "__") && size > sizeof veneer
      && strcmp (name + size - (sizeof veneer - 1), veneer) == 0)
    return true;
  while (size != 0 && name[size - 1] >= '0' && name[size - 1] <= '9')
    size--;
  return size > sizeof thunk - 1
         && memcmp (name + size - (sizeof thunk - 1), thunk, sizeof thunk - 1)
                == 0;
}

/* The size of the stub that SYMBOL names in bytes; 0: it names none.  */
static uint64_t
stub_at (const struct function_index *index, const struct function *symbol)
{
  const struct code_ranges *code = &index->code;
  uint64_t addr = symbol->addr;
  const uint8_t *bytes;
  uint64_t left = STUB_MAX;
  bool head;

  if (symbol->global || addr % ALIGN != 0 || !named_as_stub (symbol->name))
    return 0;
  while ((bytes = code_ranges_bytes (code, addr, left)) == NULL
         && left > STUB_MIN)
    left -= ALIGN;
  if (bytes == NULL)
    return 0;
  const struct sfm_plt_code stub = { .addr = addr,
                                     .bytes = bytes,
                                     .size = (size_t) left,
                                     .abi = index->image->abi,
                                     .stubs = true };
  uint64_t size = sfm_plt_entry (&stub, &head);
  if (size == 0 || (symbol->size != 0 && symbol->size != size)
      || index_inside (index, addr) || index_contradicts (index, addr, size))
    return 0;
  return size;
}

/* Add the stub of SIZE bytes at ADDR.  It extends the last area if that one
   ends there and is an area of stubs, that is has an index of at least
   FIRST.  */
static sfm_status
add_stub (struct plt_code *plt, uint64_t addr, uint64_t size, size_t first,
          const struct diag_sink *sink)
{
  const struct code_ranges *code = &plt->index->code;
  struct plt_area *last
      = plt->area_count > first ? &plt->areas[plt->area_count - 1] : NULL;
  const char *name = code_ranges_section_name (code, addr);

  if (last != NULL && last->addr + last->size == addr
      && code_ranges_bytes (code, last->addr, last->size + size) != NULL)
    {
      last->size += size;
      return SFM_OK;
    }
  const struct plt_area area = { .addr = addr,
                                 .size = size,
                                 .bytes = code_ranges_bytes (code, addr, size),
                                 .name = name != NULL ? name : "",
                                 .stubs = true };
  return plt_code_add_area (plt, &area, sink);
}

sfm_status
plt_code_stubs (struct plt_code *plt, const struct diag_sink *sink)
{
  const struct function_list *symbols = &plt->index->symbols;
  size_t first = plt->area_count, next = 0;
  uint64_t end = 0; /* of all areas and stubs that begin before */

  if (plt->index->image->machine != EM_AARCH64)
    return SFM_OK;
  for (size_t i = 0; i < symbols->count; i++)
    {
      const struct function *symbol = &symbols->at[i];
      uint64_t size = stub_at (plt->index, symbol);
      for (; next < first && plt->areas[next].addr <= symbol->addr; next++)
        if (plt->areas[next].addr + plt->areas[next].size > end)
          end = plt->areas[next].addr + plt->areas[next].size;
      if (size == 0 || symbol->addr < end
          || (next < first && plt->areas[next].addr - symbol->addr < size))
        continue;
      TRY (add_stub (plt, symbol->addr, size, first, sink));
      end = symbol->addr + size;
    }
  return SFM_OK;
}
