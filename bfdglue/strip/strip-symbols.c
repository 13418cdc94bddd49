/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip-symbols.c - let the numbers of sections in symbols and groups follow.

   A symbol of a section that goes stays in the table, as an absolute one
   without a name: an undefined one would be looked up by the kernel when it
   loads a module.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-abi.h"
#include "strip.h"

/* Let SYMBOL be a local, absolute one without name, of value 0.  */
static void
retire_symbol (const struct elf_layout *layout, uint8_t *symbol, bool big)
{
  memset (symbol, 0, layout->sym);
  elf_put16 (symbol + layout->st_shndx, SHN_ABS, big);
}

/* Let symbol IDX of section TABLE follow.  True if it changes.  */
static bool
put_symbol (struct strip *s, uint32_t table, uint64_t idx)
{
  const struct image *image = s->image;
  const bool big = image->big_endian;
  const uint32_t shndx = s->shndx_of[table];
  const uint32_t was = strip_symbol_section (image, table, shndx, idx);
  uint8_t *symbol = s->out + strip_moved (s, image->sections[table].offset)
                    + idx * image->layout->sym;
  uint8_t *word = symbol + image->layout->st_shndx;

  if (was == SHN_UNDEF || was >= image->section_count)
    return false;
  const bool extended = elf_u16 (word, big) == SHN_XINDEX;
  if (extended)
    elf_put32 (s->out + strip_moved (s, image->sections[shndx].offset)
                   + idx * STRIP_SHNDX_WORD,
               s->numbers[was], big);
  if (s->gone[was])
    retire_symbol (image->layout, symbol, big);
  else if (!extended)
    elf_put16 (word, (uint16_t) s->numbers[was], big);
  return s->numbers[was] != was;
}

/* Record that the bytes of section IDX from entry START to STOP, of SIZE each,
   are written.  */
static void
record (struct strip *s, uint32_t idx, uint64_t start, uint64_t stop,
        uint64_t size)
{
  strip_writes (s,
                strip_moved (s, s->image->sections[idx].offset) + start * size,
                (stop - start) * size);
}

void
strip_put_symbols (struct strip *s)
{
  for (uint32_t i = 1; i < s->image->section_count; i++)
    {
      const uint64_t count = strip_symbol_count (s->image, i);
      uint64_t start = 0, stop = 0;
      if (s->result->emptied || s->result->sections == 0)
        return;
      for (uint64_t k = 1; k < count; k++)
        if (put_symbol (s, i, k))
          {
            if (stop == 0)
              start = k;
            stop = k + 1;
          }
      /* One range for all of them, which strip-verify-tables.c compares.  */
      record (s, i, start, stop, s->image->layout->sym);
      if (s->shndx_of[i] != 0)
        record (s, s->shndx_of[i], start, stop, STRIP_SHNDX_WORD);
    }
}

/* Let the group that is section IDX follow.  Zeros come after members that are
   fewer.  */
static void
put_group (struct strip *s, uint32_t idx)
{
  const struct image *image = s->image;
  size_t size;
  const uint8_t *from
      = image_section_bytes (image, &image->sections[idx], &size);
  uint8_t *to = strip_writes (
      s, strip_moved (s, image->sections[idx].offset) + STRIP_GROUP_WORD,
      size - STRIP_GROUP_WORD);
  size_t kept = 0;

  for (size_t at = STRIP_GROUP_WORD; at < size; at += STRIP_GROUP_WORD)
    {
      const uint32_t member = elf_u32 (from + at, image->big_endian);
      if (s->gone[member])
        continue;
      elf_put32 (to + kept, s->numbers[member], image->big_endian);
      kept += STRIP_GROUP_WORD;
    }
  memset (to + kept, 0, size - STRIP_GROUP_WORD - kept);
}

void
strip_put_groups (struct strip *s)
{
  const struct image *image = s->image;

  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].type == SHT_GROUP && !s->gone[i]
        && !s->result->emptied && s->result->sections != 0)
      put_group (s, i);
}
