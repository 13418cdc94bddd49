/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-displace.c - find the bytes after the program headers and check whether
   they can move.

   Theory of operation.  Linkers put the path of the dynamic linker and the
   notes directly after the table.  These are small and are found only through
   program headers, so they can be anywhere in the file.  GNU ld puts the hash
   table of the dynamic symbols after the notes; in a shared object the notes
   alone are often too short.  It is found only through one dynamic tag, so it
   can move too; so can .dynsym if OPTIONS allow it (address-users.c).
   [displace_find] starts with the bytes that the larger table needs.  Each
   section and each segment that begins there is included as a whole, until
   none is divided [include_sections], [include_segments].  All of it moves as
   one block, so that a segment that covers several sections still does.  The
   attempt fails if the block contains anything else, such as .dynstr, or if
   anything refers to an address in it (address-users.c).  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "edit-internal.h"

struct block
{
  const struct image *image;
  struct phdr_plan *phdr;
  struct section_tags tags;
  uint64_t start; /* end of the table in the input */
  uint64_t end;   /* end of the bytes to free, so far */
  uint64_t first; /* start of the first thing to move */
  uint64_t last;  /* end of the last one */
  uint64_t align;
  const struct image_segment *load; /* the PT_LOAD that holds all of it */
  struct byte_range parts[DISPLACED_PARTS_MAX]; /* what moves */
  unsigned part_count;
};

/* True if B has [START, END) already.  */
static bool
is_included (const struct block *b, uint64_t start, uint64_t end)
{
  for (unsigned i = 0; i < b->part_count; i++)
    if (b->parts[i].start <= start && end <= b->parts[i].end)
      return true;
  return false;
}

/* Include [START, END), which begins before the end of B.  False if it must
   not move.  */
static bool
include (struct block *b, uint64_t start, uint64_t end, uint64_t align)
{
  const bool known = is_included (b, start, end);

  if (start < b->start || end - b->start > DISPLACED_MAX
      || align > DISPLACED_ALIGN_MAX
      || (!known && b->part_count == DISPLACED_PARTS_MAX))
    return phdr_refuse (b->phdr,
                        "what lies at 0x%" PRIx64 " after the program headers"
                        " cannot move",
                        start);
  b->end = larger (b->end, end);
  b->first = smaller (b->first, start);
  b->last = larger (b->last, end);
  if (align > b->align && (align & (align - 1)) == 0)
    b->align = align;
  if (!known)
    b->parts[b->part_count++] = (struct byte_range){ start, end };
  return true;
}

static bool
overlaps (const struct block *b, uint64_t start, uint64_t end)
{
  return start < end && start < b->end && end > b->start;
}

/* True if section IDX is found only through program headers or tags that
   follow.  */
static bool
section_moves (const struct block *b, uint32_t idx)
{
  const struct image *image = b->image;
  const struct image_section *section = &image->sections[idx];

  if (section->type == SHT_DYNSYM && !b->phdr->options.dynsym)
    return false;
  if ((section->flags & ~(uint64_t) SHF_GNU_RETAIN) != SHF_ALLOC)
    return false;
  if (section->type == SHT_NOTE)
    return true;
  for (unsigned k = 0; k < SECTION_TAGS; k++)
    if (b->tags.idx[k] == idx)
      return true;
  const struct image_segment *interp = image_find_segment (image, PT_INTERP);
  return (section->type == SHT_PROGBITS && interp != NULL
          && interp->offset == section->offset
          && interp->filesz == section->size
          && interp->vaddr == section->addr);
}

/* Include the sections that begin before the end of B.  */
static bool
include_sections (struct block *b)
{
  const struct image *image = b->image;
  const struct image_segment *load = b->load;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      const uint64_t size = image_section_size (section);
      if (!overlaps (b, section->offset, section->offset + size)
          || i == b->phdr->section)
        continue;
      if (!section_moves (b, i)
          || section->addr - load->vaddr != section->offset - load->offset
          || (section->align != 0 && section->addr % section->align != 0))
        return phdr_refuse (b->phdr, "%.64s follows the program headers",
                            section->name);
      if (!include (b, section->offset, section->offset + size,
                    section->align))
        return false;
    }
  return true;
}

/* Include the segments that begin before the end of B.  */
static bool
include_segments (struct block *b)
{
  const struct image *image = b->image;
  const struct image_segment *load = b->load;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *s = &image->segments[i];
      uint64_t end = s->offset + s->filesz;
      /* lld sizes PT_PHDR before it drops unneeded headers.  */
      bool ignored
          = s->type == PT_NULL
            || s->type == edit_sections[b->phdr->options.kind].segment_type
            || s->type == PT_PHDR;
      if (s == load || ignored || !overlaps (b, s->offset, end))
        continue;
      bool moves = (s->type == PT_INTERP || s->type == PT_NOTE
                    || s->type == PT_GNU_PROPERTY)
                   && s->vaddr - load->vaddr == s->offset - load->offset
                   && !s->cut;
      if (!moves)
        return phdr_refuse (b->phdr,
                            "a segment of type 0x%" PRIx32
                            " follows the program headers",
                            s->type);
      if (!include (b, s->offset, end, s->align))
        return false;
    }
  return true;
}

/* True if every PT_PHDR leads to the table, whose new size it gets.  */
static bool
table_is_named (const struct block *b)
{
  const struct image *image = b->image;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *s = &image->segments[i];
      if (s->type == PT_PHDR
          && (s->offset != image->phoff
              || s->vaddr - b->load->vaddr != s->offset - b->load->offset))
        return phdr_refuse (b->phdr,
                            "PT_PHDR leads to offset 0x%" PRIx64
                            ", address 0x%" PRIx64
                            ", not to the program headers at 0x%" PRIx64,
                            s->offset, s->vaddr, image->phoff);
    }
  return true;
}

/* Find the PT_LOAD of the table and set up B.  */
static bool
block_begin (struct block *b)
{
  const struct image *image = b->image;

  b->start = image_phdr_offset (image, image->segment_count);
  b->end = b->start + (uint64_t) b->phdr->added * ELF_PHDR_SIZE;
  b->first = b->end;
  b->align = 8;
  b->load = image_table_load (image);
  if (image->section_count == 0)
    return phdr_refuse (b->phdr, "without section headers nothing tells what "
                                 "follows the program headers");
  if (b->load == NULL)
    return phdr_refuse (b->phdr, "the program headers are not loaded");
  if (overlaps (b, image->shoff,
                image_shdr_offset (image, image->section_count))
      || overlaps (b, 0, ELF_EHDR_SIZE))
    return phdr_refuse (b->phdr, "another header follows the program headers");
  if (image->segment_count > SEGMENTS_MAX)
    return phdr_refuse (b->phdr, "it has %" PRIu32 " program headers",
                        image->segment_count);
  return table_is_named (b);
}

/* True if the bytes of B outside sections and segments are free.  */
static bool
gaps_free (const struct block *b)
{
  const struct free_space *old = &b->phdr->old;

  for (uint64_t at = b->start; at < b->end; at++)
    if (*image_at (b->image, at, 1) != 0 && !is_included (b, at, at + 1)
        && (at < old->offset || at - old->offset >= old->owned))
      return phdr_refuse (
          b->phdr,
          "the byte at 0x%" PRIx64 " after the program headers is in use", at);
  return true;
}

bool
displace_find (struct phdr_plan *phdr)
{
  const struct image *image = phdr->image;
  struct block b = { .image = image, .phdr = phdr };

  if (!block_begin (&b))
    return false;
  section_tags_find (image, &b.tags);
  uint64_t end;
  do
    {
      end = b.end;
      if (!include_sections (&b) || !include_segments (&b))
        return false;
    }
  while (b.end != end);

  const struct image_segment *load = b.load;
  const uint64_t load_end = load->offset + load->filesz;
  const uint32_t idx = (uint32_t) (load - image->segments);
  if (b.end > load_end
      && (b.end - load_end > segment_growth (image, idx)
          || b.end > image_described_end (image)))
    return phdr_refuse (phdr,
                        "what follows the program headers is not loaded");
  uint64_t addr = load->vaddr + (b.start - load->offset);
  if (!gaps_free (&b)
      || !range_is_unreferenced (phdr, addr, addr + (b.end - b.start)))
    return false;
  phdr->displaced = (struct phdr_displaced){ .align = b.align };
  if (b.first < b.last)
    {
      phdr->displaced.offset = b.first;
      phdr->displaced.size = b.last - b.first;
      phdr->displaced.addr = load->vaddr + (b.first - load->offset);
    }
  return true;
}
