/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   symbol-index.c - the names of an image's functions, by address.

   Theory of operation.  The index is an array of addresses and symbol numbers,
   16 bytes each; everything else stays in the file.  It is sorted by address,
   then by how good a name the symbol is.  Then only the best symbol of each
   address is kept [keep_best], so that a look-up never scans many equal
   ones.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>

#include "elf-codec.h"
#include "keyed-sort.h"
#include "sorted.h"
#include "symbol-index.h"
#include "symbol-name.h"
#include "index-limits.h"

static const uint8_t *
symbol_at (const struct symbol_index *index, uint32_t number)
{
  return index->table + (size_t) number * ELF_SYM_SIZE;
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

/* The entry of symbol NUMBER.  A function is better than a label, then a
   global than a weak than a local symbol, then an earlier one.  */
static struct symbol_address
address_of (const struct symbol_index *index, uint32_t number)
{
  const uint8_t *symbol = symbol_at (index, number);
  uint8_t info = symbol[offsetof (Elf64_Sym, st_info)];
  unsigned bind = ELF64_ST_BIND (info);
  uint64_t rank = bind == STB_LOCAL ? 2 : bind == STB_WEAK ? 1 : 0;

  if (ELF64_ST_TYPE (info) == STT_NOTYPE)
    rank += 3;
  uint64_t addr = elf_u64 (symbol + offsetof (Elf64_Sym, st_value),
                           index->image->big_endian);
  return (struct symbol_address){ .addr = addr, .order = rank << 32 | number };
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
  index->addrs = malloc (index->count * sizeof *index->addrs);
  if (index->addrs == NULL)
    return diag_nomem (sink, image->path);
  index->count = 0;
  for (size_t i = 1; i < entries; i++)
    if (is_wanted (index, (uint32_t) i))
      index->addrs[index->count++] = address_of (index, (uint32_t) i);
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
  return index->addrs[at].addr == addr
             ? name_of (index, (uint32_t) index->addrs[at].order)
             : NULL;
}

void
symbol_index_free (struct symbol_index *index)
{
  free (index->addrs);
  *index = (struct symbol_index){ 0 };
}
