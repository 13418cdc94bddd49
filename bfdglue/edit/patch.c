/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   patch.c - the kinds of sections that can be put into an image, and changes
   of its copy, all of which are listed.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "edit-internal.h"

const struct edit_section edit_sections[EDIT_KINDS] = {
  [EDIT_SFRAME]
  = { ".sframe", "PT_GNU_SFRAME", SHT_GNU_SFRAME, PT_GNU_SFRAME, 8 },
  [EDIT_EH_FRAME_HDR]
  = { ".eh_frame_hdr", "PT_GNU_EH_FRAME", SHT_PROGBITS, PT_GNU_EH_FRAME, 4 },
};

enum sframe_section
edit_section_is (enum edit_kind kind, const struct image_section *section)
{
  if (kind == EDIT_SFRAME)
    return image_sframe_section (section);
  return strcmp (section->name, edit_sections[kind].name) == 0
             ? SECTION_SFRAME
             : SECTION_NOT_SFRAME;
}

/* The SIZE bytes at OFFSET of the copy, which are listed as written.  */
static uint8_t *
writes (struct image_change *change, uint64_t offset, uint64_t size)
{
  return paged_write (change->copy, offset, size);
}

void
patch_u16 (struct image_change *change, uint64_t offset, uint16_t value)
{
  elf_put16 (writes (change, offset, sizeof value), value,
             change->image->big_endian);
}

void
patch_u32 (struct image_change *change, uint64_t offset, uint32_t value)
{
  elf_put32 (writes (change, offset, sizeof value), value,
             change->image->big_endian);
}

void
patch_u64 (struct image_change *change, uint64_t offset, uint64_t value)
{
  elf_put64 (writes (change, offset, sizeof value), value,
             change->image->big_endian);
}

void
patch_add (struct image_change *change, uint64_t offset, uint64_t delta)
{
  uint64_t value = elf_u64 (paged_at (change->copy, offset, sizeof value),
                            change->image->big_endian);

  patch_u64 (change, offset, value + delta);
}

void
patch_bytes (struct image_change *change, uint64_t offset, const void *bytes,
             uint64_t size)
{
  if (size != 0)
    memcpy (writes (change, offset, size), bytes, (size_t) size);
}

void
patch_zero (struct image_change *change, uint64_t start, uint64_t end)
{
  if (start < end)
    paged_zero (change->copy, start, end - start);
}

void
patch_clear (struct image_change *change, const struct free_space *space)
{
  const uint64_t first = space->offset, last = first + space->size;

  patch_zero (change, first, first + space->owned);
  for (size_t i = 0; i < change->clear_count; i++)
    patch_zero (change, larger (change->clear[i].start, first),
                smaller (change->clear[i].end, last));
}

void
patch_section (struct image_change *change, uint64_t offset,
               const struct image_section *section)
{
  uint8_t header[ELF_SHDR_SIZE];

  const uint8_t *old = paged_at (change->copy, offset, ELF_SHDR_SIZE);

  section_header_put (header, section, change->image->big_endian);
  for (unsigned at = 0; at < ELF_SHDR_SIZE; at += 4)
    if (memcmp (old + at, header + at, 4) != 0)
      patch_bytes (change, offset + at, header + at, 4);
}

void
patch_segment (struct image_change *change, uint64_t offset,
               const struct image_segment *segment, uint64_t paddr)
{
  patch_u32 (change, offset + offsetof (Elf64_Phdr, p_type), segment->type);
  patch_u32 (change, offset + offsetof (Elf64_Phdr, p_flags), PF_R);
  patch_u64 (change, offset + offsetof (Elf64_Phdr, p_offset),
             segment->offset);
  patch_u64 (change, offset + offsetof (Elf64_Phdr, p_vaddr), segment->vaddr);
  patch_u64 (change, offset + offsetof (Elf64_Phdr, p_paddr), paddr);
  patch_segment_size (change, offset, segment->filesz);
  patch_u64 (change, offset + offsetof (Elf64_Phdr, p_align), segment->align);
}

void
patch_segment_size (struct image_change *change, uint64_t offset,
                    uint64_t size)
{
  patch_u64 (change, offset + offsetof (Elf64_Phdr, p_filesz), size);
  patch_u64 (change, offset + offsetof (Elf64_Phdr, p_memsz), size);
}
