/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   section-tags.c - the dynamic tags of sections that may move: .hash,
   .gnu.hash and .dynsym.

   The dynamic linker finds these sections by DT_HASH, DT_GNU_HASH and
   DT_SYMTAB and by nothing else; no linker defines a symbol for them.
   patchelf moves them in the same way.  There were programs that computed the
   number of dynamic symbols from the distance of DT_STRTAB to DT_SYMTAB, so
   .dynsym moves only where nothing else gives room (make-room.c).  */

#include "config.h"

#include "elf-codec.h"
#include "elf-dynamic.h"
#include "patch.h"
#include "phdr-ways.h"

/* The tag that leads to SECTION, or DT_NULL.  */
static uint64_t
tag_of (const struct image_section *section)
{
  if (section->type == SHT_GNU_HASH)
    return DT_GNU_HASH;
  if (section->type == SHT_DYNSYM)
    return DT_SYMTAB;
  return section->type == SHT_HASH ? DT_HASH : DT_NULL;
}

bool
section_tag_leads_to (const struct image *image,
                      const struct image_section *section)
{
  const uint64_t tag = tag_of (section);
  uint64_t value;

  return tag != DT_NULL && dynamic_find (image, tag, &value)
         && value == section->addr;
}

uint32_t
section_tag_section (const struct image *image, uint64_t tag, uint64_t value)
{
  for (uint32_t i = 1; i < image->section_count; i++)
    if (tag != DT_NULL && tag_of (&image->sections[i]) == tag
        && image->sections[i].addr == value
        && (image->sections[i].flags & SHF_ALLOC) != 0)
      return i;
  return 0;
}

void
section_tags_move (struct image_change *change, uint64_t start, uint64_t end,
                   uint64_t delta)
{
  const struct image *image = change->image;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *dynamic = &image->segments[i];
      uint64_t tag, value;
      for (uint64_t k = 0; dynamic->type == PT_DYNAMIC
                           && dynamic_entry (image, dynamic, k, &tag, &value);
           k++)
        if (value >= start && value < end
            && section_tag_section (image, tag, value) != 0)
          patch_add (change, dynamic->offset + k * ELF_DYN_SIZE + 8, delta);
    }
}
