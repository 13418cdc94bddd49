/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   section-order.c - keep the headers of loaded sections in order of address.

   Linkers write them so, before all others, and some programs count on it:
   dwz refuses a file with a loaded section after those that are not, and
   patchelf 0.14 damages a program whose notes have moved but are still first
   in the table, so that the program does not start.  Everything that refers to
   a section by its number follows: sh_link, sh_info of relocations, the
   symbols and e_shstrndx.

   A table that is in another order from the start stays as it is.  So does one
   with more sections than st_shndx can number, or with a section of unknown
   type that may contain such numbers.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>

#include "edit-internal.h"

/* What the headers are sorted by: the address, then the number.  */
struct sort_key
{
  uint64_t addr; /* UINT64_MAX for sections that are not loaded */
  uint64_t idx;
};

/* The address of SECTION.  .tbss has one but no memory there, so it goes with
   the section before it, which has BEFORE.  */
static uint64_t
key_addr (const struct image_section *section, uint64_t before)
{
  if ((section->flags & SHF_ALLOC) == 0)
    return UINT64_MAX;
  return image_section_has_memory (section) ? section->addr : before;
}

bool
sections_in_order (const struct image *image)
{
  uint64_t last = 0;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const uint64_t addr = key_addr (&image->sections[i], last);
      if (addr < last)
        return false;
      last = addr;
    }
  return true;
}

/* True if it is known where the bytes of SECTION contain section indices,
   because its type means the same on all systems.  */
static bool
type_is_known (const struct image_section *section)
{
  switch (section->type)
    {
    case SHT_GROUP:
    case SHT_SYMTAB_SHNDX:
      return false;
    case SHT_SYMTAB:
    case SHT_DYNSYM:
      return section->entsize == ELF_SYM_SIZE;
    case SHT_GNU_SFRAME:
    case SHT_GNU_ATTRIBUTES:
    case SHT_GNU_HASH:
    case SHT_GNU_LIBLIST:
    case SHT_GNU_verdef:
    case SHT_GNU_verneed:
    case SHT_GNU_versym:
    case SHT_CHECKSUM:
      return true;
    default:
      /* Processor-specific types are unwind tables and attributes.  */
      return section->type <= SHT_RELR
             || (section->type >= SHT_LOPROC && section->type <= SHT_HIPROC);
    }
}

static bool
can_sort (const struct image *image)
{
  if (image->section_count >= SHN_LORESERVE - 1)
    return false;
  for (uint32_t i = 1; i < image->section_count; i++)
    if (!type_is_known (&image->sections[i]))
      return false;
  return true;
}

/* Set *NUMBERS to the new number of each section of IMAGE, in order.  */
static sfm_status
number_sections (const struct image *image, uint32_t **numbers,
                 const struct diag_sink *sink)
{
  const uint32_t count = image->section_count;
  struct sort_key *keys = calloc (count, sizeof *keys);

  *numbers = calloc (count, sizeof **numbers);
  if (keys == NULL || *numbers == NULL)
    {
      free (keys);
      return diag_nomem (sink, image->path);
    }
  for (uint32_t i = 1; i < count; i++)
    keys[i]
        = (struct sort_key){ key_addr (&image->sections[i], keys[i - 1].addr),
                             i };
  qsort (keys + 1, count - 1, sizeof *keys, compare_u64_pairs);
  for (uint32_t i = 1; i < count; i++)
    (*numbers)[keys[i].idx] = i;
  free (keys);
  return SFM_OK;
}

/* True if sh_info of SECTION is the number of a section.  */
static bool
info_is_number (const struct image_section *section)
{
  return section->type == SHT_RELA || section->type == SHT_REL
         || (section->flags & SHF_INFO_LINK) != 0;
}

/* The new number for IDX, if it is one of the COUNT sections.  */
static uint32_t
renumbered (const struct image_change *change, uint32_t count, uint32_t idx)
{
  return idx < count ? section_number (change, idx) : idx;
}

/* Write the headers of IMAGE, the copy of CHANGE, in their new order.  */
static void
put_headers (struct image_change *change, const struct image *image)
{
  const uint32_t count = image->section_count;

  for (uint32_t i = 1; i < count; i++)
    {
      struct image_section section = image->sections[i];
      const uint64_t at
          = image_shdr_offset (image, section_number (change, i));
      section.link = renumbered (change, count, section.link);
      if (info_is_number (&section))
        section.info = renumbered (change, count, section.info);
      patch_section (change, at, &section);
    }
  const uint64_t names = offsetof (Elf64_Ehdr, e_shstrndx);
  if (image->shstrndx != SHN_UNDEF)
    patch_u16 (change, names,
               (uint16_t) renumbered (change, count, image->shstrndx));
}

/* Renumber the sections of the symbols in TABLE of IMAGE.  What is between the
   first and the last that change counts as written; verify-layout.c compares
   it.  */
static void
put_symbols (struct image_change *change, const struct image *image,
             const struct image_section *table)
{
  const uint32_t count = image->section_count;
  const uint64_t symbols = table->size / ELF_SYM_SIZE;
  const uint8_t *old = paged_at (change->copy, table->offset, table->size)
                       + offsetof (Elf64_Sym, st_shndx);
  uint64_t first = symbols, last = 0;

  for (uint64_t i = 0; i < symbols; i++)
    {
      const uint32_t was = elf_u16 (old + i * ELF_SYM_SIZE, image->big_endian);
      if (renumbered (change, count, was) == was)
        continue;
      first = smaller (first, i);
      last = i;
    }
  if (first == symbols)
    return;
  uint8_t *new
      = paged_write (change->copy, table->offset + first * ELF_SYM_SIZE,
                     (last + 1 - first) * ELF_SYM_SIZE)
        + offsetof (Elf64_Sym, st_shndx);
  for (uint64_t i = first; i <= last; i++, new += ELF_SYM_SIZE)
    elf_put16 (new,
               (uint16_t) renumbered (change, count,
                                      elf_u16 (new, image->big_endian)),
               image->big_endian);
}

sfm_status
section_order_restore (struct image_change *change, const struct image *image)
{
  if (sections_in_order (image) || !sections_in_order (change->image)
      || !can_sort (image))
    return SFM_OK;
  TRY (number_sections (image, &change->numbers, change->sink));
  put_headers (change, image);
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].type == SHT_SYMTAB
        || image->sections[i].type == SHT_DYNSYM)
      put_symbols (change, image, &image->sections[i]);
  change->space.section = section_number (change, change->space.section);
  return SFM_OK;
}
