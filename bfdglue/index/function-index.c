/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   function-index.c - look up functions and symbols of an image by address.  */

#include "config.h"

#include <stdlib.h>

#include "function-index.h"
#include "go-table.h"
#include "index-limits.h"
#include "sorted.h"

/* The names of an image's functions, by address.

   Theory of operation.  The index is an array of addresses and symbol numbers,
   16 bytes each; everything else stays in the file.  It is sorted by address,
   then by how good a name the symbol is.  Then only the best symbol of each
   address is kept [keep_best], so that a look-up never scans many equal
   ones.  */

/* The entry of SYMBOL of table number TABLE.  A function is better than a
   label, then a global than a weak than a local symbol, then an earlier
   one.  */
static struct symbol_address
address_of (const struct image_symbol *symbol, uint64_t table)
{
  unsigned bind = symbol_bind (symbol);
  uint64_t rank = bind == STB_LOCAL ? 2 : bind == STB_WEAK ? 1 : 0;

  if (symbol_type (symbol) == STT_NOTYPE)
    rank += 3;
  return (struct symbol_address){ .addr = symbol_value (symbol),
                                  .order = rank << 33 | table << 32
                                           | symbol_number (symbol) };
}

/* Keep only the best symbol of each address, the first.  */
static void
keep_best (struct symbol_index *index)
{
  size_t kept = 0;

  for (size_t i = 0; i < index->count; i++)
    if (kept == 0 || index->addrs[kept - 1].addr != index->addrs[i].addr)
      index->addrs[kept++] = index->addrs[i];
  index->count = kept;
}

/* Add the symbols of INDEX's tables that can name a function, or only count
   them, as long as there is no array.  */
static void
add_symbols (struct symbol_index *index)
{
  uint32_t section;

  index->count = 0;
  for (size_t i = 0; i < index->table_count; i++)
    for (struct image_symbol symbol = index->tables[i];
         symbol_next_here (&symbol);)
      if (symbol_section_number (&symbol, &section)
          && symbol_names_code (&symbol, symbol_name (&symbol), section))
        {
          if (index->addrs != NULL)
            index->addrs[index->count] = address_of (&symbol, i);
          index->count++;
        }
}

/* Note the first table of TYPE of IMAGE for INDEX.  False: it has no
   symbols.  */
static bool
take_table (struct symbol_index *index, const struct image *image,
            uint32_t type)
{
  struct image_symbol *table = &index->tables[index->table_count];

  if (!symbol_table (image, type, table) || table->bytes == table->last)
    return false;
  index->table_count++;
  return true;
}

sfm_status
symbol_index_read (const struct image *image, struct symbol_index *index,
                   const struct diag_sink *sink)
{
  *index = (struct symbol_index){ .count = 0 };
  if (!take_table (index, image, SHT_SYMTAB))
    {
      (void) take_table (index, image, SHT_DYNSYM);
      TRY (image_open_packed (image, &index->packed, sink));
      if (index->packed.path != NULL)
        (void) take_table (index, &index->packed, SHT_SYMTAB);
    }
  add_symbols (index);
  if (index->count == 0)
    return SFM_OK;
  index->addrs = malloc (index->count * sizeof *index->addrs);
  if (index->addrs == NULL)
    return diag_nomem (sink, image->path);
  add_symbols (index);
  keyed_sort (index->addrs, index->count, sizeof *index->addrs,
              offsetof (struct symbol_address, addr), compare_u64_pairs);
  keep_best (index);
  return SFM_OK;
}

/* The position of the first symbol that is not before ADDR.  */
static size_t
search (const struct symbol_index *index, uint64_t addr)
{
  for (unsigned step = 0; step < STEP_LIMIT; step++)
    {
      size_t at = index->last + step;
      if (at >= index->count || index->addrs[at].addr > addr)
        break;
      if (index->addrs[at].addr == addr)
        return at;
    }
  return sorted_from (index->addrs, index->count, sizeof *index->addrs,
                      offsetof (struct symbol_address, addr), addr);
}

const char *
symbol_index_at (struct symbol_index *index, uint64_t addr)
{
  size_t at = search (index, addr);

  if (at == index->count)
    return NULL;
  index->last = at;
  if (index->addrs[at].addr != addr)
    return NULL;
  const uint64_t order = index->addrs[at].order;
  struct image_symbol symbol = index->tables[order >> 32 & 1];
  symbol.bytes += (size_t) (uint32_t) order * ELF_SYM_SIZE;
  return symbol_name (&symbol);
}

void
symbol_index_free (struct symbol_index *index)
{
  free (index->addrs);
  image_close (&index->packed);
  *index = (struct symbol_index){ 0 };
}

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
      /* Parts of functions of Go may be described.  */
      if (index->go != NULL && index->go->version != GO_NONE
          && go_table_holds (index->go, addr, size))
        return SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE;
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
