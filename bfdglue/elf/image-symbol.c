/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-symbol.c - from one symbol table of an image to the next.  */

#include "config.h"

#include "image-symbol.h"

/* Set the strings of SYMBOL's table, up to the last NUL.  */
static void
set_strings (struct image_symbol *symbol)
{
  const struct image *image = symbol->image;
  uint32_t link = symbol->table->link;
  size_t size = 0;

  if (link < image->section_count && image->sections[link].type == SHT_STRTAB)
    symbol->strings = (const char *) image_section_bytes (
        image, &image->sections[link], &size);
  while (size != 0 && symbol->strings[size - 1] != '\0')
    size--;
  symbol->strings_size = size;
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
      size_t size;
      if (table->type != SHT_SYMTAB && table->type != SHT_DYNSYM)
        continue;
      symbol->table = table;
      symbol->big_endian = image->big_endian;
      symbol->bytes = image_section_bytes (image, table, &size);
      set_strings (symbol);
      if (symbol_unreadable (symbol))
        {
          symbol->bytes = symbol->last = undefined;
          return true;
        }
      if (size < ELF_SYM_SIZE)
        continue;
      symbol->last = symbol->bytes + (size / ELF_SYM_SIZE - 1) * ELF_SYM_SIZE;
      return true;
    }
  return false;
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
