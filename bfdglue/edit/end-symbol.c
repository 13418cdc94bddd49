/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   end-symbol.c - detect a symbol at the end of a section.

   Linker scripts such as the kernel's put the section between two symbols.  A
   symbol assigned inside the output section is defined in that section.  One
   assigned after it is defined in a neighbour or is absolute, depending on the
   linker, and may just as well mark the start of what follows.  Such a symbol
   counts only if its name contains "sframe".  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-codec.h"
#include "end-symbol.h"

enum
{
  /* Bytes of a name that are read.  In a damaged table all symbols can share
     one name as long as the file.  */
  NAME_LIMIT = 256
};

/* True if NAME contains the section's name.  */
static bool
names_section (const char *name)
{
  static const char sought[] = "sframe";

  for (size_t i = 0; i < NAME_LIMIT && name[i] != '\0'; i++)
    if (strncmp (name + i, sought, sizeof sought - 1) == 0)
      return true;
  return false;
}

/* True if the symbol at SYM marks the end of section IDX.  Its name is in the
   STRINGS_SIZE bytes at STRINGS, which end in NUL.  */
static bool
is_end_symbol (const struct image *image, uint32_t idx, const uint8_t *sym,
               const char *strings, size_t strings_size)
{
  const struct image_section *section = &image->sections[idx];
  bool big = image->big_endian;
  unsigned type = ELF64_ST_TYPE (sym[offsetof (Elf64_Sym, st_info)]);
  unsigned shndx = elf_u16 (sym + offsetof (Elf64_Sym, st_shndx), big);
  uint32_t name = elf_u32 (sym, big);

  if (elf_u64 (sym + offsetof (Elf64_Sym, st_value), big)
          != section->addr + section->size
      || type == STT_SECTION || type == STT_FILE || type == STT_TLS
      || shndx == SHN_UNDEF || shndx == SHN_COMMON)
    return false;
  return (shndx == idx && shndx < SHN_LORESERVE)
         || (name < strings_size && names_section (strings + name));
}

/* True if a symbol of TABLE marks the end of section IDX.  */
static bool
table_has_end_symbol (const struct image *image, uint32_t idx,
                      const struct image_section *table)
{
  const char *strings = "";
  size_t size, strings_size = 0;
  const uint8_t *bytes = image_section_bytes (image, table, &size);

  if (table->entsize != ELF_SYM_SIZE)
    return false;
  if (table->link < image->section_count
      && image->sections[table->link].type == SHT_STRTAB)
    strings = (const char *) image_section_bytes (
        image, &image->sections[table->link], &strings_size);
  while (strings_size != 0 && strings[strings_size - 1] != '\0')
    strings_size--;
  for (size_t off = 0; size - off >= ELF_SYM_SIZE; off += ELF_SYM_SIZE)
    if (is_end_symbol (image, idx, bytes + off, strings, strings_size))
      return true;
  return false;
}

bool
end_symbol_at (const struct image *image, uint32_t idx)
{
  if (image->sections[idx].size == 0)
    return false;
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      uint32_t type = image->sections[i].type;
      if ((type == SHT_SYMTAB || type == SHT_DYNSYM)
          && table_has_end_symbol (image, idx, &image->sections[i]))
        return true;
    }
  return false;
}
