/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip-users.c - find who refers to a section that is to go.

   Symbols without a use do not count: those of sections; mapping symbols,
   which assemblers for AArch64 put into any section; and local ones of an
   object to which no relocation refers.  Others mean something to somebody: a
   linker script defines them for code that reads the section.  */

#include "config.h"

#include <inttypes.h>

#include "strip.h"
#include "text.h"

enum
{
  NAME_SHOWN = 60 /* bytes of a symbol's name in a message */
};

/* Whether symbol IDX of section TABLE is one of a section that goes.  */
static bool
symbol_goes (const struct strip *s, uint32_t table, uint64_t idx)
{
  const uint32_t section
      = strip_symbol_section (s->image, table, s->shndx_of[table], idx);

  return section < s->image->section_count && s->gone[section];
}

/* Something refers to what goes: WHAT is that, number NUMBER or called NAME,
   of which SHOWN bytes may be read.  */
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
  s->result->emptied = true;
  return object ? SFM_ERR_UNSUPP : SFM_OK;
}

/* The name of the symbol at BYTES of section TABLE, or "", of which *SHOWN
   bytes may be read, up to a NUL.  */
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

/* Whether nobody misses the symbol at BYTES of section TABLE, called NAME, if
   no relocation refers to it.  */
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

/* Look through the symbols of section TABLE.  */
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
  for (uint64_t i = 1; i < count; i++)
    {
      const uint8_t *bytes
          = image_at (image, section->offset + i * size, size);
      if (!symbol_goes (s, table, i))
        continue;
      int shown;
      const char *name = name_of (image, table, bytes, &shown);
      s->result->symbols++;
      if (!is_idle (image, table, bytes, name) && !s->result->emptied)
        TRY (take_user (s, "symbol", i, name, shown));
    }
  return SFM_OK;
}

/* Look through the symbols.  */
static sfm_status
look_at_symbols (struct strip *s)
{
  const struct image *image = s->image;

  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].type == SHT_SYMTAB
        || image->sections[i].type == SHT_DYNSYM)
      TRY (look_at_table (s, i));
  return SFM_OK;
}

/* Whether one of the first COUNT symbols goes, to which a relocation of
   SECTION refers, which is of SHT_CREL; that has one form for both
   classes.  */
static bool
compact_relocs_refer (const struct strip *s,
                      const struct image_section *section, uint64_t count)
{
  struct elf_relocs relocs;
  struct elf_reloc reloc;

  if (elf_relocs_begin (&relocs, s->image, section) != NULL)
    return true;
  while (elf_relocs_next (&relocs, &reloc))
    if (reloc.symbol < count && symbol_goes (s, section->link, reloc.symbol))
      return true;
  return relocs.left != 0;
}

/* Whether a relocation of SECTION refers to a symbol that goes.  */
static bool
relocs_refer (const struct strip *s, const struct image_section *section)
{
  const struct image *image = s->image;
  const struct elf_layout *l = image->layout;
  const size_t entry = section->type == SHT_REL ? l->rel : l->rela;
  size_t size;
  const uint8_t *bytes = image_section_bytes (image, section, &size);

  if (section->link >= image->section_count)
    return false;
  const uint64_t count = strip_symbol_count (image, section->link);
  if (section->type == SHT_CREL)
    return compact_relocs_refer (s, section, count);
  for (size_t at = 0; size - at >= entry; at += entry)
    {
      const uint32_t symbol = layout_reloc_symbol (
          l, image->machine, bytes + at, image->big_endian);
      if (symbol < count && symbol_goes (s, section->link, symbol))
        return true;
    }
  return false;
}

/* Whether SECTION, which stays, refers to one that goes.  */
static bool
section_refers (const struct strip *s, const struct image_section *section)
{
  const uint32_t count = s->image->section_count;

  if (section->type == SHT_NULL)
    return false;
  if ((section->link < count && s->gone[section->link])
      || (strip_info_is_number (section) && section->info < count
          && s->gone[section->info]))
    return true;
  return s->result->symbols != 0 && elf_type_is_relocs (section->type)
         && relocs_refer (s, section);
}

sfm_status
strip_users (struct strip *s)
{
  const struct image *image = s->image;

  if (s->result->sections == 0)
    return SFM_OK;
  if (image->type != ET_REL && image_described_end (image) < image->size)
    {
      diag (s->sink, DIAG_DETAIL, image->path,
            "0x%" PRIx64 " bytes were appended to it, so nothing moves: a "
            "section of zeros stays",
            image->size - image_described_end (image));
      s->result->emptied = true;
    }
  TRY (look_at_symbols (s));
  for (uint32_t i = 1; i < image->section_count && !s->result->emptied; i++)
    if (!s->gone[i] && section_refers (s, &image->sections[i]))
      TRY (take_user (s, "section", i, image->sections[i].name, NAME_SHOWN));
  return SFM_OK;
}
