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

#include "end-symbol.h"
#include "image-symbol.h"
#include "edit-limits.h"

/* True if NAME contains the section's name.  */
static bool
names_section (const char *name)
{
  static const char sought[] = "sframe";

  for (size_t i = 0; i < END_SYMBOL_NAME_MAX && name[i] != '\0'; i++)
    if (strncmp (name + i, sought, sizeof sought - 1) == 0)
      return true;
  return false;
}

/* True if SYMBOL, which has the address of the end of section IDX, marks
   it.  */
static bool
is_end_symbol (const struct image_symbol *symbol, uint32_t idx)
{
  unsigned type = symbol_type (symbol), shndx = symbol_section (symbol);

  if (type == STT_SECTION || type == STT_FILE || type == STT_TLS
      || shndx == SHN_UNDEF || shndx == SHN_COMMON)
    return false;
  return (shndx == idx && shndx < SHN_LORESERVE)
         || names_section (symbol_name (symbol));
}

bool
end_symbol_at (const struct image *image, uint32_t idx)
{
  const struct image_section *section = &image->sections[idx];
  const uint64_t end = section->addr + section->size;
  struct image_symbol symbol = { .image = image };

  if (section->size == 0)
    return false;
  while (symbol_next (&symbol))
    if (symbol_value (&symbol) == end && is_end_symbol (&symbol, idx))
      return true;
  return false;
}
