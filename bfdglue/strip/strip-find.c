/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip-find.c - find what goes: the sections of SFrame data, the relocation
   sections for them, and groups that have no other member.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "elf-abi.h"
#include "sframe-section.h"
#include "strip.h"
#include "text.h"

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

bool
strip_info_is_number (const struct image_section *section)
{
  return elf_type_is_relocs (section->type)
         || (section->flags & SHF_INFO_LINK) != 0;
}

/* Whether SECTION has relocations that linkers wrote for other tools.  Loaded
   ones belong to the dynamic linker, whatever sh_info says.  */
static bool
is_relocs (const struct image_section *section)
{
  return elf_type_is_relocs (section->type)
         && (section->flags & SHF_ALLOC) == 0;
}

static void
find_sections (struct strip *s)
{
  const struct image *image = s->image;
  size_t size;

  for (uint32_t i = 1; i < image->section_count; i++)
    if (strip_is_sframe (image, &image->sections[i]))
      {
        s->gone[i] = true;
        s->result->sections++;
        (void) image_section_bytes (image, &image->sections[i], &size);
        s->result->bytes += size;
      }
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      if (is_relocs (section) && section->info < image->section_count
          && s->gone[section->info] && !s->gone[i])
        {
          s->gone[i] = true;
          s->result->relocations++;
        }
    }
}

/* Check the members of the group that is section IDX; it goes if all of them
   do.  One without members stays.  */
static sfm_status
find_group (struct strip *s, uint32_t idx)
{
  const struct image *image = s->image;
  size_t size;
  const uint8_t *bytes
      = image_section_bytes (image, &image->sections[idx], &size);
  bool all = size > STRIP_GROUP_WORD;

  if (size < STRIP_GROUP_WORD || size % STRIP_GROUP_WORD != 0)
    return diag_fail (
        s->sink, SFM_ERR_CORRUPT, image->path,
        "section %" PRIu32
        ": a group of 0x%zx bytes, which is not a whole number of words",
        idx, size);
  for (size_t at = STRIP_GROUP_WORD; at < size; at += STRIP_GROUP_WORD)
    {
      uint32_t member = elf_u32 (bytes + at, image->big_endian);
      if (member == 0 || member >= image->section_count)
        return diag_fail (s->sink, SFM_ERR_CORRUPT, image->path,
                          "section %" PRIu32 ": the group has section %" PRIu32
                          " of %" PRIu32,
                          idx, member, image->section_count);
      all &= s->gone[member];
    }
  s->gone[idx] = all;
  return SFM_OK;
}

/* Record the tables of section numbers, each of which must have one for each
   symbol.  */
static sfm_status
find_tables (struct strip *s)
{
  const struct image *image = s->image;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      if (section->type != SHT_SYMTAB_SHNDX
          || section->link >= image->section_count)
        continue;
      if (section->size / STRIP_SHNDX_WORD
          < strip_symbol_count (image, section->link))
        return diag_fail (
            s->sink, SFM_ERR_CORRUPT, image->path,
            "section %" PRIu32 ": 0x%" PRIx64 " bytes are not a number for "
            "each of %" PRIu64 " symbols",
            i, section->size, strip_symbol_count (image, section->link));
      s->shndx_of[section->link] = i;
    }
  return SFM_OK;
}

static void
find_segments (struct strip *s)
{
  const struct image *image = s->image;

  s->loaded_end = image->segment_count == 0
                      ? 0
                      : image_phdr_offset (image, image->segment_count);
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      s->result->segments += segment->type == PT_GNU_SFRAME;
      if (segment->filesz != 0)
        s->loaded_end
            = larger (s->loaded_end, segment->offset + segment->filesz);
    }
}

sfm_status
strip_find (struct strip *s)
{
  const struct image *image = s->image;
  const size_t count = (size_t) image->section_count + 1;

  s->gone = pool_alloc (&s->pool, count * sizeof *s->gone);
  s->numbers = pool_alloc (&s->pool, count * sizeof *s->numbers);
  s->shndx_of = pool_alloc (&s->pool, count * sizeof *s->shndx_of);
  if (s->gone == NULL || s->numbers == NULL || s->shndx_of == NULL)
    return diag_nomem (s->sink, image->path);
  memset (s->gone, 0, count * sizeof *s->gone);
  memset (s->shndx_of, 0, count * sizeof *s->shndx_of);
  find_segments (s);
  find_sections (s);
  if (s->result->sections == 0)
    return SFM_OK;
  TRY (find_tables (s));
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].type == SHT_GROUP && !s->gone[i])
      TRY (find_group (s, i));
  return SFM_OK;
}

void
strip_number (struct strip *s)
{
  s->new_count = 0;
  for (uint32_t i = 0; i < s->image->section_count; i++)
    s->numbers[i] = s->gone[i] && !s->result->emptied ? 0 : s->new_count++;
}
