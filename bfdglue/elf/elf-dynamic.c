/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-dynamic.c - the dynamic section of an image.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-abi.h"
#include "elf-image.h"

bool
dynamic_entry (const struct image *image, const struct image_segment *dynamic,
               uint64_t idx, uint64_t *tag, uint64_t *value)
{
  if (dynamic == NULL || idx >= dynamic->filesz / ELF_DYN_SIZE)
    return false;
  const uint8_t *bytes
      = image_at (image, dynamic->offset + idx * ELF_DYN_SIZE, ELF_DYN_SIZE);
  *tag = elf_u64 (bytes, image->big_endian);
  *value = elf_u64 (bytes + 8, image->big_endian);
  return *tag != DT_NULL;
}

bool
dynamic_find (const struct image *image, uint64_t tag, uint64_t *value)
{
  const struct image_segment *dynamic = image_find_segment (image, PT_DYNAMIC);
  uint64_t found, of_found;

  for (uint64_t i = 0; dynamic_entry (image, dynamic, i, &found, &of_found);
       i++)
    if (found == tag)
      {
        *value = of_found;
        return true;
      }
  return false;
}
