/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   verify-symbols.c - verify the symbol tables of a changed copy: every symbol
   is the same, has the number of the same section, and has another value only
   if what it marks has moved.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "elf-abi.h"
#include "image-change.h"

struct symbols
{
  const struct image_change *change;
  const struct image *was;
  const struct image *copy; /* the output */
  const uint8_t *old;       /* the symbol in the image */
  const uint8_t *now;       /* ... and in the copy */
};

/* True if S may have value NOW, and had WAS.  NUMBER is that of its section in
   the copy.  */
static bool
value_right (const struct symbols *s, uint32_t number, uint64_t was,
             uint64_t now)
{
  const struct phdr_displaced *b = &s->change->phdr.displaced;
  const struct free_space *old = &s->change->phdr.old;

  if (now == was
      || (old->section != 0 && was == old->addr
          && now == s->change->space.addr))
    return true;
  /* The symbol of an emptied section.  */
  if (ELF64_ST_TYPE (s->old[offsetof (Elf64_Sym, st_info)]) == STT_SECTION
      && number < s->copy->section_count && s->copy->sections[number].size == 0
      && s->copy->sections[number].addr == now)
    return true;
  return was >= b->addr && was - b->addr < b->size
         && now - was == b->to_addr - b->addr;
}

static bool
symbol_right (const struct symbols *s)
{
  const bool big = s->was->big_endian;
  const size_t shndx = offsetof (Elf64_Sym, st_shndx);
  const size_t value = offsetof (Elf64_Sym, st_value);
  const size_t size = offsetof (Elf64_Sym, st_size);
  const uint32_t was = elf_u16 (s->old + shndx, big);
  const uint32_t number
      = was < s->was->section_count ? section_number (s->change, was) : was;

  return memcmp (s->old, s->now, shndx) == 0
         && elf_u16 (s->now + shndx, big) == number
         && value_right (s, number, elf_u64 (s->old + value, big),
                         elf_u64 (s->now + value, big))
         && memcmp (s->old + size, s->now + size, ELF_SYM_SIZE - size) == 0;
}

/* Compare the symbols in section IDX.  */
static sfm_status
compare_table (struct symbols *s, uint32_t idx, const struct diag_sink *sink)
{
  const struct image_section *table = &s->was->sections[idx];
  const struct image_section *now
      = &s->copy->sections[section_number (s->change, idx)];
  const uint8_t *old = image_at (s->was, table->offset, table->size);
  const uint8_t *new = image_at (s->copy, now->offset, table->size);
  uint64_t at = 0;

  for (; table->size - at >= ELF_SYM_SIZE; at += ELF_SYM_SIZE)
    {
      s->old = old + at;
      s->now = new + at;
      if (!symbol_right (s))
        break;
    }
  const uint64_t rest = table->size - at;
  if (rest < ELF_SYM_SIZE && memcmp (old + at, new + at, (size_t) rest) == 0)
    return SFM_OK;
  return diag_fail (sink, SFM_ERR_CORRUPT, s->was->path,
                    "the output would be wrong: symbol %" PRIu64 " of %s",
                    at / ELF_SYM_SIZE, table->name);
}

sfm_status
verify_symbols (const struct image_change *change, const struct image *copy,
                const struct diag_sink *sink)
{
  struct symbols s = { .change = change, .was = change->image, .copy = copy };

  for (uint32_t i = 1; i < s.was->section_count; i++)
    {
      const struct image_section *table = &s.was->sections[i];
      const uint64_t offset
          = copy->sections[section_number (change, i)].offset;
      if ((table->type == SHT_SYMTAB || table->type == SHT_DYNSYM)
          && table->entsize == ELF_SYM_SIZE
          && byte_changes_meet (&change->copy->written, offset,
                                offset + table->size))
        TRY (compare_table (&s, i, sink));
    }
  return SFM_OK;
}
