/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   free-space.c - measure how many bytes the merged section may take without
   moving anything.

   Theory of operation.  A section may grow over the bytes that follow it if
   they are loaded with it and nothing else uses them.  [free_space_measure]
   starts with the widest possible range: the file range of the PT_LOAD and, if
   the segment has no memory beyond its file range, the rest of its last page
   in the file [segment_tail_end].  It then ends the range before the first
   header table, other segment or other section, except those of SFrame data,
   which are emptied [range_exclude_occupied], before the first byte that a
   symbol or dynamic tag refers to [range_exclude_referenced], and before the
   first byte that is neither zero nor part of an existing piece
   [free_space_find_content].  If any of these overlaps the used bytes, the
   file contradicts itself and is refused.  So is a section with content that
   is not a piece [check_content].

   Content is ignored after the section, or in an image without section
   headers, if PT_GNU_SFRAME starts at the section and covers it [owned_end].
   GNU ld sizes that header before it merges and leaves parts of its inputs
   after the result: complete pieces, which the caller finds, and unreadable
   fragments of overwritten ones (in 34 of 197 images of our corpus).

   If a symbol marks the section's end [end_symbol_at], code finds the bytes
   through it.  Then only the section's own bytes are available, and its size
   stays.

   GNU ld lays out .sframe before it merges, so 34 to 8470 bytes are free there
   (measured).  If the section is the last one of its segment, the rest of the
   page adds up to a page.  lld, gold and mold leave 0 to 14 bytes.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "edit-internal.h"

/* The free end of a segment.

   Linkers start each segment in a page of its own.  The rest of the last page
   of the one before is readable and belongs to nothing; the file may have
   bytes for it or not.  */

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
  if (load->type != PT_LOAD || load->filesz != load->memsz
      || (load->flags & PF_W) != 0 || end_addr > UINT64_MAX - page)
    return 0;
  uint64_t growth = (page - end_addr % page) % page;
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *other = &image->segments[i];
      if (other->type != PT_LOAD || other->memsz == 0)
        continue;
      /* It may begin in the page that this one ends in.  LOAD itself has
         nothing after its end.  */
      uint64_t first = other->vaddr - other->vaddr % segment_page (other);
      uint64_t last = other->vaddr + other->memsz;
      if (last > end_addr && first < end_addr + growth)
        growth = first > end_addr ? first - end_addr : 0;
    }
  return growth;
}

/* The offset to which the bytes of PT_LOAD number IDX of IMAGE could be
   extended over what the file has.  */
static uint64_t
segment_tail_end (const struct image *image, uint32_t idx)
{
  const struct image_segment *load = &image->segments[idx];
  const uint64_t end = load->offset + load->filesz;
  const uint64_t limit = larger (image_described_end (image), end);

  return end + smaller (segment_growth (image, idx), limit - end);
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
      if (section->type != SHT_NOBITS && (section->flags & SHF_ALLOC) != 0
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
free_space_find_tail (enum edit_kind kind, const struct image *image,
                      uint32_t load, uint64_t least, struct free_space *tail,
                      const struct diag_sink *sink)
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
  if (range_exclude_occupied (kind, &range, image, 0, load, sink) != SFM_OK
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

/* CORRUPT, with a message, if the used bytes of SPACE, a section, contain a
   byte that is neither zero nor in one of the COUNT PIECES.  */
static sfm_status
check_content (const struct image *image, const struct free_space *space,
               const struct byte_range *pieces, size_t count,
               const struct diag_sink *sink)
{
  const uint64_t end = space->offset + space->used;
  uint64_t at
      = free_space_find_content (image, space->offset, end, pieces, count);

  if (at == end)
    return SFM_OK;
  uint64_t stop = end;
  for (size_t i = count; i-- != 0 && pieces[i].start > at;)
    if (pieces[i].start < end)
      stop = pieces[i].start;
  return diag_fail_at (
      sink, SFM_ERR_CORRUPT, image->path, image->sections[space->section].name,
      at - space->offset,
      "the bytes up to 0x%" PRIx64
      " are neither zeros nor SFrame data with a header: they may be "
      "something else's",
      stop - space->offset);
}

/* Set the segment of SPACE.  False if no PT_LOAD contains the section.  */
static bool
find_segment (const struct image *image, struct free_space *space)
{
  /* By its offset, an empty section may be both at the end of one segment and
     at the start of another.  Prefer the segment that continues after it.  */
  bool found = false;
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      if (segment->type != PT_LOAD
          || !image_segment_maps (segment, space->offset, space->addr,
                                  space->used))
        continue;
      if (!found || space->offset < segment->offset + segment->filesz)
        space->segment = i;
      found = true;
    }
  return found;
}

/* Set all of SPACE but its size and owned bytes.  */
static sfm_status
locate (enum edit_kind kind, const struct image *image, uint32_t section,
        struct free_space *space, const struct diag_sink *sink)
{
  *space = (struct free_space){ .section = section };
  if (section == 0)
    {
      const struct image_segment *header
          = image_find_segment (image, edit_sections[kind].segment_type);
      if (header == NULL || header->cut)
        return diag_fail (sink, SFM_ERR_CORRUPT, image->path,
                          "neither a section nor %s says where %s is",
                          edit_sections[kind].segment_name,
                          edit_sections[kind].name);
      space->addr = header->vaddr;
      space->offset = header->offset;
      space->used = header->filesz;
    }
  else
    {
      const struct image_section *found = &image->sections[section];
      if (found->type == SHT_NOBITS || (found->flags & SHF_ALLOC) == 0)
        return diag_fail (sink, SFM_ERR_CORRUPT, image->path,
                          "section %" PRIu32
                          " (%s) has no bytes that are loaded",
                          section, found->name);
      space->addr = found->addr;
      space->offset = found->offset;
      space->used = found->size;
    }
  if (find_segment (image, space))
    return SFM_OK;
  return diag_fail (sink, SFM_ERR_CORRUPT, image->path,
                    "no PT_LOAD holds the 0x%" PRIx64
                    " bytes of %s at offset 0x%" PRIx64 ", address 0x%" PRIx64,
                    space->used, edit_sections[kind].name, space->offset,
                    space->addr);
}

/* End of the data at the start of RANGE according to the program header of
   KIND; at least the end of the used bytes.  */
static uint64_t
owned_end (enum edit_kind kind, const struct free_range *range,
           const struct image *image)
{
  const struct image_segment *header
      = image_find_segment (image, edit_sections[kind].segment_type);
  if (header == NULL || header->offset != range->offset
      || header->vaddr != range->addr)
    return range->used_end;
  return larger (smaller (header->offset + header->filesz, range->end),
                 range->used_end);
}

/* True if NAME contains the section's name.  */
static bool
names_section (const char *name)
{
  static const char sought[] = "sframe";

  for (size_t i = 0; i < END_SYMBOL_NAME_MAX && name[i] != '\0'; i++)
    if (strncmp (name + i, sought, sizeof sought - 1) == 0)
      return true;
  return false;
}

/* True if SYMBOL, which has the address of the end of section IDX, marks
   it.  */
static bool
is_end_symbol (const struct image_symbol *symbol, uint32_t idx)
{
  unsigned type = symbol_type (symbol), shndx = symbol_section (symbol);

  if (type == STT_SECTION || type == STT_FILE || type == STT_TLS
      || shndx == SHN_UNDEF || shndx == SHN_COMMON)
    return false;
  return (shndx == idx && shndx < SHN_LORESERVE)
         || names_section (symbol_name (symbol));
}

/* True if section IDX of IMAGE is not empty and a symbol marks its end.  Code
   then finds the section's bytes through the symbol, not through the headers,
   and the section must keep its size.

   Linker scripts such as the kernel's put the section between two symbols.  A
   symbol assigned inside the output section is defined in that section.  One
   assigned after it is defined in a neighbour or is absolute, depending on the
   linker, and may just as well mark the start of what follows.  Such a symbol
   counts only if its name contains "sframe".  */
static bool
end_symbol_at (const struct image *image, uint32_t idx)
{
  const struct image_section *section = &image->sections[idx];
  const uint64_t end = section->addr + section->size;
  struct image_symbol symbol = { .image = image };

  if (section->size == 0)
    return false;
  while (symbol_next (&symbol))
    if (symbol_value (&symbol) == end && is_end_symbol (&symbol, idx))
      return true;
  return false;
}

sfm_status
free_space_measure (enum edit_kind kind, const struct image *image,
                    uint32_t section, const struct byte_range *pieces,
                    size_t count, struct free_space *space,
                    const struct diag_sink *sink)
{
  TRY (locate (kind, image, section, space, sink));
  if (section != 0)
    TRY (check_content (image, space, pieces, count, sink));
  uint64_t used_end = space->offset + space->used;
  struct free_range range = {
    .offset = space->offset,
    .addr = space->addr,
    .used_end = used_end,
    .end = section == 0 ? used_end : segment_tail_end (image, space->segment),
  };
  TRY (range_exclude_occupied (kind, &range, image, section, space->segment,
                               sink));
  range_exclude_referenced (&range, image, sink);
  uint64_t owned = owned_end (kind, &range, image);
  range.end = free_space_find_content (image, owned, range.end, pieces, count);
  space->owned = owned - range.offset;
  space->size = range.end - range.offset;
  space->fixed_size = section != 0 && end_symbol_at (image, section);
  if (space->fixed_size)
    space->owned = space->size = space->used;
  return SFM_OK;
}

sfm_status
free_space_owned (enum edit_kind kind, const struct image *image, uint32_t idx,
                  const struct diag_sink *sink)
{
  const struct image_section *section = &image->sections[idx];
  const uint64_t size = image_section_size (section);

  if (size == 0)
    return SFM_OK;
  /* A section without an address gets the highest one, where no other section
     can overlap it.  */
  struct free_range range = {
    .offset = section->offset,
    .addr = (section->flags & SHF_ALLOC) != 0 ? section->addr : UINT64_MAX,
    .used_end = section->offset + size,
    .end = section->offset + size,
  };
  return range_exclude_occupied (kind, &range, image, idx, UINT32_MAX, sink);
}
