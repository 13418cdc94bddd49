/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip-tables.c - the tables that have numbers of sections.  */

#include "config.h"

#include "strip.h"

uint64_t
strip_symbol_count (const struct image *image, uint32_t idx)
{
  const struct image_section *table = &image->sections[idx];

  if ((table->type != SHT_SYMTAB && table->type != SHT_DYNSYM)
      || table->entsize != image->layout->sym)
    return 0;
  return table->size / image->layout->sym;
}

uint32_t
strip_symbol_section (const struct image *image, uint32_t table,
                      uint32_t shndx, uint64_t idx)
{
  const struct elf_layout *l = image->layout;
  const uint8_t *symbol
      = image_at (image, image->sections[table].offset + idx * l->sym, l->sym);
  const uint32_t number = elf_u16 (symbol + l->st_shndx, image->big_endian);

  if (number == SHN_XINDEX && shndx != 0)
    return elf_u32 (
        image_at (image,
                  image->sections[shndx].offset + idx * STRIP_SHNDX_WORD,
                  STRIP_SHNDX_WORD),
        image->big_endian);
  return number < SHN_LORESERVE ? number : SHN_UNDEF;
}

uint64_t
strip_group_size (const struct strip *s, uint32_t idx)
{
  size_t size;
  const uint8_t *bytes
      = image_section_bytes (s->image, &s->image->sections[idx], &size);
  uint64_t kept = STRIP_GROUP_WORD;

  for (size_t at = STRIP_GROUP_WORD; at < size; at += STRIP_GROUP_WORD)
    if (!s->gone[elf_u32 (bytes + at, s->image->big_endian)])
      kept += STRIP_GROUP_WORD;
  return kept;
}
