/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   patch.c - change a copy of an image and list what changes.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-codec.h"
#include "patch.h"

void
patch_u16 (const struct patch *patch, uint64_t offset, uint16_t value)
{
  elf_put16 (patch->copy + offset, value, patch->big_endian);
  byte_changes_add (patch->changes, offset, offset + sizeof value);
}

void
patch_u32 (const struct patch *patch, uint64_t offset, uint32_t value)
{
  elf_put32 (patch->copy + offset, value, patch->big_endian);
  byte_changes_add (patch->changes, offset, offset + sizeof value);
}

void
patch_u64 (const struct patch *patch, uint64_t offset, uint64_t value)
{
  elf_put64 (patch->copy + offset, value, patch->big_endian);
  byte_changes_add (patch->changes, offset, offset + sizeof value);
}

void
patch_add (const struct patch *patch, uint64_t offset, uint64_t delta)
{
  uint64_t value = elf_u64 (patch->copy + offset, patch->big_endian);

  patch_u64 (patch, offset, value + delta);
}

void
patch_bytes (const struct patch *patch, uint64_t offset, const void *bytes,
             uint64_t size)
{
  if (size != 0)
    memcpy (patch->copy + offset, bytes, (size_t) size);
  byte_changes_add (patch->changes, offset, offset + size);
}

void
patch_zero (const struct patch *patch, uint64_t start, uint64_t end)
{
  if (start >= end)
    return;
  memset (patch->copy + start, 0, (size_t) (end - start));
  byte_changes_add (patch->changes, start, end);
}

void
patch_clear (const struct patch *patch, const struct free_space *space,
             const struct byte_range *clear, size_t count)
{
  const uint64_t first = space->offset, last = first + space->size;

  patch_zero (patch, first, first + space->owned);
  for (size_t i = 0; i < count; i++)
    patch_zero (patch, clear[i].start > first ? clear[i].start : first,
                clear[i].end < last ? clear[i].end : last);
}

void
patch_segment (const struct patch *patch, uint64_t offset,
               const struct image_segment *segment, uint64_t paddr)
{
  patch_u32 (patch, offset + offsetof (Elf64_Phdr, p_type), segment->type);
  patch_u32 (patch, offset + offsetof (Elf64_Phdr, p_flags), PF_R);
  patch_u64 (patch, offset + offsetof (Elf64_Phdr, p_offset), segment->offset);
  patch_u64 (patch, offset + offsetof (Elf64_Phdr, p_vaddr), segment->vaddr);
  patch_u64 (patch, offset + offsetof (Elf64_Phdr, p_paddr), paddr);
  patch_segment_size (patch, offset, segment->filesz);
  patch_u64 (patch, offset + offsetof (Elf64_Phdr, p_align), segment->align);
}

void
patch_segment_size (const struct patch *patch, uint64_t offset, uint64_t size)
{
  patch_u64 (patch, offset + offsetof (Elf64_Phdr, p_filesz), size);
  patch_u64 (patch, offset + offsetof (Elf64_Phdr, p_memsz), size);
}
