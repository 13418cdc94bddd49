/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-sizes.c - whether an image's .sframe is what the linker made of those
   of the inputs, by its size.

   A linker that does not know .sframe puts those of the inputs one after the
   other, and gold may spoil even their headers: to an object that comes from
   ld -r it applies relocations in wrong places.  What it leaves does not look
   like SFrame, as what a linker script puts into the section beside the
   inputs'.  But the script's contribution adds to the size.  A section of
   exactly the size of all inputs is the linker's own work, whatever its bytes
   are, and may be replaced.  */

#include "config.h"

#include "link-report.h"
#include "sframe-section.h"
#include "text.h"

enum
{
  SECTION_ALIGN = 8
};

void
link_sizes_add (struct link_sizes *sizes, const struct input_object *object)
{
  for (size_t i = 0; i < object->sframe_count; i++)
    {
      const uint64_t size = object->sframes[i].size;
      const uint64_t aligned = align_up (size, SECTION_ALIGN);
      sizes->packed += size;
      sizes->aligned += aligned;
      sizes->paddings |= (uint8_t) (1U << (aligned - size));
    }
}

struct byte_range
link_sizes_section (const struct link_sizes *sizes, const struct image *image)
{
  const struct image_section *only = NULL;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      if (!image_section_has_sframe (section) || section->size == 0
          || section->type == SHT_NOBITS)
        continue;
      if (only != NULL)
        return (struct byte_range){ 0 };
      only = section;
    }
  if (only == NULL || only->size > sizes->aligned)
    return (struct byte_range){ 0 };
  /* The last one is not rounded up.  */
  const uint64_t padding = sizes->aligned - only->size;
  if (only->size != sizes->packed
      && (padding >= SECTION_ALIGN || (sizes->paddings >> padding & 1) == 0))
    return (struct byte_range){ 0 };
  return (struct byte_range){ .start = only->offset,
                              .end = only->offset + only->size };
}
