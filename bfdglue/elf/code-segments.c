/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   code-segments.c - the executable segments of an image.  */

#include "config.h"

#include "elf-image.h"

struct code_segments
code_segments_of (const struct image *image)
{
  struct code_segments found = { 0 };

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *s = &image->segments[i];

      if (!image_segment_is_code (s) || s->memsz == 0)
        continue;
      if (found.count++ == 0)
        {
          found.start = s->vaddr;
          found.end = s->vaddr + s->memsz;
        }
    }
  return found;
}
