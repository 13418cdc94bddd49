/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip-find.c - find what is to be removed, and what refers to it.

   Symbols without a use do not count: those of sections; mapping symbols,
   which assemblers for AArch64 put into any section; and local ones of an
   object to which no relocation refers.  Others may be in use: a linker script
   defines them for code that reads the section.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "elf-abi.h"
#include "relobj-internal.h"
#include "sframe-section.h"
#include "text.h"

enum
{
  NAME_SHOWN = 60 /* bytes of a symbol's name in a message */
};

bool
strip_is_sframe (const struct image *image,
                 const struct image_section *section)
{
  if (section->type == SHT_NULL)
    return false;
  return image->type == ET_REL
             ? object_section_is_sframe (section->name, section->type)
             : image_sframe_section (section) != SECTION_NOT_SFRAME;
}

static void
find_sections (struct strip *s)
{
  const struct image *image = s->image;

  for (uint32_t i = 1; i < image->section_count; i++)
    if (strip_is_sframe (image, &image->sections[i]))
      {
        s->gone[i] = true;
        s->result->sections++;
        s->result->bytes += image_section_size (&image->sections[i]);
      }
  /* Loaded relocations belong to the dynamic linker, whatever sh_info
     says.  */
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      if (elf_type_is_relocs (section->type)
          && (section->flags & SHF_ALLOC) == 0
          && section->info < image->section_count && s->gone[section->info]
          && !s->gone[i])
        {
          s->gone[i] = true;
          s->result->relocations++;
        }
    }
  for (uint32_t i = 0; i < image->segment_count; i++)
    s->result->segments += image->segments[i].type == PT_GNU_SFRAME;
}

uint64_t
strip_group_kept (const struct strip *s, const uint8_t *bytes, uint64_t size,
                  uint8_t *to)
{
  const bool big = s->image->big_endian;
  uint64_t kept = GROUP_WORD;

  for (uint64_t at = GROUP_WORD; at < size; at += GROUP_WORD)
    {
      const uint32_t member = elf_u32 (bytes + at, big);
      if (s->gone[member])
        continue;
      if (to != NULL)
        elf_put32 (to + kept, member, big);
      kept += GROUP_WORD;
    }
  return kept;
}

/* Check the group that is section IDX; it goes if all of its members do.  A
   group without members stays.  */
static sfm_status
find_group (struct strip *s, uint32_t idx)
{
  size_t size;
  const uint8_t *bytes
      = image_section_bytes (s->image, &s->image->sections[idx], &size);

  TRY (relobj_group_check (s->image, idx, s->sink));
  s->gone[idx] = size > GROUP_WORD
                 && strip_group_kept (s, bytes, size, NULL) == GROUP_WORD;
  return SFM_OK;
}

uint64_t
strip_symbol_count (const struct image *image, uint32_t idx)
{
  const struct image_section *table = &image->sections[idx];

  if ((table->type != SHT_SYMTAB && table->type != SHT_DYNSYM)
      || table->entsize != image->layout->sym)
    return 0;
  return table->size / image->layout->sym;
}

/* Report that WHAT, number NUMBER, called NAME, refers to something that goes.
   SHOWN bytes of NAME may be read.  */
static sfm_status
take_user (struct strip *s, const char *what, uint64_t number,
           const char *name, int shown)
{
  const bool object = s->image->type == ET_REL;

  diag (s->sink, object ? DIAG_ERROR : DIAG_DETAIL, s->image->path,
        "%s %" PRIu64 " (%.*s) refers to its .sframe%s", what, number, shown,
        name,
        object ? ", which cannot be removed"
               : ": a section of zeros stays there");
  s->used = true;
  return object ? SFM_ERR_UNSUPP : SFM_OK;
}

/* Record section IDX, a table of section indices, which must have one for each
   symbol.  */
static sfm_status
find_numbers (struct strip *s, uint32_t idx)
{
  const struct image_section *section = &s->image->sections[idx];

  if (section->link >= s->image->section_count)
    return SFM_OK;
  if (s->gone[idx])
    return take_user (s, "section", section->link,
                      s->image->sections[section->link].name, NAME_SHOWN);
  const uint64_t count = strip_symbol_count (s->image, section->link);
  if (section->size / SHNDX_WORD < count)
    return diag_fail (s->sink, SFM_ERR_CORRUPT, s->image->path,
                      "section %" PRIu32 ": 0x%" PRIx64
                      " bytes are not a number for "
                      "each of %" PRIu64 " symbols",
                      idx, section->size, count);
  s->shndx_of[section->link] = idx;
  return SFM_OK;
}

bool
strip_symbol_goes (const struct strip *s, uint32_t table, uint64_t idx)
{
  const struct image *image = s->image;
  const struct elf_layout *l = image->layout;
  const uint32_t shndx = s->shndx_of[table];
  const uint8_t *symbol
      = image_at (image, image->sections[table].offset + idx * l->sym, l->sym);
  uint32_t number = elf_u16 (symbol + l->st_shndx, image->big_endian);

  if (number == SHN_XINDEX && shndx != 0)
    number = elf_u32 (
        image_at (image, image->sections[shndx].offset + idx * SHNDX_WORD,
                  SHNDX_WORD),
        image->big_endian);
  else if (number >= SHN_LORESERVE)
    return false;
  return number < image->section_count && s->gone[number];
}

/* The name of the symbol at BYTES of section TABLE, or "".  Up to a NUL,
   *SHOWN bytes of it may be read.  */
static const char *
name_of (const struct image *image, uint32_t table, const uint8_t *bytes,
         int *shown)
{
  const uint32_t link = image->sections[table].link;
  const uint32_t name = elf_u32 (bytes, image->big_endian); /* st_name */
  size_t size;

  *shown = 0;
  if (link >= image->section_count || image->sections[link].type != SHT_STRTAB)
    return "";
  const char *strings = (const char *) image_section_bytes (
      image, &image->sections[link], &size);
  if (name >= size)
    return "";
  *shown = (int) smaller (size - name, NAME_SHOWN);
  return strings + name;
}

/* Whether the symbol at BYTES of section TABLE, called NAME, has no use if no
   relocation refers to it.  */
static bool
is_idle (const struct image *image, uint32_t table, const uint8_t *bytes,
         const char *name)
{
  const uint8_t info = bytes[image->layout->st_info];

  if (image->sections[table].type != SHT_SYMTAB)
    return false;
  return ELF64_ST_TYPE (info) == STT_SECTION || name[0] == '$'
         || (image->type == ET_REL && ELF64_ST_BIND (info) == STB_LOCAL);
}

/* Look for symbols of section TABLE that go although they have a use.  */
static sfm_status
look_at_table (struct strip *s, uint32_t table)
{
  const struct image *image = s->image;
  const struct image_section *section = &image->sections[table];
  const size_t size = image->layout->sym;
  const uint64_t count = strip_symbol_count (image, table);

  if (section->entsize != size)
    return diag_fail (s->sink, SFM_ERR_CORRUPT, image->path,
                      "section %" PRIu32 ": symbols of %" PRIu64
                      " bytes, not %zu",
                      table, section->entsize, size);
  for (uint64_t i = 1; i < count && !s->used; i++)
    {
      const uint8_t *bytes
          = image_at (image, section->offset + i * size, size);
      if (!strip_symbol_goes (s, table, i))
        continue;
      int shown;
      const char *name = name_of (image, table, bytes, &shown);
      s->result->symbols += image->type == ET_REL;
      if (!is_idle (image, table, bytes, name))
        TRY (take_user (s, "symbol", i, name, shown));
    }
  return SFM_OK;
}

/* Whether a relocation of SECTION refers to a symbol that goes.  SHT_CREL has
   the same form in both ELF classes.  */
static bool
relocs_refer (const struct strip *s, const struct image_section *section)
{
  const struct image *image = s->image;
  const struct elf_layout *l = image->layout;
  const size_t entry = section->type == SHT_REL ? l->rel : l->rela;
  struct elf_relocs relocs;
  struct elf_reloc reloc;
  size_t size;
  const uint8_t *bytes = image_section_bytes (image, section, &size);

  if (section->link >= image->section_count)
    return false;
  const uint64_t count = strip_symbol_count (image, section->link);
  if (section->type == SHT_CREL)
    {
      if (elf_relocs_begin (&relocs, image, section) != NULL)
        return true;
      while (elf_relocs_next (&relocs, &reloc))
        if (reloc.symbol < count
            && strip_symbol_goes (s, section->link, reloc.symbol))
          return true;
      return relocs.left != 0;
    }
  for (size_t at = 0; size - at >= entry; at += entry)
    {
      const uint32_t symbol = layout_reloc_symbol (
          l, image->machine, bytes + at, image->big_endian);
      if (symbol < count && strip_symbol_goes (s, section->link, symbol))
        return true;
    }
  return false;
}

/* Whether SECTION of an object, which stays, refers to a section that
   goes.  */
static bool
section_refers (const struct strip *s, const struct image_section *section)
{
  const uint32_t count = s->image->section_count;
  const bool relocs = elf_type_is_relocs (section->type);

  if (section->type == SHT_NULL)
    return false;
  if ((section->link < count && s->gone[section->link])
      || ((relocs || (section->flags & SHF_INFO_LINK) != 0)
          && section->info < count && s->gone[section->info]))
    return true;
  return s->result->symbols != 0 && relocs && relocs_refer (s, section);
}

sfm_status
strip_find (struct strip *s)
{
  const struct image *image = s->image;
  const size_t count = (size_t) image->section_count + 1;

  s->gone = pool_alloc (&s->pool, count * sizeof *s->gone);
  s->shndx_of = pool_alloc (&s->pool, count * sizeof *s->shndx_of);
  if (s->gone == NULL || s->shndx_of == NULL)
    return diag_nomem (s->sink, image->path);
  memset (s->gone, 0, count * sizeof *s->gone);
  memset (s->shndx_of, 0, count * sizeof *s->shndx_of);
  find_sections (s);
  if (s->result->sections == 0)
    return SFM_OK;
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      if (image->sections[i].type == SHT_SYMTAB_SHNDX)
        TRY (find_numbers (s, i));
      if (image->sections[i].type == SHT_GROUP && image->type == ET_REL
          && !s->gone[i])
        TRY (find_group (s, i));
    }
  return SFM_OK;
}

sfm_status
strip_users (struct strip *s)
{
  const struct image *image = s->image;

  if (s->result->sections == 0)
    return SFM_OK;
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].type == SHT_SYMTAB
        || image->sections[i].type == SHT_DYNSYM)
      TRY (look_at_table (s, i));
  for (uint32_t i = 1; i < image->section_count && image->type == ET_REL; i++)
    if (!s->gone[i] && section_refers (s, &image->sections[i]))
      TRY (take_user (s, "section", i, image->sections[i].name, NAME_SHOWN));
  return SFM_OK;
}
