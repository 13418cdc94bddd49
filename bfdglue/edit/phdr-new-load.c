/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-new-load.c - choose the program headers of PT_GNU_SFRAME and of a new
   segment, and the offset and address of that segment.

   An image can do without three kinds of program headers, tried in this
   order.  PT_NULL.  PT_PHDR of a shared object: it tells an executable's start
   code where the table is, but the dynamic linker finds a library's table by
   e_phoff.  A PT_NOTE with the same bytes as PT_GNU_PROPERTY: GNU ld and lld
   write both, and every consumer of properties prefers PT_GNU_PROPERTY.

   PT_LOADs are sorted by address, and the new one is above all others, so its
   entry must come after theirs.  If the entry of PT_GNU_SFRAME is the only
   suitable one there, that entry becomes the PT_LOAD and PT_GNU_SFRAME gets
   the dispensable one.

   The segment goes above all addresses.  In the file it goes after the bytes
   of the other segments, before what is not loaded, which moves; if something
   else has bytes on both sides of that place, it goes to the end.  Its offset
   and address are congruent modulo the largest alignment of the other
   segments.  If it holds the program header table, its offset is its address
   minus the image's base address: before Linux 5.18 the kernel computes the
   address of the table that it passes to a program from e_phoff alone.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "edit-internal.h"

bool
phdr_refuse (struct phdr_plan *phdr, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  vsnprintf (phdr->why, sizeof phdr->why, format, args);
  va_end (args);
  return false;
}

/* Whether IMAGE can do without PT_PHDR.  A library that can also be run, and
   so has PT_INTERP, needs it.  */
static bool
phdr_is_needless (const struct image *image)
{
  return image_find_segment (image, PT_INTERP) == NULL
         && image_is_shared (image);
}

/* Index of the best entry, at FIRST or later, that IMAGE can do without, other
   than EXCEPT; or PHDR_NO_SLOT.  */
static uint32_t
find_spare (const struct image *image, uint32_t first, uint32_t except)
{
  const struct image_segment *property
      = image_find_segment (image, PT_GNU_PROPERTY);
  const bool needless_phdr = phdr_is_needless (image);
  enum
  {
    NOTHING,
    NEEDLESS_PHDR,
    DUPLICATE_NOTE,
    NEEDED
  } best
      = NEEDED;
  uint32_t found = PHDR_NO_SLOT;

  for (uint32_t i = first; i < image->segment_count && best != NOTHING; i++)
    {
      const struct image_segment *s = &image->segments[i];
      unsigned kind = NEEDED;
      if (s->type == PT_NULL)
        kind = NOTHING;
      else if (s->type == PT_PHDR && needless_phdr)
        kind = NEEDLESS_PHDR;
      else if (s->type == PT_NOTE && property != NULL
               && s->offset == property->offset && s->vaddr == property->vaddr
               && s->filesz == property->filesz && s->memsz == property->memsz
               && s->filesz != 0 && !s->cut)
        kind = DUPLICATE_NOTE;
      if (i == except || kind >= best)
        continue;
      best = kind;
      found = i;
    }
  return found;
}

void
phdr_reuse_choose (struct phdr_plan *phdr, bool want_load, bool spare)
{
  const struct image *image = phdr->image;
  uint32_t load = PHDR_NO_SLOT, header = PHDR_NO_SLOT, after_loads = 1;

  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_LOAD)
      after_loads = i + 1;
    else if (image->segments[i].type
                 == edit_sections[phdr->options.kind].segment_type
             && header == PHDR_NO_SLOT)
      header = i;

  phdr->added = 0;
  if (want_load && spare)
    load = find_spare (image, after_loads, PHDR_NO_SLOT);
  if (want_load && spare && load == PHDR_NO_SLOT && header != PHDR_NO_SLOT
      && header >= after_loads
      && find_spare (image, 0, PHDR_NO_SLOT) != PHDR_NO_SLOT)
    {
      load = header;
      header = PHDR_NO_SLOT;
    }
  if (want_load && load == PHDR_NO_SLOT)
    load = image->segment_count + phdr->added++;
  if (spare && header == PHDR_NO_SLOT)
    header = find_spare (image, 0, load);
  if (header == PHDR_NO_SLOT)
    header = image->segment_count + phdr->added++;
  phdr->load_idx = load;
  phdr->header_idx = header;
}

enum
{
  SEGMENT_ALIGN = 16,

  /* What is not loaded keeps its alignment up to this.  Linkers align it to 8,
     or 32 for compressed sections at most.  */
  INSERTED_ALIGN = 64
};

/* Whether IMAGE is loaded by physical addresses, as kernels and firmware are.
   A segment whose physical address is its virtual one would then be in a wrong
   place.  Linkers write p_paddr equal to p_vaddr, or 0, unless a script says
   otherwise.  In a kernel all segments differ, each by the same distance or
   not; some kernels also have a PT_INTERP without an interpreter, or are
   ET_DYN.  In firmware only the data may differ, whose initial values are in
   read-only memory.

   Nobody looks at p_paddr of a shared object, or of a program that an
   interpreter loads, so some of their segments may differ for any reason.  In
   other images, the segment that begins with the ELF header may differ: for a
   script that begins with SIZEOF_HEADERS, GNU ld writes an address that is one
   page too low there.  Loaders by physical addresses have no use for this
   segment, if there are others.  */
static bool
is_physical (const struct image *image)
{
  const bool user
      = image->type == ET_DYN || image_find_segment (image, PT_INTERP) != NULL;
  uint32_t loads = 0, differing = 0;
  bool header = false;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *load = &image->segments[i];
      const uint64_t paddr
          = elf_u64 (image_at (image,
                               image_phdr_offset (image, i)
                                   + offsetof (Elf64_Phdr, p_paddr),
                               8),
                     image->big_endian);
      if (load->type != PT_LOAD)
        continue;
      loads++;
      if (paddr == 0 || paddr == load->vaddr)
        continue;
      differing++;
      header |= load->offset == 0 && load->filesz != 0;
    }
  if (user)
    return differing > loads / 2;
  return differing > (header && loads > 1 ? 1 : 0);
}

bool
segment_allowed (struct phdr_plan *phdr)
{
  const struct image *image = phdr->image;
  const bool needless_phdr = phdr_is_needless (image);
  uint32_t loads = 0;
  bool cut = false;
  uint64_t appended = image_described_end (image);

  /* Zero padding at the end does not count as appended data.  */
  if (appended < image->size)
    appended += zeros_end (image_at (image, appended, image->size - appended),
                           0, image->size - appended);

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      /* Headers that the section may take over hold nothing of the image.  */
      cut |= segment->cut && segment->type != PT_NULL
             && segment->type != edit_sections[phdr->options.kind].segment_type
             && (segment->type != PT_PHDR || !needless_phdr);
      loads += segment->type == PT_LOAD;
    }
  if (cut)
    return phdr_refuse (phdr, "it lacks the bytes of its segments");
  if (is_physical (image))
    return phdr_refuse (phdr, "it is loaded by physical addresses");
  if (loads < 2 && image->type == ET_DYN)
    /* The kernel maps a vDSO as it is.  */
    return phdr_refuse (phdr, "it is loaded as one piece");
  if (appended != image->size && !phdr->options.force)
    return phdr_refuse (phdr,
                        "something is appended to it at 0x%" PRIx64
                        " (--force would move that)",
                        appended);
  return true;
}

/* True if [START, END) has bytes before and after AT.  */
static bool
divides (uint64_t at, uint64_t start, uint64_t end)
{
  return start < at && at < end;
}

bool
insertion_possible (const struct image *image, uint64_t at)
{
  if (divides (at, 0, image_phdr_offset (image, image->segment_count))
      || divides (at, image->shoff,
                  image_shdr_offset (image, image->section_count)))
    return false;
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      if (divides (at, segment->offset, segment->offset + segment->filesz))
        return false;
    }
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      if (divides (at, section->offset,
                   section->offset + image_section_size (section)))
        return false;
    }
  return true;
}

/* The PT_LOAD of IMAGE whose bytes are the last ones in the file.  */
static uint32_t
last_load (const struct image *image)
{
  uint32_t last = 0;
  uint64_t end = 0;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *load = &image->segments[i];
      if (load->type != PT_LOAD || load->offset + load->filesz < end)
        continue;
      last = i;
      end = load->offset + load->filesz;
    }
  return last;
}

/* Set PHDR->offset to that of the new segment.  */
static void
place_in_file (struct phdr_plan *phdr)
{
  const struct image *image = phdr->image;
  const uint32_t last = last_load (image);
  const struct image_segment *load = &image->segments[last];
  const uint64_t end = load->offset + load->filesz;

  phdr->offset = align_up (image->size, SEGMENT_ALIGN);
  phdr->inserted = (struct insertion){ 0 };
  if (end >= image_described_end (image) || !insertion_possible (image, end)
      || image->segment_count > SEGMENTS_MAX
      || image_phdr_offset (image, image->segment_count) > end)
    return;
  phdr->inserted = (struct insertion){ .segment = last, .offset = end };
  phdr->offset = align_up (end, SEGMENT_ALIGN);
}

uint64_t
segment_file_end (struct phdr_plan *phdr)
{
  const uint64_t end = phdr->offset + phdr->size;

  if (phdr->inserted.offset == 0)
    return end;
  phdr->inserted.size = align_up (end - phdr->inserted.offset, INSERTED_ALIGN);
  return phdr->image->size + phdr->inserted.size;
}

/* The end of the addresses of IMAGE: of its segments, and of sections outside
   them, which only a damaged image has.  What lies in such a section would be
   taken for a part of it.  */
static uint64_t
addresses_end (const struct image *image)
{
  uint64_t end = 0;

  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_LOAD)
      end = larger (end, image->segments[i].vaddr + image->segments[i].memsz);
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      if (image_section_has_memory (section)
          && section->size <= UINT64_MAX - section->addr)
        end = larger (end, section->addr + section->size);
    }
  return end;
}

bool
segment_place (struct phdr_plan *phdr)
{
  const struct image *image = phdr->image;
  const struct image_segment *first = image_find_segment (image, PT_LOAD);
  const uint64_t top = addresses_end (image);
  uint64_t align = PAGE_SIZE_MIN;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *load = &image->segments[i];
      if (load->type == PT_LOAD)
        align = larger (align, load->align);
    }
  uint64_t file_end = align_up (image->size, SEGMENT_ALIGN);
  if (first == NULL || (align & (align - 1)) != 0 || align > HOLE_MAX
      || top > UINT64_MAX / 2 || first->offset > first->vaddr)
    return phdr_refuse (phdr, "its segments leave no address for another one");
  phdr->align = align;
  if (!phdr->moved_table)
    {
      place_in_file (phdr);
      phdr->addr = align_up (top, align) + (phdr->offset & (align - 1));
      return true;
    }
  uint64_t base = first->vaddr - first->offset;
  phdr->addr = align_up (top, align);
  if (phdr->addr - base < file_end)
    phdr->addr = base + align_up (file_end, align);
  phdr->offset = phdr->addr - base;
  if ((base & (align - 1)) != 0 || phdr->offset - file_end > HOLE_MAX)
    return phdr_refuse (phdr,
                        "a moved table of program headers would be at "
                        "offset 0x%" PRIx64 " of the file",
                        phdr->offset);
  return true;
}
