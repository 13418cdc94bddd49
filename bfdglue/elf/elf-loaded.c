/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-loaded.c - from addresses of an image to bytes of its file.

   The PT_LOADs are kept in the order of their addresses: an image can have
   65,000 of them and any number of relocations, each of which needs a search
   [image_load_of].  They overlap only in damaged images, where the last one
   that starts at or below an address is as good as any.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>

#include "elf-image.h"
#include "sorted.h"
#include "keyed-sort.h"

bool
image_order_loads (struct image *image)
{
  struct image_load *loads
      = calloc ((size_t) image->segment_count + 1, sizeof *loads);
  uint32_t count = 0;

  for (uint32_t i = 0; loads != NULL && i < image->segment_count; i++)
    if (image->segments[i].type == PT_LOAD && image->segments[i].filesz != 0)
      loads[count++] = (struct image_load){ image->segments[i].vaddr, i };
  sort_if_needed (loads, count, sizeof *loads, compare_u64_pairs);
  image->loads = loads;
  image->load_count = count;
  return loads != NULL;
}

const struct image_segment *
image_load_of (const struct image *image, uint64_t addr)
{
  size_t above
      = sorted_after (image->loads, image->load_count, sizeof *image->loads,
                      offsetof (struct image_load, addr), addr);

  if (above == 0)
    return NULL;
  const struct image_segment *load
      = &image->segments[image->loads[above - 1].segment];
  return addr - load->vaddr < load->filesz ? load : NULL;
}

const uint8_t *
image_loaded (const struct image *image, uint64_t addr, uint64_t size)
{
  const struct image_segment *load = image_load_of (image, addr);

  if (load == NULL || size > load->filesz - (addr - load->vaddr))
    return NULL;
  return image->bytes + load->offset + (addr - load->vaddr);
}
