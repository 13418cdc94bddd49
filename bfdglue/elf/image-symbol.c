/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-symbol.c - the symbol tables of an image.  */

#include "config.h"

#include "elf-limits.h"
#include "elf-symbols.h"

/* Set SYMBOL to the first symbol of TABLE.  False: it has none.  */
static bool
enter_table (struct image_symbol *symbol, const struct image_section *table)
{
  const struct image *image = symbol->image;
  const size_t link = table->link;
  size_t size, unused = 0;

  *symbol = (struct image_symbol){ .image = image,
                                   .table = table,
                                   .big_endian = image->big_endian };
  symbol->bytes = image_section_bytes (image, table, &size);
  size /= ELF_SYM_SIZE;
  symbol->last = symbol->bytes + (size == 0 ? 0 : size - 1) * ELF_SYM_SIZE;
  if (link < image->section_count && image->sections[link].type == SHT_STRTAB)
    symbol->strings = (const char *) image_section_bytes (
        image, &image->sections[link], &symbol->strings_size);
  /* Up to the last NUL.  */
  while (symbol->strings_size != 0 && unused++ < STRINGS_REST_MAX
         && symbol->strings[symbol->strings_size - 1] != '\0')
    symbol->strings_size--;
  if (unused > STRINGS_REST_MAX)
    symbol->strings_size = 0;
  return size != 0;
}

bool
symbol_next_table (struct image_symbol *symbol)
{
  static const uint8_t undefined[ELF_SYM_SIZE];
  const struct image *image = symbol->image;
  const struct image_section *table
      = symbol->table == NULL ? image->sections : symbol->table;

  if (image->section_count == 0)
    return false;
  while (++table < image->sections + image->section_count)
    {
      if (table->type != SHT_SYMTAB && table->type != SHT_DYNSYM)
        continue;
      bool any = enter_table (symbol, table);
      if (symbol_unreadable (symbol))
        symbol->bytes = symbol->last = undefined;
      else if (!any)
        continue;
      return true;
    }
  return false;
}

bool
symbol_table (const struct image *image, uint32_t type,
              struct image_symbol *symbol)
{
  const struct image_section *sections = image->sections;
  uint32_t idx = 1, end = image->section_count;
  size_t size;

  *symbol = (struct image_symbol){ .image = image };
  while (idx < end && (sections[idx].type != type || sections[idx].size == 0))
    idx++;
  if (idx >= end)
    return false;
  enter_table (symbol, &sections[idx]);
  for (uint32_t i = 1; i < end; i++)
    if (sections[i].type == SHT_SYMTAB_SHNDX && sections[i].link == idx)
      {
        symbol->indices = image_section_bytes (image, &sections[i], &size);
        symbol->index_count = size / 4;
      }
  return !symbol_unreadable (symbol) && sections[idx].link < end
         && sections[sections[idx].link].type == SHT_STRTAB;
}

bool
symbol_at (const struct image *image, const struct image_section *table,
           uint64_t idx, struct image_symbol *symbol)
{
  size_t size;
  const uint8_t *bytes = image_section_bytes (image, table, &size);

  if (idx >= size / ELF_SYM_SIZE)
    return false;
  *symbol = (struct image_symbol){ .image = image,
                                   .table = table,
                                   .bytes = bytes + idx * ELF_SYM_SIZE,
                                   .big_endian = image->big_endian };
  return true;
}

bool
symbol_section_number (const struct image_symbol *symbol, uint32_t *idx)
{
  uint64_t number = symbol_number (symbol);

  *idx = symbol_section (symbol);
  if (*idx != SHN_XINDEX)
    {
      if (*idx >= SHN_LORESERVE)
        *idx = SHN_UNDEF;
      return true;
    }
  if (number >= symbol->index_count)
    return false;
  *idx = elf_u32 (symbol->indices + number * 4, symbol->big_endian);
  return true;
}

bool
symbol_names_code (const struct image_symbol *symbol, const char *name,
                   uint32_t idx)
{
  const struct image *image = symbol->image;
  unsigned type = symbol_type (symbol);

  if (name[0] == '\0' || idx == SHN_UNDEF || idx >= image->section_count
      || (type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE))
    return false;
  uint64_t flags = image->sections[idx].flags;
  return (flags & SHF_EXECINSTR) != 0 && (flags & SHF_ALLOC) != 0
         && !symbol_is_mapping (image->machine, name)
         && !(symbol_bind (symbol) == STB_LOCAL && symbol_is_temporary (name));
}
