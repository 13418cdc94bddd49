/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   symbol-index.c - the names of an image's functions, by address.

   Theory of operation.  The index is an array of addresses and symbol numbers,
   16 bytes each; everything else stays in the file.  It is sorted by address,
   then by how good a name the symbol is.  Then only the best symbol of each
   address is kept [keep_best], so that a look-up never scans many equal
   ones.  */

#include "config.h"

#include <stdlib.h>

#include "function-index.h"
#include "index-limits.h"
#include "sorted.h"

/* The entry of SYMBOL.  A function is better than a label, then a global than
   a weak than a local symbol, then an earlier one.  */
static struct symbol_address
address_of (const struct image_symbol *symbol)
{
  unsigned bind = symbol_bind (symbol);
  uint64_t rank = bind == STB_LOCAL ? 2 : bind == STB_WEAK ? 1 : 0;

  if (symbol_type (symbol) == STT_NOTYPE)
    rank += 3;
  return (struct symbol_address){ .addr = symbol_value (symbol),
                                  .order
                                  = rank << 32 | symbol_number (symbol) };
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

/* Add the symbols of INDEX's table that can name a function, or only count
   them, as long as there is no array.  */
static void
add_symbols (struct symbol_index *index)
{
  struct image_symbol symbol = index->table;
  uint32_t section;

  index->count = 0;
  while (symbol_next_here (&symbol))
    if (symbol_section_number (&symbol, &section)
        && symbol_names_code (&symbol, symbol_name (&symbol), section))
      {
        if (index->addrs != NULL)
          index->addrs[index->count] = address_of (&symbol);
        index->count++;
      }
}

sfm_status
symbol_index_read (const struct image *image, struct symbol_index *index,
                   const struct diag_sink *sink)
{
  *index = (struct symbol_index){ .count = 0 };
  if ((!symbol_table (image, SHT_SYMTAB, &index->table)
       || index->table.bytes == index->table.last)
      && !symbol_table (image, SHT_DYNSYM, &index->table))
    return SFM_OK;
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
  struct image_symbol symbol = index->table;
  symbol.bytes += (size_t) (uint32_t) index->addrs[at].order * ELF_SYM_SIZE;
  return symbol_name (&symbol);
}

void
symbol_index_free (struct symbol_index *index)
{
  free (index->addrs);
  *index = (struct symbol_index){ 0 };
}
