/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-reuse.c - find program headers that an image can do without.

   There are three kinds, tried in this order.  PT_NULL.  PT_PHDR of a shared
   object: it tells an executable's start code where the table is, but the
   dynamic linker finds a library's table by e_phoff.  A PT_NOTE with the same
   bytes as PT_GNU_PROPERTY: GNU ld and lld write both, and every consumer of
   properties prefers PT_GNU_PROPERTY.

   PT_LOADs are sorted by address, and the new one is above all others, so its
   entry must come after theirs.  If the entry of PT_GNU_SFRAME is the only
   suitable one there, that entry becomes the PT_LOAD and PT_GNU_SFRAME gets
   the dispensable one.  */

#include "config.h"

#include <elf.h>

#include "elf-image.h"
#include "image-change.h"

/* True if IMAGE is a PIE by DF_1_PIE, or has no dynamic section to tell.  */
static bool
is_pie (const struct image *image)
{
  uint64_t flags;

  return image_find_segment (image, PT_DYNAMIC) == NULL
         || (dynamic_find (image, DT_FLAGS_1, &flags) && (flags & DF_1_PIE));
}

/* Index of the best entry, at FIRST or later, that IMAGE can do without, other
   than EXCEPT; or PHDR_NO_SLOT.  */
static uint32_t
find_spare (const struct image *image, uint32_t first, uint32_t except)
{
  const struct image_segment *property
      = image_find_segment (image, PT_GNU_PROPERTY);
  const bool needless_phdr = image->type == ET_DYN
                             && image_find_segment (image, PT_INTERP) == NULL
                             && !is_pie (image);
  enum
  {
    NOTHING,
    NEEDLESS_PHDR,
    DUPLICATE_NOTE,
    NEEDED
  } best
      = NEEDED;
  uint32_t found = PHDR_NO_SLOT;

  for (uint32_t i = first; i < image->segment_count && best != NOTHING; i++)
    {
      const struct image_segment *s = &image->segments[i];
      unsigned kind = NEEDED;
      if (s->type == PT_NULL)
        kind = NOTHING;
      else if (s->type == PT_PHDR && needless_phdr)
        kind = NEEDLESS_PHDR;
      else if (s->type == PT_NOTE && property != NULL
               && s->offset == property->offset && s->vaddr == property->vaddr
               && s->filesz == property->filesz && s->memsz == property->memsz
               && s->filesz != 0 && !s->cut)
        kind = DUPLICATE_NOTE;
      if (i == except || kind >= best)
        continue;
      best = kind;
      found = i;
    }
  return found;
}

void
phdr_reuse_choose (const struct image *image, bool want_load, bool spare,
                   struct phdr_plan *phdr)
{
  uint32_t load = PHDR_NO_SLOT, sframe = PHDR_NO_SLOT, after_loads = 1;

  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_LOAD)
      after_loads = i + 1;
    else if (image->segments[i].type == PT_GNU_SFRAME
             && sframe == PHDR_NO_SLOT)
      sframe = i;

  phdr->added = 0;
  if (want_load && spare)
    load = find_spare (image, after_loads, PHDR_NO_SLOT);
  if (want_load && spare && load == PHDR_NO_SLOT && sframe != PHDR_NO_SLOT
      && sframe >= after_loads
      && find_spare (image, 0, PHDR_NO_SLOT) != PHDR_NO_SLOT)
    {
      load = sframe;
      sframe = PHDR_NO_SLOT;
    }
  if (want_load && load == PHDR_NO_SLOT)
    load = image->segment_count + phdr->added++;
  if (spare && sframe == PHDR_NO_SLOT)
    sframe = find_spare (image, 0, load);
  if (sframe == PHDR_NO_SLOT)
    sframe = image->segment_count + phdr->added++;
  phdr->load_idx = load;
  phdr->sframe_idx = sframe;
}
