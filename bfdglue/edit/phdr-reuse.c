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

#include "elf-dynamic.h"
#include "phdr-reuse.h"

enum
{
  SLOTS_MAX = 8
};

/* True if IMAGE is a PIE by DF_1_PIE, or has no dynamic section to tell.  */
static bool
is_pie (const struct image *image)
{
  uint64_t flags;

  return image_find_segment (image, PT_DYNAMIC) == NULL
         || (dynamic_find (image, DT_FLAGS_1, &flags) && (flags & DF_1_PIE));
}

/* True if IMAGE can do without PT_PHDR.  */
static bool
is_spare_phdr (const struct image *image)
{
  return (image->type == ET_DYN
          && image_find_segment (image, PT_INTERP) == NULL && !is_pie (image));
}

/* True if NOTE is a PT_NOTE with the bytes of PROPERTY, the PT_GNU_PROPERTY or
   NULL.  */
static bool
is_duplicate_note (const struct image_segment *note,
                   const struct image_segment *property)
{
  return (note->type == PT_NOTE && property != NULL
          && note->offset == property->offset && note->vaddr == property->vaddr
          && note->filesz == property->filesz && note->memsz == property->memsz
          && note->filesz != 0 && !note->cut);
}

/* List the indices of the entries that may be replaced in SLOTS.  Return their
   number.  */
static size_t
list_spare_slots (const struct image *image, uint32_t slots[SLOTS_MAX])
{
  const struct image_segment *property
      = image_find_segment (image, PT_GNU_PROPERTY);
  const bool phdr = is_spare_phdr (image);
  size_t count = 0;

  for (unsigned round = 0; round < 3; round++)
    for (uint32_t i = 0; i < image->segment_count && count < SLOTS_MAX - 1;
         i++)
      {
        const struct image_segment *segment = &image->segments[i];
        if ((round == 0 && segment->type == PT_NULL)
            || (round == 1 && segment->type == PT_PHDR && phdr)
            || (round == 2 && is_duplicate_note (segment, property)))
          slots[count++] = i;
      }
  return count;
}

/* Remove element AT from the COUNT elements of SLOTS and return it.  */
static uint32_t
remove_slot (uint32_t slots[SLOTS_MAX], size_t *count, size_t at)
{
  uint32_t slot = slots[at];

  for (size_t i = at + 1; i < *count; i++)
    slots[i - 1] = slots[i];
  (*count)--;
  return slot;
}

void
phdr_reuse_choose (const struct image *image, bool want_load, bool spare,
                   struct phdr_plan *phdr)
{
  uint32_t slots[SLOTS_MAX];
  size_t count = spare ? list_spare_slots (image, slots) : 0;
  uint32_t last_load = 0, existing = PHDR_NO_SLOT;

  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_LOAD)
      last_load = i;
    else if (image->segments[i].type == PT_GNU_SFRAME
             && existing == PHDR_NO_SLOT)
      existing = i;

  phdr->added = 0;
  phdr->load_idx = phdr->sframe_idx = PHDR_NO_SLOT;
  if (want_load)
    {
      for (size_t i = 0; i < count && phdr->load_idx == PHDR_NO_SLOT; i++)
        if (slots[i] > last_load)
          phdr->load_idx = remove_slot (slots, &count, i);
      if (phdr->load_idx == PHDR_NO_SLOT && existing != PHDR_NO_SLOT
          && count != 0 && existing > last_load)
        {
          phdr->load_idx = existing;
          existing = PHDR_NO_SLOT;
        }
      if (phdr->load_idx == PHDR_NO_SLOT)
        phdr->load_idx = image->segment_count + phdr->added++;
    }
  if (existing != PHDR_NO_SLOT)
    phdr->sframe_idx = existing;
  else if (count != 0)
    phdr->sframe_idx = remove_slot (slots, &count, 0);
  else
    phdr->sframe_idx = image->segment_count + phdr->added++;
}
