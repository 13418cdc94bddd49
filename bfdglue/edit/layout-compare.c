/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   layout-compare.c - compare bytes and numbers of an image and its output.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "image-change.h"

sfm_status
layout_wrong_segment (const struct layout *l, uint32_t idx, const char *what)
{
  return diag_fail (l->sink, SFM_ERR_CORRUPT, l->was->path,
                    "the output would be wrong: program header %" PRIu32 " %s",
                    idx, what);
}

sfm_status
layout_wrong_section (const struct layout *l, uint32_t idx, const char *what)
{
  return diag_fail (l->sink, SFM_ERR_CORRUPT, l->was->path,
                    "the output would be wrong: section %" PRIu32 " (%s) %s",
                    idx, l->was->sections[idx].name, what);
}

bool
layout_is_loaded (const struct image *image, uint64_t offset, uint64_t addr,
                  uint64_t size)
{
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *load = &image->segments[i];
      if (load->type == PT_LOAD && !load->cut
          && image_segment_maps (load, offset, addr, size))
        return true;
    }
  return false;
}

const struct image_section *
layout_now_section (const struct layout *l, uint32_t idx)
{
  return &l->now->sections[section_number (l->change, idx)];
}

bool
layout_same_number (const struct layout *l, uint32_t was, uint32_t now)
{
  return now
         == (was < l->was->section_count ? section_number (l->change, was)
                                         : was);
}

bool
layout_same_bytes (const struct layout *l, uint64_t old_off, uint64_t new_off,
                   uint64_t size)
{
  return (new_off <= l->now->size && size <= l->now->size - new_off
          && memcmp (image_at (l->was, old_off, size),
                     image_at (l->now, new_off, size), (size_t) size)
                 == 0);
}
