/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   symbol-index.c - the names of an image's functions, by address.

   Theory of operation.  The index is an array of symbol numbers, 4 bytes each;
   everything else stays in the file.  The numbers are sorted by the addresses
   in the table with an in-place radix sort from the top byte [sort].  1 M
   symbols take 4 MB and 0.1 s; qsort takes as much memory again and ten times
   as long.  Then only the best symbol of each address is kept [keep_best], so
   that a look-up never scans many equal ones.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf-codec.h"
#include "symbol-index.h"
#include "symbol-name.h"

enum
{
  /* Up to here insertion sort is faster than buckets.  */
  INSERTION_LIMIT = 24,
  /* How many symbols from the last one found to try before searching all.  */
  STEP_LIMIT = 8,
  TOP_SHIFT = 56, /* of the highest byte */
  BYTES = 256
};

static const uint8_t *
symbol_at (const struct symbol_index *index, uint32_t number)
{
  return index->table + (size_t) number * ELF_SYM_SIZE;
}

static uint64_t
address_of (const struct symbol_index *index, uint32_t number)
{
  return elf_u64 (symbol_at (index, number) + offsetof (Elf64_Sym, st_value),
                  index->image->big_endian);
}

/* The name of symbol NUMBER, "" if that is outside the strings.  */
static const char *
name_of (const struct symbol_index *index, uint32_t number)
{
  uint32_t name
      = elf_u32 (symbol_at (index, number) + offsetof (Elf64_Sym, st_name),
                 index->image->big_endian);
  return name < index->strings_size ? index->strings + name : "";
}

/* True if symbol NUMBER can name a function.  */
static bool
is_wanted (const struct symbol_index *index, uint32_t number)
{
  const struct image *image = index->image;
  const uint8_t *symbol = symbol_at (index, number);
  uint8_t info = symbol[offsetof (Elf64_Sym, st_info)];
  unsigned type = ELF64_ST_TYPE (info);
  uint32_t section
      = elf_u16 (symbol + offsetof (Elf64_Sym, st_shndx), image->big_endian);
  const char *name = name_of (index, number);

  if ((type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE)
      || section == SHN_UNDEF || name[0] == '\0')
    return false;
  /* The section number is in SHT_SYMTAB_SHNDX, which is not read, so the type
     has to suffice.  */
  if (section >= image->section_count)
    return section == SHN_XINDEX && type != STT_NOTYPE;
  return (image->sections[section].flags & SHF_EXECINSTR) != 0
         && !symbol_is_mapping (image->machine, name)
         && !(ELF64_ST_BIND (info) == STB_LOCAL && symbol_is_temporary (name));
}

/* The rank of symbol NUMBER as a name: higher is better.  */
static unsigned
rank_of (const struct symbol_index *index, uint32_t number)
{
  uint8_t info = symbol_at (index, number)[offsetof (Elf64_Sym, st_info)];
  unsigned bind = ELF64_ST_BIND (info);
  unsigned rank = bind == STB_LOCAL ? 0 : bind == STB_WEAK ? 1 : 2;

  return ELF64_ST_TYPE (info) == STT_NOTYPE ? rank : rank + 3;
}

static void
sort_few (const struct symbol_index *index, uint32_t *order, size_t count)
{
  for (size_t i = 1; i < count; i++)
    {
      uint32_t number = order[i];
      uint64_t addr = address_of (index, number);
      size_t at = i;
      for (; at > 0 && address_of (index, order[at - 1]) > addr; at--)
        order[at] = order[at - 1];
      order[at] = number;
    }
}

/* Count the COUNT numbers at ORDER by the byte of their addresses at SHIFT,
   and set END[B] to the end of those with byte B once they are sorted.  False
   if all have the same byte.  */
static bool
count_bytes (const struct symbol_index *index, const uint32_t *order,
             size_t count, unsigned shift, size_t *end)
{
  size_t sum = 0, most = 0;

  memset (end, 0, BYTES * sizeof *end);
  for (size_t i = 0; i < count; i++)
    end[address_of (index, order[i]) >> shift & 0xff]++;
  for (unsigned byte = 0; byte < BYTES; byte++)
    {
      most = end[byte] > most ? end[byte] : most;
      sum += end[byte];
      end[byte] = sum;
    }
  return most != count;
}

/* Sort the COUNT numbers at ORDER by the byte of their addresses at SHIFT and
   the bytes below it.  */
static void
sort (const struct symbol_index *index, uint32_t *order, size_t count,
      unsigned shift)
{
  size_t end[BYTES], next[BYTES];

  if (count <= INSERTION_LIMIT)
    {
      sort_few (index, order, count);
      return;
    }
  while (!count_bytes (index, order, count, shift, end))
    {
      if (shift == 0)
        return;
      shift -= 8;
    }
  next[0] = 0;
  memcpy (next + 1, end, (BYTES - 1) * sizeof *end);
  for (unsigned byte = 0; byte < BYTES; byte++)
    while (next[byte] < end[byte])
      {
        uint32_t number = order[next[byte]];
        unsigned to = address_of (index, number) >> shift & 0xff;
        order[next[byte]] = order[next[to]];
        order[next[to]++] = number;
      }
  if (shift == 0)
    return;
  size_t from = 0;
  for (unsigned byte = 0; byte < BYTES; from = end[byte++])
    sort (index, order + from, end[byte] - from, shift - 8);
}

/* True if symbol ONE has a better name than TWO.  */
static bool
is_better (const struct symbol_index *index, uint32_t one, uint32_t two)
{
  unsigned first = rank_of (index, one), second = rank_of (index, two);

  return first != second ? first > second : one < two;
}

/* Keep only the best symbol of each address.  */
static void
keep_best (struct symbol_index *index)
{
  size_t kept = 0;

  for (size_t i = 0; i < index->count; i++)
    {
      uint32_t number = index->order[i];
      if (kept == 0
          || address_of (index, index->order[kept - 1])
                 != address_of (index, number))
        index->order[kept++] = number;
      else if (is_better (index, number, index->order[kept - 1]))
        index->order[kept - 1] = number;
    }
  index->count = kept;
}

/* Find the symbol table of TYPE and its strings; return its number of entries,
   0 if there is no usable one.  */
static size_t
open_table (struct symbol_index *index, uint32_t type)
{
  const struct image *image = index->image;
  const struct image_section *table = NULL;
  size_t size;

  for (uint32_t i = 1; i < image->section_count && table == NULL; i++)
    if (image->sections[i].type == type && image->sections[i].size != 0)
      table = &image->sections[i];
  if (table == NULL || table->entsize != ELF_SYM_SIZE
      || table->link >= image->section_count
      || image->sections[table->link].type != SHT_STRTAB)
    return 0;
  index->strings = (const char *) image_section_bytes (
      image, &image->sections[table->link], &index->strings_size);
  while (index->strings_size != 0
         && index->strings[index->strings_size - 1] != '\0')
    index->strings_size--;
  index->table = image_section_bytes (image, table, &size);
  size /= ELF_SYM_SIZE;
  return size > UINT32_MAX ? UINT32_MAX : size;
}

sfm_status
symbol_index_read (const struct image *image, struct symbol_index *index,
                   const struct diag_sink *sink)
{
  *index = (struct symbol_index){ .image = image };
  size_t entries = open_table (index, SHT_SYMTAB);
  if (entries == 0)
    entries = open_table (index, SHT_DYNSYM);
  for (size_t i = 1; i < entries; i++)
    index->count += is_wanted (index, (uint32_t) i);
  if (index->count == 0)
    return SFM_OK;
  index->order = malloc (index->count * sizeof *index->order);
  if (index->order == NULL)
    return diag_nomem (sink, image->path);
  index->count = 0;
  for (size_t i = 1; i < entries; i++)
    if (is_wanted (index, (uint32_t) i))
      index->order[index->count++] = (uint32_t) i;
  sort (index, index->order, index->count, TOP_SHIFT);
  keep_best (index);
  return SFM_OK;
}

/* The position of the first symbol that is not before ADDR.  */
static size_t
search (const struct symbol_index *index, uint64_t addr)
{
  size_t low = 0, high = index->count;

  for (unsigned step = 0; step < STEP_LIMIT; step++)
    {
      size_t at = index->last + step;
      if (at >= high || address_of (index, index->order[at]) > addr)
        break;
      if (address_of (index, index->order[at]) == addr)
        return at;
    }
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (address_of (index, index->order[middle]) < addr)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

const char *
symbol_index_at (struct symbol_index *index, uint64_t addr)
{
  size_t at = search (index, addr);

  if (at == index->count)
    return NULL;
  index->last = at;
  return address_of (index, index->order[at]) == addr
             ? name_of (index, index->order[at])
             : NULL;
}

void
symbol_index_free (struct symbol_index *index)
{
  free (index->order);
  *index = (struct symbol_index){ 0 };
}
