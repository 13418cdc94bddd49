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

struct load
{
  uint64_t addr;
  uint32_t idx;
};

static int
compare_loads (const void *a, const void *b)
{
  const struct load *x = a, *y = b;

  if (x->addr != y->addr)
    return x->addr < y->addr ? -1 : 1;
  return x->idx < y->idx ? -1 : x->idx > y->idx;
}

bool
image_order_loads (struct image *image)
{
  struct load *loads
      = calloc ((size_t) image->segment_count + 1, sizeof *loads);
  uint32_t count = 0;

  image->loads
      = calloc ((size_t) image->segment_count + 1, sizeof *image->loads);
  for (uint32_t i = 0; loads != NULL && i < image->segment_count; i++)
    if (image->segments[i].type == PT_LOAD && image->segments[i].filesz != 0)
      loads[count++] = (struct load){ image->segments[i].vaddr, i };
  if (count != 0)
    qsort (loads, count, sizeof *loads, compare_loads);
  for (uint32_t i = 0; image->loads != NULL && i < count; i++)
    image->loads[i] = loads[i].idx;
  image->load_count = image->loads != NULL ? count : 0;
  bool memory = loads != NULL && image->loads != NULL;
  free (loads);
  return memory;
}

const struct image_segment *
image_load_of (const struct image *image, uint64_t addr)
{
  uint32_t low = 0, high = image->load_count;

  while (low < high)
    {
      uint32_t mid = low + (high - low) / 2;
      if (image->segments[image->loads[mid]].vaddr <= addr)
        low = mid + 1;
      else
        high = mid;
    }
  if (low == 0)
    return NULL;
  const struct image_segment *load = &image->segments[image->loads[low - 1]];
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
