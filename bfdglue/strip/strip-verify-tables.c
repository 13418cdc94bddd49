/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip-verify-tables.c - compare the symbols and groups of the file without
   SFrame with those of the one that had it.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-abi.h"
#include "strip.h"

/* Whether SYMBOL is one that was of a section that went.  */
static bool
is_retired (const struct elf_layout *layout, const uint8_t *symbol, bool big)
{
  static const uint8_t zeros[ELF_SYM_SIZE]; /* the longer one */
  const size_t shndx = layout->st_shndx;

  return elf_u16 (symbol + shndx, big) == SHN_ABS
         && memcmp (symbol, zeros, shndx) == 0
         && memcmp (symbol + shndx + 2, zeros, layout->sym - shndx - 2) == 0;
}

/* Whether the symbols OLD and NEW are equal but for the number of the section,
   which is extended in both or in none.  */
static bool
same_symbol (const struct elf_layout *layout, const uint8_t *old,
             const uint8_t *new, bool big)
{
  const size_t shndx = layout->st_shndx;
  const uint32_t was = elf_u16 (old + shndx, big);
  const uint32_t now = elf_u16 (new + shndx, big);

  return memcmp (old, new, shndx) == 0
         && memcmp (old + shndx + 2, new + shndx + 2, layout->sym - shndx - 2)
                == 0
         && (was == now || (was < SHN_LORESERVE && now < SHN_LORESERVE));
}

bool
strip_symbols_right (const struct strip *s, const struct image *now,
                     uint32_t idx, uint32_t number)
{
  const struct image *image = s->image;
  const uint64_t count = strip_symbol_count (image, idx);
  const uint32_t shndx = s->shndx_of[idx];
  const uint32_t new_shndx = shndx == 0 ? 0 : s->numbers[shndx];
  size_t size;
  const uint8_t *old
      = image_section_bytes (image, &image->sections[idx], &size);
  const uint8_t *new
      = image_section_bytes (now, &now->sections[number], &size);

  if (strip_symbol_count (now, number) != count)
    return false;
  for (uint64_t i = 0; i < count; i++)
    {
      const size_t at = (size_t) i * image->layout->sym;
      const uint32_t was = strip_symbol_section (image, idx, shndx, i);
      const uint32_t is = strip_symbol_section (now, number, new_shndx, i);
      const bool known = was < image->section_count;
      const bool right
          = known && s->gone[was]
                ? is_retired (image->layout, new + at, image->big_endian)
                : same_symbol (image->layout, old + at, new + at,
                               image->big_endian)
                      && is == (known ? s->numbers[was] : was);
      if (!right)
        return false;
    }
  return true;
}

bool
strip_group_right (const struct strip *s, const struct image *now,
                   uint32_t idx, uint32_t number)
{
  const bool big = s->image->big_endian;
  size_t old_size, new_size, next = STRIP_GROUP_WORD;
  const uint8_t *old
      = image_section_bytes (s->image, &s->image->sections[idx], &old_size);
  const uint8_t *new
      = image_section_bytes (now, &now->sections[number], &new_size);

  if (new_size < STRIP_GROUP_WORD || memcmp (old, new, STRIP_GROUP_WORD) != 0)
    return false;
  for (size_t at = STRIP_GROUP_WORD; at < old_size; at += STRIP_GROUP_WORD)
    {
      const uint32_t member = elf_u32 (old + at, big);
      if (s->gone[member])
        continue;
      if (next >= new_size || elf_u32 (new + next, big) != s->numbers[member])
        return false;
      next += STRIP_GROUP_WORD;
    }
  return next == new_size;
}
