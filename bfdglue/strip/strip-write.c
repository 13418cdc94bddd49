/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip-write.c - write the file without SFrame: its blocks, zeros, and the
   headers.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "strip.h"
#include "text.h"

static void
put_u16 (struct strip *s, uint64_t offset, uint32_t value)
{
  elf_put16 (strip_writes (s, offset, 2), (uint16_t) value,
             s->image->big_endian);
}

/* Write the number of sections and that of their names to the ELF header, and
   to section header 0 at TABLE, whichever has them.  */
static void
put_numbers (struct strip *s, uint64_t table)
{
  const struct image *image = s->image;
  const struct elf_layout *l = image->layout;
  const bool big = image->big_endian;

  layout_put_word (l, strip_writes (s, l->e_shoff, l->word), table, big);
  if (elf_u16 (image_at (image, l->e_shnum, 2), big) != 0)
    put_u16 (s, l->e_shnum, s->new_count);
  else
    layout_put_word (l, strip_writes (s, table + l->sh_size, l->word),
                     s->new_count, big);
  if (elf_u16 (image_at (image, l->e_shstrndx, 2), big) != SHN_XINDEX)
    put_u16 (s, l->e_shstrndx, s->numbers[image->shstrndx]);
  else
    elf_put32 (strip_writes (s, table + l->sh_link, 4),
               s->numbers[image->shstrndx], big);
}

/* The new number for IDX, which is one of a section if there is such a
   section.  */
static uint32_t
renumbered (const struct strip *s, uint32_t idx)
{
  return idx < s->image->section_count ? s->numbers[idx] : idx;
}

/* Let HEADER, that of section IDX, follow.  */
static void
follow (struct strip *s, uint32_t idx, uint8_t *header)
{
  const struct image_section *section = &s->image->sections[idx];
  const struct elf_layout *l = s->image->layout;
  const bool big = s->image->big_endian;

  layout_put_word (l, header + l->sh_offset, strip_moved (s, section->offset),
                   big);
  elf_put32 (header + l->sh_link, renumbered (s, section->link), big);
  if (strip_info_is_number (section))
    elf_put32 (header + l->sh_info, renumbered (s, section->info), big);
  if (section->type == SHT_GROUP && !s->result->emptied
      && s->result->sections != 0)
    layout_put_word (l, header + l->sh_size, strip_group_size (s, idx), big);
}

/* Let HEADER, that of section IDX, be that of a section of zeros, which the
   name alone does not make one of SFrame.  */
static void
empty (struct strip *s, uint32_t idx, uint8_t *header)
{
  const struct image_section *section = &s->image->sections[idx];
  const struct elf_layout *l = s->image->layout;
  const bool big = s->image->big_endian;

  if (!strip_is_sframe (s->image, section))
    {
      layout_put_word (l, header + l->sh_size, 0, big);
      return;
    }
  if (section->type != SHT_NOBITS)
    elf_put32 (header + offsetof (Elf64_Shdr, sh_type), SHT_PROGBITS, big);
  if (strncmp (section->name, ".sframe", 7) == 0)
    elf_put32 (header + offsetof (Elf64_Shdr, sh_name), section->name_off + 1,
               big);
}

static void
put_headers (struct strip *s)
{
  const struct image *image = s->image;
  const uint64_t table = strip_moved (s, image->shoff);
  const size_t size = image->layout->shdr;

  if (image->section_count == 0)
    return;
  strip_writes (s, table, (uint64_t) s->new_count * size);
  for (uint32_t i = 0; i < image->section_count; i++)
    {
      if (s->gone[i] && !s->result->emptied)
        continue;
      uint8_t *header = s->out + table + (uint64_t) s->numbers[i] * size;
      memmove (header, image_at (image, image_shdr_offset (image, i), size),
               size);
      if (s->gone[i])
        empty (s, i, header);
      if (image->sections[i].type != SHT_NULL)
        follow (s, i, header);
    }
  put_numbers (s, table);
}

/* Let each PT_GNU_SFRAME be PT_NULL.  The entry stays: PT_PHDR and what is
   after the table need not follow, and a later run of sfmerge can use it.  */
static void
put_segments (struct strip *s)
{
  const struct image *image = s->image;

  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_GNU_SFRAME)
      memset (
          strip_writes (s, image_phdr_offset (image, i), image->layout->phdr),
          0, image->layout->phdr);
}

static void
put_zeros (struct strip *s)
{
  for (size_t i = 0; i < s->zero_count; i++)
    {
      const uint64_t size = s->zeros[i].end - s->zeros[i].start;
      memset (strip_writes (s, strip_moved (s, s->zeros[i].start), size), 0,
              (size_t) size);
    }
}

sfm_status
strip_write (struct strip *s)
{
  s->out = calloc (s->size, 1);
  if (s->out == NULL)
    return diag_nomem (s->sink, s->image->path);
  for (size_t i = 0; i < s->block_count; i++)
    {
      const struct strip_block *block = &s->blocks[i];
      const uint64_t size = block->end - block->start;
      memcpy (s->out + block->to, image_at (s->image, block->start, size),
              (size_t) size);
    }
  put_zeros (s);
  put_segments (s);
  strip_put_symbols (s);
  strip_put_groups (s);
  put_headers (s);
  return s->changes.failed ? diag_nomem (s->sink, s->image->path) : SFM_OK;
}
