/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   section-tags.c - the dynamic tags of sections that may move: .hash,
   .gnu.hash and .dynsym.

   The dynamic linker finds these sections by DT_HASH, DT_GNU_HASH and
   DT_SYMTAB and by nothing else; no linker defines a symbol for them.
   patchelf moves them in the same way.  There were programs that computed the
   number of dynamic symbols from the distance of DT_STRTAB to DT_SYMTAB, so
   .dynsym moves only where nothing else gives room (make-room.c).

   The sections are looked for once: a damaged image may have millions of tags
   and as many sections.  */

#include "config.h"

#include "elf-abi.h"
#include "elf-image.h"
#include "image-change.h"

static const struct
{
  uint64_t tag;
  uint32_t type; /* of the section that it leads to */
} leads[SECTION_TAGS] = {
  { DT_HASH, SHT_HASH },
  { DT_GNU_HASH, SHT_GNU_HASH },
  { DT_SYMTAB, SHT_DYNSYM },
};

void
section_tags_find (const struct image *image, struct section_tags *tags)
{
  *tags = (struct section_tags){ { 0 } };
  for (unsigned k = 0; k < SECTION_TAGS; k++)
    {
      uint64_t value;
      if (!dynamic_find (image, leads[k].tag, &value))
        continue;
      for (uint32_t i = 1; i < image->section_count && tags->idx[k] == 0; i++)
        if (image->sections[i].type == leads[k].type
            && (image->sections[i].flags & SHF_ALLOC) != 0
            && image->sections[i].addr == value)
          tags->idx[k] = i;
    }
}

bool
section_tags_have (const struct section_tags *tags, uint32_t idx)
{
  for (unsigned k = 0; k < SECTION_TAGS; k++)
    if (idx != 0 && tags->idx[k] == idx)
      return true;
  return false;
}

uint32_t
section_tag_leads_to (const struct image *image,
                      const struct section_tags *tags, uint64_t tag,
                      uint64_t value)
{
  for (unsigned k = 0; k < SECTION_TAGS; k++)
    if (leads[k].tag == tag && tags->idx[k] != 0
        && image->sections[tags->idx[k]].addr == value)
      return tags->idx[k];
  return 0;
}

void
section_tags_move (struct image_change *change, uint64_t start, uint64_t end,
                   uint64_t delta)
{
  const struct image *image = change->image;
  struct section_tags tags;

  section_tags_find (image, &tags);
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *dynamic = &image->segments[i];
      uint64_t tag, value;
      for (uint64_t k = 0; dynamic->type == PT_DYNAMIC
                           && dynamic_entry (image, dynamic, k, &tag, &value);
           k++)
        if (value >= start && value < end
            && section_tag_leads_to (image, &tags, tag, value) != 0)
          patch_add (change, dynamic->offset + k * ELF_DYN_SIZE + 8, delta);
    }
}
