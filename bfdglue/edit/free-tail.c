/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-tail.c - the free end of a segment.

   Linkers start each segment in a page of its own.  The rest of the last page
   of the one before is readable and belongs to nothing; the file may have
   bytes for it or not.  */

#include "config.h"

#include <elf.h>

#include "elf-abi.h"
#include "free-space.h"
#include "text.h"

uint64_t
segment_page (const struct image_segment *segment)
{
  uint64_t align = segment->align;
  bool sound = align >= PAGE_SIZE_MIN && (align & (align - 1)) == 0;
  return sound ? align : PAGE_SIZE_MIN;
}

uint64_t
segment_growth (const struct image *image, uint32_t idx)
{
  const struct image_segment *load = &image->segments[idx];
  uint64_t end_addr = load->vaddr + load->filesz;

  /* A program may use the memory after a writable segment, which it finds
     through a symbol such as _end.  */
  uint64_t page = segment_page (load);
  if (load->type != PT_LOAD || load->cut || load->filesz != load->memsz
      || (load->flags & PF_W) != 0 || end_addr > UINT64_MAX - page)
    return 0;
  uint64_t growth = (page - end_addr % page) % page;
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *other = &image->segments[i];
      if (i == idx || other->type != PT_LOAD || other->memsz == 0)
        continue;
      /* It may begin in the page that this one ends in.  */
      uint64_t first = other->vaddr - other->vaddr % segment_page (other);
      uint64_t last = other->vaddr + other->memsz;
      if (last > end_addr && first < end_addr + growth)
        growth = first > end_addr ? first - end_addr : 0;
    }
  return growth;
}

uint64_t
segment_tail_end (const struct image *image, uint32_t idx)
{
  const struct image_segment *load = &image->segments[idx];
  const uint64_t end = load->offset + load->filesz;
  const uint64_t limit = image_described_end (image);

  return limit <= end
             ? end
             : end + smaller (segment_growth (image, idx), limit - end);
}

/* File offset of the end of what PT_LOAD number IDX of IMAGE has: the last
   section, or the program headers and two more of them.  Without sections all
   of it may be in use.  */
static uint64_t
used_end (const struct image *image, uint32_t idx)
{
  const struct image_segment *load = &image->segments[idx];
  const uint64_t load_end = load->offset + load->filesz;
  uint64_t end = load->offset;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      const uint64_t size = image_section_size (section);
      if (section->type != SHT_NOBITS && section->type != SHT_NULL
          && (section->flags & SHF_ALLOC) != 0
          && image_segment_maps (load, section->offset, section->addr, size))
        end = larger (end, section->offset + size);
    }
  if (end == load->offset)
    end = load_end;
  if (load != image_table_load (image))
    return end;
  return larger (end, image_phdr_offset (image, image->segment_count + 2));
}

bool
free_space_find_tail (const struct image *image, uint32_t load, uint64_t least,
                      struct free_space *tail, const struct diag_sink *sink)
{
  const struct image_segment *segment = &image->segments[load];

  if (segment->type != PT_LOAD || segment->cut
      || (segment->flags & (PF_R | PF_W)) != PF_R)
    return false;
  const uint64_t start = used_end (image, load);
  const uint64_t end = segment_tail_end (image, load);
  if (start >= end)
    return false;
  struct free_range range = {
    .offset = start,
    .addr = segment->vaddr + (start - segment->offset),
    .used_end = start,
    .end = end,
  };
  if (range_exclude_occupied (&range, image, 0, load, sink) != SFM_OK
      || range.end - start < least)
    return false;
  /* All symbols are read for this.  */
  range_exclude_referenced (&range, image, sink);
  range.end = free_space_find_content (image, start, range.end, NULL, 0);
  *tail = (struct free_space){ .segment = load,
                               .offset = start,
                               .addr = range.addr,
                               .size = range.end - start };
  return tail->size != 0 && tail->size >= least;
}
