/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-space.c - how many bytes the merged section may take without moving
   anything.

   Theory of operation.  A section may grow over the bytes behind it as far as
   they are loaded with it and are nobody else's.  [free_space_measure] starts
   from the widest span that could be: the file range of the PT_LOAD, and,
   where that segment has no memory beyond its file range, the rest of its last
   page in the file [tail_end].  Then whatever has a claim cuts the span: the
   tables of the file, the other sections, the other segments
   [range_exclude_occupied], symbols and dynamic tags
   [range_exclude_referenced], and at last the first byte that is neither zero
   nor part of a piece that the merge takes in [free_space_find_content].  No
   claim may reach into the used bytes: then the file contradicts itself.  Nor
   may content that no header tells of [free_space_check_content].

   Behind the section, or without section headers, content does not count where
   PT_GNU_SFRAME, starting at the section, says that it is SFrame data
   [owned_end].  GNU ld makes that header before it
   merges and leaves parts of its inputs behind the result: whole pieces, which
   the caller finds, and scraps of overwritten ones, which nothing can read
   (in 34 of 197 images of our corpus).

   Where a symbol marks the section's end (end-symbol.c), code finds the bytes
   by it: then there is no room but the section's own, which stays as large as
   it is.

   GNU ld lays out .sframe before it merges, so tens to thousands of bytes are
   free there (measured: 34 to 8470), and where the section is the last one of
   its segment the page tail adds up to a page.  lld, gold and mold leave 0 to
   14 bytes.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "end-symbol.h"
#include "free-space-content.h"
#include "free-space.h"
#include "free-range.h"

enum
{
  /* The smallest page of the ABIs of SFrame.  */
  PAGE_SIZE_MIN = 4096
};

/* True if SEGMENT has [OFFSET, OFFSET + SIZE) at ADDR.  */
static bool
segment_holds (const struct image_segment *segment, uint64_t offset,
               uint64_t addr, uint64_t size)
{
  return (offset >= segment->offset && size <= segment->filesz
          && offset - segment->offset <= segment->filesz - size
          && addr - segment->vaddr == offset - segment->offset);
}

/* Set the segment of SPACE.  False if no PT_LOAD has the section.  */
static bool
find_segment (const struct image *image, struct free_space *space)
{
  /* An empty section may lie at the end of one segment and, by its offset,
     at the start of another: one that goes on behind it is better.  */
  bool found = false;
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      if (segment->type != PT_LOAD
          || !segment_holds (segment, space->offset, space->addr, space->used))
        continue;
      if (!found || space->offset < segment->offset + segment->filesz)
        space->segment = i;
      found = true;
    }
  return found;
}

/* Fill SPACE but for its size.  */
static sfm_status
locate (const struct image *image, uint32_t section, struct free_space *space,
        const struct diag_sink *sink)
{
  *space = (struct free_space){ .section = section };
  if (section == 0)
    {
      const struct image_segment *sframe
          = image_find_segment (image, PT_GNU_SFRAME);
      if (sframe == NULL || sframe->cut)
        {
          diag (sink, DIAG_ERROR, image->path,
                "neither a section nor PT_GNU_SFRAME says where .sframe is");
          return SFM_ERR_CORRUPT;
        }
      space->addr = sframe->vaddr;
      space->offset = sframe->offset;
      space->used = sframe->filesz;
    }
  else
    {
      const struct image_section *found = &image->sections[section];
      if (found->type == SHT_NOBITS || (found->flags & SHF_ALLOC) == 0)
        {
          diag (sink, DIAG_ERROR, image->path,
                "section %" PRIu32 " (%s) has no bytes that are loaded",
                section, found->name);
          return SFM_ERR_CORRUPT;
        }
      space->addr = found->addr;
      space->offset = found->offset;
      space->used = found->size;
    }
  if (find_segment (image, space))
    return SFM_OK;
  diag (sink, DIAG_ERROR, image->path,
        "no PT_LOAD holds the 0x%" PRIx64
        " bytes of .sframe at offset 0x%" PRIx64 ", address 0x%" PRIx64,
        space->used, space->offset, space->addr);
  return SFM_ERR_CORRUPT;
}

static uint64_t
page_size (const struct image_segment *segment)
{
  uint64_t align = segment->align;
  bool sound = align >= PAGE_SIZE_MIN && (align & (align - 1)) == 0;
  return sound ? align : PAGE_SIZE_MIN;
}

/* File offset up to which the PT_LOAD number IDX of IMAGE could be made to
   reach.  */
static uint64_t
tail_end (const struct image *image, uint32_t idx)
{
  const struct image_segment *load = &image->segments[idx];
  uint64_t end = load->offset + load->filesz;
  uint64_t end_addr = load->vaddr + load->filesz;

  /* Behind a writable segment a program may keep things of its own, found
     by a marker such as _end.  */
  uint64_t page = page_size (load);
  if (load->filesz != load->memsz || (load->flags & PF_W) != 0
      || end_addr > UINT64_MAX - page)
    return end;
  uint64_t phdr = (page - end_addr % page) % page;
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *other = &image->segments[i];
      if (i == idx || other->type != PT_LOAD || other->memsz == 0)
        continue;
      /* It may begin in the very page that this one ends in.  */
      uint64_t first = other->vaddr - other->vaddr % page_size (other);
      uint64_t last = other->vaddr + other->memsz;
      if (last > end_addr && first < end_addr + phdr)
        phdr = first > end_addr ? first - end_addr : 0;
    }
  uint64_t limit = image_described_end (image);
  if (limit <= end)
    return end;
  return phdr < limit - end ? end + phdr : limit;
}

/* The end of what PT_GNU_SFRAME says is SFrame data from the start of RANGE,
   or of the used bytes.  */
static uint64_t
owned_end (const struct free_range *range, const struct image *image)
{
  const struct image_segment *sframe
      = image_find_segment (image, PT_GNU_SFRAME);
  if (sframe == NULL || sframe->offset != range->offset
      || sframe->vaddr != range->addr)
    return range->used_end;
  uint64_t end = sframe->offset + sframe->filesz;
  if (end > range->end)
    end = range->end;
  return end > range->used_end ? end : range->used_end;
}

sfm_status
free_space_measure (const struct image *image, uint32_t section,
                    const struct byte_range *pieces, size_t count,
                    struct free_space *space, const struct diag_sink *sink)
{
  sfm_status status = locate (image, section, space, sink);
  if (status != SFM_OK)
    return status;

  if (section != 0)
    status = free_space_check_content (image, space, pieces, count, sink);
  if (status != SFM_OK)
    return status;
  uint64_t used_end = space->offset + space->used;
  struct free_range range = {
    .offset = space->offset,
    .addr = space->addr,
    .used_end = used_end,
    .end = section == 0 ? used_end : tail_end (image, space->segment),
  };
  status
      = range_exclude_occupied (&range, image, section, space->segment, sink);
  if (status != SFM_OK)
    return status;
  range_exclude_referenced (&range, image, sink);
  uint64_t owned = owned_end (&range, image);
  range.end = free_space_find_content (image, owned, range.end, pieces, count);
  space->owned = owned - range.offset;
  space->size = range.end - range.offset;
  space->fixed_size = section != 0 && end_symbol_at (image, section);
  if (space->fixed_size)
    space->owned = space->size = space->used;
  return SFM_OK;
}

sfm_status
free_space_owned (const struct image *image, uint32_t idx,
                  const struct diag_sink *sink)
{
  const struct image_section *section = &image->sections[idx];
  size_t size;

  if (image_section_bytes (image, section, &size) == NULL || size == 0)
    return SFM_OK;
  /* At the highest address no other section can meet one that has none.  */
  struct free_range range = {
    .offset = section->offset,
    .addr = (section->flags & SHF_ALLOC) != 0 ? section->addr : UINT64_MAX,
    .used_end = section->offset + size,
    .end = section->offset + size,
  };
  return range_exclude_occupied (&range, image, idx, UINT32_MAX, sink);
}

/* The end of what lies in PT_LOAD number IDX of IMAGE, as a file offset.  */
static uint64_t
last_end (const struct image *image, uint32_t idx)
{
  const struct image_segment *load = &image->segments[idx];
  uint64_t end = load->offset;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      size_t size;
      if (image_section_bytes (image, section, &size) != NULL
          && (section->flags & SHF_ALLOC) != 0
          && segment_holds (load, section->offset, section->addr, size)
          && section->offset + size > end)
        end = section->offset + size;
    }
  return end;
}

bool
free_space_find_tail (const struct image *image, uint32_t load,
                      struct free_space_tail *tail,
                      const struct diag_sink *sink)
{
  const struct image_segment *segment = &image->segments[load];

  if (image->section_count == 0 || segment->type != PT_LOAD || segment->cut
      || (segment->flags & (PF_R | PF_W)) != PF_R)
    return false;
  uint64_t start = last_end (image, load);
  if (start == segment->offset)
    return false;
  struct free_range range = {
    .offset = start,
    .addr = segment->vaddr + (start - segment->offset),
    .used_end = start,
    .end = tail_end (image, load),
  };
  if (range_exclude_occupied (&range, image, 0, load, sink) != SFM_OK)
    return false;
  range_exclude_referenced (&range, image, sink);
  range.end = free_space_find_content (image, start, range.end, NULL, 0);
  *tail = (struct free_space_tail){ .offset = start,
                                    .addr = range.addr,
                                    .size = range.end - start };
  return range.end > start;
}
